#include "broadphase/moving/bulk_changes.hpp"

#include <algorithm>

#include "broadphase/moving/tracked_bounds.hpp"

namespace satori::v0::broadphase {

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

/// More changes than this leave more than `max_pairs` pairs. Of pairs that there are afterwards each is a change once,
/// and of the pairs that there were as well; each change comes up four times at most, where both boxes have jumped and
/// have two entries each; and a box that has jumped meets itself once.
SweepLimit limit_of(std::uint64_t max_pairs, std::uint64_t pair_count, std::uint32_t box_limit) noexcept {
    if (max_pairs == 0) return {};
    constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 61;  // more than any number of boxes makes
    return {SweepLimit::Of::results, 4 * (std::min(max_pairs, kMostPairs) + pair_count) + box_limit};
}

}  // namespace

Status find_changes_bulk(parallel::Call& call, WorkspaceLock& workspace, const BoxTable& table,
                         std::uint64_t pair_count, Changes& out) noexcept {
    BoundsSet<3> bounds;
    const Status status = fill_tracked(call, workspace, table.boxes(), table.limit(), TrackedView::both, bounds);
    if (status != Status::ok) return status;
    PairResult result;
    const ChangeSink sink(call.kernels(), table.boxes());
    const SweepLimit limit = limit_of(call.max_pairs(), pair_count, table.limit());
    const Status swept = sweep_bounds(call, workspace, bounds, sink, limit, {}, result);
    out = result.pairs;
    return swept;
}

}  // namespace satori::v0::broadphase
