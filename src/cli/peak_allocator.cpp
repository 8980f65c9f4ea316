#include "cli/peak_allocator.hpp"

#include <algorithm>

namespace satori::cli {

Allocator PeakAllocator::get() noexcept {
    Allocator allocator;
    allocator.user = this;
    allocator.allocate = [](std::size_t size, std::size_t alignment, void* user) noexcept -> void* {
        const Allocator heap = default_allocator();
        void* memory = heap.allocate(size, alignment, heap.user);
        if (memory == nullptr) return nullptr;
        auto& self = *static_cast<PeakAllocator*>(user);
        self.bytes_ += size;
        self.peak_bytes_ = std::max(self.peak_bytes_, self.bytes_);
        return memory;
    };
    allocator.release = [](void* memory, std::size_t size, std::size_t alignment, void* user) noexcept {
        const Allocator heap = default_allocator();
        heap.release(memory, size, alignment, heap.user);
        static_cast<PeakAllocator*>(user)->bytes_ -= size;
    };
    return allocator;
}

}  // namespace satori::cli
