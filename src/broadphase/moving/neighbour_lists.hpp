#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "broadphase/moving/box_table.hpp"
#include "broadphase/moving/stored_columns.hpp"
#include "broadphase/moving/tracked_rows.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::broadphase {

/// Boxes that move a little, again and again, are given a skin: in the columns stand bounds that they may move in for a
/// while, and beside those a list of the boxes that stand near enough to make a pair meanwhile (Verlet 1967; the skin
/// of molecular dynamics). While a box stays within, its list alone is looked at: a line for each neighbour, instead of
/// all that stands around.
///
/// **What holds.** The list of a box that has one names every other box whose bounds in the columns touch its own
/// there, unless neither is dynamic. It may name more: boxes that have left, ids that are now another's. Bounds in the
/// columns contain the box as it was at the last update.
class NeighbourLists {
public:
    explicit NeighbourLists(base::CountedMemory& memory) noexcept : states_(memory), records_(memory) {}

    /// To be asked before an update of boxes with ids below `limit`, and of these alone all that follows: forgets
    /// everything when the columns have been built anew since, and decides then whether lists are `wanted` for them.
    /// False when there is no memory.
    bool follow(const StoredColumns& columns, std::uint32_t limit, bool wanted) noexcept;
    /// To be told of every build of the columns, before it. False when lists are to be left out.
    bool note_build() noexcept {
        left_out_ = given_up();
        builds_without_ -= left_out_ ? 1 : 0;
        return !left_out_;
    }
    /// Leaves lists out of the build that goes on, and of those after it, each time of more: of 1, 3, 7, ..., until
    /// lists have been of use.
    void give_up() noexcept {
        left_out_ = true;
        setback_ = std::min(2 * setback_ + 1, kMostWithout);
        builds_without_ = setback_;
    }
    bool given_up() const noexcept { return builds_without_ != 0; }
    /// Boxes that have been looked up in an update.
    struct Usage {
        std::size_t near = 0;     ///< their lists sufficed
        std::size_t crowded = 0;  ///< their lists were full
        std::size_t made = 0;     ///< they have now got a list, and had no skin
    };
    /// Takes note of an update in a world of `size` boxes. False when it is time to build the columns anew, which the
    /// caller then has to drop: lists have been of no use for too long, so many crowded boxes, less near ones, cost
    /// what building does, and they are given up; or so many were made one by one that to make all at once would have
    /// cost less, and they are due.
    [[nodiscard]] bool note_usage(const Usage& usage, std::uint32_t size) noexcept {
        debt_ += usage.crowded;
        debt_ -= std::min<std::uint64_t>(debt_, usage.near);
        if (debt_ > size / kCrowdedPerBox) give_up();
        near_ += usage.near;
        if (near_ > size) setback_ = 0;
        made_ += usage.made;
        due_ = !made_at_once_ && made_ > size / kMadePerBox;
        return !given_up() && !due_;
    }
    /// Whether the next build should make all lists.
    bool due() const noexcept { return due_; }
    /// Whether a box has moved by so little that it gets a skin.
    static bool creeps(const simd::TrackedBox& box) noexcept {
        const float skin = skin_of(box.lo, box.hi);
        return shift_of(box) <= skin / 2 && skin > 0;
    }

    /// Makes all lists with the columns: begin() forgets everything, give_skin() is asked for the dynamic boxes that
    /// columns are to be built of, add_all() for the pairs of what stands there, each once, and adopt() when they are
    /// built. Different boxes may be given skins, and different pairs be added, at the same time.
    bool begin(std::uint32_t limit) noexcept;
    void give_skin(simd::BoundsEntry<3>& entry, std::uint32_t state) noexcept;
    void add_all(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count) noexcept;
    void adopt(const StoredColumns& columns) noexcept;
    /// Whether bounds in the columns may be larger than the boxes.
    bool in_use(const StoredColumns& columns) const noexcept {
        return in_use_ && columns.valid() && build_ == columns.build_number();
    }

    /// Ids below it have a state.
    std::uint32_t limit() const noexcept { return limit_; }
    /// True when each list is whole. What it must name is for validate() of the Broadphase. O(boxes).
    bool validate() const noexcept;
    /// Whether a box stands in the columns with bounds larger than its own.
    bool has_skin(std::uint32_t id) const noexcept { return states_[id] != State::bare; }
    bool has_list(std::uint32_t id) const noexcept { return states_[id] == State::listed; }
    /// Whether its list was full.
    bool is_crowded(std::uint32_t id) const noexcept { return states_[id] == State::crowded; }
    /// Whether a box that has changed is still within its skin, and has a list. Also of one that follow() has not seen
    /// yet.
    bool suffices(const simd::TrackedBox& box, std::uint32_t id) const noexcept {
        return id < limit_ && has_list(id) && contains(records_[id].stored, box.lo, box.hi) && keeps_motion(box);
    }
    /// Of a box that has a list, or had one before add() found it full: then without what was added after that. Empty
    /// for a box that has just been placed without a skin; of other bare ones, and of those that add_all() has found
    /// full, not to be asked.
    std::span<const std::uint32_t> operator[](std::uint32_t id) const noexcept {
        return {records_[id].ids, records_[id].count};
    }

    /// Sets where a box is to stand in the columns from now on, with a skin and an empty list if it has moved little,
    /// and where it stands there; stored() tells.
    void place(const simd::TrackedBox& box, std::uint32_t id) noexcept;
    TrackedRows stored() const noexcept { return {&records_[0].stored, sizeof(Record)}; }
    /// Whether what was near a box that has been placed may not be near where it is to stand.
    bool left_others(const simd::TrackedBox& box, std::uint32_t id) const noexcept {
        return !contains(records_[id].stored, box.old_lo, box.old_hi) || !keeps_motion(box);
    }
    /// Notes a neighbour, where the box has a list. One that is full is given up.
    void add(std::uint32_t id, std::uint32_t neighbour) noexcept {
        if (!has_list(id)) return;
        Record& record = records_[id];
        bool known = false;
        for (const std::uint32_t other : record.ids) known |= other == neighbour;
        if (known) return;
        if (record.count == kMost)
            states_[id] = State::crowded;
        else
            record.ids[record.count++] = neighbour;
    }

    void prefetch_state(std::uint32_t id) const noexcept { simd::prefetch(&states_[id]); }
    void prefetch_stored(std::uint32_t id) const noexcept { simd::prefetch_outer(&records_[id].stored); }
    void prefetch_list(std::uint32_t id) const noexcept { simd::prefetch_outer(&records_[id].count); }

private:
    static constexpr std::uint32_t kMost = 15, kNone = ~0U;
    /// Boxes that are sorted into columns in the time that is lost on a crowded one.
    static constexpr std::uint32_t kCrowdedPerBox = 16;
    /// Lists that are made in columns and made one by one in the same time.
    static constexpr std::uint32_t kMadePerBox = 8;
    /// A build with all lists takes up to four times as long as one without.
    static constexpr std::uint32_t kMostWithout = 31;
    /// Of the longest edge, on every side. Larger ones are left more seldom, and have more neighbours.
    static constexpr float kSkin = 1.0F / 16;

    /// What there is of a box. In an array of its own, which stays in caches.
    enum class State : std::uint8_t {
        bare,     ///< it stands in the columns as it was at the last update
        listed,   ///< with a skin, and has a list
        crowded,  ///< with a skin, and more neighbours than there was room for
    };

    /// Two cache lines. Of bare boxes it holds only during the update that has placed them.
    struct alignas(64) Record {
        simd::TrackedBox stored;  ///< as it stands in the columns now, and did before the update
        std::uint32_t count;
        std::uint32_t ids[kMost];  ///< behind `count` of them kNone
    };
    static_assert(sizeof(Record) == 128);

    /// Of all boxes and columns, but not what was decided for the next build.
    void forget() noexcept;
    /// Room for all ids below `limit`, the new ones bare.
    bool reserve(std::uint32_t limit) noexcept;
    static float skin_of(const float* lo, const float* hi) noexcept { return kSkin * longest_edge(lo, hi); }
    void clear_list(std::uint32_t id) noexcept {
        records_[id].count = 0;
        std::fill_n(records_[id].ids, kMost, kNone);
    }
    static bool contains(const simd::TrackedBox& outer, const float* lo, const float* hi) noexcept {
        bool inside = lo[0] <= hi[0];
        for (int a = 0; a < 3; ++a) inside = inside & (outer.lo[a] <= lo[a]) & (hi[a] <= outer.hi[a]);
        return inside;
    }

    base::OwnedArray<State> states_;
    base::OwnedArray<Record> records_;
    std::uint32_t limit_ = 0;  // of the ids that have a state
    std::uint32_t build_ = 0;
    std::uint64_t debt_ = 0;            // crowded boxes that were looked up, less near ones
    std::uint64_t near_ = 0;            // boxes that were looked up and whose lists sufficed
    std::uint64_t made_ = 0;            // lists, one by one
    std::uint32_t builds_without_ = 0;  // that are to come
    std::uint32_t setback_ = 0;         // how many builds the last give_up() was for
    bool left_out_ = false;             // of the columns' build
    bool in_use_ = false;
    bool made_at_once_ = false;
    bool due_ = false;
};

}  // namespace satori::v0::broadphase
