#include "broadphase/bulk_changes.hpp"

#include "broadphase/tracked_bounds.hpp"

namespace satori::inline v0::broadphase {

namespace {

class ChangeSink final : public ColumnSink<3> {
public:
    ChangeSink(const simd::KernelTable& kernels, const simd::TrackedBox* boxes) noexcept
        : kernels_(kernels), boxes_(boxes) {}

    std::uint32_t accept(const std::uint32_t* first, const std::uint32_t* second, std::uint32_t count,
                         BoxPair* out) const noexcept override {
        return kernels_.filter_changes({boxes_, first, second, count}, out);
    }

private:
    const simd::KernelTable& kernels_;
    const simd::TrackedBox* boxes_;
};

}  // namespace

Status find_changes_bulk(parallel::Call& call, WorkspaceLock& workspace, const BoxTable& table, Changes& out) noexcept {
    BoundsSet<3> bounds;
    const Status status = fill_tracked(call, workspace, table.boxes(), table.limit(), TrackedView::both, bounds);
    if (status != Status::ok) return status;
    PairResult result;
    const ChangeSink sink(call.kernels(), table.boxes());
    const Status swept = sweep_bounds(call, workspace, bounds, sink, {}, result);
    out = result.pairs;
    return swept;
}

}  // namespace satori::inline v0::broadphase
