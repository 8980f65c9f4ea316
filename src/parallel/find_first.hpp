#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/assert.hpp"
#include "parallel/call.hpp"

namespace satori::v0::parallel {

/// Sets `least` to the smaller of `least` and `value`.
template <class T>
void lower_to(std::atomic<T>& least, T value) noexcept {
    T known = least.load(std::memory_order_relaxed);
    while (value < known && !least.compare_exchange_weak(known, value, std::memory_order_relaxed)) {
    }
}

/// Sets `first` to the first i in [0, count) for which holds(i), else to count. Runs in parallel, in chunks of at least
/// `smallest_chunk`. The call also evaluates holds() for larger i, and for some i twice.
template <class Holds>
Status find_first(Call& call, std::size_t count, std::size_t smallest_chunk, Holds&& holds,
                  std::size_t& first) noexcept {
    const Chunking chunks(count, smallest_chunk, kMaxChunks);
    std::atomic<std::size_t> lowest{count};
    const Status status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const ChunkRange range = chunks[chunk];
        // Tests a block of items at once, so that compilers can vectorize the loop.
        constexpr std::size_t kAtOnce = 64;
        for (std::size_t begin = range.begin; begin < range.end; begin += kAtOnce) {
            const std::size_t end = std::min(begin + kAtOnce, range.end);
            unsigned any = 0;
            for (std::size_t i = begin; i < end; ++i) any |= static_cast<unsigned>(holds(i));
            if (any == 0) continue;
            std::size_t i = begin;
            while (!holds(i)) ++i;
            SATORI_ASSERT(i < end);
            lower_to(lowest, i);
            return;
        }
    });
    first = lowest.load(std::memory_order_relaxed);
    SATORI_ASSERT(first <= count);
    return status;
}

/// Returns `fault` when wrong(i) for some i in [0, count). `*first` (if not null) is then the first such i.
template <class Wrong>
Status refuse_any(Call& call, std::size_t count, std::size_t smallest_chunk, Wrong&& wrong, Status fault,
                  std::uint64_t* first = nullptr) noexcept {
    std::size_t found = count;
    const Status status = find_first(call, count, smallest_chunk, wrong, found);
    if (status != Status::ok || found == count) return status;
    if (first != nullptr) *first = found;
    return fault;
}

}  // namespace satori::v0::parallel
