#pragma once

#include <vector>

#include <satori/fit.hpp>

#include "fit/fit_call.hpp"
#include "fit/hull.hpp"
#include "fit/vector.hpp"

namespace satori::v0::fit {

/// Maps points to a frame in which they extend from about -1 to 1 on each axis. So the hull code works as well for
/// plates and rods.
struct Normalization {
    Vector origin{};
    Frame frame = kWorldFrame;
    Vector scale{1, 1, 1};  // z 0: the points count as planar, without a third coordinate

    Vector operator()(const Vector& point) const {
        const Vector offset = point - origin;
        return {scale[0] * dot(frame[0], offset), scale[1] * dot(frame[1], offset), scale[2] * dot(frame[2], offset)};
    }
};

/// Points that include the vertices of the hull.
struct HullPoints {
    std::vector<Vector> points;  // in the world
    bool exact = true;           // all vertices are included; else only the farthest point of each direction cell
    Hull hull;                   // not exact, and not planar: the hull of these points
};

/// Returns all points, when there are at most kMaxFitHullPoints. Else returns the points that are not surely inside the
/// hull of the points that are farthest in each direction cell (after Akl, Toussaint, A fast convex hull algorithm,
/// 1978). A point is inside that hull when the gauge of the hull is below 1. The gauge is convex, so interpolation
/// between its values at the corners of the cell is an upper bound. When more than kMaxFitHullPoints points remain
/// (they lie on the hull), returns the farthest point in each cell: a coreset in the manner of Agarwal, Har-Peled,
/// Varadarajan, Approximating extent measures of points, 2004.
HullPoints hull_points(const PointRows& points, const Normalization& normalization, FitCall& call);

}  // namespace satori::v0::fit
