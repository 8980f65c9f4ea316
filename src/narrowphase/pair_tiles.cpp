#include "narrowphase/pair_tiles.hpp"

#include <atomic>

namespace satori::inline v0::narrowphase {

template <int Dim>
Status prepare_pairs(parallel::Call& call, WorkspaceLock& workspace, const PairListIn<Dim>& list,
                     const simd::PairRecord<Dim>* (&records)[2], std::uint64_t* invalid_pair) noexcept {
    const std::span<const BoxPair> pairs = list.pairs;
    const bool one_set = list.second == nullptr;
    const std::uint32_t first_size = list.first.size(), second_size = one_set ? first_size : list.second->size();
    const parallel::Chunking chunks(pairs.size(), kChunkPairs, parallel::kMaxChunks);
    std::atomic<std::size_t> invalid{pairs.size()};
    const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::ChunkRange range = chunks[chunk];
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const BoxPair& pair = pairs[i];
            if (pair.first < first_size && pair.second < second_size && !(one_set && pair.first == pair.second))
                continue;
            std::size_t known_first = invalid.load(std::memory_order_relaxed);
            while (i < known_first && !invalid.compare_exchange_weak(known_first, i, std::memory_order_relaxed)) {
            }
            return;
        }
    });
    if (status != Status::ok) return status;
    if (invalid.load(std::memory_order_relaxed) != pairs.size()) {
        if (invalid_pair != nullptr) *invalid_pair = invalid.load(std::memory_order_relaxed);
        return Status::invalid_id;
    }
    return broadphase::fill_records<Dim>(call, workspace, list.first, list.second, records);
}

template Status prepare_pairs<2>(parallel::Call&, WorkspaceLock&, const PairListIn<2>&, const simd::RectRecord* (&)[2],
                                 std::uint64_t*) noexcept;
template Status prepare_pairs<3>(parallel::Call&, WorkspaceLock&, const PairListIn<3>&, const simd::BoxRecord* (&)[2],
                                 std::uint64_t*) noexcept;

}  // namespace satori::inline v0::narrowphase
