#pragma once

#include <algorithm>
#include <cstdint>

#include "base/assert.hpp"
#include "broadphase/entry_sample.hpp"

namespace satori::v0::broadphase {

/// The most parts that one axis is cut into.
inline constexpr std::uint32_t kMaxStrips = 256;
static_assert(kMaxStrips * kMaxStrips <= simd::kMostColumns);

/// Sets with fewer boxes are swept along one axis, without cuts.
inline constexpr std::uint32_t kPlainSweepBoxes = 1024;
/// Every cut leaves at least this many boxes on either side (estimated from the sample).
inline constexpr double kMinColumnBoxes = 96;
/// One more entry in a column (scatter, sort, gather) costs as much as a sweep of this many candidates.
inline constexpr double kEntryCost = 36;
/// The scan of a box costs at least as much as this many candidates. This is an estimate for columns of the usual
/// width: a tile of a sweep tests about this many combinations per outer box.
inline constexpr double kScanCost = 2 * simd::kMaxLanes;

/// Positions and sizes of the boxes per axis, from a sample.
template <int Dim>
struct BoxStats {
    double count = 0;
    double lo[Dim] = {};      ///< smallest lower bound, without a few boxes far away
    double extent[Dim] = {};  ///< from `lo` to the largest lower bound, without a few boxes far away, plus a mean size
    double size[Dim] = {};    ///< mean edge
    double spread[Dim] = {};  ///< the part of the extent that boxes occupy, in mean sizes
};

/// Returns the number of knots that are at most `bound`. This is the bound's cell, a monotone function of the bound.
/// The loop has no branches, since they would mispredict. The quantize kernel counts in the same way.
inline std::uint32_t knots_up_to(const simd::Knots& knots, float bound) noexcept {
    std::uint32_t count = 0;
    for (std::uint32_t step = simd::kGridCells / 2; step != 0; step /= 2)
        count += step & (0U - static_cast<std::uint32_t>(knots.all[count + step - 1] <= bound));
    SATORI_ASSERT(count < simd::kGridCells);
    return count;
}

/// The columns of one class of boxes. The first cross axis is cut into strips. In 3D, each strip is cut along the
/// second cross axis into stacks of its own. Where stacks are high, all of them are cut along the sweep axis into
/// slabs: column = stack * slab_count + slab.
/// All cuts are looked up by the grid cell of a bound, a monotone function of the bound. So the column of a bound
/// depends on its cell only, never on rounding.
/// Cells are even, with one exception: on an axis where even cells are too coarse for the places in which most boxes
/// lie, cells hold equal numbers of sampled boxes. There are at most simd::kMostColumns columns.
template <int Dim>
struct ColumnGrid {
    using CellRow = std::uint8_t[simd::kGridCells];
    using CountRow = std::uint16_t[simd::kGridCells];

    int axis[Dim] = {};      ///< the sweep axis, then the cross axes
    float origin[Dim] = {};  ///< of the grid cells, on each of the axes in `axis`
    float scale[Dim] = {};   ///< cells per meter
    std::uint32_t strip_count = 1;
    std::uint32_t stack_count = 1;
    std::uint32_t slab_count = 1;
    std::uint32_t first_stack[kMaxStrips + 1] = {0, 1};
    CellRow slab_of = {};
    CellRow strip_of = {};
    CellRow* stack_in_strip = nullptr;  ///< [strip][cell]; most_strips() rows, 3D only
    CountRow* sample_counts = nullptr;  ///< scratch memory of the planning: most_strips() rows
    bool uneven[Dim] = {};              ///< [axis of space]: cells lie between knots
    simd::Knots* knots = nullptr;       ///< [axis of space], filled where `uneven` is true
    BoxStats<Dim> stats;                ///< of the boxes for which the grid was planned

    std::uint32_t column_count() const noexcept { return stack_count * slab_count; }
    /// Returns the cell of a bound on axis[c]. For even cells, it equals the quantize kernel's cell exactly.
    std::uint32_t cell(int c, float bound) const noexcept {
        SATORI_ASSERT(c >= 0 && c < Dim);
        if (uneven[axis[c]]) return knots_up_to(knots[axis[c]], bound);
        const float position = (bound - origin[c]) * scale[c];
        return static_cast<std::uint32_t>(std::min(std::max(position, 0.0F), static_cast<float>(simd::kGridCells - 1)));
    }
};

/// Returns the most strips that a class of `count` boxes is cut into: the number of rows of stack_in_strip and
/// sample_counts.
std::uint32_t most_strips(std::uint32_t count) noexcept;

/// True when a class of `count` boxes may have uneven cells. Smaller classes are swept quickly along one axis.
constexpr bool may_be_uneven(std::uint32_t count) noexcept {
    return count >= 8192;
}

/// The most boxes that a plan samples. sample_size() returns how many of `count` boxes it samples.
inline constexpr std::uint32_t kMostSampled = 16384;
std::uint32_t sample_size(std::uint32_t count) noexcept;

/// Chooses the sweep axis and the columns for the boxes of one class or of two. Boxes that overlap nothing are ignored.
/// The caller must set `grid.sample_counts`, in 3D `grid.stack_in_strip`, and `grid.knots` where cells may be uneven.
/// `scratch` must have room for the sample and one more entry. Deterministic: it reads a fixed sample in a fixed order.
/// O(sample).
///
/// The sweep axis is the axis along which the boxes spread over most box sizes. Columns on the other axes are c mean
/// box sizes wide. c minimizes the expected cost of (c+1)^d/c^d copies of each box and of the candidates that columns
/// of this width leave. A cut is made only where both sides keep enough boxes. The cross axes are not cut where a plain
/// sweep is expected to leave at most kScanCost candidates per box, unless `may_have_guests`: boxes of other classes.
/// Slabs are cut where columns would become too large for the caches or for one task.
template <int Dim>
void plan_columns(const EntryRange<Dim>& first, const EntryRange<Dim>& second, simd::BoundsEntry<Dim>* scratch,
                  bool may_have_guests, ColumnGrid<Dim>& grid) noexcept;

/// Returns the cost of finding the pairs of `natives`, the boxes of `grid`, with `guests` in the same grid. The unit is
/// one swept candidate.
template <int Dim>
double hosting_cost(const ColumnGrid<Dim>& grid, const BoxStats<Dim>& natives, const BoxStats<Dim>& guests) noexcept;

/// Returns the same cost in a grid that is planned for both.
template <int Dim>
double shared_grid_cost(const BoxStats<Dim>& a, const BoxStats<Dim>& b) noexcept;

}  // namespace satori::v0::broadphase
