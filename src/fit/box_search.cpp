#include "fit/box_search.hpp"

#include <algorithm>
#include <limits>

#include "fit/planar.hpp"
#include "fit/point_tile.hpp"
#include "parallel/slot_pool.hpp"

namespace satori::v0::fit {

namespace {

/// Directions that differ by less than about 1e-6 rad count as one.
constexpr double kSameDirection = 1 - 1e-12;
constexpr int kMostDescents = 8;
constexpr double kWorthwhile = 1e-6;  // relative gain of a descent; a descent with a smaller gain is the last
constexpr int kSimplexSteps = 80;
constexpr double kSimplexSizes[] = {0.15, 0.02};  // rad

Vector rotate(const Vector& turn, const Vector& v) {
    // Rodrigues' parameters: the rotation by 2 atan |turn / 2| about turn.
    const Vector half = 0.5 * turn;
    const double s = 2 / (1 + dot(half, half));
    return v + s * cross(half, v + cross(half, v));
}

Frame rotated(const Vector& turn, const Frame& frame) {
    const Vector x = normalized(rotate(turn, frame[0]));
    const Vector y = rotate(turn, frame[1]);
    const Vector z = normalized(cross(x, y));
    return {x, cross(z, x), z};
}

/// Memory for a projection and its convex hull.
struct Scratch {
    std::vector<PlanePoint> points, polygon;

    explicit Scratch(std::size_t count) : points(count), polygon(polygon_room(count)) {}
};

Orientation best_about(const SearchSet& set, const Vector& axis, Scratch& scratch) noexcept {
    const Frame about = frame_about(axis);
    for (std::size_t i = 0; i < set.size(); ++i) {
        const Vector point = set.point(i);
        scratch.points[i] = {dot(about[1], point), dot(about[2], point)};
    }
    const std::size_t count = convex_polygon({scratch.points.data(), set.size()}, scratch.polygon.data());
    const PlanePoint side = least_rectangle_side({scratch.polygon.data(), count});
    const Vector second = side.x * about[1] + side.y * about[2];
    const Frame frame{axis, second, cross(axis, second)};
    return {frame, set.volume(frame)};
}

/// Minimizes the volume over the rotation vector from a start (Nelder and Mead), with the usual coefficients 1, 2, 1/2,
/// 1/2.
Orientation simplex_descent(const SearchSet& set, const Orientation& start, double size) noexcept {
    struct Vertex {
        Vector turn{};
        double volume = 0;
    };
    const auto at = [&](const Vector& turn) { return Vertex{turn, set.volume(rotated(turn, start.frame))}; };
    std::array<Vertex, 4> simplex{Vertex{{}, start.volume}};
    for (std::size_t a = 0; a < 3; ++a) {
        Vector turn{};
        turn[a] = size;
        simplex[a + 1] = at(turn);
    }
    const auto less = [](const Vertex& a, const Vertex& b) { return a.volume < b.volume; };
    for (int step = 0; step < kSimplexSteps; ++step) {
        std::sort(simplex.begin(), simplex.end(), less);
        Vertex& worst = simplex[3];
        if (worst.volume <= simplex[0].volume * (1 + 1e-10)) break;
        const Vector middle = (1.0 / 3) * (simplex[0].turn + simplex[1].turn + simplex[2].turn);
        const auto beyond = [&](double factor) { return at(middle + factor * (middle - worst.turn)); };
        const Vertex reflected = beyond(1);
        if (reflected.volume < simplex[0].volume) {
            const Vertex expanded = beyond(2);
            worst = less(expanded, reflected) ? expanded : reflected;
        } else if (reflected.volume < simplex[2].volume) {
            worst = reflected;
        } else {
            const Vertex contracted = beyond(reflected.volume < worst.volume ? 0.5 : -0.5);
            if (contracted.volume < std::min(reflected.volume, worst.volume)) {
                worst = contracted;
            } else {
                for (std::size_t k = 1; k < 4; ++k)
                    simplex[k] = at(simplex[0].turn + 0.5 * (simplex[k].turn - simplex[0].turn));
            }
        }
    }
    const Vertex& best = *std::min_element(simplex.begin(), simplex.end(), less);
    if (best.volume >= start.volume) return start;
    return {rotated(best.turn, start.frame), best.volume};
}

Orientation descend(const SearchSet& set, Orientation best, Scratch& scratch) noexcept {
    const auto take = [&](const Orientation& other) {
        if (other.volume < best.volume) best = other;
    };
    for (int descent = 0; descent < kMostDescents; ++descent) {
        const double before = best.volume;
        for (const double size : kSimplexSizes) {
            for (std::size_t a = 0; a < 3; ++a) take(best_about(set, best.frame[a], scratch));
            take(simplex_descent(set, best, size));
        }
        if (best.volume >= before * (1 - kWorthwhile)) break;
    }
    return best;
}

/// Calls f(index, scratch) for every index below count, in parallel.
template <class F>
void for_each_with_scratch(const SearchSet& set, std::size_t count, FitCall& call, F&& f) {
    const std::size_t chunk_count = std::min<std::size_t>(count, 256);
    if (chunk_count == 0) return;
    std::vector<Scratch> scratch(std::min<std::size_t>(call.concurrency(), chunk_count), Scratch(set.size()));
    parallel::SlotPool slots(static_cast<unsigned>(scratch.size()));
    call.run(static_cast<std::uint32_t>(chunk_count), [&](std::uint32_t chunk) noexcept {
        const parallel::SlotPool::Slot slot(slots);
        const std::size_t end = (chunk + 1) * count / chunk_count;
        for (std::size_t i = chunk * count / chunk_count; i < end; ++i) f(i, scratch[slot.index()]);
    });
}

/// Keeps the first of each group of directions that are the same up to sign.
void keep_distinct(std::vector<Vector>& directions) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < directions.size(); ++i) {
        const auto same = [&](const Vector& other) { return std::fabs(dot(other, directions[i])) > kSameDirection; };
        const auto end = directions.begin() + static_cast<std::ptrdiff_t>(kept);
        if (std::none_of(directions.begin(), end, same)) directions[kept++] = directions[i];
    }
    directions.resize(kept);
}

}  // namespace

void SearchSet::add(const Vector& point) {
    const std::size_t padded = (size_ / kStep + 1) * kStep;
    for (std::size_t a = 0; a < 3; ++a) {
        coordinate_[a].resize(padded);
        for (std::size_t i = size_; i < padded; ++i) coordinate_[a][i] = point[a];
    }
    ++size_;
}

std::array<Range, 3> SearchSet::ranges(const Frame& frame) const noexcept {
    std::array<Range, 3> ranges;
    const double* const x = coordinate_[0].data();
    const double* const y = coordinate_[1].data();
    const double* const z = coordinate_[2].data();
    for (std::size_t a = 0; a < 3; ++a) {
        const Vector d = frame[a];
        double least[kStep], most[kStep];
        for (std::size_t lane = 0; lane < kStep; ++lane) {
            least[lane] = std::numeric_limits<double>::infinity();
            most[lane] = -std::numeric_limits<double>::infinity();
        }
        for (std::size_t i = 0; i < coordinate_[0].size(); i += kStep) {
            for (std::size_t lane = 0; lane < kStep; ++lane) {
                const double at = x[i + lane] * d[0] + y[i + lane] * d[1] + z[i + lane] * d[2];
                least[lane] = at < least[lane] ? at : least[lane];
                most[lane] = at > most[lane] ? at : most[lane];
            }
        }
        ranges[a] = {*std::min_element(least, least + kStep), *std::max_element(most, most + kStep)};
    }
    return ranges;
}

double SearchSet::volume(const Frame& frame) const noexcept {
    const std::array<Range, 3> range = ranges(frame);
    return range[0].extent() * range[1].extent() * range[2].extent();
}

std::array<std::uint32_t, 6> SearchSet::extremes(const Frame& frame) const noexcept {
    std::array<std::uint32_t, 6> found{};
    for (std::size_t a = 0; a < 3; ++a) {
        Range range{dot(point(0), frame[a]), dot(point(0), frame[a])};
        for (std::uint32_t i = 1; i < size_; ++i) {
            const double at = dot(point(i), frame[a]);
            if (at < range.least) found[2 * a] = i;
            if (at > range.most) found[2 * a + 1] = i;
            range = {std::min(range.least, at), std::max(range.most, at)};
        }
    }
    return found;
}

std::vector<Vector> axis_candidates(const std::vector<Vector>& points,
                                    const std::vector<std::array<std::uint32_t, 3>>& triangles) {
    std::vector<Vector> normals, edges;
    const auto add = [](std::vector<Vector>& list, const Vector& direction) {
        const double size = length(direction);
        if (size > 0) list.push_back((1 / size) * direction);
    };
    for (const auto& [a, b, c] : triangles) {
        add(normals, cross(points[b] - points[a], points[c] - points[a]));
        for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
            add(edges, points[to] - points[from]);
    }
    std::vector<Vector> all = std::move(normals);
    all.insert(all.end(), edges.begin(), edges.end());
    keep_distinct(all);
    return all;
}

std::vector<Orientation> best_about_axes(const SearchSet& set, std::span<const Vector> axes, FitCall& call) {
    std::vector<Orientation> found(axes.size());
    for_each_with_scratch(set, axes.size(), call, [&](std::size_t i, Scratch& scratch) noexcept {
        found[i] = best_about(set, axes[i], scratch);
    });
    return found;
}

std::vector<Orientation> descended(const SearchSet& set, std::span<const Orientation> starts, FitCall& call) {
    std::vector<Orientation> found(starts.begin(), starts.end());
    for_each_with_scratch(set, found.size(), call, [&](std::size_t i, Scratch& scratch) noexcept {
        found[i].volume = set.volume(found[i].frame);
        found[i] = descend(set, found[i], scratch);
    });
    std::stable_sort(found.begin(), found.end(),
                     [](const Orientation& a, const Orientation& b) { return a.volume < b.volume; });
    return found;
}

}  // namespace satori::v0::fit
