#include "mpi/tracking.hpp"

#include <algorithm>
#include <tuple>

#include "base/assert.hpp"
#include "base/hash.hpp"
#include "mpi/state.hpp"

namespace satori::v0::mpi {

namespace {

constexpr std::uint32_t kMostPairs = 0x7fffffffU;

/// The rank that matches what others say about a pair.
std::uint32_t matching_rank(const IdPair& ids, std::uint32_t rank_count) noexcept {
    return static_cast<std::uint32_t>(base::mixed_bits(base::mixed_bits(ids.first) + ids.second) % rank_count);
}

}  // namespace

Tracking::Tracking(detail::Call& call, const TrackOptions& options, detail::TrackerState& state) noexcept
    : call_(call), ranks_(call.ranks()), options_(options), state_(state), last_(state.last()), now_(state.next()) {
    state_.past_count = last_.contact_count;
    state_.new_count = state_.left_count = state_.moved_count = state_.begun_count = state_.ended_count = 0;
    now_.box_count = now_.pair_count = now_.contact_count = 0;
}

void Tracking::find_pairs() noexcept {
    if (!ranks_.ok()) return;
    const std::span<const RankBox> boxes = call_.boxes();
    const std::span<const BoxPair> kept = call_.find_candidates();
    if (!ranks_.ok()) return;
    if (kept.size() > kMostPairs) return ranks_.fail(Status::capacity_exceeded);
    if (!now_.pairs.assign(kept.data(), kept.size()) || !now_.ids.reserve(boxes.size(), 0))
        return ranks_.fail(Status::out_of_memory);
    now_.box_count = static_cast<std::uint32_t>(boxes.size());
    now_.pair_count = static_cast<std::uint32_t>(kept.size());
    for (std::uint32_t i = 0; i < now_.box_count; ++i) now_.ids[i] = boxes[i].id;
    if (ranks_.expect(sort_pairs({now_.pairs.data(), kept.size()}, call_.workspace())))
        placed_ = call_.place({now_.pairs.data(), kept.size()});
}

/// Finds where the boxes of the last step are now: both steps have them by id.
bool Tracking::map_boxes() noexcept {
    if (!state_.box_now.reserve(last_.box_count, 0)) return false;
    std::uint32_t now = 0;
    for (std::uint32_t i = 0; i < last_.box_count; ++i) {
        while (now < now_.box_count && now_.ids[now] < last_.ids[i]) ++now;
        const bool here = now < now_.box_count && now_.ids[now] == last_.ids[i];
        state_.box_now[i] = here ? now : kNone;
    }
    return true;
}

void Tracking::compare() noexcept {
    if (!ranks_.ok()) return;
    if (!state_.past_of.reserve(now_.pair_count, 0) || !state_.new_pairs.reserve(now_.pair_count, 0) ||
        !state_.left.reserve(last_.contact_count, 0) || !map_boxes())
        return ranks_.fail(Status::out_of_memory);
    std::fill_n(state_.past_of.data(), now_.pair_count, kNone);
    std::uint32_t k = 0;
    // Boxes are in the same order in both steps, so the pairs of the last step are in order with their indices now too.
    for (std::uint32_t i = 0; i < last_.pair_count; ++i) {
        const BoxPair pair{state_.box_now[last_.pairs[i].first], state_.box_now[last_.pairs[i].second]};
        const std::uint32_t contact = last_.contact_of[i];
        bool kept = false;
        if (pair.first != kNone && pair.second != kNone) {
            for (; k < now_.pair_count && now_.pairs[k] < pair; ++k) state_.new_pairs[state_.new_count++] = k;
            kept = k < now_.pair_count && now_.pairs[k] == pair;
        }
        // A contact that left keeps no pair: no pair must find it.
        if (contact != kNone) last_.manifolds[contact].pair = kept ? placed_[k] : BoxPair{kNone, kNone};
        if (contact != kNone && !kept) state_.left[state_.left_count++] = i;
        if (kept) state_.past_of[k++] = contact;
    }
    for (; k < now_.pair_count; ++k) state_.new_pairs[state_.new_count++] = k;
}

/// Sends the records to the ranks set in the mail; a rank that has failed sends none.
template <class Record>
bool Tracking::send(base::OwnedArray<Record>& records, std::uint64_t count) noexcept {
    const std::span<const Record> sent{records.data(), ranks_.ok() ? static_cast<std::size_t>(count) : 0};
    return state_.mail.send(ranks_, sent, call_.message_bytes(), call_.state());
}

void Tracking::fetch_moved() noexcept {
    if (state_.has_last && send_notices() && send_new_keepers() && send_moved()) take_moved();
}

bool Tracking::send_notices() noexcept {
    const std::uint64_t count = std::uint64_t{state_.new_count} + state_.left_count;
    if (ranks_.ok() && (!state_.notices.reserve(count, 0) || !state_.mail.reserve(count)))
        ranks_.fail(Status::out_of_memory);
    if (ranks_.ok()) {
        for (std::uint32_t j = 0; j < state_.new_count; ++j)
            state_.notices[j] = {now_.ids_of(now_.pairs[state_.new_pairs[j]]), ranks_.rank(),
                                 Notice::kKeepsNow | state_.new_pairs[j]};
        for (std::uint32_t j = 0; j < state_.left_count; ++j)
            state_.notices[state_.new_count + j] = {last_.ids_of(last_.pairs[state_.left[j]]), ranks_.rank(), j};
        for (std::uint64_t j = 0; j < count; ++j)
            state_.mail.set_rank(j, matching_rank(state_.notices[static_cast<std::size_t>(j)].ids, ranks_.count()));
    }
    return send(state_.notices, count);
}

/// Matches what came: a contact that left one rank with the same pair that another rank keeps.
bool Tracking::send_new_keepers() noexcept {
    const std::span<Notice> came = state_.mail.came<Notice>();
    std::uint32_t count = 0;
    if (ranks_.ok() && (!state_.new_keepers.reserve(came.size() / 2, 0) || !state_.mail.reserve(came.size() / 2)))
        ranks_.fail(Status::out_of_memory);
    if (ranks_.ok()) {
        std::sort(came.begin(), came.end(), [](const Notice& a, const Notice& b) {
            return a.ids != b.ids ? a.ids < b.ids : a.place < b.place;  // who had a contact first
        });
        for (std::size_t i = 0; i + 1 < came.size(); ++i) {
            const Notice &had = came[i], &keeps = came[i + 1];
            if (had.ids != keeps.ids || had.keeps_now() || !keeps.keeps_now()) continue;
            state_.mail.set_rank(count, had.rank);
            state_.new_keepers[count++] = {had.place, keeps.rank, keeps.place & ~Notice::kKeepsNow};
        }
    }
    return send(state_.new_keepers, count);
}

bool Tracking::send_moved() noexcept {
    const std::span<NewKeeper> came = state_.mail.came<NewKeeper>();
    if (ranks_.ok() && (!state_.moved.reserve(came.size(), 0) || !state_.mail.reserve(came.size())))
        ranks_.fail(Status::out_of_memory);
    if (ranks_.ok()) {
        for (std::size_t j = 0; j < came.size(); ++j) {
            std::uint32_t& left = state_.left[came[j].left];
            SATORI_ASSERT(left != kNone);
            const std::uint32_t contact = last_.contact_of[left];
            MovedContact& moved = state_.moved[j];
            moved.manifold = last_.manifolds[contact];
            moved.place = came[j].place;
            std::copy_n(&last_.points[4 * std::size_t{contact}], 4, moved.points);
            moved.payload = last_.payloads[contact];
            state_.mail.set_rank(j, came[j].rank);
            left = kNone;
        }
    }
    return send(state_.moved, came.size());
}

void Tracking::take_moved() noexcept {
    const std::span<MovedContact> came = state_.mail.came<MovedContact>();
    if (!ranks_.ok()) return;
    std::uint32_t& count = state_.past_count;
    if (!last_.reserve_contacts(std::uint64_t{count} + came.size(), count)) return ranks_.fail(Status::out_of_memory);
    for (const MovedContact& moved : came) {
        SATORI_ASSERT(moved.place < now_.pair_count && state_.past_of[moved.place] == kNone);
        last_.manifolds[count] = moved.manifold;
        last_.manifolds[count].pair = placed_[moved.place];
        std::copy_n(moved.points, 4, &last_.points[4 * std::size_t{count}]);
        last_.payloads[count] = moved.payload;
        state_.past_of[moved.place] = count++;
    }
    state_.moved_count = static_cast<std::uint32_t>(came.size());
}

void Tracking::make_contacts() noexcept {
    if (!ranks_.ok()) return;
    satori::ContactResult found;
    if (!ranks_.expect(state_.cache.remember(
            std::span<const ContactManifold>{last_.manifolds.data(), std::size_t{state_.past_count}})) ||
        !ranks_.expect(
            collide_pairs(call_.batch(), placed_, call_.workspace(), found,
                          {.contacts = options_.contacts, .execution = options_.execution, .last = &state_.cache})))
        return;
    const std::size_t count = found.manifolds.size();
    if (!now_.reserve_contacts(count, 0) || !state_.matches.reserve(4 * count, 0))
        return ranks_.fail(Status::out_of_memory);
    std::copy_n(found.manifolds.data(), count, now_.manifolds.data());
    now_.contact_count = static_cast<std::uint32_t>(count);
    carry();
}

/// Gives points the payloads that they had.
void Tracking::carry() noexcept {
    const std::size_t count = now_.contact_count;
    const std::span<std::uint32_t> matches{state_.matches.data(), 4 * count};
    if (ranks_.expect(match_points(state_.cache, call_.batch(),
                                   std::span<const ContactManifold>{now_.manifolds.data(), count}, matches,
                                   {options_.match_distance, options_.execution})))
        ranks_.expect(carry_payloads(matches, {last_.points.data(), 4 * std::size_t{state_.past_count}},
                                     {now_.points.data(), 4 * count}, options_.execution));
    for (std::size_t m = 0; m < count; ++m) now_.manifolds[m].pair = call_.part_pair(now_.manifolds[m].pair);
}

void Tracking::list_events() noexcept {
    if (!ranks_.ok()) return;
    if (!now_.contact_of.reserve(now_.pair_count, 0) || !state_.begun.reserve(now_.contact_count, 0) ||
        !state_.ended.reserve(state_.past_count, 0))
        return ranks_.fail(Status::out_of_memory);
    std::uint32_t contact = 0;
    for (std::uint32_t k = 0; k < now_.pair_count; ++k) {
        const std::uint32_t past = state_.past_of[k];
        const bool touches = contact < now_.contact_count && now_.manifolds[contact].pair == now_.pairs[k];
        now_.contact_of[k] = touches ? contact : kNone;
        if (touches) {
            if (past == kNone) state_.begun[state_.begun_count++] = contact;
            now_.payloads[contact++] = past == kNone ? PointPayload{} : last_.payloads[past];
        } else if (past != kNone) {
            state_.ended[state_.ended_count++] = now_.ids_of(now_.pairs[k]);
        }
    }
    SATORI_ASSERT(contact == now_.contact_count);
    for (std::uint32_t j = 0; j < state_.left_count; ++j)
        if (state_.left[j] != kNone) state_.ended[state_.ended_count++] = last_.ids_of(last_.pairs[state_.left[j]]);
    std::sort(state_.ended.data(), state_.ended.data() + state_.ended_count);
}

}  // namespace satori::v0::mpi
