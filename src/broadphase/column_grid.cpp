#include "broadphase/column_grid.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "base/ascending.hpp"
#include "base/assert.hpp"
#include "broadphase/radix_sort.hpp"

namespace satori::v0::broadphase {

namespace {

/// Columns that are expected to hold more than twice kSlabBoxes boxes are cut into slabs of about kSlabBoxes. Where no
/// cross axis is cut, kPlainSlabBoxes applies instead, since smaller slabs sort faster. A slab is at least kSlabHeight
/// mean sizes high.
constexpr double kSlabBoxes = 3000;
constexpr double kPlainSlabBoxes = 1250;
constexpr double kSlabHeight = 16;
/// There is at most one column for this many boxes.
constexpr double kMinSlabBoxes = 64;
constexpr std::uint32_t kHistogramBins = 64;
/// Boxes count as far away up to this share of the sample, at either end of an axis.
constexpr double kFarShare = 0.005;
constexpr int kMostZooms = 8;
constexpr std::uint32_t kKnots = simd::kGridCells - 1;
/// A cell is crowded when it holds more than this share of the sample.
constexpr double kCrowdShare = 1.0 / 128;
/// More candidates per box than this cost more than uneven cells do: the search for a cell between knots, and narrower
/// columns.
constexpr double kManyCandidates = 400;
/// A column width, in mean sizes, close to what choose_width() chooses for most worlds.
constexpr double kUsualWidth = 4;

/// A histogram over a range. Positions outside count in its first and last bin.
struct Bins {
    std::uint32_t count[kHistogramBins] = {};

    template <int Dim>
    Bins(const EntrySample<Dim>& sample, int axis, double lo, double extent) noexcept {
        SATORI_ASSERT(extent > 0);
        const double per_metre = kHistogramBins / extent;
        for (const simd::BoundsEntry<Dim>& entry : sample) {
            const double position = (entry.lo[axis] - lo) * per_metre;
            ++count[static_cast<std::uint32_t>(std::clamp(position, 0.0, kHistogramBins - 1.0))];
        }
    }
    /// Returns the occupied share of the range: the participation ratio, without pairs of a box with itself. Clusters
    /// occupy less than their range.
    double occupied(double sampled) const noexcept {
        double same = 0;
        for (const double n : count) same += n * (n - 1);
        SATORI_ASSERT(sampled > 0);
        return same > 0 ? std::min(1.0, sampled * (sampled - 1) / same / kHistogramBins) : 1.0;
    }
    /// Returns the bins [first, last] that remain when up to `few` boxes are dropped at either end.
    void core(double few, std::uint32_t& first, std::uint32_t& last) const noexcept {
        first = 0;
        last = kHistogramBins - 1;
        for (double dropped = count[first]; first < last && dropped <= few; dropped += count[++first]) {
        }
        for (double dropped = count[last]; last > first && dropped <= few; dropped += count[--last]) {
        }
        SATORI_ASSERT(first <= last);
    }
};

template <int Dim>
BoxStats<Dim> box_stats(const EntrySample<Dim>& sample) noexcept {
    BoxStats<Dim> stats;
    stats.count = sample.count();
    if (sample.size() == 0) {
        for (int axis = 0; axis < Dim; ++axis) stats.extent[axis] = stats.size[axis] = stats.spread[axis] = 1;
        return stats;
    }
    float lo[Dim], hi[Dim];
    double sum[Dim] = {};
    std::copy_n(sample.begin()->lo, Dim, lo);
    std::copy_n(sample.begin()->lo, Dim, hi);
    for (const simd::BoundsEntry<Dim>& entry : sample) {
        for (int axis = 0; axis < Dim; ++axis) {
            lo[axis] = std::min(lo[axis], entry.lo[axis]);
            hi[axis] = std::max(hi[axis], entry.lo[axis]);
            sum[axis] += double{entry.hi[axis]} - entry.lo[axis];
        }
    }
    for (int axis = 0; axis < Dim; ++axis) {
        stats.size[axis] = std::max(sum[axis] / sample.size(), 1e-30);
        stats.lo[axis] = lo[axis];
        stats.extent[axis] = double{hi[axis]} - lo[axis] + stats.size[axis];
        Bins bins(sample, axis, stats.lo[axis], stats.extent[axis]);
        // With a few boxes far away, all others would lie in one cell. The range shrinks until it is the range of most
        // boxes.
        for (int closer = 0; closer < kMostZooms; ++closer) {
            std::uint32_t first = 0, last = 0;
            bins.core(kFarShare * sample.size(), first, last);
            if (last - first + 1 > kHistogramBins / 4) break;
            const double bin = stats.extent[axis] / kHistogramBins;
            stats.lo[axis] += first * bin;
            stats.extent[axis] = (last - first + 1) * bin + stats.size[axis];
            bins = Bins(sample, axis, stats.lo[axis], stats.extent[axis]);
        }
        stats.spread[axis] = std::max(1.0, stats.extent[axis] / stats.size[axis] * bins.occupied(sample.size()));
        SATORI_ASSERT(stats.extent[axis] > 0 && stats.size[axis] > 0);
    }
    return stats;
}

/// Returns the axis along which boxes spread over most box sizes.
template <int Dim>
int choose_sweep_axis(const BoxStats<Dim>& stats) noexcept {
    int sweep = 0;
    for (int a = 1; a < Dim; ++a) {
        if (stats.spread[a] > stats.spread[sweep]) sweep = a;
    }
    return sweep;
}

/// Returns the boxes per box volume, as the spreads along the axes tell it. Used where there is no sample to count.
template <int Dim>
double density(const BoxStats<Dim>& stats) noexcept {
    double boxes = stats.count;
    for (int a = 0; a < Dim; ++a) boxes /= stats.spread[a];
    return boxes;
}

/// Returns the boxes per box volume in the places where boxes are, not in empty space. It counts the pairs of sampled
/// boxes that share a block of space. Across the sweep axis, a block is as wide as columns usually reach. Along the
/// sweep axis, it is as long as the distance within which boxes overlap. Clusters and sheets along a diagonal get their
/// true density; the product of the spreads along the axes does not show it. Pairs that lie within about a box's size
/// (in one place, see kPlace) are left out, because no column is narrow enough to separate them. `scratch`: counters
/// with any values.
template <int Dim>
double density_around(const EntrySample<Dim>& sample, const BoxStats<Dim>& stats, int sweep,
                      std::span<std::uint16_t> scratch) noexcept {
    // Lengths in mean sizes. Two boxes in one place are always a candidate. kPlace is the edge of a place; kAcross is
    // the width of a block, in places.
    constexpr double kPlace = 2;
    constexpr std::int64_t kAcross = static_cast<std::int64_t>((kUsualWidth + 2) / kPlace);
    // Uniform scenes have about 400 pairs among this many boxes, whatever their size.
    const auto wanted = static_cast<std::uint32_t>(std::max(256.0, 4 * std::sqrt(stats.count)));
    const std::uint32_t looked_at = std::min(sample.size(), wanted);
    if (looked_at < 2) return 0;
    const auto buckets =
        static_cast<std::uint32_t>(std::bit_floor(std::min(scratch.size() / 2, std::size_t{16} * looked_at)));
    SATORI_ASSERT(buckets != 0 && 2 * std::size_t{buckets} <= scratch.size());
    const std::span<std::uint16_t> in_place = scratch.first(buckets), in_block = scratch.subspan(buckets, buckets);
    std::fill_n(scratch.begin(), 2 * buckets, std::uint16_t{0});
    double per_metre[Dim];
    for (int axis = 0; axis < Dim; ++axis) per_metre[axis] = 1 / (kPlace * stats.size[axis]);
    // Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4).
    const auto joined = [](std::uint64_t hash, std::int64_t part) {
        hash = (hash ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15U;
        return hash ^ hash >> 32;
    };
    double pairs = 0;
    for (std::uint32_t i = 0; i < looked_at; ++i) {
        const simd::BoundsEntry<Dim>& entry = sample.begin()[std::uint64_t{i} * sample.size() / looked_at];
        std::uint64_t place_hash = 0, block_hash = 0;
        for (int axis = 0; axis < Dim; ++axis) {
            const double at = (entry.lo[axis] - stats.lo[axis]) * per_metre[axis];
            const auto place = static_cast<std::int64_t>(std::clamp(at, -1e15, 1e15));
            place_hash = joined(place_hash, place);
            block_hash = joined(block_hash, axis == sweep ? place : place / kAcross);
        }
        pairs += in_block[static_cast<std::size_t>(block_hash % buckets)]++;
        pairs -= in_place[static_cast<std::size_t>(place_hash % buckets)]++;
    }
    double places = 1, volume = 1;  // of a block
    for (int axis = 0; axis < Dim; ++axis) {
        places *= axis == sweep ? 1 : static_cast<double>(kAcross);
        volume *= kPlace;
    }
    const double all_pairs = 0.5 * looked_at * (looked_at - 1);
    SATORI_ASSERT(places > 1);
    return stats.count * std::max(0.0, pairs / all_pairs) / ((places - 1) * volume);
}

/// Returns the column width, in mean box sizes, that costs least among some widths. `density`: boxes per box volume. It
/// reads the sizes of a few boxes and of pairs of boxes: large boxes are copied to many columns, small boxes make few
/// candidates.
template <int Dim>
double choose_width(const EntrySample<Dim>& sample, const BoxStats<Dim>& stats, int sweep, double density) noexcept {
    constexpr std::uint32_t kMostPairs = 128;
    constexpr int kWidths = 10;
    constexpr double kWidth[kWidths] = {0.5, 1, 2, 3, 4, 5, 6, 8, 12, 24};
    const std::uint32_t pairs = std::min(sample.size() / 2, kMostPairs);
    double copies[kWidths] = {}, candidates[kWidths] = {};
    for (std::uint32_t i = 0; i < pairs; ++i) {
        const simd::BoundsEntry<Dim>*a = sample.begin() + 2 * i, *b = a + 1;
        double size_a[Dim], both[Dim];
        for (int axis = 0; axis < Dim; ++axis) {
            size_a[axis] = (a->hi[axis] - a->lo[axis]) / stats.size[axis];
            both[axis] = size_a[axis] + (b->hi[axis] - b->lo[axis]) / stats.size[axis];
        }
        for (int w = 0; w < kWidths; ++w) {
            double copies_of_a = 1, together = both[sweep];
            for (int c = 1; c < Dim; ++c) {
                const int axis = (sweep + c) % Dim;
                copies_of_a *= size_a[axis] / kWidth[w] + 1;
                together *= both[axis] + kWidth[w];
            }
            copies[w] += copies_of_a;
            candidates[w] += together;
        }
    }
    const auto cost = [&](int w) { return copies[w] * kEntryCost + candidates[w] / 2 * density; };
    int best = 0;
    for (int w = 1; w < kWidths; ++w) {
        if (cost(w) < cost(best)) best = w;
    }
    return kWidth[best];
}

/// Returns the same for boxes of equal size.
double choose_width(double density, int cross_axes) noexcept {
    SATORI_ASSERT(density >= 0);
    double best_width = 2, best_cost = 0;
    for (const double c : {2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 12.0, 24.0}) {
        double copies = 1, candidates = density;
        for (int a = 0; a < cross_axes; ++a) {
            copies *= (c + 1) / c;
            candidates *= c + 2;
        }
        const double cost = copies * kEntryCost + candidates;
        if (best_cost == 0 || cost < best_cost) {
            best_width = c;
            best_cost = cost;
        }
    }
    return best_width;
}

/// Returns the number of whole columns over the extent of an axis, each at least `width` mean sizes wide; 1 when fewer
/// than two fit.
template <int Dim>
double whole_columns(const BoxStats<Dim>& stats, int axis, double width) noexcept {
    return std::max(1.0, std::floor(stats.extent[axis] / stats.size[axis] / width));
}

/// Returns the cost of sweeping `a` against `b` in columns. There are parts[axis] columns over extent[axis]; the sweep
/// goes along `sweep`.
template <int Dim>
double columns_cost(const BoxStats<Dim>& a, const BoxStats<Dim>& b, const double* extent, const double* parts,
                    int sweep) noexcept {
    const auto copies = [&](const BoxStats<Dim>& boxes) {
        double product = boxes.count;
        for (int axis = 0; axis < Dim; ++axis)
            product *= std::min(parts[axis], boxes.size[axis] / extent[axis] * parts[axis] + 1);
        return product;
    };
    double columns = 1;
    for (int axis = 0; axis < Dim; ++axis) columns *= parts[axis];
    SATORI_ASSERT(columns >= 1);
    const double within_reach = std::min(1.0, (a.size[sweep] + b.size[sweep]) / extent[sweep] * parts[sweep]);
    return (copies(a) + copies(b)) * kScanCost + copies(b) * kEntryCost +
           copies(a) * copies(b) / columns * within_reach;
}

/// Returns the probability that two boxes lie in the same even cell on each of the axes in `of_axis`; 0 when no cell is
/// crowded.
template <int Dim>
double crowding(const EntrySample<Dim>& sample, const BoxStats<Dim>& stats, const bool (&of_axis)[Dim]) noexcept {
    double per_metre[Dim];
    for (int axis = 0; axis < Dim; ++axis) per_metre[axis] = simd::kGridCells / stats.extent[axis];
    std::uint32_t histogram[simd::kGridCells] = {};
    for (const simd::BoundsEntry<Dim>& entry : sample) {
        std::uint32_t key = 0;  // a hash when there are several axes
        for (int axis = 0; axis < Dim; ++axis) {
            const double position = (entry.lo[axis] - stats.lo[axis]) * per_metre[axis];
            const auto cell = static_cast<std::uint32_t>(std::clamp(position, 0.0, simd::kGridCells - 1.0));
            key = of_axis[axis] ? 37 * key + cell : key;
        }
        ++histogram[key % simd::kGridCells];
    }
    double same = 0, fullest = 0;
    for (const double n : histogram) {
        same += n * n;
        fullest = std::max(fullest, n);
    }
    return fullest > kCrowdShare * sample.size() ? same / sample.size() / sample.size() : 0;
}

/// Returns the candidates per box in columns of even cells, which are too coarse on some axes. `stats` has the spreads
/// between knots.
template <int Dim>
double even_candidates(const EntrySample<Dim>& sample, const BoxStats<Dim>& stats, const bool (&coarse)[Dim],
                       const double* crowding_of) noexcept {
    // The boxes that share a cell on every coarse axis, and the part of them that is within reach of a sweep.
    const int sweep = choose_sweep_axis(stats);
    const double occupied = stats.spread[sweep] * (coarse[sweep] ? crowding_of[sweep] : 1);
    double candidates = stats.count * crowding(sample, stats, coarse) * std::min(1.0, 2 / occupied);
    for (int axis = 0; axis < Dim; ++axis) {
        if (axis != sweep && !coarse[axis]) candidates *= std::min(1.0, kUsualWidth / stats.spread[axis]);
    }
    return candidates;
}

/// Returns `count` of the sampled boxes, sorted by their lower bounds. When the sample is smaller, some boxes occur
/// more than once. `items` and `scratch` have room for `count`.
template <int Dim>
const KeyIndex* sorted_along(const EntrySample<Dim>& sample, int axis, std::uint32_t count, KeyIndex* items,
                             KeyIndex* scratch) noexcept {
    SATORI_ASSERT(sample.size() != 0 && count <= kKnots);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto at = static_cast<std::uint32_t>(std::uint64_t{i} * sample.size() / count);
        items[i] = {ordered_key(sample.begin()[at].lo[axis]), at};
    }
    return radix_sort(items, scratch, count);
}

/// Places the knots of one axis at the lower bounds of sampled boxes.
template <int Dim>
void place_knots(const EntrySample<Dim>& sample, int axis, simd::Knots& knots) noexcept {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    KeyIndex items[kKnots], scratch[kKnots];
    const KeyIndex* const sorted = sorted_along(sample, axis, kKnots, items, scratch);
    for (std::uint32_t i = 0; i < kKnots; ++i) knots.all[i] = sample.begin()[sorted[i].index].lo[axis];
    knots.all[kKnots] = kInfinity;
    SATORI_ASSERT(std::is_sorted(knots.all, knots.all + simd::kGridCells));
    const auto choose = [](const float* from, std::uint32_t count, float* to) {
        for (std::uint32_t i = 0; i < count / simd::kKnotFan; ++i) to[i] = from[simd::kKnotFan * (i + 1) - 1];
    };
    choose(knots.all, simd::kGridCells, knots.middle);
    std::fill_n(knots.top, simd::kKnotFan, kInfinity);
    choose(knots.middle, simd::kGridCells / simd::kKnotFan, knots.top);
    SATORI_ASSERT(std::is_sorted(knots.top, knots.top + simd::kKnotFan));
}

/// Returns the length of an axis that boxes occupy, in meters. It is the participation ratio of runs of knots. A run is
/// about as long as a box, or longer where it would have too few knots.
double occupied_length(const float* knots, double size) noexcept {
    constexpr std::uint32_t kFewest = 16;
    double crowding = 0;  // sum of share^2 / length
    for (std::uint32_t begin = 0, end = 0; begin < kKnots; begin = end) {
        const auto length_to = [&](std::uint32_t knot) { return double{knots[knot]} - knots[begin]; };
        while (end < kKnots && (end - begin < kFewest || length_to(end) <= size)) ++end;
        SATORI_ASSERT(begin < end);
        const double share = static_cast<double>(end - begin) / kKnots;
        crowding += share * share / std::max(length_to(end - 1), size);
    }
    SATORI_ASSERT(crowding > 0);
    return 1 / crowding;
}

/// Measures again, with knots, how far boxes spread on axes whose cells are wider than boxes. If such cells are crowded
/// and columns of even cells would leave many candidates, these axes keep their knots.
template <int Dim>
void place_knots(const EntrySample<Dim>& sample, ColumnGrid<Dim>& grid) noexcept {
    std::fill_n(grid.uneven, Dim, false);
    if (sample.count() < kPlainSweepBoxes || sample.size() == 0) return;
    const bool may_keep = may_be_uneven(sample.count());
    BoxStats<Dim>& stats = grid.stats;
    bool coarse[Dim] = {};
    double crowding_of[Dim] = {};
    for (int axis = 0; axis < Dim; ++axis) {
        if (stats.extent[axis] <= stats.size[axis] * simd::kGridCells) continue;
        simd::Knots here;
        simd::Knots& knots = may_keep ? grid.knots[axis] : here;
        place_knots(sample, axis, knots);
        stats.spread[axis] = std::max(1.0, occupied_length(knots.all, stats.size[axis]) / stats.size[axis]);
        bool alone[Dim] = {};
        alone[axis] = true;
        crowding_of[axis] = crowding(sample, stats, alone);
        coarse[axis] = crowding_of[axis] > 0;
    }
    if (!may_keep || std::none_of(coarse, coarse + Dim, [](bool c) { return c; })) return;
    if (even_candidates(sample, stats, coarse, crowding_of) > kManyCandidates) std::copy_n(coarse, Dim, grid.uneven);
}

/// Returns the mean edge along an axis, from one box of eight. Few boxes as long as the world decide this value, and
/// the plan's sample may miss them.
template <int Dim>
double mean_edge(const EntryRange<Dim>& boxes, int axis) noexcept {
    constexpr std::uint32_t kStretch = 8;
    double sum = 0, looked_at = 0;
    for (std::uint32_t begin = 0; begin + kStretch <= boxes.count; begin += kStretch) {
        // One of the eight, chosen by multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4).
        const auto& entry = boxes.entries[begin + (begin / kStretch * 2654435761U >> 29)];
        if (overlaps_nothing(entry)) continue;
        sum += double{entry.hi[axis]} - entry.lo[axis];
        ++looked_at;
    }
    return looked_at > 0 ? sum / looked_at : 0;
}

/// True when the cross axes need no cuts: a sweep along the grid's first axis is expected to leave no more candidates
/// than a scan tests. This holds for a line of boxes in any direction. Slabs must be able to divide the boxes too: no
/// cell may hold more than two slabs' boxes.
template <int Dim>
bool few_without_columns(const EntryRange<Dim>& all, const EntrySample<Dim>& sample,
                         const ColumnGrid<Dim>& grid) noexcept {
    // The cheap estimates come first: most worlds fail them.
    const int axis = grid.axis[0];
    const BoxStats<Dim>& stats = grid.stats;
    const double few = kScanCost / stats.count;  // the share of all boxes within reach of one box
    if (stats.count > kMaxStrips * 2 * kSlabBoxes || 1 / stats.spread[axis] > few) return false;
    std::uint32_t in_cell[simd::kGridCells] = {};
    for (const simd::BoundsEntry<Dim>& entry : sample) {
        if (++in_cell[grid.cell(0, entry.lo[axis])] * sample.weight() > 2 * kSlabBoxes) return false;
    }
    if (mean_edge(all, axis) > few * stats.spread[axis] * stats.size[axis]) return false;
    // Counted in the sample, because spreads do not show sheets of boxes.
    KeyIndex items[kKnots], scratch[kKnots];
    const std::uint32_t looked_at = std::min(sample.size(), kKnots);
    const KeyIndex* const sorted = sorted_along(sample, axis, looked_at, items, scratch);
    const simd::BoundsEntry<Dim>* const boxes = sample.begin();
    const double most = few * looked_at * looked_at;
    double candidates = 0;
    for (std::uint32_t i = 0; i < looked_at; ++i) {
        const float reach = boxes[sorted[i].index].hi[axis];
        std::uint32_t end = i + 1;
        while (end < looked_at && boxes[sorted[end].index].lo[axis] <= reach) ++end;
        candidates += end - (i + 1);
        if (candidates > most) return false;
    }
    return true;
}

/// The cells of one axis of a grid, in the form that cut() needs.
template <int Dim>
class CellAxis {
public:
    CellAxis(const ColumnGrid<Dim>& grid, int c) noexcept
        : knots_(grid.uneven[grid.axis[c]] ? grid.knots[grid.axis[c]].all : nullptr),
          lo_(grid.stats.lo[grid.axis[c]]),
          per_metre_(simd::kGridCells / grid.stats.extent[grid.axis[c]]) {}

    /// Returns where a cell begins, in widths of even cells.
    double begin(std::uint32_t cell) const noexcept {
        if (knots_ == nullptr) return cell;
        return cell == 0 ? 0 : std::max(0.0, (knots_[cell - 1] - lo_) * per_metre_);
    }
    /// Returns a cell, `from` or later. All cells before it begin before `place`.
    std::uint32_t first_from(double place, std::uint32_t from) const noexcept {
        if (knots_ != nullptr) return from;
        return std::max(from, static_cast<std::uint32_t>(std::min(std::ceil(place), double{simd::kGridCells})));
    }

private:
    const float* knots_;
    double lo_, per_metre_;
};

/// Cuts one axis. It closes a part of the histogram of lower bounds when the part is `cells_wide` even cells wide and
/// holds `min_boxes` boxes. Returns the number of parts; part_of[cell] is the part of a cell, ascending. `fullest` is
/// raised to the boxes of the fullest part.
template <int Dim, class Count>
std::uint32_t cut(const CellAxis<Dim>& cells, const Count* histogram, double cells_wide, double min_boxes,
                  std::uint32_t most_parts, std::uint8_t* part_of, std::uint32_t& fullest) noexcept {
    const auto boxes_in = [&](std::uint32_t from, std::uint32_t to) {
        return std::accumulate(histogram + from, histogram + to, std::uint32_t{0});
    };
    SATORI_ASSERT(cells_wide > 0 && most_parts != 0 && most_parts <= kMaxStrips);
    std::uint32_t remaining = boxes_in(0, simd::kGridCells);  // boxes from the start of the part on
    // Each part takes at least an equal share of the boxes. Otherwise the last part could get most of them, when the
    // limit of parts is reached.
    min_boxes = std::max(min_boxes, std::ceil(static_cast<double>(remaining) / most_parts));
    double begin = 0;
    for (std::uint32_t part = 0, first = 0;; ++part) {
        const auto may_end = [&](std::uint32_t cell) {
            const double here = cells.begin(cell);
            return here - begin >= cells_wide && simd::kGridCells - here >= cells_wide / 2;
        };
        std::uint32_t end = part + 1 < most_parts ? cells.first_from(begin + cells_wide, first) : simd::kGridCells;
        std::uint32_t boxes = boxes_in(first, end);
        while (end < simd::kGridCells && !(may_end(end) && boxes >= min_boxes && remaining - boxes >= min_boxes))
            boxes += histogram[end++];
        SATORI_ASSERT(part < most_parts && first < end);
        for (std::uint32_t cell = first; cell < end; ++cell) part_of[cell] = static_cast<std::uint8_t>(part);
        fullest = std::max(fullest, boxes);
        if (end == simd::kGridCells) return part + 1;
        begin = std::max(begin + cells_wide, cells.begin(end - 1));  // roundings to whole cells must not add up
        SATORI_ASSERT(boxes <= remaining);
        remaining -= boxes;
        first = end;
    }
}
static_assert(kMaxStrips <= 256);

/// Chooses the sweep axis and the order of the others, and places the cells.
template <int Dim>
void choose_axes(ColumnGrid<Dim>& grid) noexcept {
    const BoxStats<Dim>& stats = grid.stats;
    const int sweep = choose_sweep_axis(stats);
    grid.axis[0] = sweep;
    for (int c = 1; c < Dim; ++c) grid.axis[c] = (sweep + c) % Dim;
    // Strips go along the cross axis with the larger spread.
    if (Dim == 3 && stats.spread[grid.axis[Dim - 1]] > stats.spread[grid.axis[1]])
        std::swap(grid.axis[1], grid.axis[Dim - 1]);
    for (int c = 0; c < Dim; ++c) {
        grid.origin[c] = static_cast<float>(stats.lo[grid.axis[c]]);
        grid.scale[c] = static_cast<float>(simd::kGridCells / stats.extent[grid.axis[c]]);
    }
}

}  // namespace

std::uint32_t sample_size(std::uint32_t count) noexcept {
    // In small worlds, planning is a large part of the work, and a plan cuts few columns.
    const std::uint32_t least = std::clamp(count / 8, 512U, 1024U);
    return std::min(count, std::clamp(count / 64, least, kMostSampled));
}

std::uint32_t most_strips(std::uint32_t count) noexcept {
    return std::min(kMaxStrips, 4 + static_cast<std::uint32_t>(2 * std::sqrt(count / kMinColumnBoxes)));
}

template <int Dim>
void plan_columns(const EntryRange<Dim>& first, const EntryRange<Dim>& second, simd::BoundsEntry<Dim>* scratch,
                  bool may_have_guests, ColumnGrid<Dim>& grid) noexcept {
    SATORI_ASSERT(grid.sample_counts != nullptr && (Dim != 3 || grid.stack_in_strip != nullptr));
    const EntrySample<Dim> sample(first, second, sample_size(first.count + second.count), scratch);
    const std::uint32_t count = sample.count();
    const bool plain = count < kPlainSweepBoxes || sample.size() == 0;
    grid.stats = box_stats(sample);
    place_knots(sample, grid);
    const BoxStats<Dim>& stats = grid.stats;
    choose_axes(grid);
    const int sweep = grid.axis[0];

    // Guests may be long where natives are short. Without cuts they would be swept against all natives.
    const bool cut_across = !plain && (may_have_guests || !few_without_columns(first, sample, grid));
    double width = 0;  // width of the columns, if there are any
    if (cut_across) {
        const std::span counters(grid.sample_counts[0], std::size_t{most_strips(count)} * simd::kGridCells);
        width = choose_width(sample, stats, sweep, density_around(sample, stats, sweep, counters));
        SATORI_ASSERT(width > 0);
    }
    const auto cells_wide = [&](int c, double sizes) {
        return simd::kGridCells / whole_columns(stats, grid.axis[c], sizes);
    };
    const auto cell = [&](const simd::BoundsEntry<Dim>& entry, int c) { return grid.cell(c, entry.lo[grid.axis[c]]); };
    const double min_sampled = std::max(1.0, kMinColumnBoxes / sample.weight());
    std::uint32_t histogram[simd::kGridCells] = {};
    for (std::uint8_t* const part : {grid.strip_of, grid.slab_of}) std::fill_n(part, simd::kGridCells, std::uint8_t{0});
    grid.strip_count = grid.slab_count = 1;
    std::uint32_t fullest = cut_across ? 0 : sample.size();  // sampled boxes of the fullest stack
    if (cut_across) {
        for (const simd::BoundsEntry<Dim>& entry : sample) ++histogram[cell(entry, 1)];
        grid.strip_count = cut(CellAxis(grid, 1), histogram, cells_wide(1, width), min_sampled, most_strips(count),
                               grid.strip_of, fullest);
    }
    for (std::uint32_t s = 0; s <= grid.strip_count; ++s) grid.first_stack[s] = s;
    if constexpr (Dim == 3) {
        for (std::uint32_t s = 0; s < grid.strip_count; ++s)
            std::fill_n(grid.stack_in_strip[s], simd::kGridCells, std::uint8_t{0});
        if (cut_across) {
            for (std::uint32_t s = 0; s < grid.strip_count; ++s)
                std::fill_n(grid.sample_counts[s], simd::kGridCells, std::uint16_t{0});
            for (const simd::BoundsEntry<Dim>& entry : sample)
                ++grid.sample_counts[grid.strip_of[cell(entry, 1)]][cell(entry, 2)];
            fullest = 0;
            for (std::uint32_t s = 0; s < grid.strip_count; ++s)
                grid.first_stack[s + 1] =
                    grid.first_stack[s] + cut(CellAxis(grid, 2), grid.sample_counts[s], cells_wide(2, width),
                                              min_sampled, kMaxStrips, grid.stack_in_strip[s], fullest);
        }
    }
    grid.stack_count = grid.first_stack[grid.strip_count];
    SATORI_ASSERT(grid.strip_count <= most_strips(count));
    SATORI_ASSERT(base::strictly_ascending(grid.first_stack, grid.first_stack + grid.strip_count + 1));

    // Stacks that are too high are cut into slabs of equal numbers of boxes, the same slabs for all stacks.
    const double highest = fullest * sample.weight(), slab = cut_across ? kSlabBoxes : kPlainSlabBoxes;
    if (!plain && highest > 2 * slab) {
        const double most = std::min(double{kMaxStrips}, std::max(1.0, count / kMinSlabBoxes / grid.stack_count));
        const double slabs = std::min(most, std::ceil(highest / slab));
        std::fill_n(histogram, simd::kGridCells, 0U);
        for (const simd::BoundsEntry<Dim>& entry : sample) ++histogram[cell(entry, 0)];
        grid.slab_count =
            cut(CellAxis(grid, 0), histogram, cells_wide(0, kSlabHeight), std::floor(sample.size() / slabs),
                std::min(kMaxStrips, simd::kMostColumns / grid.stack_count), grid.slab_of, fullest);
    }
    SATORI_ASSERT(grid.column_count() <= simd::kMostColumns);
    SATORI_ASSERT(std::is_sorted(grid.strip_of, grid.strip_of + simd::kGridCells));
    SATORI_ASSERT(grid.strip_of[simd::kGridCells - 1] + 1U == grid.strip_count);
    SATORI_ASSERT(std::is_sorted(grid.slab_of, grid.slab_of + simd::kGridCells));
    SATORI_ASSERT(grid.slab_of[simd::kGridCells - 1] + 1U == grid.slab_count);
}

template <int Dim>
double hosting_cost(const ColumnGrid<Dim>& grid, const BoxStats<Dim>& natives, const BoxStats<Dim>& guests) noexcept {
    double parts[Dim];
    std::fill_n(parts, Dim, 1.0);
    parts[grid.axis[0]] = grid.slab_count;
    parts[grid.axis[1]] = grid.strip_count;
    if constexpr (Dim == 3) parts[grid.axis[2]] = static_cast<double>(grid.stack_count) / grid.strip_count;
    return columns_cost(natives, guests, grid.stats.extent, parts, grid.axis[0]);
}

template <int Dim>
double shared_grid_cost(const BoxStats<Dim>& a, const BoxStats<Dim>& b) noexcept {
    BoxStats<Dim> both;
    both.count = a.count + b.count;
    for (int axis = 0; axis < Dim; ++axis) {
        both.size[axis] = (a.size[axis] * a.count + b.size[axis] * b.count) / both.count;
        const double lo = std::min(a.lo[axis], b.lo[axis]);
        both.extent[axis] = std::max(a.lo[axis] + a.extent[axis], b.lo[axis] + b.extent[axis]) - lo;
        both.spread[axis] = std::max(1.0, both.extent[axis] / both.size[axis]);
    }
    const int sweep = choose_sweep_axis(both);
    const double width = choose_width(density(both), Dim - 1);
    double parts[Dim], columns = 1;
    for (int axis = 0; axis < Dim; ++axis) {
        parts[axis] = axis == sweep ? 1 : whole_columns(both, axis, width);
        columns *= parts[axis];
    }
    // kMinColumnBoxes limits the number of columns; the cross axes share the reduction.
    const double most = std::max(1.0, both.count / kMinColumnBoxes);
    for (int axis = 0; axis < Dim && columns > most; ++axis) {
        if (axis != sweep)
            parts[axis] = std::max(1.0, parts[axis] * (Dim == 3 ? std::sqrt(most / columns) : most / columns));
    }
    // The natives have no entries in this grid yet, so these cost too.
    return columns_cost(a, b, both.extent, parts, sweep) + a.count * kEntryCost;
}

template void plan_columns<2>(const EntryRange<2>&, const EntryRange<2>&, simd::BoundsEntry<2>*, bool,
                              ColumnGrid<2>&) noexcept;
template void plan_columns<3>(const EntryRange<3>&, const EntryRange<3>&, simd::BoundsEntry<3>*, bool,
                              ColumnGrid<3>&) noexcept;
template double hosting_cost<2>(const ColumnGrid<2>&, const BoxStats<2>&, const BoxStats<2>&) noexcept;
template double hosting_cost<3>(const ColumnGrid<3>&, const BoxStats<3>&, const BoxStats<3>&) noexcept;
template double shared_grid_cost<2>(const BoxStats<2>&, const BoxStats<2>&) noexcept;
template double shared_grid_cost<3>(const BoxStats<3>&, const BoxStats<3>&) noexcept;

}  // namespace satori::v0::broadphase
