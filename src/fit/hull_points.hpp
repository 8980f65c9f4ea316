#pragma once

#include <vector>

#include <satori/fit.hpp>

#include "fit/fit_call.hpp"
#include "fit/hull.hpp"
#include "fit/vector.hpp"

namespace satori::inline v0::fit {

/// Maps points into a frame in which they reach from about -1 to 1 on each axis: hulls are then found as well for
/// plates and rods.
struct Normalization {
    Vector origin{};
    Frame frame = kWorldFrame;
    Vector scale{1, 1, 1};  // z 0: points are taken for planar, their third coordinate is left out

    Vector operator()(const Vector& point) const {
        const Vector offset = point - origin;
        return {scale[0] * dot(frame[0], offset), scale[1] * dot(frame[1], offset), scale[2] * dot(frame[2], offset)};
    }
};

/// Points among which the hull's vertices are.
struct HullPoints {
    std::vector<Vector> points;  // in the world
    bool exact = true;  // all of the hull's vertices are there; else those that reach farthest in each direction cell
    Hull hull;          // not exact, and not planar: theirs
};

/// All points, where there are at most kMaxFitHullPoints. Else those that are not surely within the hull of some of
/// them (after Akl, Toussaint, A fast convex hull algorithm, 1978): of the farthest in each direction cell. Points in a
/// cell are within where the gauge of that hull, which is convex, is below 1, and interpolation between its values at
/// the cell's corners is an upper bound of it. Where more than kMaxFitHullPoints remain (they lie on the hull), the
/// farthest in each cell: a coreset in the manner of Agarwal, Har-Peled, Varadarajan, Approximating extent measures of
/// points, 2004.
HullPoints hull_points(const PointRows& points, const Normalization& normalization, FitCall& call);

}  // namespace satori::inline v0::fit
