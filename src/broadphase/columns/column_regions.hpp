#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <satori/columns.hpp>

#include "base/assert.hpp"
#include "broadphase/column_grid.hpp"
#include "broadphase/radix_sort.hpp"

// The exact region of space that each column covers. A bound lies in a region exactly when its cell is one of the
// column's cells.

namespace satori::v0::broadphase {

/// Intervals on a grid's axes: the sweep axis first, then the cross axes.
template <int Dim>
struct Region {
    float lo[Dim], hi[Dim];
};

/// The public API's type of a column.
template <int Dim>
using PublicColumn = std::conditional_t<Dim == 2, RectColumn, BoxColumn>;

/// Returns the float whose ordered_key() is `key`.
inline float float_of_key(std::uint32_t key) noexcept {
    return std::bit_cast<float>(key ^ (key >> 31 != 0 ? 0x80000000U : 0xffffffffU));
}

/// Returns the ordered_key() of the least bound on axis[c] whose cell is `cell` or a later one. Cells ascend with
/// bounds, so bisection works for every kind of cells.
template <int Dim>
std::uint32_t key_of_cell(const ColumnGrid<Dim>& grid, int c, std::uint32_t cell) noexcept {
    constexpr float kFar = std::numeric_limits<float>::infinity();
    std::uint32_t least = ordered_key(-kFar), most = ordered_key(kFar);
    while (least < most) {
        const std::uint32_t middle = least + (most - least) / 2;
        if (grid.cell(c, float_of_key(middle)) >= cell)
            most = middle;
        else
            least = middle + 1;
    }
    return least;
}

/// Calls f(column, region) for every column of a grid, in ascending order. The outermost regions reach to infinity.
template <int Dim, class F>
void for_each_region(const ColumnGrid<Dim>& grid, F&& f) noexcept {
    Region<Dim> region;
    // Sets the region's interval on axis c to one part of the axis.
    const auto set = [&](int c, const std::uint8_t* part_of, std::uint32_t part, std::uint32_t part_count) {
        const auto key_of_part = [&](std::uint32_t p) {
            const std::uint8_t* const first = std::lower_bound(part_of, part_of + simd::kGridCells, p);
            return key_of_cell(grid, c, static_cast<std::uint32_t>(first - part_of));
        };
        constexpr float kFar = std::numeric_limits<float>::infinity();
        region.lo[c] = part == 0 ? -kFar : float_of_key(key_of_part(part));
        region.hi[c] = part + 1 == part_count ? kFar : float_of_key(key_of_part(part + 1) - 1);
    };
    std::uint32_t column = 0;
    for (std::uint32_t strip = 0; strip < grid.strip_count; ++strip) {
        set(1, grid.strip_of, strip, grid.strip_count);
        const std::uint32_t first = grid.first_stack[strip], end = grid.first_stack[strip + 1];
        for (std::uint32_t stack = first; stack < end; ++stack) {
            if constexpr (Dim == 3) set(2, grid.stack_in_strip[strip], stack - first, end - first);
            for (std::uint32_t slab = 0; slab < grid.slab_count; ++slab) {
                set(0, grid.slab_of, slab, grid.slab_count);
                f(column++, region);
            }
        }
    }
    SATORI_ASSERT(column == grid.column_count());
}

/// Returns the public column: `region`, clipped to the space from `lo` to `hi` that the boxes reach, on the axes of
/// space.
template <int Dim>
PublicColumn<Dim> column_around(const ColumnGrid<Dim>& grid, const Region<Dim>& region, const float* lo,
                                const float* hi, std::uint32_t box_count, std::uint32_t grid_index) noexcept {
    SATORI_ASSERT(box_count != 0);
    std::array<float, Dim> min, max;  // on the axes of space
    for (int c = 0; c < Dim; ++c) {
        min[grid.axis[c]] = std::max(region.lo[c], lo[c]);
        max[grid.axis[c]] = std::min(region.hi[c], hi[c]);
    }
    PublicColumn<Dim> column;
    column.region.min = std::bit_cast<decltype(column.region.min)>(min);
    column.region.max = std::bit_cast<decltype(column.region.max)>(max);
    column.box_count = box_count;
    column.grid = grid_index;
    return column;
}

}  // namespace satori::v0::broadphase
