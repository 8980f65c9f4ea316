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

/// @addtogroup corner_rects
/// @{

/// The largest |x| and |y| of a corner.
inline constexpr std::int32_t kMaxGridCoordinate = 10000;

/// A point of the integer grid, in any unit.
struct GridPoint {
    std::int32_t x = 0;  ///< to the right
    std::int32_t y = 0;  ///< upward

    friend constexpr bool operator==(const GridPoint&, const GridPoint&) = default;
    friend constexpr auto operator<=>(const GridPoint&, const GridPoint&) = default;
};

/// A rectangle by its four corners, in order around it, clockwise or counter-clockwise, starting anywhere.
///
/// Legal: no coordinate beyond kMaxGridCoordinate, and corners that are those of a convex quadrilateral in order.
/// Right angles are not required: a rotated rectangle with corners rounded to the grid seldom has them. Corners may
/// coincide or lie on one line: a triangle, a segment and a point are legal. Crossing sides and a corner that turns
/// inward are not legal.
struct CornerRect {
    GridPoint corners[4];  ///< in order around the rectangle
};
static_assert(sizeof(CornerRect) == 32);

/// A pair of rectangles for the batch call.
struct CornerRectPair {
    CornerRect first;   ///< one rectangle
    CornerRect second;  ///< the other
};

/// Tests whether two rectangles overlap; exact, in integers. `closed`: they have a point in common; a common corner
/// or edge is enough. `open`: their interiors have a point in common, so a shape without area overlaps nothing. The
/// order of the two rectangles, the first corner and the winding make no difference.
///
/// When two consecutive corners of a true rectangle are equal, it has no area. But three different corners, one of
/// them given twice, are a triangle: it has an area and can overlap. A caller for whom equal consecutive corners mean
/// "no rectangle" must compare the corners first.
///
/// Errors, which leave `overlap` unchanged: `invalid_corners`, `invalid_argument` (an unknown boundary). Separating
/// axes; O(1).
SATORI_API Status corners_overlap(const CornerRect& a, const CornerRect& b, bool& overlap,
                                  Boundary boundary = Boundary::closed) noexcept;

/// Tests many pairs: overlaps[k] = 1 when the rectangles of pairs[k] overlap, else 0. O(n).
///
/// Errors, which leave `overlaps` unchanged: `invalid_argument` (the sizes differ, an unknown boundary),
/// `invalid_corners` (`*invalid_pair`, if given, is the first faulty pair), `unsupported_isa`. After
/// `executor_failed` it is unspecified.
SATORI_API Status corners_overlap(std::span<const CornerRectPair> pairs, std::span<std::uint8_t> overlaps,
                                  Boundary boundary = Boundary::closed, const Execution& execution = {},
                                  std::uint64_t* invalid_pair = nullptr) noexcept;

/// @}

SATORI_NAMESPACE_END
