#include "oracles/reference_contacts.hpp"

#include <algorithm>

SATORI_NAMESPACE_BEGIN

namespace reference {

namespace {

Point negative(const Point& a) {
    return {-a[0], -a[1], -a[2]};
}

// Returns the four corners of a face, in order around it.
std::vector<Point> face_corners(const Box& box, std::uint32_t face) {
    const std::uint32_t axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
    const std::uint32_t fixed = (face & 1U) != 0 ? 0U : 1U << axis;
    return {box.corners[fixed], box.corners[fixed | 1U << u], box.corners[fixed | 1U << u | 1U << v],
            box.corners[fixed | 1U << v]};
}

// Returns the part of the polygon on the inner side of the plane, normal . x <= offset.
std::vector<Point> clip(const std::vector<Point>& polygon, const Point& normal, double offset) {
    std::vector<Point> kept;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Point &from = polygon[k], &to = polygon[(k + 1) % polygon.size()];
        const double from_out = dot(normal, from) - offset, to_out = dot(normal, to) - offset;
        if (from_out <= 0) kept.push_back(from);
        if ((from_out < 0 && to_out > 0) || (from_out > 0 && to_out < 0)) {
            kept.push_back(add_scaled(from, from_out / (from_out - to_out), minus(to, from)));
        }
    }
    return kept;
}

// Returns the middle of the edge along `axis` that lies furthest in the direction.
Point edge_towards(const Box& box, std::uint32_t axis, const Point& direction) {
    Point middle = box.center;
    for (std::uint32_t k = 0; k < 3; ++k) {
        if (k == axis) continue;
        middle = add_scaled(middle, dot(box.axes[k], direction) < 0 ? -box.half[k] : box.half[k], box.axes[k]);
    }
    return middle;
}

}  // namespace

std::array<Axis, 15> axes_of(const Pair& pair) noexcept {
    std::array<Axis, 15> axes;
    for_each_axis(pair, [&](std::uint32_t axis, const Point& direction) {
        const Point reversed = negative(direction);
        const double along = separation_along(pair, direction), against = separation_along(pair, reversed);
        axes[axis] = along >= against ? Axis{direction, along} : Axis{reversed, against};
    });
    return axes;
}

double best_separation(std::span<const Axis> axes, std::uint32_t first, std::uint32_t last) noexcept {
    double best = -HUGE_VAL;
    for (const Axis& axis : axes.subspan(first, last - first)) best = larger(best, axis.separation);
    return best;
}

double separation_along(const Pair& pair, const Point& normal) noexcept {
    return project(pair.b, normal).min - project(pair.a, normal).max;
}

double distance(const Box& box, const Point& point) noexcept {
    const Point from_center = minus(point, box.center);
    Point outside{};
    for (std::size_t i = 0; i < 3; ++i) {
        outside[i] = larger(std::fabs(dot(from_center, box.axes[i])) - box.half[i], 0);
    }
    return length(outside);
}

std::uint32_t face_towards(const Box& box, const Point& direction) noexcept {
    std::uint32_t best = 0;
    for (std::uint32_t face = 1; face < 6; ++face) {
        if (dot(face_normal(box, face), direction) > dot(face_normal(box, best), direction)) best = face;
    }
    return best;
}

Point face_normal(const Box& box, std::uint32_t face) noexcept {
    const Point& axis = box.axes[face / 2];
    return (face & 1U) != 0 ? negative(axis) : axis;
}

std::vector<Contact> clip_faces(const Box& reference, std::uint32_t reference_face, const Box& incident,
                                std::uint32_t incident_face) {
    const double size =
        length(reference.half) + length(incident.half) + length(minus(incident.center, reference.center));
    std::vector<Point> polygon = face_corners(incident, incident_face);
    for (std::uint32_t side = 0; side < 6; ++side) {
        if (side / 2 == reference_face / 2) continue;
        const Point normal = face_normal(reference, side);
        polygon = clip(polygon, normal, dot(normal, reference.center) + reference.half[side / 2] + 1e-12 * size);
    }
    const Point outward = face_normal(reference, reference_face);
    const double plane = dot(outward, reference.center) + reference.half[reference_face / 2];
    std::vector<Contact> contacts;
    for (const Point& corner : polygon) {
        const double separation = dot(outward, corner) - plane;
        contacts.push_back({add_scaled(corner, -separation / 2, outward), separation});
    }
    return contacts;
}

EdgeContact edge_contact(const Pair& pair, std::uint32_t edge_a, std::uint32_t edge_b, const Point& normal) noexcept {
    const Point &along_a = pair.a.axes[edge_a], &along_b = pair.b.axes[edge_b];
    const Point middle_a = edge_towards(pair.a, edge_a, normal),
                middle_b = edge_towards(pair.b, edge_b, negative(normal));
    // The code finds the s and t that minimize |middle_a + s along_a - middle_b - t along_b|.
    const Point apart = minus(middle_b, middle_a);
    const double cosine = dot(along_a, along_b), on_a = dot(along_a, apart), on_b = dot(along_b, apart);
    const Point normal_of_both = cross(along_a, along_b);
    const double determinant = dot(normal_of_both, normal_of_both);  // 1 - cosine^2, without its cancellation
    const double s = (on_a - cosine * on_b) / determinant, t = (cosine * on_a - on_b) / determinant;
    const Point point_a = add_scaled(middle_a, s, along_a), point_b = add_scaled(middle_b, t, along_b);
    const Point between = minus(point_b, point_a);
    EdgeContact result;
    result.contact = {add_scaled(point_a, 0.5, between), dot(normal, between)};
    result.overshoot = larger(larger(std::fabs(s) - pair.a.half[edge_a], std::fabs(t) - pair.b.half[edge_b]), 0);
    return result;
}

std::vector<Contact> full_manifold(const Pair& pair, std::uint32_t axis, const Point& towards, double limit) {
    std::vector<Contact> contacts;
    if (axis < 3) {
        const std::uint32_t face = 2 * axis + (dot(pair.a.axes[axis], towards) < 0 ? 1U : 0U);
        contacts = clip_faces(pair.a, face, pair.b, face_towards(pair.b, negative(face_normal(pair.a, face))));
    } else if (axis < 6) {
        const std::uint32_t face = 2 * (axis - 3) + (dot(pair.b.axes[axis - 3], towards) > 0 ? 1U : 0U);
        contacts = clip_faces(pair.b, face, pair.a, face_towards(pair.a, negative(face_normal(pair.b, face))));
    } else {
        const std::uint32_t edge_a = (axis - 6) / 3, edge_b = (axis - 6) % 3;
        Point normal = cross(pair.a.axes[edge_a], pair.b.axes[edge_b]);
        const double sine = length(normal);
        if (sine < kParallelEdges) return contacts;
        const double scale = dot(normal, towards) < 0 ? -1 / sine : 1 / sine;
        for (double& component : normal) component *= scale;
        const EdgeContact edges = edge_contact(pair, edge_a, edge_b, normal);
        if (edges.overshoot == 0) contacts.push_back(edges.contact);
    }
    std::erase_if(contacts, [limit](const Contact& contact) { return contact.separation > limit; });
    return contacts;
}

Hull convex_hull(std::span<const Point> points, const Point& normal) {
    // Coordinates in the plane: along the world axis that is closest to the plane, and at a right angle to it.
    std::size_t flattest = 0;
    for (std::size_t k = 1; k < 3; ++k) {
        if (std::fabs(normal[k]) < std::fabs(normal[flattest])) flattest = k;
    }
    Point unit{};
    unit[flattest] = 1;
    Point v = cross(normal, unit);
    const double v_length = length(v);
    for (double& component : v) component /= v_length;
    const Point u = cross(v, normal);

    // Andrew's monotone chain.
    using Planar = std::array<double, 2>;
    std::vector<Planar> flat;
    for (const Point& point : points) flat.push_back({dot(point, u), dot(point, v)});
    std::sort(flat.begin(), flat.end());
    const auto turn = [](const Planar& o, const Planar& a, const Planar& b) {
        return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
    };
    std::vector<Planar> hull;
    const auto add_chain = [&](const auto& sequence) {
        const std::size_t start = hull.size();
        for (const Planar& p : sequence) {
            while (hull.size() >= start + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
            hull.push_back(p);
        }
        hull.pop_back();  // the first of the next chain
    };
    if (flat.size() < 2) return {};
    add_chain(flat);
    add_chain(std::vector<Planar>(flat.rbegin(), flat.rend()));

    Hull result;
    for (std::size_t k = 0; k < hull.size(); ++k) {
        const Planar &p = hull[k], &q = hull[(k + 1) % hull.size()];
        result.area += turn(hull[0], p, q) / 2;
        result.perimeter += std::sqrt((q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1]));
    }
    return result;
}

Hull convex_hull(std::span<const Contact> contacts, const Point& normal) {
    std::vector<Point> points;
    for (const Contact& contact : contacts) points.push_back(contact.midpoint);
    return convex_hull(points, normal);
}

}  // namespace reference

SATORI_NAMESPACE_END
