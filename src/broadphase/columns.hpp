#pragma once

#include <cstddef>
#include <cstdint>

#include "broadphase/class_grids.hpp"

namespace satori::inline v0::broadphase {

/// What an entry is to a grid's column. A column keeps one list (segment) per role.
enum Role : std::uint32_t {
    kNative = 0,  ///< of the grid's class, set 0
    kGuest = 1,   ///< of another class, set 0
    kNativeOther = 2,
    kGuestOther = 3,
};
inline constexpr std::uint32_t kRoles = 4;

/// All grids' columns, filled. Segment (column, role) of grid g is entries [segment[g][i], segment[g][i + 1]) with
/// i = column * kRoles + role. An entry's tag holds the flags of SweepArrays::missing. A box stands in every column that it
/// touches, of its own class's grid and of those where it is a guest.
template <int Dim>
struct Columns {
    ClassGrids<Dim> grids;
    std::uint32_t** segment = nullptr;  ///< [grid]; null where the grid is not in use
    const simd::BoundsEntry<Dim>* entries = nullptr;
    std::uint32_t largest_column = 0;  ///< entries of the fullest column

    std::uint32_t column_count(std::uint32_t grid) const noexcept {
        return segment[grid] == nullptr ? 0 : grids[grid].columns.column_count();
    }
    std::uint32_t column_begin(std::uint32_t grid, std::uint32_t column) const noexcept {
        return segment[grid][column * kRoles];
    }
};

/// Plans, counts, scatters; O(entries). `out_of_memory` also when the copies do not fit 32-bit positions.
template <int Dim>
Status fill_columns(parallel::Call& call, WorkspaceLock& workspace, const BoxClasses<Dim>& classes,
                    Columns<Dim>& out) noexcept;

}  // namespace satori::inline v0::broadphase
