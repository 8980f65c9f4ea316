#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>

#include "broadphase/columns/find_pairs.hpp"
#include "narrowphase/options.hpp"

namespace satori::v0 {

namespace narrowphase {
namespace {

/// A sink that keeps the candidates that overlap. It does not give its records to the driver: overlaps gain nothing
/// from a prefetch of records during the sweep.
template <int Dim>
class OverlapSink final : public broadphase::ColumnSink<Dim> {
public:
    OverlapSink(const simd::KernelTable& kernels, const simd::PairRecord<Dim>* const (&of_set)[2],
                Boundary boundary) noexcept
        : kernels_(kernels), of_set_(of_set), open_(boundary == Boundary::open) {}

    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair* out) const noexcept override {
        return simd::box_kernels<Dim>(kernels_).filter_pairs({{of_set_[0], of_set_[1], first, second, count}, open_},
                                                             out);
    }

private:
    const simd::KernelTable& kernels_;
    const simd::PairRecord<Dim>* const (&of_set_)[2];
    bool open_;
};

template <int Dim>
Status find_box_overlaps(const geometry::Sets<Dim>& sets, Workspace& workspace, PairResult& result,
                         const PairOptions& options) noexcept {
    const auto find = [&](parallel::Call& call, WorkspaceLock& lock) {
        if (!known(options.boundary)) return Status::invalid_argument;
        const parallel::Stopwatch watch(broadphase::is_timed(sets));
        broadphase::BoundsSet<Dim> bounds;
        const simd::PairRecord<Dim>* records[2] = {nullptr, nullptr};
        Status status = broadphase::fill_bounds(call, lock, sets.first(), sets.second(), true, bounds, records);
        if (status != Status::ok) return status;
        result.times.aabb = watch.nanoseconds() * call.thread_count();
        broadphase::PairFilter filter;
        status = filter.take(call, bounds, options);
        if (status != Status::ok) return status;
        OverlapSink<Dim> sink(call.kernels(), records, options.boundary);
        sink.filter = filter.if_used();
        return broadphase::sweep_bounds(call, lock, bounds, sink, broadphase::SweepLimit::of_call(call.max_pairs()),
                                        options.buffer, result);
    };
    return broadphase::with_workspace(workspace, options.execution, result, find);
}

}  // namespace
}  // namespace narrowphase

Status find_overlaps(const BoxSets& sets, Workspace& workspace, PairResult& result,
                     const PairOptions& options) noexcept {
    return narrowphase::find_box_overlaps<3>(sets, workspace, result, options);
}

Status find_overlaps(const RectSets& sets, Workspace& workspace, PairResult& result,
                     const PairOptions& options) noexcept {
    return narrowphase::find_box_overlaps<2>(sets, workspace, result, options);
}

}  // namespace satori::v0
