#include "allocators.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace satori::test {

CountingAllocator::~CountingAllocator() {
    for (const auto& [memory, block] : blocks_) ::operator delete(memory, std::align_val_t(block.alignment));
}

Allocator CountingAllocator::get() noexcept {
    Allocator allocator;
    allocator.allocate = [](std::size_t size, std::size_t alignment, void* user) noexcept -> void* {
        return static_cast<CountingAllocator*>(user)->allocate(size, alignment);
    };
    allocator.release = [](void* memory, std::size_t size, std::size_t alignment, void* user) noexcept {
        static_cast<CountingAllocator*>(user)->release(memory, size, alignment);
    };
    allocator.user = this;
    return allocator;
}

void* CountingAllocator::allocate(std::size_t size, std::size_t alignment) noexcept {
    if (std::this_thread::get_id() != owner_) {
        ++misuses_;
        return nullptr;
    }
    const bool fails = fail_all_ || allocations_ == fail_at_;
    ++allocations_;
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > 4096) ++misuses_;
    if (fails) {
        ++failures_;
        return nullptr;
    }
    void* memory = ::operator new(size, std::align_val_t(alignment), std::nothrow);
    if (memory == nullptr) return nullptr;
    std::memset(memory, 0xa5, size);  // shows where code relies on zeroed memory
    blocks_[memory] = {size, alignment};
    live_bytes_ += size;
    peak_bytes_ = std::max(peak_bytes_, live_bytes_);
    return memory;
}

void CountingAllocator::release(void* memory, std::size_t size, std::size_t alignment) noexcept {
    const auto found = std::this_thread::get_id() == owner_ ? blocks_.find(memory) : blocks_.end();
    if (found == blocks_.end() || found->second.size != size || found->second.alignment != alignment) {
        ++misuses_;
        return;
    }
    std::memset(memory, 0x5a, size);  // makes use after release change the results
    blocks_.erase(found);
    live_bytes_ -= size;
    ::operator delete(memory, std::align_val_t(alignment));
}

}  // namespace satori::test
