// Tests exact touching: axis-aligned boxes on dyadic coordinates, where every operation of the test is exact.

#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

// Coordinates in quarters of a meter.
struct GridBox {
    int center[3];
    int half[3];
};

// Rotations that map axes to axes, with quaternions that are not normalized, and the world axis that each box axis goes
// to.
struct AxisRotation {
    Quat rotation;
    int world_axis[3];
};
const AxisRotation kAxisRotations[] = {
    {{0, 0, 0, 1}, {0, 1, 2}},  {{1, 0, 0, 0}, {0, 1, 2}},  {{0, 2, 0, 0}, {0, 1, 2}}, {{0, 0, -3, 0}, {0, 1, 2}},
    {{1, 0, 0, 1}, {0, 2, 1}},  {{-5, 0, 0, 5}, {0, 2, 1}}, {{0, 1, 0, 1}, {2, 1, 0}}, {{0, -1, 0, 1}, {2, 1, 0}},
    {{0, 0, 1, 1}, {1, 0, 2}},  {{0, 0, 1, -1}, {1, 0, 2}}, {{1, 1, 1, 1}, {1, 2, 0}}, {{-1, -1, -1, 1}, {2, 0, 1}},
    {{1, -1, 1, 1}, {2, 0, 1}}, {{1, 1, 0, 0}, {1, 0, 2}},  {{0, 1, 1, 0}, {0, 2, 1}}, {{1, 0, -1, 0}, {2, 1, 0}},
};

OrientedBox to_box(const GridBox& grid, const AxisRotation& rotation) {
    OrientedBox box;
    const auto meters = [](int quarters) { return 0.25F * static_cast<float>(quarters); };
    box.center = {meters(grid.center[0]), meters(grid.center[1]), meters(grid.center[2])};
    // The half extent along box axis i is the wanted half extent along the world axis that it points to.
    box.half_extents = {meters(grid.half[rotation.world_axis[0]]), meters(grid.half[rotation.world_axis[1]]),
                        meters(grid.half[rotation.world_axis[2]])};
    box.rotation = rotation.rotation;
    return box;
}

bool overlap_exactly(const GridBox& a, const GridBox& b, Boundary boundary) {
    for (int k = 0; k < 3; ++k) {
        const int gap = std::abs(a.center[k] - b.center[k]) - a.half[k] - b.half[k];
        if (boundary == Boundary::closed ? gap > 0 : gap >= 0) return false;
        if (boundary == Boundary::open && (a.half[k] == 0 || b.half[k] == 0)) return false;
    }
    return true;
}

bool touch_exactly(const GridBox& a, const GridBox& b) {
    return overlap_exactly(a, b, Boundary::closed) && !overlap_exactly(a, b, Boundary::open);
}

class BoundaryTest : public test::IsaTest {
protected:
    // `count` boxes within a cube of `width` quarters: small enough that many touch.
    void check(int count, int width, int origin, std::uint64_t seed) {
        test::Random random(seed);
        std::vector<GridBox> grid;
        std::vector<OrientedBox> boxes;
        for (int i = 0; i < count; ++i) {
            GridBox box;
            for (int k = 0; k < 3; ++k) {
                box.center[k] = origin + static_cast<int>(random.below(static_cast<std::uint32_t>(width)));
                box.half[k] = static_cast<int>(random.below(5));
            }
            grid.push_back(box);
            boxes.push_back(to_box(box, kAxisRotations[random.below(std::size(kAxisRotations))]));
        }
        const BoxBatch batch = test::make_batch(boxes, execution());
        for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
            std::vector<BoxPair> expected, all;
            std::vector<std::uint8_t> answers;
            for (std::uint32_t i = 0; i < grid.size(); ++i) {
                for (std::uint32_t j = i + 1; j < grid.size(); ++j) {
                    const bool overlap = overlap_exactly(grid[i], grid[j], boundary);
                    if (overlap) expected.push_back({i, j});
                    all.push_back({i, j});
                    answers.push_back(overlap);
                    if (touch_exactly(grid[i], grid[j])) ++touching_;
                }
            }
            EXPECT_EQ(test::sorted(test::overlaps_of(batch, execution(), {boundary})), expected);
            EXPECT_EQ(test::answers_of(batch, all, execution(), {boundary}), answers);
            overlapping_ += expected.size();
        }
    }
    std::size_t touching_ = 0, overlapping_ = 0;
};

TEST_P(BoundaryTest, ExactOnDyadicAxisAlignedBoxes) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) check(100, 24, -12, seed);
    EXPECT_GT(touching_, 1000U);
    EXPECT_GT(overlapping_, 1000U);
}

TEST_P(BoundaryTest, ExactFarFromTheOrigin) {
    // A float at 1e6 still holds sixteenths of a meter; at 4e6 quarters.
    for (const int origin : {4000000, -4000000, 16000000}) check(100, 24, origin, 99);
    EXPECT_GT(touching_, 100U);
}

TEST_P(BoundaryTest, CandidatesDoNotDependOnTheBoundary) {
    const std::vector<OrientedBox> boxes = {
        {{0, 0, 0}, {1, 1, 1}, {}}, {{2, 0, 0}, {1, 1, 1}, {}}, {{0, 0, 0}, {0, 0, 0}, {}}};
    const BoxBatch batch = test::make_batch(boxes, execution());
    Workspace workspace;
    PairResult closed, open;
    ASSERT_EQ(find_overlaps(batch, workspace, closed, {.boundary = Boundary::closed, .execution = execution()}),
              Status::ok);
    EXPECT_EQ(closed.pair_count, 2U);
    ASSERT_EQ(find_overlaps(batch, workspace, open, {.boundary = Boundary::open, .execution = execution()}),
              Status::ok);
    EXPECT_EQ(open.pair_count, 0U);
    EXPECT_EQ(open.candidate_count, closed.candidate_count);
}

TEST_P(BoundaryTest, CoincidentBoxesOverlapUnlessFlatUnderOpen) {
    for (const float thickness : {0.0F, 1e-7F, 1.0F, 1e8F}) {
        const OrientedBox box{{3, -4, 5}, {1, 2, thickness}, {0.1F, 0.7F, -0.3F, 0.2F}};
        const BoxBatch batch = test::make_batch({box, box}, execution());
        EXPECT_EQ(test::overlaps_of(batch, execution(), {Boundary::closed}).size(), 1U) << thickness;
        EXPECT_EQ(test::overlaps_of(batch, execution(), {Boundary::open}).size(), thickness == 0 ? 0U : 1U)
            << thickness;
    }
}

SATORI_FOR_EACH_ISA(BoundaryTest);

}  // namespace
}  // namespace satori
