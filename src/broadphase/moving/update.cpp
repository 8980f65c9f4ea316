#include <satori/broadphase.hpp>

#include "base/assert.hpp"
#include "broadphase/moving/broadphase_state.hpp"
#include "broadphase/moving/changed_bonds.hpp"
#include "broadphase/moving/choices.hpp"
#include "parallel/call.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0 {

namespace broadphase {
namespace {

constexpr std::size_t kAhead = 16;

/// `limit_exceeded` when there are too many pairs after a report.
Status check_limit(const parallel::Call& call, const NearTable& near, const PairReport& report) noexcept {
    const std::uint64_t pair_count = near.pair_count() + report.begun_count - report.lost_count;
    return call.max_pairs() == 0 || pair_count <= call.max_pairs() ? Status::ok : Status::limit_exceeded;
}

/// Tells leavers from movers. Marks nothing.
Status sort_out(WorkspaceLock& workspace, const detail::BroadphaseState& state, ChangedBoxes& out) noexcept {
    const std::span<const std::uint32_t> changed = state.boxes.changed();
    auto* const ids = workspace.grow<std::uint32_t>(Scratch::changed_boxes, changed.size());
    if (ids == nullptr) return Status::out_of_memory;
    std::size_t movers = 0, leavers = changed.size();
    for (std::size_t i = 0; i < changed.size(); ++i) {
        const std::uint32_t ahead = changed[std::min(i + kAhead, changed.size() - 1)], id = changed[i];
        simd::prefetch(state.boxes.boxes() + ahead);
        simd::prefetch(state.standing.boxes() + ahead);
        const bool stays = state.standing.hold(state.boxes.boxes()[id], id) && !state.boxes.changed_motion(id);
        ids[stays ? movers++ : --leavers] = id;
    }
    out = {};
    out.movers = {ids, movers};
    out.leavers = {ids + leavers, changed.size() - leavers};
    return Status::ok;
}

/// Takes new boxes that are not dynamic out of the leavers, as arrivals, if there are many.
void sort_out_arrivals(const detail::BroadphaseState& state, ChangedBoxes& changed) noexcept {
    const auto leaves = [&](std::uint32_t id) {
        const simd::TrackedBox& box = state.boxes.boxes()[id];
        return state.standing[id].place != StandingBounds::kNowhere || state.near.count(id) != 0 || is_dynamic(box) ||
               !exists(box.lo, box.hi);
    };
    const auto begin = std::partition(changed.leavers.begin(), changed.leavers.end(), leaves);
    if (changed.leavers.end() - begin < std::ptrdiff_t{kFewestArrivals}) return;
    changed.arrivals = {begin, changed.leavers.end()};
    changed.leavers = {changed.leavers.begin(), begin};
}

/// Takes back what sort_out_arrivals() did.
void let_arrivals_leave(ChangedBoxes& changed) noexcept {
    SATORI_ASSERT(changed.leavers.data() + changed.leavers.size() == changed.arrivals.data());
    changed.leavers = {changed.leavers.data(), changed.leavers.size() + changed.arrivals.size()};
    changed.arrivals = changed.seekers = {};
}

/// Returns whether the list of the last sweep is out of date for a leaver. It is not if the box is gone and had no
/// bonds.
bool is_to_unlist(const detail::BroadphaseState& state, std::uint32_t leaver) noexcept {
    return state.boxes.contains(leaver) || state.near.count(leaver) != 0;
}

ChangedCounts count_changed(const detail::BroadphaseState& state, const ChangedBoxes& changed) noexcept {
    ChangedCounts counts{changed.movers.size(), 0, changed.arrivals.size(), state.standing.stray_count(),
                         state.boxes.unlisted().size()};
    for (const std::uint32_t id : changed.leavers) {
        counts.unlisted += is_to_unlist(state, id) && !state.boxes.unlisted(id) ? 1U : 0U;
        if (!state.boxes.contains(id)) {
            counts.gone_bonds += state.near.count(id);
            continue;
        }
        ++counts.leavers;
        counts.strays += state.standing.is_stray(id) ? 0U : 1U;
    }
    return counts;
}

/// Lets state.bonds be judged, and one by one all boxes that are not listed there, in place of the movers.
Status judge_all(WorkspaceLock& workspace, detail::BroadphaseState& state, ChangedBoxes& changed) noexcept {
    const std::span<const std::uint32_t> unlisted = state.boxes.unlisted();
    auto* const ids = workspace.grow<std::uint32_t>(Scratch::neighbors, unlisted.size());
    if (ids == nullptr) return Status::out_of_memory;
    const auto end =
        std::copy_if(unlisted.begin(), unlisted.end(), ids, [&](std::uint32_t id) { return !state.leavers.has(id); });
    changed.movers = {ids, end};
    changed.bonds = {state.bonds.data(), state.bond_count};
    return Status::ok;
}

/// Finds all bonds anew. Boxes that have changed get new standing bounds, and those that stand nowhere.
Status update_by_sweep(parallel::Call& call, WorkspaceLock& workspace, detail::BroadphaseState& state,
                       PairReport& report) noexcept {
    state.columns.drop();
    workspace.free_all();
    state.standing.settle_strays();
    const simd::TrackedBox* const boxes = state.boxes.boxes();
    for (const std::uint32_t id : state.boxes.changed()) state.standing.settle(boxes[id], id);
    state.standing.settle_new(boxes);
    Bonds bonds;
    BondRows rows;
    Status status = sweep_bonds(call, workspace, state, bonds);
    if (status == Status::ok) status = make_rows(workspace, bonds, state.boxes.limit(), rows);
    if (status != Status::ok) return status;
    if (bonds.size() > state.bonds.capacity()) state.bonds.give_back();
    if (!state.bonds.assign(bonds.data(), bonds.size())) return Status::out_of_memory;
    // Of the pairs that there are now and of those that there were all may have changed. Most have not.
    report = {workspace.grow<BoxPair>(Scratch::result, bonds.size() + 1),
              workspace.grow<BoxPair>(Scratch::column_entries, state.near.pair_count() + 1)};
    if (report.begun == nullptr || report.lost == nullptr) return Status::out_of_memory;
    status = state.near.prepare(rows, report);
    if (status == Status::ok &&
        !(state.begun.assign(report.begun, report.begun_count) && state.lost.assign(report.lost, report.lost_count)))
        status = Status::out_of_memory;
    if (status != Status::ok) return status;
    report.begun = state.begun.data();
    report.lost = state.lost.data();
    state.near.apply(rows, report);
    state.bond_count = bonds.size();
    state.boxes.list_all();
    if (state.boxes.size() <= kFewBoxes) state.standing.stray_all();
    return status;
}

/// Half bonds that are written one after the other.
struct HalfBonds {
    std::uint64_t* keys;
    std::size_t count = 0;

    void add(std::uint32_t first, std::uint32_t second, Bond bond) noexcept {
        keys[count++] = HalfBond::key(first, second, bond);
        keys[count++] = HalfBond::key(second, first, bond);
    }
};

/// Adds what differs between the bonds that a leaver had and those that it has, which come in no order and may come up
/// more than once.
void add_differences(const NearTable& near, std::uint32_t id, std::span<BoxPair> bonds, HalfBonds& out) noexcept {
    constexpr std::uint32_t kEnd = ~0U;
    std::sort(bonds.begin(), bonds.end(), [](const BoxPair& a, const BoxPair& b) { return other_of(a) < other_of(b); });
    auto now = bonds.begin();
    std::span<const std::uint32_t> partners = near.partners(id), others = near.near(id);
    while (true) {
        const std::uint32_t partner = partners.empty() ? kEnd : partners[0], other = others.empty() ? kEnd : others[0],
                            found = now == bonds.end() ? kEnd : other_of(*now),
                            next = std::min({partner, other, found});
        if (next == kEnd) return;
        const Bond was = next == partner ? Bond::pair : next == other ? Bond::near : Bond::none;
        Bond is = Bond::none;
        for (; now != bonds.end() && other_of(*now) == next; ++now) is = kind_of(*now);
        if (is != was) out.add(id, next, is);
        partners = partners.subspan(next == partner ? 1 : 0);
        others = others.subspan(next == other ? 1 : 0);
    }
}

/// Both ends of all bonds that have changed. `bonds` are those of movers that have and all that arrivals have, then all
/// that leavers have.
Status half_bonds_of(WorkspaceLock& workspace, const detail::BroadphaseState& state, const ChangedBoxes& changed,
                     std::span<BoxPair> bonds, std::span<const std::uint64_t>& out) noexcept {
    std::uint64_t most = bonds.size();
    for (const std::uint32_t id : changed.leavers) most += state.near.count(id);
    HalfBonds half_bonds{workspace.grow<std::uint64_t>(Scratch::sort, 4 * most)};
    if (half_bonds.keys == nullptr) return Status::out_of_memory;
    auto bond = bonds.begin();
    for (; bond != bonds.end() && !state.leavers.has(bond->first); ++bond)
        half_bonds.add(bond->first, other_of(*bond), kind_of(*bond));
    for (const std::uint32_t id : changed.leavers) {
        const auto begin = bond;
        while (bond != bonds.end() && bond->first == id) ++bond;
        add_differences(state.near, id, {begin, bond}, half_bonds);
    }
    SATORI_ASSERT(bond == bonds.end() && half_bonds.count <= 2 * most);
    out = in_order(half_bonds.keys, half_bonds.count);
    return Status::ok;
}

/// Chooses what to do for the changed boxes, and makes the columns that it needs.
Status plan(parallel::Call& call, WorkspaceLock& workspace, detail::BroadphaseState& state, ChangedBoxes& changed,
            Choice& choice) noexcept {
    const std::uint32_t size = state.boxes.size();
    Status status = sort_out(workspace, state, changed);
    if (status != Status::ok) return status;
    sort_out_arrivals(state, changed);
    const ChangedCounts counts = count_changed(state, changed);
    choice = choose(counts, size);
    if (choice.sweeps || (counts.leavers == 0 && counts.arrivals == 0)) return status;
    // They are made anew if no layer can be added.
    if (counts.arrivals != 0 && state.columns.next_layer() == kMostLayers) state.columns.drop();
    status = prepare_columns(call, workspace, state);
    if (status != Status::ok || counts.arrivals == 0) return status;
    status = find_seekers(call.kernels(), workspace, state, changed);
    if (status != Status::ok || changed.seekers.size() * kBoxesPerSeeker <= size) return status;
    let_arrivals_leave(changed);
    choice = choose(count_changed(state, changed), size);
    return status;
}

/// Lets arrivals stand in a layer of their own.
Status settle_arrivals(parallel::Call& call, WorkspaceLock& workspace, detail::BroadphaseState& state,
                       std::span<std::uint32_t> arrivals) noexcept {
    if (arrivals.empty()) return Status::ok;
    std::sort(arrivals.begin(), arrivals.end());
    for (const std::uint32_t id : arrivals)
        state.standing.settle(state.boxes.boxes()[id], id, state.columns.next_layer());
    const Status status = state.columns.add_layer(call, workspace, state.standing, arrivals);
    workspace.free_all();
    return status;
}

/// Judges the bonds of movers, and looks up leavers, which become strays. `complete` is false, and nothing is changed
/// but standing bounds and columns, when only a sweep can tell what has changed.
Status update_by_bonds(parallel::Call& call, WorkspaceLock& workspace, detail::BroadphaseState& state,
                       const ChangedBoxes& changed, PairReport& report, bool& complete) noexcept {
    for (const std::uint32_t id : changed.leavers) {
        if (is_to_unlist(state, id)) state.boxes.unlist(id);
        state.standing.stray(state.boxes.boxes()[id], id);
    }
    std::span<BoxPair> bonds;
    Status status = settle_arrivals(call, workspace, state, changed.arrivals);
    if (status == Status::ok) status = find_changed_bonds(call, workspace, state, changed, bonds, complete);
    if (status != Status::ok || !complete) return status;
    // What is not noted in state.bonds.
    const auto arrives = [&](std::uint32_t id) {
        return !changed.arrivals.empty() && state.standing.in_layer(id, state.columns.next_layer() - 1);
    };
    for (const BoxPair& bond : bonds)
        if (changed.bonds.empty() || arrives(bond.first)) state.boxes.unlist(bond.first);
    std::span<const std::uint64_t> half_bonds;
    status = half_bonds_of(workspace, state, changed, bonds, half_bonds);
    // Each pair that begins or ceases is a half bond.
    if (status == Status::ok &&
        !(state.begun.reserve(half_bonds.size() + 1, 0) && state.lost.reserve(half_bonds.size() + 1, 0)))
        status = Status::out_of_memory;
    report = {state.begun.data(), state.lost.data()};
    NearTable::Edit edit{half_bonds};
    if (status == Status::ok) status = state.near.prepare(edit, report);
    if (status == Status::ok) status = check_limit(call, state.near, report);
    if (status != Status::ok) return status;
    auto* const scratch = workspace.grow<std::uint32_t>(Scratch::workers, 2 * std::uint64_t{edit.longest});
    if (scratch == nullptr) return Status::out_of_memory;
    state.near.apply(edit, report, scratch);
    return status;
}

Status update(parallel::Call& call, WorkspaceLock& workspace, detail::BroadphaseState& state, PairReport& report,
              BroadphaseUpdate& result) noexcept {
    const std::uint32_t limit = state.boxes.limit();
    if (!state.standing.reserve(limit) || !state.near.reserve(limit) || !state.leavers.reserve(limit) ||
        !state.movers.reserve(limit))
        return Status::out_of_memory;
    if (state.stale) {
        state.standing.reset();
        state.bond_count = 0;
    }
    ChangedBoxes changed;
    Choice choice{true, false};
    const std::uint32_t build = state.columns.build_number();
    Status status = state.stale ? Status::ok : plan(call, workspace, state, changed, choice);
    if (status != Status::ok) return status;
    if (!choice.sweeps) {
        state.stale = true;  // until it has succeeded
        result.path = UpdatePath::incremental;
        result.columns_rebuilt = state.columns.build_number() != build;
        bool complete = false;
        state.leavers.add(changed.leavers);
        if (choice.judges_all) status = judge_all(workspace, state, changed);
        if (status == Status::ok) {
            state.movers.add(changed.movers);
            status = update_by_bonds(call, workspace, state, changed, report, complete);
            state.movers.clear(changed.movers);
        }
        state.leavers.clear(changed.leavers);
        if (status != Status::ok) return status;
        if (complete) {
            state.stale = false;
            return status;
        }
        result.columns_rebuilt = false;
    }
    state.stale = true;
    result.path = UpdatePath::bulk;
    status = update_by_sweep(call, workspace, state, report);
    state.stale = status != Status::ok;
    return status;
}

}  // namespace
}  // namespace broadphase

Status Broadphase::update(BroadphaseUpdate& result, const Execution& execution) noexcept {
    result = {};
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    result.isa = call.isa();
    if (state_ == nullptr) return Status::ok;
    detail::BroadphaseState& state = *state_;
    const std::uint64_t pairs_before = state.near.pair_count();
    result.changed_count = static_cast<std::uint32_t>(state.boxes.changed().size());
    result.pair_count = pairs_before;
    if (result.changed_count == 0) return broadphase::check_limit(call, state.near, {});
    Status status;
    broadphase::PairReport report{};
    {
        WorkspaceLock lock(state.workspace);
        if (lock.status() != Status::ok) return lock.status();
        status = broadphase::update(call, lock, state, report, result);
    }
    if (status == Status::ok) {
        state.boxes.commit();
        result.new_pairs = {report.begun, report.begun_count};
        result.lost_pairs = {report.lost, report.lost_count};
        result.pair_count = state.near.pair_count();
    }
    const bool has_filled = base::has_filled(pairs_before, state.near.pair_count());
    if (status != Status::ok || has_filled) state.columns.drop();
    if (has_filled) {
        [[maybe_unused]] const Status released = state.workspace.release();
        SATORI_ASSERT(released == Status::ok);
    }
    SATORI_ASSERT(state.boxes.limit() > broadphase::kMostValidated || broadphase::validate(state));
    result.thread_count = call.thread_count();
    return status;
}

}  // namespace satori::v0
