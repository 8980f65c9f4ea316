#include "viewer/intersection.hpp"

#include <array>
#include <cmath>
#include <cstdint>

#include <satori/box_geometry.hpp>
#include <satori/rotation.hpp>

#include "viewer/projections.hpp"

namespace satori::viewer {

namespace {

// Keeps the part of a convex polygon where dot(normal, corner) is at most `limit`.
std::vector<Double3> cut(const std::vector<Double3>& corners, const Double3& normal, double limit) {
    std::vector<Double3> kept;
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const Double3 &from = corners[k], &to = corners[(k + 1) % corners.size()];
        const double from_out = geometry::dot(normal, from) - limit, to_out = geometry::dot(normal, to) - limit;
        if (from_out <= 0) kept.push_back(from);
        if ((from_out < 0 && to_out > 0) || (from_out > 0 && to_out < 0))
            kept.push_back(from + (from_out / (from_out - to_out)) * (to - from));
    }
    return kept;
}

// Keeps the part of a convex polygon that lies between two sides of a shape.
std::vector<Double3> cut(const std::vector<Double3>& corners, const Double3& center, const Double3& axis,
                         double half_extent) {
    const double middle = geometry::dot(axis, center);
    return cut(cut(corners, axis, middle + half_extent), -axis, half_extent - middle);
}

// Adds the faces of one box that lie in the other.
void add_faces(const OrientedBox& box, const OrientedBox& other, std::vector<std::vector<Double3>>& faces) {
    Axes axes;
    if (axes_from_quat(other.rotation, axes) != Status::ok) return;
    const std::array<Double3, 8> corners = corners_of(box);
    const Double3 center = geometry::widened(other.center), half = geometry::widened(other.half_extents);
    for (const auto& places : kBoxFaces) {
        std::vector<Double3> face;
        for (const std::uint8_t place : places) face.push_back(corners[place]);
        for (std::size_t k = 0; k < 3; ++k) face = cut(face, center, geometry::widened(axes.axes[k]), half[k]);
        if (face.size() >= 3) faces.push_back(face);
    }
}

}  // namespace

std::vector<Double3> intersection_of(const OrientedRect& a, const OrientedRect& b) {
    const std::array<Double3, 4> corners = corners_of(a);
    const double c = std::cos(static_cast<double>(b.angle)), s = std::sin(static_cast<double>(b.angle));
    const Double3 center = in_plane(b.center);
    const std::vector<Double3> within_x =
        cut({corners.begin(), corners.end()}, center, {{c, s, 0}}, static_cast<double>(b.half_extents.x));
    return cut(within_x, center, {{-s, c, 0}}, static_cast<double>(b.half_extents.y));
}

std::vector<std::vector<Double3>> intersection_of(const OrientedBox& a, const OrientedBox& b) {
    std::vector<std::vector<Double3>> faces;
    add_faces(a, b, faces);
    add_faces(b, a, faces);
    return faces;
}

double area_of(const std::vector<Double3>& corners) {
    Double3 sum;
    for (std::size_t k = 2; k < corners.size(); ++k)
        sum = sum + geometry::cross(corners[k - 1] - corners[0], corners[k] - corners[0]);
    return 0.5 * geometry::length(sum);
}

}  // namespace satori::viewer
