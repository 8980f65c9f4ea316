#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <satori/allocator.hpp>

namespace satori::inline v0::base {

/// Alignment of everything satori allocates: a cache line, a whole AVX-512 vector.
inline constexpr std::size_t kAlignment = 64;

/// `allocator`, or the process heap when its functions are null.
Allocator resolved(Allocator allocator) noexcept;

/// Whether so many items of a size can be asked for at all: with 32 bits not all that can be counted can be.
constexpr bool fits_memory(std::uint64_t count, std::size_t item_size) noexcept {
    return count <= std::numeric_limits<std::size_t>::max() / 2 / item_size;
}

/// Aligned memory of an Allocator; null when there is none. `size` 0 gives null.
void* allocate(const Allocator& allocator, std::size_t size) noexcept;
void release(const Allocator& allocator, void* memory, std::size_t size) noexcept;

}  // namespace satori::inline v0::base
