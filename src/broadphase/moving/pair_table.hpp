#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include <satori/status.hpp>
#include <satori/types.hpp>

#include "base/owned_array.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::v0::broadphase {

/// One end of a pair that begins or ceases: owner, partner and lost as one number, in the order of (owner, partner).
struct HalfPair {
    static std::uint64_t key(std::uint32_t owner, std::uint32_t partner, bool lost) noexcept {
        return std::uint64_t{owner} << 32 | std::uint64_t{partner} << 1 | (lost ? 1U : 0U);
    }
    explicit HalfPair(std::uint64_t key) noexcept
        : owner(static_cast<std::uint32_t>(key >> 32)),
          partner(static_cast<std::uint32_t>(key) >> 1),
          lost((key & 1) != 0) {}

    std::uint32_t owner;
    std::uint32_t partner;
    bool lost;
};

/// The pairs that exist, from both ends: each box's partners, ascending.
class PairTable {
public:
    explicit PairTable(base::CountedMemory& memory) noexcept : lists_(memory), pool_(memory) {
        std::fill_n(free_, kNoRoom, kNone);
    }

    /// Makes room for apply() of the same half pairs to boxes with ids below `limit`; no pair has changed.
    Status reserve(std::span<const std::uint64_t> half_pairs, std::uint32_t limit) noexcept;
    /// `half_pairs` ascend, each once, both ends of each pair; new ones were not there, lost ones were.
    void apply(const simd::KernelTable& kernels, std::span<const std::uint64_t> half_pairs) noexcept;

    std::uint64_t pair_count() const noexcept { return half_count_ / 2; }
    std::uint32_t limit() const noexcept { return limit_; }
    std::span<const std::uint32_t> partners(std::uint32_t id) const noexcept {
        if (id >= limit_) return {};
        return {pool_.data() + lists_[id].begin, lists_[id].count};
    }

    /// Returns true when each pair is listed from both ends, in order, and no two pieces of the pool overlap. O(pairs
    /// log pairs).
    bool validate() const noexcept;

private:
    static constexpr std::uint32_t kNoRoom = 32, kNone = 0xffffffffU;
    /// A piece of the pool, 2^log2_room partners long. An empty list may have one.
    struct List {
        std::uint32_t begin;
        std::uint32_t count;
        std::uint32_t log2_room;  ///< kNoRoom: none

        std::uint32_t room() const noexcept { return log2_room != kNoRoom ? 1U << log2_room : 0; }
    };
    static std::uint32_t log2_room_for(std::uint32_t count) noexcept;

    std::uint32_t take(std::uint32_t log2_room) noexcept;
    void give_back(const List& list) noexcept;
    /// Half pairs of one owner, whose list it is, at once: O(list + changes).
    void merge(List& list, std::span<const std::uint64_t> changes) noexcept;

    base::OwnedArray<List> lists_;
    base::OwnedArray<std::uint32_t> pool_;
    std::uint32_t limit_ = 0;
    std::uint32_t pool_used_ = 0;
    /// First free piece of each size; a free piece begins with the next one.
    std::uint32_t free_[kNoRoom];
    std::uint64_t half_count_ = 0;
};

}  // namespace satori::v0::broadphase
