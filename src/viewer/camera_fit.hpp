#pragma once

#include <satori/types.hpp>

#include "viewer/camera.hpp"
#include "viewer/solids.hpp"

namespace satori::viewer {

/// Finds where a camera must stand, with its angles, so that points fill the picture up to a margin.
class CameraFit {
public:
    explicit CameraFit(const Camera& camera);

    /// Adds a point, or the ball around it.
    void add(const Double3& point, double radius = 0);
    /// Adds a solid, whose core must be legal.
    void add(const Solid& solid);
    void add(const OrientedBox& box) { add(Solid{box}); }
    /// Adds the corners of all boxes, the ends of the lines that nothing hides, and the places of all labels.
    void add(const Picture& picture);
    /// Moves the camera there. Without points it stays.
    void apply(Camera& camera) const;

private:
    const Camera& camera_;
    bool empty_ = true;
    double x_slope_, y_slope_;  // of the picture's sides without the margin: meters per meter of depth
    Double3 first_;             // all numbers below are relative to this point
    // The most of: x, -x, y, -y, each plus its slope times z, for a camera with perspective. Then z.
    double right_ = 0, left_ = 0, up_ = 0, down_ = 0, nearest_ = 0, farthest_ = 0;
};

}  // namespace satori::viewer
