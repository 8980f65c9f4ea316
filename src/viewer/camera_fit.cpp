#include "viewer/camera_fit.hpp"

#include <algorithm>
#include <cmath>

#include "viewer/projections.hpp"

namespace satori::viewer {

namespace {

constexpr double kMargin = 0.07;  // of the shorter side, on each side

}  // namespace

CameraFit::CameraFit(const Camera& camera) : camera_(camera) {
    const double shorter = std::min(camera.width(), camera.height());
    const double tangent_per_pixel = 2 * kTangent / shorter, margin = 2 * kMargin * shorter;
    x_slope_ = 0.5 * tangent_per_pixel * (camera.width() - margin);
    y_slope_ = 0.5 * tangent_per_pixel * (camera.height() - margin);
}

void CameraFit::add(const Double3& point, double radius) {
    if (empty_) first_ = point;
    const Double3 way = point - first_;
    const double x = geometry::dot(way, camera_.right()), y = geometry::dot(way, camera_.up());
    const double z = geometry::dot(way, camera_.back());
    const double x_slope = camera_.flat() ? 0 : x_slope_, y_slope = camera_.flat() ? 0 : y_slope_;
    const double near_x = x_slope * z + radius * std::hypot(1, x_slope);
    const double near_y = y_slope * z + radius * std::hypot(1, y_slope);
    const auto most = [this](double& value, double candidate) {
        value = empty_ ? candidate : std::max(value, candidate);
    };
    most(right_, near_x + x);
    most(left_, near_x - x);
    most(up_, near_y + y);
    most(down_, near_y - y);
    most(nearest_, z + radius);
    most(farthest_, radius - z);
    empty_ = false;
}

void CameraFit::add(const Solid& solid) {
    for (const Double3& corner : corners_of(solid.core)) add(corner, static_cast<double>(solid.radius));
}

void CameraFit::add(const Picture& picture) {
    for (const PaintedBox& painted : picture.boxes) add(painted.box);
    for (const Line& line : picture.overlay) {
        add(line.from);
        add(line.to);
    }
    for (const Label& label : picture.labels) add(label.place);
}

void CameraFit::apply(Camera& camera) const {
    if (empty_) return;
    // The eye must see the outermost points of both sides, and of top and bottom: the nearest place that does is
    // between the two.
    const double middle = 0.5 * (nearest_ - farthest_);
    const double depth = std::max((right_ + left_) / (2 * x_slope_), (up_ + down_) / (2 * y_slope_));
    const Double3 target = first_ + (0.5 * (right_ - left_)) * camera.right() + (0.5 * (up_ - down_)) * camera.up() +
                           middle * camera.back();
    camera.stand(target, camera.flat() ? depth : depth - middle);
}

}  // namespace satori::viewer
