#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <thread>

#include "base/assert.hpp"
#include "base/namespace.hpp"

namespace satori::v0::parallel {

/// Hands out slots 0 .. count - 1 (at most 64), each to one chunk at a time. The slot is the index of the chunk's
/// scratch memory. When all slots are in use, a chunk waits for one.
class SlotPool {
public:
    explicit SlotPool(unsigned count) noexcept
        : free_(count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1) {
        SATORI_ASSERT(count != 0);
    }

    class Slot {
    public:
        explicit Slot(SlotPool& pool) noexcept : pool_(pool), index_(pool.acquire()) {}
        ~Slot() {
            const std::uint64_t bit = std::uint64_t{1} << index_;
            [[maybe_unused]] const std::uint64_t free = pool_.free_.fetch_or(bit, std::memory_order_release);
            SATORI_ASSERT((free & bit) == 0);
        }
        Slot(const Slot&) = delete;
        Slot& operator=(const Slot&) = delete;
        unsigned index() const noexcept { return index_; }

    private:
        SlotPool& pool_;
        unsigned index_;
    };

private:
    unsigned acquire() noexcept {
        std::uint64_t free = free_.load(std::memory_order_relaxed);
        for (;;) {
            if (free == 0) {
#ifdef __STDCPP_THREADS__  // without threads no other chunk can hold a slot
                std::this_thread::yield();
#endif
                free = free_.load(std::memory_order_relaxed);
                continue;
            }
            const std::uint64_t rest = free & (free - 1);
            if (free_.compare_exchange_weak(free, rest, std::memory_order_acquire, std::memory_order_relaxed))
                return static_cast<unsigned>(std::countr_zero(free));
        }
    }

    std::atomic<std::uint64_t> free_;
};

}  // namespace satori::v0::parallel
