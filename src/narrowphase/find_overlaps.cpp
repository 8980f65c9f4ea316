#include <satori/pairs.hpp>

#include "broadphase/find_pairs.hpp"
#include "narrowphase/boundary.hpp"
#include "parallel/stopwatch.hpp"

namespace satori::inline v0 {

namespace narrowphase {
namespace {

/// Keeps the candidates that overlap exactly.
class OverlapSink final : public broadphase::ColumnSink {
public:
    OverlapSink(const simd::KernelTable& kernels, const simd::BoxRecord* const (&records)[2], Boundary boundary) noexcept
        : kernels_(kernels), first_records_(records[0]), second_records_(records[1]), open_(boundary == Boundary::open) {}

    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair* out) const noexcept override {
        return kernels_.filter_pairs({first_records_, second_records_, first, second, count, open_}, out);
    }

private:
    const simd::KernelTable& kernels_;
    const simd::BoxRecord* first_records_;
    const simd::BoxRecord* second_records_;
    bool open_;
};

Status find_box_overlaps(const BoxBatch& first, const BoxBatch* second, Workspace& workspace, PairResult& result,
                         const CollideOptions& options, const Execution& execution, PairBuffer buffer) noexcept {
    return broadphase::with_workspace(workspace, execution, result, [&](parallel::Call& call, WorkspaceLock& lock) {
        if (!known(options.boundary)) return Status::invalid_argument;
        const parallel::Stopwatch watch;
        broadphase::BoundsSet<3> bounds;
        const simd::BoxRecord* records[2] = {nullptr, nullptr};
        const Status status = broadphase::fill_bounds(call, lock, first, second, true, bounds, records);
        if (status != Status::ok) return status;
        result.times.aabb = watch.nanoseconds() * call.thread_count();
        const OverlapSink sink(call.kernels(), records, options.boundary);
        return broadphase::sweep_bounds(call, lock, bounds, sink, buffer, result);
    });
}

}  // namespace
}  // namespace narrowphase

Status find_overlaps(const BoxBatch& boxes, Workspace& workspace, PairResult& result, const CollideOptions& options,
                     const Execution& execution, PairBuffer buffer) noexcept {
    return narrowphase::find_box_overlaps(boxes, nullptr, workspace, result, options, execution, buffer);
}

Status find_overlaps(const BoxBatch& first, const BoxBatch& second, Workspace& workspace, PairResult& result,
                     const CollideOptions& options, const Execution& execution, PairBuffer buffer) noexcept {
    return narrowphase::find_box_overlaps(first, &second, workspace, result, options, execution, buffer);
}

}  // namespace satori::inline v0
