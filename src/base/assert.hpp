#pragma once

// SATORI_ASSERT(condition) checks an invariant in builds with the CMake option SATORI_ASSERTS. In other builds the
// condition is compiled and never evaluated. Kernel units have no asserts: their flags are not those of other units,
// and an inline function with an assert would have two definitions.

#if defined(SATORI_ASSERTS) && SATORI_ASSERTS

#include <satori/assert.hpp>

#include "base/namespace.hpp"

namespace satori::v0::base {

/// A function, so that an assert adds no branch to the code that contains it: coverage counts branches.
constexpr void check(bool holds, const char* condition, const char* file, int line) noexcept {
    if (!holds) [[unlikely]]
        satori_assert_failed(condition, file, line);
}

}  // namespace satori::v0::base

#define SATORI_ASSERT(...) ::satori::base::check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

#else

#define SATORI_ASSERT(...) static_cast<void>(sizeof(static_cast<bool>(__VA_ARGS__)))

#endif
