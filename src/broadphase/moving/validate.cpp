#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/ascending.hpp"
#include "base/multiset_hash.hpp"
#include "broadphase/moving/broadphase_state.hpp"
#include "parallel/fp_environment.hpp"

// What must hold between the calls of a Broadphase. The checks derive their facts anew, from the boxes themselves. None
// of them calls the code that keeps the tables.

namespace satori::v0::broadphase {

namespace {

using detail::BroadphaseState;

constexpr float kFar = std::numeric_limits<float>::infinity();

/// A box has finite bounds in order, without -0; one that was removed is nowhere.
bool is_consistent(const simd::TrackedBox& box, bool present) noexcept {
    const auto is_plain = [](float bound) { return std::isfinite(bound) && !(bound == 0 && std::signbit(bound)); };
    for (int a = 0; a < 3; ++a) {
        const float lo = box.lo[a], hi = box.hi[a];
        if (present ? !is_plain(lo) || !is_plain(hi) || lo > hi : lo != kFar || hi != -kFar) return false;
    }
    return true;
}

template <class Box>
bool overlap(const Box& first, const Box& second) noexcept {
    for (int a = 0; a < 3; ++a)
        if (!(first.lo[a] <= second.hi[a] && second.lo[a] <= first.hi[a])) return false;
    return true;
}

/// A list is sorted and knows its bounds. What has not left it stands there, once. `standing` counts those boxes.
bool is_list(const BroadphaseState& state, const int* axis, const StoredList& list, std::uint64_t& standing) noexcept {
    const simd::BoundsRange all = state.columns.range(list, -kFar, kFar);
    if (all.begin != 0 || all.end != list.count) return false;
    for (std::uint32_t i = 0; i < list.count; ++i) {
        const std::uint32_t id = all.id[i];
        if (id >= state.standing.limit()) return false;
        for (int c = 0; c < 3; ++c)
            if (all.lo[c][i] < list.lo[c] || all.hi[c][i] > list.hi[c]) return false;
        if (all.hi[0][i] - all.lo[0][i] > list.widest) return false;
        if (i != 0 && all.lo[0][i - 1] > all.lo[0][i]) return false;
        if (!state.standing.in_layer(id, list.layer)) continue;
        ++standing;
        const StandingBox& box = state.standing[id];
        for (int c = 0; c < 3; ++c)
            if (all.lo[c][i] != box.lo[axis[c]] || all.hi[c][i] != box.hi[axis[c]]) return false;
    }
    return true;
}

/// Returns how many columns of a grid a box stands in. That is none, or all that it touches, once; else -1.
std::int64_t columns_of(const BroadphaseState& state, std::uint32_t g, std::uint32_t id) noexcept {
    const ColumnGrid<3>& grid = state.columns.grid(g);
    const auto touches = [&](int c, const std::uint8_t* part_of, std::uint32_t part) {
        const auto part_at = [&](const float* bound) { return part_of[grid.cell(c, bound[grid.axis[c]])]; };
        return part_at(state.standing[id].lo) <= part && part <= part_at(state.standing[id].hi);
    };
    std::int64_t touched = 0, found = 0;
    for (std::uint32_t strip = 0; strip < grid.strip_count; ++strip) {
        if (!touches(1, grid.strip_of, strip)) continue;
        const std::uint32_t first = grid.first_stack[strip];
        for (std::uint32_t column = first * grid.slab_count; column < grid.first_stack[strip + 1] * grid.slab_count;
             ++column) {
            if (!touches(2, grid.stack_in_strip[strip], column / grid.slab_count - first) ||
                !touches(0, grid.slab_of, column % grid.slab_count))
                continue;
            const StoredList& list = state.columns.list(state.columns.first_column(g) + column);
            if (!state.standing.in_layer(id, list.layer)) continue;
            const simd::BoundsRange all = state.columns.range(list, -kFar, kFar);
            ++touched;
            found += std::count(all.id, all.id + all.end, id);
        }
    }
    return found == 0 || found == touched ? found : -1;
}

/// The bounds of a grid contain those of its lists.
bool is_extent(const BroadphaseState& state, std::uint32_t g) noexcept {
    const StoredColumns& columns = state.columns;
    for (std::uint32_t column = columns.first_column(g); column < columns.first_column(g + 1); ++column) {
        const StoredList& list = columns.list(column);
        for (int c = 0; c < 3 && list.count != 0; ++c) {
            const int a = columns.grid(g).axis[c];
            if (list.lo[c] < columns.around(g).lo[a] || list.hi[c] > columns.around(g).hi[a]) return false;
        }
    }
    return true;
}

/// Each box that stands in columns stands in those of one grid.
bool holds_columns(const BroadphaseState& state) noexcept {
    std::uint64_t entries = 0, wanted = 0;
    for (std::uint32_t g = 0; g < state.columns.grid_count(); ++g)
        if (!is_extent(state, g)) return false;
    for (std::uint32_t g = 0; g < state.columns.grid_count(); ++g)
        for (std::uint32_t column = state.columns.first_column(g); column < state.columns.first_column(g + 1); ++column)
            if (!is_list(state, state.columns.grid(g).axis, state.columns.list(column), entries)) return false;
    if (state.standing.limit() > kMostValidated) return true;
    for (std::uint32_t id = 0; id < state.standing.limit(); ++id) {
        std::uint32_t grids = 0;
        for (std::uint32_t g = 0; state.standing.in_columns(id) && g < state.columns.grid_count(); ++g) {
            const std::int64_t found = columns_of(state, g, id);
            if (found < 0) return false;
            wanted += static_cast<std::uint64_t>(found);
            grids += found != 0 ? 1U : 0U;
        }
        if (grids != (state.standing.in_columns(id) ? 1U : 0U)) return false;
    }
    return entries == wanted;
}

/// What two boxes have to be to each other.
Bond bond_of(const BroadphaseState& state, std::uint32_t a, std::uint32_t b) noexcept {
    const simd::TrackedBox &first = state.boxes.boxes()[a], &second = state.boxes.boxes()[b];
    if (!is_dynamic(first) && !is_dynamic(second)) return Bond::none;
    if (!overlap(state.standing[a], state.standing[b])) return Bond::none;
    return overlap(first, second) ? Bond::pair : Bond::near;
}

/// True for a bond as it has to be, and where a box has changed since the last update.
bool is_right(const BroadphaseState& state, std::uint32_t a, std::uint32_t b, Bond bond) noexcept {
    const simd::TrackedBox* const boxes = state.boxes.boxes();
    return ((boxes[a].state | boxes[b].state) & simd::kListed) != 0 || bond_of(state, a, b) == bond;
}

bool has(std::span<const std::uint32_t> ids, std::uint32_t id) noexcept {
    return std::binary_search(ids.begin(), ids.end(), id);
}

/// Boxes that have not changed stand in bounds that contain them, and all their bonds are listed as what they are. The
/// bonds of the last sweep lack none of boxes that are not unlisted.
bool holds_bonds(const BroadphaseState& state) noexcept {
    const std::uint32_t limit = state.near.limit();
    std::uint64_t listed = 0, listed_ends = 0;
    for (const BoxPair& bond : Bonds(state.bonds.data(), state.bond_count)) {
        const std::uint32_t first = bond.first, other = other_of(bond);
        if (first >= limit || other >= limit) return false;
        if (state.boxes.unlisted(first) || state.boxes.unlisted(other)) continue;
        if (!is_right(state, first, other, kind_of(bond))) return false;
        ++listed;
    }
    for (std::uint32_t id = 0; id < limit; ++id) {
        const simd::TrackedBox& box = state.boxes.boxes()[id];
        const std::span<const std::uint32_t> partners = state.near.partners(id), near = state.near.near(id);
        const bool stands = state.standing[id].place != StandingBounds::kNowhere;
        if ((box.state & simd::kListed) == 0 &&
            (stands != state.boxes.contains(id) || (stands && !state.standing.hold(box, id))))
            return false;
        const auto is_listed = [&](std::uint32_t other) { return !state.boxes.unlisted(other); };
        for (const auto others : {partners, near})
            if (is_listed(id))
                listed_ends += static_cast<std::uint64_t>(std::count_if(others.begin(), others.end(), is_listed));
        for (const std::uint32_t other : partners)
            if (!is_right(state, id, other, Bond::pair)) return false;
        for (const std::uint32_t other : near)
            if (!is_right(state, id, other, Bond::near)) return false;
        for (std::uint32_t other = 0; limit <= kMostValidated && other < id; ++other)
            if (!is_right(state, id, other, Bond::none) && !has(partners, other) && !has(near, other)) return false;
    }
    return listed_ends == 2 * listed;
}

}  // namespace

bool BoxTable::validate() const noexcept {
    std::uint32_t present = 0, free = 0, listed = 0, unlisted = 0;
    base::MultisetHash listed_ids, changed_ids;
    for (std::uint32_t id = 0; id < limit_; ++id) {
        const simd::TrackedBox& box = boxes_[id];
        const bool is_present = contains(id), is_listed = (box.state & simd::kListed) != 0;
        const bool is_free = (free_words_[id / 64] >> id % 64 & 1) != 0;
        if (!is_consistent(box, is_present) || is_free != (!is_present && !is_listed)) return false;
        if ((box.state & kClaimed) != 0 || is_dynamic(box) != pairs_with_all(motion(id))) return false;
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
                if (!has(theirs, id)) return false;
            }
        }
    }
    return true;
}

bool validate(const detail::BroadphaseState& state) noexcept {
    const parallel::FpEnvironment ieee;
    if (!state.boxes.validate() || !state.near.validate()) return false;
    if (state.stale) return true;
    if (state.near.limit() > std::min(state.boxes.limit(), state.standing.limit())) return false;
    if (!state.standing.validate() || !holds_bonds(state)) return false;
    return !state.columns.valid() || holds_columns(state);
}

}  // namespace satori::v0::broadphase

namespace satori::v0 {

bool Broadphase::validate() const noexcept {
    return state_ == nullptr || broadphase::validate(*state_);
}

}  // namespace satori::v0
