// Tests that the sweep kernels find the pairs of a sorted column in order, for every block size of a scan and every
// buffer size. The block size that the code chooses for two columns is as long as their scans.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "broadphase/columns/sweep_block.hpp"
#include "simd/dispatch.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"
#include "support/sweep_lines.hpp"

namespace satori {
namespace {

constexpr std::uint32_t kBlocks[] = {simd::kSweepBlock, simd::kHalfSweepBlock, simd::kQuarterSweepBlock};

// Boxes of a column as the driver gives them to a sweep.
template <int Dim>
class Column : public test::SweepLines<Dim> {
public:
    using test::SweepLines<Dim>::arrays;

    // Lower bounds in [0, 100). About `reach` boxes are within reach of each box along the sweep axis; one box in
    // `long_each` has ten times as many. Ids begin with `first_id`.
    Column(std::uint32_t count, double reach, std::uint32_t first_id, std::uint64_t seed, std::uint32_t long_each = 16)
        : test::SweepLines<Dim>(count) {
        test::Random random(seed);
        std::vector<float> begins(count);
        // Few enough values that some are equal.
        for (float& begin : begins) begin = static_cast<float>(random.below(1U << 12)) * (100.0F / (1U << 12));
        std::sort(begins.begin(), begins.end());
        for (std::uint32_t i = 0; i < count; ++i) {
            arrays.lo[0][i] = begins[i];
            const double reach_here = i % long_each == 5 ? 10 * reach : reach;
            arrays.hi[0][i] = begins[i] + static_cast<float>(random.uniform(0, 200 * reach_here / count));
            for (int c = 1; c < Dim; ++c) {
                arrays.lo[c][i] = static_cast<float>(random.uniform(0, 3));
                arrays.hi[c][i] = arrays.lo[c][i] + 1;
            }
            arrays.id[i] = first_id + (i * 7919U + 13) % 10007;
            arrays.missing[i] = random.below(4) == 0 ? simd::kMissing[random.below(Dim)] : 0;
        }
    }

    bool overlap(std::uint32_t i, const simd::SweepArrays<Dim>& other, std::uint32_t j) const {
        bool meet = (arrays.missing[i] & other.missing[j]) == 0;
        for (int c = 0; c < Dim; ++c)
            meet = meet && arrays.lo[c][i] <= other.hi[c][j] && other.lo[c][j] <= arrays.hi[c][i];
        return meet;
    }
};

// Calls f for each box of a column with each box behind it, in the order of a sweep.
template <class F>
void for_each_combination(std::uint32_t count, F&& f) {
    for (std::uint32_t tile = 0; tile < count; tile += simd::kTileOuter) {
        const std::uint32_t end = std::min(tile + simd::kTileOuter, count), far = tile + 1 + simd::kTileReach;
        for (std::uint32_t inner = tile + 1; inner < std::min(far, count); inner += simd::kTileInner) {
            for (std::uint32_t i = tile; i < end; ++i) {
                for (std::uint32_t j = inner; j < std::min(inner + simd::kTileInner, count); ++j) {
                    if (i < j) f(i, j);
                }
            }
        }
        for (std::uint32_t i = tile; i < end; ++i) {
            for (std::uint32_t j = far; j < count; ++j) f(i, j);
        }
    }
}

BoxPair ordered(std::uint32_t a, std::uint32_t b) {
    return {std::min(a, b), std::max(a, b)};
}

class SweepKernel : public test::IsaTest {
protected:
    // Finds all pairs, with a buffer that has to be emptied whenever `capacity` of them are in it.
    template <int Dim>
    std::vector<BoxPair> sweep(const simd::SweepArrays<Dim>& a, const simd::SweepArrays<Dim>* b, std::uint32_t block,
                               std::uint32_t capacity, simd::PairOrder order = simd::PairOrder::by_id) const {
        std::vector<std::uint32_t> first(capacity + simd::kSentinels), second(first.size());
        simd::SweepState<Dim> state{};
        state.a = a;
        if (b != nullptr) state.b = *b;
        state.order = order;
        state.block[0] = state.block[1] = block;
        state.first = first.data();
        state.second = second.data();
        state.capacity = capacity;
        const auto& kernels = simd::kernels_for<Dim>(*simd::kernel_table_of(isa()));
        std::vector<BoxPair> pairs;
        bool begun = false;
        // An earlier sweep has left no room in the buffer.
        state.count = capacity + simd::kSweepBlock - 1;
        do {
            (b == nullptr ? kernels.sweep_self : kernels.sweep_cross)(state);
            if (!begun) {
                EXPECT_TRUE(!state.done || a.count == 0);
                EXPECT_EQ(state.count, capacity + simd::kSweepBlock - 1);
                begun = true;
                state.count = 0;
                if (state.done) break;
                continue;
            }
            EXPECT_LT(state.count, capacity + simd::kSweepBlock);
            for (std::uint32_t k = 0; k < state.count; ++k) pairs.push_back({first[k], second[k]});
            state.count = 0;
        } while (!state.done);
        return pairs;
    }

    template <int Dim>
    void expect_every_pair(std::uint32_t count, double reach) const {
        SCOPED_TRACE(std::to_string(count) + " boxes, " + std::to_string(reach) + " within reach");
        // The ids of both columns are mixed, so that each PairOrder names the boxes differently.
        const Column<Dim> column(count, reach, 0, count + 1);
        const Column<Dim> others(count / 3 + 1, reach, 5000, count + 2);
        std::vector<BoxPair> expected, expected_cross[3];  // by simd::PairOrder
        for_each_combination(count, [&](std::uint32_t i, std::uint32_t j) {
            if (column.overlap(i, column.arrays, j))
                expected.push_back(ordered(column.arrays.id[i], column.arrays.id[j]));
        });
        for (std::uint32_t i = 0; i < count; ++i) {
            for (std::uint32_t j = 0; j < others.arrays.count; ++j) {
                if (!column.overlap(i, others.arrays, j)) continue;
                const std::uint32_t a = column.arrays.id[i], b = others.arrays.id[j];
                expected_cross[0].push_back(ordered(a, b));
                expected_cross[1].push_back({a, b});
                expected_cross[2].push_back({b, a});
            }
        }
        for (std::vector<BoxPair>& pairs : expected_cross) std::sort(pairs.begin(), pairs.end());
        for (const std::uint32_t capacity : {1U, 2U, 3U, 7U, 20U, 50U, 100000U})
            EXPECT_TRUE(sweep<Dim>(column.arrays, nullptr, 0, capacity) == expected) << "room for " << capacity;
        for (const std::uint32_t block : kBlocks) {
            for (const std::uint32_t capacity : {1U, 50U, 100000U}) {
                for (const simd::PairOrder order :
                     {simd::PairOrder::by_id, simd::PairOrder::outer_first, simd::PairOrder::inner_first}) {
                    const int o = static_cast<int>(order);
                    auto cross = sweep<Dim>(column.arrays, &others.arrays, block, capacity, order);
                    std::sort(cross.begin(), cross.end());
                    EXPECT_TRUE(cross == expected_cross[o])
                        << block << " at once, room for " << capacity << ", order " << o;
                }
            }
        }
    }
};

TEST_P(SweepKernel, EveryPairInOrderWhateverTheBlock) {
    for (const double reach : {0.5, 3.0, 12.0, 60.0}) {
        for (const std::uint32_t count : {0U, 1U, 2U, 7U, 8U, 9U, 16U, 31U, 33U, 64U, 65U, 66U, 301U}) {
            expect_every_pair<3>(count, reach);
            expect_every_pair<2>(count, reach);
        }
    }
}

// A box that reaches far fills the buffer with its last block; the tile behind it must not add to that.
TEST_P(SweepKernel, StopsBehindAFarScanThatFillsTheBuffer) {
    constexpr std::uint32_t kCount = 100, kCapacity = 32;
    const Column<3> column(kCount, 1, 0, 5);
    for (std::uint32_t i = 0; i < kCount; ++i) {
        column.arrays.lo[0][i] = static_cast<float>(i);
        column.arrays.hi[0][i] = i == 7 ? 94.5F : i >= 8 && i <= 10 ? 11.0F : static_cast<float>(i) + 0.5F;
        for (int c = 1; c < 3; ++c) {
            column.arrays.lo[c][i] = 0;
            column.arrays.hi[c][i] = 1;
        }
        column.arrays.missing[i] = 0;
    }
    std::vector<BoxPair> expected;
    for_each_combination(kCount, [&](std::uint32_t i, std::uint32_t j) {
        if (column.overlap(i, column.arrays, j)) expected.push_back(ordered(column.arrays.id[i], column.arrays.id[j]));
    });
    // The buffer fills up at every possible place.
    for (std::uint32_t before = 0; before < kCapacity; ++before) {
        std::vector<std::uint32_t> first(kCapacity + simd::kSentinels), second(first.size());
        simd::SweepState<3> state{};
        state.a = column.arrays;
        state.first = first.data();
        state.second = second.data();
        state.capacity = kCapacity;
        state.count = before;
        std::vector<BoxPair> pairs;
        std::uint32_t begin = before;
        do {
            simd::kernels_for<3>(*simd::kernel_table_of(isa())).sweep_self(state);
            ASSERT_LT(state.count, kCapacity + simd::kSweepBlock) << before << " there before";
            for (std::uint32_t k = begin; k < state.count; ++k) pairs.push_back({first[k], second[k]});
            state.count = begin = 0;
        } while (!state.done);
        EXPECT_TRUE(pairs == expected) << before << " there before";
    }
}

SATORI_FOR_EACH_ISA(SweepKernel);

TEST(SweepBlock, IsAsLongAsMostScans) {
    using broadphase::sweep_block;
    struct Scans {
        double reach;
        std::uint32_t block;
    };
    for (const Scans scans : {Scans{2, 8}, {10, 16}, {60, 32}}) {
        const double reach = scans.reach;
        const std::uint32_t block = scans.block;
        // Scans of equal length.
        Column<3> column(2000, reach, 0, 3), others(2000, reach, 20000, 4);
        for (Column<3>* list : {&column, &others}) {
            for (std::uint32_t i = 0; i < 2000; ++i) {
                list->arrays.lo[0][i] = static_cast<float>(i);
                list->arrays.hi[0][i] = static_cast<float>(i + reach);
            }
        }
        EXPECT_EQ(sweep_block(column.arrays, others.arrays), block);
        // One scan in nine goes over everything. That does not justify a longer block for all scans.
        const auto lengthen = [&](std::uint32_t each) {
            for (std::uint32_t i = 0; i < 2000; ++i)
                column.arrays.hi[0][i] = static_cast<float>(i % each == 0 ? 3000 : i + reach);
        };
        lengthen(9);
        EXPECT_EQ(sweep_block(column.arrays, others.arrays), block);
        lengthen(4);
        // Each direction of a cross sweep uses the scans of its own outer boxes.
        EXPECT_EQ(sweep_block(column.arrays, others.arrays), simd::kSweepBlock);
        EXPECT_EQ(sweep_block(others.arrays, column.arrays), block);
    }
}

}  // namespace
}  // namespace satori
