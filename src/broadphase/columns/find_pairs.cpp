#include "broadphase/columns/find_pairs.hpp"

#include "broadphase/columns/one_column.hpp"

namespace satori::v0 {

namespace broadphase {

template <int Dim>
Status sweep_bounds(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<Dim>& bounds,
                    const ColumnSink<Dim>& sink, const SweepLimit& limit, PairBuffer buffer,
                    PairResult& result) noexcept {
    if (bounds.count() == 0) {
        result.pairs = {buffer.data, std::size_t{0}};
        return Status::ok;
    }
    if (bounds.count() <= OneColumn<Dim>::kMost) {
        const OneColumn<Dim> small(bounds);
        return drive_columns(call, workspace, bounds, small.columns(), sink, limit, buffer, result);
    }
    const parallel::Stopwatch watch;
    BoxClasses<Dim> classes;
    Columns<Dim> columns;
    Status status = classify(call, workspace, bounds, classes);
    if (status == Status::ok) status = fill_columns(call, workspace, classes, columns);
    if (status != Status::ok) return status;
    result.times.broadphase += watch.nanoseconds() * call.thread_count();
    return drive_columns(call, workspace, bounds, columns, sink, limit, buffer, result);
}

template Status sweep_bounds<2>(parallel::Call&, WorkspaceLock&, const BoundsSet<2>&, const ColumnSink<2>&,
                                const SweepLimit&, PairBuffer, PairResult&) noexcept;
template Status sweep_bounds<3>(parallel::Call&, WorkspaceLock&, const BoundsSet<3>&, const ColumnSink<3>&,
                                const SweepLimit&, PairBuffer, PairResult&) noexcept;

template <int Dim>
std::uint32_t CandidateSink<Dim>::accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                                         BoxPair* out) const noexcept {
    for (std::uint32_t i = 0; i < count; ++i) out[i] = {first[i], second[i]};
    return count;
}

namespace {

/// `fill(call, lock, bounds)` makes the bounds and returns the status.
template <int Dim, class Fill>
Status find_candidates(bool timed, Workspace& workspace, PairResult& result, const PairOptions& options,
                       Fill&& fill) noexcept {
    return with_workspace(workspace, options.execution, result, [&](parallel::Call& call, WorkspaceLock& lock) {
        CandidateSink<Dim> sink;
        return fill_and_sweep<Dim>(
            call, lock, sink, [&](BoundsSet<Dim>& bounds) { return fill(call, lock, bounds); },
            SweepOptions<PairOptions>{options, options.buffer, timed}, result);
    });
}

template <int Dim>
Status find_box_pairs(const geometry::Sets<Dim>& sets, Workspace& workspace, PairResult& result,
                      const PairOptions& options) noexcept {
    return find_candidates<Dim>(is_timed(sets), workspace, result, options,
                                [&](parallel::Call& call, WorkspaceLock& lock, BoundsSet<Dim>& bounds) {
                                    const simd::PairRecord<Dim>* no_records[2] = {nullptr, nullptr};
                                    return fill_bounds(call, lock, sets.first(), sets.second(), false, bounds,
                                                       no_records);
                                });
}

template <int Dim, class View>
Status find_raw_pairs(const SetsOf<View>& sets, Workspace& workspace, PairResult& result,
                      const PairOptions& options) noexcept {
    const RawBounds<Dim> first = raw_bounds(sets.first());
    const RawBounds<Dim> second = sets.second() != nullptr ? raw_bounds(*sets.second()) : first;
    return find_candidates<Dim>(
        is_timed(sets), workspace, result, options,
        [&](parallel::Call& call, WorkspaceLock& lock, BoundsSet<Dim>& bounds) {
            return fill_bounds<Dim>(call, lock, first, sets.second() != nullptr ? &second : nullptr, bounds, result);
        });
}

}  // namespace
}  // namespace broadphase

Status find_pairs(const BoxSets& sets, Workspace& workspace, PairResult& result, const PairOptions& options) noexcept {
    return broadphase::find_box_pairs<3>(sets, workspace, result, options);
}

Status find_pairs(const RectSets& sets, Workspace& workspace, PairResult& result, const PairOptions& options) noexcept {
    return broadphase::find_box_pairs<2>(sets, workspace, result, options);
}

Status find_pairs(const AabbSets& sets, Workspace& workspace, PairResult& result, const PairOptions& options) noexcept {
    return broadphase::find_raw_pairs<3>(sets, workspace, result, options);
}

Status find_pairs(const Aabb2Sets& sets, Workspace& workspace, PairResult& result,
                  const PairOptions& options) noexcept {
    return broadphase::find_raw_pairs<2>(sets, workspace, result, options);
}

}  // namespace satori::v0
