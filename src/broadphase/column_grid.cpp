#include "broadphase/column_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace satori::inline v0::broadphase {

namespace {

/// Sets smaller than this are swept along one axis, uncut.
constexpr std::uint32_t kPlainSweepBoxes = 512;
/// No cut leaves fewer boxes than this (estimated from the sample) on its near side.
constexpr double kMinColumnBoxes = 96;
/// Handling one more entry of a column (scatter, sort, gather) costs as much as sweeping this many candidates.
constexpr double kEntryCost = 70;
constexpr std::uint32_t kHistogramBins = 64;

/// The sample that a grid is planned from: every entry of a small class, else evenly spaced ones.
template <int Dim>
class GridSample {
public:
    GridSample(const simd::BoundsEntry<Dim>* entries, std::uint32_t count) noexcept
        : entries_(entries), count_(count), looked_at_(std::min(count, std::clamp(count / 64, 1024U, 16384U))) {
        for_each([&](const simd::BoundsEntry<Dim>&) { ++sampled_; });
    }

    /// f(entry) for every sampled entry but those that overlap nothing.
    template <class F>
    void for_each(F&& f) const noexcept {
        for (std::uint64_t i = 0; i < looked_at_; ++i) {
            const simd::BoundsEntry<Dim>& entry = entries_[i * count_ / looked_at_];
            if (entry.tag >> 31 == 0) f(entry);
        }
    }
    double sampled() const noexcept { return sampled_; }
    /// Boxes of the class that each sampled one stands for.
    double weight() const noexcept { return static_cast<double>(count_) / looked_at_; }

private:
    const simd::BoundsEntry<Dim>* entries_;
    std::uint32_t count_;
    std::uint32_t looked_at_;
    std::uint32_t sampled_ = 0;
};

/// How the boxes of a sample lie along one axis.
struct AxisStats {
    double lo = 0;      ///< smallest lower bound
    double extent = 0;  ///< from there to the largest lower bound, and a mean size
    double size = 0;    ///< mean edge
    double spread = 1;  ///< extent that is really occupied, in mean sizes
};

template <int Dim>
AxisStats axis_stats(const GridSample<Dim>& sample, int axis) noexcept {
    AxisStats stats;
    double lo = std::numeric_limits<double>::max(), hi = -lo, sum = 0;
    sample.for_each([&](const simd::BoundsEntry<Dim>& entry) {
        const double l = entry.lo[axis];
        lo = std::min(lo, l);
        hi = std::max(hi, l);
        sum += entry.hi[axis] - l;
    });
    stats.lo = lo;
    stats.size = std::max(sum / sample.sampled(), 1e-30);
    stats.extent = hi - lo + stats.size;
    // Participation ratio of a histogram: clustered boxes occupy less than their range. Own pairs left out.
    std::uint32_t bins[kHistogramBins] = {};
    sample.for_each([&](const simd::BoundsEntry<Dim>& entry) {
        const double position = (entry.lo[axis] - lo) / stats.extent * kHistogramBins;
        ++bins[static_cast<std::uint32_t>(std::clamp(position, 0.0, kHistogramBins - 1.0))];
    });
    double same = 0;
    for (const double n : bins) same += n * (n - 1);
    const double pairs = sample.sampled() * (sample.sampled() - 1);
    const double occupied = same > 0 ? std::min(1.0, pairs / same / kHistogramBins) : 1.0;
    stats.spread = std::max(1.0, stats.extent / stats.size * occupied);
    return stats;
}

/// Column width in mean box sizes: `density` boxes per box volume, `cross_axes` of them cut.
double choose_width(double density, int cross_axes) noexcept {
    double best_width = 2, best_cost = 0;
    for (const double c : {2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 12.0, 16.0, 24.0}) {
        double copies = 1, candidates = density;
        for (int a = 0; a < cross_axes; ++a) {
            copies *= (c + 1) / c;
            candidates *= c + 1;
        }
        const double cost = copies * (kEntryCost + candidates);
        if (best_cost == 0 || cost < best_cost) {
            best_width = c;
            best_cost = cost;
        }
    }
    return best_width;
}

std::uint32_t grid_cell(double bound, double origin, double scale) noexcept {
    return static_cast<std::uint32_t>(std::clamp((bound - origin) * scale, 0.0, simd::kGridCells - 1.0));
}

/// Cuts one axis: walks the histogram of lower bounds and closes a part when it is `cells_wide` wide and `min_boxes` deep.
/// Returns how many parts; part_of[cell] counts them upward.
std::uint32_t cut(const std::uint32_t* histogram, double cells_wide, double min_boxes, std::uint32_t most_parts,
                  std::uint16_t* part_of) noexcept {
    std::uint32_t remaining = 0;
    for (std::uint32_t cell = 0; cell < simd::kGridCells; ++cell) remaining += histogram[cell];
    std::uint32_t part = 0, boxes = 0;
    double begin = 0;
    for (std::uint32_t cell = 0; cell < simd::kGridCells; ++cell) {
        const bool wide = cell - begin >= cells_wide && simd::kGridCells - cell >= cells_wide / 2;
        if (wide && boxes >= min_boxes && remaining >= min_boxes && part + 1 < most_parts) {
            ++part;
            boxes = 0;
            begin = std::max(begin + cells_wide, cell - 1.0);  // no drift from whole cells
        }
        part_of[cell] = static_cast<std::uint16_t>(part);
        boxes += histogram[cell];
        remaining -= histogram[cell];
    }
    return part + 1;
}

}  // namespace

std::uint32_t most_strips(std::uint32_t count) noexcept {
    return std::min(kMaxStrips, 4 + static_cast<std::uint32_t>(2 * std::sqrt(count / kMinColumnBoxes)));
}

template <int Dim>
void plan_columns(const simd::BoundsEntry<Dim>* entries, std::uint32_t count, ColumnGrid<Dim>& grid) noexcept {
    const GridSample<Dim> sample(entries, count);
    const bool plain = count < kPlainSweepBoxes || sample.sampled() == 0;
    AxisStats stats[Dim];
    if (sample.sampled() == 0) {
        for (AxisStats& s : stats) s = {0, 1, 1, 1};
    } else {
        for (int a = 0; a < Dim; ++a) stats[a] = axis_stats(sample, a);
    }
    int sweep = 0;
    double density = count;
    for (int a = 0; a < Dim; ++a) {
        density /= stats[a].spread;
        if (stats[a].spread > stats[sweep].spread) sweep = a;
    }
    grid.axis[0] = sweep;
    for (int c = 1; c < Dim; ++c) grid.axis[c] = (sweep + c) % Dim;
    // Strips along the wider of the cross axes.
    if (Dim == 3 && stats[grid.axis[Dim - 1]].spread > stats[grid.axis[1]].spread)
        std::swap(grid.axis[1], grid.axis[Dim - 1]);

    const double width = choose_width(density, Dim - 1);
    double cells_wide[Dim - 1];
    for (int c = 0; c < Dim - 1; ++c) {
        const AxisStats& s = stats[grid.axis[c + 1]];
        grid.origin[c] = static_cast<float>(s.lo);
        grid.scale[c] = static_cast<float>(simd::kGridCells / s.extent);
        // Whole columns over the whole extent, each at least `width` wide; one when less than two fit.
        const double columns = std::max(1.0, std::floor(s.extent / s.size / width));
        cells_wide[c] = simd::kGridCells / columns;
    }

    const auto cell = [&](const simd::BoundsEntry<Dim>& entry, int c) {
        return grid_cell(entry.lo[grid.axis[c + 1]], grid.origin[c], grid.scale[c]);
    };
    const double min_sampled = std::max(1.0, kMinColumnBoxes / sample.weight());
    std::uint32_t histogram[simd::kGridCells] = {};
    std::fill_n(grid.strip_of, simd::kGridCells, std::uint16_t{0});
    grid.strip_count = 1;
    if (!plain) {
        sample.for_each([&](const simd::BoundsEntry<Dim>& entry) { ++histogram[cell(entry, 0)]; });
        grid.strip_count = cut(histogram, cells_wide[0], min_sampled, most_strips(count), grid.strip_of);
    }
    for (std::uint32_t s = 0; s <= grid.strip_count; ++s) grid.first_column[s] = s;
    if constexpr (Dim == 3) {
        // Each strip's row first holds its histogram along the second cross axis, then its columns.
        for (std::uint32_t s = 0; s < grid.strip_count; ++s)
            std::fill_n(grid.column_in_strip[s], simd::kGridCells, std::uint16_t{0});
        if (!plain) {
            sample.for_each([&](const simd::BoundsEntry<Dim>& entry) {
                ++grid.column_in_strip[grid.strip_of[cell(entry, 0)]][cell(entry, 1)];
            });
            for (std::uint32_t s = 0; s < grid.strip_count; ++s) {
                std::uint16_t* const row = grid.column_in_strip[s];
                std::copy_n(row, simd::kGridCells, histogram);
                grid.first_column[s + 1] =
                    grid.first_column[s] + cut(histogram, cells_wide[1], min_sampled, simd::kGridCells, row);
            }
        }
    }
    grid.column_count = grid.first_column[grid.strip_count];
}

template void plan_columns<2>(const simd::BoundsEntry<2>*, std::uint32_t, ColumnGrid<2>&) noexcept;
template void plan_columns<3>(const simd::BoundsEntry<3>*, std::uint32_t, ColumnGrid<3>&) noexcept;

}  // namespace satori::inline v0::broadphase
