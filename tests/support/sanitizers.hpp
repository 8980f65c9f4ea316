#pragma once

#include <cstdint>

namespace satori::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kAddressSanitizer = true;
#elif defined(__has_feature)
inline constexpr bool kAddressSanitizer = __has_feature(address_sanitizer) != 0;
#else
inline constexpr bool kAddressSanitizer = false;
#endif

#if defined(__SANITIZE_THREAD__)
inline constexpr bool kThreadSanitizer = true;
#elif defined(__has_feature)
inline constexpr bool kThreadSanitizer = __has_feature(thread_sanitizer) != 0;
#else
inline constexpr bool kThreadSanitizer = false;
#endif

/// Returns how many of `count` random cases a quick test tries. AddressSanitizer is ten times as slow, and it looks for
/// other faults than wrong answers.
constexpr std::uint64_t quick_cases(std::uint64_t count) {
    return kAddressSanitizer ? count / 5 : count;
}

}  // namespace satori::test
