#include "broadphase/columns/column_driver.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/assert.hpp"
#include "broadphase/columns/result_blocks.hpp"
#include "broadphase/columns/sorted_gather.hpp"
#include "broadphase/columns/sweep_block.hpp"
#include "parallel/slot_pool.hpp"
#include "parallel/stopwatch.hpp"
#include "simd/dispatch.hpp"
#include "simd/prefetch.hpp"

namespace satori::inline v0::broadphase {

namespace {

/// Neighbouring columns of one grid that one chunk handles.
struct ColumnTask {
    std::uint32_t grid;
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t entry_count;
    std::uint64_t candidate_count;
    std::uint64_t narrowphase_ns;
    std::uint64_t total_ns;
    std::uint64_t position;  ///< of the first pair in the joined result
    BlockList pairs;
};

/// Where one worker alone puts the pairs of all tasks, each behind the last. When there is no room left they are still counted.
struct Joined {
    BoxPair* pairs = nullptr;
    std::uint64_t room = 0;
    std::uint64_t count = 0;
    bool overflowed = false;

    /// What a sink needs for so many candidates.
    static constexpr std::uint64_t room_for(std::uint64_t candidates) noexcept {
        return kMostPerCandidate * (candidates + simd::kMaxLanes);
    }
    /// That much room, or whatever more the workspace already has. Forgets all pairs.
    bool reserve(WorkspaceLock& workspace, std::uint64_t wanted) noexcept {
        pairs = workspace.reserve<BoxPair>(Scratch::result, wanted);
        room = workspace.capacity<BoxPair>(Scratch::result);
        count = 0;
        overflowed = false;
        return pairs != nullptr;
    }
    /// Where a sink may write what it makes of so many candidates, or null.
    BoxPair* place(std::uint32_t candidates) noexcept {
        SATORI_ASSERT(overflowed || count <= room);
        overflowed = overflowed || room_for(candidates) > room - count;
        return overflowed ? nullptr : pairs + count;
    }
};

/// Whole vectors are written behind the last pair.
constexpr std::uint32_t kPairRoom = kPairBuffer + simd::kSentinels;

/// A worker's memory: one column at a time.
template <int Dim>
class WorkerScratch {
public:
    /// `largest` entries in the fullest column.
    static std::size_t bytes(std::uint32_t largest) noexcept {
        return 2 * sort_room(largest) * sizeof(KeyIndex) + sort_room(largest) * sizeof(float) +
               (1 + kSweepStreams) * sweep_room(largest) * sizeof(float) + 2 * (kPairRoom) * sizeof(std::uint32_t) +
               kMostPerCandidate * kPairRoom * sizeof(BoxPair);
    }
    WorkerScratch(std::byte* memory, std::uint32_t largest) noexcept
        : memory_(memory), sweep_room_(sweep_room(largest)) {
        sort.key_index = take<KeyIndex>(2 * sort_room(largest));
        sort.keys = take<float>(sort_room(largest));
        sort.order = take<std::uint32_t>(sweep_room_);
        streams_ = take<float>(kSweepStreams * sweep_room_);
        first = take<std::uint32_t>(kPairRoom);
        second = take<std::uint32_t>(kPairRoom);
        pairs = take<BoxPair>(kMostPerCandidate * kPairRoom);
    }

    /// Arrays for `count` boxes, behind those of the roles already set up for this column.
    simd::SweepArrays<Dim> sweep_arrays(std::uint32_t offset, std::uint32_t count) const noexcept {
        simd::SweepArrays<Dim> arrays{};
        float* stream = streams_ + offset;
        for (int a = 0; a < Dim; ++a, stream += 2 * sweep_room_) {
            arrays.lo[a] = stream;
            arrays.hi[a] = stream + sweep_room_;
        }
        arrays.id = reinterpret_cast<std::uint32_t*>(stream);
        arrays.missing = reinterpret_cast<std::uint32_t*>(stream + sweep_room_);
        arrays.count = count;
        return arrays;
    }

    std::size_t sweep_room() const noexcept { return sweep_room_; }
    SortScratch sort;
    std::uint32_t* first;
    std::uint32_t* second;
    BoxPair* pairs;

private:
    static constexpr std::size_t kSweepStreams = 2 * Dim + 2;
    static std::size_t sort_room(std::uint32_t largest) noexcept { return simd::padded(largest); }
    /// Each role's list is padded and has sentinels; an odd number of cache lines keeps the streams in different sets.
    static std::size_t sweep_room(std::uint32_t largest) noexcept {
        const std::size_t room = simd::padded(largest) + kRoles * (simd::kMaxLanes + simd::kSentinels);
        return (room / simd::kMaxLanes | 1) * simd::kMaxLanes;
    }
    template <class T>
    T* take(std::size_t count) noexcept {
        T* const taken = reinterpret_cast<T*>(memory_);
        memory_ += count * sizeof(T);
        return taken;
    }

    std::byte* memory_;
    std::size_t sweep_room_;
    float* streams_;
};

/// Sorts, gathers and sweeps one task's columns, and hands the candidates on.
template <int Dim>
class TaskRunner {
public:
    TaskRunner(const simd::BroadphaseKernels<Dim>& kernels, const Columns<Dim>& columns, const BoundsSet<Dim>& bounds,
               const ColumnSink<Dim>& sink, SweepCount& found, WorkerScratch<Dim>& scratch, BlockPool* pool,
               Joined* joined, ColumnTask& task) noexcept
        : kernels_(kernels),
          columns_(columns),
          two_sets_(bounds.two_sets),
          sink_(sink),
          found_(found),
          scratch_(scratch),
          pool_(pool),
          joined_(joined),
          task_(task) {
        state_.first = scratch.first;
        state_.second = scratch.second;
        state_.capacity = kPairBuffer - simd::kSweepBlock;
        state_.tracked = bounds.tracked;
    }

    void run() noexcept {
        SATORI_ASSERT(task_.begin < task_.end && task_.end <= columns_.column_count(task_.grid));
        const parallel::Stopwatch watch;
        task_.pairs = {};
        task_.candidate_count = 0;
        task_.narrowphase_ns = 0;
        for (std::uint32_t column = task_.begin; column < task_.end && !stopped(); ++column) run_column(column);
        flush();
        task_.total_ns = watch.nanoseconds();
    }

private:
    /// Whether nobody wants more candidates.
    bool stopped() const noexcept { return found_.exceeded() || sink_.full(); }

    void run_column(std::uint32_t column) noexcept {
        const ClassGrid<Dim>& grid = columns_.grids[task_.grid];
        EntryRange<Dim> entries[kRoles];
        for (std::uint32_t role = 0; role < kRoles; ++role) entries[role] = columns_.list(task_.grid, column, role);
        const auto count = [&](std::uint32_t role) { return entries[role].count; };
        const bool asked_for = std::exchange(asked_for_next_, false);
        // Natives belong to every pair of this grid; without guests they must be paired among themselves.
        if (count(kNative) + count(kNativeOther) == 0) return;
        if (!grid.pairs_of_natives && count(kGuest) + count(kGuestOther) == 0) return;
        simd::SweepArrays<Dim> lists[kRoles] = {};
        std::uint32_t offset = 0;
        for (std::uint32_t role = 0; role < kRoles; ++role) {
            if (count(role) == 0) continue;
            lists[role] = scratch_.sweep_arrays(offset, count(role));
            if (!asked_for) {
                ahead(entries[role], sink_.records[role / 2]);
                ask_for_rest();
            }
            gather_sorted(kernels_, entries[role].entries, grid.columns.axis, scratch_.sort, lists[role]);
            offset += static_cast<std::uint32_t>(simd::padded(count(role))) + simd::kSentinels;
        }
        SATORI_ASSERT(offset <= scratch_.sweep_room());
        // The next column's records come from memory while this one is swept.
        asked_for_next_ = !two_sets_ && column + 1 < task_.end;
        if (asked_for_next_) {
            const std::uint32_t begin = columns_.column_begin(task_.grid, column + 1);
            const std::uint32_t end = columns_.column_begin(task_.grid, column + 2);
            ahead({columns_.entries + begin, end - begin}, sink_.records[0]);
        }
        if (two_sets_) {
            if (grid.pairs_of_natives) sweep_cross(lists[kNative], lists[kNativeOther], simd::PairOrder::outer_first);
            sweep_cross(lists[kNative], lists[kGuestOther], simd::PairOrder::outer_first);
            sweep_cross(lists[kNativeOther], lists[kGuest], simd::PairOrder::inner_first);
        } else {
            if (grid.pairs_of_natives && count(kNative) != 0)
                sweep(kernels_.sweep_self, lists[kNative], {}, simd::PairOrder::by_id);
            sweep_cross(lists[kNative], lists[kGuest], simd::PairOrder::by_id);
            // Boxes that make no pairs among themselves stand in the other set.
            if (grid.pairs_of_natives) sweep_cross(lists[kNative], lists[kNativeOther], simd::PairOrder::by_id);
            sweep_cross(lists[kNative], lists[kGuestOther], simd::PairOrder::by_id);
            sweep_cross(lists[kNativeOther], lists[kGuest], simd::PairOrder::by_id);
        }
        ask_for_rest();
    }

    /// These entries' records are wanted soon; of none when there are no records.
    void ahead(const EntryRange<Dim>& entries, const simd::PairRecord<Dim>* records) noexcept {
        state_.ahead = entries.entries;
        state_.ahead_end = state_.ahead + (records != nullptr ? entries.count : 0);
        state_.ahead_records = records;
    }
    void ask_for_rest() noexcept {
        for (; state_.ahead != state_.ahead_end; ++state_.ahead)
            simd::prefetch_outer(state_.ahead_records + state_.ahead->id);
    }

    void sweep_cross(const simd::SweepArrays<Dim>& a, const simd::SweepArrays<Dim>& b, simd::PairOrder order) noexcept {
        if (a.count == 0 || b.count == 0) return;
        SATORI_ASSERT(a.lo[0] != b.lo[0]);
        state_.block[0] = sweep_block(a, b);
        state_.block[1] = sweep_block(b, a);
        sweep(kernels_.sweep_cross, a, b, order);
    }

    void sweep(void (*kernel)(simd::SweepState<Dim>&), const simd::SweepArrays<Dim>& a, const simd::SweepArrays<Dim>& b,
               simd::PairOrder order) noexcept {
        state_.a = a;
        state_.b = b;
        state_.order = order;
        state_.phase = state_.outer = state_.inner = state_.start = 0;
        state_.done = false;
        for (;;) {
            kernel(state_);
            if (state_.done) return;
            flush();
            if (stopped()) return;
        }
    }

    void flush() noexcept {
        const std::uint32_t count = state_.count;
        if (count == 0) return;
        SATORI_ASSERT(count <= kPairBuffer);
        const parallel::Stopwatch watch;
        std::fill_n(scratch_.first + count, simd::kMaxLanes, scratch_.first[count - 1]);
        std::fill_n(scratch_.second + count, simd::kMaxLanes, scratch_.second[count - 1]);
        BoxPair* const place = joined_ != nullptr ? joined_->place(count) : nullptr;
        BoxPair* const out = place != nullptr ? place : scratch_.pairs;
        const std::uint32_t kept = sink_.accept(scratch_.first, scratch_.second, count, out);
        SATORI_ASSERT(kept <= kMostPerCandidate * count);
        if (joined_ != nullptr)
            joined_->count += kept;
        else
            task_.pairs.append(*pool_, out, kept);
        task_.candidate_count += count;
        found_.add(count, kept);
        task_.narrowphase_ns += watch.nanoseconds();
        state_.count = 0;
    }

    const simd::BroadphaseKernels<Dim>& kernels_;
    const Columns<Dim>& columns_;
    bool two_sets_;
    const ColumnSink<Dim>& sink_;
    SweepCount& found_;
    WorkerScratch<Dim>& scratch_;
    BlockPool* pool_;
    Joined* joined_;  // null: to blocks of the pool
    ColumnTask& task_;
    simd::SweepState<Dim> state_{};
    bool asked_for_next_ = false;  // the records of the column after this one
};

/// Divides all columns into tasks, in order. `tasks` null: only counts them.
template <int Dim>
std::uint32_t make_tasks(const Columns<Dim>& columns, ColumnTask* tasks) noexcept {
    std::uint64_t total = 0;
    for (std::uint32_t g = 0; g < columns.grids.count(); ++g) {
        const std::uint32_t n = columns.column_count(g);
        if (n != 0) total += columns.column_begin(g, n) - columns.column_begin(g, 0);
    }
    // Full enough to be worth a task, few enough for one parallel part: each grid ends at most one task early.
    const std::uint64_t enough = std::max<std::uint64_t>(2048, total / 2048 + 1);
    std::uint32_t count = 0;
    for (std::uint32_t g = 0; g < columns.grids.count(); ++g) {
        const std::uint32_t column_count = columns.column_count(g);
        for (std::uint32_t begin = 0; begin < column_count; ++count) {
            std::uint32_t end = begin + 1;
            const auto entries = [&] { return columns.column_begin(g, end) - columns.column_begin(g, begin); };
            while (end < column_count && entries() < enough) ++end;
            if (tasks != nullptr) tasks[count] = {g, begin, end, entries(), 0, 0, 0, 0, {}};
            begin = end;
        }
    }
    return count;
}

}  // namespace

template <int Dim>
Status drive_columns(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<Dim>& bounds,
                     const Columns<Dim>& columns, const ColumnSink<Dim>& sink, const SweepLimit& limit,
                     PairBuffer buffer, PairResult& result) noexcept {
    const std::uint32_t task_count = make_tasks<Dim>(columns, nullptr);
    auto* tasks = workspace.reserve<ColumnTask>(
        Scratch::tasks, task_count + task_count * sizeof(std::uint32_t) / sizeof(ColumnTask) + 1);
    if (tasks == nullptr) return Status::out_of_memory;
    [[maybe_unused]] const std::uint32_t made_count = make_tasks(columns, tasks);
    SATORI_ASSERT(made_count == task_count);

    const unsigned workers = std::min(call.concurrency(), std::max(1U, task_count));
    const std::size_t worker_bytes = simd::padded(WorkerScratch<Dim>::bytes(columns.largest_column)) + 4096 + 64;
    auto* worker_memory = workspace.reserve<std::byte>(Scratch::workers, workers * worker_bytes);
    if (worker_memory == nullptr) return Status::out_of_memory;
    SweepCount found(limit);
    const auto run_task = [&](unsigned worker, ColumnTask& task, BlockPool* pool, Joined* joined) {
        WorkerScratch<Dim> scratch(worker_memory + worker * worker_bytes, columns.largest_column);
        const auto& kernels = simd::kernels_for<Dim>(call.kernels());
        TaskRunner<Dim>(kernels, columns, bounds, sink, found, scratch, pool, joined, task).run();
    };
    const auto sum_up = [&](std::uint64_t pair_count) {
        result.candidate_count = 0;
        result.pair_count = pair_count;
        for (std::uint32_t t = 0; t < task_count; ++t) {
            result.candidate_count += tasks[t].candidate_count;
            result.times.broadphase += tasks[t].total_ns - tasks[t].narrowphase_ns;
            result.times.narrowphase += tasks[t].narrowphase_ns;
        }
    };

    const auto give_up = [&] {
        sum_up(0);
        result.candidate_count = limit.most + 1;
        return Status::limit_exceeded;
    };

    // A caller's buffer that is too small stays as it is, so pairs cannot be tried there.
    if (workers == 1 && buffer.data == nullptr) {
        Joined joined;
        // At first room for four pairs per box; later whatever earlier calls needed.
        for (std::uint64_t pairs = std::uint64_t{4} * bounds.count();; pairs = joined.count) {
            if (!joined.reserve(workspace, Joined::room_for(kPairBuffer) + pairs)) return Status::out_of_memory;
            found.restart();
            const Status status = call.run(1, [&](std::uint32_t) noexcept {
                for (std::uint32_t t = 0; t < task_count; ++t) run_task(0, tasks[t], nullptr, &joined);
            });
            if (status != Status::ok) return status;
            if (found.exceeded()) return give_up();
            if (!joined.overflowed) break;
        }
        sum_up(joined.count);
        result.pairs = {joined.pairs, static_cast<std::size_t>(joined.count)};
        return Status::ok;
    }

    auto* by_size = reinterpret_cast<std::uint32_t*>(tasks + task_count);
    for (std::uint32_t t = 0; t < task_count; ++t) by_size[t] = t;
    // Largest first, so that no thread begins a large one when the others are done.
    std::sort(by_size, by_size + task_count, [&](std::uint32_t a, std::uint32_t b) {
        return tasks[a].entry_count != tasks[b].entry_count ? tasks[a].entry_count > tasks[b].entry_count : a < b;
    });
    BlockPool pool;
    // At first for two pairs per box.
    Status status = pool.reserve(workspace, task_count, std::uint64_t{2} * bounds.count());
    if (status != Status::ok) return status;
    parallel::SlotPool slots(workers);
    const auto run_tasks = [&](std::uint32_t count) {
        found.restart();
        return call.run(count, [&](std::uint32_t chunk) noexcept {
            const parallel::SlotPool::Slot slot(slots);
            run_task(slot.index(), tasks[by_size[chunk]], &pool, nullptr);
        });
    };
    status = run_tasks(task_count);
    if (status != Status::ok) return status;
    if (found.exceeded()) return give_up();

    std::uint64_t pair_count = 0;
    for (std::uint32_t t = 0; t < task_count; ++t) {
        tasks[t].position = pair_count;
        pair_count += tasks[t].pairs.count;
    }
    sum_up(pair_count);
    BoxPair* out = buffer.data;
    if (out == nullptr) {
        out = workspace.reserve<BoxPair>(Scratch::result, pair_count);
        if (out == nullptr) return Status::out_of_memory;
    } else if (buffer.capacity < pair_count) {
        return Status::capacity_exceeded;
    }

    // Copy what is whole; where the pool ran out, redo those tasks alone with a pool of the size now known.
    const auto copy_out = [&](std::uint32_t count) {
        return call.run(count, [&](std::uint32_t chunk) noexcept {
            const ColumnTask& task = tasks[by_size[chunk]];
            if (!task.pairs.overflowed) task.pairs.copy(pool, out + task.position);
        });
    };
    status = copy_out(task_count);
    if (status != Status::ok) return status;
    std::uint32_t redo_count = 0;
    for (std::uint32_t t = 0; t < task_count; ++t) {
        if (tasks[by_size[t]].pairs.overflowed) std::swap(by_size[redo_count++], by_size[t]);
    }
    if (redo_count != 0) {
        // For all pairs, so that the next call of equal size finds room at once.
        status = pool.reserve(workspace, task_count, pair_count);
        if (status != Status::ok) return status;
        status = run_tasks(redo_count);
        if (status != Status::ok) return status;
        status = copy_out(redo_count);
        if (status != Status::ok) return status;
    }
    result.pairs = {out, static_cast<std::size_t>(pair_count)};
    return Status::ok;
}

template Status drive_columns<2>(parallel::Call&, WorkspaceLock&, const BoundsSet<2>&, const Columns<2>&,
                                 const ColumnSink<2>&, const SweepLimit&, PairBuffer, PairResult&) noexcept;
template Status drive_columns<3>(parallel::Call&, WorkspaceLock&, const BoundsSet<3>&, const Columns<3>&,
                                 const ColumnSink<3>&, const SweepLimit&, PairBuffer, PairResult&) noexcept;

}  // namespace satori::inline v0::broadphase
