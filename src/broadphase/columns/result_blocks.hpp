#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <span>

#include <satori/types.hpp>

#include "base/assert.hpp"
#include "base/workspace_state.hpp"

namespace satori::v0::broadphase {

/// A block of pairs, 4096 bytes.
struct alignas(64) ResultBlock {
    static constexpr std::uint32_t kPairs = 511;
    BoxPair pairs[kPairs];
    std::uint32_t next;
    std::uint32_t unused;
};
static_assert(sizeof(ResultBlock) == 4096);

/// Blocks that are reserved before a parallel part and taken within it.
class BlockPool {
public:
    static constexpr std::uint32_t kNone = 0xffffffffU;

    /// Reserves room for `pair_count` pairs in `list_count` lists, or all that the workspace already has if that is
    /// more. Forgets all lists.
    Status reserve(WorkspaceLock& workspace, std::uint64_t list_count, std::uint64_t pair_count) noexcept {
        const std::uint64_t wanted = blocks_for(list_count, pair_count);
        if (wanted >= kNone) return Status::out_of_memory;
        blocks_ = workspace.grow<ResultBlock>(Scratch::result_blocks, wanted);
        if (blocks_ == nullptr) return Status::out_of_memory;
        const std::size_t room = workspace.capacity<ResultBlock>(Scratch::result_blocks);
        capacity_ = room < kNone ? static_cast<std::uint32_t>(room) : kNone - 1;
        used_.store(0, std::memory_order_relaxed);
        return Status::ok;
    }

    /// Does the same, but leaves unused what the workspace has beyond that from other calls.
    Status reserve_no_more(WorkspaceLock& workspace, std::uint64_t list_count, std::uint64_t pair_count) noexcept {
        const Status status = reserve(workspace, list_count, pair_count);
        if (status == Status::ok) capacity_ = static_cast<std::uint32_t>(blocks_for(list_count, pair_count));
        return status;
    }

    /// Returns an empty block, or kNone when all are taken.
    std::uint32_t take() noexcept {
        if (used_.load(std::memory_order_relaxed) >= capacity_) return kNone;
        const std::uint32_t block = used_.fetch_add(1, std::memory_order_relaxed);
        return block < capacity_ ? block : kNone;
    }
    ResultBlock& operator[](std::uint32_t block) noexcept {
        SATORI_ASSERT(block < capacity_);
        return blocks_[block];
    }
    const ResultBlock& operator[](std::uint32_t block) const noexcept {
        SATORI_ASSERT(block < capacity_);
        return blocks_[block];
    }

private:
    static std::uint64_t blocks_for(std::uint64_t list_count, std::uint64_t pair_count) noexcept {
        return pair_count / ResultBlock::kPairs + list_count;
    }

    ResultBlock* blocks_ = nullptr;
    std::uint32_t capacity_ = 0;
    std::atomic<std::uint32_t> used_{0};
};

/// The pairs of one task, in order. When the pool runs out, further pairs are still counted.
struct BlockList {
    std::uint64_t count = 0;
    std::uint32_t head = BlockPool::kNone;
    std::uint32_t tail = BlockPool::kNone;
    bool overflowed = false;

    void append(BlockPool& pool, const BoxPair* pairs, std::uint32_t n) noexcept {
        while (n != 0 && !overflowed) {
            const auto filled = static_cast<std::uint32_t>(count % ResultBlock::kPairs);
            if (filled == 0 && !extend(pool)) break;
            const std::uint32_t room = ResultBlock::kPairs - filled;
            const std::uint32_t taken = n < room ? n : room;
            std::memcpy(pool[tail].pairs + filled, pairs, taken * sizeof(BoxPair));
            count += taken;
            pairs += taken;
            n -= taken;
        }
        count += n;
    }

    void copy(const BlockPool& pool, BoxPair* out) const noexcept {
        SATORI_ASSERT(!overflowed);
        std::uint64_t left = count;
        for (std::uint32_t block = head; left != 0; block = pool[block].next) {
            const auto n = static_cast<std::size_t>(left < ResultBlock::kPairs ? left : ResultBlock::kPairs);
            std::memcpy(out, pool[block].pairs, n * sizeof(BoxPair));
            out += n;
            left -= n;
        }
    }

private:
    bool extend(BlockPool& pool) noexcept {
        const std::uint32_t block = pool.take();
        if (block == BlockPool::kNone) {
            overflowed = true;
            return false;
        }
        (tail == BlockPool::kNone ? head : pool[tail].next) = block;
        tail = block;
        pool[tail].next = BlockPool::kNone;
        return true;
    }
};

/// Copies the pairs of all lists, one list after the other, to the workspace. `complete` is set to false when a list
/// has overflowed; `out` is then not written.
inline Status join(WorkspaceLock& workspace, const BlockPool& pool, std::span<const BlockList> lists,
                   std::span<BoxPair>& out, bool& complete) noexcept {
    std::uint64_t count = 0;
    complete = true;
    for (const BlockList& list : lists) {
        complete = complete && !list.overflowed;
        count += list.count;
    }
    if (!complete) return Status::ok;
    auto* const joined = workspace.grow<BoxPair>(Scratch::result, count);
    if (joined == nullptr) return Status::out_of_memory;
    BoxPair* end = joined;
    for (const BlockList& list : lists) {
        list.copy(pool, end);
        end += list.count;
        SATORI_ASSERT(static_cast<std::uint64_t>(end - joined) <= count);
    }
    out = {joined, static_cast<std::size_t>(count)};
    return Status::ok;
}

}  // namespace satori::v0::broadphase
