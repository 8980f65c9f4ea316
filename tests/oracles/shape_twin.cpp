#include "oracles/shape_twin.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace satori::test {

using namespace reference;

namespace {

Point unit(const Point& v) {
    const double size = length(v);
    return {v[0] / size, v[1] / size, v[2] / size};
}

Extent project(const std::vector<Point>& corners, const Point& direction) {
    Extent extent{HUGE_VAL, -HUGE_VAL};
    for (const Point& corner : corners) {
        const double p = dot(corner, direction);
        extent = {std::min(extent.min, p), std::max(extent.max, p)};
    }
    return extent;
}

double apart(const Extent& a, const Extent& b) {
    return std::max(b.min - a.max, a.min - b.max);
}

double body_separation(const Box& box, const Body& body) {
    double best = -HUGE_VAL;
    const auto try_axis = [&](const Point& axis, double scale) {
        if (length(axis) <= 1e-12 * scale) return;
        const Point direction = unit(axis);
        best = std::max(best, apart(reference::project(box, direction), project(body.corners, direction)));
    };
    for (const Point& axis : box.axes) try_axis(axis, 1);
    for (const auto& face : body.faces) {
        // Newell's method works for any polygon, also with coincident corners.
        Point normal = {0, 0, 0};
        double size = 0;
        for (std::size_t k = 1; k + 1 < face.size(); ++k) {
            const Point u = minus(body.corners[face[k]], body.corners[face[0]]);
            const Point v = minus(body.corners[face[k + 1]], body.corners[face[0]]);
            normal = add_scaled(normal, 1, cross(u, v));
            size = std::max({size, dot(u, u), dot(v, v)});
        }
        try_axis(normal, size);
    }
    for (const auto& [from, to] : body.edges) {
        const Point edge = minus(body.corners[to], body.corners[from]);
        for (const Point& axis : box.axes) try_axis(cross(edge, axis), length(edge));
    }
    return best;
}

/// Returns how far `point` is from the nearest of the box's six faces.
double distance_to_surface(const Box& box, const Point& point) {
    double nearest = HUGE_VAL;
    for (unsigned axis = 0; axis < 3; ++axis) {
        for (unsigned side = 0; side < 2; ++side) {
            const unsigned corner = side << axis;
            Point foot = box.corners[corner];
            const Point offset = minus(point, foot);
            for (unsigned other = 0; other < 3; ++other) {
                if (other == axis) continue;
                const Point edge = minus(box.corners[corner | 1U << other], box.corners[corner]);
                const double size = dot(edge, edge);
                const double share = size > 0 ? std::clamp(dot(offset, edge) / size, 0.0, 1.0) : 0;
                foot = add_scaled(foot, share, edge);
            }
            nearest = std::min(nearest, length(minus(point, foot)));
        }
    }
    return nearest;
}

/// Returns the edges and faces of a cube. The bits of a corner's index say on which of two sides the corner lies.
Body cube_body(const std::array<Point, 8>& corners) {
    Body body{{corners.begin(), corners.end()}, {}, {}};
    for (unsigned k = 0; k < 3; ++k) {
        const unsigned a = 1U << (k + 1) % 3, b = 1U << (k + 2) % 3;
        for (const unsigned from : {0U, a, b, a | b}) body.edges.emplace_back(from, from | 1U << k);
        for (const unsigned side : {0U, 1U << k}) body.faces.push_back({side, side | a, side | a | b, side | b});
    }
    return body;
}

Box centered(const OrientedBox& box) {
    return {box, {0, 0, 0}};
}

double plane_separation(const OrientedBox& box, const Plane& plane) {
    const Box at_origin = centered(box);
    const Point center = to_point(box.center), normal = to_point(plane.normal);
    long double low = HUGE_VALL, high = -HUGE_VALL, size_sq = 0;
    for (const Point& corner : at_origin.corners) {
        long double height = -static_cast<long double>(plane.offset);
        for (std::size_t k = 0; k < 3; ++k)
            height += static_cast<long double>(normal[k]) * (static_cast<long double>(center[k]) + corner[k]);
        low = std::min(low, height);
        high = std::max(high, height);
    }
    for (const double component : normal) size_sq += static_cast<long double>(component) * component;
    return static_cast<double>(std::max(low, -high) / std::sqrt(size_sq));
}

/// Returns the part of a ray that can matter for a box at the origin, as a segment.
Body ray_body(const Box& box, const Ray& ray, const Point& origin) {
    const Point direction = to_point(ray.direction);
    const double reach = 2 * (length(origin) + box.half[0] + box.half[1] + box.half[2]) / length(direction);
    const double end = std::min(static_cast<double>(ray.max_distance), reach);
    return {{origin, add_scaled(origin, end, direction)}, {{0, 1}}, {}};
}

/// Returns the distance from `center` to the farthest corner of the body, without those of a missing end.
double farthest_corner(const AnyShape& shape, const Point& center) {
    const auto* frustum = std::get_if<Frustum>(&shape);
    const std::size_t open = frustum != nullptr ? open_end(*frustum) : 6;
    const std::vector<Point> corners = body_of(shape, center).corners;
    double farthest = 0;
    for (std::size_t v = 0; v < corners.size(); ++v)
        if (open == 6 || (v >> 2) + 4 != open) farthest = std::max(farthest, length(corners[v]));
    return farthest;
}

/// Returns a shape that is the same around the box: an open frustum gets an end, far behind the box.
AnyShape bounded(const AnyShape& shape, const OrientedBox& box) {
    const auto* frustum = std::get_if<Frustum>(&shape);
    if (frustum == nullptr || open_end(*frustum) == 6) return shape;
    const std::size_t open = open_end(*frustum);
    Frustum closed = *frustum;
    const Plane& begin = frustum->planes[open == 4 ? 5 : 4];
    const Point normal = to_point(begin.normal), center = to_point(box.center);
    const double away = 20 * (length(to_point(box.half_extents)) + farthest_corner(shape, center)) + 1e-15;
    closed.planes[open] = {{-begin.normal.x, -begin.normal.y, -begin.normal.z},
                           static_cast<float>(-(dot(normal, center) + away * length(normal)))};
    return closed;
}

/// Returns a convex polygon without the part beyond the half-space direction . x <= most (Sutherland and Hodgman).
std::vector<Point> clipped(const std::vector<Point>& polygon, const Point& direction, double most) {
    std::vector<Point> kept;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Point &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
        const double over_a = dot(direction, a) - most, over_b = dot(direction, b) - most;
        if (over_a <= 0) kept.push_back(a);
        if ((over_a < 0 && over_b > 0) || (over_a > 0 && over_b < 0))
            kept.push_back(add_scaled(a, over_a / (over_a - over_b), minus(b, a)));
    }
    return kept;
}

}  // namespace

std::size_t open_end(const Frustum& frustum) {
    for (const std::size_t p : {4U, 5U})
        if (length(to_point(frustum.planes[p].normal)) == 0) return p;
    return 6;
}

std::array<Point, 8> frustum_corners(const Frustum& frustum, const Point& origin) {
    std::array<Point, 8> corners{};
    for (unsigned corner = 0; corner < 8; ++corner) {
        long double rows[3][4];
        for (unsigned k = 0; k < 3; ++k) {
            const Plane& plane = frustum.planes[2 * k + (corner >> k & 1U)];
            const Point normal = to_point(plane.normal);
            long double right = plane.offset;
            for (std::size_t c = 0; c < 3; ++c) {
                rows[k][c] = normal[c];
                right -= static_cast<long double>(normal[c]) * origin[c];
            }
            rows[k][3] = right;
            // Scales the planes to one size, by a power of two: otherwise pivots say nothing.
            int exponent = 0;
            std::frexp(std::max({std::fabs(normal[0]), std::fabs(normal[1]), std::fabs(normal[2])}), &exponent);
            for (long double& number : rows[k]) number = std::ldexp(number, -exponent);
        }
        for (unsigned k = 0; k < 3; ++k) {
            unsigned pivot = k;
            for (unsigned r = k + 1; r < 3; ++r)
                if (std::fabs(rows[r][k]) > std::fabs(rows[pivot][k])) pivot = r;
            std::swap(rows[k], rows[pivot]);
            for (unsigned r = 0; r < 3; ++r) {
                if (r == k) continue;
                const long double share = rows[r][k] / rows[k][k];
                for (unsigned c = k; c < 4; ++c) rows[r][c] -= share * rows[k][c];
            }
        }
        for (unsigned k = 0; k < 3; ++k) corners[corner][k] = static_cast<double>(rows[k][3] / rows[k][k]);
    }
    return corners;
}

double point_separation(const Box& box, const Point& point) {
    return body_separation(box, {{point}, {}, {}});
}

Body body_of(const AnyShape& shape, const Point& origin) {
    const auto at = [&](const Vec3& v) { return minus(to_point(v), origin); };
    if (const auto* segment = std::get_if<Segment>(&shape))
        return {{at(segment->start), at(segment->end)}, {{0, 1}}, {}};
    if (const auto* triangle = std::get_if<Triangle>(&shape))
        return {{at(triangle->a), at(triangle->b), at(triangle->c)}, {{0, 1}, {1, 2}, {2, 0}}, {{0, 1, 2}}};
    if (const auto* frustum = std::get_if<Frustum>(&shape)) return cube_body(frustum_corners(*frustum, origin));
    if (const auto* box = std::get_if<OrientedBox>(&shape))
        return cube_body(Box(*box, minus(to_point(box->center), origin)).corners);
    if (const auto* box = std::get_if<Aabb>(&shape)) {
        const Point sides[2] = {at(box->min), at(box->max)};
        std::array<Point, 8> corners{};
        for (unsigned corner = 0; corner < 8; ++corner)
            for (unsigned k = 0; k < 3; ++k) corners[corner][k] = sides[corner >> k & 1U][k];
        return cube_body(corners);
    }
    return {};
}

double separation(const OrientedBox& box, const AnyShape& shape) {
    const Box here = centered(box);
    const Point center = to_point(box.center);
    if (const auto* point = std::get_if<Vec3>(&shape)) return point_separation(here, minus(to_point(*point), center));
    if (const auto* plane = std::get_if<Plane>(&shape)) return plane_separation(box, *plane);
    if (const auto* ray = std::get_if<Ray>(&shape))
        return body_separation(here, ray_body(here, *ray, minus(to_point(ray->origin), center)));
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        const Point at = minus(to_point(sphere->center), center);
        const double distance = distance_to_surface(here, at);
        return (point_separation(here, at) > 0 ? distance : -distance) - static_cast<double>(sphere->radius);
    }
    return body_separation(here, body_of(bounded(shape, box), center));
}

double sticking_out(const OrientedBox& box, const AnyShape& shape) {
    double most = -HUGE_VAL;
    const Point center = to_point(box.center);
    for (const Point& corner : centered(box).corners) {
        if (const auto* sphere = std::get_if<Sphere>(&shape)) {
            const Point from = minus(corner, minus(to_point(sphere->center), center));
            most = std::max(most, length(from) - static_cast<double>(sphere->radius));
        }
        if (const auto* bounds = std::get_if<Aabb>(&shape)) {
            const Point low = minus(to_point(bounds->min), center), high = minus(to_point(bounds->max), center);
            for (std::size_t k = 0; k < 3; ++k) most = std::max({most, low[k] - corner[k], corner[k] - high[k]});
        }
        if (const auto* other = std::get_if<OrientedBox>(&shape)) {
            const Box around = centered(*other);
            const Point from = minus(corner, minus(to_point(other->center), center));
            for (std::size_t k = 0; k < 3; ++k)
                most = std::max(most, std::fabs(dot(from, around.axes[k])) - around.half[k]);
        }
        if (const auto* frustum = std::get_if<Frustum>(&shape)) {
            for (const Plane& plane : frustum->planes) {
                const Point normal = to_point(plane.normal);
                if (length(normal) == 0) continue;
                long double below = plane.offset;
                for (std::size_t k = 0; k < 3; ++k)
                    below -= static_cast<long double>(normal[k]) * (static_cast<long double>(center[k]) + corner[k]);
                most = std::max(most, static_cast<double>(below / length(normal)));
            }
        }
    }
    return most;
}

bool overlaps_by_clipping(const OrientedBox& box, const AnyShape& shape, double margin) {
    const Box here = centered(box);
    if (std::min({here.half[0], here.half[1], here.half[2]}) + margin < 0) return false;  // nothing is left of the box
    const Body body = body_of(bounded(shape, box), to_point(box.center));
    std::vector<std::vector<unsigned>> polygons = body.faces;
    for (const auto& [from, to] : body.edges) polygons.push_back({from, to});
    for (const auto& polygon : polygons) {
        std::vector<Point> rest;
        for (const unsigned corner : polygon) rest.push_back(body.corners[corner]);
        for (std::size_t i = 0; i < 3; ++i) {
            const Point& axis = here.axes[i];
            rest = clipped(rest, axis, here.half[i] + margin);
            rest = clipped(rest, {-axis[0], -axis[1], -axis[2]}, here.half[i] + margin);
        }
        if (!rest.empty()) return true;
    }
    if (body.corners.size() < 8) return false;
    // No face of the shape comes near the box: the box is all inside or all outside. The box's center decides.
    const Point middle = [&] {
        Point sum = {0, 0, 0};
        for (const Point& corner : body.corners) sum = add_scaled(sum, 0.125, corner);
        return sum;
    }();
    unsigned face_count = 0;
    for (const auto& face : body.faces) {
        const Point& on = body.corners[face[0]];
        Point normal = {0, 0, 0};
        for (std::size_t k = 1; k + 1 < face.size(); ++k)
            normal =
                add_scaled(normal, 1, cross(minus(body.corners[face[k]], on), minus(body.corners[face[k + 1]], on)));
        if (length(normal) == 0) continue;  // of a pyramid
        ++face_count;
        if (!(dot(normal, minus(middle, on)) * dot(normal, minus({0, 0, 0}, on)) > 0)) return false;
    }
    return face_count > 3;
}

double shape_tolerance(const OrientedBox& box, const AnyShape& shape) {
    const Point center = to_point(box.center), half = to_point(box.half_extents);
    const double extents = half[0] + half[1] + half[2];
    const auto distance = [&](const Vec3& v) { return length(minus(to_point(v), center)); };
    double farthest = 0;
    if (const auto* plane = std::get_if<Plane>(&shape)) {
        const double offset = static_cast<double>(plane->offset);
        return 16 * FLT_EPSILON * extents +
               1e-12 * (length(center) + std::fabs(offset) / length(to_point(plane->normal))) + 1e-18;
    }
    if (const auto* point = std::get_if<Vec3>(&shape)) farthest = distance(*point);
    if (const auto* ray = std::get_if<Ray>(&shape)) farthest = distance(ray->origin);
    if (const auto* sphere = std::get_if<Sphere>(&shape))
        farthest = distance(sphere->center) + static_cast<double>(sphere->radius);
    farthest = std::max(farthest, farthest_corner(shape, center));
    return 16 * FLT_EPSILON * (extents + farthest) + 1e-18;
}

}  // namespace satori::test
