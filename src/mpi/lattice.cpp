#include "mpi/lattice.hpp"

#include <algorithm>
#include <cstring>

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
        state.copies[static_cast<std::size_t>(count++)] = {pair.first, point};
        state.copies[static_cast<std::size_t>(count++)] = {pair.second, point};
    }
    PlacedCopy* const copies = state.copies.data();
    std::sort(copies, copies + count);
    copy_count = static_cast<std::uint64_t>(std::unique(copies, copies + count) - copies);
    return true;
}

/// Writes the rows of each pair to state.placed.
void name_rows(std::span<const BoxPair> pairs, std::uint32_t count, std::uint32_t copy_count,
               detail::PartitionState& state) noexcept {
    const LatticePoint* const homes = state.homes.data();
    const PlacedCopy *const copies = state.copies.data(), *const end = copies + copy_count;
    const auto row_of = [&](const PlacedCopy& copy) {
        const PlacedCopy* const found = std::lower_bound(copies, end, copy);
        SATORI_ASSERT(found != end && *found == copy);
        return count + static_cast<std::uint32_t>(found - copies);
    };
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        const BoxPair pair = pairs[k];
        const LatticePoint &a = homes[pair.first], &b = homes[pair.second];
        const LatticePoint point = Lattice::point_of(a, b);
        state.placed[k] = a == b ? pair : BoxPair{row_of({pair.first, point}), row_of({pair.second, point})};
        SATORI_ASSERT(state.placed[k].first < state.placed[k].second);  // A is the box of the lower id
    }
}

/// Makes room behind the boxes of the part in what batches read.
bool reserve_rows(std::uint32_t count, std::uint64_t row_count, detail::PartitionState& state) noexcept {
    bool done = state.part.rows.reserve(row_count, count);
    state.columns.for_each([&](Column column, std::size_t size) {
        if (column == Column::radius || column == Column::covered_sides)
            done = done && state.part.bytes(column).reserve(row_count * size, count * size);
    });
    return done;
}

void write_rows(const Lattice& lattice, std::uint32_t count, std::uint32_t copy_count,
                detail::PartitionState& state) noexcept {
    OrientedBox* const rows = state.part.rows.data();
    const auto centers = state.part.items<const Vec3d>(Column::center, state.columns, count);
    for (std::uint32_t i = 0; i < count; ++i)
        rows[i].center = lattice.seen_from(Lattice::point_of(state.homes[i], state.homes[i]), centers[i]);
    for (std::uint32_t c = 0; c < copy_count; ++c) {
        const PlacedCopy& copy = state.copies[c];
        rows[count + c] = rows[copy.box];
        rows[count + c].center = lattice.seen_from(copy.point, centers[copy.box]);
    }
    state.columns.for_each([&](Column column, std::size_t size) {
        if (column != Column::radius && column != Column::covered_sides) return;
        std::byte* const items = state.part.bytes(column).data();
        for (std::uint32_t c = 0; c < copy_count; ++c)
            std::memcpy(items + (std::size_t{count} + c) * size, items + state.copies[c].box * size, size);
    });
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
    name_rows(pairs, count, copies, state);
    write_rows(lattice, count, copies, state);
    return count + copies;
}

}  // namespace satori::v0::mpi
