#include "fit/planar.hpp"

#include <algorithm>
#include <cmath>

#include "fit/principal_axes.hpp"

namespace satori::v0::fit {

namespace {

PlanePoint operator-(const PlanePoint& a, const PlanePoint& b) noexcept {
    return {a.x - b.x, a.y - b.y};
}
double dot(const PlanePoint& a, const PlanePoint& b) noexcept {
    return a.x * b.x + a.y * b.y;
}
double cross(const PlanePoint& a, const PlanePoint& b) noexcept {
    return a.x * b.y - a.y * b.x;
}

/// Walks around a polygon while that leads further along a direction.
class Caliper {
public:
    explicit Caliper(std::span<const PlanePoint> polygon, std::size_t start) noexcept
        : polygon_(polygon), at_(start), end_(start + 2 * polygon.size()) {}

    const PlanePoint& advance(const PlanePoint& direction) noexcept {
        while (at_ < end_ && dot(direction, point(at_ + 1) - point(at_)) > 0) ++at_;
        return point(at_);
    }

private:
    const PlanePoint& point(std::size_t index) const noexcept { return polygon_[index % polygon_.size()]; }

    std::span<const PlanePoint> polygon_;
    std::size_t at_;
    std::size_t end_;
};

}  // namespace

std::size_t convex_polygon(std::span<PlanePoint> points, PlanePoint* polygon) noexcept {
    std::sort(points.begin(), points.end(),
              [](const PlanePoint& a, const PlanePoint& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
    std::size_t count = 0;
    std::size_t fixed = 0;  // number of points of the first half
    const auto add = [&](const PlanePoint& point) {
        while (count > fixed + 1 && cross(polygon[count - 1] - polygon[count - 2], point - polygon[count - 1]) <= 0)
            --count;
        polygon[count++] = point;
    };
    for (const PlanePoint& point : points) add(point);
    fixed = count - 1;
    for (std::size_t i = points.size() - 1; i-- > 0;) add(points[i]);
    if (count > 1) --count;  // removes the first point, which comes again at the end
    const bool one = count == 2 && polygon[0].x == polygon[1].x && polygon[0].y == polygon[1].y;
    return one ? 1 : count;
}

PlanePoint least_rectangle_side(std::span<const PlanePoint> polygon) noexcept {
    PlanePoint best{1, 0};
    if (polygon.size() < 2) return best;
    double least_area = -1;
    Caliper right(polygon, 0), top(polygon, 0), left(polygon, 0);
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const PlanePoint edge = polygon[(i + 1) % polygon.size()] - polygon[i];
        const double edge_length = std::sqrt(dot(edge, edge));
        if (!(edge_length > 0)) continue;
        const PlanePoint side{edge.x / edge_length, edge.y / edge_length};
        const PlanePoint inward{-side.y, side.x};
        const PlanePoint& rightmost = right.advance(side);
        if (i == 0) top = right;
        const PlanePoint& topmost = top.advance(inward);
        if (i == 0) left = top;
        const PlanePoint& leftmost = left.advance({-side.x, -side.y});
        const double area = dot(side, rightmost - leftmost) * dot(inward, topmost - polygon[i]);
        if (least_area >= 0 && area >= least_area) continue;
        least_area = area;
        best = side;
    }
    return best;
}

Moments polygon_moments(std::span<const PlanePoint> polygon) {
    Moments sum;
    const auto in_space = [](const PlanePoint& p) { return Vector{p.x, p.y, 0}; };
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
        sum = joined(sum, triangle_moments(in_space(polygon[0]), in_space(polygon[i]), in_space(polygon[i + 1])));
    return sum;
}

}  // namespace satori::v0::fit
