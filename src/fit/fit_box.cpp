#include <satori/fit.hpp>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <new>
#include <utility>
#include <vector>

#include <satori/box_construction.hpp>
#include <satori/box_geometry.hpp>

#include "base/stream.hpp"
#include "fit/enclosing_box.hpp"
#include "fit/fit_call.hpp"
#include "fit/hull.hpp"
#include "fit/hull_points.hpp"
#include "fit/least_box.hpp"
#include "fit/planar.hpp"
#include "fit/point_passes.hpp"
#include "fit/point_tile.hpp"
#include "fit/principal_axes.hpp"
#include "parallel/stopwatch.hpp"

namespace satori::v0 {

namespace fit {
namespace {

/// Relative to the largest coordinate: extents up to this count as zero. Rounding moves a point by up to half a step of
/// each coordinate, that is sqrt(3) / 2 steps in all, to either side of its true position.
constexpr double kNoExtent = 1.75 * FLT_EPSILON;

/// One call of fit_box() with legal arguments.
class Fit {
public:
    Fit(const PointRows& points, FitMethod method, Executor* executor, FitReport& report)
        : points_(points), method_(method), call_(executor), report_(report) {}

    OrientedBox run() {
        take_moments();
        const std::vector<Frame> frames = orientations();
        const parallel::Stopwatch watch;
        const PointBounds bounds{summary_.min, summary_.max};
        OrientedBox box = enclosing_box(points_, bounds, frames, call_);
        if (check_box(box) != BoxFault::none) {
            box = aligned_box(bounds);
            report_.axis_aligned_instead = true;
        }
        report_.extents_ns += watch.nanoseconds();
        report_.volume = volume(box);
        report_.thread_count = call_.thread_count();
        return box;
    }

private:
    void take_moments() {
        const parallel::Stopwatch watch;
        summary_ = summarize(points_, call_);
        if (!summary_.all_legal) {
            const IllegalPoint illegal = find_illegal(points_);
            report_.invalid_index = illegal.index;
            report_.invalid_column = illegal.column;
            throw Failure{Status::invalid_point};
        }
        const Frame axes = principal_axes(summary_.moments);
        report_.moments_ns = watch.nanoseconds();

        const parallel::Stopwatch extents_watch;
        to_ = {summary_.moments.mean, axes, {1, 1, 1}};
        const std::vector<Range> ranges = ranges_along(points_, to_.frame, to_.origin, call_);
        report_.extents_ns = extents_watch.nanoseconds();
        // Sorts the axes by extent, longest first: the order of the variances may differ. Moves the origin to the
        // middle.
        std::array<std::size_t, 3> order{0, 1, 2};
        for (const std::size_t i : {0U, 1U, 0U})
            if (ranges[order[i]].extent() < ranges[order[i + 1]].extent()) std::swap(order[i], order[i + 1]);
        double largest = 0;
        for (const float bound :
             {summary_.min.x, summary_.min.y, summary_.min.z, summary_.max.x, summary_.max.y, summary_.max.z})
            largest = std::max(largest, std::fabs(double{bound}));
        std::size_t dimension = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const Range& range = ranges[order[k]];
            to_.frame[k] = axes[order[k]];
            to_.origin = to_.origin + range.middle() * to_.frame[k];
            const bool extends = range.extent() > kNoExtent * largest;
            dimension += extends ? 1 : 0;
            to_.scale[k] = extends ? 2 / range.extent() : 0;
        }
        report_.shape = static_cast<FitShape>(dimension);
    }

    std::vector<Frame> orientations() {
        switch (report_.shape) {
            case FitShape::point:
                return {kWorldFrame};
            case FitShape::collinear:
                return {along_line()};
            case FitShape::planar:
                return {in_plane()};
            case FitShape::solid:
                break;
        }
        return in_space();
    }

    Frame along_line() {
        const std::vector<std::size_t> ends = extreme_points(points_, std::span(to_.frame).first(1), to_.origin, call_);
        const Vector direction = to_vector(point_at(points_, ends[1])) - to_vector(point_at(points_, ends[0]));
        return frame_about(normalized(direction));
    }

    Frame in_plane() {
        if (method_ == FitMethod::pca) return to_.frame;
        const parallel::Stopwatch watch;
        const HullPoints hull_points = fit::hull_points(points_, to_, call_);
        std::vector<PlanePoint> projected, polygon(polygon_room(hull_points.points.size()));
        for (const Vector& point : hull_points.points) {
            const Vector offset = point - to_.origin;
            projected.push_back({dot(to_.frame[0], offset), dot(to_.frame[1], offset)});
        }
        polygon.resize(convex_polygon(projected, polygon.data()));
        note_hull(hull_points, polygon.size(), watch);
        Vector side{1, 0, 0};
        if (method_ == FitMethod::minimal) {
            const PlanePoint least = least_rectangle_side(polygon);
            side = {least.x, least.y, 0};
        } else {
            side = principal_axes(polygon_moments(polygon))[0];
        }
        const Vector first = normalized(side[0] * to_.frame[0] + side[1] * to_.frame[1]);
        const Vector normal = cross(to_.frame[0], to_.frame[1]);
        return {first, cross(normal, first), normal};
    }

    std::vector<Frame> in_space() {
        if (method_ == FitMethod::pca) return {to_.frame};
        const parallel::Stopwatch watch;
        const HullPoints hull_points = fit::hull_points(points_, to_, call_);
        const Hull hull = hull_points.exact ? normalized_hull(hull_points.points) : hull_points.hull;
        note_hull(hull_points, hull.vertices.size(), watch);
        if (hull.triangles.empty()) {
            report_.method = FitMethod::pca;
            return {to_.frame};
        }
        Moments surface;
        const auto corner = [&](std::uint32_t index) { return hull_points.points[index] - to_.origin; };
        for (const auto& [a, b, c] : hull.triangles)
            surface = joined(surface, triangle_moments(corner(a), corner(b), corner(c)));
        std::vector<Frame> frames{principal_axes(surface)};
        if (method_ == FitMethod::hull) return frames;

        const parallel::Stopwatch search_watch;
        frames.push_back(to_.frame);
        frames.push_back(kWorldFrame);
        frames.push_back(least_box(hull_points.points, hull, to_, frames, call_));
        report_.search_ns = search_watch.nanoseconds();
        return frames;
    }

    Hull normalized_hull(const std::vector<Vector>& points) const {
        std::vector<Vector> normalized;
        normalized.reserve(points.size());
        for (const Vector& point : points) normalized.push_back(to_(point));
        return convex_hull(normalized);
    }

    void note_hull(const HullPoints& hull_points, std::size_t vertex_count, const parallel::Stopwatch& watch) {
        report_.exact_hull = hull_points.exact;
        report_.hull_vertex_count = static_cast<std::uint32_t>(vertex_count);
        report_.hull_ns = watch.nanoseconds();
    }

    PointRows points_;
    FitMethod method_;
    FitCall call_;
    FitReport& report_;
    PointSummary summary_;
    Normalization to_;  // principal axes of the points, the longest first; scale 0 for axes without extent
};

}  // namespace
}  // namespace fit

Status fit_box(const PointRows& points, FitMethod method, OrientedBox& box, FitReport* report,
               const Execution& execution) noexcept {
    FitReport own_report;
    FitReport& filled = report != nullptr ? *report : own_report;
    filled = {};
    filled.method = method;
    if (method != FitMethod::pca && method != FitMethod::hull && method != FitMethod::minimal)
        return Status::invalid_argument;
    if (points.count == 0 || !base::stream_of(points).well_formed()) return Status::invalid_argument;
    if (points.count > kMaxBoxCount) return Status::capacity_exceeded;
    Isa isa = Isa::best;
    if (const Status status = resolve_isa(execution.isa, isa); status != Status::ok) return status;
    const parallel::FpEnvironment ieee;
    // Every exception of the standard library, Eigen, Qhull or an executor ends here.
    try {
        box = fit::Fit(points, method, execution.executor, filled).run();
        return Status::ok;
    } catch (const fit::Failure& failure) {
        return failure.status;
    } catch (const std::bad_alloc&) {
        return Status::out_of_memory;
    } catch (...) {
        return Status::out_of_memory;  // std::length_error, or a thread that cannot start; nothing else throws
    }
}

const char* fit_method_name(FitMethod method) noexcept {
    switch (method) {
        case FitMethod::pca:
            return "pca";
        case FitMethod::hull:
            return "hull";
        case FitMethod::minimal:
            return "minimal";
    }
    return "unknown";
}

const char* fit_shape_name(FitShape shape) noexcept {
    switch (shape) {
        case FitShape::point:
            return "point";
        case FitShape::collinear:
            return "collinear";
        case FitShape::planar:
            return "planar";
        case FitShape::solid:
            return "solid";
    }
    return "unknown";
}

}  // namespace satori::v0
