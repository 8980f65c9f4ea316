#include <satori/box_transform.hpp>

#include <cstddef>

#include "geometry/box_math.hpp"
#include "geometry/pose_math.hpp"
#include "geometry/rounding.hpp"
#include "parallel/fp_environment.hpp"

namespace satori::v0 {

namespace {

using geometry::Double3;
using geometry::DoubleBox;
using geometry::DoublePose;

/// Moves the center of the box by `pose`, relative to `origin`, and rotates the box.
Status moved(OrientedBox& box, const DoublePose& pose, const Double3& origin) noexcept {
    const DoubleBox given(box);
    OrientedBox changed = box;
    changed.center = geometry::rounded(pose.image(given.center - origin) + origin);
    changed.rotation = rounded(normalized(pose.rotation * given.rotation));
    return geometry::commit(changed, box, Status::result_out_of_range);
}

}  // namespace

Status translate(OrientedBox& box, const Vec3& offset) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(box)) return Status::invalid_box;
    if (!geometry::is_finite(offset)) return Status::invalid_argument;
    OrientedBox changed = box;
    changed.center = geometry::rounded(geometry::widened(box.center) + geometry::widened(offset));
    return geometry::commit(changed, box, Status::result_out_of_range);
}

Status rotate(OrientedBox& box, const Quat& rotation) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(box)) return Status::invalid_box;
    if (!geometry::is_legal(rotation)) return Status::invalid_argument;
    box.rotation = rounded(normalized(geometry::unit(rotation) * geometry::unit(box.rotation)));
    return Status::ok;
}

Status rotate_about(OrientedBox& box, const Quat& rotation, const Vec3& point) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(box)) return Status::invalid_box;
    if (!geometry::is_legal(rotation) || !geometry::is_finite(point)) return Status::invalid_argument;
    return moved(box, DoublePose({{}, rotation}), geometry::widened(point));
}

Status scale(OrientedBox& box, const Vec3& factors) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(box)) return Status::invalid_box;
    if (!geometry::is_finite(factors)) return Status::invalid_argument;
    const Double3 half = geometry::widened(box.half_extents), by = geometry::widened(factors);
    OrientedBox changed = box;
    changed.half_extents = geometry::flattened(geometry::rounded(
        Double3{{std::fabs(half[0] * by[0]), std::fabs(half[1] * by[1]), std::fabs(half[2] * by[2])}}));
    return geometry::commit(changed, box, Status::result_out_of_range);
}

Status inflate(OrientedBox& box, float distance) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(box)) return Status::invalid_box;
    if (!std::isfinite(distance)) return Status::invalid_argument;
    const auto larger = [distance](float half) { return base::rounded_up(base::sum_up(half, distance)); };
    const Vec3& half = box.half_extents;
    OrientedBox changed = box;
    changed.half_extents = geometry::flattened(Vec3{larger(half.x), larger(half.y), larger(half.z)});
    return geometry::commit(changed, box, Status::result_out_of_range);
}

Status transform(OrientedBox& box, const Pose& pose) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(box)) return Status::invalid_box;
    if (!geometry::is_legal(pose)) return Status::invalid_argument;
    return moved(box, DoublePose(pose), {});
}

}  // namespace satori::v0
