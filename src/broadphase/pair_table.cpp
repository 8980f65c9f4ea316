#include "broadphase/pair_table.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "simd/prefetch.hpp"

namespace satori::inline v0::broadphase {

namespace {

/// f(owner, its half pairs) for each owner; fetch_list and fetch_partners of owners further on before that.
template <class FetchList, class FetchPartners, class F>
void for_each_owner(std::span<const std::uint64_t> half_pairs, FetchList&& fetch_list, FetchPartners&& fetch_partners,
                    F&& f) noexcept {
    constexpr std::size_t kListAhead = 48, kPartnersAhead = 24;
    const auto owner_at = [&](std::size_t k) {
        return static_cast<std::uint32_t>(half_pairs[std::min(k, half_pairs.size() - 1)] >> 32);
    };
    for (std::size_t begin = 0, end = 0; begin < half_pairs.size(); begin = end) {
        const std::uint64_t owner = half_pairs[begin] >> 32;
        // Asked for by half pair: by owner some would be left out.
        for (; end < half_pairs.size() && half_pairs[end] >> 32 == owner; ++end) {
            fetch_list(owner_at(end + kListAhead));
            fetch_partners(owner_at(end + kPartnersAhead));
        }
        f(static_cast<std::uint32_t>(owner), half_pairs.subspan(begin, end - begin));
    }
}

std::uint32_t count_after(std::uint32_t count, std::span<const std::uint64_t> changes) noexcept {
    for (const std::uint64_t key : changes) count += HalfPair(key).lost ? ~0U : 1U;
    return count;
}

}  // namespace

std::uint32_t PairTable::log2_room_for(std::uint32_t count) noexcept {
    return std::max(2U, static_cast<std::uint32_t>(std::bit_width(count - 1)));
}

Status PairTable::reserve(std::span<const std::uint64_t> half_pairs, std::uint32_t limit) noexcept {
    if (limit > limit_) {
        if (!lists_.reserve(limit, limit_)) return Status::out_of_memory;
        std::fill(lists_.data() + limit_, lists_.data() + limit, List{0, 0, kNoRoom});
        limit_ = limit;
    }
    std::uint64_t wanted = pool_used_;
    const auto fetch_list = [&](std::uint32_t owner) { simd::prefetch(&lists_[owner]); };
    const auto no_fetch = [](std::uint32_t) {};
    for_each_owner(half_pairs, fetch_list, no_fetch, [&](std::uint32_t owner, std::span<const std::uint64_t> changes) {
        const List& list = lists_[owner];
        const std::uint32_t count = count_after(list.count, changes);
        if (count <= list.room()) return;
        wanted += std::uint64_t{1} << log2_room_for(count);
    });
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

void PairTable::apply(const simd::KernelTable& kernels, std::span<const std::uint64_t> half_pairs) noexcept {
    const auto fetch_list = [&](std::uint32_t owner) { simd::prefetch_for_write(&lists_[owner]); };
    const auto fetch_partners = [&](std::uint32_t owner) {
        const List& list = lists_[owner];
        // The first of them, and where a new one goes or the last place that is looked at: a short list may begin at the end of a line. To
        // be written, but into the second level, which waits for more lines.
        simd::prefetch_outer(pool_.data() + list.begin);
        simd::prefetch_outer(pool_.data() + list.begin + std::max(list.count, simd::kShortList - 1));
    };
    for_each_owner(half_pairs, fetch_list, fetch_partners,
                   [&](std::uint32_t owner, std::span<const std::uint64_t> changes) {
                       List& list = lists_[owner];
                       const List before = list;
                       const std::uint32_t count = count_after(before.count, changes);
                       if (count == 0) {
                           give_back(before);
                           list = {0, 0, kNoRoom};
                           return;
                       }
                       // When those that come are all there, and those that go as well.
                       const auto most = (before.count + count + static_cast<std::uint32_t>(changes.size())) / 2;
                       if (most <= std::min(before.room(), simd::kShortList)) {
                           list.count = before.count;
                           for (const std::uint64_t key : changes) {
                               const HalfPair change(key);
                               kernels.edit_partners(pool_.data() + before.begin, list.count, change.partner,
                                                     change.lost);
                               list.count += change.lost ? ~0U : 1U;
                           }
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
                   });
    for (const std::uint64_t key : half_pairs) half_count_ += HalfPair(key).lost ? ~std::uint64_t{0} : 1;
}

}  // namespace satori::inline v0::broadphase
