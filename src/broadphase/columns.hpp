#pragma once

#include <cstddef>
#include <cstdint>

#include "broadphase/column_grid.hpp"
#include "broadphase/size_classes.hpp"

namespace satori::inline v0::broadphase {

/// What an entry is to a class's column. A column keeps one list (segment) per role.
enum Role : std::uint32_t {
    kNative = 0,  ///< of this class, set 0
    kCoarse = 1,  ///< of a coarser class, set 0
    kNativeOther = 2,
    kCoarseOther = 3,
};
inline constexpr std::uint32_t kRoles = 4;

/// The columns of one class, filled: segment (column, role) is entries [segment[i], segment[i + 1]) with
/// i = column * kRoles + role. An entry's tag holds the flags of SweepArrays::missing.
template <int Dim>
struct ClassColumns {
    ColumnGrid<Dim> grid;
    std::uint32_t class_index = 0;
    std::uint32_t* segment = nullptr;

    std::uint32_t column_begin(std::uint32_t column) const noexcept { return segment[column * kRoles]; }
    std::uint32_t column_end(std::uint32_t column) const noexcept { return segment[(column + 1) * kRoles]; }
};

/// All classes' columns. Box i of class c stands in every column of class c that it touches, and in every column of each
/// finer class that it touches.
template <int Dim>
struct Columns {
    ClassColumns<Dim>* classes = nullptr;
    std::uint32_t class_count = 0;
    const simd::BoundsEntry<Dim>* entries = nullptr;
    std::uint32_t largest_column = 0;  ///< entries of the fullest column
};

/// Plans, counts, scatters; O(entries). `out_of_memory` also when the copies do not fit 32-bit positions.
template <int Dim>
Status fill_columns(parallel::Call& call, WorkspaceLock& workspace, const SizeClasses<Dim>& classes,
                    Columns<Dim>& out) noexcept;

}  // namespace satori::inline v0::broadphase
