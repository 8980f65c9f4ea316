#pragma once

#include <cstddef>

#include <satori/allocator.hpp>

namespace satori::inline v0::geometry {

/// Alignment of everything satori allocates: a cache line, a whole AVX-512 vector.
inline constexpr std::size_t kAlignment = 64;

/// `allocator`, or the process heap when its functions are null.
Allocator resolved(Allocator allocator) noexcept;

/// Aligned memory of an Allocator; null when there is none. `size` 0 gives null.
void* allocate(const Allocator& allocator, std::size_t size) noexcept;
void release(const Allocator& allocator, void* memory, std::size_t size) noexcept;

}  // namespace satori::inline v0::geometry
