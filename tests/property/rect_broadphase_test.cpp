// R11 in 2D: find_pairs on rectangles finds the same pairs as a comparison of all with all, each once. find_overlaps
// returns the pairs that test_pairs reports as overlaps.

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

// Returns AABBs without depth. The 3D oracle compares them.
std::vector<Aabb> flat(const std::vector<Aabb2>& rects) {
    std::vector<Aabb> boxes;
    for (const Aabb2& rect : rects) boxes.push_back({{rect.min.x, rect.min.y, 0}, {rect.max.x, rect.max.y, 0}});
    return boxes;
}

template <class T>
std::pair<std::vector<T>, std::vector<T>> cut_at(const std::vector<T>& all, std::size_t cut) {
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(cut);
    return {{all.begin(), middle}, {middle, all.end()}};
}

class RectBroadphase : public testing::TestWithParam<SceneKind> {
protected:
    void check_bounds(const std::vector<Aabb2>& bounds, std::size_t cut, const Execution& execution) {
        PairResult result;
        ASSERT_EQ(find_pairs(aabb_rows(bounds), workspace_, result, {.execution = execution}), Status::ok);
        ASSERT_EQ(test::sorted(test::to_vector(result)), brute_force_pairs(flat(bounds)));
        const auto [first, second] = cut_at(bounds, cut);
        ASSERT_EQ(find_pairs({aabb_rows(first), aabb_rows(second)}, workspace_, result, {.execution = execution}),
                  Status::ok);
        ASSERT_EQ(test::sorted(test::to_vector(result)), brute_force_pairs(flat(first), flat(second)));
    }

    void check_rects(const std::vector<OrientedRect>& rects, std::size_t cut, const Execution& execution) {
        const RectBatch batch = test::make_batch(rects, execution);
        PairResult result;
        const auto candidates = brute_force_pairs(flat(test::bounds_of(batch, execution)));
        ASSERT_EQ(find_pairs(batch, workspace_, result, {.execution = execution}), Status::ok);
        ASSERT_EQ(result.candidate_count, result.pair_count);
        ASSERT_EQ(test::sorted(test::to_vector(result)), candidates);
        pairs_ += candidates.size();

        for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
            const auto answers = test::answers_of(batch, candidates, execution, {boundary});
            std::vector<BoxPair> expected;
            for (std::size_t k = 0; k < candidates.size(); ++k)
                if (answers[k] != 0) expected.push_back(candidates[k]);
            ASSERT_EQ(find_overlaps(batch, workspace_, result, {.boundary = boundary, .execution = execution}),
                      Status::ok);
            ASSERT_EQ(result.candidate_count, candidates.size());
            ASSERT_EQ(test::sorted(test::to_vector(result)), expected);
            overlaps_ += expected.size();
        }

        const auto [first, second] = cut_at(rects, cut);
        const RectBatch first_batch = test::make_batch(first), second_batch = test::make_batch(second);
        ASSERT_EQ(find_pairs({first_batch, second_batch}, workspace_, result, {.execution = execution}), Status::ok);
        const auto crossing =
            brute_force_pairs(flat(test::bounds_of(first_batch)), flat(test::bounds_of(second_batch)));
        ASSERT_EQ(test::sorted(test::to_vector(result)), crossing);
        std::vector<std::uint8_t> answers(crossing.size());
        ASSERT_EQ(test_pairs({first_batch, second_batch}, crossing, answers, workspace_, {.execution = execution}),
                  Status::ok);
        std::vector<BoxPair> expected;
        for (std::size_t k = 0; k < crossing.size(); ++k)
            if (answers[k] != 0) expected.push_back(crossing[k]);
        ASSERT_EQ(find_overlaps({first_batch, second_batch}, workspace_, result, {.execution = execution}), Status::ok);
        ASSERT_EQ(test::sorted(test::to_vector(result)), expected);
    }

    void check_scenes(std::uint32_t scenes, std::uint32_t smallest, std::uint32_t largest, std::uint64_t seed) {
        const auto isas = test::supported_isas();
        test::Random random(seed);
        for (std::uint32_t scene = 0; scene < scenes; ++scene) {
            const std::uint32_t count = smallest + random.below(largest - smallest + 1);
            const std::uint64_t scene_seed = random.bits() >> 16;
            SCOPED_TRACE(testing::Message() << count << " rectangles, seed " << scene_seed);
            const auto rects = test::make_rect_scene(GetParam(), count, scene_seed);
            const std::size_t cut = random.below(count + 1);
            const Execution execution{isas[scene % isas.size()], &serial_executor()};
            check_bounds(test::upright_bounds(rects), cut, execution);
            check_rects(rects, cut, execution);
            if (HasFailure()) return;
        }
        EXPECT_GT(pairs_, scenes / 10) << "hardly any pair to be found";
        EXPECT_GT(overlaps_, 0U);
    }

    Workspace workspace_;
    std::uint64_t pairs_ = 0, overlaps_ = 0;
};
class FullRectBroadphase : public RectBroadphase {};

TEST_P(RectBroadphase, EqualsBruteForceOnSmallScenes) {
    check_scenes(24, 0, 200, 1);
}

// In these scenes each rectangle overlaps most others: the number of pairs grows with the square of the rectangles.
std::uint32_t large(SceneKind kind) {
    return kind == SceneKind::same_position || kind == SceneKind::signed_zeros ? 500 : 1500;
}

TEST_P(RectBroadphase, EqualsBruteForceOnALargerScene) {
    check_scenes(1, large(GetParam()) - 100, large(GetParam()), 2);
}

TEST_P(FullRectBroadphase, EqualsBruteForce) {
    check_scenes(300, 0, 200, 3);
    check_scenes(2, 2 * large(GetParam()), 4 * large(GetParam()), 4);
}

std::string kind_name(const testing::TestParamInfo<SceneKind>& tested) {
    return test::scene_kind_name(tested.param);
}

INSTANTIATE_TEST_SUITE_P(Kinds, RectBroadphase, testing::ValuesIn(test::kSceneKinds), kind_name);
INSTANTIATE_TEST_SUITE_P(Kinds, FullRectBroadphase, testing::ValuesIn(test::kSceneKinds), kind_name);

}  // namespace
}  // namespace satori
