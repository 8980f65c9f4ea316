#include <satori/corners_overlap.hpp>

#include <algorithm>
#include <cstdint>

#include "base/assert.hpp"
#include "narrowphase/options.hpp"
#include "parallel/find_first.hpp"

// Two convex polygons are disjoint when the line through an edge of one of them separates them. The same holds for
// their interiors. Segments and points also need the axes x and y, and no other lines: when both lie on one line,
// whatever separates them along this line also separates them on x or on y.
// Source: Ericson, Real-Time Collision Detection, 5.2.1 (separating axes).
//
// Nothing overflows. Corners differ by at most D = 2 kMaxGridCoordinate on each axis. The only product is twice the
// area of a triangle of corners: at most 2 D^2 = 8e8. A difference of two such values is at most 4 D^2.

namespace satori::v0 {

namespace narrowphase {
namespace {

constexpr std::int64_t kMostDifference = 2 * std::int64_t{kMaxGridCoordinate};
static_assert(kMostDifference <= INT64_MAX / 4 / kMostDifference, "differences of doubled areas fit");

/// Returns twice the signed area of the triangle (from, to, p). It is positive when `p` lies to the left of the
/// direction from `from` to `to`, and proportional to p's distance from that line.
std::int64_t leftward(GridPoint from, GridPoint to, GridPoint p) noexcept {
    const std::int64_t along_x = std::int64_t{to.x} - from.x, along_y = std::int64_t{to.y} - from.y;
    const std::int64_t p_x = std::int64_t{p.x} - from.x, p_y = std::int64_t{p.y} - from.y;
    SATORI_ASSERT(along_x <= kMostDifference && along_x >= -kMostDifference);
    SATORI_ASSERT(p_y <= kMostDifference && p_y >= -kMostDifference);
    return along_x * p_y - along_y * p_x;
}

constexpr bool on_grid(std::int32_t coordinate) noexcept {
    return coordinate >= -kMaxGridCoordinate && coordinate <= kMaxGridCoordinate;
}

/// True when all corners are on the grid and the rectangle is convex or has no area: it never turns both left and
/// right. Four turns cannot go around twice. A corner where the outline reverses onto its own edge is found through the
/// two corners next to it: these two turn in opposite directions toward the fourth corner, unless all corners lie on
/// one line.
bool legal(const CornerRect& rect) noexcept {
    const GridPoint(&c)[4] = rect.corners;
    for (const GridPoint& corner : c)
        if (!on_grid(corner.x) || !on_grid(corner.y)) return false;
    bool left = false, right = false;
    for (int i = 0; i < 4; ++i) {
        const std::int64_t turn = leftward(c[i], c[(i + 1) % 4], c[(i + 2) % 4]);
        left = left || turn > 0;
        right = right || turn < 0;
    }
    return !(left && right);
}

bool both_legal(const CornerRect& a, const CornerRect& b) noexcept {
    return legal(a) && legal(b);
}

/// The range of a rectangle's corners along some direction.
struct Range {
    std::int64_t low;
    std::int64_t high;
};

/// Returns the range of position(corner) over all corners.
template <class Position>
Range range_of(const CornerRect& rect, Position&& position) noexcept {
    Range range{position(rect.corners[0]), position(rect.corners[0])};
    for (int i = 1; i < 4; ++i) {
        const std::int64_t at = position(rect.corners[i]);
        range = {std::min(range.low, at), std::max(range.high, at)};
    }
    return range;
}

/// True when the ranges of the two rectangles do not overlap. Under `open`, a rectangle without area is apart from
/// everything: along one of its edge normals, or along x or y, its range is a single number.
template <class Position>
bool apart(const CornerRect& a, const CornerRect& b, bool open, Position&& position) noexcept {
    const Range of_a = range_of(a, position), of_b = range_of(b, position);
    const std::int64_t gap = std::max(of_a.low, of_b.low) - std::min(of_a.high, of_b.high);
    return open ? gap >= 0 : gap > 0;
}

/// True when an edge of `a` separates `a` from `b`.
bool edge_separates(const CornerRect& a, const CornerRect& b, bool open) noexcept {
    for (int i = 0; i < 4; ++i) {
        const GridPoint from = a.corners[i], to = a.corners[(i + 1) % 4];
        if (from != to && apart(a, b, open, [&](GridPoint p) noexcept { return leftward(from, to, p); })) return true;
    }
    return false;
}

/// Requires two legal rectangles.
bool overlap_exactly(const CornerRect& a, const CornerRect& b, bool open) noexcept {
    SATORI_ASSERT(both_legal(a, b));
    if (apart(a, b, open, [](GridPoint p) noexcept { return std::int64_t{p.x}; })) return false;
    if (apart(a, b, open, [](GridPoint p) noexcept { return std::int64_t{p.y}; })) return false;
    return !edge_separates(a, b, open) && !edge_separates(b, a, open);
}

}  // namespace
}  // namespace narrowphase

Status corners_overlap(const CornerRect& a, const CornerRect& b, bool& overlap, Boundary boundary) noexcept {
    if (!narrowphase::known(boundary)) return Status::invalid_argument;
    if (!narrowphase::both_legal(a, b)) return Status::invalid_corners;
    overlap = narrowphase::overlap_exactly(a, b, boundary == Boundary::open);
    return Status::ok;
}

Status corners_overlap(std::span<const CornerRectPair> pairs, std::span<std::uint8_t> overlaps, Boundary boundary,
                       const Execution& execution, std::uint64_t* invalid_pair) noexcept {
    if (pairs.size() != overlaps.size() || !narrowphase::known(boundary)) return Status::invalid_argument;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    const auto wrong = [&](std::size_t i) noexcept {
        return !narrowphase::both_legal(pairs[i].first, pairs[i].second);
    };
    const Status status =
        parallel::refuse_any(call, pairs.size(), parallel::kChunkPairs, wrong, Status::invalid_corners, invalid_pair);
    if (status != Status::ok) return status;
    const parallel::Chunking chunks(pairs.size(), parallel::kChunkPairs, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const CornerRectPair& pair = pairs[i];
            overlaps[i] = narrowphase::overlap_exactly(pair.first, pair.second, boundary == Boundary::open);
        }
    });
}

}  // namespace satori::v0
