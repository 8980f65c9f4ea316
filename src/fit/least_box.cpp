#include "fit/least_box.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

#include "fit/box_search.hpp"

namespace satori::v0::fit {

namespace {

constexpr std::size_t kDescents = 32;      // from the best candidates
constexpr std::size_t kTurnedStarts = 16;  // in addition, from orientations all over the rotations
constexpr std::size_t kLaterDescents = 8;
constexpr int kMostRounds = 8;

/// Returns one of `count` directions that are spread evenly over the sphere: points of a Fibonacci spiral.
Vector spread_direction(std::size_t index, std::size_t count) {
    const double z = 1 - (2 * static_cast<double>(index) + 1) / static_cast<double>(count);
    const double angle = static_cast<double>(index) * std::numbers::pi * (3 - std::sqrt(5.0));
    const double radius = std::sqrt(1 - z * z);
    return {radius * std::cos(angle), radius * std::sin(angle), z};
}

/// Returns the farthest point in each of `count` directions. Each point occurs once; the points are sorted by index.
std::vector<std::uint32_t> farthest_points(const std::vector<Vector>& points, std::size_t count) {
    std::vector<std::uint32_t> chosen;
    for (std::size_t k = 0; k < count; ++k) {
        const Vector direction = spread_direction(k, count);
        std::uint32_t best = 0;
        double reach = dot(points[0], direction);
        for (std::uint32_t i = 1; i < points.size(); ++i) {
            const double at = dot(points[i], direction);
            if (at > reach) best = i;
            reach = std::max(reach, at);
        }
        chosen.push_back(best);
    }
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    return chosen;
}

/// Returns frames whose first axis is a direction of the spiral, each with another angle about this axis.
std::vector<Frame> turned_frames() {
    std::vector<Frame> frames;
    for (std::size_t k = 0; k < kTurnedStarts; ++k) {
        const Frame about = frame_about(spread_direction(k, kTurnedStarts));
        const double angle = std::numbers::pi / 2 * static_cast<double>(k * 7 % kTurnedStarts) / kTurnedStarts;
        const Vector second = std::cos(angle) * about[1] + std::sin(angle) * about[2];
        frames.push_back({about[0], second, cross(about[0], second)});
    }
    return frames;
}

/// The hull of a subset of the given points, numbered within the subset.
struct SmallHull {
    std::vector<Vector> points;  // relative to the origin
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

SmallHull searched_hull(const std::vector<Vector>& vertices, const Normalization& to, const Vector& origin) {
    std::vector<Vector> normalized;
    normalized.reserve(vertices.size());
    for (const Vector& vertex : vertices) normalized.push_back(to(vertex));
    SmallHull small;
    if (vertices.size() > kMaxSearchPoints) {
        const std::vector<std::uint32_t> chosen = farthest_points(normalized, kMaxSearchPoints);
        std::vector<Vector> some;
        for (const std::uint32_t index : chosen) {
            some.push_back(normalized[index]);
            small.points.push_back(vertices[index] - origin);
        }
        normalized = std::move(some);
    } else {
        for (const Vector& vertex : vertices) small.points.push_back(vertex - origin);
    }
    small.triangles = convex_hull(normalized).triangles;
    return small;
}

/// Sorts by volume, best first, and keeps one orientation per volume. Equal volumes are mostly equal orientations.
void keep_best(std::vector<Orientation>& found, std::size_t count) {
    std::stable_sort(found.begin(), found.end(),
                     [](const Orientation& a, const Orientation& b) { return a.volume < b.volume; });
    const auto same = [](const Orientation& a, const Orientation& b) { return b.volume <= a.volume * (1 + 1e-9); };
    found.erase(std::unique(found.begin(), found.end(), same), found.end());
    if (found.size() > count) found.resize(count);
}

}  // namespace

Frame least_box(const std::vector<Vector>& points, const Hull& hull, const Normalization& normalization,
                std::span<const Frame> starts, FitCall& call) {
    const Vector origin = normalization.origin;
    std::vector<Vector> vertices;
    SearchSet all;
    for (const std::uint32_t vertex : hull.vertices) {
        vertices.push_back(points[vertex]);
        all.add(vertices.back() - origin);
    }
    const SmallHull small = searched_hull(vertices, normalization, origin);
    SearchSet set;
    for (const Vector& point : small.points) set.add(point);

    std::vector<Orientation> found = best_about_axes(set, axis_candidates(small.points, small.triangles), call);
    keep_best(found, kDescents);
    for (const Frame& frame : starts) found.push_back({frame, 0});
    for (const Frame& frame : turned_frames()) found.push_back({frame, 0});
    found = descended(set, found, call);

    Orientation best{found[0].frame, std::numeric_limits<double>::infinity()};
    for (int round = 0; round < kMostRounds; ++round) {
        const Orientation now = found[0];
        const double volume = all.volume(now.frame);
        if (volume < best.volume) best = {now.frame, volume};
        if (volume <= now.volume * (1 + kSearchSlack)) break;
        for (const std::uint32_t i : all.extremes(now.frame)) set.add(all.point(i));
        keep_best(found, kLaterDescents);
        found = descended(set, found, call);
    }
    return best.frame;
}

}  // namespace satori::v0::fit
