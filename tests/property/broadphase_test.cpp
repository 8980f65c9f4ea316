// R11: find_pairs finds the same pairs as a comparison of all boxes with all boxes, each once, with first < second.

#include <cfloat>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/brute_force.hpp"
#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using test::SceneKind;

class Broadphase : public testing::TestWithParam<SceneKind> {
protected:
    // Compares raw bounds: as one set, and as two sets split at `cut`.
    void check_bounds(const std::vector<Aabb>& bounds, std::size_t cut) {
        PairResult result;
        const auto expected = brute_force_pairs(bounds);
        ASSERT_EQ(find_pairs(aabb_rows(bounds), workspace_, result, {.execution = execution()}), Status::ok);
        ASSERT_EQ(result.pair_count, expected.size());
        ASSERT_EQ(test::sorted(test::to_vector(result)), expected);
        pairs_ += expected.size();

        const std::vector<Aabb> first(bounds.begin(), bounds.begin() + static_cast<std::ptrdiff_t>(cut));
        const std::vector<Aabb> second(bounds.begin() + static_cast<std::ptrdiff_t>(cut), bounds.end());
        ASSERT_EQ(find_pairs({aabb_rows(first), aabb_rows(second)}, workspace_, result, {.execution = execution()}),
                  Status::ok);
        ASSERT_EQ(test::sorted(test::to_vector(result)), brute_force_pairs(first, second)) << "two sets";
    }

    // The same with boxes: their pairs are those of the bounds from compute_aabbs.
    void check_boxes(const std::vector<OrientedBox>& boxes, std::size_t cut) {
        const BoxBatch batch = test::make_batch(boxes, execution());
        const auto bounds = test::bounds_of(batch, execution());
        PairResult result;
        const auto expected = brute_force_pairs(bounds);
        ASSERT_EQ(find_pairs(batch, workspace_, result, {.execution = execution()}), Status::ok);
        ASSERT_EQ(result.candidate_count, result.pair_count);
        ASSERT_EQ(test::sorted(test::to_vector(result)), expected);

        const std::vector<OrientedBox> first(boxes.begin(), boxes.begin() + static_cast<std::ptrdiff_t>(cut));
        const std::vector<OrientedBox> second(boxes.begin() + static_cast<std::ptrdiff_t>(cut), boxes.end());
        const BoxBatch first_batch = test::make_batch(first), second_batch = test::make_batch(second);
        ASSERT_EQ(find_pairs({first_batch, second_batch}, workspace_, result, {.execution = execution()}), Status::ok);
        ASSERT_EQ(test::sorted(test::to_vector(result)),
                  brute_force_pairs(test::bounds_of(first_batch), test::bounds_of(second_batch)));
    }

    void check_scenes(std::uint32_t scenes, std::uint32_t smallest, std::uint32_t largest, std::uint64_t seed) {
        test::Random random(seed);
        for (std::uint32_t scene = 0; scene < scenes; ++scene) {
            const std::uint32_t count = smallest + random.below(largest - smallest + 1);
            const std::uint64_t scene_seed = random.bits() >> 16;
            SCOPED_TRACE(testing::Message() << count << " boxes, seed " << scene_seed);
            const auto boxes = test::make_test_scene(GetParam(), count, scene_seed);
            const std::size_t cut = random.below(count + 1);
            execution_.isa = isas_[scene % isas_.size()];
            auto bounds = test::upright_bounds(boxes);
            flip_zero_signs(bounds, random);
            check_bounds(bounds, cut);
            check_boxes(boxes, cut);
            if (HasFailure()) return;
        }
        EXPECT_GT(pairs_, scenes / 10) << "hardly any pair to be found";
    }

    static void flip_zero_signs(std::vector<Aabb>& bounds, test::Random& random) {
        for (Aabb& box : bounds) {
            for (float* value : {&box.min.x, &box.min.y, &box.min.z, &box.max.x, &box.max.y, &box.max.z}) {
                if (*value == 0) *value = random.coin() ? 0.0F : -0.0F;
            }
        }
    }

    const Execution& execution() const { return execution_; }

    std::vector<Isa> isas_ = test::supported_isas();
    Execution execution_{Isa::scalar, &serial_executor()};
    Workspace workspace_;
    std::uint64_t pairs_ = 0;
};
class FullBroadphase : public Broadphase {};
class NightlyBroadphase : public Broadphase {};

TEST_P(Broadphase, EqualsBruteForceOnSmallScenes) {
    check_scenes(300, 0, 200, 1);
}

TEST_P(Broadphase, EqualsBruteForceOnVectorEdges) {
    check_scenes(200, 0, 40, 2);
}

// In these scenes most boxes overlap most others. The number of pairs grows with the square of the boxes, so the scenes
// are smaller.
bool all_pairs_overlap(SceneKind kind) {
    return kind == SceneKind::same_position || kind == SceneKind::signed_zeros;
}

TEST_P(Broadphase, EqualsBruteForceOnLargerScenes) {
    check_scenes(2, all_pairs_overlap(GetParam()) ? 1000 : 2000, all_pairs_overlap(GetParam()) ? 1500 : 4000, 3);
}

TEST_P(FullBroadphase, EqualsBruteForceOnLargeScenes) {
    check_scenes(2, all_pairs_overlap(GetParam()) ? 4000 : 10000, all_pairs_overlap(GetParam()) ? 5000 : 20000, 4);
}

TEST_P(FullBroadphase, EqualsBruteForceOnManySmallScenes) {
    check_scenes(1500, 0, 200, 5);
}

TEST_P(NightlyBroadphase, EqualsBruteForceOnLargeScenes) {
    check_scenes(4, all_pairs_overlap(GetParam()) ? 4000 : 10000, all_pairs_overlap(GetParam()) ? 5000 : 20000, 7);
}

TEST_P(NightlyBroadphase, EqualsBruteForceOnManySmallScenes) {
    check_scenes(8000, 0, 200, 6);
}

std::string kind_name(const testing::TestParamInfo<SceneKind>& tested) {
    return test::scene_kind_name(tested.param);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Broadphase, testing::ValuesIn(test::kSceneKinds), kind_name);
INSTANTIATE_TEST_SUITE_P(Kinds, FullBroadphase, testing::ValuesIn(test::kSceneKinds), kind_name);
INSTANTIATE_TEST_SUITE_P(Kinds, NightlyBroadphase, testing::ValuesIn(test::kSceneKinds), kind_name);

// Raw bounds may be any finite numbers.
TEST(BroadphaseExtremes, AnyFiniteBounds) {
    const float values[] = {-FLT_MAX, -1e38F, -1e8F,   -1, -FLT_MIN, -1e-45F, -0.0F,
                            0,        1e-45F, FLT_MIN, 1,  1e8F,     1e38F,   FLT_MAX};
    test::Random random(9);
    Workspace workspace;
    std::uint64_t pairs = 0;
    for (int scene = 0; scene < 500; ++scene) {
        std::vector<Aabb> bounds(random.below(120));
        for (Aabb& box : bounds) {
            for (auto [low, high] :
                 {std::pair{&box.min.x, &box.max.x}, {&box.min.y, &box.max.y}, {&box.min.z, &box.max.z}}) {
                const float a = values[random.below(std::size(values))], b = values[random.below(std::size(values))];
                *low = std::fmin(a, b);
                *high = random.below(3) == 0 ? *low : std::fmax(a, b);
            }
        }
        for (const Isa isa : test::supported_isas()) {
            PairResult result;
            ASSERT_EQ(find_pairs(aabb_rows(bounds), workspace, result, {.execution = {isa, &serial_executor()}}),
                      Status::ok);
            ASSERT_EQ(test::sorted(test::to_vector(result)), brute_force_pairs(bounds))
                << isa_name(isa) << ' ' << scene;
            pairs += result.pair_count;
        }
    }
    EXPECT_GT(pairs, 10000U);
}

TEST(BroadphaseExtremes, StridedBoundsOnMisalignedAddresses) {
    const auto bounds = test::upright_bounds(test::make_test_scene(SceneKind::uniform, 300, 1));
    const auto expected = brute_force_pairs(bounds);
    Workspace workspace;
    for (std::size_t shift = 0; shift < 16; ++shift) {
        std::vector<float> rows(shift + bounds.size() * 7, NAN);
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            std::memcpy(rows.data() + shift + 7 * i, &bounds[i], sizeof(Aabb));
        }
        PairResult result;
        const AabbView view{rows.data() + shift, rows.data() + shift + 3, 28, bounds.size()};
        ASSERT_EQ(find_pairs(view, workspace, result), Status::ok);
        EXPECT_EQ(test::sorted(test::to_vector(result)), expected);
    }
}

TEST(BroadphaseExtremes, SetsOfDifferentSizes) {
    const auto bounds = test::upright_bounds(test::make_test_scene(SceneKind::mixed_sizes, 2000, 1));
    Workspace workspace;
    for (const std::size_t cut : {0U, 1U, 2U, 999U, 1999U, 2000U}) {
        const std::span<const Aabb> all(bounds);
        PairResult result;
        ASSERT_EQ(find_pairs({aabb_rows(all.first(cut)), aabb_rows(all.subspan(cut))}, workspace, result), Status::ok);
        EXPECT_EQ(test::sorted(test::to_vector(result)), brute_force_pairs(all.first(cut), all.subspan(cut)));
    }
    PairResult result;
    ASSERT_EQ(find_pairs({aabb_rows(bounds), aabb_rows(bounds)}, workspace, result), Status::ok)
        << "a set against itself";
    EXPECT_EQ(test::sorted(test::to_vector(result)), brute_force_pairs(bounds, bounds));
}

}  // namespace
}  // namespace satori
