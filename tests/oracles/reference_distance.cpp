#include "reference_distance.hpp"

#include <algorithm>
#include <limits>

#include "reference_box.hpp"
#include "reference_overlap.hpp"
#include "reference_rect.hpp"

SATORI_NAMESPACE_BEGIN

namespace {

using reference::Point;

/// A box, or a rectangle in the plane z = 0.
struct Body : reference::PlacedBox {
    explicit Body(const PlacedBox& box) : PlacedBox(box) {}
    Body(const OrientedBox& box, const Point& at) {
        const reference::Box exact(box, at);
        center = at;
        half = exact.half;
        axes = exact.axes;
    }
    Body(const OrientedRect& rect, const Point& at) {
        center = at;
        half = {rect.half_extents.x, rect.half_extents.y, 0};
        const double cosine = std::cos(static_cast<double>(rect.angle)),
                     sine = std::sin(static_cast<double>(rect.angle));
        axes = {Point{cosine, sine, 0}, Point{-sine, cosine, 0}, Point{0, 0, 1}};
    }

    /// The middle of the feature that lies on the sides given by `sides`: -1, 0 (no side) or 1 for each axis.
    Point on_sides(const std::array<int, 3>& sides) const {
        Point at = center;
        for (std::size_t k = 0; k < 3; ++k) at = reference::add_scaled(at, sides[k] * half[k], axes[k]);
        return at;
    }
    Point nearest(const Point& point) const {
        const Point offset = reference::minus(point, center);
        Point at = center;
        for (std::size_t k = 0; k < 3; ++k)
            at = reference::add_scaled(at, std::clamp(reference::dot(offset, axes[k]), -half[k], half[k]), axes[k]);
        return at;
    }
    double outside(const Point& offset) const {
        double most = 0;
        for (std::size_t k = 0; k < 3; ++k) most = std::max(most, std::fabs(reference::dot(offset, axes[k])) - half[k]);
        return most;
    }
    double radius(const Point& direction) const {
        double sum = 0;
        for (std::size_t k = 0; k < 3; ++k) sum += std::fabs(reference::dot(axes[k], direction)) * half[k];
        return sum;
    }
};

struct TwoPoints {
    Point a, b;
    double distance = std::numeric_limits<double>::infinity();

    void offer(const Point& of_a, const Point& of_b) {
        const double found = reference::length(reference::minus(of_b, of_a));
        if (found < distance) *this = {of_a, of_b, found};
    }
};

constexpr int side_of(unsigned corner, std::size_t axis) {
    return (corner >> axis & 1U) != 0 ? 1 : -1;
}

/// Offers the closest points of the lines along two edges, when they lie on the edges.
void offer_edges(const Body& a, const Body& b, std::size_t i, std::size_t j, TwoPoints& best) {
    const double cosine = reference::dot(a.axes[i], b.axes[j]);
    const Point normal = reference::cross(a.axes[i], b.axes[j]);
    const double sine_sq = reference::dot(normal, normal);
    if (sine_sq == 0) return;
    for (unsigned v = 0; v < 16; ++v) {
        std::array<int, 3> of_a{}, of_b{};
        of_a[(i + 1) % 3] = side_of(v, 0);
        of_a[(i + 2) % 3] = side_of(v, 1);
        of_b[(j + 1) % 3] = side_of(v, 2);
        of_b[(j + 2) % 3] = side_of(v, 3);
        const Point from = a.on_sides(of_a), to = b.on_sides(of_b), between = reference::minus(to, from);
        const double along_a = reference::dot(between, a.axes[i]), along_b = reference::dot(between, b.axes[j]);
        const double s = (along_a - cosine * along_b) / sine_sq, u = (cosine * along_a - along_b) / sine_sq;
        if (std::fabs(s) > a.half[i] || std::fabs(u) > b.half[j]) continue;
        best.offer(reference::add_scaled(from, s, a.axes[i]), reference::add_scaled(to, u, b.axes[j]));
    }
}

DistanceBounds bounds_of(const Body& a, const Body& b, double separation) {
    if (separation <= 0) return {0, 0};
    TwoPoints best;
    for (unsigned corner = 0; corner < 8; ++corner) {
        const std::array<int, 3> sides = {side_of(corner, 0), side_of(corner, 1), side_of(corner, 2)};
        const Point of_a = a.on_sides(sides), of_b = b.on_sides(sides);
        best.offer(of_a, b.nearest(of_a));
        best.offer(a.nearest(of_b), of_b);
    }
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) offer_edges(a, b, i, j, best);
    Point direction = reference::minus(best.b, best.a);
    for (double& component : direction) component /= std::max(best.distance, std::numeric_limits<double>::min());
    const double along = reference::dot(reference::minus(b.center, a.center), direction);
    return {std::max({0.0, separation, along - a.radius(direction) - b.radius(direction)}), best.distance};
}

/// Returns the separation on the best of the 15 axes.
double separation_of(const Body& a, const Body& b) {
    const Point offset = reference::minus(b.center, a.center);
    double most = -std::numeric_limits<double>::infinity();
    const auto try_axis = [&](const Point& axis) {
        const double length = reference::length(axis);
        if (length < reference::kParallelEdges) return;
        const double gap = std::fabs(reference::dot(offset, axis)) - a.radius(axis) - b.radius(axis);
        most = std::max(most, gap / length);
    };
    for (std::size_t i = 0; i < 3; ++i) {
        try_axis(a.axes[i]);
        try_axis(b.axes[i]);
        for (std::size_t j = 0; j < 3; ++j) try_axis(reference::cross(a.axes[i], b.axes[j]));
    }
    return most;
}

Point offset_of(const Vec3& from, const Vec3& to) {
    return reference::minus(reference::to_point(to), reference::to_point(from));
}

Point offset_of(const Vec2& from, const Vec2& to) {
    return {static_cast<double>(to.x) - from.x, static_cast<double>(to.y) - from.y, 0};
}

}  // namespace

DistanceBounds reference_distance(const OrientedBox& a, const OrientedBox& b) noexcept {
    return bounds_of({a, {0, 0, 0}}, {b, offset_of(a.center, b.center)}, reference_separation(a, b));
}

DistanceBounds reference_distance(const OrientedRect& a, const OrientedRect& b) noexcept {
    return bounds_of({a, {0, 0, 0}}, {b, offset_of(a.center, b.center)}, reference_separation(a, b).separation);
}

DistanceBounds reference_distance(const reference::PlacedBox& a, const reference::PlacedBox& b) noexcept {
    const Body first(a), second(b);
    return bounds_of(first, second, separation_of(first, second));
}

double reference_outside(const reference::PlacedBox& box, const reference::Point& offset) noexcept {
    return Body(box).outside(offset);
}

double reference_outside(const OrientedBox& box, const Vec3& offset) noexcept {
    return Body(box, {0, 0, 0}).outside(reference::to_point(offset));
}

double reference_outside(const OrientedRect& rect, const Vec2& offset) noexcept {
    return Body(rect, {0, 0, 0}).outside({offset.x, offset.y, 0});
}

SATORI_NAMESPACE_END
