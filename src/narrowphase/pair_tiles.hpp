#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include <satori/pairs.hpp>

#include "base/assert.hpp"
#include "broadphase/bounds_set.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::narrowphase {

constexpr std::uint32_t kTilePairs = 512;
constexpr std::size_t kLinePairs = 64 / sizeof(BoxPair);

/// Up to kTilePairs pairs in the form that the pair kernels need: in canonical order, readable up to padded(count +
/// next).
struct PairTile {
    std::size_t begin = 0;  ///< position in the caller's list
    std::uint32_t count = 0;
    std::uint32_t next = 0;  ///< pairs of the next tile, stored behind this tile's
    alignas(64) std::uint32_t first[kTilePairs + simd::kPairsAhead];
    alignas(64) std::uint32_t second[kTilePairs + simd::kPairsAhead];

    /// Returns the pairs in the kernels' format.
    template <class Record>
    simd::PairRowsOf<Record> rows(const Record* const (&records)[2]) const noexcept {
        return {records[0], records[1], first, second, count};
    }
    /// Copies the next count + next pairs of the caller, which must have been checked. Compilers vectorize min and max
    /// of signed numbers.
    void take(const BoxPair* pairs, bool canonical) noexcept {
        const std::uint32_t end = count + next;
        SATORI_ASSERT(count <= kTilePairs && next <= simd::kPairsAhead);
        for (std::uint32_t i = 0; i < end; ++i) {
            const auto a = static_cast<std::int32_t>(pairs[i].first), b = static_cast<std::int32_t>(pairs[i].second);
            first[i] = static_cast<std::uint32_t>(canonical ? std::min(a, b) : a);
            second[i] = static_cast<std::uint32_t>(canonical ? std::max(a, b) : b);
        }
    }
    /// Writes valid indices behind the last pair, up to a whole vector.
    void pad() noexcept {
        const std::uint32_t end = count + next;
        const auto whole = static_cast<std::uint32_t>(simd::padded(end));
        SATORI_ASSERT(end != 0 && whole <= kTilePairs + simd::kPairsAhead);
        std::fill(first + end, first + whole, first[0]);
        std::fill(second + end, second + whole, second[0]);
    }
};

/// A caller's list of pairs of its boxes.
template <int Dim>
struct PairListIn {
    const geometry::Sets<Dim>& sets;
    std::span<const BoxPair> pairs;

    /// True when a pair may name its boxes in either order: with one set, the lower index is A.
    bool canonical() const noexcept { return sets.second() == nullptr; }
    /// True when pair k is not in canonical order.
    bool swapped(std::size_t k) const noexcept { return canonical() && pairs[k].second < pairs[k].first; }
};

/// Checks the pairs and makes the records of both sets. `invalid_id`: a pair names a box that does not exist, or, with
/// one set, the same box twice. `*invalid_pair` (if given) is then the first such pair.
template <int Dim>
Status prepare_pairs(parallel::Call& call, WorkspaceLock& workspace, const PairListIn<Dim>& list,
                     const simd::PairRecord<Dim>* (&records)[2], std::uint64_t* invalid_pair) noexcept;

/// Does the common work of every call on a list of pairs: it locks the workspace, checks the pairs, makes the records
/// and calls `work(lock, records)`. Returns the status of `work`, or the first error before it.
template <int Dim, class Work>
Status with_pairs(parallel::Call& call, const PairListIn<Dim>& list, Workspace& workspace, std::uint64_t* invalid_pair,
                  Work&& work) noexcept {
    if (call.status() != Status::ok) return call.status();
    WorkspaceLock lock(workspace);
    if (lock.status() != Status::ok) return lock.status();
    if (list.pairs.empty()) return Status::ok;
    const simd::PairRecord<Dim>* records[2] = {nullptr, nullptr};
    const Status status = prepare_pairs(call, lock, list, records, invalid_pair);
    return status == Status::ok ? work(lock, records) : status;
}

/// Calls f(tile) for all pairs, in parallel; the order is unspecified. `most_next` is the number of pairs of the next
/// tile that `f` reads.
template <int Dim, class F>
Status for_each_tile(parallel::Call& call, const PairListIn<Dim>& list, F&& f, std::uint32_t most_next = 0) noexcept {
    const parallel::Chunking chunks(list.pairs.size(), parallel::kChunkPairs, parallel::kMaxChunks);
    return call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        PairTile tile;
        for (tile.begin = range.begin; tile.begin < range.end; tile.begin += kTilePairs) {
            const std::size_t left = range.end - tile.begin;
            tile.count = static_cast<std::uint32_t>(std::min<std::size_t>(kTilePairs, left));
            tile.next = static_cast<std::uint32_t>(std::min<std::size_t>(most_next, left - tile.count));
            tile.take(list.pairs.data() + tile.begin, list.canonical());
            // The pairs of the next tile lie on another page, from which nothing has been read yet.
            for (std::size_t ahead = kTilePairs; ahead < std::min<std::size_t>(2 * kTilePairs, left);
                 ahead += kLinePairs)
                simd::prefetch(list.pairs.data() + tile.begin + ahead);
            tile.pad();
            f(tile);
        }
    });
}

}  // namespace satori::v0::narrowphase
