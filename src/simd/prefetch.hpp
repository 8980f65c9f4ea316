#pragma once

#if defined(_MSC_VER)
#include <intrin.h>
#endif

#include "base/namespace.hpp"

namespace satori::v0::simd {

#if !defined(_MSC_VER)
/// Keeps gcc from removing the call of a function that only prefetches. gcc (seen with 12) removes such a call, as if
/// it did nothing, unless it has inlined the function before.
inline void has_effect() noexcept {
    asm volatile("");
}
#endif

/// Prefetches the cache line at `p`.
inline void prefetch(const void* p) noexcept {
#if defined(_MSC_VER) && defined(_M_X64)
    _mm_prefetch(static_cast<const char*>(p), _MM_HINT_T0);
#elif defined(_MSC_VER)
    __prefetch(p);
#else
    __builtin_prefetch(p);
    has_effect();
#endif
}

/// Prefetches the cache line at `p` for a later write.
inline void prefetch_for_write(const void* p) noexcept {
#if defined(_MSC_VER)
    prefetch(p);
#else
    __builtin_prefetch(p, 1);
    has_effect();
#endif
}

/// Prefetches the cache line at `p` into the second-level cache. That cache can wait for more lines at a time than the
/// first-level cache. Use it for many prefetches.
inline void prefetch_outer(const void* p) noexcept {
#if defined(_MSC_VER) && defined(_M_X64)
    _mm_prefetch(static_cast<const char*>(p), _MM_HINT_T1);
#elif defined(_MSC_VER)
    __prefetch(p);
#else
    __builtin_prefetch(p, 0, 2);
    has_effect();
#endif
}

}  // namespace satori::v0::simd
