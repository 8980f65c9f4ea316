#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <satori/broadphase.hpp>

#include "broadphase/moving/tracked_box.hpp"

// All choices of an update, as pure functions.

namespace satori::v0::broadphase {

/// How much larger standing bounds are than the box, on every side and as a share of its longest edge. Larger skins
/// are left more seldom, but have more boxes near them: those of thin boxes are limited by the shortest edge.
inline constexpr float kSkin = 1.0F / 16, kThin = 1.0F / 4;
/// With a margin, bounds change by that much at a time: skins have room for two changes.
inline constexpr float kMargins = 2.5F;
/// A box that leaves its standing bounds by more than this part of its skin moves too fast for a skin to be of use.
inline constexpr float kCreep = 0.5F;

/// Returns how much larger the next standing bounds of a box are than the box, which is `beyond` the present ones.
inline float next_skin(const simd::TrackedBox& box, float beyond, const BroadphaseOptions& options) noexcept {
    const float longest = longest_edge(box.lo, box.hi);
    const float edge = std::min(longest, std::max(shortest_edge(box.lo, box.hi) / kThin, kSkin * longest));
    const float skin = std::max(kSkin * edge, kMargins * margin_of(options, box.lo, box.hi));
    // New boxes that do not move are infinitely far beyond. A skin may be infinite too.
    return std::isfinite(beyond) && beyond <= kCreep * skin ? skin : 0;
}

/// Worlds with up to this many boxes have no columns: all boxes are strays.
inline constexpr std::uint32_t kFewBoxes = 128;
/// All boxes are swept anew when more than one in this many has left since.
inline constexpr std::uint32_t kBoxesPerStray = 12;
/// Boxes that are judged one by one are swept anew before there are more of them than one in this many.
inline constexpr std::uint32_t kBoxesPerUnlisted = 16;
/// A sweep takes as long as this many tests of a box against a stray, per box.
inline constexpr std::uint32_t kTestsPerBox = 128;
/// When more than one box in this many moves within its standing bounds, all bonds are judged, in the order of the
/// sweep. If not, those of the boxes that move.
inline constexpr std::uint32_t kBoxesPerMover = 8;

/// A sweep takes as long as the end of this many bonds of boxes that have gone, per box.
inline constexpr std::uint32_t kGoneBondsPerBox = 4;
/// If at least this many static and kinematic boxes are new in one update, they get a layer of the columns: a tile of a
/// streamed world.
inline constexpr std::uint32_t kFewestArrivals = 256;
/// But all boxes are swept anew when more than one in this many is such a box.
inline constexpr std::uint32_t kBoxesPerArrival = 2;
/// If more than one box in this many would have to look for them, they get no layer: each is looked up.
inline constexpr std::uint32_t kBoxesPerSeeker = 8;
/// Where there are this many layers, the next one makes all columns anew.
inline constexpr std::uint32_t kMostLayers = 32;
/// So do columns with more than this many times the boxes that still stand there.
inline constexpr std::uint32_t kMostOutOfDate = 2;

/// What an update does.
struct Choice {
    bool sweeps;      ///< it finds all bonds anew; if not, those of leavers
    bool judges_all;  ///< if it does not sweep
};

/// Of the boxes that an update deals with.
struct ChangedCounts {
    std::uint64_t movers;          ///< boxes that stay within their standing bounds
    std::uint64_t leavers;         ///< those that do not, and that exist
    std::uint64_t arrivals;        ///< new boxes that get a layer for themselves
    std::uint64_t strays;          ///< that there may be afterwards
    std::uint64_t unlisted;        ///< boxes that are to be judged one by one afterwards
    std::uint64_t gone_bonds = 0;  ///< of boxes that exist no more
};

/// Chooses what to do in a world of `boxes` boxes.
constexpr Choice choose(const ChangedCounts& counts, std::uint64_t boxes) noexcept {
    const auto& [movers, leavers, arrivals, strays, unlisted, gone_bonds] = counts;
    const bool most_move = movers * kBoxesPerMover > boxes, listed = unlisted * kBoxesPerUnlisted <= boxes;
    const bool sweeps = boxes <= kFewBoxes
                            ? most_move && !listed && leavers * kBoxesPerStray <= boxes
                            : strays * kBoxesPerStray > boxes || leavers * strays > kTestsPerBox * boxes ||
                                  arrivals * kBoxesPerArrival > boxes || gone_bonds > kGoneBondsPerBox * boxes ||
                                  (most_move && !listed);
    return {sweeps, !sweeps && most_move && listed};
}

}  // namespace satori::v0::broadphase
