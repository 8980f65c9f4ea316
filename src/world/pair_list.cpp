#include "world/pair_list.hpp"

#include <algorithm>
#include <span>

namespace satori::inline v0::world {

namespace {

/// New pairs of the Broadphase, and all pairs of boxes with another filter; after an update that failed on its way, all there are.
Status gather_incoming(detail::WorldState& state, const BroadphaseUpdate& update, std::size_t& count) noexcept {
    if (state.out_of_step) {
        count = state.broadphase.pair_count();
        if (!state.incoming.reserve(count, 0)) return Status::out_of_memory;
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
        for (const std::uint32_t partner : state.broadphase.partners(box))
            incoming[count++] = {std::min(box, partner), std::max(box, partner)};
    }
    if (refiltered.empty()) return Status::ok;
    std::sort(incoming, incoming + count);
    count = static_cast<std::size_t>(std::unique(incoming, incoming + count) - incoming);
    return Status::ok;
}

/// Asks the predicate about those that have to be asked, and takes out what it does not want.
Status ask_predicate(detail::WorldState& state, const WorldOptions& options, std::size_t& count) noexcept {
    PairState* const pairs = state.next_pairs.data();
    const auto ask = [](const PairState& pair) { return pair.has(PairState::kAsk); };
    const auto asked_count = static_cast<std::size_t>(std::count_if(pairs, pairs + count, ask));
    if (asked_count == 0) return Status::ok;
    if (!state.asked.reserve(asked_count, 0) || !state.kept.reserve(asked_count, 0)) return Status::out_of_memory;
    std::size_t k = 0;
    for (std::size_t i = 0; i < count; ++i)
        if (ask(pairs[i])) state.asked[k++] = state.ids_of(pairs[i].pair);
    std::fill_n(state.kept.data(), asked_count, std::uint8_t{1});
    options.predicate({state.asked.data(), asked_count}, {state.kept.data(), asked_count}, options.predicate_user);
    k = 0;
    std::size_t end = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (ask(pairs[i]) && state.kept[k++] == 0) continue;
        pairs[end] = pairs[i];
        pairs[end++].flags &= static_cast<std::uint8_t>(~PairState::kAsk);
    }
    count = end;
    return Status::ok;
}

}  // namespace

bool lets_pair(const detail::WorldState& state, const BoxPair& pair) noexcept {
    const WorldBox &a = state.boxes[pair.first], &b = state.boxes[pair.second];
    const BoxFilter &of_a = a.filter, &of_b = b.filter;
    if (of_a.owner != 0 && of_a.owner == of_b.owner) return false;
    if (state.ignored.contains(pair)) return false;
    if (a.has(WorldBox::kSensor) && b.has(WorldBox::kSensor)) return false;
    if (of_a.group != 0 && of_a.group == of_b.group) return of_a.group > 0;
    return (of_a.category & of_b.mask) != 0 && (of_b.category & of_a.mask) != 0;
}

Status make_next_pairs(detail::WorldState& state, const WorldOptions& options, const BroadphaseUpdate& update,
                       std::size_t& count) noexcept {
    std::size_t incoming_count = 0;
    Status status = gather_incoming(state, update, incoming_count);
    if (status != Status::ok) return status;
    if (!state.next_pairs.reserve(state.pair_count + incoming_count, 0)) return Status::out_of_memory;
    const std::uint8_t ask = options.predicate != nullptr ? PairState::kAsk : 0;
    const auto refiltered = [&](const BoxPair& pair) {
        return state.refiltered_count != 0 && (state.boxes[pair.first].has(WorldBox::kRefiltered) ||
                                               state.boxes[pair.second].has(WorldBox::kRefiltered));
    };
    const PairState* old = state.pairs.data();
    const PairState* const old_end = old + state.pair_count;
    const BoxPair* in = state.incoming.data();
    const BoxPair* const in_end = in + incoming_count;
    const BoxPair* lost = update.lost_pairs.data();
    const BoxPair* const lost_end = lost + update.lost_pairs.size();
    PairState* next = state.next_pairs.data();
    const auto keep = [&](bool looked_at) {
        while (lost != lost_end && *lost < old->pair) ++lost;
        const bool gone = state.out_of_step ? !looked_at : lost != lost_end && *lost == old->pair;
        if (gone) return;
        const bool again = refiltered(old->pair);
        if (again && !lets_pair(state, old->pair)) return;
        *next = *old;
        next->flags =
            static_cast<std::uint8_t>((old->flags & (PairState::kTouching | PairState::kSensor)) | (again ? ask : 0));
        ++next;
    };
    while (old != old_end || in != in_end) {
        if (in == in_end || (old != old_end && old->pair < *in)) {
            keep(false);
            ++old;
        } else if (old != old_end && old->pair == *in) {
            keep(true);
            ++old;
            ++in;
        } else {
            if (lets_pair(state, *in)) {
                const bool sensor =
                    state.boxes[in->first].has(WorldBox::kSensor) || state.boxes[in->second].has(WorldBox::kSensor);
                const auto flags =
                    static_cast<std::uint8_t>(PairState::kFresh | ask | (sensor ? PairState::kSensor : 0));
                *next++ = {*in, kNoSlot, kNoAxis, flags, 0};
            }
            ++in;
        }
    }
    count = static_cast<std::size_t>(next - state.next_pairs.data());
    return ask_predicate(state, options, count);
}

}  // namespace satori::inline v0::world
