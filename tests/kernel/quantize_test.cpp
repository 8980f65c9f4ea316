// Tests that the quantize kernel finds the same cells as ColumnGrid::cell(), to the bit, in even grids and between
// knots.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "broadphase/column_grid.hpp"
#include "simd/dispatch.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

using broadphase::ColumnGrid;
using simd::BoundsEntry;

constexpr std::uint32_t kBoxes = 10000;

class QuantizeKernel : public test::IsaTest {
protected:
    // Checks the entries of boxes in their grid. On axis 0 boxes lie close together; on the other axes most boxes lie
    // in one heap.
    template <int Dim>
    void check() {
        test::Random random(1);
        std::vector<BoundsEntry<Dim>> entries(kBoxes), scratch(kBoxes + 1);
        for (BoundsEntry<Dim>& entry : entries) {
            const bool far = random.below(50) == 0;
            for (int axis = 0; axis < Dim; ++axis) {
                entry.lo[axis] = static_cast<float>(random.uniform(-1, 1) * (axis == 0 ? 2 : far ? 1e6 : 5));
                entry.hi[axis] = entry.lo[axis] + 1;
            }
        }
        ColumnGrid<Dim> grid;
        const auto rows = broadphase::most_strips(kBoxes);
        std::vector<std::uint8_t> cells(rows * simd::kGridCells);
        std::vector<std::uint16_t> counts(rows * simd::kGridCells);
        grid.stack_in_strip = reinterpret_cast<typename ColumnGrid<Dim>::CellRow*>(cells.data());
        grid.sample_counts = reinterpret_cast<typename ColumnGrid<Dim>::CountRow*>(counts.data());
        simd::Knots knots[Dim];
        grid.knots = knots;
        plan_columns<Dim>({entries.data(), kBoxes}, {}, scratch.data(), false, grid);
        for (int axis = 0; axis < Dim; ++axis) ASSERT_EQ(grid.uneven[axis], axis != 0);

        add_extremes(grid, entries);
        const auto count = static_cast<std::uint32_t>(entries.size());
        entries.resize(simd::padded(count));
        std::vector<std::uint32_t> found[Dim];
        simd::QuantizeArgs<Dim> args{};
        args.entries = entries.data();
        args.count = count;
        args.end = Dim;
        for (int c = 0; c < Dim; ++c) {
            found[c].resize(entries.size());
            const int axis = args.axis[c] = grid.axis[c];
            args.origin[c] = grid.origin[c];
            args.scale[c] = grid.scale[c];
            args.knots[c] = grid.uneven[axis] ? &grid.knots[axis] : nullptr;
            args.cells[c] = found[c].data();
        }
        simd::kernels_for<Dim>(*simd::kernel_table_of(isa())).quantize(args);

        for (int c = 0; c < Dim; ++c) {
            const int axis = grid.axis[c];
            const float* const all = grid.knots[axis].all;
            for (std::uint32_t i = 0; i < count; ++i) {
                for (const bool upper : {false, true}) {
                    const float bound = upper ? entries[i].hi[axis] : entries[i].lo[axis];
                    const std::uint32_t cell = found[c][i] >> (upper ? 16 : 0) & 0xffff;
                    ASSERT_EQ(cell, grid.cell(c, bound)) << bound << " on axis " << axis;
                    if (!grid.uneven[axis]) continue;
                    ASSERT_EQ(cell, std::upper_bound(all, all + simd::kGridCells - 1, bound) - all) << bound;
                }
            }
        }
    }

    // Adds boxes at and beside every knot, at zeros, and at the largest floats.
    template <int Dim>
    static void add_extremes(const ColumnGrid<Dim>& grid, std::vector<BoundsEntry<Dim>>& entries) {
        constexpr float kMost = std::numeric_limits<float>::max();
        const auto add = [&](float lo, float hi) {
            BoundsEntry<Dim> entry{};
            std::fill_n(entry.lo, Dim, lo);
            std::fill_n(entry.hi, Dim, hi);
            entries.push_back(entry);
        };
        for (std::uint32_t i = 0; i + 1 < simd::kGridCells; ++i) {
            const float knot = grid.knots[1].all[i];
            add(knot, knot);
            add(std::nextafter(knot, -kMost), std::nextafter(knot, kMost));
        }
        add(-kMost, kMost);
        add(kMost, kMost);
        add(-kMost, -kMost);
        add(-0.0F, 0.0F);
        add(0.0F, -0.0F);
    }
};

TEST_P(QuantizeKernel, FindsTheGridsCells) {
    check<2>();
    check<3>();
}

SATORI_FOR_EACH_ISA(QuantizeKernel);

}  // namespace
}  // namespace satori
