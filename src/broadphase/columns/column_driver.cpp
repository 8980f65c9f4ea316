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

namespace satori::v0::broadphase {

namespace {

/// Adjacent columns of one grid that one chunk handles.
struct ColumnTask {
    std::uint32_t grid;
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t entry_count;
    std::uint64_t candidate_count;
    std::uint64_t narrowphase_ns;
    std::uint64_t total_ns;
    std::uint64_t position;  ///< of the first pair, in the joined result
    BlockList pairs;
};

/// The pairs of all tasks, one task after the other, when a single worker runs. When there is no more room, the pairs
/// are still counted.
struct Joined {
    BoxPair* pairs = nullptr;
    std::uint64_t room = 0;
    std::uint64_t count = 0;
    bool overflowed = false;

    /// Returns the room that a sink needs for this many candidates.
    static constexpr std::uint64_t room_for(std::uint64_t candidates) noexcept {
        return kMostPerCandidate * (candidates + simd::kMaxLanes);
    }
    /// Reserves this much room, or all that the workspace already has if that is more. Forgets all pairs.
    bool reserve(WorkspaceLock& workspace, std::uint64_t wanted) noexcept {
        pairs = workspace.grow<BoxPair>(Scratch::result, wanted);
        room = workspace.capacity<BoxPair>(Scratch::result);
        count = 0;
        overflowed = false;
        return pairs != nullptr;
    }
    /// Returns where a sink may write its results for this many candidates, or null when there is no room.
    BoxPair* place(std::uint32_t candidates) noexcept {
        SATORI_ASSERT(overflowed || count <= room);
        overflowed = overflowed || room_for(candidates) > room - count;
        return overflowed ? nullptr : pairs + count;
    }
};

// The kernels write whole vectors behind the last pair.
constexpr std::uint32_t kPairRoom = kPairBuffer + simd::kSentinels;

/// The memory of a worker, for one column at a time.
template <int Dim>
class WorkerScratch {
public:
    /// Returns the bytes for columns of up to `largest` entries.
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

    /// Returns arrays for `count` boxes. `offset` skips the arrays of roles that are already set up for this column.
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
    /// Each role's list has padding and sentinels. An odd number of cache lines maps the streams to different cache
    /// sets.
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

/// Sorts, gathers and sweeps the columns of one task, and passes the candidates to the sink.
template <int Dim>
class TaskRunner {
public:
    TaskRunner(const simd::BroadphaseKernels<Dim>& kernels, const Columns<Dim>& columns, const BoundsSet<Dim>& bounds,
               const ColumnSink<Dim>& sink, SweepCount& found, WorkerScratch<Dim>& scratch, BlockPool* pool,
               Joined* joined, ColumnTask& task) noexcept
        : kernels_(kernels),
          columns_(columns),
          two_sets_(bounds.two_sets),
          timed_(bounds.count() > parallel::kMostUntimed),
          sink_(sink),
          found_(found),
          scratch_(scratch),
          pool_(pool),
          joined_(joined),
          task_(task) {
        state_.first = scratch.first;
        state_.second = scratch.second;
        state_.capacity = kPairBuffer - simd::kSweepBlock;
    }

    void run() noexcept {
        SATORI_ASSERT(task_.begin < task_.end && task_.end <= columns_.column_count(task_.grid));
        const parallel::Stopwatch watch(timed_);
        task_.pairs = {};
        task_.candidate_count = 0;
        task_.narrowphase_ns = 0;
        for (std::uint32_t column = task_.begin; column < task_.end && !stopped(); ++column) run_column(column);
        flush();
        task_.total_ns = watch.nanoseconds();
    }

private:
    /// True when no more candidates are needed.
    bool stopped() const noexcept { return found_.exceeded() || sink_.full(); }

    void run_column(std::uint32_t column) noexcept {
        const ClassGrid<Dim>& grid = columns_.grids[task_.grid];
        EntryRange<Dim> entries[kRoles];
        for (std::uint32_t role = 0; role < kRoles; ++role) entries[role] = columns_.list(task_.grid, column, role);
        const auto count = [&](std::uint32_t role) { return entries[role].count; };
        const bool asked_for = std::exchange(asked_for_next_, false);
        // Every pair of this grid contains a native. Without guests, natives must be allowed to pair among themselves.
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
            if (sink_.filter != nullptr)
                sink_.filter->fetch(static_cast<int>(role / 2), entries[role].entries, entries[role].count);
            gather_sorted(kernels_, entries[role].entries, grid.columns.axis, scratch_.sort, lists[role]);
            offset += static_cast<std::uint32_t>(simd::padded(count(role))) + simd::kSentinels;
        }
        SATORI_ASSERT(offset <= scratch_.sweep_room());
        // While this column is swept, the next column's records are prefetched from memory.
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
            // In one set, boxes that make no pairs among themselves have the other set's roles.
            if (grid.pairs_of_natives) sweep_cross(lists[kNative], lists[kNativeOther], simd::PairOrder::by_id);
            sweep_cross(lists[kNative], lists[kGuestOther], simd::PairOrder::by_id);
            sweep_cross(lists[kNativeOther], lists[kGuest], simd::PairOrder::by_id);
        }
        ask_for_rest();
    }

    /// Sets these entries' records to be prefetched. `records` null: none.
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
        const std::uint32_t found = std::exchange(state_.count, 0);
        if (found == 0) return;
        SATORI_ASSERT(found <= kPairBuffer);
        const parallel::Stopwatch watch(timed_);
        const std::uint32_t count =
            sink_.filter != nullptr ? sink_.filter->keep(scratch_.first, scratch_.second, found) : found;
        SATORI_ASSERT(count <= found);
        found_.add(found, count != 0 ? pass_on(count) : 0);
        task_.candidate_count += found;
        task_.narrowphase_ns += watch.nanoseconds();
    }

    /// Passes the first candidates to the sink. Returns what it returns.
    std::uint32_t pass_on(std::uint32_t count) noexcept {
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
        return kept;
    }

    const simd::BroadphaseKernels<Dim>& kernels_;
    const Columns<Dim>& columns_;
    bool two_sets_, timed_;
    const ColumnSink<Dim>& sink_;
    SweepCount& found_;
    WorkerScratch<Dim>& scratch_;
    BlockPool* pool_;
    Joined* joined_;  // null: pairs go to blocks of the pool
    ColumnTask& task_;
    simd::SweepState<Dim> state_{};
    bool asked_for_next_ = false;  // the records of the next column have been prefetched
};

/// Divides all columns into tasks, in order, and returns their number. `tasks` null: only counts.
template <int Dim>
std::uint32_t make_tasks(const Columns<Dim>& columns, ColumnTask* tasks) noexcept {
    std::uint64_t total = 0;
    for (std::uint32_t g = 0; g < columns.grids.count(); ++g) {
        const std::uint32_t n = columns.column_count(g);
        if (n != 0) total += columns.column_begin(g, n) - columns.column_begin(g, 0);
    }
    // A task must have enough entries to be worth it, and the tasks must be few enough for one parallel part. At most
    // the last task of each grid is smaller than `enough`.
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

/// One call of drive_columns(): its tasks, the memory of its workers, its sums.
template <int Dim>
class ColumnDrive {
public:
    ColumnDrive(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<Dim>& bounds,
                const Columns<Dim>& columns, const ColumnSink<Dim>& sink, const SweepLimit& limit) noexcept
        : call_(call),
          workspace_(workspace),
          bounds_(bounds),
          columns_(columns),
          sink_(sink),
          limit_(limit),
          found_(limit),
          task_count_(make_tasks<Dim>(columns, nullptr)),
          workers_(std::min(call.concurrency(), std::max(1U, task_count_))),
          worker_bytes_(simd::padded(WorkerScratch<Dim>::bytes(columns.largest_column)) + 4096 + 64) {}

    /// Makes the tasks, and reserves the memory of the workers.
    Status prepare() noexcept {
        tasks_ = workspace_.reserve<ColumnTask>(
            Scratch::tasks, task_count_ + task_count_ * sizeof(std::uint32_t) / sizeof(ColumnTask) + 1);
        if (tasks_ == nullptr) return Status::out_of_memory;
        [[maybe_unused]] const std::uint32_t made_count = make_tasks(columns_, tasks_);
        SATORI_ASSERT(made_count == task_count_);
        by_size_ = reinterpret_cast<std::uint32_t*>(tasks_ + task_count_);
        worker_memory_ = workspace_.reserve<std::byte>(Scratch::workers, workers_ * worker_bytes_);
        return worker_memory_ != nullptr ? Status::ok : Status::out_of_memory;
    }

    unsigned workers() const noexcept { return workers_; }

    /// Runs all tasks in order, on one worker, which writes the pairs one after the other into the workspace.
    Status run_in_order(PairResult& result) noexcept {
        Joined joined;
        // The first try has room for four pairs per box, or for as many as earlier calls needed.
        for (std::uint64_t pairs = std::uint64_t{4} * bounds_.count();; pairs = joined.count) {
            if (!joined.reserve(workspace_, Joined::room_for(kPairBuffer) + pairs)) return Status::out_of_memory;
            found_.restart();
            const Status status = call_.run(1, [&](std::uint32_t) noexcept {
                for (std::uint32_t t = 0; t < task_count_; ++t) run_task(0, tasks_[t], nullptr, &joined);
            });
            if (status != Status::ok) return status;
            if (found_.exceeded()) return give_up(result);
            if (!joined.overflowed) break;
        }
        sum_up(joined.count, result);
        result.pairs = {joined.pairs, static_cast<std::size_t>(joined.count)};
        return Status::ok;
    }

    /// Runs the tasks in parallel, each into blocks of a pool, and joins the blocks in order.
    Status run_and_join(PairBuffer buffer, PairResult& result) noexcept {
        order_by_size();
        // The first try has room for two pairs per box.
        Status status = pool_.reserve(workspace_, task_count_, std::uint64_t{2} * bounds_.count());
        if (status != Status::ok) return status;
        parallel::SlotPool slots(workers_);
        status = run_tasks(task_count_, slots);
        if (status != Status::ok) return status;
        if (found_.exceeded()) return give_up(result);

        std::uint64_t pair_count = 0;
        for (std::uint32_t t = 0; t < task_count_; ++t) {
            tasks_[t].position = pair_count;
            pair_count += tasks_[t].pairs.count;
        }
        sum_up(pair_count, result);
        BoxPair* out = buffer.data;
        if (out == nullptr) {
            out = workspace_.reserve<BoxPair>(Scratch::result, pair_count);
            if (out == nullptr) return Status::out_of_memory;
        } else if (buffer.capacity < pair_count) {
            return Status::capacity_exceeded;
        }

        // Copies the complete lists. Where the pool ran out, the tasks run again, with a pool of the size that is now
        // known.
        status = copy_out(task_count_, out);
        if (status != Status::ok) return status;
        std::uint32_t redo_count = 0;
        for (std::uint32_t t = 0; t < task_count_; ++t) {
            if (tasks_[by_size_[t]].pairs.overflowed) std::swap(by_size_[redo_count++], by_size_[t]);
        }
        if (redo_count != 0) {
            // Room for all pairs, so that the next call of equal size has enough at once.
            status = pool_.reserve(workspace_, task_count_, pair_count);
            if (status == Status::ok) status = run_tasks(redo_count, slots);
            if (status == Status::ok) status = copy_out(redo_count, out);
            if (status != Status::ok) return status;
        }
        result.pairs = {out, static_cast<std::size_t>(pair_count)};
        return Status::ok;
    }

private:
    void run_task(unsigned worker, ColumnTask& task, BlockPool* pool, Joined* joined) noexcept {
        WorkerScratch<Dim> scratch(worker_memory_ + worker * worker_bytes_, columns_.largest_column);
        const auto& kernels = simd::kernels_for<Dim>(call_.kernels());
        TaskRunner<Dim>(kernels, columns_, bounds_, sink_, found_, scratch, pool, joined, task).run();
    }
    /// Largest first, so that no thread begins a large task when the others are done.
    void order_by_size() noexcept {
        for (std::uint32_t t = 0; t < task_count_; ++t) by_size_[t] = t;
        std::sort(by_size_, by_size_ + task_count_, [&](std::uint32_t a, std::uint32_t b) {
            const std::uint32_t a_count = tasks_[a].entry_count, b_count = tasks_[b].entry_count;
            return a_count != b_count ? a_count > b_count : a < b;
        });
    }
    Status run_tasks(std::uint32_t count, parallel::SlotPool& slots) noexcept {
        found_.restart();
        return call_.run(count, [&](std::uint32_t chunk) noexcept {
            const parallel::SlotPool::Slot slot(slots);
            run_task(slot.index(), tasks_[by_size_[chunk]], &pool_, nullptr);
        });
    }
    Status copy_out(std::uint32_t count, BoxPair* out) noexcept {
        return call_.run(count, [&](std::uint32_t chunk) noexcept {
            const ColumnTask& task = tasks_[by_size_[chunk]];
            if (!task.pairs.overflowed) task.pairs.copy(pool_, out + task.position);
        });
    }
    void sum_up(std::uint64_t pair_count, PairResult& result) const noexcept {
        result.candidate_count = 0;
        result.pair_count = pair_count;
        for (std::uint32_t t = 0; t < task_count_; ++t) {
            result.candidate_count += tasks_[t].candidate_count;
            result.times.broadphase += tasks_[t].total_ns - tasks_[t].narrowphase_ns;
            result.times.narrowphase += tasks_[t].narrowphase_ns;
        }
    }
    Status give_up(PairResult& result) const noexcept {
        sum_up(0, result);
        result.candidate_count = limit_.most + 1;
        return Status::limit_exceeded;
    }

    parallel::Call& call_;
    WorkspaceLock& workspace_;
    const BoundsSet<Dim>& bounds_;
    const Columns<Dim>& columns_;
    const ColumnSink<Dim>& sink_;
    const SweepLimit& limit_;
    SweepCount found_;
    const std::uint32_t task_count_;
    const unsigned workers_;
    const std::size_t worker_bytes_;
    ColumnTask* tasks_ = nullptr;
    std::uint32_t* by_size_ = nullptr;  // behind the tasks: the order in which they run
    std::byte* worker_memory_ = nullptr;
    BlockPool pool_;
};

}  // namespace

template <int Dim>
Status drive_columns(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<Dim>& bounds,
                     const Columns<Dim>& columns, const ColumnSink<Dim>& sink, const SweepLimit& limit,
                     PairBuffer buffer, PairResult& result) noexcept {
    ColumnDrive<Dim> drive(call, workspace, bounds, columns, sink, limit);
    const Status status = drive.prepare();
    if (status != Status::ok) return status;
    // The pairs cannot be written to a caller's buffer directly: a buffer that is too small must stay unchanged.
    if (drive.workers() == 1 && buffer.data == nullptr) return drive.run_in_order(result);
    return drive.run_and_join(buffer, result);
}

template Status drive_columns<2>(parallel::Call&, WorkspaceLock&, const BoundsSet<2>&, const Columns<2>&,
                                 const ColumnSink<2>&, const SweepLimit&, PairBuffer, PairResult&) noexcept;
template Status drive_columns<3>(parallel::Call&, WorkspaceLock&, const BoundsSet<3>&, const Columns<3>&,
                                 const ColumnSink<3>&, const SweepLimit&, PairBuffer, PairResult&) noexcept;

}  // namespace satori::v0::broadphase
