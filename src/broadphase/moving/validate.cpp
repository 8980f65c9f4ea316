#include "broadphase/moving/validate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/ascending.hpp"
#include "base/multiset_hash.hpp"
#include "broadphase/moving/options.hpp"
#include "parallel/fp_environment.hpp"

// What must hold between the calls of a Broadphase. The checks derive their facts anew, from the boxes themselves. None
// of them calls the code that keeps the tables; that of the columns searches them as an update does.

namespace satori::v0::broadphase {

namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();

bool exists(const float* lo) noexcept {
    return lo[0] != kFar;
}
bool is_nowhere(const float* lo, const float* hi) noexcept {
    for (int a = 0; a < 3; ++a)
        if (lo[a] != kFar || hi[a] != -kFar) return false;
    return true;
}
bool is_plain(float bound) noexcept {
    return std::isfinite(bound) && !(bound == 0 && std::signbit(bound));
}
/// Finite, in order, without -0.
bool is_legal(const float* lo, const float* hi) noexcept {
    for (int a = 0; a < 3; ++a)
        if (!is_plain(lo[a]) || !is_plain(hi[a]) || !(lo[a] <= hi[a])) return false;
    return true;
}
bool overlap(const float* lo_a, const float* hi_a, const float* lo_b, const float* hi_b) noexcept {
    for (int a = 0; a < 3; ++a)
        if (!(lo_a[a] <= hi_b[a] && lo_b[a] <= hi_a[a])) return false;
    return true;
}
bool is_dynamic(std::uint32_t state) noexcept {
    return (state & simd::kNotDynamic) == 0;
}

/// A box has legal bounds, one that was removed is nowhere.
bool is_consistent(const simd::TrackedBox& box, bool present) noexcept {
    return present ? is_legal(box.lo, box.hi) : is_nowhere(box.lo, box.hi);
}

/// The columns as a search for a box sees them.
class ColumnCheck {
public:
    explicit ColumnCheck(const detail::BroadphaseState& state) noexcept
        : columns_(state.columns), standing_(state.standing) {}

    /// Lists are sorted and know their bounds, and each box that stands in columns has its one entry in each column
    /// that it touches.
    bool run() const noexcept {
        std::uint64_t wanted = 0, current = 0;
        for (std::uint32_t g = 0; g < columns_.grid_count(); ++g) {
            for (std::uint32_t column = columns_.first_column(g); column < columns_.first_column(g + 1); ++column)
                if (!is_list(g, columns_.list(column), current)) return false;
        }
        for (std::uint32_t id = 0; id < standing_.limit(); ++id) {
            if (!standing_.in_columns(id)) continue;
            const std::uint64_t found = entries_of(id);
            if (found == 0) return false;
            wanted += found;
        }
        return current == wanted;
    }

private:
    bool is_list(std::uint32_t g, const StoredList& list, std::uint64_t& current) const noexcept {
        const int* const axis = columns_.grid(g).axis;
        const simd::BoundsRange all = columns_.range(list, -kFar, kFar);
        if (all.begin != 0 || all.end != list.count) return false;
        for (std::uint32_t i = 0; i < list.count; ++i) {
            const std::uint32_t id = all.id[i];
            if (id >= standing_.limit()) return false;
            for (int c = 0; c < 3; ++c)
                if (all.lo[c][i] < list.lo[c] || all.hi[c][i] > list.hi[c]) return false;
            if (all.hi[0][i] - all.lo[0][i] > list.widest) return false;
            if (i != 0 && all.lo[0][i - 1] > all.lo[0][i]) return false;
            if (!standing_.in_columns(id)) continue;
            ++current;
            for (int c = 0; c < 3; ++c)
                if (all.lo[c][i] != standing_[id].lo[axis[c]] || all.hi[c][i] != standing_[id].hi[axis[c]])
                    return false;
        }
        return true;
    }
    /// Entries of a box in the lists that a search for it looks at.
    std::uint64_t entries_of(std::uint32_t id) const noexcept {
        const StandingBox& box = standing_[id];
        std::uint64_t found = 0;
        columns_.for_each_around(box.lo, box.hi, [&](const ColumnGrid<3>& grid, const StoredList& list) {
            const int a = grid.axis[0];
            const simd::BoundsRange range = columns_.range(list, box.lo[a], box.hi[a]);
            for (std::uint32_t i = range.begin; i < range.end && range.lo[0][i] <= box.lo[a]; ++i)
                found += range.id[i] == id ? 1U : 0U;
        });
        return found;
    }

    const StoredColumns& columns_;
    const StandingBounds& standing_;
};

/// Boxes that have not changed stand in bounds that contain them. If they are pairs, they are listed as such, and
/// others that are near each other are listed, too.
class BondCheck {
public:
    explicit BondCheck(const detail::BroadphaseState& state) noexcept
        : boxes_(state.boxes),
          standing_(state.standing),
          near_(state.near),
          bonds_(state.bonds.data(), state.bond_count) {}

    bool run() const noexcept {
        for (const BoxPair& bond : bonds_) {
            const std::uint32_t first = bond.first, other = other_of(bond);
            if (first >= boxes_.limit() || other >= boxes_.limit()) return false;
            if (boxes_.unlisted(first) || boxes_.unlisted(other)) continue;
            if (!are_right(first, {&other, 1}, kind_of(bond) == Bond::pair)) return false;
        }
        for (std::uint32_t id = 0; id < standing_.limit(); ++id) {
            const simd::TrackedBox& box = boxes_.boxes()[id];
            if (is_listed(box)) continue;
            if (exists(box.lo) != (standing_[id].place != StandingBounds::kNowhere)) return false;
            if (exists(box.lo) && !standing_.hold(box, id)) return false;
        }
        for (std::uint32_t id = 0; id < near_.limit(); ++id) {
            if (!are_right(id, near_.partners(id), true) || !are_right(id, near_.near(id), false)) return false;
        }
        return standing_.limit() > kMostValidated || names_all();
    }

private:
    static bool is_listed(const simd::TrackedBox& box) noexcept { return (box.state & simd::kListed) != 0; }
    bool make_pair(std::uint32_t a, std::uint32_t b) const noexcept {
        const simd::TrackedBox &first = boxes_.boxes()[a], &second = boxes_.boxes()[b];
        return (is_dynamic(first.state) || is_dynamic(second.state)) &&
               overlap(first.lo, first.hi, second.lo, second.hi);
    }
    bool are_right(std::uint32_t id, std::span<const std::uint32_t> others, bool are_pairs) const noexcept {
        for (const std::uint32_t other : others) {
            if (is_listed(boxes_.boxes()[id]) || is_listed(boxes_.boxes()[other])) continue;
            if (make_pair(id, other) != are_pairs) return false;
        }
        return true;
    }
    bool names_all() const noexcept {
        for (std::uint32_t a = 0; a < standing_.limit(); ++a) {
            for (std::uint32_t b = a + 1; b < standing_.limit(); ++b) {
                const StandingBox &first = standing_[a], &second = standing_[b];
                if (is_listed(boxes_.boxes()[a]) || is_listed(boxes_.boxes()[b])) continue;
                if (!is_dynamic(boxes_.boxes()[a].state) && !is_dynamic(boxes_.boxes()[b].state)) continue;
                if (!overlap(first.lo, first.hi, second.lo, second.hi)) continue;
                if (!contains(near_.partners(a), b) && !contains(near_.near(a), b)) return false;
            }
        }
        return true;
    }
    static bool contains(std::span<const std::uint32_t> ids, std::uint32_t id) noexcept {
        return std::binary_search(ids.begin(), ids.end(), id);
    }

    const BoxTable& boxes_;
    const StandingBounds& standing_;
    const NearTable& near_;
    Bonds bonds_;
};

}  // namespace

bool BoxTable::validate() const noexcept {
    std::uint32_t present = 0, free = 0, listed = 0, unlisted = 0;
    base::MultisetHash listed_ids, changed_ids;
    for (std::uint32_t id = 0; id < limit_; ++id) {
        const simd::TrackedBox& box = boxes_[id];
        const bool is_present = contains(id), is_listed = (box.state & simd::kListed) != 0;
        const bool is_free = (free_words_[id / 64] >> id % 64 & 1) != 0;
        if (!is_consistent(box, is_present) || is_free != (!is_present && !is_listed)) return false;
        if ((box.state & kClaimed) != 0 || is_dynamic(box.state) != pairs_with_all(motion(id))) return false;
        if (is_free && id / 64 < lowest_free_word_) return false;
        present += is_present ? 1 : 0;
        free += is_free ? 1 : 0;
        unlisted += boxes_[id].marks != 0 ? 1U : 0U;
        if (!is_listed) continue;
        ++listed;
        listed_ids.add(id);
    }
    // No bit behind the last id.
    if (limit_ % 64 != 0) {
        const std::uint64_t behind = ~std::uint64_t{0} << limit_ % 64;
        if (((present_words_[limit_ / 64] | free_words_[limit_ / 64]) & behind) != 0) return false;
    }
    if (present != size_ || free != free_count_ || listed != changed_count_ || unlisted != unlisted_count_)
        return false;
    for (const std::uint32_t id : changed()) changed_ids.add(id);
    return listed_ids == changed_ids;
}

bool NearTable::validate() const noexcept {
    std::uint64_t half_count = 0;
    // Pieces of the pool follow each other without gap or overlap: the ends of all are the begins of all, except the
    // pool's own.
    base::MultisetHash begins, ends;
    begins.add(pool_used_);
    ends.add(0);
    const auto add_piece = [&](std::uint32_t begin, std::uint32_t log2_room) {
        const std::uint64_t end = begin + (std::uint64_t{1} << log2_room);
        begins.add(begin);
        ends.add(end);
        return end <= pool_used_;
    };
    if (pool_used_ > pool_.capacity()) return false;
    for (std::uint32_t id = 0; id < limit_; ++id) {
        const List& list = lists_[id];
        if (list.log2_room > kNoRoom || list.count > list.room() || list.pair_count > list.count) return false;
        if (list.log2_room != kNoRoom && !add_piece(list.begin, list.log2_room)) return false;
        half_count += list.pair_count;
    }
    for (std::uint32_t log2_room = 0; log2_room < kNoRoom; ++log2_room) {
        std::uint32_t most = pool_used_ >> log2_room;  // pieces of this size, so that a cycle ends
        for (std::uint32_t piece = free_[log2_room]; piece != kNone; piece = pool_[piece])
            if (most-- == 0 || !add_piece(piece, log2_room)) return false;
    }
    if (begins != ends || half_count != 2 * pair_count_) return false;
    for (std::uint32_t id = 0; id < limit_; ++id) {
        for (const bool pairs : {false, true}) {
            const std::span<const std::uint32_t> mine = pairs ? partners(id) : near(id);
            if (!base::strictly_ascending(mine.begin(), mine.end())) return false;
            for (const std::uint32_t other : mine) {
                if (other == id || other >= limit_) return false;
                const std::span<const std::uint32_t> theirs = pairs ? partners(other) : near(other);
                if (!std::binary_search(theirs.begin(), theirs.end(), id)) return false;
            }
        }
    }
    return true;
}

bool validate(const detail::BroadphaseState& state) noexcept {
    const parallel::FpEnvironment ieee;
    if (!state.boxes.validate() || !state.near.validate()) return false;
    if (state.stale) return true;
    if (state.near.limit() > state.boxes.limit() || !state.standing.validate() || !BondCheck(state).run()) return false;
    return !state.columns.valid() || ColumnCheck(state).run();
}

}  // namespace satori::v0::broadphase

namespace satori::v0 {

bool Broadphase::validate() const noexcept {
    return state_ == nullptr || broadphase::validate(*state_);
}

}  // namespace satori::v0
