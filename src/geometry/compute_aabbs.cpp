#include <algorithm>
#include <cstring>

#include <satori/box_geometry.hpp>
#include <satori/pairs.hpp>
#include <satori/rect.hpp>
#include <satori/rect_pairs.hpp>

#include "geometry/small_batch.hpp"
#include "parallel/call.hpp"

namespace satori::v0 {

namespace geometry {
namespace {

/// Both types hold the lower corner, then the upper corner.
template <int Dim>
void store(const simd::BoundsEntry<Dim>& entry, typename Dimension<Dim>::Bounds& bounds) noexcept {
    static_assert(sizeof bounds.min == sizeof entry.lo && sizeof bounds.max == sizeof entry.hi);
    std::memcpy(&bounds.min, entry.lo, sizeof entry.lo);
    std::memcpy(&bounds.max, entry.hi, sizeof entry.hi);
}

template <int Dim>
Status compute_single(const typename Dimension<Dim>::Box& box, typename Dimension<Dim>::Bounds& bounds) noexcept {
    const parallel::FpEnvironment ieee;
    SmallBatch<Dim> boxes;
    if (!boxes.assign({box})) return Status::invalid_box;
    simd::BoundsEntry<Dim> entry;
    boxes.kernels().bounds({boxes.view(), 0, 1, &entry, nullptr, 0});
    store<Dim>(entry, bounds);
    return Status::ok;
}

template <int Dim>
Status compute_bounds(const Batch<Dim>& boxes, std::span<typename Dimension<Dim>::Bounds> bounds,
                      const Execution& execution) noexcept {
    if (bounds.size() != boxes.size()) return Status::invalid_argument;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    const simd::BoxArrays arrays = batch_arrays<Dim>(boxes);
    const float* const radii = radii_of(boxes);
    constexpr std::size_t kTile = 256;
    const parallel::Chunking chunks(boxes.size(), parallel::kChunkBoxes, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        simd::BoundsEntry<Dim> tile[kTile];
        for (std::size_t begin = range.begin; begin < range.end; begin += kTile) {
            const std::size_t count = std::min(kTile, range.end - begin);
            const simd::BoxArrays here{arrays.base + begin, arrays.stride};
            simd::box_kernels<Dim>(call.kernels())
                .bounds({here, 0, count, tile, nullptr, 0, false, radii == nullptr ? nullptr : radii + begin});
            for (std::size_t i = 0; i < count; ++i) store<Dim>(tile[i], bounds[begin + i]);
        }
    });
}

}  // namespace
}  // namespace geometry

Status compute_aabb(const OrientedBox& box, Aabb& bounds) noexcept {
    return geometry::compute_single<3>(box, bounds);
}

Status compute_aabb(const OrientedRect& rect, Aabb2& bounds) noexcept {
    return geometry::compute_single<2>(rect, bounds);
}

Status compute_aabbs(const BoxBatch& boxes, std::span<Aabb> bounds, const Execution& execution) noexcept {
    return geometry::compute_bounds<3>(boxes, bounds, execution);
}

Status compute_aabbs(const RectBatch& rects, std::span<Aabb2> bounds, const Execution& execution) noexcept {
    return geometry::compute_bounds<2>(rects, bounds, execution);
}

}  // namespace satori::v0
