#include "world/refresh.hpp"

#include <algorithm>

#include "simd/prefetch.hpp"

namespace satori::inline v0::world {

namespace {

constexpr std::size_t kAhead = 16;

/// Takes destroyed boxes out of the lists of changed ones.
void drop_destroyed(detail::WorldState& state) noexcept {
    const auto drop_from = [&](std::uint32_t* list, std::uint32_t& count) {
        const auto absent = [&](std::uint32_t index) { return !state.has(index, kPresent); };
        count = static_cast<std::uint32_t>(std::remove_if(list, list + count, absent) - list);
    };
    drop_from(state.stale.data(), state.stale_count);
    drop_from(state.refiltered.data(), state.refiltered_count);
    state.lists_name_destroyed = false;
}

/// A few boxes about the origin: the steps of BoxBatch::assign() and of broadphases, while all is in the first-level cache.
struct ShapeTile {
    static constexpr std::uint32_t kBoxes = 64;
    static_assert(kBoxes % simd::kMaxLanes == 0);

    OrientedBox rows[kBoxes];
    alignas(64) float components[kBoxComponentCount * kBoxes];
    simd::BoundsEntry<3> entries[kBoxes];
    simd::BoxRecord records[kBoxes];

    /// The first boxes of `boxes`, legal ones. Returns how many.
    std::size_t fill(const simd::KernelTable& kernels, std::span<const std::uint32_t> boxes, const Body* bodies,
                     float margin) noexcept {
        const std::size_t size = std::min<std::size_t>(kBoxes, boxes.size());
        for (std::size_t i = 0; i < size; ++i) {
            if (i + kAhead < boxes.size()) {
                simd::prefetch_for_write(&bodies[boxes[i + kAhead]].shape);
                simd::prefetch(&bodies[boxes[i + kAhead]].position);
            }
            rows[i] = {{}, bodies[boxes[i]].half_extents, bodies[boxes[i]].rotation};
        }
        const auto padded = static_cast<std::uint32_t>(simd::padded(size));
        std::fill(rows + size, rows + padded, OrientedBox{});
        const simd::BoxArrays arrays{components, kBoxes};
        kernels.ingest({&rows[0].center.x, sizeof(OrientedBox) / sizeof(float), padded, arrays, 0});
        kernels.bounds({arrays, 0, padded, entries, records, margin});
        return size;
    }
};

}  // namespace

Status refresh_shapes(parallel::Call& call, detail::WorldState& state, float margin) noexcept {
    if (state.lists_name_destroyed) drop_destroyed(state);
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
            const std::size_t size =
                tile.fill(call.kernels(), {stale + begin, stale + boxes.end}, state.bodies.data(), margin);
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
