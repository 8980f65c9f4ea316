// Whole frames against the oracle: recorded simulations when SATORI_SCENES_DIR is set, and always generated scenes.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/brute_force.hpp"
#include "oracles/reference_overlap.hpp"
#include "scenes/generator.hpp"
#include "support/calls.hpp"
#include "support/oracle_score.hpp"
#include "support/recorded_scenes.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using test::OracleScore;

struct FrameCount {
    std::uint64_t reported = 0;
    std::uint64_t exact = 0;      ///< overlaps that the oracle finds
    std::uint64_t uncertain = 0;  ///< pairs within delta of touching
};

// Judges every pair whose AABBs overlap. R11 and the AABBs' own test show that no other pair can overlap.
FrameCount check_frame(const std::vector<OrientedBox>& boxes, bool brute_force) {
    FrameCount counts;
    const BoxBatch batch = test::make_batch(boxes);
    auto candidates = test::sorted(test::pairs_of(batch));
    EXPECT_EQ(std::adjacent_find(candidates.begin(), candidates.end()), candidates.end()) << "a candidate twice";
    if (brute_force) {
        EXPECT_EQ(candidates, brute_force_pairs(test::bounds_of(batch)));
    }
    Workspace workspace;
    PairResult result;
    EXPECT_EQ(find_overlaps(batch, workspace, result), Status::ok);
    EXPECT_EQ(sort_pairs(result.pairs, workspace), Status::ok);
    const auto overlaps = test::to_vector(result);
    EXPECT_TRUE(std::is_sorted(overlaps.begin(), overlaps.end()));
    EXPECT_EQ(std::adjacent_find(overlaps.begin(), overlaps.end()), overlaps.end()) << "a pair twice";
    EXPECT_TRUE(std::includes(candidates.begin(), candidates.end(), overlaps.begin(), overlaps.end()));
    EXPECT_EQ(result.candidate_count, candidates.size());

    OracleScore score;
    for (const BoxPair& pair : candidates) {
        EXPECT_LT(pair.first, pair.second);
        const bool reported = std::binary_search(overlaps.begin(), overlaps.end(), pair);
        const OrientedBox &a = boxes[pair.first], &b = boxes[pair.second];
        const double separation = reference_separation(a, b), delta = overlap_tolerance(a, b);
        score.add(separation, delta, reported);
        if (separation <= 0) ++counts.exact;
        if (std::fabs(separation) <= OracleScore::kPromise * delta) ++counts.uncertain;
    }
    counts.reported = overlaps.size();
    EXPECT_LT(score.worst_false_negative(), OracleScore::kCeiling);
    EXPECT_LT(score.worst_false_positive(), OracleScore::kCeiling);
    return counts;
}

test::RecordedScene load(const char* name, bool& found) {
    auto scene = test::load_recorded_scene(name);
    found = scene.has_value();
    return found ? std::move(*scene) : test::RecordedScene{};
}

void expect_about(const FrameCount& counts, std::uint64_t expected) {
    EXPECT_LE(counts.reported, expected + counts.uncertain);
    EXPECT_GE(counts.reported + counts.uncertain, expected);
    std::printf("%llu overlaps, %llu by the oracle, %llu uncertain\n", static_cast<unsigned long long>(counts.reported),
                static_cast<unsigned long long>(counts.exact), static_cast<unsigned long long>(counts.uncertain));
}

TEST(RecordedScenes, FirstFrameOfThePyramid) {
    bool found = false;
    const auto scene = load("pyramid_1839x10.npy", found);
    if (!found) GTEST_SKIP() << "SATORI_SCENES_DIR is not set";
    expect_about(check_frame(scene.frame(0), true), 3555);
}

TEST(RecordedScenes, FirstFrameOfTheDebris) {
    bool found = false;
    const auto scene = load("debris_8005x20.npy", found);
    if (!found) GTEST_SKIP() << "SATORI_SCENES_DIR is not set";
    expect_about(check_frame(scene.frame(0), false), 15263);
}

void check_all_frames(const char* name) {
    bool found = false;
    const auto scene = load(name, found);
    if (!found) GTEST_SKIP() << "SATORI_SCENES_DIR is not set";
    for (std::uint32_t frame = 0; frame < scene.frames; ++frame) {
        SCOPED_TRACE(testing::Message() << name << " frame " << frame);
        auto boxes = scene.frame(frame);
        EXPECT_GT(check_frame(boxes, scene.boxes < 10000).reported, 0U);
        // The same a thousand kilometers from the origin. Centers lose digits; the oracle gets the rounded centers.
        for (OrientedBox& box : boxes) box.center.x += 1e6F;
        check_frame(boxes, false);
    }
}

TEST(FullRecordedScenes, EveryFrameOfThePyramid) {
    check_all_frames("pyramid_1839x10.npy");
}
TEST(FullRecordedScenes, EveryFrameOfTheDebris) {
    check_all_frames("debris_8005x20.npy");
}
TEST(FullRecordedScenes, EveryFrameOfTheCity) {
    check_all_frames("city_21601x6.npy");
}

TEST(OwnScenes, MadeScenesAgreeWithTheOracle) {
    using scenes::SceneKind;
    for (const SceneKind kind : {SceneKind::uniform, SceneKind::pile, SceneKind::mixed, SceneKind::clustered,
                                 SceneKind::plane, SceneKind::rods, SceneKind::identical}) {
        SCOPED_TRACE(testing::Message() << "kind " << static_cast<int>(kind));
        scenes::SceneRecipe recipe;
        recipe.kind = kind;
        recipe.count = 3000;
        recipe.frames = 2;
        const scenes::Scene scene = scenes::make_scene(recipe);
        for (std::uint32_t frame = 0; frame < 2; ++frame) {
            const auto boxes = scene.frame(frame);
            EXPECT_GT(check_frame({boxes.begin(), boxes.end()}, true).reported, 100U);
        }
    }
}

TEST(OwnScenes, TestScenesAgreeWithTheOracle) {
    for (const test::SceneKind kind : test::kSceneKinds) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        for (std::uint64_t seed = 0; seed < 4; ++seed) check_frame(test::make_test_scene(kind, 500, seed), true);
    }
}

}  // namespace
}  // namespace satori
