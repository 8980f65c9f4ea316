#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "scenes/calibration.hpp"
#include "scenes/generator.hpp"
#include "scenes/random.hpp"
#include "scenes/scene_error.hpp"

namespace satori::scenes {
namespace {

class EveryKind : public testing::TestWithParam<SceneKind> {};

INSTANTIATE_TEST_SUITE_P(, EveryKind,
                         testing::Values(SceneKind::uniform, SceneKind::dense, SceneKind::pile, SceneKind::mixed,
                                         SceneKind::flat, SceneKind::clustered, SceneKind::line, SceneKind::plane,
                                         SceneKind::identical, SceneKind::rods, SceneKind::diagonal, SceneKind::height,
                                         SceneKind::six_decades, SceneKind::huge_tiny, SceneKind::far,
                                         SceneKind::half_static, SceneKind::heap),
                         [](const auto& test) { return std::string(describe_kind(test.param).name); });

double measured_overlaps(const SceneRecipe& recipe) {
    const Scene scene = make_scene(recipe);
    BoxBatch batch;
    EXPECT_EQ(batch.assign(scene.view()), Status::ok);
    Workspace workspace;
    PairResult result;
    EXPECT_EQ(find_pairs(batch, workspace, result), Status::ok);
    return 2 * static_cast<double>(result.pair_count) / recipe.count;
}

// Counts without the library: compares every pair of AABBs, rounded outward as the library does.
double counted_overlaps(const SceneRecipe& recipe) {
    constexpr float kEnd = std::numeric_limits<float>::infinity();
    constexpr double kWidening = 16 * 0x1p-23;
    const Scene scene = make_scene(recipe);
    std::vector<std::array<float, 6>> bounds;
    for (const OrientedBox& box : scene.rows) {
        const auto half = aabb_half_widths(box);
        const std::array<double, 3> center{box.center.x, box.center.y, box.center.z};
        const double sum = double(box.half_extents.x) + box.half_extents.y + box.half_extents.z;
        std::array<float, 6> bound;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double reach = half[axis] + kWidening * (half[axis] + sum);
            bound[axis] = std::nextafter(static_cast<float>(center[axis] - reach), -kEnd);
            bound[axis + 3] = std::nextafter(static_cast<float>(center[axis] + reach), kEnd);
        }
        bounds.push_back(bound);
    }
    double pairs = 0;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        for (std::size_t j = i + 1; j < bounds.size(); ++j) {
            bool apart = false;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                apart = apart || bounds[i][axis] > bounds[j][axis + 3] || bounds[j][axis] > bounds[i][axis + 3];
            }
            pairs += apart ? 0 : 1;
        }
    }
    return 2 * pairs / recipe.count;
}

// In these scenes a few large boxes have most of the overlaps, so chance changes the number more.
bool has_wide_sizes(SceneKind kind) {
    return kind == SceneKind::mixed || kind == SceneKind::six_decades || kind == SceneKind::huge_tiny;
}

double wanted(const SceneRecipe& recipe) {
    // With groups of 64, the last group is smaller. A heap counts.
    if (recipe.kind == SceneKind::identical || recipe.kind == SceneKind::heap)
        return SceneGenerator(recipe).expected_overlaps();
    return requested_overlaps(recipe);
}

TEST_P(EveryKind, HasTheOverlapsAskedFor) {
    const double tolerance = has_wide_sizes(GetParam()) ? 0.06 : 0.03;
    for (const std::uint32_t count : {10000U, 100000U}) {
        const SceneRecipe recipe{GetParam(), count, 11};
        EXPECT_NEAR(measured_overlaps(recipe) / wanted(recipe), 1, count == 10000 ? tolerance : tolerance / 2) << count;
    }
    const SceneRecipe counted{GetParam(), 4000, 5};
    EXPECT_NEAR(counted_overlaps(counted) / wanted(counted), 1, 0.1);
    if (GetParam() == SceneKind::heap) return;  // takes no other number
    const double other = GetParam() == SceneKind::pile ? 2.5 : 11;
    const SceneRecipe recipe{GetParam(), 20000, 3, other};
    EXPECT_NEAR(measured_overlaps(recipe) / wanted(recipe), 1, 2 * tolerance);
}

TEST_P(EveryKind, TrajectoryIsLegalSmoothAndTheSameEachTime) {
    const SceneRecipe recipe{GetParam(), 300, 21, 0, 40};
    const Scene scene = make_scene(recipe);
    ASSERT_EQ(scene.rows.size(), 300U * 40U);
    EXPECT_EQ(std::memcmp(scene.rows.data(), make_scene(recipe).rows.data(), scene.rows.size() * sizeof(OrientedBox)),
              0);
    const float scale = GetParam() == SceneKind::far ? 1e6F : GetParam() == SceneKind::rods ? 1e4F : 1e3F;
    std::uint32_t moved = 0;
    for (std::uint32_t frame = 0; frame < recipe.frames; ++frame) {
        BoxBatch batch;
        EXPECT_EQ(batch.assign(scene.view(frame)), Status::ok);
        if (frame == 0) continue;
        for (std::uint32_t i = 0; i < recipe.count; ++i) {
            const OrientedBox& before = scene.frame(frame - 1)[i];
            const OrientedBox& after = scene.frame(frame)[i];
            const Vec3 h = after.half_extents;
            EXPECT_EQ(std::memcmp(&before.half_extents, &after.half_extents, sizeof h), 0);
            const double dx = after.center.x - before.center.x, dy = after.center.y - before.center.y,
                         dz = after.center.z - before.center.z;
            const double step = std::sqrt(dx * dx + dy * dy + dz * dz);
            EXPECT_LE(step, 0.0101 * 2 * std::min({h.x, h.y, h.z}) + scale * 2e-7F) << frame << " " << i;
            const Quat p = before.rotation, q = after.rotation;
            const double cosine =
                std::abs(double(p.x) * q.x + double(p.y) * q.y + double(p.z) * q.z + double(p.w) * q.w);
            EXPECT_GT(cosine, std::cos(0.0051));  // half of 0.01 rad
            EXPECT_NEAR(double(q.x) * q.x + double(q.y) * q.y + double(q.z) * q.z + double(q.w) * q.w, 1, 1e-6);
            moved += frame == 1 && std::memcmp(&before, &after, sizeof before) != 0 ? 1 : 0;
        }
    }
    if (GetParam() == SceneKind::half_static) {
        EXPECT_NEAR(moved, 150, 40);
    } else {
        EXPECT_GE(moved, GetParam() == SceneKind::pile || GetParam() == SceneKind::heap ? 299U : 300U);
    }
}

TEST_P(EveryKind, SomeRowsAreThoseOfTheWholeScene) {
    for (const std::uint32_t count : {0U, 1U, 7U, 600U}) {  // 600: not every pair is in the sample
        const SceneRecipe recipe{GetParam(), count, 17};
        const Scene scene = make_scene(recipe);
        for (const auto& [begin, end] : {std::pair{0U, count}, {0U, 0U}, {count / 3, count / 2}, {count / 2, count}}) {
            const std::vector<OrientedBox> rows = make_rows(recipe, {begin, end - begin});
            ASSERT_EQ(rows.size(), end - begin);
            EXPECT_TRUE(std::equal(rows.begin(), rows.end(), scene.rows.begin() + begin,
                                   [](const auto& a, const auto& b) { return std::memcmp(&a, &b, sizeof a) == 0; }));
        }
    }
}

TEST_P(EveryKind, SmallScenesAreLegal) {
    for (const std::uint32_t count : {0U, 1U, 2U, 3U, 5U, 65U}) {
        const Scene scene = make_scene({GetParam(), count});
        ASSERT_EQ(scene.rows.size(), count);
        BoxBatch batch;
        EXPECT_EQ(batch.assign(scene.view()), Status::ok);
    }
}

TEST(SceneKinds, LookAsTheyAreDescribed) {
    const auto boxes_of = [](SceneKind kind) { return make_scene({kind, 6400}).rows; };
    for (const OrientedBox& box : boxes_of(SceneKind::line)) EXPECT_TRUE(box.center.y == 0 && box.center.z == 0);
    for (const OrientedBox& box : boxes_of(SceneKind::diagonal)) {
        EXPECT_TRUE(box.center.x == box.center.y && box.center.y == box.center.z);
    }
    for (const OrientedBox& box : boxes_of(SceneKind::plane)) EXPECT_EQ(box.center.x, box.center.z);
    for (const OrientedBox& box : boxes_of(SceneKind::height)) EXPECT_EQ(box.center.y, 0);
    for (const OrientedBox& box : boxes_of(SceneKind::flat)) {
        EXPECT_EQ(box.center.y, box.half_extents.y);
        EXPECT_TRUE(box.rotation.x == 0 && box.rotation.z == 0);
    }
    for (const OrientedBox& box : boxes_of(SceneKind::far)) EXPECT_NEAR(box.center.x, 1e6F, 1e3);

    std::map<std::array<float, 3>, int> groups;
    for (const OrientedBox& box : boxes_of(SceneKind::identical)) ++groups[{box.center.x, box.center.y, box.center.z}];
    EXPECT_EQ(groups.size(), 100U);
    for (const auto& [center, size] : groups) EXPECT_EQ(size, 64);

    std::array<int, 3> directions{};
    const auto rods = boxes_of(SceneKind::rods);
    const float length = std::max({rods[0].half_extents.x, rods[0].half_extents.y, rods[0].half_extents.z});
    for (const OrientedBox& rod : rods) {
        const std::array<float, 3> half{rod.half_extents.x, rod.half_extents.y, rod.half_extents.z};
        const std::array<float, 3> center{rod.center.x, rod.center.y, rod.center.z};
        const std::size_t along = static_cast<std::size_t>(std::max_element(half.begin(), half.end()) - half.begin());
        ++directions[along];
        EXPECT_EQ(half[along], length);
        EXPECT_EQ(center[along], 0);
        for (const float coordinate : center) EXPECT_LE(std::abs(coordinate), length);
    }
    EXPECT_EQ(directions[0], 2134);

    const auto sizes = [&](SceneKind kind) {
        std::vector<float> result;
        for (const OrientedBox& box : boxes_of(kind)) result.push_back(box.half_extents.x);
        std::sort(result.begin(), result.end());
        return result;
    };
    const auto mixed = sizes(SceneKind::mixed), six = sizes(SceneKind::six_decades), huge = sizes(SceneKind::huge_tiny);
    EXPECT_NEAR(std::log10(mixed.back() / mixed.front()), 2.3, 0.1);
    EXPECT_NEAR(std::log10(mixed[3200] / mixed.front()), 1.15, 0.15);  // evenly spread over the decades
    EXPECT_NEAR(std::log10(six.back() / six.front()), 6.3, 0.1);
    EXPECT_NEAR(std::log10(six[3200] / six.front()), 3.15, 0.2);
    EXPECT_EQ(std::count_if(huge.begin(), huge.end(), [](float size) { return size > 10; }), 64);
}

TEST(SceneKinds, PileRests) {
    const auto boxes = make_scene({SceneKind::pile, 5000}).rows;
    const auto ground = std::max_element(boxes.begin(), boxes.end(), [](const OrientedBox& a, const OrientedBox& b) {
        return a.half_extents.x < b.half_extents.x;
    });
    EXPECT_NEAR(ground->center.y + ground->half_extents.y, 0, 1e-6);
    std::map<int, int> layers;
    for (const OrientedBox& box : boxes) {
        if (&box == &*ground) continue;
        const float bottom = box.center.y - box.half_extents.y;
        const float layer = (bottom + 0.004F) / 0.996F;
        EXPECT_NEAR(layer, std::round(layer), 1e-4);
        ++layers[static_cast<int>(std::round(layer))];
        EXPECT_LT(std::abs(box.center.x), ground->half_extents.x);
        EXPECT_LT(std::abs(box.center.z), ground->half_extents.z);
    }
    EXPECT_GE(layers.size(), 8U);
    for (int layer = 1; layer < static_cast<int>(layers.size()); ++layer) EXPECT_LT(layers[layer], layers[layer - 1]);
    // Boxes of one layer never touch.
    BoxBatch batch;
    Workspace workspace;
    PairResult result;
    ASSERT_EQ(batch.assign(box_rows(boxes)), Status::ok);
    ASSERT_EQ(find_overlaps(batch, workspace, result), Status::ok);
    EXPECT_GT(result.pair_count, 5000U);
    for (const BoxPair pair : result.pairs) EXPECT_NE(boxes[pair.first].center.y, boxes[pair.second].center.y);
}

TEST(SceneKinds, InputOrderTellsNothing) {
    // Boxes next to each other in the file are not neighbors in space.
    for (const SceneKind kind : {SceneKind::uniform, SceneKind::pile, SceneKind::clustered, SceneKind::identical}) {
        const auto boxes = make_scene({kind, 4000}).rows;
        int near = 0;
        for (std::size_t i = 1; i < boxes.size(); ++i) {
            near += std::abs(boxes[i].center.x - boxes[i - 1].center.x) < 1 &&
                    std::abs(boxes[i].center.z - boxes[i - 1].center.z) < 1;
        }
        EXPECT_LT(near, 400) << describe_kind(kind).name;
    }
}

TEST(SceneKinds, WhatCannotBeMadeIsRefused) {
    EXPECT_THROW(make_scene({SceneKind::rects, 10}), SceneError);
    EXPECT_THROW(make_rows({SceneKind::rects, 10}, {0, 10}), SceneError);
    EXPECT_THROW(make_scene({SceneKind::uniform, kMaxBoxCount + 1}), SceneError);
    EXPECT_THROW(make_scene({SceneKind::line, 1000000, 1, 1e-6}), SceneError);
}

TEST(SceneKinds, ExpectedPairs) {
    EXPECT_EQ(expected_pairs({SceneKind::uniform, 1000}), 2000);
    EXPECT_EQ(expected_pairs({SceneKind::dense, 1000}), 20000);
    EXPECT_EQ(expected_pairs({SceneKind::identical, 64, 1, 0, 10}), 64 * 63 / 2);
    EXPECT_EQ(expected_pairs({SceneKind::uniform, 3, 1, 100}), 3);
    EXPECT_EQ(expected_pairs({SceneKind::uniform, 0}), 0);
}

TEST(SceneRandom, PowerOfTen) {
    for (double x = -12; x <= 12; x += 0.0371) EXPECT_NEAR(power_of_ten(x) / std::pow(10, x), 1, 1e-13);
    EXPECT_EQ(power_of_ten(0), 1);
}

TEST(SceneRandom, NumbersAreEven) {
    Random random(1);
    std::array<int, 7> counts{};
    for (int i = 0; i < 70000; ++i) ++counts[random.below(7)];
    for (const int count : counts) EXPECT_NEAR(count, 10000, 400);
    double sum = 0;
    for (int i = 0; i < 100000; ++i) {
        const double number = random.unit();
        ASSERT_TRUE(number >= 0 && number < 1);
        sum += number;
    }
    EXPECT_NEAR(sum / 100000, 0.5, 0.005);
    // The rotations prefer no axis.
    std::array<double, 4> squares{};
    for (int i = 0; i < 40000; ++i) {
        const Quat q = random.rotation();
        squares[0] += double(q.x) * q.x;
        squares[1] += double(q.y) * q.y;
        squares[2] += double(q.z) * q.z;
        squares[3] += double(q.w) * q.w;
    }
    for (const double square : squares) EXPECT_NEAR(square / 40000, 0.25, 0.005);
    EXPECT_NE(Random(1, 0).next(), Random(1, 1).next());
    EXPECT_NE(Random(1).next(), Random(2).next());
}

}  // namespace
}  // namespace satori::scenes
