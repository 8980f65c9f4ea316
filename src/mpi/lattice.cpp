#include "mpi/lattice.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "mpi/ranks.hpp"
#include "mpi/state.hpp"

namespace satori::v0::mpi {

namespace {

/// Lists the copies that pairs need, each once and in order. Returns false when there is no memory.
bool list_copies(std::span<const BoxPair> pairs, std::uint64_t& copy_count, detail::PartitionState& state) noexcept {
    const LatticePoint* const homes = state.homes.data();
    std::uint64_t count = 0;
    for (const BoxPair& pair : pairs) {
        const LatticePoint &a = homes[pair.first], &b = homes[pair.second];
        if (a == b) continue;
        const LatticePoint point = Lattice::point_of(a, b);
        if (!state.copies.reserve(count + 2, static_cast<std::size_t>(count))) return false;
        for (const std::uint32_t box : {pair.first, pair.second})
            if (point != Lattice::own_point(homes[box])) state.copies[static_cast<std::size_t>(count++)] = {box, point};
    }
    PlacedCopy* const copies = state.copies.data();
    std::sort(copies, copies + count);
    copy_count = static_cast<std::uint64_t>(std::unique(copies, copies + count) - copies);
    return true;
}

/// Makes room for the rows, in what batches read too.
bool reserve_rows(std::uint32_t count, std::uint64_t row_count, detail::PartitionState& state) noexcept {
    bool done = state.part.rows.reserve(row_count, count) && state.row_begins.reserve(std::uint64_t{count} + 1, 0) &&
                state.row_boxes.reserve(row_count, 0);
    state.columns.for_each([&](Column column, std::size_t size) {
        if (column == Column::radius || column == Column::covered_sides)
            done = done && state.part.bytes(column).reserve(row_count * size, count * size);
    });
    return done;
}

/// Writes where the rows of each box begin, and whose each row is.
void number_rows(std::uint32_t count, std::uint32_t copy_count, detail::PartitionState& state) noexcept {
    std::uint32_t row = 0, copy = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        state.row_begins[i] = row;
        state.row_boxes[row++] = i;
        for (; copy < copy_count && state.copies[copy].box == i; ++copy) state.row_boxes[row++] = i;
    }
    state.row_begins[count] = row;
    SATORI_ASSERT(row == count + copy_count);
}

/// Writes the rows of each pair to state.placed.
void name_rows(std::span<const BoxPair> pairs, detail::PartitionState& state) noexcept {
    const LatticePoint* const homes = state.homes.data();
    const PlacedCopy* const copies = state.copies.data();
    const std::uint32_t* const begins = state.row_begins.data();
    const auto row_of = [&](std::uint32_t box, const LatticePoint& point) {
        if (point == Lattice::own_point(homes[box])) return begins[box];
        // Copy c is row c + box + 1.
        const PlacedCopy *const first = copies + (begins[box] - box), *const end = copies + (begins[box + 1] - box - 1);
        const PlacedCopy* const found = std::lower_bound(first, end, PlacedCopy{box, point});
        SATORI_ASSERT(found != end && found->point == point);
        return static_cast<std::uint32_t>(found - copies) + box + 1;
    };
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        const BoxPair pair = pairs[k];
        const LatticePoint &a = homes[pair.first], &b = homes[pair.second];
        const LatticePoint point = Lattice::point_of(a, b);
        state.placed[k] = a == b ? BoxPair{begins[pair.first], begins[pair.second]}
                                 : BoxPair{row_of(pair.first, point), row_of(pair.second, point)};
        SATORI_ASSERT(state.placed[k].first < state.placed[k].second);  // A is the box of the lower id
    }
}

/// Spreads items of boxes to the rows of the boxes, in place.
template <class Item>
void spread(Item* items, std::uint32_t count, const detail::PartitionState& state) noexcept {
    for (std::uint32_t row = state.row_begins[count]; row-- != 0;) items[row] = items[state.row_boxes[row]];
}

void write_rows(const Lattice& lattice, std::uint32_t count, detail::PartitionState& state) noexcept {
    OrientedBox* const rows = state.part.rows.data();
    if (state.row_begins[count] != count) {
        spread(rows, count, state);
        if (state.columns.has(Column::radius))
            spread(state.part.items<float>(Column::radius, state.columns, count).data(), count, state);
        if (state.columns.has(Column::covered_sides))
            spread(state.part.items<CoveredSides>(Column::covered_sides, state.columns, count).data(), count, state);
    }
    const auto centers = state.part.items<const Vec3d>(Column::center, state.columns, count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t begin = state.row_begins[i], end = state.row_begins[i + 1];
        rows[begin].center = lattice.seen_from(Lattice::own_point(state.homes[i]), centers[i]);
        for (std::uint32_t row = begin + 1; row < end; ++row)
            rows[row].center = lattice.seen_from(state.copies[row - i - 1].point, centers[i]);
    }
}

}  // namespace

std::uint32_t place_pairs(std::span<const BoxPair> pairs, const Lattice& lattice, std::uint32_t count, Ranks& ranks,
                          detail::PartitionState& state) noexcept {
    SATORI_ASSERT(state.columns.has(Column::center) && state.bounds_apart);
    std::uint64_t copy_count = 0;
    if (!ranks.ok()) return 0;
    const auto list_homes = [&] {
        if (!state.homes.reserve(count, 0)) return false;
        for (std::uint32_t i = 0; i < count; ++i) state.homes[i] = lattice.home_of(state.bounds()[i]);
        return true;
    };
    if (!list_homes() || !list_copies(pairs, copy_count, state) || !state.placed.reserve(pairs.size(), 0) ||
        !reserve_rows(count, count + copy_count, state)) {
        ranks.fail(Status::out_of_memory);
        return 0;
    }
    if (count + copy_count > kMaxBoxCount) {
        ranks.fail(Status::capacity_exceeded);
        return 0;
    }
    const auto copies = static_cast<std::uint32_t>(copy_count);
    number_rows(count, copies, state);
    name_rows(pairs, state);
    write_rows(lattice, count, state);
    return count + copies;
}

}  // namespace satori::v0::mpi
