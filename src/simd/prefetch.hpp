#pragma once

#if defined(_MSC_VER)
#include <intrin.h>
#endif

namespace satori::inline v0::simd {

#if !defined(_MSC_VER)
/// gcc drops calls of functions that only prefetch, as if they did nothing, unless it has inlined them by then (seen with 12).
inline void has_effect() noexcept {
    asm volatile("");
}
#endif

/// Asks for the cache line at `p` ahead of its use.
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

/// The same for a line that will be written.
inline void prefetch_for_write(const void* p) noexcept {
#if defined(_MSC_VER)
    prefetch(p);
#else
    __builtin_prefetch(p, 1);
    has_effect();
#endif
}

/// As prefetch(), into the second-level cache, which waits for more lines at a time than the first: where many are asked for.
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

}  // namespace satori::inline v0::simd
