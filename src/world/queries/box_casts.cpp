#include "world/queries/box_casts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.hpp"
#include "geometry/box_math.hpp"

namespace satori::v0::world {

namespace {

using geometry::Double3;

/// Distances that count as touching: kTouch is relative to the boxes' sizes and distance, kTouchOfPositions to their
/// positions. They cover the errors of a box that a caller places at the distance that a cast returned.
constexpr double kTouch = 1e-9, kTouchOfPositions = 1e-15;

/// The part of a motion in which two intervals overlap on every axis so far.
class Stretch {
public:
    explicit Stretch(double max_distance) noexcept : exit_(max_distance) {}

    /// Adds an axis. An object at `at` moves with `speed`, and overlaps while it is within `radius` of zero. Returns
    /// false when the part is empty.
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
    /// Ends the motion at `distance`. Returns false when the part is empty.
    bool end(double distance) noexcept {
        exit_ = std::min(exit_, distance);
        return entry_ <= exit_;
    }
    void write(WorldHit& hit) const noexcept {
        hit.distance = entry_;
        hit.normal = outward(normal_);
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
      max_distance(cast.max_distance),
      skin(cast.skin),
      radius(cast.radius) {}

Double3 MovingBox::reach() const noexcept {
    // Boxes on which all 15 axes leave a gap may be sqrt(3) of it apart. Far from the origin touch_of() is such a gap.
    const double gap = (skin + radius) + 2 * kTouchOfPositions * geometry::length(wide(position));
    Double3 sum{{2 * gap, 2 * gap, 2 * gap}};
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t i = 0; i < 3; ++i) sum[k] += half[i] * std::fabs(axes[i][k]);
    return sum;
}

bool meets(const Body& body, const WorldRay& ray, WorldHit& hit) noexcept {
    if (body.radius != 0) {
        Double3 normal;
        const geometry::Line line{{}, wide(ray.direction), ray.max_distance};
        if (!geometry::meets(rounded(body, ray.origin), line, hit.distance, normal)) return false;
        hit.normal = outward(normal);
        return true;
    }
    const Double3 from_center = wide(ray.origin) - wide(body.position), direction = wide(ray.direction);
    double entry = 0, exit = ray.max_distance, speed[3];
    int entered = 0;
    // Without branches on what is entered or left first: nothing predicts them.
    for (int i = 0; i < 3; ++i) {
        const Double3 axis = axis_of(body, i);
        const double at = dot(from_center, axis), half = body.shape.half[i];
        speed[i] = dot(direction, axis);
        if (speed[i] == 0) {
            if (std::fabs(at) > half) return false;
            continue;
        }
        const double face = std::copysign(half, speed[i]), enters = (-face - at) / speed[i];
        entered = enters > entry ? i : entered;
        entry = std::max(entry, enters);
        exit = std::min(exit, (face - at) / speed[i]);
    }
    if (!(entry <= exit)) return false;
    hit.distance = entry;
    hit.normal = entry > 0 ? outward(-std::copysign(1.0, speed[entered]) * axis_of(body, entered)) : Vec3{};
    return true;
}

double touch_of(const Body& body, const MovingBox& cast, const Double3& from_center) noexcept {
    return kTouch * (geometry::length(half_of(body)) + geometry::length(cast.half) + geometry::length(from_center)) +
           kTouchOfPositions * (geometry::length(wide(cast.position)) + geometry::length(wide(body.position)));
}

bool meets(const Body& body, const MovingBox& cast, WorldHit& hit) noexcept {
    if (body.radius != 0 || cast.radius != 0) return meets_rounded(body, cast, hit);
    const Double3 from_center = wide(cast.position) - wide(body.position);
    const geometry::Frame axes = axes_of(body);
    const Double3 half = half_of(body);
    const double speed = geometry::length(cast.direction), touch = touch_of(body, cast, from_center);
    SATORI_ASSERT(speed > 0);
    Stretch stretch(cast.max_distance);
    WayOut way_out;
    bool in_touch = true, met = true;
    const auto look_along = [&](const Double3& axis) {
        const double size = geometry::length(axis);
        const AxisView view{
            axis, dot(from_center, axis),
            geometry::radius(axes, half, axis) + geometry::radius(cast.axes, cast.half, axis) + cast.skin * size,
            dot(cast.direction, axis), size};
        const double overlap = view.radius - std::fabs(view.at), drift = kAlong * speed * view.size;
        in_touch = in_touch && -overlap <= touch * view.size;
        if (in_touch) way_out.consider(view);
        met = met && stretch.narrow(view.at, view.speed, view.radius, axis);
        // A motion along a face does not hit a box that it only touches. The overlap must be deeper, and it counts only
        // up to the distance at which the drift has used half of it.
        if (met && std::fabs(view.speed) <= drift)
            met = overlap > touch * view.size && stretch.end((overlap - touch * view.size) / (2 * drift));
        return met || in_touch;
    };
    if (!look_along_axes(axes, cast.axes, look_along)) return false;
    if (!in_touch) {
        stretch.write(hit);
        return met;
    }
    // A box that the motion touches at its start stops it only when the motion goes into the box.
    if (way_out.speed >= -kAlongFromTouch * speed) return false;
    hit.distance = 0;
    hit.normal = outward(way_out.normal);
    hit.depth = static_cast<float>(std::max(way_out.depth, 0.0));
    return true;
}

Vec3d point_of(const Body&, const WorldRay& ray, const WorldHit& hit) noexcept {
    return {ray.origin.x + hit.distance * ray.direction.x, ray.origin.y + hit.distance * ray.direction.y,
            ray.origin.z + hit.distance * ray.direction.z};
}

double distance_to(const Body& body, const Vec3d& point, Vec3d& nearest) noexcept {
    const Double3 from_center = wide(point) - wide(body.position);
    Double3 beyond;  // from the nearest point of the core to the given point
    double square = 0;
    for (int i = 0; i < 3; ++i) {
        const Double3 axis = axis_of(body, i);
        const double at = dot(from_center, axis), half = body.shape.half[i];
        const double outside = at - std::clamp(at, -half, half);
        beyond = beyond + outside * axis;
        square += outside * outside;
    }
    const double apart = std::sqrt(square), distance = std::max(apart - double{body.radius}, 0.0);
    if (body.radius != 0 && apart > 0) beyond = (distance / apart) * beyond;
    nearest = {point.x - beyond[0], point.y - beyond[1], point.z - beyond[2]};
    return distance;
}

}  // namespace satori::v0::world
