#include "oracles/reference_overlap.hpp"

#include <cfloat>
#include <cmath>

#include "oracles/reference_box.hpp"

SATORI_NAMESPACE_BEGIN

using namespace reference;

double reference_separation(const OrientedBox& a, const OrientedBox& b) noexcept {
    const Pair pair(a, b);
    double separation = -HUGE_VAL;
    for_each_axis(pair, [&](std::uint32_t, const Point& direction) {
        const Extent in_a = project(pair.a, direction);
        const Extent in_b = project(pair.b, direction);
        separation = larger(separation, larger(in_b.min - in_a.max, in_a.min - in_b.max));
    });
    return separation;
}

double overlap_tolerance(const OrientedBox& a, const OrientedBox& b) noexcept {
    const Point apart = minus(to_point(b.center), to_point(a.center));
    const Point half_a = to_point(a.half_extents);
    const Point half_b = to_point(b.half_extents);
    double size = length(apart);
    for (std::size_t i = 0; i < 3; ++i) size += half_a[i] + half_b[i];
    return 16.0 * FLT_EPSILON * size;
}

SATORI_NAMESPACE_END
