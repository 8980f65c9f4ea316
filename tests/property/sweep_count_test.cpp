// Counts the work of a sweep: in a uniform scene the candidates per box follow the formula of candidates_per_box(), for
// any number of boxes. satori-bench measures times; this test cannot be disturbed.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "common/sweep_counts.hpp"
#include "scenes/generator.hpp"
#include "support/calls.hpp"

namespace satori {
namespace {

std::vector<Aabb> scene_bounds(const char* kind, std::uint32_t count) {
    scenes::SceneRecipe recipe;
    recipe.kind = *scenes::parse_scene_kind(kind);
    recipe.count = count;
    const BoxBatch boxes = test::make_batch(scenes::make_scene(recipe).rows, {});
    std::vector<Aabb> bounds(boxes.size());
    EXPECT_EQ(compute_aabbs(boxes, bounds), Status::ok);
    return bounds;
}

TEST(SweepCount, StaysBelowTheFormula) {
    constexpr double kMost = 1.1;
    for (const std::uint32_t count : {10000U, 30000U, 100000U, 300000U}) {
        const bench::SweepCounts counts = bench::count_sweeps(scene_bounds("uniform", count), 8);
        EXPECT_NEAR(2 * counts.pairs / counts.boxes, 4, 0.1) << count;
        EXPECT_GT(counts.expected, 0) << count;
        EXPECT_LE(counts.candidates, kMost * counts.expected) << count;
        EXPECT_GT(counts.candidates, counts.pairs) << count;
        EXPECT_GE(counts.copies, counts.boxes) << count;
        // The widths of columns are also worth their cost: fewer candidates would need more copies.
        EXPECT_LT(counts.candidates / counts.boxes, 40) << count;
        EXPECT_LT(counts.copies / counts.boxes, 1.6) << count;
    }
}

TEST(SweepCount, OneColumnIsEveryOverlapOnTheSweepAxis) {
    const std::vector<Aabb> bounds = scene_bounds("uniform", 300);  // too few boxes to cut
    double most = 0, least = 1e9;
    for (const auto axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        double overlaps = 0;
        for (std::size_t i = 0; i < bounds.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                overlaps += bounds[i].min.*axis <= bounds[j].max.*axis && bounds[j].min.*axis <= bounds[i].max.*axis;
        most = std::max(most, overlaps);
        least = std::min(least, overlaps);
    }
    const bench::SweepCounts counts = bench::count_sweeps(bounds, 1);
    EXPECT_GE(counts.candidates, least);
    EXPECT_LE(counts.candidates, most);
    EXPECT_EQ(counts.copies, 300);
    EXPECT_EQ(counts.width[0], 0);
    EXPECT_GT(counts.sweep_lanes, 0.75);  // with one lane, some looks serve only other boxes of the tile
    EXPECT_LT(counts.sweep_lanes, 1);
    EXPECT_EQ(counts.pair_lanes, 1);
}

// No plate meets a box of the field below.
TEST(SweepCount, PlatesAboveAFieldAreSweptByThemselves) {
    constexpr std::uint32_t kPlates = 300;
    for (const float highest : {10.0F, 400.0F}) {
        std::vector<Aabb> bounds = scene_bounds("height", 100000);
        Aabb field = bounds[0];
        for (const Aabb& box : bounds) {
            field.min = {std::min(field.min.x, box.min.x), 0, std::min(field.min.z, box.min.z)};
            field.max = {std::max(field.max.x, box.max.x), std::max(field.max.y, box.max.y),
                         std::max(field.max.z, box.max.z)};
        }
        for (std::uint32_t i = 0; i < kPlates; ++i) {
            const float height = field.max.y + 1 + highest * static_cast<float>(i) / kPlates;
            bounds[331 * i] = {{field.min.x, height, field.min.z}, {field.max.x, height + 0.01F, field.max.z}};
        }
        const bench::SweepCounts counts = bench::count_sweeps(bounds, 8);
        EXPECT_LT(counts.candidates / counts.boxes, 60) << highest;
        EXPECT_LT(counts.copies / counts.boxes, 4) << highest;
    }
}

}  // namespace
}  // namespace satori
