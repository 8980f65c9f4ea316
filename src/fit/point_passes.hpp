#pragma once

#include <span>
#include <vector>

#include <satori/fit.hpp>

#include "fit/fit_call.hpp"
#include "fit/vector.hpp"

namespace satori::v0::fit {

// Each of these functions reads all points once, in fixed chunks. It joins the results of the chunks in order.

/// Bounds, and second moments.
struct PointSummary {
    Vec3 min, max;
    Moments moments;
    bool all_legal = false;  ///< if false, the other members have no meaning
};
PointSummary summarize(const PointRows& points, FitCall& call);

/// The first point that is not legal.
struct IllegalPoint {
    std::size_t index = 0;
    std::uint32_t column = 0;
};
IllegalPoint find_illegal(const PointRows& points) noexcept;

/// The least and greatest coordinate along a direction.
struct Range {
    double least = 0;
    double most = 0;

    double extent() const { return most - least; }
    double middle() const { return 0.5 * (least + most); }
};

/// Returns the ranges of (point - origin) along each direction: ((x * d.x + y * d.y) + z * d.z) in double.
std::vector<Range> ranges_along(const PointRows& points, std::span<const Vector> directions, const Vector& origin,
                                FitCall& call);

/// Returns the first points that reach the ends of these ranges: least, most, for each direction. Reads a few chunks a
/// second time.
std::vector<std::size_t> extreme_points(const PointRows& points, std::span<const Vector> directions,
                                        const Vector& origin, FitCall& call);

}  // namespace satori::v0::fit
