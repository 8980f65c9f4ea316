#include <satori/box_construction.hpp>

#include <algorithm>
#include <cstddef>

#include "geometry/box_math.hpp"
#include "geometry/matrix_math.hpp"
#include "geometry/rounding.hpp"
#include "parallel/fp_environment.hpp"

namespace satori::v0 {

BoxFault check_box(const OrientedBox& box) noexcept {
    const parallel::FpEnvironment ieee;
    return geometry::find_fault(box).fault;
}

Status box_from_aabb(const Aabb& bounds, OrientedBox& box) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_finite(bounds.min) || !geometry::is_finite(bounds.max)) return Status::invalid_bounds;
    const geometry::Double3 min = geometry::widened(bounds.min), max = geometry::widened(bounds.max);
    OrientedBox made;
    made.center = geometry::rounded(0.5 * (min + max));
    const geometry::Double3 center = geometry::widened(made.center);
    float half[3];
    for (std::size_t k = 0; k < 3; ++k) {
        if (min[k] > max[k]) return Status::invalid_bounds;
        const double reach = std::max(base::sum_up(max[k], -center[k]), base::sum_up(center[k], -min[k]));
        half[k] = base::rounded_up(reach);
    }
    made.half_extents = geometry::flattened(Vec3{half[0], half[1], half[2]});
    return geometry::commit(made, box, Status::invalid_box);
}

Status box_from_axes(const Vec3& center, const Axes& axes, const Vec3& half_extents, OrientedBox& box) noexcept {
    const parallel::FpEnvironment ieee;
    OrientedBox made{center, half_extents, {}};
    const Status status = quat_from_axes(axes, made.rotation);
    return status == Status::ok ? geometry::commit(made, box, Status::invalid_box) : status;
}

Status box_from_euler(const Vec3& center, const EulerAngles& angles, EulerOrder order, const Vec3& half_extents,
                      OrientedBox& box) noexcept {
    const parallel::FpEnvironment ieee;
    OrientedBox made{center, half_extents, {}};
    const Status status = quat_from_euler(angles, order, made.rotation);
    return status == Status::ok ? geometry::commit(made, box, Status::invalid_box) : status;
}

Status box_from_axis_angle(const Vec3& center, const Vec3& axis, double angle, const Vec3& half_extents,
                           OrientedBox& box) noexcept {
    const parallel::FpEnvironment ieee;
    OrientedBox made{center, half_extents, {}};
    const Status status = quat_from_axis_angle(axis, angle, made.rotation);
    return status == Status::ok ? geometry::commit(made, box, Status::invalid_box) : status;
}

Status box_from_matrix(const Mat4& matrix, const Vec3& half_extents, OrientedBox& box) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_affine(matrix)) return Status::invalid_argument;
    if (!geometry::is_legal(OrientedBox{{}, half_extents, {}})) return Status::invalid_box;
    const geometry::DoubleAffine affine(matrix);
    if (largest_cosine(affine.columns) > kAxesTolerance) return Status::invalid_argument;
    const geometry::Double3 half = geometry::widened(half_extents);
    geometry::Double3 scaled;
    for (std::size_t i = 0; i < 3; ++i) scaled[i] = half[i] * length(affine.columns[i]);
    const OrientedBox made{geometry::rounded(affine.origin), geometry::flattened(geometry::rounded(scaled)),
                           rounded(nearest_rotation(affine.columns))};
    return geometry::commit(made, box, Status::invalid_box);
}

}  // namespace satori::v0
