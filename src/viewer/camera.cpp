#include "viewer/camera.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <satori/box_queries.hpp>

namespace satori::viewer {

namespace {

constexpr double kOrbitPerPixel = 0.006;
constexpr double kNearest = 1e-6, kFarthest = 1e9;  // meters

}  // namespace

double usual_scale(int width, int height) {
    constexpr double kWidth = 1920, kHeight = 1080, kStep = 0.25;
    return std::max(1.0, kStep * std::floor(std::min(width / kWidth, height / kHeight) / kStep));
}

void Camera::resize(int width, int height, double dots) {
    dots_ = dots;
    width_ = std::max(width, 1);
    height_ = std::max(height, 1);
}

void Camera::fit(const Double3& center, double radius) {
    target_ = center;
    radius_ = std::clamp(radius, kNearest, kFarthest);
    distance_ = radius_ / (flat_ ? kTangent : std::sin(std::atan(kTangent)));
}

void Camera::stand(const Double3& target, double distance) {
    target_ = target;
    distance_ = std::clamp(distance / magnification_, kNearest, kFarthest);
    radius_ = distance_;
}

void Camera::magnify(double factor) {
    magnification_ = factor;
    distance_ = std::clamp(distance_ / factor, kNearest, kFarthest);
}

void Camera::turn_to(double yaw, double pitch) {
    if (flat_) return;
    constexpr double kQuarter = std::numbers::pi / 2;
    yaw_ = yaw;
    pitch_ = std::clamp(pitch, -kQuarter, kQuarter);
    const double cy = std::cos(yaw_), sy = std::sin(yaw_), cp = std::cos(pitch_), sp = std::sin(pitch_);
    right_ = {{cy, 0, -sy}};
    back_ = {{sy * cp, sp, cy * cp}};
    up_ = geometry::cross(back_, right_);
}

void Camera::orbit(double dx, double dy) {
    if (flat_) return pan(dx, dy);
    moved_ = true;
    turn_to(yaw_ - kOrbitPerPixel * dx, pitch_ + kOrbitPerPixel * dy);
}

void Camera::pan(double dx, double dy) {
    moved_ = true;
    const double size = pixel_size();
    target_ = target_ - (size * dx) * right_ + (size * dy) * up_;
}

void Camera::zoom(double factor, const Pixel& pixel) {
    moved_ = true;
    const Double3 before = unproject(pixel, target_);
    distance_ = std::clamp(distance_ * factor, kNearest, kFarthest);
    target_ = target_ + before - unproject(pixel, target_);
}

double Camera::depth(const Double3& point) const {
    return flat_ ? distance_ : distance_ - geometry::dot(point - target_, back_);
}

double Camera::pixel_size() const {
    return 2 * distance_ * kTangent / std::min(width_, height_);
}

bool Camera::project(const Double3& point, Pixel& pixel) const {
    const double z = depth(point);
    if (z <= 1e-9 * distance_) return false;
    const double scale = distance_ / (z * pixel_size());
    const Double3 relative = point - target_;
    pixel = {0.5 * width_ + scale * geometry::dot(relative, right_),
             0.5 * height_ - scale * geometry::dot(relative, up_)};
    return true;
}

bool Camera::is_in_the_way(const OrientedBox& box) const {
    constexpr double kLarge = 0.2, kSide = 1e-4;  // relative to the distance of the eye
    const double longest = double{std::max({box.half_extents.x, box.half_extents.y, box.half_extents.z})};
    const double distance = geometry::length(eye());
    if (flat_ || longest <= kLarge * distance) return false;
    ClosestPoint closest;
    const Vec3 target{static_cast<float>(target_[0]), static_cast<float>(target_[1]), static_cast<float>(target_[2])};
    if (closest_point(box, target, closest) != Status::ok) return false;
    const Vec3& place = closest.signed_distance > 0 ? closest.point : box.center;
    return geometry::dot(geometry::widened(place) - target_, eye()) > kSide * distance * distance;
}

Double3 Camera::unproject(const Pixel& pixel, const Double3& depth_of) const {
    const double z = depth(depth_of);
    const double scale = z * pixel_size() / distance_;
    const Double3 in_plane = (scale * (pixel.x - 0.5 * width_)) * right_ - (scale * (pixel.y - 0.5 * height_)) * up_;
    return target_ + in_plane + (flat_ ? geometry::dot(depth_of - target_, back_) : distance_ - z) * back_;
}

Ray Camera::ray(const Pixel& pixel, const Double3& origin) const {
    const Double3 through = unproject(pixel, target_);
    const Double3 start = flat_ ? through + distance_ * back_ : target_ + distance_ * back_;
    const Double3 way = through - start;
    const Double3 direction = (1 / geometry::length(way)) * way;
    const auto narrowed = [](const Double3& v) {
        return Vec3{static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
    };
    return {narrowed(start - origin), narrowed(direction)};
}

std::array<float, 16> Camera::matrix() const {
    const double shorter = std::min(width_, height_);
    const double x_scale = shorter / (width_ * kTangent), y_scale = shorter / (height_ * kTangent);
    // Everything a thousand times nearer than the target is cut off. A flat camera sees all of the scene's depth.
    const double near = 1e-3 * distance_, far = 1e4 * std::max(distance_, radius_);
    double rows[4][4] = {};
    for (std::size_t k = 0; k < 3; ++k) {
        rows[0][k] = x_scale * right_[k];
        rows[1][k] = y_scale * up_[k];
        if (flat_) {
            rows[2][k] = -back_[k] / far;
        } else {
            rows[2][k] = -back_[k] * (far + near) / (far - near);
            rows[3][k] = -back_[k];
        }
    }
    rows[2][3] = flat_ ? 0 : distance_ * (far + near) / (far - near) - 2 * far * near / (far - near);
    rows[3][3] = distance_;
    std::array<float, 16> result;
    for (std::size_t row = 0; row < 4; ++row) {
        for (std::size_t column = 0; column < 4; ++column)
            result[4 * column + row] = static_cast<float>(rows[row][column]);
    }
    return result;
}

}  // namespace satori::viewer
