#include "moving_twin.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>

SATORI_NAMESPACE_BEGIN

namespace {

using reference::Point;

double radius(const reference::PlacedBox& box, const Point& direction) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += box.half[k] * std::fabs(reference::dot(box.axes[k], direction));
    return sum;
}

double apart_along(const reference::PlacedBox& a, const reference::PlacedBox& b, const Point& direction) {
    const double between = std::fabs(reference::dot(reference::minus(b.center, a.center), direction));
    return between - radius(a, direction) - radius(b, direction);
}

Point offset_of(const Vec3& from, const Vec3& to) {
    return reference::minus(reference::to_point(to), reference::to_point(from));
}

Point offset_of(const Vec2& from, const Vec2& to) {
    return {static_cast<double>(to.x) - from.x, static_cast<double>(to.y) - from.y, 0};
}

}  // namespace

MovingTwin::Body MovingTwin::body_of(const MovingBox& moving, const Point& at) {
    const reference::Box exact(moving.box, at);
    const Point turn = reference::to_point(moving.motion.rotation);
    return {
        {at, exact.half, exact.axes}, reference::to_point(moving.motion.translation), turn, reference::length(turn)};
}

MovingTwin::Body MovingTwin::body_of(const MovingRect& moving, const Point& at) {
    const double cosine = std::cos(static_cast<double>(moving.rect.angle)),
                 sine = std::sin(static_cast<double>(moving.rect.angle));
    const Vec2 &half = moving.rect.half_extents, &translation = moving.motion.translation;
    return {{at, {half.x, half.y, 0}, {Point{cosine, sine, 0}, Point{-sine, cosine, 0}, Point{0, 0, 1}}},
            {translation.x, translation.y, 0},
            {0, 0, moving.motion.rotation},
            std::fabs(static_cast<double>(moving.motion.rotation))};
}

MovingTwin::MovingTwin(const MovingBox& a, const MovingBox& b)
    : MovingTwin(body_of(a, {0, 0, 0}), body_of(b, offset_of(a.box.center, b.box.center))) {}

MovingTwin::MovingTwin(const MovingRect& a, const MovingRect& b)
    : MovingTwin(body_of(a, {0, 0, 0}), body_of(b, offset_of(a.rect.center, b.rect.center))) {}

reference::PlacedBox MovingTwin::at(int which, double time) const {
    const Body& body = bodies_[which];
    reference::PlacedBox placed = body.start;
    placed.center = reference::add_scaled(placed.center, time, body.translation);
    if (body.angle == 0) return placed;
    const double half_angle = body.angle * time / 2, sine = std::sin(half_angle) / body.angle;
    const Point vector = {sine * body.turn[0], sine * body.turn[1], sine * body.turn[2]};
    for (Point& axis : placed.axes) axis = reference::rotate(vector, std::cos(half_angle), axis);
    return placed;
}

double MovingTwin::nearer_by(double distance, double time) {
    const reference::PlacedBox a = at(0, time), b = at(1, time);
    if (apart_along(a, b, last_) >= distance) return 0;
    double most = -1;
    const auto try_axis = [&](const Point& axis) {
        const double length = reference::length(axis);
        if (length < reference::kParallelEdges) return;
        const Point unit = {axis[0] / length, axis[1] / length, axis[2] / length};
        const double apart = apart_along(a, b, unit);
        if (apart <= most) return;
        most = apart;
        last_ = unit;
    };
    for (std::size_t i = 0; i < 3; ++i) {
        try_axis(a.axes[i]);
        try_axis(b.axes[i]);
        for (std::size_t j = 0; j < 3; ++j) try_axis(reference::cross(a.axes[i], b.axes[j]));
    }
    if (most >= distance) return 0;
    // Boxes that overlap are nearer by their depth too.
    return most < 0 ? distance - most : std::max(0.0, distance - reference_distance(a, b).upper);
}

double MovingTwin::delta() const {
    double size = 0;
    for (const Body& body : bodies_) {
        for (const double half : body.start.half) size += half;
        size += body.angle * reference::length(body.start.half);
    }
    const Point velocity = reference::minus(bodies_[1].translation, bodies_[0].translation);
    const Point &begin = bodies_[1].start.center, end = reference::add_scaled(begin, 1, velocity);
    size += reference::length(velocity) + std::max(reference::length(begin), reference::length(end));
    return 32 * static_cast<double>(FLT_EPSILON) * size;
}

SATORI_NAMESPACE_END
