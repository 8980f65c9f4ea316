#pragma once

// Memory asked for ahead of a loop that reads it in order. The hardware's own prefetching stops at the end of each page and begins
// late in loops that do a tile of this and a tile of that: where a line takes 100 ns, it waits for a third of its time.

#include <cstdint>

#include "simd/lanes.hpp"

namespace satori::inline v0::simd {

/// A page: 500 cycles and more of these loops.
inline constexpr std::uintptr_t kBytesAhead = 4096;
/// The third argument of __builtin_prefetch: into the second-level cache alone, or into the first too. The second waits for more lines at
/// a time (on Zen 4 twice as many), and the first's few buffers are what ends a loop that asks for one line after the other.
inline constexpr int kSecondLevel = 2, kFirstLevel = 3;

/// Asks for the cache lines of the `kBytes` that lie `ahead` bytes behind `p`, by number: there may be nothing to point to.
template <std::uintptr_t kBytes, int kLocality = kSecondLevel>
SATORI_LANES_INLINE void ask_ahead(const void* p, std::uintptr_t ahead = kBytesAhead) {
    const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(p) + ahead;
    for (std::uintptr_t line = 0; line < kBytes; line += 64)
        __builtin_prefetch(reinterpret_cast<const void*>(begin + line), 0, kLocality);
}

}  // namespace satori::inline v0::simd
