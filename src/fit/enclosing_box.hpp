#pragma once

#include <span>

#include <satori/fit.hpp>

#include "fit/fit_call.hpp"
#include "fit/vector.hpp"

namespace satori::v0::fit {

/// Exact bounds of the points.
struct PointBounds {
    Vec3 min, max;
};

/// Returns the smallest of the boxes with these orientations (at most 4), rounded so that it contains every point
/// exactly.
OrientedBox enclosing_box(const PointRows& points, const PointBounds& bounds, std::span<const Frame> frames,
                          FitCall& call);

/// Returns the axis-aligned box.
OrientedBox aligned_box(const PointBounds& bounds);

}  // namespace satori::v0::fit
