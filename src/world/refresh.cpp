#include "world/refresh.hpp"

#include <algorithm>

#include "simd/prefetch.hpp"

namespace satori::inline v0::world {

namespace {

/// A few boxes about the origin: the steps of BoxBatch::assign() and of broadphases, while all is in the first-level cache.
constexpr std::size_t kAheadOf = 16;
struct ShapeTile {
    static constexpr std::uint32_t kBoxes = 64;
    static_assert(kBoxes % simd::kMaxLanes == 0);

    OrientedBox rows[kBoxes];
    alignas(64) float components[kBoxComponentCount * kBoxes];
    simd::BoundsEntry<3> entries[kBoxes];
    simd::BoxRecord records[kBoxes];

    /// Legal boxes, at most kBoxes.
    void fill(const simd::KernelTable& kernels, std::span<const std::uint32_t> boxes, std::span<const std::uint32_t> soon, const Body* bodies,
              float margin) noexcept {
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if (i < soon.size()) {
                simd::prefetch_for_write(&bodies[soon[i]].shape);
                simd::prefetch(&bodies[soon[i]].position);
            }
            rows[i] = {{}, bodies[boxes[i]].half_extents, bodies[boxes[i]].rotation};
        }
        const auto padded = static_cast<std::uint32_t>(simd::padded(boxes.size()));
        std::fill(rows + boxes.size(), rows + padded, OrientedBox{});
        const simd::BoxArrays arrays{components, kBoxes};
        kernels.ingest({&rows[0].center.x, sizeof(OrientedBox) / sizeof(float), padded, arrays, 0});
        kernels.bounds({arrays, 0, padded, entries, records, margin});
    }
};

}  // namespace

Status refresh_shapes(parallel::Call& call, detail::WorldState& state, float margin) noexcept {
    const std::uint32_t count = state.stale_count;
    if (count == 0) return Status::ok;
    std::uint32_t* const stale = state.stale.data();
    if (!std::is_sorted(stale, stale + count)) std::sort(stale, stale + count);
    if (!state.bounds.reserve(count, 0)) return Status::out_of_memory;
    const parallel::Chunking chunks(count, parallel::kChunkBoxes, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange boxes = chunks[chunk];
        for (std::size_t begin = boxes.begin; begin < boxes.end; begin += ShapeTile::kBoxes) {
            ShapeTile tile;
            const std::size_t size = std::min<std::size_t>(ShapeTile::kBoxes, boxes.end - begin);
            tile.fill(call.kernels(), {stale + begin, size}, {stale + begin + kAheadOf, boxes.end - begin > kAheadOf ? boxes.end - begin - kAheadOf : 0}, state.bodies.data(), margin);
            for (std::size_t i = 0; i < size; ++i) {
                Body& body = state.bodies[stale[begin + i]];
                body.shape = tile.records[i];
                const float* const reach = tile.entries[i].hi;
                const Range x = range_about(body.position.x, state.origin.x, reach[0]),
                            y = range_about(body.position.y, state.origin.y, reach[1]),
                            z = range_about(body.position.z, state.origin.z, reach[2]);
                state.bounds[begin + i] = {{x.lo, y.lo, z.lo}, {x.hi, y.hi, z.hi}};
            }
        }
    });
}

}  // namespace satori::inline v0::world
