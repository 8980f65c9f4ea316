#include <algorithm>
#include <cstring>

#include <satori/box_queries.hpp>
#include <satori/rect.hpp>

#include "base/assert.hpp"
#include "base/stream.hpp"
#include "geometry/small_batch.hpp"
#include "parallel/call.hpp"

namespace satori::v0 {

namespace narrowphase {
namespace {

/// Runs kernel_of(table)(args, out) on all points and writes `kPerPoint` values per point to `results`, which has room
/// for `result_count` points. Packed points are read in place. Kernels take whole blocks and read behind them, so the
/// last points are copied to a tile first. Points that are not packed are all copied to tiles.
template <int Dim, std::size_t kPerPoint, class Rows, class Result, class KernelOf>
Status for_all_points(const typename geometry::Dimension<Dim>::Box& box, const Rows& points, Result* results,
                      std::size_t result_count, const Execution& execution, KernelOf&& kernel_of) noexcept {
    const base::Stream stream{points.points, points.stride};
    if (result_count != points.count || (points.count != 0 && !stream.well_formed())) return Status::invalid_argument;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    geometry::SmallBatch<Dim> tile;
    if (!tile.assign({box})) return Status::invalid_box;
    const auto run_kernel = kernel_of(call.kernels());
    // The kernel reads the three floats of a point as four.
    constexpr std::size_t kReadBehind = Dim == 3 ? 1 : 0, kTileFloats = Dim == 3 ? 4 : 2;
    constexpr std::size_t kChunkPoints = 16384;
    static_assert(kChunkPoints % simd::kPointBlock == 0);
    const parallel::Chunking chunks(points.count, kChunkPoints, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        std::size_t i = range.begin;
        if (points.stride == static_cast<std::ptrdiff_t>(Dim * sizeof(float))) {
            const std::size_t end = std::min(range.end, points.count - kReadBehind);
            SATORI_ASSERT(end >= i);
            const std::size_t whole = (end - i) / simd::kPointBlock * simd::kPointBlock;
            run_kernel({tile.view(), points.points + Dim * i, true, whole}, results + kPerPoint * i);
            i += whole;
        }
        while (i < range.end) {
            constexpr std::size_t kTile = 8 * simd::kPointBlock;
            float rows[kTile][kTileFloats] = {};
            Result out[kTile * kPerPoint];
            const std::size_t count = std::min(kTile, range.end - i);
            for (std::size_t k = 0; k < count; ++k) std::memcpy(rows[k], stream.item(i + k), Dim * sizeof(float));
            const std::size_t blocks = (count + simd::kPointBlock - 1) / simd::kPointBlock;
            run_kernel({tile.view(), rows[0], kTileFloats == Dim, blocks * simd::kPointBlock}, out);
            std::memcpy(results + kPerPoint * i, out, kPerPoint * count * sizeof(Result));
            i += count;
        }
    });
}

}  // namespace
}  // namespace narrowphase

Status contains_points(const OrientedBox& box, const PointRows& points, std::span<std::uint8_t> inside,
                       const Execution& execution) noexcept {
    return narrowphase::for_all_points<3, 1>(
        box, points, inside.data(), inside.size(), execution,
        [](const simd::KernelTable& table) noexcept { return table.shapes.contains_points; });
}

Status contains_points(const OrientedRect& rect, const Point2Rows& points, std::span<std::uint8_t> inside,
                       const Execution& execution) noexcept {
    return narrowphase::for_all_points<2, 1>(
        rect, points, inside.data(), inside.size(), execution,
        [](const simd::KernelTable& table) noexcept { return table.rects.contains_points; });
}

Status closest_points(const OrientedBox& box, const PointRows& points, std::span<ClosestPoint> closest,
                      const Execution& execution) noexcept {
    return narrowphase::for_all_points<3, 4>(
        box, points, reinterpret_cast<float*>(closest.data()), closest.size(), execution,
        [](const simd::KernelTable& table) noexcept { return table.shapes.closest_to_points; });
}

}  // namespace satori::v0
