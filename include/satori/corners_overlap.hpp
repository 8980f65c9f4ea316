#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/pairs.hpp>
#include <satori/status.hpp>
#include <satori/version.hpp>

SATORI_NAMESPACE_BEGIN

/// Largest |x| and |y| of a corner.
inline constexpr std::int32_t kMaxGridCoordinate = 10000;

/// A point of the integer grid, in whatever unit the caller measures.
struct GridPoint {
    std::int32_t x = 0;
    std::int32_t y = 0;

    friend constexpr bool operator==(const GridPoint&, const GridPoint&) = default;
    friend constexpr auto operator<=>(const GridPoint&, const GridPoint&) = default;
};

/// A rectangle by its four corners, one after the other around it, clockwise or counter-clockwise, from any of them.
///
/// Legal: no coordinate beyond kMaxGridCoordinate, and the corners are those of a convex quadrilateral in order. It need not
/// have right angles: a rotated rectangle whose corners were rounded to the grid seldom has. Corners may coincide or lie on one
/// line: a triangle, a segment and a point are legal. Not legal are sides that cross, and a corner that turns inward.
struct CornerRect {
    GridPoint corners[4];
};
static_assert(sizeof(CornerRect) == 32);

/// Two rectangles of a batch.
struct CornerRectPair {
    CornerRect first;
    CornerRect second;
};

/// Whether two rectangles overlap; exact, in integers. `closed`: they have a point in common, be it a corner or an edge that
/// they only touch with. `open`: their interiors do. What has no area overlaps nothing then, a rectangle with two equal
/// consecutive corners among it. Three different corners, one of them twice, are no rectangle but a triangle, which has an area
/// and overlaps: a caller to whom equal consecutive corners mean that there is no rectangle compares them first. Either order
/// of the two, of a rectangle's corners and either winding give the same answer.
///
/// Errors: `invalid_corners`, `invalid_argument` (an unknown boundary); `overlap` is then unchanged. Separating axes; O(1).
SATORI_API Status corners_overlap(const CornerRect& a, const CornerRect& b, bool& overlap,
                                  Boundary boundary = Boundary::closed) noexcept;

/// Many pairs: overlaps[k] = 1 when the rectangles of pairs[k] overlap, else 0. O(n).
///
/// Errors: `invalid_argument` when the sizes differ or the boundary is unknown; `invalid_corners`: `*invalid_pair` (if given)
/// is the first pair at fault; `unsupported_isa`. With these `overlaps` is unchanged; after `executor_failed` it is
/// unspecified.
SATORI_API Status corners_overlap(std::span<const CornerRectPair> pairs, std::span<std::uint8_t> overlaps,
                                  Boundary boundary = Boundary::closed, const Execution& execution = {},
                                  std::uint64_t* invalid_pair = nullptr) noexcept;

SATORI_NAMESPACE_END
