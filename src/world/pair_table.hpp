#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <satori/pairs.hpp>

#include "base/assert.hpp"
#include "base/multiset_hash.hpp"
#include "base/owned_array.hpp"
#include "simd/kernel_abi.hpp"
#include "simd/prefetch.hpp"
#include "world/pair_index.hpp"

namespace satori::v0::world {

inline constexpr std::uint32_t kNoRow = PairIndex::kNone;

/// The axis of a rounded pair whose contact is between the closest points of the cores, so along no axis.
inline constexpr std::uint8_t kClosestPoints = simd::kAxisCount;

/// A pair whose bounds overlap and that no filter excludes.
struct PairState {
    /// kTouching: the boxes touch; between updates: they touched after the last one. kTold: the last update told that
    /// they touch. kOff: the program has switched their contact off. kSwitched: it has done so, or the opposite, since
    /// the last update. kSensor: one of the two boxes was a sensor when the pair got its row. The other flags exist
    /// only during an update. kFresh: the pair is new. kGoing: it will be removed. kFreshSlot: its slot is new.
    static constexpr std::uint8_t kTouching = 1, kTold = 2, kSensor = 4, kFresh = 8, kFreshSlot = 16, kGoing = 32,
                                  kOff = 64, kSwitched = 128;

    BoxPair pair;
    std::uint32_t slot;      ///< kNoSlot unless the boxes touch, and for kSensor
    std::uint8_t axis;       ///< kNoAxis unless the boxes touched after the last update; may be kClosestPoints
    std::uint8_t next_axis;  ///< the same after this update; set only when the pair is tested
    std::uint8_t flags;
    std::uint8_t unused;

    bool has(std::uint8_t flag) const noexcept { return (flags & flag) != 0; }
};
static_assert(sizeof(PairState) == 16);

/// The pairs of a World. A pair keeps its row until it is removed; a hash table finds the row of a pair. No call but
/// validate() looks at all rows.
class PairTable {
public:
    explicit PairTable(base::CountedMemory& memory) noexcept : rows_(memory), index_(memory) {}

    /// Makes room for `more` pairs: that many calls of add() cannot fail. Returns false when there is no memory.
    bool reserve(std::size_t more) noexcept {
        const std::uint64_t most = std::max<std::uint64_t>(limit_, count() + std::uint64_t{more});
        return most < std::numeric_limits<std::uint32_t>::max() && rows_.reserve(most, limit_) &&
               index_.reserve(count() + more);
    }
    /// Makes room for assign(). Returns false when there is no memory; nothing changes then.
    bool reserve_for(const PairTable& other) noexcept {
        return rows_.reserve(other.limit_, limit_) && index_.reserve_for(other.index_);
    }
    /// Becomes a copy of another table.
    void assign(const PairTable& other) noexcept {
        rows_.assign(other.rows_, other.limit_);
        index_.assign(other.index_);
        limit_ = other.limit_;
        free_ = other.free_;
    }
    /// Adds a pair that is not here yet, or whose row is going, and returns its row: the row that became free last, or
    /// a new one. O(1).
    std::uint32_t add(const PairState& state) noexcept {
        SATORI_ASSERT(state.pair.first < state.pair.second);
        SATORI_ASSERT(find(state.pair) == kNoRow || rows_[find(state.pair)].has(PairState::kGoing));
        const std::uint32_t row = free_ != kNoRow ? free_ : limit_++;
        if (row == free_) free_ = rows_[row].slot;
        rows_[row] = state;
        index_.insert(state.pair, row);
        return row;
    }
    /// Removes the pair of a row. The last pair takes all rows with it. O(1).
    void remove(std::uint32_t row) noexcept {
        SATORI_ASSERT(holds(row));
        index_.erase(rows_[row].pair, row);
        rows_[row] = {{0, 0}, free_, 0, 0, 0, 0};
        free_ = count() != 0 ? row : kNoRow;
        if (count() == 0) limit_ = 0;
    }
    /// Returns the row of a pair, or kNoRow. O(1).
    std::uint32_t find(const BoxPair& pair) const noexcept {
        return index_.find(pair, [&](std::uint32_t row) { return rows_[row].pair; });
    }
    /// Brings into the cache what find() reads first.
    void prefetch(const BoxPair& pair) const noexcept { index_.prefetch(pair); }
    /// Brings into the cache what find() reads next, some time after prefetch().
    void prefetch_row(const BoxPair& pair) const noexcept {
        const std::uint32_t row = index_.likely_place(pair);
        if (row != kNoRow) simd::prefetch_for_write(&rows_[row]);
    }

    /// Adds the next row as a snapshot has it, with or without a pair. There must be room for it.
    void restore(const PairState& state) noexcept {
        rows_[limit_] = state;
        if (holds(limit_++)) index_.insert(state.pair, limit_ - 1);
    }
    /// Sets the first free row. validate() checks it.
    void restore_free(std::uint32_t row) noexcept { free_ = row; }
    std::uint32_t first_free() const noexcept { return free_; }

    std::size_t count() const noexcept { return index_.count(); }
    std::uint32_t limit() const noexcept { return limit_; }  ///< every row is below this
    /// Returns false for a row without a pair.
    bool holds(std::uint32_t row) const noexcept {
        SATORI_ASSERT(row < limit_);
        return rows_[row].pair.first != rows_[row].pair.second;
    }
    PairState& operator[](std::uint32_t row) noexcept { return rows_[row]; }
    const PairState& operator[](std::uint32_t row) const noexcept { return rows_[row]; }

    /// Returns true when every row is free or can be found, each once. O(rows).
    bool validate() const noexcept {
        base::MultisetHash held, empty, listed;
        std::size_t free_count = 0;
        for (std::uint32_t row = 0; row < limit_; ++row) {
            (holds(row) ? held : empty).add(row);
            free_count += holds(row) ? 0 : 1;
            if (!holds(row) && rows_[row].flags != 0) return false;
        }
        for (std::uint32_t row = free_; row != kNoRow; row = rows_[row].slot) {
            if (row >= limit_ || holds(row) || free_count-- == 0) return false;
            listed.add(row);
        }
        return listed == empty && free_count == 0 &&
               index_.validate(held, [&](std::uint32_t row) { return row < limit_ ? rows_[row].pair : BoxPair{}; });
    }

private:
    base::OwnedArray<PairState> rows_;
    PairIndex index_;
    std::uint32_t limit_ = 0;
    std::uint32_t free_ = kNoRow;  // the first free row; its `slot` is the next one
};

}  // namespace satori::v0::world
