#include "broadphase/moving/near_table.hpp"

#include <bit>
#include <limits>

#include "base/ascending.hpp"
#include "base/assert.hpp"
#include "broadphase/radix_sort.hpp"

namespace satori::v0::broadphase {

namespace {

/// Half bonds between asking for the list of one and reading it, and between asking for its ids and reading these.
constexpr std::size_t kListAhead = 48, kPartnersAhead = 24;

std::uint32_t owner_at(std::span<const std::uint64_t> half_bonds, std::size_t k) noexcept {
    return HalfBond::owner_of(half_bonds[std::min(k, half_bonds.size() - 1)]);
}

/// Calls f(owner, half bonds) for each owner.
template <class F>
void for_each_owner(const NearTable& table, std::span<const std::uint64_t> half_bonds, F&& f) noexcept {
    for (std::size_t k = 0, end = 0; k < half_bonds.size(); k = end) {
        const std::uint32_t owner = HalfBond::owner_of(half_bonds[k]);
        for (end = k + 1; end < half_bonds.size() && HalfBond::owner_of(half_bonds[end]) == owner; ++end) {
        }
        table.prefetch_list(owner_at(half_bonds, k + kListAhead));
        table.prefetch_partners(owner_at(half_bonds, k + kPartnersAhead));
        f(owner, half_bonds.subspan(k, end - k));
    }
}

/// Adds a pair to the report where it begins or ceases. Without branches, as nobody can predict them; each pair is
/// reported from its first box.
void report_change(PairReport& report, std::uint32_t owner, std::uint32_t partner, bool was, bool is) noexcept {
    report.begun[report.begun_count] = report.lost[report.lost_count] = {owner, partner};
    const bool first = owner < partner;
    report.begun_count += static_cast<std::size_t>(first & is & !was);
    report.lost_count += static_cast<std::size_t>(first & was & !is);
}

/// Sorts distinct ids. Short lists by rank, without branches that nobody can predict.
void sort_ids(std::uint32_t* ids, std::size_t count) noexcept {
    constexpr std::size_t kShort = 8;
    if (count <= 1) return;
    if (count > kShort) return std::sort(ids, ids + count);
    std::uint32_t copy[kShort];
    std::copy_n(ids, count, copy);
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t rank = 0;
        for (std::size_t j = 0; j < count; ++j) rank += copy[j] < copy[i] ? 1U : 0U;
        ids[rank] = copy[i];
    }
}

}  // namespace

std::span<const std::uint64_t> in_order(std::uint64_t* keys, std::size_t count) noexcept {
    std::uint64_t* const sorted = radix_sort(keys, keys + count, count);
    return {sorted, std::unique(sorted, sorted + count)};
}

Status make_rows(WorkspaceLock& workspace, Bonds bonds, std::uint32_t limit, BondRows& out) noexcept {
    constexpr std::size_t kAhead = 16;
    const std::size_t list_count = 2 * std::size_t{limit};
    out.begin = workspace.grow<std::uint32_t>(Scratch::neighbor_begins, list_count + 2);
    out.ids = workspace.grow<std::uint32_t>(Scratch::sort, 2 * bonds.size());
    if (out.begin == nullptr || out.ids == nullptr || bonds.size() > std::numeric_limits<std::uint32_t>::max() / 2)
        return Status::out_of_memory;
    // The ends of the lists, one place further: counts first, then where the next id goes.
    std::uint32_t* const next = out.begin + 1;
    std::fill_n(out.begin, list_count + 2, 0U);
    const auto list_of = [](std::uint32_t id, std::uint32_t bit) { return 2 * std::size_t{id} + (bit >> 31); };
    for (const auto [first, second] : bonds) {
        ++next[list_of(first, second) + 1];
        ++next[list_of(other_of({first, second}), second) + 1];
    }
    for (std::size_t i = 1; i <= list_count; ++i) next[i] += next[i - 1];
    for (std::size_t k = 0; k < bonds.size(); ++k) {
        const auto [first, second] = bonds[k];
        const std::uint32_t other = other_of({first, second}),
                            of_next = bonds[std::min(k + kAhead, bonds.size() - 1)].first;
        simd::prefetch_for_write(out.ids + next[2 * std::size_t{of_next}]);
        out.ids[next[list_of(first, second)]++] = other;
        out.ids[next[list_of(other, second)]++] = first;
    }
    for (std::size_t i = 0; i < list_count; ++i) sort_ids(out.ids + out.begin[i], out.begin[i + 1] - out.begin[i]);
    return Status::ok;
}

bool NearTable::reserve(std::uint32_t limit) noexcept {
    if (limit <= limit_) return true;
    if (!lists_.reserve(limit, limit_)) return false;
    std::fill(lists_.data() + limit_, lists_.data() + limit, List{0, 0, 0, kNoRoom});
    limit_ = limit;
    return true;
}

void NearTable::assign(const NearTable& other) noexcept {
    lists_.assign(other.lists_, other.limit_);
    pool_.assign(other.pool_, other.pool_used_);
    limit_ = other.limit_;
    pool_used_ = other.pool_used_;
    std::copy_n(other.free_, kNoRoom, free_);
    pair_count_ = other.pair_count_;
}

std::uint32_t NearTable::log2_room_for(std::uint32_t count) noexcept {
    return std::max(2U, static_cast<std::uint32_t>(std::bit_width(count - 1)));
}

Status NearTable::reserve_pool(std::uint64_t wanted) noexcept {
    if (wanted > std::numeric_limits<std::uint32_t>::max()) return Status::out_of_memory;
    return pool_.reserve(wanted, pool_used_) ? Status::ok : Status::out_of_memory;
}

Status NearTable::prepare(Edit& edit, PairReport& report) noexcept {
    SATORI_ASSERT(base::strictly_ascending(edit.half_bonds.begin(), edit.half_bonds.end()));
    std::uint64_t wanted = pool_used_;
    for_each_owner(*this, edit.half_bonds, [&](std::uint32_t owner, std::span<const std::uint64_t> half_bonds) {
        const List& list = lists_[owner];
        std::span<const std::uint32_t> before = partners(owner);
        std::uint32_t most = list.count;
        for (const std::uint64_t key : half_bonds) {
            const HalfBond half(key);
            while (!before.empty() && before[0] < half.partner) before = before.subspan(1);
            const bool was = !before.empty() && before[0] == half.partner;
            report_change(report, owner, half.partner, was, half.bond == Bond::pair);
            most += half.bond != Bond::none ? 1 : 0;
        }
        edit.longest = std::max(edit.longest, most);
        if (most > list.room()) wanted += std::uint64_t{1} << log2_room_for(most);
    });
    return reserve_pool(wanted);
}

Status NearTable::prepare(const BondRows& rows, PairReport& report) noexcept {
    std::uint64_t wanted = 0;
    for (std::uint32_t id = 0; id < limit_; ++id) {
        prefetch_partners(std::min(id + static_cast<std::uint32_t>(kPartnersAhead), limit_ - 1));
        const std::span<const std::uint32_t> before = partners(id), now = rows[2 * std::size_t{id}];
        const std::size_t count = now.size() + rows[2 * std::size_t{id} + 1].size();
        if (count != 0) wanted += std::uint64_t{1} << log2_room_for(static_cast<std::uint32_t>(count));
        if (std::equal(before.begin(), before.end(), now.begin(), now.end())) continue;
        auto was = before.begin();
        auto is = now.begin();
        while (was != before.end() || is != now.end()) {
            const std::uint32_t a = was != before.end() ? *was : kNone, b = is != now.end() ? *is : kNone;
            report_change(report, id, std::min(a, b), a <= b, b <= a);
            was += a <= b ? 1 : 0;
            is += b <= a ? 1 : 0;
        }
    }
    return reserve_pool(wanted);
}

std::uint32_t NearTable::take(std::uint32_t log2_room) noexcept {
    std::uint32_t begin = free_[log2_room];
    if (begin != kNone) {
        free_[log2_room] = pool_[begin];
    } else {
        begin = pool_used_;
        pool_used_ += 1U << log2_room;
    }
    return begin;
}

void NearTable::give_back(const List& list) noexcept {
    if (list.log2_room == kNoRoom) return;
    pool_[list.begin] = free_[list.log2_room];
    free_[list.log2_room] = list.begin;
}

void NearTable::apply_to(List& list, std::span<const std::uint64_t> half_bonds, std::uint32_t* scratch,
                         std::uint32_t longest) noexcept {
    // Two ascending lists without the boxes that have half bonds, which go to the list of their bond.
    std::uint32_t counts[2] = {0, 0};
    std::uint32_t* const merged[2] = {scratch, scratch + longest};
    const std::uint32_t* const ids = pool_.data() + list.begin;
    const std::uint32_t* next[2] = {ids, ids + list.pair_count};
    const std::uint32_t* const end[2] = {ids + list.pair_count, ids + list.count};
    for (const std::uint64_t key : half_bonds) {
        const HalfBond half(key);
        for (int part = 0; part < 2; ++part) {
            while (next[part] < end[part] && *next[part] < half.partner) merged[part][counts[part]++] = *next[part]++;
            next[part] += next[part] < end[part] && *next[part] == half.partner ? 1 : 0;
        }
        if (half.bond == Bond::none) continue;
        const int part = half.bond == Bond::pair ? 0 : 1;
        merged[part][counts[part]++] = half.partner;
    }
    for (int part = 0; part < 2; ++part)
        while (next[part] < end[part]) merged[part][counts[part]++] = *next[part]++;

    const std::uint32_t count = counts[0] + counts[1];
    SATORI_ASSERT(count <= longest);
    if (count == 0 || count > list.room()) {
        give_back(list);
        list = {0, 0, 0, kNoRoom};
        if (count != 0) {
            list.log2_room = log2_room_for(count);
            list.begin = take(list.log2_room);
        }
    }
    list.pair_count = counts[0];
    list.count = count;
    std::copy_n(merged[0], counts[0], pool_.data() + list.begin);
    std::copy_n(merged[1], counts[1], pool_.data() + list.begin + counts[0]);
}

void NearTable::apply(const Edit& edit, const PairReport& report, std::uint32_t* scratch) noexcept {
    for_each_owner(*this, edit.half_bonds, [&](std::uint32_t owner, std::span<const std::uint64_t> half_bonds) {
        apply_to(lists_[owner], half_bonds, scratch, edit.longest);
    });
    note(report);
}

void NearTable::apply(const BondRows& rows, const PairReport& report) noexcept {
    std::fill_n(free_, kNoRoom, kNone);
    pool_used_ = 0;
    for (std::uint32_t id = 0; id < limit_; ++id) {
        const std::span<const std::uint32_t> pairs = rows[2 * std::size_t{id}], near = rows[2 * std::size_t{id} + 1];
        const auto count = static_cast<std::uint32_t>(pairs.size() + near.size());
        List& list = lists_[id];
        list = {0, static_cast<std::uint32_t>(pairs.size()), count, kNoRoom};
        if (count == 0) continue;
        list.log2_room = log2_room_for(count);
        list.begin = take(list.log2_room);
        // The lists of a box follow each other.
        std::copy_n(pairs.data(), count, pool_.data() + list.begin);
    }
    note(report);
}

}  // namespace satori::v0::broadphase
