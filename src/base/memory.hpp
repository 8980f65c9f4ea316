#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <satori/allocator.hpp>

#include "base/assert.hpp"

namespace satori::v0::base {

/// Alignment of all memory that satori allocates: a cache line, a whole AVX-512 vector.
inline constexpr std::size_t kAlignment = 64;

/// Returns `allocator`, or the allocator of the process heap when its functions are null.
inline Allocator resolved(Allocator allocator) noexcept {
    return allocator.allocate == nullptr || allocator.release == nullptr ? default_allocator() : allocator;
}

/// True when memory for this many items can be requested at all. On 32-bit systems, some legal counts need too much
/// memory.
constexpr bool fits_memory(std::uint64_t count, std::size_t item_size) noexcept {
    return count <= std::numeric_limits<std::size_t>::max() / 2 / item_size;
}

/// Returns aligned memory of an Allocator; null when there is none, or when `size` is 0.
inline void* allocate(const Allocator& allocator, std::size_t size) noexcept {
    void* const memory = size == 0 ? nullptr : allocator.allocate(size, kAlignment, allocator.user);
    SATORI_ASSERT(reinterpret_cast<std::uintptr_t>(memory) % kAlignment == 0);
    return memory;
}
inline void release(const Allocator& allocator, void* memory, std::size_t size) noexcept {
    SATORI_ASSERT((memory == nullptr) == (size == 0));
    if (memory != nullptr) allocator.release(memory, size, kAlignment, allocator.user);
}

/// Returns whether a call has filled an empty table with many items. That takes far more memory than most later calls,
/// so the memory is given back.
constexpr bool has_filled(std::uint64_t count_before, std::uint64_t count) noexcept {
    constexpr std::uint64_t kMany = 65536;
    return count_before == 0 && count > kMany;
}

}  // namespace satori::v0::base
