#pragma once

#include "base/set_size.hpp"
#include "broadphase/bounds_set.hpp"
#include "broadphase/columns/column_driver.hpp"
#include "parallel/stopwatch.hpp"

namespace satori::v0::broadphase {

/// Finds the pairs of filled bounds, in column order: makes classes and columns, and sweeps them into `sink`. `limit`:
/// see drive_columns().
template <int Dim>
Status sweep_bounds(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<Dim>& bounds,
                    const ColumnSink<Dim>& sink, const SweepLimit& limit, PairBuffer buffer,
                    PairResult& result) noexcept;

/// Sorts pairs by (first, second), in place, with memory of the workspace.
Status sort_pairs(WorkspaceLock& workspace, std::span<BoxPair> pairs) noexcept;

/// True when the stages of a call on `sets` are timed.
template <class Set>
bool is_timed(const SetsOf<Set>& sets) noexcept {
    const std::uint64_t second_size = sets.second() != nullptr ? base::size_of(*sets.second()) : 0;
    return base::size_of(sets.first()) + second_size > parallel::kMostUntimed;
}

/// What a sweep takes from its call.
template <class Options>
struct SweepOptions {
    const Options& options;  ///< the filters and the motion types
    PairBuffer buffer;       ///< of the caller, for what the sink writes
    bool timed;
};

/// Makes the bounds and sweeps them into `sink`. `fill(bounds)` makes them and returns the status; it may write
/// sink.records.
template <int Dim, class Options, class Fill>
Status fill_and_sweep(parallel::Call& call, WorkspaceLock& lock, ColumnSink<Dim>& sink, Fill&& fill,
                      const SweepOptions<Options>& sweep, PairResult& result) noexcept {
    const parallel::Stopwatch watch(sweep.timed);
    BoundsSet<Dim> bounds;
    Status status = fill(bounds);
    if (status != Status::ok) return status;
    result.times.aabb = watch.nanoseconds() * call.thread_count();
    PairFilter filter;
    status = filter.take(call, bounds, sweep.options);
    if (status != Status::ok) return status;
    sink.filter = filter.if_used();
    status = sweep_bounds(call, lock, bounds, sink, SweepLimit::of_call(call.max_pairs()), sweep.buffer, result);
    sink.filter = nullptr;
    return status;
}

/// The sink of find_pairs: it keeps every candidate as a pair.
template <int Dim>
class CandidateSink final : public ColumnSink<Dim> {
public:
    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair* out) const noexcept override;
};

/// Does the common work of every call that finds pairs: clears the result, starts the call, locks the workspace, calls
/// `work(call, lock)` and writes the closing figures. Returns the status of `work`, or the first error before it.
template <class Work>
Status with_workspace(Workspace& workspace, const Execution& execution, PairResult& result, Work&& work) noexcept {
    result = {};
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    WorkspaceLock lock(workspace);
    if (lock.status() != Status::ok) return lock.status();
    const Status status = work(call, lock);
    result.isa = call.isa();
    result.thread_count = call.thread_count();
    return status;
}

}  // namespace satori::v0::broadphase
