#include "broadphase/moving/scan_changes.hpp"

#include <algorithm>
#include <new>
#include <span>

#include "base/assert.hpp"
#include "base/raw_array.hpp"
#include "broadphase/columns/result_blocks.hpp"

namespace satori::v0::broadphase {

namespace {

/// Changed boxes that are compared with a vector of others while it is at hand.
constexpr std::uint32_t kMostAtOnce = 64;

/// The bounds around where each was and is.
void write_entries(const BoxTable& table, simd::BoundsEntry<3>* out) noexcept {
    for (const std::uint32_t id : table.changed()) {
        const simd::TrackedBox& box = table.boxes()[id];
        simd::BoundsEntry<3>& entry = *out++;
        for (int a = 0; a < 3; ++a) {
            entry.lo[a] = std::min(box.lo[a], box.old_lo[a]);
            entry.hi[a] = std::max(box.hi[a], box.old_hi[a]);
        }
        entry.id = id;
        entry.tag = box.state & box.old_state & simd::kNotDynamic;
    }
}

/// The changed boxes against those of a range.
void scan(const simd::KernelTable& kernels, const simd::TrackedBox* boxes,
          std::span<const simd::BoundsEntry<3>> changed, parallel::ChunkRange range, BlockPool& pool,
          BlockList& changes) noexcept {
    constexpr std::uint32_t kRoom = kMostAtOnce * simd::kMaxLanes;
    base::RawArray<BoxPair, kRoom + simd::kMaxLanes> found;
    const auto begin = static_cast<std::uint32_t>(range.begin), end = static_cast<std::uint32_t>(range.end);
    for (std::size_t k = 0; k < changed.size(); k += kMostAtOnce) {
        const auto some = changed.subspan(k, std::min<std::size_t>(kMostAtOnce, changed.size() - k));
        simd::ChangeScan state{
            boxes, some.data(), static_cast<std::uint32_t>(some.size()), begin, end, found.data(), kRoom, 0};
        while (state.next != end) {
            kernels.scan_changes(state);
            changes.append(pool, found.data(), state.count);
            state.count = 0;
        }
    }
}

}  // namespace

Status find_changes_scanning(parallel::Call& call, WorkspaceLock& workspace, const BoxTable& table, Changes& out,
                             bool& complete) noexcept {
    SATORI_ASSERT(!table.changed().empty());
    const parallel::Chunking chunks(table.limit(), parallel::kChunkBoxes, parallel::kMaxChunks);
    auto* const changes = workspace.grow<BlockList>(Scratch::tasks, chunks.chunk_count());
    auto* const entries = workspace.grow<simd::BoundsEntry<3>>(Scratch::entries, table.changed().size());
    if (changes == nullptr || entries == nullptr) return Status::out_of_memory;
    write_entries(table, entries);
    BlockPool pool;
    Status status = pool.reserve_no_more(workspace, chunks.chunk_count(), 2 * std::uint64_t{table.size()});
    if (status != Status::ok) return status;
    status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        scan(call.kernels(), table.boxes(), {entries, table.changed().size()}, chunks[chunk], pool,
             *new (changes + chunk) BlockList);
    });
    if (status != Status::ok) return status;
    return join(workspace, pool, {changes, chunks.chunk_count()}, out, complete);
}

}  // namespace satori::v0::broadphase
