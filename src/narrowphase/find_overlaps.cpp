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
    OverlapSink(const simd::KernelTable& kernels, Boundary boundary) noexcept
        : kernels_(kernels), open_(boundary == Boundary::open) {}

    const simd::PairRecord<Dim>* of_set[2] = {nullptr, nullptr};

    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair* out) const noexcept override {
        return simd::box_kernels<Dim>(kernels_).filter_pairs({{of_set[0], of_set[1], first, second, count}, open_},
                                                             out);
    }

private:
    const simd::KernelTable& kernels_;
    bool open_;
};

template <int Dim>
Status find_box_overlaps(const geometry::Sets<Dim>& sets, Workspace& workspace, PairResult& result,
                         const PairOptions& options) noexcept {
    const auto find = [&](parallel::Call& call, WorkspaceLock& lock) {
        if (!known(options.boundary)) return Status::invalid_argument;
        OverlapSink<Dim> sink(call.kernels(), options.boundary);
        return broadphase::fill_and_sweep<Dim>(
            call, lock, sink,
            [&](broadphase::BoundsSet<Dim>& bounds) {
                return broadphase::fill_bounds(call, lock, sets.first(), sets.second(), true, bounds, sink.of_set);
            },
            broadphase::SweepOptions<PairOptions>{options, options.buffer, broadphase::is_timed(sets)}, result);
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
