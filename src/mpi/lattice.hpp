#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <span>

#include <satori/mpi.hpp>

namespace satori::v0::mpi::detail {
struct PartitionState;
}

namespace satori::v0::mpi {

class Ranks;

/// A point of the lattice, in edges from the origin.
struct LatticePoint {
    std::int32_t x = 0, y = 0, z = 0;

    friend bool operator==(const LatticePoint&, const LatticePoint&) = default;
    friend auto operator<=>(const LatticePoint&, const LatticePoint&) = default;
};

/// Points in space from which the boxes of a pair are seen as floats: far from the origin, floats from the origin are
/// coarse. The point of a pair depends on the bounds of both boxes alone, so results do not depend on the ranks.
class Lattice {
public:
    explicit Lattice(float edge) noexcept : edge_(edge) {}

    /// The point nearest to the lower corner of a box; kNowhere for a box so large that its center might be too far
    /// from a point within its bounds to be legal.
    LatticePoint home_of(const Aabb& box) const noexcept {
        const bool is_vast = box.max.x - box.min.x > kMaxCenter || box.max.y - box.min.y > kMaxCenter ||
                             box.max.z - box.min.z > kMaxCenter;
        if (is_vast) return kNowhere;
        return {nearest(box.min.x), nearest(box.min.y), nearest(box.min.z)};
    }
    /// The point of a pair, by the homes of both boxes: the one nearest to the maximum of both lower corners, or the
    /// origin with a box that has no home.
    static LatticePoint point_of(const LatticePoint& a, const LatticePoint& b) noexcept {
        if (a == kNowhere || b == kNowhere) return {};
        return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
    }
    /// The point of a box, by its home.
    static LatticePoint own_point(const LatticePoint& home) noexcept { return point_of(home, home); }

    /// Returns what a box with this center, in doubles from the origin, has as center from a point.
    Vec3 seen_from(const LatticePoint& point, const Vec3d& center) const noexcept {
        return {static_cast<float>(center.x - edge_ * point.x), static_cast<float>(center.y - edge_ * point.y),
                static_cast<float>(center.z - edge_ * point.z)};
    }

private:
    static constexpr LatticePoint kNowhere{std::numeric_limits<std::int32_t>::min(), 0, 0};

    std::int32_t nearest(float at) const noexcept {
        // Above 0, a conversion to int rounds down, and is much faster than std::floor().
        constexpr std::int32_t kAbove = 1 << 24;
        static_assert(4 * kMaxCenter < kMinLatticeEdge * kAbove);
        return static_cast<std::int32_t>(at / edge_ + (kAbove + 0.5)) - kAbove;
    }

    double edge_;
};

/// A box of the part as seen from a point that is not its own.
struct PlacedCopy {
    std::uint32_t box;
    LatticePoint point;

    friend bool operator==(const PlacedCopy&, const PlacedCopy&) = default;
    friend auto operator<=>(const PlacedCopy&, const PlacedCopy&) = default;
};

/// Places both boxes of each pair as seen from the point of the pair. In state.part each box gets a row as seen from
/// its own point, and behind it one for each other point of its pairs. Rows are in the order of the boxes:
/// state.row_begins has the first of each box, and state.row_boxes the box of each row. state.placed has the rows of
/// each pair. Returns the number of rows; 0 after a failure.
std::uint32_t place_pairs(std::span<const BoxPair> pairs, const Lattice& lattice, std::uint32_t count, Ranks& ranks,
                          detail::PartitionState& state) noexcept;

}  // namespace satori::v0::mpi
