#include "broadphase/moving/validate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/ascending.hpp"
#include "base/multiset_hash.hpp"
#include "parallel/fp_environment.hpp"

// What must hold between the calls of a Broadphase. Every check derives its facts anew, from the boxes themselves. None
// of them calls the code that keeps the tables.

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
bool same_bounds(const simd::TrackedBox& box) noexcept {
    return std::equal(box.lo, box.lo + 3, box.old_lo) && std::equal(box.hi, box.hi + 3, box.old_hi);
}
bool is_dynamic(std::uint32_t state) noexcept {
    return (state & simd::kNotDynamic) == 0;
}

/// First and last part of an axis.
struct Parts {
    std::uint32_t first, last;

    bool contain(std::uint32_t part) const noexcept { return first <= part && part <= last; }
    std::uint64_t count() const noexcept { return std::uint64_t{last} - first + 1; }
};

/// The columns of a grid that bounds touch.
class TouchedColumns {
public:
    TouchedColumns(const ColumnGrid<3>& grid, const float* lo, const float* hi) noexcept : grid_(grid) {
        slabs_ = parts(grid.slab_of, 0, lo, hi);
        strips_ = parts(grid.strip_of, 1, lo, hi);
        for (std::uint32_t end = 0; end < 2; ++end) cells_[end] = grid.cell(2, (end == 0 ? lo : hi)[grid.axis[2]]);
    }

    std::uint64_t count() const noexcept {
        std::uint64_t stacks = 0;
        for (std::uint32_t strip = strips_.first; strip <= strips_.last; ++strip) stacks += stacks_of(strip).count();
        return stacks * slabs_.count();
    }
    bool contain(std::uint32_t column) const noexcept {
        const std::uint32_t slab = column % grid_.slab_count, stack = column / grid_.slab_count;
        const std::uint32_t* const end = grid_.first_stack + grid_.strip_count;
        const auto strip =
            static_cast<std::uint32_t>(std::upper_bound(grid_.first_stack, end, stack) - grid_.first_stack) - 1;
        return slabs_.contain(slab) && strips_.contain(strip) && stacks_of(strip).contain(stack);
    }

private:
    Parts parts(const std::uint8_t* part_of, int c, const float* lo, const float* hi) const noexcept {
        const int axis = grid_.axis[c];
        return {part_of[grid_.cell(c, lo[axis])], part_of[grid_.cell(c, hi[axis])]};
    }
    Parts stacks_of(std::uint32_t strip) const noexcept {
        const std::uint8_t* const stack_of = grid_.stack_in_strip[strip];
        const std::uint32_t first = grid_.first_stack[strip];
        return {first + stack_of[cells_[0]], first + stack_of[cells_[1]]};
    }

    const ColumnGrid<3>& grid_;
    Parts slabs_{}, strips_{};
    std::uint32_t cells_[2] = {};
};

/// The columns with their lists of neighbors and the boxes that stand there.
class ColumnCheck {
public:
    explicit ColumnCheck(const detail::BroadphaseState& state) noexcept
        : columns_(state.columns),
          boxes_(state.boxes),
          neighbours_(state.neighbours),
          in_use_(state.neighbours.in_use(state.columns)) {}

    bool run() const noexcept {
        if (!columns_.valid()) return true;
        std::uint64_t wanted = 0, standing = 0;
        for (std::uint32_t id = 0; id < boxes_.limit(); ++id) wanted += count_of(id);
        std::uint64_t next = 0;  // place of the streams
        for (std::uint32_t column = 0; column < columns_.column_count(); ++column) {
            for (std::uint32_t role = 0; role < kRoles; ++role) {
                const StoredList& list = columns_.list(column, role);
                if (list.count > list.room) return false;
                if (list.room != 0) {
                    const std::uint64_t end = std::uint64_t{list.begin} + list.room + simd::kSentinels;
                    if (list.begin < next || end > columns_.stream_room()) return false;
                    next = end;
                }
                if (!is_list(column, role)) return false;
                standing += list.count;
            }
            if (in_use_ && !names_neighbours(column)) return false;
        }
        // Each entry is a box in a column that the box touches, and no list has a box twice: so none is missing.
        return standing == wanted;
    }

private:
    struct Standing {
        const float *lo, *hi;
        bool dynamic;
    };
    /// A box that existed at the last update.
    Standing standing(std::uint32_t id) const noexcept {
        if (has_skin(id)) {
            const simd::TrackedBox& stored = neighbours_.stored()[id];
            return {stored.lo, stored.hi, is_dynamic(stored.state)};
        }
        const simd::TrackedBox& box = boxes_.boxes()[id];
        return {box.old_lo, box.old_hi, is_dynamic(box.old_state)};
    }
    bool has_skin(std::uint32_t id) const noexcept {
        return in_use_ && id < neighbours_.limit() && neighbours_.has_skin(id);
    }
    bool stands(std::uint32_t id) const noexcept { return id < boxes_.limit() && exists(boxes_.boxes()[id].old_lo); }

    std::uint64_t count_of(std::uint32_t id) const noexcept {
        if (!stands(id)) return 0;
        const Standing box = standing(id);
        std::uint64_t count = 0;
        for (const ClassPlace& place : columns_.places(box.lo, box.hi))
            count += TouchedColumns(columns_.grid(place.grid).columns, box.lo, box.hi).count();
        return count;
    }
    bool belongs(std::uint32_t id, std::uint32_t column, std::uint32_t role) const noexcept {
        const Standing box = standing(id);
        const std::uint32_t grid = columns_.grid_of_column(column);
        for (const ClassPlace& place : columns_.places(box.lo, box.hi)) {
            if (place.grid != grid) continue;
            const std::uint32_t its_role = (place.native ? kNative : kGuest) + (box.dynamic ? 0U : 2U);
            const TouchedColumns touched(columns_.grid(grid).columns, box.lo, box.hi);
            return its_role == role && touched.contain(column - columns_.first_column(grid));
        }
        return false;
    }

    bool is_list(std::uint32_t column, std::uint32_t role) const noexcept {
        const StoredList& list = columns_.list(column, role);
        if (list.room == 0) return true;
        const simd::SweepArrays<3> arrays = arrays_of(list);
        const int* const axis = columns_.grid(columns_.grid_of_column(column)).columns.axis;
        for (std::uint32_t i = 0; i < list.count; ++i) {
            const std::uint32_t id = arrays.id[i];
            if (!stands(id) || !belongs(id, column, role)) return false;
            const Standing box = standing(id);
            for (int c = 0; c < 3; ++c) {
                if (arrays.lo[c][i] != box.lo[axis[c]] || arrays.hi[c][i] != box.hi[axis[c]]) return false;
                if (arrays.lo[c][i] < list.lo[c] || arrays.hi[c][i] > list.hi[c]) return false;
            }
            if (arrays.hi[0][i] - arrays.lo[0][i] > list.widest) return false;
            if (i == 0) continue;
            const float key = arrays.lo[0][i], before = arrays.lo[0][i - 1];
            if (before > key || (before == key && arrays.id[i - 1] >= id)) return false;
        }
        for (std::uint32_t i = 0; i < simd::kSentinels; ++i)
            if (arrays.lo[0][list.count + i] != kFar) return false;
        return true;
    }

    /// The lists of a column's boxes name all others there whose bounds touch theirs.
    bool names_neighbours(std::uint32_t column) const noexcept {
        for (std::uint32_t role = 0; role < kRoles; ++role) {
            const simd::SweepArrays<3> boxes = arrays_of(columns_.list(column, role));
            for (std::uint32_t i = 0; i < boxes.count; ++i)
                if (has_skin(boxes.id[i]) && neighbours_.has_list(boxes.id[i]) && !names_all(boxes.id[i], column))
                    return false;
        }
        return true;
    }
    bool names_all(std::uint32_t id, std::uint32_t column) const noexcept {
        const Standing box = standing(id);
        const std::span<const std::uint32_t> named = neighbours_[id];
        const int axis = columns_.grid(columns_.grid_of_column(column)).columns.axis[0];
        for (std::uint32_t role = 0; role < kRoles; ++role) {
            const StoredList& list = columns_.list(column, role);
            const simd::SweepArrays<3> others = arrays_of(list);
            const float* const keys = others.lo[0];
            const float* const first = std::lower_bound(keys, keys + list.count, reaching(box.lo[axis], list.widest));
            for (auto i = static_cast<std::uint32_t>(first - keys); i < list.count && keys[i] <= box.hi[axis]; ++i) {
                const std::uint32_t other = others.id[i];
                const Standing its = standing(other);
                if (other == id || !(box.dynamic || its.dynamic) || !overlap(box.lo, box.hi, its.lo, its.hi)) continue;
                if (std::find(named.begin(), named.end(), other) == named.end()) return false;
            }
        }
        return true;
    }

    /// Read only: a Broadphase is never const.
    simd::SweepArrays<3> arrays_of(const StoredList& list) const noexcept {
        return const_cast<StoredColumns&>(columns_).arrays(list);
    }

    const StoredColumns& columns_;
    const BoxTable& boxes_;
    const NeighbourLists& neighbours_;
    const bool in_use_;
};

/// A box that is listed has changed; others are as they were.
bool is_consistent(const simd::TrackedBox& box, bool present) noexcept {
    if (present ? !is_legal(box.lo, box.hi) : !is_nowhere(box.lo, box.hi)) return false;
    if (!is_legal(box.old_lo, box.old_hi) && !is_nowhere(box.old_lo, box.old_hi)) return false;
    if ((box.state & simd::kListed) != 0) return true;
    return same_bounds(box) && ((box.state ^ box.old_state) & simd::kNotDynamic) == 0;
}

/// Each pair was one of boxes whose bounds overlapped at the last update.
bool are_pairs_of(const PairTable& pairs, const BoxTable& boxes) noexcept {
    if (pairs.limit() > boxes.limit()) return false;
    for (std::uint32_t id = 0; id < pairs.limit(); ++id) {
        const simd::TrackedBox& box = boxes.boxes()[id];
        for (const std::uint32_t partner : pairs.partners(id)) {
            const simd::TrackedBox& other = boxes.boxes()[partner];
            if (!exists(box.old_lo) || !exists(other.old_lo)) return false;
            if (!is_dynamic(box.old_state) && !is_dynamic(other.old_state)) return false;
            if (!overlap(box.old_lo, box.old_hi, other.old_lo, other.old_hi)) return false;
        }
    }
    return true;
}

}  // namespace

bool BoxTable::validate() const noexcept {
    std::uint32_t present = 0, free = 0, listed = 0;
    base::MultisetHash listed_ids, changed_ids;
    for (std::uint32_t id = 0; id < limit_; ++id) {
        const simd::TrackedBox& box = boxes_[id];
        const bool is_present = contains(id), is_listed = (box.state & simd::kListed) != 0;
        const bool is_free = (free_words_[id / 64] >> id % 64 & 1) != 0;
        if (!is_consistent(box, is_present) || is_free != (!is_present && !is_listed)) return false;
        if ((box.state & kClaimed) != 0 || !is_dynamic(box.state) != (motion(id) != MotionType::dynamic_box))
            return false;
        if (is_free && id / 64 < lowest_free_word_) return false;
        present += is_present ? 1 : 0;
        free += is_free ? 1 : 0;
        if (!is_listed) continue;
        ++listed;
        listed_ids.add(id);
    }
    // No bit behind the last id.
    if (limit_ % 64 != 0) {
        const std::uint64_t behind = ~std::uint64_t{0} << limit_ % 64;
        if (((present_words_[limit_ / 64] | free_words_[limit_ / 64]) & behind) != 0) return false;
    }
    if (present != size_ || free != free_count_ || listed != changed_count_) return false;
    for (const std::uint32_t id : changed()) changed_ids.add(id);
    return listed_ids == changed_ids;
}

bool PairTable::validate() const noexcept {
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
        if (list.log2_room > kNoRoom || list.count > list.room()) return false;
        if (list.log2_room != kNoRoom && !add_piece(list.begin, list.log2_room)) return false;
        half_count += list.count;
    }
    for (std::uint32_t log2_room = 0; log2_room < kNoRoom; ++log2_room) {
        std::uint32_t most = pool_used_ >> log2_room;  // pieces of this size, so that a cycle ends
        for (std::uint32_t piece = free_[log2_room]; piece != kNone; piece = pool_[piece])
            if (most-- == 0 || !add_piece(piece, log2_room)) return false;
    }
    if (begins != ends || half_count != half_count_) return false;
    for (std::uint32_t id = 0; id < limit_; ++id) {
        const std::span<const std::uint32_t> mine = partners(id);
        if (!base::strictly_ascending(mine.begin(), mine.end())) return false;
        for (const std::uint32_t partner : mine) {
            if (partner == id || partner >= limit_) return false;
            const std::span<const std::uint32_t> theirs = partners(partner);
            if (!std::binary_search(theirs.begin(), theirs.end(), id)) return false;
        }
    }
    return true;
}

bool NeighbourLists::validate() const noexcept {
    if (limit_ > states_.capacity() || limit_ > records_.capacity()) return false;
    for (std::uint32_t id = 0; in_use_ && id < limit_; ++id) {
        if (states_[id] > State::crowded) return false;
        const Record& record = records_[id];
        if (has_skin(id) && !is_legal(record.stored.lo, record.stored.hi)) return false;
        if (!has_list(id)) continue;
        if (record.count > kMost) return false;
        const std::uint32_t* const end = record.ids + record.count;
        for (const std::uint32_t* other = record.ids; other != end; ++other)
            if (*other == kNone || *other == id || std::find(record.ids, other, *other) != other) return false;
        if (std::any_of(end, record.ids + kMost, [](std::uint32_t other) { return other != kNone; })) return false;
    }
    return true;
}

namespace {

/// Boxes with a skin were within it at the last update, and are in the same set of their columns.
bool contain_boxes(const NeighbourLists& neighbours, const BoxTable& boxes) noexcept {
    if (neighbours.limit() > boxes.limit()) return false;
    for (std::uint32_t id = 0; id < neighbours.limit(); ++id) {
        if (!neighbours.has_skin(id)) continue;
        const simd::TrackedBox &stored = neighbours.stored()[id], &box = boxes.boxes()[id];
        if (!exists(box.old_lo) || is_dynamic(stored.state) != is_dynamic(box.old_state)) return false;
        for (int a = 0; a < 3; ++a)
            if (!(stored.lo[a] <= box.old_lo[a] && box.old_hi[a] <= stored.hi[a])) return false;
    }
    return true;
}

}  // namespace

bool validate(const detail::BroadphaseState& state) noexcept {
    const parallel::FpEnvironment ieee;
    if (!state.boxes.validate() || !state.pairs.validate() || !state.neighbours.validate()) return false;
    if (!are_pairs_of(state.pairs, state.boxes)) return false;
    if (state.neighbours.in_use(state.columns) && !contain_boxes(state.neighbours, state.boxes)) return false;
    return ColumnCheck(state).run();
}

}  // namespace satori::v0::broadphase

namespace satori::v0 {

bool Broadphase::validate() const noexcept {
    return state_ == nullptr || broadphase::validate(*state_);
}

}  // namespace satori::v0
