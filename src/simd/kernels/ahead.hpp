#pragma once

// Prefetches for loops that read memory in order. The hardware prefetcher stops at the end of each page. It also starts
// late in loops that process one tile after another. Where a cache line takes 100 ns, such a loop would wait for a
// third of its time.

#include <cstdint>

#include "base/namespace.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

/// The distance of a prefetch: one page. The loops here need 500 cycles or more for a page.
inline constexpr std::uintptr_t kBytesAhead = 4096;
/// Values for the third argument of __builtin_prefetch: prefetch into the second-level cache only, or into the
/// first-level cache too. The second level can wait for more lines at a time (on Zen 4 twice as many). A loop that
/// prefetches line after line soon fills the few buffers of the first level.
inline constexpr int kSecondLevel = 2, kFirstLevel = 3;

/// Prefetches `kBytes` bytes that lie `ahead` bytes behind `p`. The address is computed as a number, because there may
/// be no object there.
template <std::uintptr_t kBytes, int kLocality = kSecondLevel>
SATORI_LANES_INLINE void ask_ahead(const void* p, std::uintptr_t ahead = kBytesAhead) {
    const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(p) + ahead;
    for (std::uintptr_t line = 0; line < kBytes; line += 64)
        __builtin_prefetch(reinterpret_cast<const void*>(begin + line), 0, kLocality);
}

}  // namespace satori::v0::simd
