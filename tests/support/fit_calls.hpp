#pragma once

#include <algorithm>
#include <ostream>
#include <vector>

#include <gtest/gtest.h>

#include <satori/fit.hpp>

#include "oracles/exact_containment.hpp"
#include "support/calls.hpp"

SATORI_NAMESPACE_BEGIN

inline void PrintTo(FitMethod method, std::ostream* out) {
    *out << fit_method_name(method);
}
inline void PrintTo(FitShape shape, std::ostream* out) {
    *out << fit_shape_name(shape);
}

SATORI_NAMESPACE_END

namespace satori::test {

inline constexpr FitMethod kFitMethods[] = {FitMethod::pca, FitMethod::hull, FitMethod::minimal};

inline double box_volume(const OrientedBox& box) {
    return 8.0 * double{box.half_extents.x} * double{box.half_extents.y} * double{box.half_extents.z};
}

struct Fitted {
    OrientedBox box;
    FitReport report;
};

/// Fits a box. EXPECTs that it is legal, and that every point lies exactly within it.
inline Fitted fitted(const std::vector<Vec3>& points, FitMethod method, const Execution& execution = {}) {
    Fitted result;
    EXPECT_EQ(fit_box(point_rows(points), method, result.box, &result.report, execution), Status::ok);
    BoxBatch batch;
    EXPECT_EQ(batch.assign(box_rows(std::span(&result.box, 1))), Status::ok) << "not a legal box";
    const auto outside = [&](const Vec3& point) { return !contains_exactly(result.box, point); };
    EXPECT_EQ(std::count_if(points.begin(), points.end(), outside), 0) << "points outside";
    EXPECT_EQ(result.report.volume, box_volume(result.box));
    return result;
}

}  // namespace satori::test
