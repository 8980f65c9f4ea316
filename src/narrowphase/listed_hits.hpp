#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "narrowphase/options.hpp"
#include "narrowphase/pair_tiles.hpp"
#include "parallel/call.hpp"

namespace satori::v0::narrowphase {

/// A list of pairs and the records that they index.
template <int Dim>
struct PairsToCollide {
    const simd::PairRecord<Dim>* const (&records)[2];
    std::span<const BoxPair> pairs;
    bool canonical;  ///< the lower index of a pair is A, else its first box
    const ContactOptions& options;
};

/// The pairs that one call of the kernel takes. Meanwhile the records of as many later pairs come from memory.
inline constexpr std::uint32_t kPairsAtOnce = simd::kPairsAhead;
static_assert(kTilePairs % kPairsAtOnce == 0 && kPairsAtOnce % simd::kMaxLanes == 0);

/// Prefetches the records of up to kPairsAtOnce pairs, from pair `begin` on.
template <int Dim>
void fetch_records(const PairsToCollide<Dim>& list, std::size_t begin) noexcept {
    const std::size_t end = std::min<std::size_t>(begin + kPairsAtOnce, list.pairs.size());
    for (std::size_t i = begin; i < end; ++i) {
        simd::prefetch(list.records[0] + list.pairs[i].first);
        simd::prefetch(list.records[1] + list.pairs[i].second);
    }
}

/// Writes the hits of a chunk to `out`, which must have room for all pairs of the chunk, and returns their number.
template <int Dim, class Note>
std::uint32_t find_chunk_hits(const simd::KernelTable& kernels, const PairsToCollide<Dim>& list,
                              parallel::ChunkRange range, Note& note, simd::ContactHit* out) noexcept {
    PairTile tile;
    simd::ContactHit hits[kTilePairs + simd::kMaxLanes];
    const ContactOptions& options = list.options;
    std::uint32_t hit_count = 0;
    for (tile.begin = range.begin; tile.begin < range.end; tile.begin += kTilePairs) {
        tile.count = static_cast<std::uint32_t>(std::min<std::size_t>(kTilePairs, range.end - tile.begin));
        tile.take(list.pairs.data() + tile.begin, list.canonical);
        tile.pad();
        std::uint32_t found = 0;
        for (std::uint32_t k = 0; k < tile.count; k += kPairsAtOnce) {
            fetch_records(list, tile.begin + k + kPairsAtOnce);
            found += simd::box_kernels<Dim>(kernels).filter_contacts(
                {{list.records[0], list.records[1], tile.first + k, tile.second + k,
                  std::min(kPairsAtOnce, tile.count - k)},
                 options.speculative_distance,
                 tolerance(options),
                 options.boundary == Boundary::open},
                hits + found);
        }
        SATORI_ASSERT(found <= tile.count);
        note(tile, hits, found);
        std::copy_n(hits, found, out + hit_count);
        hit_count += found;
    }
    return hit_count;
}

/// Finds the pairs of a list that make contact, in the order of the list, with their axes. note(tile, hits, count) may
/// store the axes of the last step in the hits of a tile; it runs on the call's threads. The hits lie in
/// Scratch::listed_hits.
template <int Dim, class Note>
Status find_listed_hits(parallel::Call& call, WorkspaceLock& workspace, const PairsToCollide<Dim>& list, Note&& note,
                        std::span<const simd::ContactHit>& found) noexcept {
    auto* const hits = workspace.reserve<simd::ContactHit>(Scratch::listed_hits, list.pairs.size());
    if (hits == nullptr) return Status::out_of_memory;
    const parallel::Chunking chunks(list.pairs.size(), parallel::kChunkPairs, parallel::kMaxChunks);
    std::uint32_t counts[parallel::kMaxChunks];
    const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        counts[chunk] = find_chunk_hits(call.kernels(), list, range, note, hits + range.begin);
    });
    if (status == Status::ok) found = {hits, parallel::join_chunks(hits, chunks, counts)};
    return status;
}

}  // namespace satori::v0::narrowphase
