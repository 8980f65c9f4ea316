#include "broadphase/incremental_changes.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <new>

#include "broadphase/radix_sort.hpp"
#include "broadphase/result_blocks.hpp"
#include "broadphase/touches.hpp"
#include "parallel/slot_pool.hpp"
#include "simd/prefetch.hpp"

namespace satori::inline v0::broadphase {

namespace {

constexpr std::uint32_t kBufferPairs = 1024;

/// A worker's memory for a column with up to `touches` touches.
class ColumnScratch {
public:
    static std::size_t bytes(std::uint32_t touches) noexcept {
        return stream_room(touches) * (kStreams * sizeof(float) + sizeof(std::uint32_t)) +
               simd::padded(2 * std::size_t{touches}) * 2 * sizeof(KeyIndex) +
               simd::padded(touches) * (2 * sizeof(std::uint32_t) + sizeof(ListEntry)) +
               (kBufferPairs + simd::kMaxLanes) * sizeof(BoxPair);
    }
    ColumnScratch(std::byte* memory, std::uint32_t touches) noexcept : memory_(memory) {
        const std::size_t room = stream_room(touches);
        const auto floats = [&] { return take<float>(room); };
        key = floats();
        reach = floats();
        for (int a = 0; a < 3; ++a) {
            lo[a] = floats();
            hi[a] = floats();
            old_lo[a] = floats();
            old_hi[a] = floats();
        }
        id = take<std::uint32_t>(room);
        state = take<std::uint32_t>(room);
        old_state = take<std::uint32_t>(room);
        begin = take<std::uint32_t>(room);
        items = take<KeyIndex>(simd::padded(2 * std::size_t{touches}));
        item_scratch = take<KeyIndex>(simd::padded(2 * std::size_t{touches}));
        position = take<std::uint32_t>(simd::padded(touches));
        removed = take<std::uint32_t>(simd::padded(touches));
        inserted = take<ListEntry>(simd::padded(touches));
        pairs = take<BoxPair>(kBufferPairs + simd::kMaxLanes);
    }

    simd::ChangeList list(std::uint32_t count) const noexcept {
        return {key,
                reach,
                {lo[0], lo[1], lo[2]},
                {hi[0], hi[1], hi[2]},
                {old_lo[0], old_lo[1], old_lo[2]},
                {old_hi[0], old_hi[1], old_hi[2]},
                id,
                state,
                old_state,
                0,
                count};
    }

    float *key, *reach, *lo[3], *hi[3], *old_lo[3], *old_hi[3];
    std::uint32_t *id, *state, *old_state, *begin;
    KeyIndex *items, *item_scratch;
    std::uint32_t *position, *removed;
    ListEntry* inserted;
    BoxPair* pairs;

private:
    static constexpr std::size_t kStreams = 17;
    static std::size_t stream_room(std::uint32_t touches) noexcept {
        return (simd::padded(2 * std::size_t{touches}) + simd::kSentinels) | simd::kMaxLanes;
    }
    template <class T>
    T* take(std::size_t count) noexcept {
        T* const taken = reinterpret_cast<T*>(memory_);
        memory_ += (count * sizeof(T) + 63) / 64 * 64;
        return taken;
    }
    std::byte* memory_;
};

/// One column: what changes there, and the column itself.
class ColumnUpdate {
public:
    ColumnUpdate(const simd::KernelTable& kernels, StoredColumns& columns, const simd::TrackedBox* boxes,
                 ColumnScratch& scratch, BlockPool& pool, BlockList& changes) noexcept
        : kernels_(kernels), columns_(columns), boxes_(boxes), scratch_(scratch), pool_(pool), changes_(changes) {}

    /// False when the column could not be kept: its changes are found all the same.
    bool run(std::uint32_t column, const Touch* touches, std::uint32_t count) noexcept {
        grid_ = &columns_.grid(columns_.grid_of_column(column));
        axis_ = grid_->columns.axis;
        touches_ = touches;
        column_ = column;
        sort_items(count);
        fill_items();
        locate();
        for (std::uint32_t role = 0; role < kRoles; ++role) sweep_stored(role);
        for (std::uint32_t i = 0; i < item_count_; ++i) scratch_.begin[i] = i + 1;
        sweep(scratch_.list(item_count_));
        bool kept = true;
        for (std::uint32_t role = 0; role < kRoles; ++role) kept = edit(role) && kept;
        return kept;
    }

private:
    /// What an item is: a touched box where it was, where it is, or around both.
    static constexpr std::uint32_t kWas = 1, kIs = 2;
    static constexpr std::uint32_t kAhead = 8;
    const Touch& touch_of(const KeyIndex& item) const noexcept { return touches_[item.index >> 2]; }

    /// The touched boxes by where they come up; one that has jumped along the sweep axis comes up at both ends.
    void sort_items(std::uint32_t touch_count) noexcept {
        std::uint32_t count = 0;
        const auto add = [&](float key, std::uint32_t t, std::uint32_t what) {
            scratch_.items[count++] = {ordered_key(key), t << 2 | what};
        };
        const int a = axis_[0];
        for (std::uint32_t t = 0; t < touch_count; ++t) {
            if (t + kAhead < touch_count) simd::prefetch(boxes_ + touches_[t + kAhead].id);
            const simd::TrackedBox& box = boxes_[touches_[t].id];
            const bool was = touches_[t].was != kNowhere, is = touches_[t].is != kNowhere;
            if (was && is && box.lo[a] <= box.old_hi[a] && box.old_lo[a] <= box.hi[a]) {
                add(std::min(box.lo[a], box.old_lo[a]), t, kWas | kIs);
                continue;
            }
            if (was) add(box.old_lo[a], t, kWas);
            if (is) add(box.lo[a], t, kIs);
        }
        item_count_ = count;
        items_ = radix_sort(scratch_.items, scratch_.item_scratch, count);
    }

    /// The items as an outer list.
    void fill_items() noexcept {
        constexpr float kNone = std::numeric_limits<float>::infinity();
        for (std::uint32_t i = 0; i < item_count_; ++i) {
            const bool was = (items_[i].index & kWas) != 0, is = (items_[i].index & kIs) != 0;
            const std::uint32_t id = touch_of(items_[i]).id;
            const simd::TrackedBox& box = boxes_[id];
            for (int c = 0; c < 3; ++c) {
                scratch_.lo[c][i] = box.lo[axis_[c]];
                scratch_.hi[c][i] = box.hi[axis_[c]];
                scratch_.old_lo[c][i] = box.old_lo[axis_[c]];
                scratch_.old_hi[c][i] = box.old_hi[axis_[c]];
            }
            scratch_.key[i] = std::min(is ? scratch_.lo[0][i] : kNone, was ? scratch_.old_lo[0][i] : kNone);
            scratch_.reach[i] = std::max(is ? scratch_.hi[0][i] : -kNone, was ? scratch_.old_hi[0][i] : -kNone);
            scratch_.id[i] = id;
            scratch_.state[i] = box.state & simd::kNotDynamic;
            scratch_.old_state[i] = box.old_state & simd::kNotDynamic;
        }
        std::fill_n(scratch_.key + item_count_, simd::kSentinels, kNone);
    }

    /// Where the touched boxes stand; blanks them there, because those numbers are those of the past.
    void locate() noexcept {
        std::uint32_t last[kRoles] = {};
        for (std::uint32_t i = 0; i < item_count_; ++i) {
            if ((items_[i].index & kWas) == 0) continue;
            const Touch& touch = touch_of(items_[i]);
            const StoredList& list = columns_.list(column_, touch.was);
            const std::uint32_t at = position_near<true>(columns_.arrays(list), scratch_.old_lo[0][i], touch.id,
                                                         touch.hint != kNoHint ? touch.hint : last[touch.was]);
            last[touch.was] = scratch_.position[items_[i].index >> 2] = at;
            columns_.blank(list, at);
        }
    }

    /// The items against the boxes of one list.
    void sweep_stored(std::uint32_t role) noexcept {
        const StoredList& list = columns_.list(column_, role);
        if (list.count == 0) return;
        const simd::SweepArrays<3> inner = columns_.arrays(list);
        // A box that reaches a key begins at most `widest` before it; the rest is for rounding.
        const double back = double{list.widest} * (1 + 1e-6);
        std::uint32_t begin = 0;
        for (std::uint32_t i = 0; i < item_count_; ++i) {
            const double key = scratch_.key[i];
            const double from = key - back - 1e-15 * std::abs(key);
            const std::uint32_t hint = touch_of(items_[i]).hint;
            begin = vector_near(inner.lo[0], list.count, hint != kNoHint ? hint : begin, from);
            scratch_.begin[i] = may_pair(i, role) ? begin : list.count;
        }
        sweep({inner.lo[0],
               nullptr,
               {inner.lo[0], inner.lo[1], inner.lo[2]},
               {inner.hi[0], inner.hi[1], inner.hi[2]},
               {},
               {},
               inner.id,
               nullptr,
               nullptr,
               role >= kNativeOther ? simd::kNotDynamic : 0,
               list.count});
    }

    /// Whether item i can have a pair, of this grid, with a box of that role.
    bool may_pair(std::uint32_t i, std::uint32_t role) const noexcept {
        if (role >= kNativeOther && (scratch_.state[i] & scratch_.old_state[i]) != 0) return false;
        const Touch& touch = touch_of(items_[i]);
        const auto stands = [&](Role native, Role guest) {
            return touch.was == native || touch.is == native || touch.was == guest || touch.is == guest;
        };
        const bool native = stands(kNative, kNativeOther), guest = stands(kGuest, kGuestOther);
        return role % 2 == kGuest ? native : guest || (native && grid_->pairs_of_natives);
    }

    void sweep(const simd::ChangeList& inner) noexcept {
        simd::ChangeSweep state{
            scratch_.list(item_count_), inner, scratch_.begin, 0, 0, scratch_.pairs, kBufferPairs, 0, false};
        while (!state.done) {
            kernels_.sweep_changes(state);
            changes_.append(pool_, state.out, state.count);
            state.count = 0;
        }
    }

    /// Brings one list up to date.
    bool edit(std::uint32_t role) noexcept {
        std::uint32_t removed = 0, inserted = 0, last = 0;
        StoredList& list = columns_.list(column_, role);
        const simd::SweepArrays<3> arrays = columns_.arrays(list);
        for (std::uint32_t i = 0; i < item_count_; ++i) {
            const Touch& touch = touch_of(items_[i]);
            if ((items_[i].index & kWas) != 0 && touch.was == role)
                scratch_.removed[removed++] = last = scratch_.position[items_[i].index >> 2];
            if ((items_[i].index & kIs) != 0 && touch.is == role) {
                last = position_near<false>(arrays, scratch_.lo[0][i], touch.id, last);
                scratch_.inserted[inserted++] = {scratch_.lo[0][i], touch.id, last};
            }
        }
        if (removed + inserted == 0) return true;
        // They come nearly in order.
        const auto before = [](const ListEntry& a, const ListEntry& b) {
            return a.key != b.key ? a.key < b.key : a.id < b.id;
        };
        if (!std::is_sorted(scratch_.removed, scratch_.removed + removed))
            std::sort(scratch_.removed, scratch_.removed + removed);
        if (!std::is_sorted(scratch_.inserted, scratch_.inserted + inserted, before))
            std::sort(scratch_.inserted, scratch_.inserted + inserted, before);
        return columns_.edit(list, axis_, {scratch_.removed, removed}, {scratch_.inserted, inserted}, boxes_);
    }

    const simd::KernelTable& kernels_;
    StoredColumns& columns_;
    const simd::TrackedBox* boxes_;
    ColumnScratch& scratch_;
    BlockPool& pool_;
    BlockList& changes_;
    const Touch* touches_ = nullptr;
    std::uint32_t column_ = 0;
    const ClassGrid<3>* grid_ = nullptr;
    const int* axis_ = nullptr;
    const KeyIndex* items_ = nullptr;
    std::uint32_t item_count_ = 0;
};

}  // namespace

Status find_changes_incremental(parallel::Call& call, WorkspaceLock& workspace, const BoxTable& table,
                                StoredColumns& columns, Changes& out, bool& complete) noexcept {
    complete = false;
    columns.revise();
    Touches touches;
    Status status = find_touches(call, workspace, table, columns, touches);
    if (status != Status::ok) return status;
    const std::uint32_t column_count = columns.column_count();
    std::uint32_t most = 0;
    for (std::uint32_t c = 0; c < column_count; ++c) most = std::max(most, touches.begin[c + 1] - touches.begin[c]);

    const parallel::Chunking chunks(column_count, 1, 1024);
    const unsigned workers = std::min(call.concurrency(), std::max(1U, chunks.chunk_count()));
    const std::size_t worker_bytes = ColumnScratch::bytes(most) + 4096;
    auto* const memory = workspace.reserve<std::byte>(Scratch::workers, workers * worker_bytes);
    auto* const changes = workspace.reserve<BlockList>(Scratch::tasks, chunks.chunk_count());
    if (memory == nullptr || changes == nullptr) return Status::out_of_memory;
    BlockPool pool;
    status = pool.reserve(workspace, chunks.chunk_count(), std::uint64_t{4} * touches.begin[column_count]);
    if (status != Status::ok) return status;

    parallel::SlotPool slots(workers);
    std::atomic<bool> all_kept{true};
    status = call.run(chunks.chunk_count(), [&](std::uint32_t chunk) noexcept {
        const parallel::SlotPool::Slot slot(slots);
        ColumnScratch scratch(memory + slot.index() * worker_bytes, most);
        BlockList& mine = *new (changes + chunk) BlockList;
        ColumnUpdate update(call.kernels(), columns, table.boxes(), scratch, pool, mine);
        const parallel::ChunkRange range = chunks[chunk];
        for (auto c = static_cast<std::uint32_t>(range.begin); c < range.end; ++c) {
            const std::uint32_t begin = touches.begin[c], count = touches.begin[c + 1] - begin;
            if (count != 0 && !update.run(c, touches.touches + begin, count))
                all_kept.store(false, std::memory_order_relaxed);
        }
    });
    if (status != Status::ok) return status;
    if (!all_kept.load(std::memory_order_relaxed)) columns.drop();

    std::uint64_t count = 0;
    for (std::uint32_t c = 0; c < chunks.chunk_count(); ++c) {
        if (changes[c].overflowed) return Status::ok;
        count += changes[c].count;
    }
    auto* const joined = workspace.reserve<BoxPair>(Scratch::result, count);
    if (joined == nullptr) return Status::out_of_memory;
    BoxPair* end = joined;
    for (std::uint32_t c = 0; c < chunks.chunk_count(); ++c) {
        changes[c].copy(pool, end);
        end += changes[c].count;
    }
    out = {joined, static_cast<std::size_t>(count)};
    complete = true;
    return Status::ok;
}

}  // namespace satori::inline v0::broadphase
