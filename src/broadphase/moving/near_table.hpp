#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include <satori/status.hpp>
#include <satori/types.hpp>

#include "base/owned_array.hpp"
#include "base/workspace_state.hpp"
#include "simd/kernel_abi.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::broadphase {

/// Bonds of boxes whose standing bounds overlap, with simd::kNoPair in `second` where they are no pair.
using Bonds = std::span<const BoxPair>;

/// The second box of a bond.
inline std::uint32_t other_of(const BoxPair& bond) noexcept {
    return bond.second & ~simd::kNoPair;
}

/// What two boxes are to each other: their standing bounds do not overlap, overlap, or the boxes are a pair.
enum class Bond : std::uint32_t { none, near, pair };

/// What the boxes of a bond in Bonds are.
inline Bond kind_of(const BoxPair& bond) noexcept {
    return (bond.second & simd::kNoPair) != 0 ? Bond::near : Bond::pair;
}

/// One end of a bond that changes, as one number, in the order of (owner, partner, bond).
struct HalfBond {
    static std::uint64_t key(std::uint32_t owner, std::uint32_t partner, Bond bond) noexcept {
        return std::uint64_t{owner} << 33 | std::uint64_t{partner} << 2 | static_cast<std::uint64_t>(bond);
    }
    explicit HalfBond(std::uint64_t key) noexcept
        : owner(owner_of(key)),
          partner(static_cast<std::uint32_t>(key >> 2) & 0x7fffffffU),
          bond(static_cast<Bond>(key & 3)) {}
    static std::uint32_t owner_of(std::uint64_t key) noexcept { return static_cast<std::uint32_t>(key >> 33); }

    std::uint32_t owner;
    std::uint32_t partner;
    Bond bond;
};

/// Sorts half bonds, and keeps each once. `keys` has room for twice as many.
std::span<const std::uint64_t> in_order(std::uint64_t* keys, std::size_t count) noexcept;

/// Lists of all boxes, one after the other: list 2 * id holds the partners of a box, ascending, list 2 * id + 1 the
/// other boxes near it, ascending.
struct BondRows {
    std::uint32_t* begin = nullptr;  ///< of list i
    std::uint32_t* ids = nullptr;

    std::span<const std::uint32_t> operator[](std::size_t i) const noexcept {
        return {ids + begin[i], ids + begin[i + 1]};
    }
};

/// Makes the lists of boxes with ids below `limit` from their bonds, each of which comes once.
Status make_rows(WorkspaceLock& workspace, Bonds bonds, std::uint32_t limit, BondRows& out) noexcept;

/// The pairs that an update changes, sorted. There must be room for all and one more.
struct PairReport {
    BoxPair* begun;
    BoxPair* lost;
    std::size_t begun_count = 0;
    std::size_t lost_count = 0;
};

/// The boxes near each box, from both ends: its partners, ascending, and then the others, ascending.
class NearTable {
public:
    explicit NearTable(base::CountedMemory& memory) noexcept : lists_(memory), pool_(memory) {
        std::fill_n(free_, kNoRoom, kNone);
    }

    /// What an update changes: half bonds from in_order().
    struct Edit {
        std::span<const std::uint64_t> half_bonds;
        std::uint32_t longest = 0;  ///< no list becomes longer; set by prepare()
    };

    /// Makes room for boxes with ids below `limit`. Returns false when there is no memory.
    bool reserve(std::uint32_t limit) noexcept;
    /// Makes room for assign(). Returns false when there is no memory; nothing changes then.
    bool reserve_for(const NearTable& other) noexcept {
        return lists_.reserve(other.limit_, limit_) && pool_.reserve(other.pool_used_, pool_used_);
    }
    /// Becomes a copy of another table.
    void assign(const NearTable& other) noexcept;
    /// Makes room for apply() of the same edit, and writes the report.
    Status prepare(Edit& edit, PairReport& report) noexcept;
    /// `scratch` has room for two lists of Edit::longest.
    void apply(const Edit& edit, const PairReport& report, std::uint32_t* scratch) noexcept;
    /// The same for lists that replace all that there are.
    Status prepare(const BondRows& rows, PairReport& report) noexcept;
    void apply(const BondRows& rows, const PairReport& report) noexcept;

    std::uint64_t pair_count() const noexcept { return pair_count_; }
    std::uint32_t limit() const noexcept { return limit_; }
    std::span<const std::uint32_t> partners(std::uint32_t id) const noexcept {
        if (id >= limit_) return {};
        return {pool_.data() + lists_[id].begin, lists_[id].pair_count};
    }
    /// Requires id < limit().
    std::span<const std::uint32_t> near(std::uint32_t id) const noexcept {
        return {pool_.data() + lists_[id].begin + lists_[id].pair_count, lists_[id].count - lists_[id].pair_count};
    }
    std::uint32_t count(std::uint32_t id) const noexcept { return lists_[id].count; }
    void prefetch_list(std::uint32_t id) const noexcept { simd::prefetch(&lists_[id]); }
    void prefetch_partners(std::uint32_t id) const noexcept { simd::prefetch(pool_.data() + lists_[id].begin); }

    /// Returns true when all bonds are listed from both ends, in order, and no two pieces of the pool overlap. O(bonds
    /// log bonds).
    bool validate() const noexcept;

private:
    static constexpr std::uint32_t kNoRoom = 32, kNone = 0xffffffffU;
    /// A piece of the pool, 2^log2_room ids long. An empty list has none.
    struct List {
        std::uint32_t begin;
        std::uint32_t pair_count;
        std::uint32_t count;
        std::uint32_t log2_room;  ///< kNoRoom: none

        std::uint32_t room() const noexcept { return log2_room != kNoRoom ? 1U << log2_room : 0; }
    };
    static std::uint32_t log2_room_for(std::uint32_t count) noexcept;

    Status reserve_pool(std::uint64_t wanted) noexcept;
    std::uint32_t take(std::uint32_t log2_room) noexcept;
    void give_back(const List& list) noexcept;
    void apply_to(List& list, std::span<const std::uint64_t> half_bonds, std::uint32_t* scratch,
                  std::uint32_t longest) noexcept;
    void note(const PairReport& report) noexcept {
        pair_count_ += report.begun_count;
        pair_count_ -= report.lost_count;
    }

    base::OwnedArray<List> lists_;
    base::OwnedArray<std::uint32_t> pool_;
    std::uint32_t limit_ = 0;
    std::uint32_t pool_used_ = 0;
    /// First free piece of each size; a free piece begins with the next one.
    std::uint32_t free_[kNoRoom];
    std::uint64_t pair_count_ = 0;
};

}  // namespace satori::v0::broadphase
