#include <algorithm>
#include <cstring>

#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>

#include "geometry/dimension.hpp"
#include "parallel/call.hpp"

namespace satori::inline v0 {

namespace geometry {
namespace {

template <int Dim>
Status compute_bounds(const Batch<Dim>& boxes, std::span<typename Dimension<Dim>::Bounds> bounds,
                      const Execution& execution) noexcept {
    static_assert(sizeof(bounds[0]) == 2 * Dim * sizeof(float));
    if (bounds.size() != boxes.size()) return Status::invalid_argument;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    const simd::BoxArrays arrays = batch_arrays<Dim>(boxes);
    constexpr std::size_t kChunkBoxes = 4096, kTile = 256;
    const parallel::Chunking chunks(boxes.size(), kChunkBoxes, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        simd::BoundsEntry<Dim> tile[kTile];
        for (std::size_t begin = range.begin; begin < range.end; begin += kTile) {
            const std::size_t count = std::min(kTile, range.end - begin);
            const simd::BoxArrays here{arrays.base + begin, arrays.stride};
            simd::shape_kernels<Dim>(call.kernels()).bounds({here, 0, count, tile, nullptr, 0});
            // Lower corner, then upper corner, in both.
            for (std::size_t i = 0; i < count; ++i) std::memcpy(&bounds[begin + i], tile[i].lo, sizeof(bounds[0]));
        }
    });
}

}  // namespace
}  // namespace geometry

Status compute_aabbs(const BoxBatch& boxes, std::span<Aabb> bounds, const Execution& execution) noexcept {
    return geometry::compute_bounds<3>(boxes, bounds, execution);
}

Status compute_aabbs(const RectBatch& rects, std::span<Aabb2> bounds, const Execution& execution) noexcept {
    return geometry::compute_bounds<2>(rects, bounds, execution);
}

}  // namespace satori::inline v0
