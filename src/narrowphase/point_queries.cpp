#include <algorithm>
#include <cstring>

#include <satori/box_queries.hpp>

#include "geometry/small_batch.hpp"
#include "geometry/stream.hpp"
#include "parallel/call.hpp"

namespace satori::inline v0 {

namespace narrowphase {
namespace {

constexpr std::size_t kPointFloats = 3;
constexpr std::ptrdiff_t kPackedStride = kPointFloats * sizeof(float);

/// kernel(args, out) for all points, `kPerPoint` values each to `results`, which has room for `result_count` points.
/// Packed points are read where they lie, all but the last, which have nothing behind them that may be read; others go
/// by way of a tile.
template <std::size_t kPerPoint, class Result>
Status for_all_points(const OrientedBox& box, const PointRows& points, Result* results, std::size_t result_count,
                      const Execution& execution,
                      void (*simd::ShapeKernels::*kernel)(const simd::PointsArgs&, Result*)) noexcept {
    const geometry::Stream stream = geometry::stream_of(points);
    if (result_count != points.count || (points.count != 0 && !stream.well_formed())) return Status::invalid_argument;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    geometry::SmallBatch<3> tile;
    if (!tile.assign({box})) return Status::invalid_box;
    const auto run_kernel = call.kernels().shapes.*kernel;
    constexpr std::size_t kChunkPoints = 16384;
    const parallel::Chunking chunks(points.count, kChunkPoints, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        std::size_t i = range.begin;
        if (points.stride == kPackedStride) {
            const std::size_t end = std::min(range.end, points.count - 1);
            const std::size_t whole = (end - i) / simd::kMaxLanes * simd::kMaxLanes;
            run_kernel({tile.view(), points.points + kPointFloats * i, true, whole}, results + kPerPoint * i);
            i += whole;
        }
        while (i < range.end) {
            constexpr std::size_t kTile = 16 * simd::kMaxLanes;
            float rows[kTile][4] = {};
            Result out[kTile * kPerPoint];
            const std::size_t count = std::min(kTile, range.end - i);
            for (std::size_t k = 0; k < count; ++k)
                std::memcpy(rows[k], stream.item(i + k), kPointFloats * sizeof(float));
            run_kernel({tile.view(), rows[0], false, simd::padded(count)}, out);
            std::memcpy(results + kPerPoint * i, out, kPerPoint * count * sizeof(Result));
            i += count;
        }
    });
}

}  // namespace
}  // namespace narrowphase

Status contains_points(const OrientedBox& box, const PointRows& points, std::span<std::uint8_t> inside,
                       const Execution& execution) noexcept {
    return narrowphase::for_all_points<1>(box, points, inside.data(), inside.size(), execution,
                                          &simd::ShapeKernels::contains_points);
}

Status closest_points(const OrientedBox& box, const PointRows& points, std::span<ClosestPoint> closest,
                      const Execution& execution) noexcept {
    return narrowphase::for_all_points<4>(box, points, reinterpret_cast<float*>(closest.data()), closest.size(),
                                          execution, &simd::ShapeKernels::closest_to_points);
}

}  // namespace satori::inline v0
