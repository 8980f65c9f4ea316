// Computes a box around two boxes.

#include <algorithm>
#include <cstddef>
#include <limits>

#include <satori/box_transform.hpp>

#include "base/assert.hpp"
#include "geometry/box_math.hpp"
#include "geometry/merge_choice.hpp"
#include "geometry/rounding.hpp"
#include "parallel/fp_environment.hpp"

namespace satori::v0 {

namespace {

using geometry::Double3;
using geometry::DoubleBox;
using geometry::DoubleQuat;
using geometry::Frame;

/// Returns the nearest to `q` of the 24 rotations that map the axes of a cube to each other. Their quaternions have one
/// component, or two equal components, or four. The scalar products with q show which of them is nearest.
DoubleQuat nearest_cube_rotation(const DoubleQuat& q) noexcept {
    const double value[4] = {q.v[0], q.v[1], q.v[2], q.w};
    std::size_t first = 0;
    for (std::size_t k = 1; k < 4; ++k) {
        if (std::fabs(value[k]) > std::fabs(value[first])) first = k;
    }
    std::size_t second = first == 0 ? 1 : 0;
    for (std::size_t k = 0; k < 4; ++k) {
        if (k != first && std::fabs(value[k]) > std::fabs(value[second])) second = k;
    }
    const double one = std::fabs(value[first]);
    const double two = (one + std::fabs(value[second])) * 0.70710678118654752440;
    const double four = 0.5 * (taxicab(q.v) + std::fabs(q.w));
    const bool all = four > one && four > two;
    double part[4];
    for (std::size_t k = 0; k < 4; ++k) {
        const bool taken = all || k == first || (two > one && k == second);
        part[k] = taken ? std::copysign(1.0, value[k]) : 0.0;
    }
    return geometry::normalized({{{part[0], part[1], part[2]}}, part[3]});
}

/// Returns the rotation half way from a to the nearest of the rotations that give the same box as b.
Quat half_way(const DoubleQuat& a, const DoubleQuat& b) noexcept {
    const DoubleQuat apart = conjugate(a) * b;
    const DoubleQuat least = apart * conjugate(nearest_cube_rotation(apart));
    SATORI_ASSERT(least.w > 0.85);
    return rounded(normalized(a * geometry::normalized({least.v, least.w + 1})));
}

/// Returns the box with this rotation around both boxes. It may be too thin to be legal.
OrientedBox enclose(const DoubleBox& a, const DoubleBox& b, const Quat& rotation) noexcept {
    const Frame axes = axes_of(geometry::unit(rotation));
    const Double3 apart = b.center - a.center;
    const double all_lengths = (taxicab(apart) + taxicab(a.half)) + taxicab(b.half);
    Double3 low, high;  // along the axes, from a's center
    for (std::size_t k = 0; k < 3; ++k) {
        const double a_radius = radius(a.axes, a.half, axes[k]), b_radius = radius(b.axes, b.half, axes[k]);
        const double along = dot(axes[k], apart);
        low[k] = std::min(-a_radius, along - b_radius);
        high[k] = std::max(a_radius, along + b_radius);
    }
    const Vec3 center = geometry::rounded(from_frame(axes, 0.5 * (low + high)) + a.center);
    // Relative to the rounded center.
    const Double3 shift = geometry::widened(center) - a.center;
    const double slack = geometry::kMergeSlack * (all_lengths + taxicab(shift));
    float half[3];
    for (std::size_t k = 0; k < 3; ++k) {
        const double along = dot(axes[k], shift);
        const double reach = std::max(high[k] - along, along - low[k]) + slack;
        SATORI_ASSERT(reach >= 0);
        half[k] = base::rounded_up(reach);
    }
    return {center, {half[0], half[1], half[2]}, rotation};
}

}  // namespace

Status merge(const OrientedBox& a, const OrientedBox& b, OrientedBox& merged) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(a) || !geometry::is_legal(b)) return Status::invalid_box;
    const DoubleBox first(a), second(b);
    const Quat rotations[4] = {a.rotation, b.rotation, half_way(first.rotation, second.rotation), {}};
    OrientedBox candidates[4];
    double volumes[4];
    for (std::size_t i = 0; i < 4; ++i) {
        candidates[i] = enclose(first, second, rotations[i]);
        Vec3& half = candidates[i].half_extents;
        volumes[i] =
            geometry::compared_side(half.x) * geometry::compared_side(half.y) * geometry::compared_side(half.z);
        half = geometry::flattened(half);
        if (!geometry::is_legal(candidates[i])) volumes[i] = std::numeric_limits<double>::infinity();
    }
    return geometry::take_smallest(candidates, volumes, merged);
}

}  // namespace satori::v0
