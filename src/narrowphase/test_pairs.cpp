#include <algorithm>
#include <atomic>

#include <satori/pairs.hpp>

#include "broadphase/bounds_set.hpp"
#include "narrowphase/boundary.hpp"

namespace satori::inline v0 {

namespace narrowphase {
namespace {

constexpr std::size_t kChunkPairs = 4096;
constexpr std::uint32_t kTile = 512;

/// First pair that names a box that does not exist, or (of one set) one box twice; pairs.size() when there is none.
std::size_t first_invalid(parallel::Call& call, std::span<const BoxPair> pairs, std::uint32_t first_size,
                          std::uint32_t second_size, bool one_set, Status& status) noexcept {
    const parallel::Chunking chunks(pairs.size(), kChunkPairs, parallel::kMaxChunks);
    std::atomic<std::size_t> found{pairs.size()};
    status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const BoxPair& pair = pairs[i];
            if (pair.first < first_size && pair.second < second_size && !(one_set && pair.first == pair.second))
                continue;
            std::size_t known_first = found.load(std::memory_order_relaxed);
            while (i < known_first && !found.compare_exchange_weak(known_first, i, std::memory_order_relaxed)) {
            }
            return;
        }
    });
    return found.load(std::memory_order_relaxed);
}

Status test_box_pairs(const BoxBatch& first, const BoxBatch* second, std::span<const BoxPair> pairs,
                      std::span<std::uint8_t> overlaps, Workspace& workspace, const CollideOptions& options,
                      const Execution& execution, std::uint64_t* invalid_pair) noexcept {
    if (pairs.size() != overlaps.size() || !known(options.boundary)) return Status::invalid_argument;
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    WorkspaceLock lock(workspace);
    if (lock.status() != Status::ok) return lock.status();
    if (pairs.empty()) return Status::ok;

    const bool one_set = second == nullptr;
    Status status = Status::ok;
    const std::size_t invalid =
        first_invalid(call, pairs, first.size(), one_set ? first.size() : second->size(), one_set, status);
    if (status != Status::ok) return status;
    if (invalid != pairs.size()) {
        if (invalid_pair != nullptr) *invalid_pair = invalid;
        return Status::invalid_id;
    }

    const simd::BoxRecord* records[2] = {nullptr, nullptr};
    status = broadphase::fill_records(call, lock, first, second, records);
    if (status != Status::ok) return status;
    const parallel::Chunking chunks(pairs.size(), kChunkPairs, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        alignas(64) std::uint32_t tile_first[kTile], tile_second[kTile];
        for (std::size_t tile = range.begin; tile < range.end; tile += kTile) {
            const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(kTile, range.end - tile));
            for (std::uint32_t i = 0; i < count; ++i) {
                // Canonical order: of one set the lower index is A, however the pair is asked.
                const BoxPair& pair = pairs[tile + i];
                const bool swap = one_set && pair.second < pair.first;
                tile_first[i] = swap ? pair.second : pair.first;
                tile_second[i] = swap ? pair.first : pair.second;
            }
            const auto whole = static_cast<std::uint32_t>(simd::padded(count));
            std::fill(tile_first + count, tile_first + whole, tile_first[0]);
            std::fill(tile_second + count, tile_second + whole, tile_second[0]);
            call.kernels().test_pairs(
                {records[0], records[1], tile_first, tile_second, count, options.boundary == Boundary::open},
                overlaps.data() + tile);
        }
    });
}

}  // namespace
}  // namespace narrowphase

Status test_pairs(const BoxBatch& boxes, std::span<const BoxPair> pairs, std::span<std::uint8_t> overlaps,
                  Workspace& workspace, const CollideOptions& options, const Execution& execution,
                  std::uint64_t* invalid_pair) noexcept {
    return narrowphase::test_box_pairs(boxes, nullptr, pairs, overlaps, workspace, options, execution, invalid_pair);
}

Status test_pairs(const BoxBatch& first, const BoxBatch& second, std::span<const BoxPair> pairs,
                  std::span<std::uint8_t> overlaps, Workspace& workspace, const CollideOptions& options,
                  const Execution& execution, std::uint64_t* invalid_pair) noexcept {
    return narrowphase::test_box_pairs(first, &second, pairs, overlaps, workspace, options, execution, invalid_pair);
}

}  // namespace satori::inline v0
