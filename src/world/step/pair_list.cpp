#include "world/step/pair_list.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "base/ascending.hpp"
#include "base/assert.hpp"
#include "base/partition_near.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::world {

namespace {

constexpr std::ptrdiff_t kAhead = 8;

/// Writes next_pairs, and which of them have to be looked at again; never ahead of who reads them, as ask_predicate()
/// does.
class PairWriter {
public:
    explicit PairWriter(detail::WorldState& state) noexcept
        : flags_(state.flags.data()), pairs_(state.next_pairs.data()), active_(state.active.data()) {}

    void put(const PairState& pair) noexcept {
        SATORI_ASSERT(count_ == 0 || pairs_[count_ - 1].pair < pair.pair);
        const bool touched = ((flags_[pair.pair.first] | flags_[pair.pair.second]) & kTouched) != 0;
        pairs_[count_] = pair;
        active_[active_count_] = static_cast<std::uint32_t>(count_++);
        active_count_ += touched || pair.has(PairState::kFresh) ? 1U : 0U;
    }
    std::size_t count() const noexcept { return count_; }
    std::size_t active_count() const noexcept { return active_count_; }

private:
    const std::uint8_t* flags_;
    PairState* pairs_;
    std::uint32_t* active_;
    std::size_t count_ = 0, active_count_ = 0;
};

/// New pairs of the Broadphase, and all pairs of boxes with another filter; after an update that failed on its way, all
/// there are.
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
        for (const std::uint32_t partner : state.broadphase.partners(box))
            incoming[count++] = {std::min(box, partner), std::max(box, partner)};
    }
    if (refiltered.empty()) return Status::ok;
    std::sort(incoming, incoming + count);
    count = static_cast<std::size_t>(std::unique(incoming, incoming + count) - incoming);
    return Status::ok;
}

/// Asks the predicate about those that have to be asked, and takes out what it does not want.
Status ask_predicate(detail::WorldState& state, const WorldOptions& options, NextPairs& made) noexcept {
    const std::size_t count = made.count;
    PairState* const pairs = state.next_pairs.data();
    const auto ask = [](const PairState& pair) { return pair.has(PairState::kAsk); };
    const auto asked_count = static_cast<std::size_t>(std::count_if(pairs, pairs + count, ask));
    if (asked_count == 0) return Status::ok;
    if (!state.asked.reserve(asked_count, 0) || !state.kept.reserve(asked_count, 0)) return Status::out_of_memory;
    std::size_t k = 0;
    for (std::size_t i = 0; i < count; ++i)
        if (ask(pairs[i])) state.asked[k++] = state.ids_of(pairs[i].pair);
    std::fill_n(state.kept.data(), asked_count, std::uint8_t{1});
    state.asked_count = asked_count;
    options.predicate({state.asked.data(), asked_count}, {state.kept.data(), asked_count}, options.predicate_user);
    k = 0;
    PairWriter next(state);
    for (std::size_t i = 0; i < count; ++i) {
        PairState pair = pairs[i];
        const bool unwanted = ask(pair) && state.kept[k++] == 0;
        pair.flags &= static_cast<std::uint8_t>(~PairState::kAsk);
        if (!unwanted)
            next.put(pair);
        else if (!pair.has(PairState::kFresh))
            state.dropped[made.dropped_count++] = pair;
    }
    made.count = next.count();
    made.active_count = next.active_count();
    SATORI_ASSERT(k == asked_count);
    const auto before = [](const PairState& a, const PairState& b) { return a.pair < b.pair; };
    std::sort(state.dropped.data(), state.dropped.data() + made.dropped_count, before);
    return Status::ok;
}

/// Whether filters, but the predicate, let two boxes make a pair; see BoxFilter.
bool lets_pair(const detail::WorldState& state, const BoxPair& pair) noexcept {
    const BoxFilter &a = state.infos[pair.first].filter, &b = state.infos[pair.second].filter;
    if (a.owner != 0 && a.owner == b.owner) return false;
    if (state.ignored.contains(pair)) return false;
    if (state.has(pair.first, kSensor) && state.has(pair.second, kSensor)) return false;
    if (a.group != 0 && a.group == b.group) return a.group > 0;
    return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

}  // namespace

Status make_next_pairs(detail::WorldState& state, const WorldOptions& options, const BroadphaseUpdate& update,
                       NextPairs& made) noexcept {
    std::size_t incoming_count = 0;
    state.asked_count = 0;
    const Status status = gather_incoming(state, update, incoming_count);
    if (status != Status::ok) return status;
    SATORI_ASSERT(base::strictly_ascending(state.incoming.data(), state.incoming.data() + incoming_count));
    // Pairs are named by 32 bits.
    if (state.pair_count + incoming_count >= std::numeric_limits<std::uint32_t>::max()) return Status::out_of_memory;
    const std::size_t most = state.pair_count + incoming_count;
    if (!state.next_pairs.reserve(most, 0) || !state.active.reserve(most, 0) ||
        !state.dropped.reserve(state.pair_count, 0))
        return Status::out_of_memory;
    const std::uint8_t ask = options.predicate != nullptr ? PairState::kAsk : 0;
    const PairState* old = state.pairs.data();
    const PairState* const old_end = old + state.pair_count;
    PairWriter next(state);
    PairState* dropped = state.dropped.data();
    // Most pairs stay: they are copied in runs, up to the next pair that something may have happened to.
    const auto keep_until = [&](const PairState* end) {
        while (old != end) next.put(*old++);
    };
    const auto keep_before = [&](const BoxPair& pair) {
        const std::uint32_t count = base::partition_near(static_cast<std::uint32_t>(old_end - old), 0,
                                                         [&](std::uint32_t i) { return old[i].pair < pair; });
        keep_until(old + count);
    };
    const auto refiltered = [&](const BoxPair& pair) {
        return state.has(pair.first, kRefiltered) || state.has(pair.second, kRefiltered);
    };
    const BoxPair* lost = update.lost_pairs.data();
    const BoxPair* const lost_end = state.out_of_step ? lost : lost + update.lost_pairs.size();
    for (const BoxPair* in = state.incoming.data(), * const in_end = in + incoming_count;
         in != in_end || lost != lost_end;) {
        if (in_end - in > kAhead) {
            simd::prefetch(&state.infos[in[kAhead].first]);
            simd::prefetch(&state.infos[in[kAhead].second]);
        }
        if (lost != lost_end && (in == in_end || *lost < *in)) {
            keep_before(*lost);
            if (old != old_end && old->pair == *lost) *dropped++ = *old++;
            ++lost;
            continue;
        }
        if (state.out_of_step)
            while (old != old_end && old->pair < *in) *dropped++ = *old++;  // all that there are come in
        else
            keep_before(*in);
        if (old != old_end && old->pair == *in) {
            const bool again = refiltered(*in);
            PairState pair = *old++;
            if (again) pair.flags |= ask;
            if (again && !lets_pair(state, *in))
                *dropped++ = pair;
            else
                next.put(pair);
        } else if (lets_pair(state, *in)) {
            const bool sensor = state.has(in->first, kSensor) || state.has(in->second, kSensor);
            const auto flags = static_cast<std::uint8_t>(PairState::kFresh | ask | (sensor ? PairState::kSensor : 0));
            next.put({*in, kNoSlot, kNoAxis, flags, 0});
        }
        ++in;
    }
    if (state.out_of_step)
        dropped = std::copy(old, old_end, dropped);
    else
        keep_until(old_end);
    made = {next.count(), next.active_count(), static_cast<std::size_t>(dropped - state.dropped.data())};
    SATORI_ASSERT(made.count + made.dropped_count <= most && made.dropped_count <= state.pair_count);
    return options.predicate != nullptr ? ask_predicate(state, options, made) : Status::ok;
}

}  // namespace satori::v0::world
