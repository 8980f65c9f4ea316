#pragma once

#include <span>
#include <vector>

#include <satori/fit.hpp>

#include "fit/fit_call.hpp"
#include "fit/vector.hpp"

namespace satori::inline v0::fit {

// What takes one reading of all points each, in fixed chunks whose results are joined in their order.

/// Bounds, and second moments.
struct PointSummary {
    Vec3 min, max;
    Moments moments;
    bool all_legal = false;  ///< the rest means nothing otherwise
};
PointSummary summarize(const PointRows& points, FitCall& call);

/// The first point that is not legal.
struct IllegalPoint {
    std::size_t index = 0;
    std::uint32_t column = 0;
};
IllegalPoint find_illegal(const PointRows& points) noexcept;

/// Least and greatest coordinate along a direction.
struct Range {
    double least = 0;
    double most = 0;

    double extent() const { return most - least; }
    double middle() const { return 0.5 * (least + most); }
};

/// Of (point - origin), along each direction: ((x * d.x + y * d.y) + z * d.z) in double.
std::vector<Range> ranges_along(const PointRows& points, std::span<const Vector> directions, const Vector& origin,
                                FitCall& call);

/// The first points at which those ranges are reached: least, most, for each direction. One more reading of few chunks.
std::vector<std::size_t> extreme_points(const PointRows& points, std::span<const Vector> directions,
                                        const Vector& origin, FitCall& call);

}  // namespace satori::inline v0::fit
