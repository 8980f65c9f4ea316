#pragma once

#include <algorithm>
#include <array>

#include <satori/shapes.hpp>

#include "viewer/picture.hpp"

namespace satori::viewer {

/// A place on the picture, pixels from its upper left corner.
struct Pixel {
    double x = 0, y = 0;
};

/// Of a window, in the units that it counts the mouse in, and of its picture. A unit may be several pixels.
struct Extents {
    int width = 1, height = 1, pixel_width = 1, pixel_height = 1;

    /// Pixels per unit.
    double unit() const { return static_cast<double>(std::max(pixel_width, 1)) / std::max(width, 1); }
    Pixel to_pixel(double x, double y) const {
        return {x * pixel_width / std::max(width, 1), y * pixel_height / std::max(height, 1)};
    }
};

/// A camera that turns about a target, y up; or, flat, one that looks along -z on the x y plane without perspective.
class Camera {
public:
    explicit Camera(bool flat) : flat_(flat) {}

    /// `dots`: pixels per pixel of a display with 96 dots per inch.
    void resize(int width, int height, double dots = 1);
    /// Puts everything within `radius` of `center` into the picture; angles stay.
    void fit(const Double3& center, double radius);
    /// Angles in radians: yaw about y, 0 looks along -z; pitch up to a right angle, positive looks down.
    void turn_to(double yaw, double pitch);

    double yaw() const { return yaw_; }
    double pitch() const { return pitch_; }

    /// By pixels of the mouse.
    void orbit(double dx, double dy);
    void pan(double dx, double dy);
    /// Scales distances by `factor`; the point under `pixel` stays there.
    void zoom(double factor, const Pixel& pixel);

    /// Where a point is on the picture. False, and `pixel` unchanged, where it is behind the camera.
    bool project(const Double3& point, Pixel& pixel) const;
    /// The point under `pixel` in the plane through `depth_of` across the view direction.
    Double3 unproject(const Pixel& pixel, const Double3& depth_of) const;
    /// From the eye through `pixel`; the direction has length 1. Origin relative to `origin`.
    Ray ray(const Pixel& pixel, const Double3& origin) const;

    /// Clip coordinates of points relative to target(): column-major.
    std::array<float, 16> matrix() const;
    /// Relative to target(); of a flat camera far away.
    Double3 eye() const { return distance_ * back_; }
    /// Whether scenery with its centre there, of that longest half extent, stands between eye and target, and is left out. The box
    /// shader finds the same.
    bool is_in_the_way(const Double3& center, double longest) const {
        return !flat_ && geometry::dot(center - target_, eye()) > 0 && longest > 0.2 * geometry::length(eye());
    }
    const Double3& target() const { return target_; }
    const Double3& right() const { return right_; }
    const Double3& up() const { return up_; }
    /// Towards the viewer.
    const Double3& back() const { return back_; }
    bool flat() const { return flat_; }
    /// Metres per pixel at the target.
    double pixel_size() const;
    double dots() const { return dots_; }
    int width() const { return width_; }
    int height() const { return height_; }

private:
    double depth(const Double3& point) const;

    bool flat_;
    int width_ = 1, height_ = 1;
    double dots_ = 1;
    Double3 target_;
    double distance_ = 5;
    double radius_ = 1;
    double yaw_ = 0, pitch_ = 0;
    Double3 right_{{1, 0, 0}}, up_{{0, 1, 0}}, back_{{0, 0, 1}};
};

}  // namespace satori::viewer
