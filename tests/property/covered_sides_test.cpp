// find_covered_sides() against an oracle of another kind. The oracle tests a grid of points on the pushed-out side, and
// finds whether each of them lies in some neighbor. A side with a point that clearly lies in no neighbor is never
// covered. A side is always covered when all its points clearly lie in neighbors and neighbors overlap.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

using Point = std::array<double, 3>;

/// A box of the oracle, with a rotation matrix that the oracle computes itself.
struct Block {
    Point center, half;
    std::array<Point, 3> axes;

    explicit Block(const OrientedBox& box)
        : center{box.center.x, box.center.y, box.center.z},
          half{box.half_extents.x, box.half_extents.y, box.half_extents.z} {
        const double x = box.rotation.x, y = box.rotation.y, z = box.rotation.z, w = box.rotation.w;
        const double s = 2 / (x * x + y * y + z * z + w * w);
        axes = {{{1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
                 {s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)},
                 {s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)}}};
    }
    /// Returns how deep the point lies within the enlarged box, along the box's axes; negative outside.
    double depth(const Point& point, double larger) const {
        double least = HUGE_VAL;
        for (std::size_t k = 0; k < 3; ++k) {
            double along = 0;
            for (std::size_t i = 0; i < 3; ++i) along += axes[k][i] * (point[i] - center[i]);
            least = std::min(least, half[k] + larger - std::fabs(along));
        }
        return least;
    }
};

/// For each point of the side, finds its depth in the box in which it lies deepest. Returns the least of these depths.
double least_depth(const std::vector<Block>& blocks, std::size_t index, std::uint32_t side, double tolerance,
                   int density) {
    const Block& block = blocks[index];
    const std::size_t k = side / 2, u = (k + 1) % 3, v = (k + 2) % 3;
    const double out = (side % 2 == 0 ? 1 : -1) * (block.half[k] + tolerance);
    double least = HUGE_VAL;
    for (int a = 0; a <= density; ++a) {
        for (int b = 0; b <= density; ++b) {
            const double su = (2.0 * a / density - 1) * block.half[u], sv = (2.0 * b / density - 1) * block.half[v];
            Point point;
            for (std::size_t i = 0; i < 3; ++i)
                point[i] = block.center[i] + out * block.axes[k][i] + su * block.axes[u][i] + sv * block.axes[v][i];
            double deepest = -HUGE_VAL;
            for (std::size_t other = 0; other < blocks.size(); ++other)
                if (other != index) deepest = std::max(deepest, blocks[other].depth(point, tolerance));
            least = std::min(least, deepest);
        }
    }
    return least;
}

class CoveredSidesOracle : public testing::Test {
protected:
    std::vector<CoveredSides> find(const std::vector<OrientedBox>& rows, float tolerance) {
        return test::on_every_isa([&](const Execution& execution) {
            std::vector<CoveredSides> sides(rows.size());
            EXPECT_EQ(find_covered_sides(test::make_batch(rows, execution), tolerance, sides, workspace_, execution),
                      Status::ok);
            return sides;
        });
    }
    /// `unsure`: how far rounding to floats can have moved the boxes. `deep`: when all tested points are at least this
    /// deep in boxes, the whole side is covered.
    void check(const std::vector<OrientedBox>& rows, float tolerance, double unsure, double deep, int density) {
        const std::vector<CoveredSides> sides = find(rows, tolerance);
        const std::vector<Block> blocks(rows.begin(), rows.end());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::uint32_t side = 0; side < 6; ++side) {
                const double depth = least_depth(blocks, i, side, double{tolerance}, density);
                const bool covered = (sides[i] >> side & 1) != 0;
                if (depth < -unsure) {
                    ASSERT_FALSE(covered) << "box " << i << " side " << side << " depth " << depth;
                    ++open_;
                }
                if (depth > deep) {
                    ASSERT_TRUE(covered) << "box " << i << " side " << side << " depth " << depth;
                    ++covered_;
                }
                together_ += covered ? 1U : 0U;
            }
        }
    }
    float f() { return static_cast<float>(random_.uniform(-1, 1)); }

    test::Random random_{17};
    Workspace workspace_;
    std::uint64_t open_ = 0, covered_ = 0, together_ = 0;
};

TEST_F(CoveredSidesOracle, HeapsOfRandomBoxes) {
    for (int scene = 0; scene < 300; ++scene) {
        SCOPED_TRACE(scene);
        std::vector<OrientedBox> rows(2 + random_.below(12));
        for (OrientedBox& row : rows) {
            row.center = {f(), f(), f()};
            row.half_extents = {0.6F + 0.35F * f(), 0.6F + 0.35F * f(), 0.6F + 0.35F * f()};
            if (random_.coin()) row.rotation = {f(), f(), f(), f() + 0.01F};
        }
        // Every point of a side is nearer to one of the oracle's points than half a diagonal of their grid.
        constexpr int kDensity = 40;
        const float tolerance = random_.coin() ? 1e-3F : 0.05F;
        check(rows, tolerance, 1e-5, 0.71 * 2 * 0.95 / kDensity, kDensity);
    }
    EXPECT_GT(open_, 5000U);
    EXPECT_GT(covered_, 400U);
    EXPECT_GT(together_, covered_);
}

TEST_F(CoveredSidesOracle, FloorsWithGapsStepsAndMissingTiles) {
    for (int scene = 0; scene < 100; ++scene) {
        SCOPED_TRACE(scene);
        constexpr float kTolerance = 4e-3F;
        const Pose pose{{10 * f(), 10 * f(), 10 * f()}, {f(), f(), f(), f() + 0.01F}};
        std::vector<OrientedBox> rows;
        for (int y = 0; y < 4; ++y) {
            for (int x = 0; x < 4; ++x) {
                if (random_.below(8) == 0) continue;
                OrientedBox row;
                // The tile is up to some tolerances away from its exact place. Random tiles are split.
                const float loose = random_.coin() ? 1e-3F : 8e-3F;
                row.center = {static_cast<float>(x) + loose * f(), static_cast<float>(y) + loose * f(), loose * f()};
                row.half_extents = {0.5F, 0.5F, 0.1F};
                row.rotation = {0.2F * loose * f(), 0.2F * loose * f(), 0.2F * loose * f(), 1};
                const bool is_split = random_.below(3) == 0;
                if (is_split) {
                    row.half_extents.y = 0.25F;
                    row.center.y -= 0.25F;
                }
                rows.push_back(row);
                if (is_split) {
                    row.center.y += 0.5F;
                    rows.push_back(row);
                }
            }
        }
        for (OrientedBox& row : rows) ASSERT_EQ(transform(row, pose), Status::ok);
        check(rows, kTolerance, 1e-5, HUGE_VAL, 30);
    }
    EXPECT_GT(open_, 1500U);
    EXPECT_GT(together_, 1000U);
}

TEST_F(CoveredSidesOracle, NoTwoBoxesCoverEachOthersSameSide) {
    // Sides in one plane, except for rounding. At least one of the two boxes must keep its side uncovered: else objects
    // would fall through.
    for (int scene = 0; scene < 2000; ++scene) {
        const auto extent = [&] { return 0.25F + 0.25F * static_cast<float>(random_.below(4)); };
        std::vector<OrientedBox> rows(2);
        for (OrientedBox& row : rows) {
            row.half_extents = {extent(), extent(), extent()};
            row.center = {-row.half_extents.x, 0.25F * f(), 0.25F * f()};
        }
        if (random_.coin()) rows[1].center.x += 1e-6F * f();
        const Pose pose{{10 * f(), 10 * f(), 10 * f()}, {f(), f(), f(), f() + 0.01F}};
        for (OrientedBox& row : rows) ASSERT_EQ(transform(row, pose), Status::ok);
        const std::vector<CoveredSides> sides = find(rows, 1e-3F);
        EXPECT_EQ(sides[0] & sides[1] & kSidePlusX, 0) << scene;
        together_ += (sides[0] | sides[1]) != 0 ? 1U : 0U;
    }
    EXPECT_GT(together_, 100U);
}

}  // namespace
}  // namespace satori
