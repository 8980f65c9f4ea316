#include <satori/broadphase.hpp>

#include <algorithm>

#include "base/assert.hpp"
#include "broadphase/moving/broadphase_state.hpp"
#include "broadphase/moving/build_columns.hpp"
#include "broadphase/moving/incremental_changes.hpp"
#include "broadphase/moving/scan_changes.hpp"
#include "broadphase/moving/validate.hpp"
#include "broadphase/radix_sort.hpp"
#include "parallel/call.hpp"

namespace satori::v0 {

namespace broadphase {
namespace {

/// From this share of changed boxes on all are swept anew. Both ways take as long from 0.12 on, but columns that are
/// dropped have to be built again.
constexpr double kBulkShare = 0.15, kBulkShareWithoutColumns = 0.12;
/// What it costs to compare changed boxes with all others, once and for each of them, where columns for them cost
/// kColumnsCost. Updates do so until they would have paid for columns, which serve the next ones as well; at most the
/// share of boxes that columns would be built for, or kMostScanned, which is less than a vector.
constexpr std::uint32_t kScanCost = 32, kScannedBoxCost = 2, kColumnsCost = 256;
constexpr std::uint32_t kMostScanned = 4;
constexpr std::uint64_t scan_cost(std::uint32_t changed_count) noexcept {
    return kScanCost + std::uint64_t{kScannedBoxCost} * changed_count;
}

/// Finds the changes in the way that suits how many boxes changed. `scanned` is whether they were compared with all
/// others.
Status find_changes(parallel::Call& call, WorkspaceLock& workspace, detail::BroadphaseState& state, Changes& changes,
                    BroadphaseUpdate& result, bool& scanned) noexcept {
    scanned = false;
    const double most = (state.columns.valid() ? kBulkShare : kBulkShareWithoutColumns) * state.boxes.size();
    const bool few = result.changed_count < most || result.changed_count <= kMostScanned;
    if (!state.columns.valid() && few && state.spent_on_scans + scan_cost(result.changed_count) <= kColumnsCost) {
        bool complete = false;
        const Status status = find_changes_scanning(call, workspace, state.boxes, changes, complete);
        scanned = complete;
        result.path = UpdatePath::incremental;
        if (status != Status::ok || complete) return status;
    } else if (result.changed_count < most || incremental_cost(state.boxes, state.columns, state.neighbours) < most) {
        Status status = Status::ok;
        if (!state.columns.valid()) {
            status = build_columns(call, workspace, state);
            workspace.free_all();
            result.columns_rebuilt = true;
        }
        bool complete = false;
        if (status == Status::ok &&
            !state.neighbours.follow(state.columns, state.boxes.limit(), wants_neighbours(state)))
            status = Status::out_of_memory;
        if (status == Status::ok)
            status = find_changes_incremental(call, workspace, state.boxes, state.pairs, state.columns,
                                              state.neighbours, changes, complete);
        result.path = UpdatePath::incremental;
        if (status != Status::ok || complete) return status;
    }
    result.path = UpdatePath::bulk;
    state.columns.drop();
    workspace.free_all();
    return find_changes_bulk(call, workspace, state.boxes, state.pairs.pair_count(), changes);
}

/// Both ends of each change, ascending, each once.
Status half_pairs_of(WorkspaceLock& workspace, Changes changes, std::span<const std::uint64_t>& out) noexcept {
    auto* const keys = workspace.grow<std::uint64_t>(Scratch::sort, 4 * changes.size());
    if (keys == nullptr) return Status::out_of_memory;
    std::size_t count = 0;
    for (const BoxPair& pair : changes) {
        const bool lost = (pair.second & simd::kLostPair) != 0;
        const std::uint32_t second = pair.second & ~simd::kLostPair;
        if (pair.first == second) continue;  // a box that has jumped meets itself
        keys[count++] = HalfPair::key(pair.first, second, lost);
        keys[count++] = HalfPair::key(second, pair.first, lost);
    }
    std::uint64_t* const sorted = radix_sort(keys, keys + count, count);
    const std::uint64_t* const end = std::unique(sorted, sorted + count);
    std::size_t kept = 0;
    for (const std::uint64_t* key = sorted; key != end; ++key) {
        // Of two boxes that both change, one after the other: what has begun and ceased is as it was.
        if (key + 1 != end && key[1] == (*key | 1) && key[1] != *key)
            ++key;
        else
            sorted[kept++] = *key;
    }
    out = {sorted, kept};
    return Status::ok;
}

/// Whether there are too many pairs when these have changed: `half_pairs` are both ends of each change.
Status check_limit(std::uint64_t max_pairs, std::uint64_t pair_count,
                   std::span<const std::uint64_t> half_pairs) noexcept {
    if (max_pairs == 0) return Status::ok;
    const auto lost = [](std::uint64_t key) { return HalfPair(key).lost; };
    const auto lost_ends = static_cast<std::uint64_t>(std::count_if(half_pairs.begin(), half_pairs.end(), lost));
    const std::uint64_t left = pair_count + half_pairs.size() / 2 - lost_ends;
    return left <= max_pairs ? Status::ok : Status::limit_exceeded;
}

/// The changed pairs to the report, new ones first; one place more than it takes is written. Returns how many are new.
/// Without branches, as nobody can predict them.
std::size_t write_report(std::span<const std::uint64_t> half_pairs, BoxPair* out) noexcept {
    std::size_t count = 0, new_count = 0;
    for (const bool lost : {false, true}) {
        new_count = count;
        for (const std::uint64_t key : half_pairs) {
            const HalfPair half(key);
            out[count] = {half.owner, half.partner};
            count += static_cast<std::size_t>(half.owner < half.partner) & static_cast<std::size_t>(half.lost == lost);
        }
    }
    return new_count;
}

Status update(parallel::Call& call, WorkspaceLock& workspace, detail::BroadphaseState& state,
              BroadphaseUpdate& result) noexcept {
    result.changed_count = static_cast<std::uint32_t>(state.boxes.changed().size());
    result.pair_count = state.pairs.pair_count();
    if (result.changed_count == 0) return check_limit(call.max_pairs(), result.pair_count, {});
    Changes changes;
    std::span<const std::uint64_t> half_pairs;
    bool scanned = false;
    Status status = find_changes(call, workspace, state, changes, result, scanned);
    if (status == Status::ok) status = half_pairs_of(workspace, changes, half_pairs);
    if (status == Status::ok) status = check_limit(call.max_pairs(), result.pair_count, half_pairs);
    if (status == Status::ok) status = state.pairs.reserve(half_pairs, state.boxes.limit());
    const std::size_t report_count = half_pairs.size() / 2;
    if (status == Status::ok && !state.report.reserve(report_count + 1, 0)) status = Status::out_of_memory;
    if (status != Status::ok) return status;

    // From here on nothing fails.
    state.pairs.apply(call.kernels(), half_pairs);
    state.boxes.commit();
    state.spent_on_scans = scanned ? state.spent_on_scans + scan_cost(result.changed_count) : 0;
    const std::size_t new_count = write_report(half_pairs, state.report.data());
    result.new_pairs = {state.report.data(), new_count};
    result.lost_pairs = {state.report.data() + new_count, report_count - new_count};
    result.pair_count = state.pairs.pair_count();
    return Status::ok;
}

}  // namespace
}  // namespace broadphase

Status Broadphase::update(BroadphaseUpdate& result, const Execution& execution) noexcept {
    result = {};
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    result.isa = call.isa();
    if (state_ == nullptr) return Status::ok;
    const std::uint64_t pairs_before = state_->pairs.pair_count();
    Status status;
    {
        WorkspaceLock lock(state_->workspace);
        if (lock.status() != Status::ok) return lock.status();
        status = broadphase::update(call, lock, *state_, result);
    }
    if (base::has_filled(pairs_before, state_->pairs.pair_count())) {
        [[maybe_unused]] const Status released = state_->workspace.release();
        SATORI_ASSERT(released == Status::ok);
    }
    // A failed update may have brought columns ahead of what it did not report.
    if (status != Status::ok) state_->columns.drop();
    SATORI_ASSERT(state_->boxes.limit() > broadphase::kMostValidated || broadphase::validate(*state_));
    result.thread_count = call.thread_count();
    return status;
}

}  // namespace satori::v0
