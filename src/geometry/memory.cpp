#include "geometry/memory.hpp"

#include <new>

namespace satori::inline v0 {

Allocator default_allocator() noexcept {
    Allocator allocator;
    allocator.allocate = [](std::size_t size, std::size_t alignment, void*) noexcept {
        return ::operator new(size, std::align_val_t{alignment}, std::nothrow);
    };
    allocator.release = [](void* memory, std::size_t, std::size_t alignment, void*) noexcept {
        ::operator delete(memory, std::align_val_t{alignment});
    };
    return allocator;
}

namespace geometry {

Allocator resolved(Allocator allocator) noexcept {
    return allocator.allocate == nullptr || allocator.release == nullptr ? default_allocator() : allocator;
}

void* allocate(const Allocator& allocator, std::size_t size) noexcept {
    return size == 0 ? nullptr : allocator.allocate(size, kAlignment, allocator.user);
}

void release(const Allocator& allocator, void* memory, std::size_t size) noexcept {
    if (memory != nullptr) allocator.release(memory, size, kAlignment, allocator.user);
}

}  // namespace geometry
}  // namespace satori::inline v0
