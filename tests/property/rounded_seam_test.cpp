// Covered sides and radii: solids on a floor of tiles have the contacts of a floor of one piece, in every place.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"
#include "support/rounded_pairs.hpp"

namespace satori {
namespace {

using test::Random;

struct Regime {
    const char* name;
    float radius, core;  ///< of the solids; `core`: the largest half extent
    float gap;           ///< between tiles of 1 m
    float depth;         ///< the deepest solid
};
void PrintTo(const Regime& regime, std::ostream* out) {
    *out << regime.name;
}

constexpr int kSide = 8;  // tiles
constexpr float kTile = 1, kThickness = 0.5F;

class RoundedSeamTest : public testing::TestWithParam<Regime> {};

/// The floor's tiles, or one box in their place.
std::vector<OrientedBox> make_floor(float gap, bool whole) {
    if (whole) return {{{0, 0, -kThickness}, {0.5F * kSide * kTile, 0.5F * kSide * kTile, kThickness}, {}}};
    std::vector<OrientedBox> tiles;
    const float half = 0.5F * (kTile - gap);
    for (int x = 0; x < kSide; ++x)
        for (int y = 0; y < kSide; ++y)
            tiles.push_back({{(static_cast<float>(x) + 0.5F - 0.5F * kSide) * kTile,
                              (static_cast<float>(y) + 0.5F - 0.5F * kSide) * kTile, -kThickness},
                             {half, half, kThickness},
                             {}});
    return tiles;
}

/// Solids that touch the floor, away from its rim. Many are about a seam or a corner of four tiles.
std::vector<OrientedBox> make_solids(const Regime& regime, Random& random, std::size_t count) {
    std::vector<OrientedBox> solids;
    while (solids.size() < count) {
        OrientedBox box;
        const auto part = [&] { return static_cast<float>(random.uniform(0.1, 1)) * regime.core; };
        box.half_extents = {part(), part(), part()};
        test::flatten(box, random);
        const auto turn = [&] { return static_cast<float>(random.uniform(-1, 1)); };
        if (random.coin()) box.rotation = {turn(), turn(), turn(), turn()};
        const auto place = [&] {
            const auto seam = static_cast<float>(random.uniform(-1.5, 1.5));
            return std::round(seam) + (random.coin() ? regime.radius * 0.2F * turn() : turn());
        };
        box.center = {place(), place(), 0};
        // The lowest point of the core is where the depth asks for it.
        const Aabb bounds = test::bounds_of(test::make_batch({box})).front();
        box.center.z = -bounds.min.z + regime.radius - regime.depth * static_cast<float>(random.uniform(0.01, 1));
        solids.push_back(box);
    }
    return solids;
}

struct Touch {
    float depth = 0;
    double lean = 0;  ///< the largest share of a normal along the floor
};

/// Returns the contacts of floor and solids, the same on every instruction set.
std::vector<ContactManifold> contacts_of(const std::vector<OrientedBox>& floor, const std::vector<OrientedBox>& solids,
                                         float radius, float speculative_distance = 0,
                                         const std::vector<CoveredSides>* given = nullptr) {
    BoxBatch of_floor = test::make_batch(floor);
    Workspace workspace;
    std::vector<CoveredSides> sides(floor.size());
    EXPECT_EQ(find_covered_sides(of_floor, 2e-3F, sides, workspace), Status::ok);
    EXPECT_EQ(of_floor.set_covered_sides(given != nullptr ? *given : sides), Status::ok);
    const BoxBatch others = test::make_rounded(solids, std::vector<float>(solids.size(), radius));
    return test::on_every_isa([&](const Execution& execution) {
        ContactResult contacts;
        CollideOptions options{.execution = execution};
        options.contacts.speculative_distance = speculative_distance;
        EXPECT_EQ(collide({of_floor, others}, workspace, contacts, options), Status::ok);
        return std::vector<ContactManifold>(contacts.manifolds.begin(), contacts.manifolds.end());
    });
}

std::vector<Touch> touches(const std::vector<OrientedBox>& floor, const std::vector<OrientedBox>& solids,
                           float radius) {
    std::vector<Touch> found(solids.size());
    for (const ContactManifold& manifold : contacts_of(floor, solids, radius)) {
        Touch& touch = found[manifold.pair.second];
        const double lean = std::hypot(double{manifold.normal.x}, double{manifold.normal.y});
        // A side that lies has its own normal up to 3 degrees.
        const double free = manifold.point_count > 1 ? 0.053 : 0;
        touch.lean = std::max(touch.lean, manifold.normal.z > 0 ? std::max(lean - free, 0.0) : 1);
        for (std::uint32_t p = 0; p < manifold.point_count; ++p)
            touch.depth = std::max(touch.depth, -manifold.points[p].separation);
    }
    return found;
}

TEST_P(RoundedSeamTest, TilesAreOneFloor) {
    const Regime& regime = GetParam();
    Random random(7);
    const std::vector<OrientedBox> solids = make_solids(regime, random, 600);
    const std::vector<Touch> tiles = touches(make_floor(regime.gap, false), solids, regime.radius);
    const std::vector<Touch> whole = touches(make_floor(0, true), solids, regime.radius);
    // Over a gap, a small ball sinks in by its sagitta.
    const float sagitta = regime.gap * regime.gap / (8 * regime.radius);
    for (std::size_t i = 0; i < solids.size(); ++i) {
        SCOPED_TRACE(i);
        ASSERT_GT(whole[i].depth, 0);
        ASSERT_LT(whole[i].lean, 1e-3);
        ASSERT_LT(tiles[i].lean, 2e-3) << "pushed along the floor";
        ASSERT_NEAR(tiles[i].depth, whole[i].depth, 2e-5F + 4 * sagitta + (regime.core != 0 ? 0.05F * regime.gap : 0));
    }
}

constexpr Regime kRegimes[] = {{"balls", 0.3F, 0, 0, 0.01F},
                               {"small_balls", 0.02F, 0, 0, 0.005F},
                               {"large_balls", 2, 0, 0, 0.05F},
                               {"balls_over_gaps", 0.5F, 0, 0.002F, 0.01F},
                               {"solids", 0.2F, 0.4F, 0, 0.02F},
                               {"sharp_solids", 0.02F, 0.4F, 0, 0.005F},
                               {"solids_over_gaps", 0.2F, 0.4F, 0.002F, 0.02F}};
INSTANTIATE_TEST_SUITE_P(Regimes, RoundedSeamTest, testing::ValuesIn(kRegimes), testing::PrintToStringParamName());

/// Returns a box of the floor between two places along x.
OrientedBox slab(float from, float to) {
    return {{0.5F * (from + to), 0, -kThickness}, {0.5F * (to - from), 1, kThickness}, {}};
}

TEST(RoundedSeam, TheRimOfAFloorIsAnEdge) {
    constexpr float kRadius = 0.3F, kDepth = 0.01F;
    const std::vector<OrientedBox> ball = {
        {{-1 - 0.6F * (kRadius - kDepth), 0, 0.8F * (kRadius - kDepth)}, {0, 0, 0}, {}}};
    const std::vector<ContactManifold> contacts = contacts_of({slab(-1, 0), slab(0, 1)}, ball, kRadius);
    ASSERT_EQ(contacts.size(), 1U);
    EXPECT_NEAR(contacts[0].normal.x, -0.6, 1e-5);
    EXPECT_NEAR(contacts[0].normal.z, 0.8, 1e-5);
    EXPECT_NEAR(contacts[0].points[0].separation, -kDepth, 1e-6);
}

TEST(RoundedSeam, WhatThinCoversTouchIsTheirs) {
    // A plate of 1 cm covers a tile's side. The ball touches the plate's outer side, and is near the tile's edge.
    constexpr float kRadius = 1, kDepth = 0.001F;
    for (const float height : {-0.1F, 0.1F, 0.5F}) {
        SCOPED_TRACE(height);
        const float along =
            height > 0 ? std::sqrt((kRadius - kDepth) * (kRadius - kDepth) - height * height) : kRadius - kDepth;
        const std::vector<OrientedBox> ball = {{{0.01F + along, 0, height}, {0, 0, 0}, {}}};
        const std::vector<ContactManifold> contacts = contacts_of({slab(-1, 0), slab(0, 0.01F)}, ball, kRadius, 0.02F);
        ASSERT_EQ(contacts.size(), 1U);
        EXPECT_EQ(contacts[0].pair.first, 1U);
        EXPECT_NEAR(contacts[0].points[0].separation, -kDepth, 1e-6);
    }
}

/// Two slabs that meet at an edge on top, where the floor bends down. Their ends count as covered.
TEST(RoundedSeam, NothingSinksInAtARidge) {
    constexpr float kRadius = 0.1F, kDepth = 0.002F;
    for (const double bend : {5.0, 10.0, 30.0, 60.0, 80.0}) {
        SCOPED_TRACE(bend);
        const double half = bend / 2 * 3.14159265358979323846 / 180;
        const auto c = static_cast<float>(std::cos(half)), s = static_cast<float>(std::sin(half));
        // Tops from the edge down to either side, half a meter long, 0.2 m thick.
        const auto q = static_cast<float>(std::sin(half / 2)), w = static_cast<float>(std::cos(half / 2));
        const std::vector<OrientedBox> roof = {
            {{-0.5F * c - 0.1F * -s, 0, -0.5F * s - 0.1F * c}, {0.5F, 1, 0.1F}, {0, -q, 0, w}},
            {{0.5F * c - 0.1F * s, 0, -0.5F * s - 0.1F * c}, {0.5F, 1, 0.1F}, {0, q, 0, w}}};
        const Vec3 cores[] = {{0, 0, 0}, {0.3F, 0.3F, 0.3F}, {0.5F, 0, 0}};
        for (const Vec3& core : cores) {
            const std::vector<OrientedBox> solid = {{{0, 0, core.z + kRadius - kDepth}, core, {}}};
            for (int side = 0; side < 2; ++side) {
                std::vector<CoveredSides> sides = {kSidePlusX, kSideMinusX};
                const std::vector<ContactManifold> contacts = contacts_of(roof, solid, kRadius, 0, &sides);
                ASSERT_EQ(contacts.size(), 2U);
                float least = contacts[side].points[0].separation;
                for (std::uint32_t p = 1; p < contacts[side].point_count; ++p)
                    least = std::min(least, contacts[side].points[p].separation);
                EXPECT_NEAR(least, -kDepth, 1e-4);
                EXPECT_GT(contacts[side].normal.z, 0.7);
            }
        }
    }
}

TEST(RoundedSeam, NoContactIsDeeperThanWithoutTheCover) {
    // The same ball, a little past the middle of the plate.
    constexpr float kRadius = 1, kDepth = 0.01F, kPast = 0.1F;
    const float up = std::sqrt(1 - kPast * kPast);
    const std::vector<OrientedBox> ball = {
        {{0.01F + kPast * (kRadius - kDepth), 0, up * (kRadius - kDepth)}, {0, 0, 0}, {}}};
    const std::vector<ContactManifold> contacts = contacts_of({slab(-1, 0), slab(0, 0.01F)}, ball, kRadius);
    ASSERT_EQ(contacts.size(), 2U);
    const ContactPoint &of_tile = contacts[0].points[0], &of_plate = contacts[1].points[0];
    EXPECT_NEAR(contacts[0].normal.z, 1, 1e-6);
    EXPECT_NEAR(of_plate.separation, -kDepth, 1e-6);
    EXPECT_GT(of_tile.separation, of_plate.separation) << "the tile is farther away";
    // From the tile's center: below the center of the ball, between the surfaces.
    EXPECT_NEAR(of_tile.offset.x, 0.5F + ball[0].center.x, 1e-5);
    EXPECT_NEAR(of_tile.offset.z, kThickness + ball[0].center.z - kRadius - 0.5F * of_tile.separation, 1e-5);
}

}  // namespace
}  // namespace satori
