#include "broadphase/find_pairs.hpp"

#include "parallel/stopwatch.hpp"

namespace satori::inline v0 {

namespace broadphase {

template <int Dim>
Status sweep_bounds(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<Dim>& bounds,
                    const ColumnSink& sink, PairBuffer buffer, PairResult& result) noexcept {
    if (bounds.count() == 0) {
        result.pairs = {buffer.data, std::size_t{0}};
        return Status::ok;
    }
    const parallel::Stopwatch watch;
    BoxClasses<Dim> classes;
    Columns<Dim> columns;
    Status status = classify(call, workspace, bounds, classes);
    if (status == Status::ok) status = fill_columns(call, workspace, classes, columns);
    if (status != Status::ok) return status;
    result.times.broadphase += watch.nanoseconds() * call.thread_count();
    return drive_columns(call, workspace, bounds, columns, sink, buffer, result);
}

template Status sweep_bounds<2>(parallel::Call&, WorkspaceLock&, const BoundsSet<2>&, const ColumnSink&, PairBuffer,
                                PairResult&) noexcept;
template Status sweep_bounds<3>(parallel::Call&, WorkspaceLock&, const BoundsSet<3>&, const ColumnSink&, PairBuffer,
                                PairResult&) noexcept;

std::uint32_t CandidateSink::accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                                    BoxPair* out) const noexcept {
    for (std::uint32_t i = 0; i < count; ++i) out[i] = {first[i], second[i]};
    return count;
}

namespace {

Status find_box_pairs(const BoxBatch& first, const BoxBatch* second, Workspace& workspace, PairResult& result,
                      const Execution& execution, PairBuffer buffer) noexcept {
    return with_workspace(workspace, execution, result, [&](parallel::Call& call, WorkspaceLock& lock) {
        const parallel::Stopwatch watch;
        BoundsSet<3> bounds;
        const simd::BoxRecord* no_records[2] = {nullptr, nullptr};
        const Status status = fill_bounds(call, lock, first, second, false, bounds, no_records);
        if (status != Status::ok) return status;
        result.times.aabb = watch.nanoseconds() * call.thread_count();
        return sweep_bounds(call, lock, bounds, CandidateSink{}, buffer, result);
    });
}

Status find_raw_pairs(const AabbView& first, const AabbView* second, Workspace& workspace, PairResult& result,
                      const Execution& execution, PairBuffer buffer) noexcept {
    return with_workspace(workspace, execution, result, [&](parallel::Call& call, WorkspaceLock& lock) {
        const parallel::Stopwatch watch;
        BoundsSet<3> bounds;
        const RawBounds<3> raw_first = raw_bounds(first),
                           raw_second = second != nullptr ? raw_bounds(*second) : RawBounds<3>{};
        const Status status =
            fill_bounds<3>(call, lock, raw_first, second != nullptr ? &raw_second : nullptr, bounds, result);
        if (status != Status::ok) return status;
        result.times.aabb = watch.nanoseconds() * call.thread_count();
        return sweep_bounds(call, lock, bounds, CandidateSink{}, buffer, result);
    });
}

}  // namespace
}  // namespace broadphase

Status find_pairs(const BoxBatch& boxes, Workspace& workspace, PairResult& result, const Execution& execution,
                  PairBuffer buffer) noexcept {
    return broadphase::find_box_pairs(boxes, nullptr, workspace, result, execution, buffer);
}

Status find_pairs(const BoxBatch& first, const BoxBatch& second, Workspace& workspace, PairResult& result,
                  const Execution& execution, PairBuffer buffer) noexcept {
    return broadphase::find_box_pairs(first, &second, workspace, result, execution, buffer);
}

Status find_pairs(const AabbView& boxes, Workspace& workspace, PairResult& result, const Execution& execution,
                  PairBuffer buffer) noexcept {
    return broadphase::find_raw_pairs(boxes, nullptr, workspace, result, execution, buffer);
}

Status find_pairs(const AabbView& first, const AabbView& second, Workspace& workspace, PairResult& result,
                  const Execution& execution, PairBuffer buffer) noexcept {
    return broadphase::find_raw_pairs(first, &second, workspace, result, execution, buffer);
}

}  // namespace satori::inline v0
