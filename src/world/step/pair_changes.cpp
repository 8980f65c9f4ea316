#include "world/step/pair_changes.hpp"

#include <algorithm>
#include <span>

#include "base/ascending.hpp"
#include "base/assert.hpp"
#include "simd/prefetch.hpp"
#include "world/pair_rules.hpp"

namespace satori::v0::world {

namespace {

constexpr std::size_t kAhead = 8;

/// To find the row of a pair costs about as much as to pass over this many rows.
constexpr std::size_t kRowsPerFind = 16;

/// Writes to state.incoming the new pairs of the Broadphase and all pairs of boxes with another filter, ascending.
/// After an update that failed on its way: all pairs of the Broadphase.
Status gather_incoming(detail::WorldState& state, const BroadphaseUpdate& update, std::size_t& count) noexcept {
    if (state.out_of_step) {
        if (!state.incoming.reserve(state.broadphase.pair_count(), 0)) return Status::out_of_memory;
        count = static_cast<std::size_t>(state.broadphase.pair_count());
        return state.broadphase.copy_pairs({state.incoming.data(), count});
    }
    count = update.new_pairs.size();
    std::size_t most = count;
    const std::span<const std::uint32_t> refiltered(state.refiltered.data(), state.refiltered_count);
    for (const std::uint32_t box : refiltered) most += state.broadphase.partners(box).size();
    if (!state.incoming.reserve(most, 0)) return Status::out_of_memory;
    BoxPair* const incoming = state.incoming.data();
    std::copy(update.new_pairs.begin(), update.new_pairs.end(), incoming);
    for (const std::uint32_t box : refiltered) {
        for (const std::uint32_t partner : state.broadphase.partners(box)) incoming[count++] = ordered(box, partner);
    }
    if (refiltered.empty()) return Status::ok;
    std::sort(incoming, incoming + count);
    count = static_cast<std::size_t>(std::unique(incoming, incoming + count) - incoming);
    return Status::ok;
}

/// Returns true when no incoming pair has a row.
bool all_new(const detail::WorldState& state) noexcept {
    return state.refiltered_count == 0 && !state.out_of_step;
}

/// Appends to a list of rows that has room.
struct RowList {
    std::uint32_t* rows;
    std::size_t count = 0;

    void append(std::uint32_t row) noexcept { rows[count++] = row; }
};

/// Lists the pairs that the Broadphase has no more.
void list_lost(const detail::WorldState& state, const BroadphaseUpdate& update, RowList& going) noexcept {
    if (state.out_of_step) {
        for (std::uint32_t row = 0; row < state.pairs.limit(); ++row) {
            if (!state.pairs.holds(row)) continue;
            const auto [first, second] = state.pairs[row].pair;
            const std::span<const std::uint32_t> partners = state.broadphase.partners(first);
            if (!std::binary_search(partners.begin(), partners.end(), second)) going.append(row);
        }
        // In the order of lost_pairs, so that a failure changes no later slot.
        const auto before = [&](std::uint32_t a, std::uint32_t b) { return state.pairs[a].pair < state.pairs[b].pair; };
        std::sort(going.rows, going.rows + going.count, before);
        return;
    }
    const std::span<const BoxPair> lost = update.lost_pairs;
    for (std::size_t i = 0; i < lost.size(); ++i) {
        if (i + 2 * kAhead < lost.size()) state.pairs.prefetch(lost[i + 2 * kAhead]);
        if (i + kAhead < lost.size()) state.pairs.prefetch_row(lost[i + kAhead]);
        const std::uint32_t row = state.pairs.find(lost[i]);
        if (row != kNoRow) going.append(row);
    }
}

/// Returns whether a pair can keep its row. Not when a box has become a sensor, or is one no more: then its contact
/// ends, and begins anew.
bool lasts(const detail::WorldState& state, std::uint32_t row) noexcept {
    return row != kNoRow && state.pairs[row].has(PairState::kSensor) == state.only_senses(state.pairs[row].pair);
}

/// Keeps those of the incoming pairs that filters let in and that are new, or that the predicate must decide again.
/// Appends the others to `going` if they have a row. Returns how many are kept.
std::size_t filter_incoming(detail::WorldState& state, bool asks, std::size_t count, RowList& going) noexcept {
    BoxPair* const incoming = state.incoming.data();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (i + kAhead < count) {
            if (!all_new(state)) state.pairs.prefetch(incoming[i + kAhead]);
            simd::prefetch(&state.infos[incoming[i + kAhead].first]);
            simd::prefetch(&state.infos[incoming[i + kAhead].second]);
        }
        const BoxPair pair = incoming[i];
        const std::uint32_t row = all_new(state) ? kNoRow : state.pairs.find(pair);
        if (row != kNoRow && !state.has(pair.first, kRefiltered) && !state.has(pair.second, kRefiltered)) continue;
        const bool wanted = lets_pair(state, pair), has_lasting = lasts(state, row);
        if (row != kNoRow && !(wanted && has_lasting)) going.append(row);
        if (wanted && (!has_lasting || asks)) incoming[kept++] = pair;
    }
    return kept;
}

/// Asks the predicate about the incoming pairs. Keeps those that it wants and that are new; appends to `going` those
/// that it does not want and that have a row. Changes their number.
Status ask_predicate(detail::WorldState& state, const WorldOptions& options, std::size_t& count,
                     RowList& going) noexcept {
    if (count == 0) return Status::ok;
    if (!state.asked.reserve(count, 0) || !state.kept.reserve(count, 0)) return Status::out_of_memory;
    BoxPair* const incoming = state.incoming.data();
    for (std::size_t i = 0; i < count; ++i) state.asked[i] = state.ids_of(incoming[i]);
    std::fill_n(state.kept.data(), count, std::uint8_t{1});
    state.asked_count = count;
    options.predicate({state.asked.data(), count}, {state.kept.data(), count}, options.predicate_user);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t row = state.pairs.find(incoming[i]);
        const bool has_lasting = lasts(state, row);
        if (has_lasting && state.kept[i] == 0) going.append(row);
        if (!has_lasting && state.kept[i] != 0) incoming[kept++] = incoming[i];
    }
    count = kept;
    return Status::ok;
}

/// Adds the incoming pairs.
void add_fresh(detail::WorldState& state, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
        if (i + kAhead < count) state.pairs.prefetch(state.incoming[i + kAhead]);
        PairState fresh{state.incoming[i], kNoSlot, kNoAxis, kNoAxis, PairState::kFresh, 0};
        if (state.only_senses(fresh.pair)) fresh.flags |= PairState::kSensor;
        state.fresh[i] = state.pairs.add(fresh);
    }
}

/// Returns how many pairs the touched boxes have, or a number above `most` as soon as it is clear that they have more.
std::size_t count_touched(const detail::WorldState& state, std::size_t most) noexcept {
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < state.stale_count && count <= most; ++i)
        if (state.has(state.stale[i], kTouched)) count += state.broadphase.partners(state.stale[i]).size();
    return count;
}

/// Lists the fresh pairs and those of touched boxes that are not going: looks for them around the touched boxes.
void find_active(detail::WorldState& state, std::size_t fresh_count, RowList& active) noexcept {
    std::size_t count = 0;
    BoxPair* const pairs = state.incoming.data();
    for (std::uint32_t i = 0; i < state.stale_count; ++i) {
        const std::uint32_t box = state.stale[i];
        if (!state.has(box, kTouched)) continue;
        for (const std::uint32_t partner : state.broadphase.partners(box))
            if (box < partner || !state.has(partner, kTouched)) pairs[count++] = ordered(box, partner);
    }
    std::copy_n(state.fresh.data(), fresh_count, active.rows);
    active.count = fresh_count;
    for (std::size_t i = 0; i < count; ++i) {
        if (i + 2 * kAhead < count) state.pairs.prefetch(pairs[i + 2 * kAhead]);
        if (i + kAhead < count) state.pairs.prefetch_row(pairs[i + kAhead]);
        const std::uint32_t row = state.pairs.find(pairs[i]);
        if (row == kNoRow || (state.pairs[row].flags & (PairState::kFresh | PairState::kGoing)) != 0) continue;
        active.append(row);
    }
    std::sort(active.rows, active.rows + active.count);
}

/// Lists the same: passes over all rows.
void pass_over_rows(const detail::WorldState& state, RowList& active) noexcept {
    const std::uint8_t* const flags = state.flags.data();
    for (std::uint32_t row = 0; row < state.pairs.limit(); ++row) {
        const PairState& pair = state.pairs[row];
        const bool touched = ((flags[pair.pair.first] | flags[pair.pair.second]) & kTouched) != 0;
        const bool held = pair.pair.first != pair.pair.second;
        // Written first, counted then: no branch predictor can guess which rows come.
        active.rows[active.count] = row;
        active.count += (touched || pair.has(PairState::kFresh)) && !pair.has(PairState::kGoing) && held ? 1U : 0U;
    }
}

}  // namespace

Status change_pairs(detail::WorldState& state, const WorldOptions& options, const BroadphaseUpdate& update,
                    PairChanges& made) noexcept {
    made = {};
    state.asked_count = 0;
    std::size_t count = 0;
    Status status = gather_incoming(state, update, count);
    if (status != Status::ok) return status;
    SATORI_ASSERT(base::strictly_ascending(state.incoming.data(), state.incoming.data() + count));
    // A pair can be lost, or be in the list of incoming pairs, or neither.
    const std::size_t most_lost = state.out_of_step ? state.pairs.limit() : update.lost_pairs.size();
    if (!state.going.reserve(most_lost + count, 0)) return Status::out_of_memory;
    RowList going{state.going.data()};
    list_lost(state, update, going);
    const bool asks = options.predicate != nullptr;
    std::size_t fresh_count = filter_incoming(state, asks, count, going);
    if (asks) status = ask_predicate(state, options, fresh_count, going);
    if (status != Status::ok) return status;
    if (!state.pairs.reserve(fresh_count) || !state.fresh.reserve(fresh_count, 0) ||
        !state.active.reserve(std::max<std::size_t>(state.pairs.limit(), state.pairs.count() + fresh_count), 0))
        return Status::out_of_memory;
    const std::size_t most = (state.pairs.limit() + fresh_count) / kRowsPerFind;
    const std::size_t touched = count_touched(state, most);
    const bool few = touched + fresh_count <= most;
    if (few && !state.incoming.reserve(touched, fresh_count)) return Status::out_of_memory;
    // From here on nothing fails.
    for (std::size_t i = 0; i < going.count; ++i) {
        SATORI_ASSERT(!state.pairs[going.rows[i]].has(PairState::kGoing));
        state.pairs[going.rows[i]].flags |= PairState::kGoing;
    }
    add_fresh(state, fresh_count);
    RowList active{state.active.data()};
    if (few)
        find_active(state, fresh_count, active);
    else
        pass_over_rows(state, active);
    SATORI_ASSERT(base::strictly_ascending(active.rows, active.rows + active.count));
    made = {fresh_count, going.count, active.count};
    return Status::ok;
}

void undo_changes(detail::WorldState& state, const PairChanges& made) noexcept {
    for (std::size_t i = made.fresh_count; i-- != 0;) state.pairs.remove(state.fresh[i]);
    for (std::uint32_t row = 0; row < state.pairs.limit(); ++row) {
        if (!state.pairs.holds(row)) continue;
        PairState& pair = state.pairs[row];
        if (pair.has(PairState::kFreshSlot)) pair.slot = kNoSlot;
        pair.flags &= PairState::kSensor | PairState::kOff | PairState::kSwitched | PairState::kTold;
        if (pair.axis != kNoAxis) pair.flags |= PairState::kTouching;
    }
}

}  // namespace satori::v0::world
