#pragma once

#include <atomic>

#include "parallel/call.hpp"

namespace satori::inline v0::parallel {

/// `first` = the first i in [0, count) for which holds(i), else count; in parallel, in chunks of at least `smallest_chunk`.
template <class Holds>
Status find_first(Call& call, std::size_t count, std::size_t smallest_chunk, Holds&& holds,
                  std::size_t& first) noexcept {
    const Chunking chunks(count, smallest_chunk, kMaxChunks);
    std::atomic<std::size_t> lowest{count};
    const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const ChunkRange range = chunks[chunk];
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (!holds(i)) continue;
            std::size_t known = lowest.load(std::memory_order_relaxed);
            while (i < known && !lowest.compare_exchange_weak(known, i, std::memory_order_relaxed)) {
            }
            return;
        }
    });
    first = lowest.load(std::memory_order_relaxed);
    return status;
}

}  // namespace satori::inline v0::parallel
