#include "viewer/projections.hpp"

#include <algorithm>

#include <satori/box_geometry.hpp>

namespace satori::viewer {

double Projections::separation() const {
    return std::max(b_min - a_max, a_min - b_max);
}

std::array<Double3, 4> corners_of(const OrientedRect& rect) {
    RectCorners corners;
    std::array<Double3, 4> result;
    if (compute_corners(rect, corners) != Status::ok) return result;
    std::transform(corners.corners, corners.corners + 4, result.begin(), in_plane);
    return result;
}

std::array<Double3, 8> corners_of(const OrientedBox& box) {
    BoxCorners corners;
    std::array<Double3, 8> result;
    if (compute_corners(box, corners) != Status::ok) return result;
    std::transform(corners.corners, corners.corners + 8, result.begin(), geometry::widened);
    return result;
}

Projections project(std::span<const Double3> a, std::span<const Double3> b, const Double3& direction) {
    const auto interval = [&](std::span<const Double3> corners, double& min, double& max) {
        min = max = geometry::dot(corners[0], direction);
        for (const Double3& corner : corners) {
            min = std::min(min, geometry::dot(corner, direction));
            max = std::max(max, geometry::dot(corner, direction));
        }
    };
    Projections result{.direction = direction};
    interval(a, result.a_min, result.a_max);
    interval(b, result.b_min, result.b_max);
    return result;
}

}  // namespace satori::viewer
