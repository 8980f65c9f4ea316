#pragma once

#include <LinearMath/btAlignedAllocator.h>

#include <satori/allocator.hpp>

namespace satori::v0::bullet {

/// Returns memory from Bullet's allocator, which a host may have replaced.
inline Allocator allocator() noexcept {
    Allocator result;
    result.allocate = [](std::size_t size, std::size_t alignment, void*) noexcept {
        return btAlignedAlloc(size, static_cast<int>(alignment));
    };
    result.release = [](void* memory, std::size_t, std::size_t, void*) noexcept { btAlignedFree(memory); };
    return result;
}

}  // namespace satori::v0::bullet
