#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include <satori/shapes.hpp>

#include "viewer/picture.hpp"

namespace satori::viewer {

/// A position on the picture, in pixels from its upper left corner.
struct Pixel {
    double x = 0, y = 0;
};

/// The sizes of a window: in the units of mouse positions, and in pixels of its picture. A unit may be several pixels.
struct Extents {
    int width = 1, height = 1, pixel_width = 1, pixel_height = 1;

    /// Pixels per unit.
    double unit() const { return static_cast<double>(std::max(pixel_width, 1)) / std::max(width, 1); }
    Pixel to_pixel(double x, double y) const {
        return {x * pixel_width / std::max(width, 1), y * pixel_height / std::max(height, 1)};
    }
};

/// Returns the scale of text and lines that suits a picture of this size, in pixels: 1 up to 2400 x 1350, 2 at 3840 x
/// 2160.
double usual_scale(int width, int height);

/// The tangent of half the field of view, for the shorter side.
inline const double kTangent = std::tan(0.35);

/// A camera that turns about a target, with y up. A flat camera looks along -z on the x y plane, without perspective.
class Camera {
public:
    explicit Camera(bool flat) : flat_(flat) {}

    /// `dots` is the scale of the display: 1 at 96 dots per inch.
    void resize(int width, int height, double dots = 1);
    /// Brings everything within `radius` of `center` into the picture; the angles do not change.
    void fit(const Double3& center, double radius);
    /// Looks at `target` from this distance, less where magnify() says so; the angles do not change.
    void stand(const Double3& target, double distance);
    /// Makes this view, and those of stand(), larger by a factor.
    void magnify(double factor);
    /// Sets the angles, in radians. Yaw turns about y; 0 looks along -z. Pitch is at most a right angle; positive looks
    /// down.
    void turn_to(double yaw, double pitch);

    double yaw() const { return yaw_; }
    double pitch() const { return pitch_; }

    /// True when the user has turned, moved or zoomed the view, or wants it as it is.
    bool moved() const { return moved_; }
    void hold() { moved_ = true; }
    /// Both take the mouse's motion in pixels.
    void orbit(double dx, double dy);
    void pan(double dx, double dy);
    /// Scales distances by `factor`. The point under `pixel` stays there.
    void zoom(double factor, const Pixel& pixel);

    /// Finds the position of a point on the picture. Returns false, with `pixel` unchanged, when the point is behind
    /// the camera.
    bool project(const Double3& point, Pixel& pixel) const;
    /// Returns the point under `pixel` in the plane through `depth_of` that is perpendicular to the view direction.
    Double3 unproject(const Pixel& pixel, const Double3& depth_of) const;
    /// Returns the ray from the eye through `pixel`. The direction has length 1; the ray's origin is relative to
    /// `origin`.
    Ray ray(const Pixel& pixel, const Double3& origin) const;

    /// Returns the matrix from points relative to target() to clip coordinates, column-major.
    std::array<float, 16> matrix() const;
    /// Relative to target(). For a flat camera, it stands for an eye far away in this direction.
    Double3 eye() const { return distance_ * back_; }
    /// True when scenery is large and its point nearest to the target is on the eye's side: it is left out. Of a box
    /// around the target its center counts. The box shader computes the same.
    bool is_in_the_way(const OrientedBox& box) const;
    const Double3& target() const { return target_; }
    const Double3& right() const { return right_; }
    const Double3& up() const { return up_; }
    /// The direction toward the viewer.
    const Double3& back() const { return back_; }
    bool flat() const { return flat_; }
    /// Meters per pixel at the target.
    double pixel_size() const;
    double dots() const { return dots_; }
    int width() const { return width_; }
    int height() const { return height_; }

private:
    double depth(const Double3& point) const;

    bool flat_, moved_ = false;
    int width_ = 1, height_ = 1;
    double dots_ = 1;
    Double3 target_;
    double distance_ = 5;
    double radius_ = 1, magnification_ = 1;
    double yaw_ = 0, pitch_ = 0;
    Double3 right_{{1, 0, 0}}, up_{{0, 1, 0}}, back_{{0, 0, 1}};
};

}  // namespace satori::viewer
