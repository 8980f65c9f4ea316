// The image of a box under a matrix.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include <satori/box_transform.hpp>

#include "geometry/box_math.hpp"
#include "geometry/matrix_math.hpp"
#include "geometry/rounding.hpp"
#include "parallel/fp_environment.hpp"

namespace satori::v0 {

namespace {

using geometry::Double3;
using geometry::Frame;

/// Lengths below this fraction of the longest edge are rounding errors of doubles.
constexpr double kRankTolerance = 1e-14;

/// Returns a key that compares sizes: first by volume, then by area, then by edges, so that it can compare flat boxes
/// too.
std::tuple<double, double, double> size_of(const Double3& half) noexcept {
    return {half[0] * half[1] * half[2], half[0] * half[1] + half[1] * half[2] + half[2] * half[0], taxicab(half)};
}

/// A box around a parallelepiped, with the same center.
struct Enclosure {
    Frame axes;    ///< right-handed
    Double3 half;  ///< along the axes
};

/// Encloses the parallelepiped with these edge directions, taken in `order` (Gram-Schmidt). The lengths of `directions`
/// scale the half extents. The first axis lies along the first direction, the third axis is perpendicular to the first
/// two directions. So extents along later axes have no part of earlier edges, and flat boxes stay flat.
Enclosure enclose(const Frame& directions, const Double3& half, const std::uint8_t (&order)[3]) noexcept {
    const Double3 &first = directions[order[0]], &second = directions[order[1]], &third = directions[order[2]];
    const double noise = kRankTolerance * std::max({length(first), length(second), length(third)});
    const auto unit_or = [noise](const Double3& v, const Double3& otherwise) {
        const double norm = length(v);
        return norm > noise ? (1 / norm) * v : otherwise;
    };
    Frame axes;
    axes[0] = unit_or(first, {{1, 0, 0}});
    axes[1] = unit_or(second - dot(second, axes[0]) * axes[0], geometry::any_perpendicular(axes[0]));
    axes[1] = unit_or(axes[1] - dot(axes[1], axes[0]) * axes[0], axes[1]);  // again, to remove the rounding error
    axes[2] = cross(axes[0], axes[1]);
    // The part of each edge along each axis, by its position in the order.
    const double h0 = half[order[0]], h1 = half[order[1]], h2 = half[order[2]];
    const auto part = [noise](const Double3& edge, const Double3& axis) {
        const double along = std::fabs(dot(edge, axis));
        return along > noise ? along : 0.0;
    };
    const double reach[3] = {(h0 * length(first) + h1 * part(second, axes[0])) + h2 * part(third, axes[0]),
                             h1 * part(second, axes[1]) + h2 * part(third, axes[1]), h2 * part(third, axes[2])};
    Enclosure result;
    for (std::size_t k = 0; k < 3; ++k) {
        result.axes[order[k]] = axes[k];
        result.half[order[k]] = reach[k];
    }
    if (dot(cross(result.axes[0], result.axes[1]), result.axes[2]) < 0) result.axes[2] = -result.axes[2];
    return result;
}

Enclosure smallest_enclosure(const Frame& directions, const Double3& half) noexcept {
    constexpr std::uint8_t kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    Enclosure best = enclose(directions, half, kOrders[0]);
    for (std::size_t i = 1; i < 6; ++i) {
        const Enclosure next = enclose(directions, half, kOrders[i]);
        if (size_of(next.half) < size_of(best.half)) best = next;
    }
    return best;
}

}  // namespace

Status transform(OrientedBox& box, const Mat4& matrix, BoxImage* image) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(box)) return Status::invalid_box;
    if (!geometry::is_affine(matrix)) return Status::invalid_argument;
    const geometry::DoubleBox given(box);
    const geometry::DoubleAffine affine(matrix);
    Frame directions;
    Double3 half;
    for (std::size_t i = 0; i < 3; ++i) {
        directions[i] = affine.direction(given.axes[i]);
        half[i] = given.half[i] * length(directions[i]);
    }
    const double determinant = dot(cross(directions[0], directions[1]), directions[2]);
    BoxImage made{largest_cosine(directions), 1, determinant < 0};
    OrientedBox changed;
    changed.center = geometry::rounded(affine.direction(given.center) + affine.origin);
    if (made.shear <= kShearTolerance) {
        changed.rotation = rounded(nearest_rotation(directions));
    } else {
        const Enclosure enclosure = smallest_enclosure(directions, given.half);
        const double volume = std::get<0>(size_of(enclosure.half));
        const double exact = std::get<0>(size_of(given.half)) * std::fabs(determinant);
        const Vec3 thin = geometry::flattened(geometry::rounded(enclosure.half));
        if (thin.x > 0 && thin.y > 0 && thin.z > 0 && exact > 0) made.growth = volume / exact;
        changed.rotation = rounded(quat_of(enclosure.axes));
        half = enclosure.half;
    }
    changed.half_extents = geometry::flattened(geometry::rounded(half));
    const Status status = geometry::commit(changed, box, Status::result_out_of_range);
    if (status == Status::ok && image != nullptr) *image = made;
    return status;
}

}  // namespace satori::v0
