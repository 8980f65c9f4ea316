#pragma once

#include <satori/export.hpp>
#include <satori/pairs.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup overlap_two
///
/// Tests whether two intervals, two 2D AABBs or two AABBs overlap. Exact: the calls only compare floats. `closed`:
/// they have a point in common, on the boundary or inside. `open`: their interiors have a point in common; a flat one
/// has no interior and overlaps nothing. For many at once: find_pairs() of aabb_rows().
///
/// Errors, which leave `overlap` unchanged: `invalid_bounds` (a number is not finite, or a minimum exceeds its
/// maximum), `invalid_argument` (an unknown boundary).
/// @{

/// Tests whether two intervals overlap.
SATORI_API Status overlaps(const Interval& a, const Interval& b, bool& overlap,
                           Boundary boundary = Boundary::closed) noexcept;
/// Tests whether two 2D AABBs overlap.
SATORI_API Status overlaps(const Aabb2& a, const Aabb2& b, bool& overlap,
                           Boundary boundary = Boundary::closed) noexcept;
/// Tests whether two AABBs overlap.
SATORI_API Status overlaps(const Aabb& a, const Aabb& b, bool& overlap, Boundary boundary = Boundary::closed) noexcept;

/// @}

SATORI_NAMESPACE_END
