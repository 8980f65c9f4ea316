#include "mpi/cells.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "base/assert.hpp"

namespace satori::v0::mpi {

namespace {

/// A part of space, in slabs: from `begin` to `end` along each axis. A cut may go through a slab; then its boxes are on
/// both sides in proportion.
struct SlabRange {
    double begin[3], end[3];

    std::uint32_t first(int axis) const noexcept { return static_cast<std::uint32_t>(begin[axis]); }
    std::uint32_t last(int axis) const noexcept { return static_cast<std::uint32_t>(std::ceil(end[axis])); }
    /// Which share of a slab is in the range.
    double share(int axis, std::uint32_t slab) const noexcept {
        return std::min(end[axis], slab + 1.0) - std::max(begin[axis], static_cast<double>(slab));
    }
};

/// A cut across an axis, in slabs.
struct SlabCut {
    int axis = -1;  // none
    double at = 0;
    double touching = 0;  // the boxes that it goes through, about
};

class Bisection {
public:
    Bisection(const Slabs& slabs, const std::uint64_t* counts, SlabSums& sums, CutTree& tree) noexcept
        : slabs_(slabs), counts_(counts), sums_(sums), tree_(tree) {
        for (int k = 0; k < 3; ++k)
            for (std::uint32_t i = 0; i < slabs.counts[k]; ++i)
                sums.shares[k][i] = std::min(1.0, 2.0 * slabs.edges[k] / (end_of(k, i) - begin_of(k, i) + kLeastWidth));
    }

    void divide(std::uint32_t node, std::uint32_t part_count, const SlabRange& range) noexcept {
        if (part_count < 2) return;
        const std::uint32_t left_count = CutTree::left_of(part_count);
        const SlabCut cut = best_cut(static_cast<double>(left_count) / part_count, range);
        if (cut.axis < 0) return;  // no boxes: the parts on the right stay empty
        const auto slab = static_cast<std::uint32_t>(cut.at);
        const double begin = begin_of(cut.axis, slab), end = end_of(cut.axis, slab);
        tree_.nodes()[node] = {static_cast<float>(begin + (end - begin) * (cut.at - slab)),
                               static_cast<std::uint32_t>(cut.axis)};
        SlabRange left = range, right = range;
        left.end[cut.axis] = cut.at;
        right.begin[cut.axis] = cut.at;
        divide(2 * node + 1, left_count, left);
        divide(2 * node + 2, part_count - left_count, right);
    }

private:
    /// Slabs of equal boxes have no width; for all others it is far above this.
    static constexpr double kLeastWidth = 1e-30;

    double begin_of(int axis, std::uint32_t slab) const noexcept {
        return slab == 0 ? slabs_.ends[axis][0] : slabs_.begins[axis][slab - 1];
    }
    double end_of(int axis, std::uint32_t slab) const noexcept {
        return slab + 1 == slabs_.counts[axis] ? slabs_.ends[axis][1] : slabs_.begins[axis][slab];
    }

    /// Sums the weights and boxes of each slab within the range.
    void sum(const SlabRange& range) noexcept {
        for (int k = 0; k < 3; ++k) {
            std::fill(sums_.weights[k] + range.first(k), sums_.weights[k] + range.last(k), 0.0);
            std::fill(sums_.counts[k] + range.first(k), sums_.counts[k] + range.last(k), 0.0);
        }
        std::uint32_t at[3];
        for (at[0] = range.first(0); at[0] < range.last(0); ++at[0])
            for (at[1] = range.first(1); at[1] < range.last(1); ++at[1])
                for (at[2] = range.first(2); at[2] < range.last(2); ++at[2]) add_cell(range, at);
    }

    void add_cell(const SlabRange& range, const std::uint32_t (&at)[3]) noexcept {
        const std::size_t cell = (std::size_t{at[0]} * slabs_.counts[1] + at[1]) * slabs_.counts[2] + at[2];
        if (counts_[cell] == 0) return;
        const auto count = static_cast<double>(counts_[cell]);
        double pairs = 0.5 * count * count, inside = 1;
        for (int k = 0; k < 3; ++k) {
            pairs *= sums_.shares[k][at[k]];
            inside *= range.share(k, at[k]);
        }
        for (int k = 0; k < 3; ++k) {
            sums_.weights[k][at[k]] += inside * (count + pairs);
            sums_.counts[k][at[k]] += inside * count;
        }
    }

    /// Of the cuts that leave this share of the weight on the left, one across each axis, the one that goes through the
    /// fewest boxes.
    SlabCut best_cut(double left_share, const SlabRange& range) noexcept {
        sum(range);
        SlabCut best;
        for (int k = 0; k < 3; ++k) {
            if (slabs_.counts[k] == 1) continue;
            const double all =
                std::accumulate(sums_.weights[k] + range.first(k), sums_.weights[k] + range.last(k), 0.0);
            if (all == 0) return {};
            const double wanted = left_share * all;
            double left = 0;
            std::uint32_t slab = range.first(k);
            while (slab + 1 < range.last(k) && left + sums_.weights[k][slab] < wanted) left += sums_.weights[k][slab++];
            const double begin = std::max(range.begin[k], static_cast<double>(slab)), inside = range.share(k, slab);
            const double weight = sums_.weights[k][slab];
            const double at = begin + (weight > 0 ? std::min(1.0, (wanted - left) / weight) * inside : 0);
            // As many per slab as in this one, and as many slabs as a box is wide.
            const double width = end_of(k, slab) - begin_of(k, slab) + kLeastWidth;
            const double touching = sums_.counts[k][slab] / inside * std::min(1.0, slabs_.edges[k] / width);
            if (best.axis < 0 || touching < best.touching) best = {k, std::min(at, slab + kLastShare), touching};
        }
        return best;
    }

    /// A cut is in its slab, not at the begin of the next one, which may be behind the last.
    static constexpr double kLastShare = 1 - 1e-9;

    const Slabs& slabs_;
    const std::uint64_t* counts_;
    SlabSums& sums_;
    CutTree& tree_;
};

}  // namespace

void make_slabs(std::span<const Aabb> samples, float* scratch, Slabs& slabs) noexcept {
    const std::size_t count = samples.size();
    SATORI_ASSERT(count > 0);
    const auto at = [](const Vec3& v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; };
    bool wide[3];
    int wide_count = 0;
    for (int k = 0; k < 3; ++k) {
        for (std::size_t i = 0; i < count; ++i) scratch[i] = at(samples[i].max, k) - at(samples[i].min, k);
        std::nth_element(scratch, scratch + count / 2, scratch + count);
        slabs.edges[k] = scratch[count / 2];
        for (std::size_t i = 0; i < count; ++i) scratch[i] = at(middle_of(samples[i]), k);
        std::sort(scratch, scratch + count);
        slabs.ends[k][0] = scratch[0];
        slabs.ends[k][1] = scratch[count - 1];
        wide[k] = scratch[count - 1 - count / 20] - scratch[count / 20] > 4 * slabs.edges[k];
        wide_count += wide[k] ? 1 : 0;
    }
    // Along an axis on which most boxes are beside each other, a cut is of no use.
    const std::uint32_t most = wide_count == 1 ? kMostSlabs : wide_count == 2 ? 512 : 64;
    for (int k = 0; k < 3; ++k) {
        slabs.counts[k] = wide[k] || wide_count == 0 ? most : 1;
        if (slabs.counts[k] == 1) continue;
        for (std::size_t i = 0; i < count; ++i) scratch[i] = at(middle_of(samples[i]), k);
        std::sort(scratch, scratch + count);
        for (std::size_t i = 1; i < slabs.counts[k]; ++i) slabs.begins[k][i - 1] = scratch[i * count / slabs.counts[k]];
    }
    SATORI_ASSERT(slabs.cell_count() <= kCellCount);
}

void bisect(const Slabs& slabs, const std::uint64_t* counts, SlabSums& sums, std::uint32_t part_count,
            CutTree& tree) noexcept {
    const SlabRange all{{0, 0, 0},
                        {static_cast<double>(slabs.counts[0]), static_cast<double>(slabs.counts[1]),
                         static_cast<double>(slabs.counts[2])}};
    Bisection(slabs, counts, sums, tree).divide(0, part_count, all);
}

}  // namespace satori::v0::mpi
