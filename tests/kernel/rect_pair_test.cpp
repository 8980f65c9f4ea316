// R7 and R10 in 2D: a pair's answer does not depend on the instruction set, its lane, the batch's size, or the order of
// its two rectangles. Touching is exact where the arithmetic is exact.

#include <cstdlib>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/pair_lanes.hpp"
#include "support/rect_regimes.hpp"

namespace satori {
namespace {

class RectPairKernel : public test::IsaTest {
protected:
    static test::PosedPairs<OrientedRect> touching_rects(int pairs_per_regime, std::uint64_t seed) {
        return test::touching_pairs<OrientedRect>(test::kRectRegimes, test::make_rect_pair, pairs_per_regime, seed);
    }
};

TEST_P(RectPairKernel, EqualsTheScalarSetAndSinglePairs) {
    test::expect_pair_sets_do_not_matter(touching_rects(300, 1), execution());
}

TEST_P(RectPairKernel, LanesOrderAndNeighboursDoNotMatter) {
    test::expect_pair_lanes_do_not_matter(touching_rects(20, 2), execution());
}

// Batches of every size: a rectangle's floats and bounds do not depend on where it stands.
TEST_P(RectPairKernel, EveryIngestSizeAndLane) {
    const auto rects = touching_rects(6, 3).boxes;
    const auto all = test::make_batch(rects, execution());
    const auto bounds = test::bounds_of(all, execution());
    for (std::size_t size = 1; size <= 70; ++size) {
        const std::size_t first = size % 17;
        const std::vector<OrientedRect> part(rects.begin() + static_cast<std::ptrdiff_t>(first),
                                             rects.begin() + static_cast<std::ptrdiff_t>(first + size));
        const RectBatch batch = test::make_batch(part, execution());
        for (std::uint32_t c = 0; c < kRectComponentCount; ++c) {
            const auto component = static_cast<RectComponent>(c);
            ASSERT_EQ(std::memcmp(batch.component(component).data(), all.component(component).data() + first,
                                  size * sizeof(float)),
                      0)
                << size << " rectangles, component " << c;
        }
        const auto part_bounds = test::bounds_of(batch, execution());
        ASSERT_EQ(std::memcmp(part_bounds.data(), bounds.data() + first, size * sizeof(Aabb2)), 0) << size;
    }
}

// Upright rectangles on quarters of a meter, where every operation of the test is exact.
TEST_P(RectPairKernel, TouchingIsExactOnDyadicCoordinates) {
    struct GridRect {
        int center[2], half[2];
    };
    const auto overlap = [](const GridRect& a, const GridRect& b, Boundary boundary) {
        for (int k = 0; k < 2; ++k) {
            const int gap = std::abs(a.center[k] - b.center[k]) - a.half[k] - b.half[k];
            if (boundary == Boundary::closed ? gap > 0 : gap >= 0) return false;
            if (boundary == Boundary::open && (a.half[k] == 0 || b.half[k] == 0)) return false;
        }
        return true;
    };
    test::Random random(6);
    std::size_t touching = 0, overlapping = 0;
    for (const int origin : {-12, -12, -12, 0, 4000000, -4000000, 16000000}) {
        std::vector<GridRect> grid(120);
        std::vector<OrientedRect> rects;
        const auto meters = [](int quarters) { return 0.25F * static_cast<float>(quarters); };
        for (GridRect& rect : grid) {
            for (int k = 0; k < 2; ++k) {
                rect.center[k] = origin + static_cast<int>(random.below(40));
                rect.half[k] = static_cast<int>(random.below(5));
            }
            rects.push_back({{meters(rect.center[0]), meters(rect.center[1])},
                             {meters(rect.half[0]), meters(rect.half[1])},
                             random.coin() ? 0.0F : -0.0F});
        }
        const RectBatch batch = test::make_batch(rects, execution());
        for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
            std::vector<BoxPair> expected, all;
            std::vector<std::uint8_t> answers;
            for (std::uint32_t i = 0; i < grid.size(); ++i) {
                for (std::uint32_t j = i + 1; j < grid.size(); ++j) {
                    all.push_back({i, j});
                    answers.push_back(overlap(grid[i], grid[j], boundary));
                    if (answers.back() != 0) expected.push_back({i, j});
                    touching +=
                        overlap(grid[i], grid[j], Boundary::closed) && !overlap(grid[i], grid[j], Boundary::open);
                }
            }
            EXPECT_EQ(test::sorted(test::overlaps_of(batch, execution(), {boundary})), expected);
            EXPECT_EQ(test::answers_of(batch, all, execution(), {boundary}), answers);
            overlapping += expected.size();
        }
    }
    EXPECT_GT(touching, 1000U);
    EXPECT_GT(overlapping, 1000U);
}

TEST_P(RectPairKernel, CoincidentRectanglesOverlapUnlessFlatUnderOpen) {
    for (const float thickness : {0.0F, 1e-7F, 1.0F, 1e8F}) {
        const OrientedRect rect{{3, -4}, {2, thickness}, 0.7F};
        const RectBatch batch = test::make_batch(std::vector{rect, rect}, execution());
        EXPECT_EQ(test::overlaps_of(batch, execution(), {Boundary::closed}).size(), 1U) << thickness;
        EXPECT_EQ(test::overlaps_of(batch, execution(), {Boundary::open}).size(), thickness == 0 ? 0U : 1U);
    }
}

SATORI_FOR_EACH_ISA(RectPairKernel);

}  // namespace
}  // namespace satori
