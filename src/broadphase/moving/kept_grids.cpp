#include "broadphase/moving/kept_grids.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace satori::v0::broadphase {

namespace {

using CellRow = ColumnGrid<3>::CellRow;

bool has_knots(const ColumnGrid<3>& grid) noexcept {
    return std::any_of(grid.uneven, grid.uneven + 3, [](bool uneven) { return uneven; });
}

/// The sizes of the tables that are kept, and of all memory. Knots stand first, so that they are aligned.
struct Room {
    std::size_t knots = 0, grids = 0, rows = 0;

    Room(KeptGrids::Grids first, KeptGrids::Grids second) noexcept : grids(first.size() + second.size()) {
        for (const KeptGrids::Grids all : {first, second}) {
            for (const ClassGrid<3>& grid : all) {
                knots += has_knots(grid.columns) ? 3 : 0;
                rows += grid.columns.strip_count;
            }
        }
    }
    std::size_t bytes() const noexcept {
        return knots * sizeof(simd::Knots) + grids * sizeof(ClassGrid<3>) + rows * sizeof(CellRow);
    }
};

}  // namespace

bool KeptGrids::reserve_for(Grids grids) noexcept {
    count_ = 0;
    return memory_.reserve(Room(grids, {}).bytes(), 0);
}

void KeptGrids::keep(Grids grids) noexcept {
    copy(grids, {});
}

bool KeptGrids::append(Grids grids) noexcept {
    if (count_ == 0) {
        if (!reserve_for(grids)) return false;
        keep(grids);
        return true;
    }
    if (!spare_.reserve(Room(all(), grids).bytes(), 0)) return false;
    memory_.swap(spare_);
    copy(all(), grids);
    return true;
}

void KeptGrids::copy(Grids first, Grids second) noexcept {
    const Room room(first, second);
    SATORI_ASSERT(room.bytes() <= memory_.capacity());
    auto* knots = reinterpret_cast<simd::Knots*>(memory_.data());
    auto* const kept = reinterpret_cast<ClassGrid<3>*>(knots + room.knots);
    auto* rows = reinterpret_cast<CellRow*>(kept + room.grids);
    for (std::size_t i = 0; i < room.grids; ++i) {
        const ClassGrid<3>& grid = i < first.size() ? first[i] : second[i - first.size()];
        ColumnGrid<3>& copy = (new (kept + i) ClassGrid<3>(grid))->columns;
        std::memcpy(rows, copy.stack_in_strip, copy.strip_count * sizeof(CellRow));
        copy.stack_in_strip = rows;
        copy.sample_counts = nullptr;
        rows += copy.strip_count;
        if (!has_knots(copy)) continue;
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (copy.uneven[axis]) knots[axis] = copy.knots[axis];
        copy.knots = knots;
        knots += 3;
    }
    grids_ = kept;
    count_ = static_cast<std::uint32_t>(room.grids);
}

}  // namespace satori::v0::broadphase
