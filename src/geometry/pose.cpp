#include <satori/pose.hpp>

#include <cstddef>

#include "geometry/pose_math.hpp"
#include "geometry/rounding.hpp"
#include "parallel/fp_environment.hpp"

namespace satori::v0 {

namespace {

using geometry::DoublePose;

Status finish(const geometry::Double3& point, Vec3& out) noexcept {
    const Vec3 result = geometry::rounded(point);
    if (!geometry::is_finite(result)) return Status::invalid_argument;
    out = result;
    return Status::ok;
}

Status finish(const geometry::Double3& position, const geometry::DoubleQuat& rotation, Pose& out) noexcept {
    const Quat result = rounded(normalized(rotation));
    const Status status = finish(position, out.position);
    if (status == Status::ok) out.rotation = result;
    return status;
}

}  // namespace

Status compose(const Pose& second, const Pose& first, Pose& pose) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(second) || !geometry::is_legal(first)) return Status::invalid_argument;
    const DoublePose outer(second), inner(first);
    return finish(outer.image(inner.position), outer.rotation * inner.rotation, pose);
}

Status invert(const Pose& pose, Pose& inverse) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(pose)) return Status::invalid_argument;
    const DoublePose given(pose);
    return finish(-into_frame(given.axes, given.position), conjugate(given.rotation), inverse);
}

Status transform_point(const Pose& pose, const Vec3& point, Vec3& image) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(pose) || !geometry::is_finite(point)) return Status::invalid_argument;
    return finish(DoublePose(pose).image(geometry::widened(point)), image);
}

Status matrix_from_pose(const Pose& pose, Mat4& matrix) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(pose)) return Status::invalid_argument;
    const DoublePose given(pose);
    Mat4 result;
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            result.m[4 * column + row] = geometry::rounded(given.axes[column][row]);
        }
        result.m[12 + row] = geometry::rounded(given.position[row]);
    }
    matrix = result;
    return Status::ok;
}

}  // namespace satori::v0
