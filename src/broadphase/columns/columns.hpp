#pragma once

#include <cstddef>
#include <cstdint>

#include "base/assert.hpp"
#include "broadphase/classes/class_grids.hpp"

namespace satori::v0::broadphase {

/// The role of an entry in a grid's column. A column keeps one list (segment) per role.
enum Role : std::uint32_t {
    kNative = 0,  ///< of the grid's class, set 0
    kGuest = 1,   ///< of another class, set 0
    kNativeOther = 2,
    kGuestOther = 3,
};
inline constexpr std::uint32_t kRoles = 4;

/// The lists of a grid's columns. Segment (column, role) is entries [begin[i], begin[i + 1]) with i = column *
/// role_count + role. Roles from role_count on have no entries in any column. A table without these roles is smaller
/// and stays in cache for longer.
struct Segments {
    std::uint32_t* begin = nullptr;  ///< null when the grid is not in use
    std::uint32_t role_count = 0;
};

/// The filled columns of all grids. An entry's tag holds the flags of SweepArrays::missing. A box has an entry in every
/// column that it touches, in the grid of its own class and in the grids where it is a guest.
template <int Dim>
struct Columns {
    ClassGrids<Dim> grids;
    Segments* segments = nullptr;  ///< [grid]
    const simd::BoundsEntry<Dim>* entries = nullptr;
    std::uint32_t largest_column = 0;  ///< entries of the column that has the most

    std::uint32_t column_count(std::uint32_t grid) const noexcept {
        return segments[grid].begin == nullptr ? 0 : grids[grid].columns.column_count();
    }
    std::uint32_t column_begin(std::uint32_t grid, std::uint32_t column) const noexcept {
        SATORI_ASSERT(column <= column_count(grid));
        return segments[grid].begin[std::size_t{column} * segments[grid].role_count];
    }
    EntryRange<Dim> list(std::uint32_t grid, std::uint32_t column, std::uint32_t role) const noexcept {
        SATORI_ASSERT(column < column_count(grid) && role < kRoles);
        const Segments& of = segments[grid];
        if (role >= of.role_count) return {entries + column_begin(grid, column + 1), 0};
        const std::uint32_t* const begin = of.begin + std::size_t{column} * of.role_count + role;
        return {entries + begin[0], begin[1] - begin[0]};
    }
};

/// Plans the grids, counts the entries of every column, and scatters them. O(entries). `out_of_memory` also when the
/// copies do not fit 32-bit positions.
template <int Dim>
Status fill_columns(parallel::Call& call, WorkspaceLock& workspace, const BoxClasses<Dim>& classes,
                    Columns<Dim>& out) noexcept;

}  // namespace satori::v0::broadphase
