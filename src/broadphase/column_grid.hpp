#pragma once

#include <cstdint>

#include "simd/kernel_abi.hpp"

namespace satori::inline v0::broadphase {

inline constexpr std::uint32_t kMaxStrips = 256;

/// The columns of one size class. The first cross axis is cut into strips, each strip along the second cross axis (in 3D)
/// into columns of its own. Both cuts are looked up by a bound's grid cell, a monotone function of the bound: which column a
/// bound lies in never depends on rounding, only on its cell.
template <int Dim>
struct ColumnGrid {
    int axis[Dim] = {};                      ///< the sweep axis, then the cross axes
    float origin[Dim - 1] = {};              ///< of the grid cells on each cross axis
    float scale[Dim - 1] = {};               ///< cells per metre
    std::uint32_t strip_count = 1;
    std::uint32_t column_count = 1;
    std::uint32_t first_column[kMaxStrips + 1] = {0, 1};
    std::uint16_t strip_of[simd::kGridCells] = {};
    std::uint16_t (*column_in_strip)[simd::kGridCells] = nullptr;  ///< [strip][cell]; most_strips() rows, 3D only
};

/// Most strips that a class of `count` boxes is cut into: rows of column_in_strip.
std::uint32_t most_strips(std::uint32_t count) noexcept;

/// Chooses sweep axis and columns for the boxes of one class (`entries`, `count` > 0 of them; boxes that overlap nothing
/// are passed over). `grid.column_in_strip` must be set in 3D. Deterministic: looks at a fixed sample, in a fixed order. O(sample).
///
/// The sweep axis is the one along which the boxes spread over most box sizes. Columns on the other axes are c mean box
/// sizes wide, c chosen to minimise the expected cost of handling (c+1)^d/c^d copies of each box and sweeping the
/// candidates that columns of that width leave; a cut is made only where both sides keep enough boxes.
template <int Dim>
void plan_columns(const simd::BoundsEntry<Dim>* entries, std::uint32_t count, ColumnGrid<Dim>& grid) noexcept;

}  // namespace satori::inline v0::broadphase
