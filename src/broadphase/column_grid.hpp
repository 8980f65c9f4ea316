#pragma once

#include <algorithm>
#include <cstdint>

#include "base/assert.hpp"
#include "broadphase/entry_sample.hpp"

namespace satori::inline v0::broadphase {

/// Most parts that one axis is cut into.
inline constexpr std::uint32_t kMaxStrips = 256;
static_assert(kMaxStrips * kMaxStrips <= simd::kMostColumns);

/// Sets smaller than this are swept along one axis, uncut.
inline constexpr std::uint32_t kPlainSweepBoxes = 1024;
/// No cut leaves fewer boxes than this (estimated from the sample) on either side.
inline constexpr double kMinColumnBoxes = 96;
/// Handling one more entry of a column (scatter, sort, gather) costs as much as sweeping this many candidates.
inline constexpr double kEntryCost = 36;
/// A box's scan costs as much as this many candidates at least: an estimate, for columns of the usual width. A tile of a sweep looks at
/// about as many combinations per outer box.
inline constexpr double kScanCost = 2 * simd::kMaxLanes;

/// How boxes lie and how large they are, per axis, from a sample.
template <int Dim>
struct BoxStats {
    double count = 0;
    double lo[Dim] = {};      ///< smallest lower bound, but for a few far away
    double extent[Dim] = {};  ///< from there to the largest lower bound, but for a few far away, and a mean size
    double size[Dim] = {};    ///< mean edge
    double spread[Dim] = {};  ///< extent that is really occupied, in mean sizes
};

/// How many knots are at most `bound`: a cell, and a monotone function of the bound. Without branches, which nothing could
/// predict. The quantize kernel counts the same.
inline std::uint32_t knots_up_to(const simd::Knots& knots, float bound) noexcept {
    std::uint32_t count = 0;
    for (std::uint32_t step = simd::kGridCells / 2; step != 0; step /= 2)
        count += step & (0U - static_cast<std::uint32_t>(knots.all[count + step - 1] <= bound));
    SATORI_ASSERT(count < simd::kGridCells);
    return count;
}

/// The columns of one class of boxes. The first cross axis is cut into strips, each strip along the second cross axis (in
/// 3D) into stacks of its own, and where stacks are high, all of them along the sweep axis into slabs:
/// column = stack * slab_count + slab. All cuts are looked up by a bound's grid cell, a monotone function of the bound:
/// which column a bound lies in never depends on rounding, only on its cell. Cells are even; on an axis along which most
/// boxes lie in places that even cells are too coarse for, they hold equal numbers of sampled boxes instead. At most
/// simd::kMostColumns columns.
template <int Dim>
struct ColumnGrid {
    using CellRow = std::uint8_t[simd::kGridCells];
    using CountRow = std::uint16_t[simd::kGridCells];

    int axis[Dim] = {};      ///< the sweep axis, then the cross axes
    float origin[Dim] = {};  ///< of the grid cells on each of these axes
    float scale[Dim] = {};   ///< cells per metre
    std::uint32_t strip_count = 1;
    std::uint32_t stack_count = 1;
    std::uint32_t slab_count = 1;
    std::uint32_t first_stack[kMaxStrips + 1] = {0, 1};
    CellRow slab_of = {};
    CellRow strip_of = {};
    CellRow* stack_in_strip = nullptr;  ///< [strip][cell]; most_strips() rows, 3D only
    CountRow* sample_counts = nullptr;  ///< scratch of the planning: most_strips() rows
    bool uneven[Dim] = {};              ///< [axis of space]: cells lie between knots
    simd::Knots* knots = nullptr;       ///< [axis of space], filled where uneven
    BoxStats<Dim> stats;                ///< of the boxes it was planned for

    std::uint32_t column_count() const noexcept { return stack_count * slab_count; }
    /// Cell of a bound on axis[c]: where cells are even that of the quantize kernel, to the bit.
    std::uint32_t cell(int c, float bound) const noexcept {
        SATORI_ASSERT(c >= 0 && c < Dim);
        if (uneven[axis[c]]) return knots_up_to(knots[axis[c]], bound);
        const float position = (bound - origin[c]) * scale[c];
        return static_cast<std::uint32_t>(std::min(std::max(position, 0.0F), static_cast<float>(simd::kGridCells - 1)));
    }
};

/// Most strips that a class of `count` boxes is cut into: rows of stack_in_strip and sample_counts.
std::uint32_t most_strips(std::uint32_t count) noexcept;

/// Whether a class of `count` boxes may have uneven cells: fewer are soon swept along one axis.
constexpr bool may_be_uneven(std::uint32_t count) noexcept {
    return count >= 8192;
}

/// How many of `count` boxes a plan looks at.
inline constexpr std::uint32_t kMostSampled = 16384;
std::uint32_t sample_size(std::uint32_t count) noexcept;

/// Chooses sweep axis and columns for the boxes of one class, or of two (boxes that overlap nothing are passed over).
/// `grid.sample_counts` must be set, `grid.stack_in_strip` in 3D, and `grid.knots` where cells may be uneven. `scratch`
/// has room for the sample and one more.
/// Deterministic: looks at a fixed sample, in a fixed order. O(sample).
///
/// The sweep axis is the one along which the boxes spread over most box sizes. Columns on the other axes are c mean box
/// sizes wide, c chosen to minimise the expected cost of handling (c+1)^d/c^d copies of each box and sweeping the
/// candidates that columns of that width leave; a cut is made only where both sides keep enough boxes, and none across where a
/// plain sweep is expected to leave no more than kScanCost candidates per box, unless `may_have_guests`: boxes of other
/// classes. Slabs are cut where columns would outgrow the caches, or one task.
template <int Dim>
void plan_columns(const EntryRange<Dim>& first, const EntryRange<Dim>& second, simd::BoundsEntry<Dim>* scratch,
                  bool may_have_guests, ColumnGrid<Dim>& grid) noexcept;

/// What it costs to find the pairs of `natives`, whose columns `grid` are, with `guests` there: in candidates swept.
template <int Dim>
double hosting_cost(const ColumnGrid<Dim>& grid, const BoxStats<Dim>& natives, const BoxStats<Dim>& guests) noexcept;

/// The same in a grid that would be planned for both.
template <int Dim>
double shared_grid_cost(const BoxStats<Dim>& a, const BoxStats<Dim>& b) noexcept;

}  // namespace satori::inline v0::broadphase
