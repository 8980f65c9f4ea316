#include "fit/point_passes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "fit/point_tile.hpp"

namespace satori::v0::fit {

namespace {

using parallel::Chunking;
using parallel::ChunkRange;

constexpr std::size_t kSmallestChunk = 4096;
constexpr std::uint32_t kMostChunks = 256;

Chunking chunks_of(const PointRows& points) noexcept {
    return {points.count, kSmallestChunk, kMostChunks};
}

/// Adds the sums of a tile: of the coordinates and of their products.
void add_to_sums(const PointTile& tile, std::array<double, 3>& sums, std::array<double, 6>& products) noexcept {
    // The padding repeats the last point, so its contribution is subtracted again.
    const std::size_t surplus = tile.padded_count() - tile.count;
    std::size_t k = 0;
    for (std::size_t a = 0; a < 3; ++a) {
        const double* const x = tile.coordinate[a];
        double sum[kStep] = {};
        for (std::size_t i = 0; i < tile.padded_count(); i += kStep)
            for (std::size_t lane = 0; lane < kStep; ++lane) sum[lane] += x[i + lane];
        for (const double s : sum) sums[a] += s;
        sums[a] -= static_cast<double>(surplus) * x[tile.count - 1];
        for (std::size_t b = a; b < 3; ++b, ++k) {
            const double* const y = tile.coordinate[b];
            double product[kStep] = {};
            for (std::size_t i = 0; i < tile.padded_count(); i += kStep)
                for (std::size_t lane = 0; lane < kStep; ++lane) product[lane] += x[i + lane] * y[i + lane];
            for (const double s : product) products[k] += s;
            products[k] -= static_cast<double>(surplus) * (x[tile.count - 1] * y[tile.count - 1]);
        }
    }
}

/// Widens `range` to contain x(0) ... x(count - 1). `count` is a multiple of kStep.
template <class Coordinate>
void widen(Range& range, std::size_t count, Coordinate&& x) noexcept {
    double least[kStep], most[kStep];
    for (std::size_t lane = 0; lane < kStep; ++lane) least[lane] = most[lane] = x(lane);
    for (std::size_t i = kStep; i < count; i += kStep) {
        for (std::size_t lane = 0; lane < kStep; ++lane) {
            const double value = x(i + lane);
            least[lane] = value < least[lane] ? value : least[lane];
            most[lane] = value > most[lane] ? value : most[lane];
        }
    }
    for (std::size_t lane = 0; lane < kStep; ++lane) {
        range.least = std::min(range.least, least[lane]);
        range.most = std::max(range.most, most[lane]);
    }
}

constexpr Range kNothing{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

bool is_legal(float coordinate) noexcept {
    return std::fabs(coordinate) <= kMaxCenter;  // false for NaN
}

struct ChunkSummary {
    std::array<Range, 3> bounds{kNothing, kNothing, kNothing};
    Moments moments;
    bool all_legal = false;
};

ChunkSummary summarize_chunk(const PointRows& points, ChunkRange range) noexcept {
    ChunkSummary summary;
    const Vector origin = to_vector(point_at(points, range.begin));
    std::array<double, 3> sums{};
    std::array<double, 6> products{};
    // The bounds use the points as they are. The moments are relative to one of the points, so that nothing cancels far
    // from the origin.
    for_each_tile(points, range.begin, range.end, {}, [&](PointTile& tile, std::size_t) noexcept {
        for (std::size_t a = 0; a < 3; ++a) {
            double* const x = tile.coordinate[a];
            widen(summary.bounds[a], tile.padded_count(), [x](std::size_t i) { return x[i]; });
            for (std::size_t i = 0; i < tile.padded_count(); ++i) x[i] -= origin[a];
        }
        add_to_sums(tile, sums, products);
    });
    // NaN does not appear in the bounds, but it appears in every sum that contains it. So does infinity.
    summary.all_legal = true;
    for (const double sum : sums) summary.all_legal = summary.all_legal && std::isfinite(sum);
    Moments& moments = summary.moments;
    moments.weight = static_cast<double>(range.end - range.begin);
    std::size_t k = 0;
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = a; b < 3; ++b, ++k) moments.spread[k] = products[k] - sums[a] * sums[b] / moments.weight;
    moments.mean = origin + (1 / moments.weight) * Vector{{sums[0], sums[1], sums[2]}};
    return summary;
}

std::vector<Range> ranges_by_chunk(const PointRows& points, std::span<const Vector> directions, const Vector& origin,
                                   FitCall& call) {
    const Chunking chunks = chunks_of(points);
    std::vector<Range> ranges(chunks.chunk_count() * directions.size(), kNothing);
    call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        Range* const own = ranges.data() + chunk * directions.size();
        const ChunkRange range = chunks[chunk];
        for_each_tile(points, range.begin, range.end, origin, [&](const PointTile& tile, std::size_t) noexcept {
            for (std::size_t k = 0; k < directions.size(); ++k) {
                const Vector d = directions[k];
                const auto along = [&](std::size_t i) {
                    return tile.coordinate[0][i] * d[0] + tile.coordinate[1][i] * d[1] + tile.coordinate[2][i] * d[2];
                };
                widen(own[k], tile.padded_count(), along);
            }
        });
    });
    return ranges;
}

}  // namespace

PointSummary summarize(const PointRows& points, FitCall& call) {
    const Chunking chunks = chunks_of(points);
    std::vector<ChunkSummary> parts(chunks.chunk_count());
    call.run(chunks.chunk_count(),
             [&](std::uint32_t chunk) noexcept { parts[chunk] = summarize_chunk(points, chunks[chunk]); });

    PointSummary summary;
    std::array<Range, 3> bounds{kNothing, kNothing, kNothing};
    summary.all_legal = true;
    for (const ChunkSummary& part : parts) {
        summary.all_legal = summary.all_legal && part.all_legal;
        summary.moments = joined(summary.moments, part.moments);
        for (std::size_t a = 0; a < 3; ++a) {
            bounds[a].least = std::min(bounds[a].least, part.bounds[a].least);
            bounds[a].most = std::max(bounds[a].most, part.bounds[a].most);
        }
    }
    std::array<float, 3> min, max;
    for (std::size_t a = 0; a < 3; ++a) {
        summary.all_legal = summary.all_legal && std::fabs(bounds[a].least) <= double{kMaxCenter} &&
                            std::fabs(bounds[a].most) <= double{kMaxCenter};
        min[a] = static_cast<float>(bounds[a].least);
        max[a] = static_cast<float>(bounds[a].most);
    }
    summary.min = std::bit_cast<Vec3>(min);
    summary.max = std::bit_cast<Vec3>(max);
    return summary;
}

IllegalPoint find_illegal(const PointRows& points) noexcept {
    for (std::size_t i = 0; i < points.count; ++i)
        for (std::uint32_t a = 0; a < 3; ++a)
            if (!is_legal(point_at(points, i)[a])) return {i, a};
    return {};
}

std::vector<Range> ranges_along(const PointRows& points, std::span<const Vector> directions, const Vector& origin,
                                FitCall& call) {
    const std::vector<Range> parts = ranges_by_chunk(points, directions, origin, call);
    std::vector<Range> ranges(directions.size(), kNothing);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        Range& range = ranges[i % directions.size()];
        range.least = std::min(range.least, parts[i].least);
        range.most = std::max(range.most, parts[i].most);
    }
    return ranges;
}

std::vector<std::size_t> extreme_points(const PointRows& points, std::span<const Vector> directions,
                                        const Vector& origin, FitCall& call) {
    const std::vector<Range> parts = ranges_by_chunk(points, directions, origin, call);
    const Chunking chunks = chunks_of(points);
    std::vector<std::size_t> extremes;
    for (std::size_t k = 0; k < directions.size(); ++k) {
        for (const double sign : {-1.0, 1.0}) {
            const auto reach = [&](const Range& range) { return sign < 0 ? -range.least : range.most; };
            std::uint32_t best = 0;
            for (std::uint32_t chunk = 1; chunk < chunks.chunk_count(); ++chunk)
                if (reach(parts[chunk * directions.size() + k]) > reach(parts[best * directions.size() + k]))
                    best = chunk;
            const double wanted = reach(parts[best * directions.size() + k]);
            for (std::size_t i = chunks[best].begin; i < chunks[best].end; ++i) {
                const Vector x = to_vector(point_at(points, i)) - origin;
                if (sign * dot(x, directions[k]) < wanted) continue;
                extremes.push_back(i);
                break;
            }
        }
    }
    return extremes;
}

}  // namespace satori::v0::fit
