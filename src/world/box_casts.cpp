#include "world/box_casts.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/box_math.hpp"

namespace satori::inline v0::world {

namespace {

using geometry::Double3;

/// Squared sine of the angle below which two edges make no axis.
constexpr double kLeastEdgeAxis = 1e-12;

Double3 axis_of(const Body& body, int i) noexcept {
    const float* const at = body.shape.axes + 3 * i;
    return {{at[0], at[1], at[2]}};
}

/// The stretch of a motion in which two intervals overlap, axis by axis.
class Stretch {
public:
    explicit Stretch(double max_distance) noexcept : exit_(max_distance) {}

    /// On an axis something stands at `at`, moves by `speed` and overlaps while within `radius` of zero. False once there is nothing
    /// left.
    bool narrow(double at, double speed, double radius, const Double3& axis) noexcept {
        if (speed == 0) return std::fabs(at) <= radius;
        const double face = std::copysign(radius, speed);
        const double entry = (-face - at) / speed;
        if (entry > entry_) {
            entry_ = entry;
            normal_ = -std::copysign(1.0, speed) * axis;
        }
        exit_ = std::min(exit_, (face - at) / speed);
        return entry_ <= exit_;
    }
    void write(WorldHit& hit) const noexcept {
        const double size = geometry::length(normal_);
        const Double3 unit = size > 0 ? (1 / size) * normal_ : normal_;
        hit.distance = entry_;
        // Adding zero turns -0 into +0.
        hit.normal = {static_cast<float>(unit[0]) + 0.0F, static_cast<float>(unit[1]) + 0.0F,
                      static_cast<float>(unit[2]) + 0.0F};
    }

private:
    double entry_ = 0, exit_;
    Double3 normal_;
};

}  // namespace

MovingBox::MovingBox(const WorldBoxCast& cast) noexcept
    : position(cast.pose.position),
      axes(geometry::axes_of(geometry::unit(cast.pose.rotation))),
      half(geometry::widened(cast.half_extents)),
      direction(wide(cast.direction)),
      max_distance(cast.max_distance) {}

Double3 MovingBox::reach() const noexcept {
    Double3 sum;
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < 3; ++i) sum[k] += half[i] * std::fabs(axes[i][k]);
    return sum;
}

bool meets(const Body& body, const WorldRay& ray, WorldHit& hit) noexcept {
    const Double3 from_center = wide(ray.origin) - wide(body.position), direction = wide(ray.direction);
    Stretch stretch(ray.max_distance);
    for (int i = 0; i < 3; ++i) {
        const Double3 axis = axis_of(body, i);
        if (!stretch.narrow(dot(from_center, axis), dot(direction, axis), body.shape.half[i], axis)) return false;
    }
    stretch.write(hit);
    return true;
}

bool meets(const Body& body, const MovingBox& cast, WorldHit& hit) noexcept {
    const Double3 from_center = wide(cast.position) - wide(body.position);
    const geometry::Frame axes{axis_of(body, 0), axis_of(body, 1), axis_of(body, 2)};
    const Double3 half{{body.shape.half[0], body.shape.half[1], body.shape.half[2]}};
    Stretch stretch(cast.max_distance);
    const auto narrow = [&](const Double3& axis) {
        const double radius = geometry::radius(axes, half, axis) + geometry::radius(cast.axes, cast.half, axis);
        return stretch.narrow(dot(from_center, axis), dot(cast.direction, axis), radius, axis);
    };
    for (const Double3& axis : axes)
        if (!narrow(axis)) return false;
    for (const Double3& axis : cast.axes)
        if (!narrow(axis)) return false;
    for (const Double3& a : axes) {
        for (const Double3& b : cast.axes) {
            const Double3 axis = cross(a, b);
            if (dot(axis, axis) > kLeastEdgeAxis && !narrow(axis)) return false;
        }
    }
    stretch.write(hit);
    return true;
}

double distance_to(const Body& body, const Vec3d& point, Vec3d& nearest) noexcept {
    const Double3 from_center = wide(point) - wide(body.position);
    Double3 beyond;  // from the box's nearest point to the given one
    double square = 0;
    for (int i = 0; i < 3; ++i) {
        const Double3 axis = axis_of(body, i);
        const double at = dot(from_center, axis), half = body.shape.half[i];
        const double outside = at - std::clamp(at, -half, half);
        beyond = beyond + outside * axis;
        square += outside * outside;
    }
    nearest = {point.x - beyond[0], point.y - beyond[1], point.z - beyond[2]};
    return std::sqrt(square);
}

}  // namespace satori::inline v0::world
