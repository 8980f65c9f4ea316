#pragma once

#include <satori/export.hpp>
#include <satori/pairs.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

// Whether two of a kind overlap: intervals, and axis-aligned boxes of 2 and 3 dimensions. Exact: floats are only compared.
// `closed`: they have a point in common, be it on the boundary. `open`: their interiors do; one that is flat has none and
// overlaps nothing. Many at once: find_pairs() of aabb_rows().
//
// Errors, after which `overlap` is unchanged: `invalid_bounds` (a number is not finite, or a minimum above its maximum),
// `invalid_argument` (an unknown boundary).

SATORI_API Status overlaps(const Interval& a, const Interval& b, bool& overlap,
                           Boundary boundary = Boundary::closed) noexcept;
SATORI_API Status overlaps(const Aabb2& a, const Aabb2& b, bool& overlap,
                           Boundary boundary = Boundary::closed) noexcept;
SATORI_API Status overlaps(const Aabb& a, const Aabb& b, bool& overlap, Boundary boundary = Boundary::closed) noexcept;

SATORI_NAMESPACE_END
