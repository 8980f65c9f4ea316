#include "broadphase/moving/pair_table.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/ascending.hpp"
#include "base/assert.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0::broadphase {

namespace {

/// The owner of half pair `k`, or of the last one.
std::uint32_t owner_at(std::span<const std::uint64_t> half_pairs, std::size_t k) noexcept {
    return static_cast<std::uint32_t>(half_pairs[std::min(k, half_pairs.size() - 1)] >> 32);
}
constexpr std::size_t kListAhead = 48, kPartnersAhead = 24;

std::uint32_t count_after(std::uint32_t count, std::span<const std::uint64_t> changes) noexcept {
    for (const std::uint64_t key : changes) count += HalfPair(key).lost ? ~0U : 1U;
    return count;
}

}  // namespace

std::uint32_t PairTable::log2_room_for(std::uint32_t count) noexcept {
    return std::max(2U, static_cast<std::uint32_t>(std::bit_width(count - 1)));
}

Status PairTable::reserve(std::span<const std::uint64_t> half_pairs, std::uint32_t limit) noexcept {
    SATORI_ASSERT(base::strictly_ascending(half_pairs.begin(), half_pairs.end()));
    if (limit > limit_) {
        if (!lists_.reserve(limit, limit_)) return Status::out_of_memory;
        std::fill(lists_.data() + limit_, lists_.data() + limit, List{0, 0, kNoRoom});
        limit_ = limit;
    }
    // Without loops over each owner's half pairs, whose ends nobody can predict: the last one of each counts.
    std::uint64_t wanted = pool_used_, wanted_here = 0;
    std::uint32_t owner = kNone, count = 0;
    for (std::size_t k = 0; k < half_pairs.size(); ++k) {
        simd::prefetch(&lists_[owner_at(half_pairs, k + kListAhead)]);
        const HalfPair half(half_pairs[k]);
        const bool begins = half.owner != owner;
        owner = half.owner;
        wanted += begins ? wanted_here : 0;
        const List& list = lists_[owner];
        count = (begins ? list.count : count) + (half.lost ? ~0U : 1U);
        wanted_here = count > list.room() ? std::uint64_t{1} << log2_room_for(count) : 0;
    }
    wanted += wanted_here;
    if (wanted > std::numeric_limits<std::uint32_t>::max()) return Status::out_of_memory;
    // Of the last list kShortList places are looked at, too.
    return pool_.reserve(wanted + simd::kShortList, pool_used_) ? Status::ok : Status::out_of_memory;
}

std::uint32_t PairTable::take(std::uint32_t log2_room) noexcept {
    std::uint32_t begin = free_[log2_room];
    if (begin != kNone) {
        free_[log2_room] = pool_[begin];
    } else {
        begin = pool_used_;
        pool_used_ += 1U << log2_room;
    }
    return begin;
}

void PairTable::give_back(const List& list) noexcept {
    if (list.log2_room == kNoRoom) return;
    pool_[list.begin] = free_[list.log2_room];
    free_[list.log2_room] = list.begin;
}

void PairTable::merge(List& list, std::span<const std::uint64_t> changes) noexcept {
    SATORI_ASSERT(!changes.empty());
    const List before = list;
    const std::uint32_t count = count_after(before.count, changes);
    if (count == 0) {
        give_back(before);
        list = {0, 0, kNoRoom};
        return;
    }
    const bool fits = count <= before.room();
    if (!fits) {
        list.log2_room = log2_room_for(count);
        list.begin = take(list.log2_room);
    }
    list.count = count;
    const std::uint32_t* const from = pool_.data() + before.begin;
    std::uint32_t* const to = pool_.data() + list.begin;
    // Lost ones out, front to back; new ones in, back to front: both also in place.
    std::uint32_t kept = 0;
    std::size_t k = 0;
    for (std::uint32_t i = 0; i < before.count; ++i) {
        while (k < changes.size() && HalfPair(changes[k]).partner < from[i]) ++k;
        const bool lost = k < changes.size() && HalfPair(changes[k]).partner == from[i];
        if (!lost) to[kept++] = from[i];
    }
    std::uint32_t end = count;
    for (k = changes.size(); k != 0; --k) {
        const HalfPair change(changes[k - 1]);
        if (change.lost) continue;
        while (kept != 0 && to[kept - 1] > change.partner) to[--end] = to[--kept];
        to[--end] = change.partner;
    }
    if (!fits) give_back(before);
}

void PairTable::apply(const simd::KernelTable& kernels, std::span<const std::uint64_t> half_pairs) noexcept {
    SATORI_ASSERT(half_pairs.size() % 2 == 0);
    for (std::size_t k = 0; k < half_pairs.size();) {
        simd::prefetch_for_write(&lists_[owner_at(half_pairs, k + kListAhead)]);
        // The first of them, and where a new one goes or the last place that is looked at: a short list may begin at
        // the end of a line. To be written, but into the second level, which waits for more lines.
        const List& ahead = lists_[owner_at(half_pairs, k + kPartnersAhead)];
        simd::prefetch_outer(pool_.data() + ahead.begin);
        simd::prefetch_outer(pool_.data() + ahead.begin + std::max(ahead.count, simd::kShortList - 1));

        const HalfPair half(half_pairs[k]);
        List& list = lists_[half.owner];
        // One half pair after the other: how many an owner has nobody can predict either.
        const std::uint32_t count = list.count + (half.lost ? ~0U : 1U);
        if (std::max(count, list.count) <= std::min(list.room(), simd::kShortList)) {
            kernels.edit_partners(pool_.data() + list.begin, list.count, half.partner, half.lost);
            list.count = count;
            ++k;
            continue;
        }
        std::size_t end = k + 1;
        while (end < half_pairs.size() && half_pairs[end] >> 32 == half.owner) ++end;
        merge(list, half_pairs.subspan(k, end - k));
        k = end;
    }
    for (const std::uint64_t key : half_pairs) half_count_ += HalfPair(key).lost ? ~std::uint64_t{0} : 1;
}

}  // namespace satori::v0::broadphase
