#include <satori/rotation.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "geometry/rotation_math.hpp"
#include "geometry/rounding.hpp"
#include "geometry/trigonometry.hpp"
#include "parallel/fp_environment.hpp"

namespace satori::v0 {

namespace {

using geometry::DoubleQuat;
using geometry::Frame;

static_assert(kMaxRotationAngle <= geometry::kMaxReducedAngle);

bool is_angle(double angle) noexcept {
    return std::fabs(angle) <= kMaxRotationAngle;
}

DoubleQuat turn(const geometry::Double3& unit_axis, double angle) noexcept {
    const geometry::SinCos half = geometry::sin_cos(angle / 2);
    return {half.sin * unit_axis, half.cos};
}

DoubleQuat turn_about(std::size_t axis, double angle) noexcept {
    geometry::Double3 unit_axis;
    unit_axis[axis] = 1;
    return turn(unit_axis, angle);
}

/// The axes of the intrinsic orders, in the order of the enumeration. The extrinsic orders have the same axes.
constexpr std::uint8_t kEulerAxes[12][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0},
                                            {0, 1, 0}, {0, 2, 0}, {1, 0, 1}, {1, 2, 1}, {2, 0, 2}, {2, 1, 2}};

}  // namespace

Status quat_from_euler(const EulerAngles& angles, EulerOrder order, Quat& rotation) noexcept {
    const parallel::FpEnvironment ieee;
    if (!is_angle(angles.first) || !is_angle(angles.second) || !is_angle(angles.third)) return Status::invalid_argument;
    const auto index = static_cast<std::uint32_t>(order);
    constexpr std::uint32_t kExtrinsic = static_cast<std::uint32_t>(EulerOrder::extrinsic_xyz);
    if (index >= 2 * kExtrinsic) return Status::invalid_argument;
    const std::uint8_t* axes = kEulerAxes[index % kExtrinsic];
    const DoubleQuat first = turn_about(axes[0], angles.first), second = turn_about(axes[1], angles.second),
                     third = turn_about(axes[2], angles.third);
    const DoubleQuat q = index < kExtrinsic ? first * second * third : third * second * first;
    rotation = rounded(normalized(q));
    return Status::ok;
}

Status quat_from_axis_angle(const Vec3& axis, double angle, Quat& rotation) noexcept {
    const parallel::FpEnvironment ieee;
    if (!is_angle(angle) || !geometry::is_finite(axis)) return Status::invalid_argument;
    if (axis.x == 0 && axis.y == 0 && axis.z == 0) return Status::invalid_argument;
    const geometry::Double3 direction = geometry::widened(axis);
    rotation = rounded(normalized(turn((1 / length(direction)) * direction, angle)));
    return Status::ok;
}

Status quat_from_axes(const Axes& axes, Quat& rotation) noexcept {
    const parallel::FpEnvironment ieee;
    Frame frame;
    for (std::size_t i = 0; i < 3; ++i) frame[i] = geometry::widened(axes.axes[i]);
    if (!nearly_orthonormal(frame)) return Status::invalid_argument;
    rotation = rounded(nearest_rotation(frame));
    return Status::ok;
}

Status axes_from_quat(const Quat& rotation, Axes& axes) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(rotation)) return Status::invalid_argument;
    const Frame frame = axes_of(geometry::unit(rotation));
    for (std::size_t i = 0; i < 3; ++i) axes.axes[i] = geometry::rounded(frame[i]);
    return Status::ok;
}

Status compose(const Quat& second, const Quat& first, Quat& rotation) noexcept {
    const parallel::FpEnvironment ieee;
    if (!geometry::is_legal(second) || !geometry::is_legal(first)) return Status::invalid_argument;
    rotation = rounded(normalized(geometry::unit(second) * geometry::unit(first)));
    return Status::ok;
}

}  // namespace satori::v0
