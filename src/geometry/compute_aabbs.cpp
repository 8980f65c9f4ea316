#include <algorithm>

#include <satori/pairs.hpp>

#include "broadphase/bounds_set.hpp"

namespace satori::inline v0 {

Status compute_aabbs(const BoxBatch& boxes, std::span<Aabb> bounds, const Execution& execution) noexcept {
    if (bounds.size() != boxes.size()) return Status::invalid_argument;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    const simd::BoxArrays arrays = broadphase::box_arrays(boxes);
    constexpr std::size_t kChunkBoxes = 4096, kTile = 256;
    const parallel::Chunking chunks(boxes.size(), kChunkBoxes, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        simd::BoundsEntry<3> tile[kTile];
        for (std::size_t begin = range.begin; begin < range.end; begin += kTile) {
            const std::size_t count = std::min(kTile, range.end - begin);
            const simd::BoxArrays here{arrays.base + begin, arrays.stride};
            call.kernels().bounds({here, 0, count, tile, nullptr, 0});
            for (std::size_t i = 0; i < count; ++i) {
                const simd::BoundsEntry<3>& e = tile[i];
                bounds[begin + i] = {{e.lo[0], e.lo[1], e.lo[2]}, {e.hi[0], e.hi[1], e.hi[2]}};
            }
        }
    });
}

}  // namespace satori::inline v0
