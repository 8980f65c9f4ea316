// Tests the oracles themselves, on cases with a known answer.

#include <cmath>

#include <gtest/gtest.h>

#include "oracles/brute_force.hpp"
#include "oracles/reference_overlap.hpp"
#include "support/pair_regimes.hpp"

namespace satori {
namespace {

const float kHalfTurnSqrt = static_cast<float>(std::sqrt(0.5));

OrientedBox box_at(float x, float y, float z, Vec3 half = {1, 1, 1}, Quat rotation = {}) {
    return {{x, y, z}, half, rotation};
}

TEST(ReferenceSeparation, UprightBoxes) {
    EXPECT_DOUBLE_EQ(reference_separation(box_at(0, 0, 0), box_at(5, 0, 0)), 3);
    EXPECT_DOUBLE_EQ(reference_separation(box_at(0, 0, 0), box_at(0, 2, 0)), 0);
    EXPECT_DOUBLE_EQ(reference_separation(box_at(0, 0, 0), box_at(0.5F, 0, 1.5F)), -0.5);
    EXPECT_DOUBLE_EQ(reference_separation(box_at(0, 0, 0), box_at(0, 0, 0)), -2);
    EXPECT_DOUBLE_EQ(reference_separation(box_at(0, 0, 0, {0, 0, 0}), box_at(0, 0, 0, {0, 0, 0})), 0);
}

TEST(ReferenceSeparation, CubeTurnedByAnEighth) {
    // A cube with half extents 1, rotated by 45 degrees about z, reaches sqrt(2) along x.
    const Quat eighth{0, 0, static_cast<float>(std::sin(std::acos(-1.0) / 8)),
                      static_cast<float>(std::cos(std::acos(-1.0) / 8))};
    EXPECT_NEAR(reference_separation(box_at(0, 0, 0), box_at(4, 0, 0, {1, 1, 1}, eighth)), 3 - std::sqrt(2.0), 1e-6);
}

TEST(ReferenceSeparation, TwoRodsCrossingDecidedByTheirEdges) {
    // Rods along x and y, each turned by 45 degrees about its own length: edge faces edge, and only x cross y separates
    // them.
    const float s = static_cast<float>(std::sin(std::acos(-1.0) / 8)),
                c = static_cast<float>(std::cos(std::acos(-1.0) / 8));
    const OrientedBox a = box_at(0, 0, 0, {10, 1, 1}, {s, 0, 0, c});
    const OrientedBox b = box_at(0, 0, 3, {1, 10, 1}, {0, s, 0, c});
    EXPECT_NEAR(reference_separation(a, b), 3 - 2 * std::sqrt(2.0), 1e-6);
    EXPECT_GT(reference_separation(a, b), 0.1);
}

TEST(ReferenceSeparation, QuaternionLengthAndSignDoNotMatter) {
    const OrientedBox a = box_at(0, 0, 0, {1, 2, 3}, {0.5F, 0.25F, -0.125F, 1});
    const double expected = reference_separation(a, box_at(3, 1, 2));
    for (const float scale : {-1.0F, 0x1p-100F, 0x1p100F}) {
        OrientedBox scaled = a;
        scaled.rotation = {0.5F * scale, 0.25F * scale, -0.125F * scale, scale};
        EXPECT_NEAR(reference_separation(scaled, box_at(3, 1, 2)), expected, 1e-14);
    }
}

TEST(ReferenceSeparation, SymmetricAndFarFromTheOriginTheSame) {
    test::Random random(1);
    for (int i = 0; i < 2000; ++i) {
        const auto pair = test::make_pair(test::kPairRegimes[i % std::size(test::kPairRegimes)], random);
        const double separation = reference_separation(pair.a, pair.b);
        EXPECT_NEAR(separation, reference_separation(pair.b, pair.a), 0.02 * overlap_tolerance(pair.a, pair.b));
    }
}

// Each direction of a fine grid gives a lower bound. For overlapping boxes, no direction is better than the 15 axes.
TEST(ReferenceSeparation, NoDirectionIsBetterForOverlappingBoxes) {
    test::Random random(2);
    int overlapping = 0;
    for (int i = 0; i < 300; ++i) {
        const auto pair = test::make_pair(test::PairRegime::generic, random);
        const double separation = reference_separation(pair.a, pair.b);
        if (separation > 0) continue;
        ++overlapping;
        // A translation along any direction by less than the depth leaves the boxes overlapping.
        OrientedBox moved = pair.b;
        for (int direction = 0; direction < 50; ++direction) {
            const double z = random.uniform(-1, 1), turn = random.uniform(0, 6.28), r = std::sqrt(1 - z * z);
            const double depth = -separation * 0.999;
            moved.center = {static_cast<float>(pair.b.center.x + depth * r * std::cos(turn)),
                            static_cast<float>(pair.b.center.y + depth * r * std::sin(turn)),
                            static_cast<float>(pair.b.center.z + depth * z)};
            EXPECT_LT(reference_separation(pair.a, moved), 1e-6);
        }
    }
    EXPECT_GT(overlapping, 50);
}

TEST(OverlapTolerance, IsSixteenEpsilonsOfExtentsAndDistance) {
    const OrientedBox a = box_at(0, 0, 0, {1, 2, 3}), b = box_at(3, 4, 0, {0.5F, 0.5F, 1});
    EXPECT_DOUBLE_EQ(overlap_tolerance(a, b), 16 * 0x1p-23 * (8 + 5));
}

TEST(BruteForce, TouchingCountsAndInvertedNever) {
    const Aabb unit{{0, 0, 0}, {1, 1, 1}};
    const Aabb face{{1, 0, 0}, {2, 1, 1}}, edge{{1, 1, 0}, {2, 2, 1}}, corner{{1, 1, 1}, {2, 2, 2}};
    const Aabb apart{{1.0000001F, 0, 0}, {2, 1, 1}};
    EXPECT_TRUE(aabbs_overlap(unit, face) && aabbs_overlap(unit, edge) && aabbs_overlap(unit, corner));
    EXPECT_FALSE(aabbs_overlap(unit, apart));
    EXPECT_TRUE(aabbs_overlap({{0, 0, 0}, {0, 0, 0}}, {{-0.0F, -0.0F, -0.0F}, {-0.0F, -0.0F, -0.0F}}));
    EXPECT_FALSE(aabbs_overlap({{0.6F, 0, 0}, {0.4F, 1, 1}}, unit)) << "inverted";
}

TEST(BruteForce, OneSetAndTwoSets) {
    const std::vector<Aabb> boxes = {{{0, 0, 0}, {1, 1, 1}}, {{5, 5, 5}, {6, 6, 6}}, {{0.5F, 0, 0}, {2, 1, 1}}};
    EXPECT_EQ(brute_force_pairs(boxes), (std::vector<BoxPair>{{0, 2}}));
    EXPECT_EQ(brute_force_pairs(boxes, boxes), (std::vector<BoxPair>{{0, 0}, {0, 2}, {1, 1}, {2, 0}, {2, 2}}));
    EXPECT_TRUE(brute_force_pairs(std::vector<Aabb>{}).empty());
}

}  // namespace
}  // namespace satori
