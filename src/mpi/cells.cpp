#include "mpi/cells.hpp"

#include <algorithm>
#include <cstddef>

#include "base/assert.hpp"

namespace satori::v0::mpi {

namespace {

/// Cells from `begin` to before `end` along each axis.
struct CellRange {
    std::uint32_t begin[3], end[3];
};

/// A cut before a slab.
struct SlabCut {
    std::uint32_t axis = 0;
    std::uint32_t slab = 0;  // 0: none
    double cost = 0;
};

class Bisection {
public:
    Bisection(const Slabs& slabs, const std::uint64_t* counts, SlabSums& sums, CutTree& tree) noexcept
        : slabs_(slabs), counts_(counts), sums_(sums), tree_(tree) {
        for (int k = 0; k < 3; ++k)
            for (std::uint32_t i = 0; i < slabs.counts[k]; ++i)
                sums.shares[k][i] = std::min(1.0, 2.0 * slabs.edges[k] / width(k, i));
    }

    void divide(std::uint32_t node, std::uint32_t part_count, const CellRange& range) noexcept {
        if (part_count < 2) return;
        const SlabCut cut = best_cut(part_count, range);
        if (cut.slab == 0) return;  // all boxes are in one cell: the parts on the right stay empty
        tree_.nodes()[node] = {slabs_.begins[cut.axis][cut.slab - 1], cut.axis};
        const std::uint32_t left_count = CutTree::left_of(part_count);
        CellRange left = range, right = range;
        left.end[cut.axis] = cut.slab;
        right.begin[cut.axis] = cut.slab;
        divide(2 * node + 1, left_count, left);
        divide(2 * node + 2, part_count - left_count, right);
    }

private:
    /// Slabs of equal boxes have no width; for all others it is far above this.
    static constexpr double kLeastWidth = 1e-30;

    double width(int axis, std::uint32_t slab) const noexcept {
        const float* const begins = slabs_.begins[axis];
        const double begin = slab == 0 ? slabs_.ends[axis][0] : begins[slab - 1];
        const double end = slab + 1 == slabs_.counts[axis] ? slabs_.ends[axis][1] : begins[slab];
        return std::max(end - begin, kLeastWidth);
    }

    void sum(const CellRange& range) noexcept {
        for (int k = 0; k < 3; ++k) {
            std::fill(sums_.weights[k] + range.begin[k], sums_.weights[k] + range.end[k], 0.0);
            std::fill(sums_.counts[k] + range.begin[k], sums_.counts[k] + range.end[k], 0.0);
        }
        std::uint32_t at[3];
        for (at[0] = range.begin[0]; at[0] < range.end[0]; ++at[0])
            for (at[1] = range.begin[1]; at[1] < range.end[1]; ++at[1])
                for (at[2] = range.begin[2]; at[2] < range.end[2]; ++at[2]) {
                    const std::size_t cell = (std::size_t{at[0]} * slabs_.counts[1] + at[1]) * slabs_.counts[2] + at[2];
                    if (counts_[cell] == 0) continue;
                    const auto count = static_cast<double>(counts_[cell]);
                    const double share = sums_.shares[0][at[0]] * sums_.shares[1][at[1]] * sums_.shares[2][at[2]];
                    for (int k = 0; k < 3; ++k) {
                        sums_.weights[k][at[k]] += count + 0.5 * count * count * share;
                        sums_.counts[k][at[k]] += count;
                    }
                }
    }

    /// The cost of a cut is the weight per part on the heavier side, and the share of the boxes that touch the cut.
    SlabCut best_cut(std::uint32_t part_count, const CellRange& range) noexcept {
        sum(range);
        const double left_parts = CutTree::left_of(part_count), right_parts = part_count - left_parts;
        SlabCut best;
        for (std::uint32_t k = 0; k < 3; ++k) {
            double all = 0, boxes = 0, left = 0;
            for (std::uint32_t i = range.begin[k]; i < range.end[k]; ++i) {
                all += sums_.weights[k][i];
                boxes += sums_.counts[k][i];
            }
            for (std::uint32_t i = range.begin[k] + 1; i < range.end[k]; ++i) {
                left += sums_.weights[k][i - 1];
                const double touching =
                    sums_.counts[k][i - 1] * std::min(1.0, slabs_.edges[k] / width(static_cast<int>(k), i - 1));
                const double cost = std::max(left / left_parts, (all - left) / right_parts) +
                                    all / part_count * (touching / std::max(boxes, 1.0));
                if (best.slab == 0 || cost < best.cost) best = {k, i, cost};
            }
        }
        return best;
    }

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
        for (std::size_t i = 0; i < count; ++i) scratch[i] = at(samples[i].min, k);
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
        for (std::size_t i = 0; i < count; ++i) scratch[i] = at(samples[i].min, k);
        std::sort(scratch, scratch + count);
        for (std::size_t i = 1; i < slabs.counts[k]; ++i) slabs.begins[k][i - 1] = scratch[i * count / slabs.counts[k]];
    }
    SATORI_ASSERT(slabs.cell_count() <= kCellCount);
}

void bisect(const Slabs& slabs, const std::uint64_t* counts, SlabSums& sums, std::uint32_t part_count,
            CutTree& tree) noexcept {
    const CellRange all{{0, 0, 0}, {slabs.counts[0], slabs.counts[1], slabs.counts[2]}};
    Bisection(slabs, counts, sums, tree).divide(0, part_count, all);
}

}  // namespace satori::v0::mpi
