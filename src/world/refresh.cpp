#include "world/refresh.hpp"

#include <algorithm>

#include "base/ascending.hpp"
#include "base/assert.hpp"
#include "narrowphase/record_tile.hpp"

namespace satori::v0::world {

void drop_destroyed(detail::WorldState& state) noexcept {
    if (!state.lists_name_destroyed) return;
    const auto drop_from = [&](std::uint32_t* list, std::uint32_t& count) {
        const auto absent = [&](std::uint32_t index) { return !state.has(index, kPresent); };
        count = static_cast<std::uint32_t>(std::remove_if(list, list + count, absent) - list);
    };
    drop_from(state.stale.data(), state.stale_count);
    drop_from(state.refiltered.data(), state.refiltered_count);
    state.lists_name_destroyed = false;
}

namespace {

/// Fills `tile` with the first boxes of `boxes`, with the center at zero. Returns their number.
std::size_t fill(narrowphase::RecordTile& tile, const simd::KernelTable& kernels, std::span<const std::uint32_t> boxes,
                 const Body* bodies, float margin) noexcept {
    const std::size_t count = std::min<std::size_t>(narrowphase::RecordTile::kBoxes, boxes.size());
    for (std::size_t i = 0; i < count; ++i)
        tile.rows[i] = {{}, bodies[boxes[i]].half_extents, bodies[boxes[i]].rotation};
    for (std::size_t i = 0; i < count; ++i) tile.radii[i] = bodies[boxes[i]].radius;
    tile.take_in(kernels, count, margin);
    return count;
}

}  // namespace

Status refresh_shapes(parallel::Call& call, detail::WorldState& state, float margin) noexcept {
    SATORI_ASSERT(margin >= 0);
    drop_destroyed(state);
    const std::uint32_t count = state.stale_count;
    if (count == 0) return Status::ok;
    std::uint32_t* const stale = state.stale.data();
    if (!std::is_sorted(stale, stale + count)) std::sort(stale, stale + count);
    SATORI_ASSERT(base::strictly_ascending(stale, stale + count));
    if (!state.bounds.reserve(count, 0)) return Status::out_of_memory;
    const parallel::Chunking chunks(count, parallel::kChunkBoxes, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange boxes = chunks[chunk];
        for (std::size_t begin = boxes.begin; begin < boxes.end; begin += narrowphase::RecordTile::kBoxes) {
            narrowphase::RecordTile tile;
            const std::size_t size =
                fill(tile, call.kernels(), {stale + begin, stale + boxes.end}, state.bodies.data(), margin);
            for (std::size_t i = 0; i < size; ++i) {
                Body& body = state.bodies[stale[begin + i]];
                body.shape = tile.records[i];
                const float* const half = tile.entries[i].hi;
                const bool sensor = body.speculative_distance != 0 && state.has(stale[begin + i], kSensor);
                const float own = sensor ? 0 : body.speculative_distance * (1 + 2 * simd::kMarginSlack);
                const Range x = range_about(body.position.x, state.origin.x, half[0] + own),
                            y = range_about(body.position.y, state.origin.y, half[1] + own),
                            z = range_about(body.position.z, state.origin.z, half[2] + own);
                state.bounds[begin + i] = {{x.lo, y.lo, z.lo}, {x.hi, y.hi, z.hi}};
            }
        }
    });
}

}  // namespace satori::v0::world
