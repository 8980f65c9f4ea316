#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <thread>

#include <satori/allocator.hpp>

namespace satori::test {

/// An allocator that counts its calls and checks the contract: the calls come only from the thread that made the
/// allocator, and each block is given back once with its own size and alignment.
class CountingAllocator {
public:
    CountingAllocator() = default;
    CountingAllocator(const CountingAllocator&) = delete;
    CountingAllocator& operator=(const CountingAllocator&) = delete;
    ~CountingAllocator();

    Allocator get() noexcept;

    /// From now on the allocation number `index` (0 is the next one) fails, and no other.
    void fail_at(std::uint64_t index) noexcept { fail_at_ = allocations_ + index; }
    /// From now on all allocations fail.
    void fail_all() noexcept { fail_all_ = true; }
    void never_fail() noexcept {
        fail_at_ = UINT64_MAX;
        fail_all_ = false;
    }

    std::uint64_t allocations() const noexcept { return allocations_; }  ///< number of calls, failed ones included
    std::uint64_t failures() const noexcept { return failures_; }
    std::uint64_t live_bytes() const noexcept { return live_bytes_; }
    std::uint64_t peak_bytes() const noexcept { return peak_bytes_; }
    void reset_peak() noexcept { peak_bytes_ = live_bytes_; }
    std::size_t live_blocks() const noexcept { return blocks_.size(); }
    /// Returns the number of calls that break the contract: another thread, an unknown block, another size or
    /// alignment, or an alignment that is not a power of two.
    std::uint64_t misuses() const noexcept { return misuses_; }

private:
    struct Block {
        std::size_t size, alignment;
    };
    void* allocate(std::size_t size, std::size_t alignment) noexcept;
    void release(void* memory, std::size_t size, std::size_t alignment) noexcept;

    std::map<void*, Block> blocks_;
    std::thread::id owner_ = std::this_thread::get_id();
    std::uint64_t allocations_ = 0, failures_ = 0, live_bytes_ = 0, peak_bytes_ = 0, misuses_ = 0;
    std::uint64_t fail_at_ = UINT64_MAX;
    bool fail_all_ = false;
};

}  // namespace satori::test
