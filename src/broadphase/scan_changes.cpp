#include "broadphase/scan_changes.hpp"

#include <algorithm>
#include <new>
#include <numeric>

#include "broadphase/result_blocks.hpp"

namespace satori::inline v0::broadphase {

namespace {

constexpr std::uint32_t kTile = 16 * simd::kMaxLanes;

/// The changed boxes against those of a range.
void scan(const simd::KernelTable& kernels, const BoxTable& table, parallel::ChunkRange range, BlockPool& pool,
          BlockList& changes) noexcept {
    std::uint32_t first[kTile], second[kTile];
    BoxPair found[kTile + simd::kMaxLanes];
    const auto end = static_cast<std::uint32_t>(range.end);
    for (auto begin = static_cast<std::uint32_t>(range.begin); begin < end; begin += kTile) {
        const std::uint32_t count = std::min(kTile, end - begin);
        std::iota(second, second + count, begin);
        std::fill(second + count, second + kTile, begin);
        for (const std::uint32_t id : table.changed()) {
            std::fill_n(first, kTile, id);
            changes.append(pool, found, kernels.filter_changes({table.boxes(), first, second, count}, found));
        }
    }
}

}  // namespace

Status find_changes_scanning(parallel::Call& call, WorkspaceLock& workspace, const BoxTable& table, Changes& out,
                             bool& complete) noexcept {
    const parallel::Chunking chunks(table.limit(), parallel::kChunkBoxes, parallel::kMaxChunks);
    auto* const changes = workspace.reserve<BlockList>(Scratch::tasks, chunks.chunk_count());
    if (changes == nullptr) return Status::out_of_memory;
    BlockPool pool;
    Status status = pool.reserve_no_more(workspace, chunks.chunk_count(), 2 * std::uint64_t{table.size()});
    if (status != Status::ok) return status;
    status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        scan(call.kernels(), table, chunks[chunk], pool, *new (changes + chunk) BlockList);
    });
    if (status != Status::ok) return status;
    return join(workspace, pool, {changes, chunks.chunk_count()}, out, complete);
}

}  // namespace satori::inline v0::broadphase
