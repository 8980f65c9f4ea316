#include "mpi/part.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <numeric>

#include "base/assert.hpp"

namespace satori::v0::mpi {

namespace {

/// What bounds grow by beyond half the distance: a share of the distance, and one of the coordinates. More than the
/// slacks and roundings of the library's own candidates, which are below 2^-18 and 2^-22.
constexpr float kReachSlack = 1.0F / (1 << 16), kRoundingSlack = 1.0F / (1 << 20);
/// On a lattice: a share of the edges of bounds, more than half of delta, which is below 2^-17.5 of the half extents
/// and radii of both boxes; and a share of the coordinates, four times what their rounding loses.
constexpr float kSizeSlack = 1.0F / (1 << 18), kCenterSlack = 1.0F / (1 << 23);

/// Writes the order of ids to state.order: box k of the sorted part is box order[k]. A radix sort, least digit first;
/// digits that all ids share take no pass.
void sort_ids(std::uint32_t count, detail::PartitionState& state) noexcept {
    constexpr std::uint32_t kBits = 11, kDigits = 1U << kBits;
    const RankBox* const sources = state.part.sources.data();
    const auto less = [](const RankBox& a, const RankBox& b) { return a.id < b.id; };
    const auto [least, most] = std::minmax_element(sources, sources + count, less);
    const std::uint64_t first = least->id, span = most->id - first;
    // The arrays are not swapped: each keeps the room that a call of equal size needs.
    std::uint32_t *from = state.order.data(), *to = state.by_part.data();
    std::iota(from, from + count, 0U);
    for (std::uint32_t shift = 0; shift < 64 && span >> shift != 0; shift += kBits) {
        const auto digit = [&](std::uint32_t i) { return (sources[i].id - first) >> shift & (kDigits - 1); };
        std::uint32_t places[kDigits] = {};
        for (std::uint32_t i = 0; i < count; ++i) ++places[digit(i)];
        std::exclusive_scan(places, places + kDigits, places, 0U);
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::uint32_t i = from[k];
            to[places[digit(i)]++] = i;
        }
        std::swap(from, to);
    }
    if (from != state.order.data()) std::copy_n(from, count, to);
}

/// Puts the columns in order. Returns false when there is no memory.
bool permute_columns(std::uint32_t count, detail::PartitionState& state) noexcept {
    bool done = true;
    state.columns.for_each([&](Column column, std::size_t size) {
        Parcel::Bytes& room = state.message.bytes(column);
        std::byte* const items = state.part.bytes(column).data();
        done = done && room.reserve(count * size, 0);
        if (!done) return;
        for (std::size_t k = 0; k < count; ++k)
            std::memcpy(room.data() + k * size, items + state.order[k] * size, size);
        std::memcpy(items, room.data(), count * size);
    });
    return done;
}

/// Puts the boxes in order, cycle by cycle.
void permute(std::uint32_t count, detail::PartitionState& state) noexcept {
    OrientedBox* const rows = state.part.rows.data();
    RankBox* const sources = state.part.sources.data();
    std::uint32_t* const order = state.order.data();
    for (std::uint32_t start = 0; start < count; ++start) {
        if (order[start] == start) continue;
        const OrientedBox row = rows[start];
        const RankBox source = sources[start];
        std::uint32_t to = start;
        for (;;) {
            const std::uint32_t from = order[to];
            order[to] = to;
            if (from == start) break;
            rows[to] = rows[from];
            sources[to] = sources[from];
            to = from;
        }
        rows[to] = row;
        sources[to] = source;
    }
}

void refuse_equal_ids(Ranks& ranks, std::uint32_t count, const detail::PartitionState& state) noexcept {
    const RankBox* const sources = state.part.sources.data();
    std::uint32_t twice = 0;  // the second of two boxes; 0: none
    for (std::uint32_t k = 1; k < count; ++k)
        if (sources[k].id == sources[k - 1].id) twice = k;
    if (twice == 0) return;
    const RankBox &a = sources[twice - 1], &b = sources[twice];
    const bool a_first = a.rank != b.rank ? a.rank < b.rank : a.index < b.index;
    ranks.fail_at(Status::invalid_id, a_first ? b : a, "another box has the same id");
}

}  // namespace

void enlarge(Aabb* bounds, std::uint32_t count, float distance, bool on_lattice) noexcept {
    SATORI_ASSERT(distance >= 0);
    if (distance == 0 && !on_lattice) return;
    const float reach = distance * (0.5F + kReachSlack), rounding = on_lattice ? kCenterSlack : kRoundingSlack;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3 &min = bounds[i].min, &max = bounds[i].max;
        const float edges = (max.x - min.x) + (max.y - min.y) + (max.z - min.z);
        const float around = reach + (on_lattice ? edges * kSizeSlack : 0);
        const auto grow = [&](float& lo, float& hi) {
            const float by = around + (std::fabs(lo) + std::fabs(hi)) * rounding;
            lo -= by;
            hi += by;
        };
        grow(bounds[i].min.x, bounds[i].max.x);
        grow(bounds[i].min.y, bounds[i].max.y);
        grow(bounds[i].min.z, bounds[i].max.z);
    }
}

void sort_part(Ranks& ranks, std::uint32_t count, detail::PartitionState& state) noexcept {
    if (count == 0) return;
    const auto ascending = [](const RankBox& a, const RankBox& b) { return a.id < b.id; };
    RankBox* const sources = state.part.sources.data();
    if (!std::is_sorted(sources, sources + count, ascending)) {
        if (!state.order.reserve(count, 0) || !state.by_part.reserve(count, 0))
            return ranks.fail(Status::out_of_memory);
        sort_ids(count, state);
        if (!permute_columns(count, state)) return ranks.fail(Status::out_of_memory);
        permute(count, state);
    }
    refuse_equal_ids(ranks, count, state);
}

void note_below(Ranks& ranks, std::uint32_t count, detail::PartitionState& state) noexcept {
    if (!state.below.reserve(count, 0)) return ranks.fail(Status::out_of_memory);
    const PartSpace space = state.tree.space_of(ranks.rank());
    const Aabb* const bounds = state.bounds();
    for (std::uint32_t i = 0; i < count; ++i) {
        const float* const corner = numbers_of(bounds[i]);
        std::uint32_t below = 0;
        for (int k = 0; k < 3; ++k) {
            SATORI_ASSERT(corner[k] < space.hi[k] && corner[3 + k] >= space.lo[k]);
            below |= static_cast<std::uint32_t>(corner[k] < space.lo[k]) << k;
        }
        state.below[i] = static_cast<std::uint8_t>(below);
    }
}

}  // namespace satori::v0::mpi
