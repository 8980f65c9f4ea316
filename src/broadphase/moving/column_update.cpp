#include "broadphase/moving/column_update.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <new>
#include <span>
#include <utility>

#include "base/assert.hpp"
#include "broadphase/columns/result_blocks.hpp"
#include "broadphase/moving/touches.hpp"
#include "parallel/slot_pool.hpp"

namespace satori::v0::broadphase {

namespace {

constexpr std::uint32_t kBufferPairs = 1024;
/// Touches between asking for one's box and list, the first guess of where it will look, the fetching of what stands
/// there, and the look.
constexpr std::uint32_t kAhead = 16;

/// A worker's memory for a column with up to `touches` touches.
class ColumnScratch {
public:
    static std::size_t bytes(std::uint32_t touches) noexcept {
        return kStreams * stream_room(touches) * sizeof(float) +
               simd::padded(touches) * (sizeof(Moved) + sizeof(std::uint32_t) + sizeof(ListEntry)) +
               (kBufferPairs + simd::kMaxLanes) * sizeof(BoxPair);
    }
    ColumnScratch(std::byte* memory, std::uint32_t touches) noexcept : memory_(memory) {
        const std::size_t room = stream_room(touches);
        float* const streams = take<float>(kStreams * room);
        for (int a = 0; a < 3; ++a) {
            added.lo[a] = streams + 2 * a * room;
            added.hi[a] = streams + (2 * a + 1) * room;
        }
        added.id = reinterpret_cast<std::uint32_t*>(streams + 6 * room);
        added.missing = reinterpret_cast<std::uint32_t*>(streams + 7 * room);
        added.count = 0;
        moved = take<Moved>(simd::padded(touches));
        removed = take<std::uint32_t>(simd::padded(touches));
        inserted = take<ListEntry>(simd::padded(touches));
        pairs = take<BoxPair>(kBufferPairs + simd::kMaxLanes);
    }

    /// A touched box that does not stay where it stands.
    struct Moved {
        std::uint32_t id;
        std::uint32_t position;  ///< where it stood
        std::uint32_t was, is;   ///< roles
    };
    simd::SweepArrays<3> added;  ///< boxes that have no place in the lists yet, in no order; `missing`: their states
    Moved* moved;
    std::uint32_t* removed;
    ListEntry* inserted;
    BoxPair* pairs;

private:
    static constexpr std::size_t kStreams = 8;
    static std::size_t stream_room(std::uint32_t touches) noexcept {
        return (simd::padded(touches) + simd::kMaxLanes) | simd::kMaxLanes;
    }
    template <class T>
    T* take(std::size_t count) noexcept {
        T* const taken = reinterpret_cast<T*>(memory_);
        memory_ += (count * sizeof(T) + 63) / 64 * 64;
        return taken;
    }
    std::byte* memory_;
};

/// The columns of a chunk: what changes there, and the columns themselves. Boxes change one after the other, everywhere
/// in the same order: each is compared, as it was and as it is, with the others as they stand in the column, those
/// before it already where they are now. A pair of two that both change may begin and cease so, or cease and begin.
class ColumnUpdate {
public:
    ColumnUpdate(const simd::KernelTable& kernels, StoredColumns& columns, TrackedRows boxes, SweepFor what,
                 ColumnScratch& scratch, BlockPool& pool, BlockList& found) noexcept
        : kernels_(kernels),
          columns_(columns),
          boxes_(boxes),
          what_(what),
          scratch_(scratch),
          pool_(pool),
          found_(found) {}

    /// Touches of whole columns. False when a column could not be kept: its changes are found all the same, as far as
    /// there is room for them. Where there is none left the rest is not looked at.
    bool run(std::span<const Touch> touches) noexcept {
        bool kept = true;
        const auto count = static_cast<std::uint32_t>(touches.size());
        std::uint32_t asked = 0, guessed = 0, fetched = 0;
        for (std::uint32_t t = 0; t < count; ++t) {
            for (; asked < std::min(count, t + 3 * kAhead); ++asked) ask(touches[asked]);
            for (; guessed < std::min(count, t + 2 * kAhead); ++guessed) guess(touches[guessed], hint(guessed));
            for (; fetched < std::min(count, t + kAhead); ++fetched) fetch(touches[fetched], hint(fetched));
            const Touch& touch = touches[t];
            if (t == 0 || touch.column != column_) begin_column(touch);
            update(touch, hint(t));
            if (found_.overflowed) return false;
            if (t + 1 == count || touches[t + 1].column != column_) kept = edit_lists() && kept;
        }
        return kept;
    }

private:
    /// About where the sweep of a touch will begin.
    std::uint32_t& hint(std::uint32_t touch) noexcept { return hints_[touch % (2 * kAhead)]; }
    void ask(const Touch& touch) const noexcept {
        simd::prefetch(&first_list(touch));
        simd::prefetch(&boxes_[touch.id]);
    }
    void guess(const Touch& touch, std::uint32_t& hint) const noexcept {
        const StoredList& list = first_list(touch);
        hint = list.guess(first_sweep(touch).key - list.widest);
        columns_.fetch_key(list, hint);
    }
    void fetch(const Touch& touch, std::uint32_t& hint) const noexcept {
        const StoredList& list = first_list(touch);
        const Stretch sweep = first_sweep(touch);
        const float key = sweep.key - list.widest;
        hint = columns_.fetch(list, hint, key, sweep.reach - key, what_ == SweepFor::candidates);
    }
    const StoredList& first_list(const Touch& touch) const noexcept {
        return std::as_const(columns_).list(touch.column, touch.was != kNowhere ? touch.was : touch.is);
    }
    /// Part of the sweep axis.
    struct Stretch {
        float key, reach;
    };
    /// Whether a box that stays in the column has jumped along the sweep axis: it looks around at both ends.
    bool jumps(const Touch& touch) const noexcept {
        const simd::TrackedBox& box = boxes_[touch.id];
        const int a = columns_.grid(touch.grid).columns.axis[0];
        return touch.was != kNowhere && touch.is != kNowhere &&
               !(box.lo[a] <= box.old_hi[a] && box.old_lo[a] <= box.hi[a]);
    }
    /// Where a touched box looks for others first: where it was and is, or at the only end it has, or at the first one
    /// of two.
    Stretch first_sweep(const Touch& touch) const noexcept {
        const simd::TrackedBox& box = boxes_[touch.id];
        const int a = columns_.grid(touch.grid).columns.axis[0];
        if (touch.was == kNowhere) return {box.lo[a], box.hi[a]};
        if (touch.is == kNowhere || jumps(touch)) return {box.old_lo[a], box.old_hi[a]};
        return {std::min(box.lo[a], box.old_lo[a]), std::max(box.hi[a], box.old_hi[a])};
    }

    void begin_column(const Touch& touch) noexcept {
        column_ = touch.column;
        grid_ = &columns_.grid(touch.grid);
        axis_ = grid_->columns.axis;
        for (std::uint32_t role = 0; role < kRoles; ++role)
            lists_[role] = columns_.arrays(columns_.list(column_, role));
    }

    void update(const Touch& touch, std::uint32_t hint) noexcept {
        const bool was = touch.was != kNowhere, is = touch.is != kNowhere;
        swept_ = boxes_[touch.id];
        // All that it touches now is new to a box that was nowhere. Its old lower bounds tell where it stands.
        if (what_ == SweepFor::candidates) std::fill_n(swept_.old_hi, 3, -std::numeric_limits<float>::infinity());
        const std::uint32_t position = sweep_lists(touch, hint, first_sweep(touch));
        if (jumps(touch)) {
            const simd::TrackedBox& box = boxes_[touch.id];
            sweep_lists(touch, hint, {box.lo[axis_[0]], box.hi[axis_[0]]});
        }
        if (found_.overflowed) return;
        if (was && touch.was == touch.is && replace(touch, position)) return;
        if (was) columns_.blank(columns_.list(column_, touch.was), position);
        if (is) add_moved(touch.id);
        scratch_.moved[moved_count_++] = {touch.id, position, touch.was, touch.is};
    }

    /// The box against all others of a stretch. Returns where it stood.
    std::uint32_t sweep_lists(const Touch& touch, std::uint32_t hint, Stretch stretch) noexcept {
        std::uint32_t position = 0;
        for (std::uint32_t role = 0; role < kRoles; ++role) {
            const simd::SweepArrays<3>& boxes = lists_[role];
            if (boxes.count == 0 || (role != touch.was && !may_pair(touch, role))) continue;
            const StoredList& list = columns_.list(column_, role);
            const float from = reaching(stretch.key, list.widest);
            const std::uint32_t begin = vector_near(boxes.lo[0], boxes.count, hint, from);
            const std::uint32_t below =
                sweep(touch, stretch.reach, boxes, begin, role >= kNativeOther ? simd::kNotDynamic : 0);
            if (role != touch.was) continue;
            position = begin + below;
            // Ids are another cache line: they are looked at only where keys alone do not tell.
            const float old_key = boxes_[touch.id].old_lo[axis_[0]];
            if (boxes.lo[0][position + 1] == old_key) position = position_near(boxes, old_key, touch.id, position);
        }
        if (scratch_.added.count != 0) sweep(touch, std::numeric_limits<float>::max(), scratch_.added, 0, 0);
        return position;
    }

    /// Whether the box can have a pair, of this grid, with a box of that role.
    bool may_pair(const Touch& touch, std::uint32_t role) const noexcept {
        const simd::TrackedBox& box = boxes_[touch.id];
        if (role >= kNativeOther && (box.state & box.old_state & simd::kNotDynamic) != 0) return false;
        const auto stands = [&](Role native, Role guest) {
            return touch.was == native || touch.is == native || touch.was == guest || touch.is == guest;
        };
        const bool native = stands(kNative, kNativeOther), guest = stands(kGuest, kGuestOther);
        return role % 2 == kGuest ? native : guest || (native && grid_->pairs_of_natives);
    }

    /// Returns how many boxes from `begin` on come up before the box did.
    std::uint32_t sweep(const Touch& touch, float reach, const simd::SweepArrays<3>& list, std::uint32_t begin,
                        std::uint32_t common_state) noexcept {
        simd::ChangeSweep state{&swept_,      touch.id, {axis_[0], axis_[1], axis_[2]},
                                reach,        list,     common_state,
                                begin,        0,        scratch_.pairs,
                                kBufferPairs, 0,        false};
        while (!state.done && !found_.overflowed) {
            kernels_.sweep_changes(state);
            if (state.count != 0) found_.append(pool_, state.out, state.count);
            state.count = 0;
        }
        return state.below;
    }

    /// The box as it is in place of the entry at `position`, which goes past a few others where order wants it; false
    /// where they are more than a few.
    bool replace(const Touch& touch, std::uint32_t position) noexcept {
        constexpr std::uint32_t kMostSteps = 8;
        const simd::SweepArrays<3>& list = lists_[touch.is];
        const float key = boxes_[touch.id].lo[axis_[0]];
        const auto below = [&](std::uint32_t i) {
            return list.lo[0][i] < key || (list.lo[0][i] == key && list.id[i] < touch.id);
        };
        // Behind the last box stands infinity.
        std::uint32_t to = position;
        while (to - position <= kMostSteps && below(to + 1)) ++to;
        if (to == position) {
            while (position - to <= kMostSteps && to != 0 && !below(to - 1)) --to;
        }
        if (to != position) {
            if (std::max(to, position) - std::min(to, position) > kMostSteps) return false;
            step(list, touch.is, position, to);
        }
        put(list, to, touch.id);
        list.id[to] = touch.id;
        columns_.list(column_, touch.is).enclose(list, to);
        return true;
    }

    /// The entries behind `from` up to `to`, or from there up to before it, make room at `to`.
    void step(const simd::SweepArrays<3>& list, std::uint32_t role, std::uint32_t from, std::uint32_t to) noexcept {
        const auto shift = [&](auto* stream) {
            if (from < to)
                std::copy(stream + from + 1, stream + to + 1, stream + from);
            else
                std::copy_backward(stream + to, stream + from, stream + from + 1);
        };
        for (int c = 0; c < 3; ++c) {
            shift(list.lo[c]);
            shift(list.hi[c]);
        }
        shift(list.id);
        for (std::uint32_t i = 0; i < moved_count_; ++i) {
            ColumnScratch::Moved& moved = scratch_.moved[i];
            if (moved.was != role) continue;
            if (from < to && moved.position > from && moved.position <= to) --moved.position;
            if (from > to && moved.position < from && moved.position >= to) ++moved.position;
        }
    }

    /// The box as it is; its id stands there already, or has been written.
    void put(const simd::SweepArrays<3>& list, std::uint32_t position, std::uint32_t id) const noexcept {
        const simd::TrackedBox& box = boxes_[id];
        for (int c = 0; c < 3; ++c) {
            list.lo[c][position] = box.lo[axis_[c]];
            list.hi[c][position] = box.hi[axis_[c]];
        }
    }

    void add_moved(std::uint32_t id) noexcept {
        simd::SweepArrays<3>& added = scratch_.added;
        put(added, added.count, id);
        added.id[added.count] = id;
        added.missing[added.count] = boxes_[id].state & simd::kNotDynamic;
        ++added.count;
        std::fill_n(added.lo[0] + added.count, simd::kMaxLanes, std::numeric_limits<float>::infinity());
    }

    /// Takes the boxes that have moved out of the column's lists and puts them in where they are.
    bool edit_lists() noexcept {
        bool kept = true;
        for (std::uint32_t role = 0; moved_count_ != 0 && role < kRoles; ++role) kept = edit(role) && kept;
        moved_count_ = scratch_.added.count = 0;
        return kept;
    }
    bool edit(std::uint32_t role) noexcept {
        std::uint32_t removed = 0, inserted = 0;
        StoredList& list = columns_.list(column_, role);
        for (std::uint32_t i = 0; i < moved_count_; ++i) {
            const ColumnScratch::Moved& moved = scratch_.moved[i];
            if (moved.was == role) scratch_.removed[removed++] = moved.position;
            if (moved.is == role) {
                const float key = boxes_[moved.id].lo[axis_[0]];
                const std::uint32_t hint = moved.was == role ? moved.position : list.guess(key);
                scratch_.inserted[inserted++] = {key, moved.id, position_near(lists_[role], key, moved.id, hint)};
            }
        }
        if (removed + inserted == 0) return true;
        const auto before = [](const ListEntry& a, const ListEntry& b) {
            return a.key != b.key ? a.key < b.key : a.id < b.id;
        };
        std::sort(scratch_.removed, scratch_.removed + removed);
        std::sort(scratch_.inserted, scratch_.inserted + inserted, before);
        return columns_.edit(list, axis_, {scratch_.removed, removed}, {scratch_.inserted, inserted}, boxes_);
    }

    const simd::KernelTable& kernels_;
    StoredColumns& columns_;
    TrackedRows boxes_;
    SweepFor what_;
    ColumnScratch& scratch_;
    BlockPool& pool_;
    BlockList& found_;
    simd::TrackedBox swept_;  // of the touch that is looked at
    std::uint32_t column_ = 0;
    const ClassGrid<3>* grid_ = nullptr;
    const int* axis_ = nullptr;
    simd::SweepArrays<3> lists_[kRoles];
    std::uint32_t moved_count_ = 0;
    std::uint32_t hints_[2 * kAhead];
};

}  // namespace

Status update_columns(parallel::Call& call, WorkspaceLock& workspace, std::span<const std::uint32_t> ids,
                      TrackedRows boxes, SweepFor what, std::uint64_t expected, StoredColumns& columns,
                      std::span<const BoxPair>& out, bool& complete) noexcept {
    complete = false;
    columns.revise();
    SATORI_ASSERT(columns.valid());
    Touches touches;
    Status status = find_touches(call, workspace, ids, boxes, columns, touches);
    if (status != Status::ok) return status;
    const std::uint32_t column_count = columns.column_count();
    std::uint32_t most = 0;
    for (std::uint32_t c = 0; c < column_count; ++c) most = std::max(most, touches.begin[c + 1] - touches.begin[c]);

    const parallel::Chunking chunks(column_count, 1, 1024);
    const unsigned workers = std::min(call.concurrency(), std::max(1U, chunks.chunk_count()));
    const std::size_t worker_bytes = ColumnScratch::bytes(most) + 4096;
    auto* const memory = workspace.grow<std::byte>(Scratch::workers, workers * worker_bytes);
    auto* const found = workspace.grow<BlockList>(Scratch::tasks, chunks.chunk_count());
    if (memory == nullptr || found == nullptr) return Status::out_of_memory;
    BlockPool pool;
    status = pool.reserve_no_more(workspace, chunks.chunk_count(),
                                  std::max(expected, std::uint64_t{4} * touches.begin[column_count]));
    if (status != Status::ok) return status;

    parallel::SlotPool slots(workers);
    std::atomic<bool> all_kept{true};
    status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::SlotPool::Slot slot(slots);
        ColumnScratch scratch(memory + slot.index() * worker_bytes, most);
        BlockList& mine = *new (found + chunk) BlockList;
        ColumnUpdate update(call.kernels(), columns, boxes, what, scratch, pool, mine);
        const parallel::ChunkRange range = chunks[chunk];
        const std::uint32_t begin = touches.begin[range.begin], end = touches.begin[range.end];
        if (!update.run({touches.touches + begin, end - begin})) all_kept.store(false, std::memory_order_relaxed);
    });
    if (status != Status::ok) return status;
    if (!all_kept.load(std::memory_order_relaxed)) columns.drop();

    return join(workspace, pool, {found, chunks.chunk_count()}, out, complete);
}

}  // namespace satori::v0::broadphase
