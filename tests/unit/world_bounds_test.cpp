// Bounds of the boxes of a World: floats that hold the whole box, and hardly more, however far from the origin.

#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "world/refresh.hpp"

namespace satori {
namespace {

using Exact = long double;

TEST(WorldBounds, HoldTheBoxAndHardlyMore) {
    static_assert(std::numeric_limits<Exact>::digits >= 64 || std::numeric_limits<Exact>::digits == 53);
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> share(-1, 1), decade(-6, 12), reach_decade(-7, 8);
    for (int i = 0; i < 1000000; ++i) {
        const double position = share(random) * std::pow(10, decade(random));
        const double origin = i % 4 == 0 ? 0 : i % 4 == 1 ? position : share(random) * std::pow(10, decade(random));
        const auto reach = static_cast<float>(std::pow(10, reach_decade(random)) * (i % 8 == 0 ? share(random) : 1));
        const world::Range range = world::range_about(position, origin, reach);
        // The float reach may stand for a double up to half a step larger.
        const Exact center = Exact{position} - Exact{origin};
        const Exact half = Exact{reach} + std::abs(Exact{reach}) * 0x1p-24L;
        ASSERT_LE(Exact{range.lo}, center - half) << position << ' ' << origin << ' ' << reach;
        ASSERT_GE(Exact{range.hi}, center + half) << position << ' ' << origin << ' ' << reach;
        const Exact most = half + std::abs(center) * 0x1.8p-22L + std::abs(half) * 0x1p-19L + 1e-37L;
        ASSERT_GE(Exact{range.lo}, center - most) << position << ' ' << origin << ' ' << reach;
        ASSERT_LE(Exact{range.hi}, center + most) << position << ' ' << origin << ' ' << reach;
    }
}

// Clusters over 2e6 m: as many pairs to test as collide() has for the same boxes, which are floats.
TEST(WorldBounds, FarClustersTestNoMorePairsThanCollide) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> within(0, 16), about(-1e6, 1e6);
    std::vector<BoxDef> defs;
    std::vector<OrientedBox> rows;
    for (int cluster = 0; cluster < 20; ++cluster) {
        const double middle[3] = {about(random), about(random), about(random)};
        for (int i = 0; i < 200; ++i) {
            OrientedBox box;
            box.center = {static_cast<float>(middle[0] + within(random)),
                          static_cast<float>(middle[1] + within(random)),
                          static_cast<float>(middle[2] + within(random))};
            BoxDef def;
            def.pose.position = {box.center.x, box.center.y, box.center.z};
            def.half_extents = box.half_extents = {1, 1, 1};
            defs.push_back(def);
            rows.push_back(box);
        }
    }
    World world;
    std::vector<BoxId> ids(defs.size());
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    WorldUpdate update;
    ASSERT_EQ(world.update(update), Status::ok);
    BoxBatch boxes;
    ASSERT_EQ(boxes.assign(box_rows(std::span<const OrientedBox>(rows))), Status::ok);
    Workspace workspace;
    ContactResult result;
    ASSERT_EQ(collide(boxes, workspace, result), Status::ok);
    EXPECT_EQ(update.contact_count, result.manifold_count);
    EXPECT_GT(result.candidate_count, 5000U);
    EXPECT_LE(update.pair_count, 1.03 * static_cast<double>(result.candidate_count));
}

}  // namespace
}  // namespace satori
