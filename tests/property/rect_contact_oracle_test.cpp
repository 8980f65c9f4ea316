// R3, R4, R5 and R10 for contacts of rectangles: axes and manifolds against the oracle, in every pose of
// support/rect_contact_poses.hpp.
//
// The quick run judges 1.3e5 poses. SATORI_PAIRS=<count> sets the number for the Full and Nightly suites, as for boxes.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/reference_rect.hpp"
#include "support/contact_calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/judged_poses.hpp"
#include "support/posed_pairs.hpp"
#include "support/rect_contact_judge.hpp"
#include "support/rect_contact_poses.hpp"
#include "support/sanitizers.hpp"

namespace satori {
namespace {

using test::RectContactJudge;
using test::RectContactPose;

constexpr std::size_t kPoseCount = std::size(test::kRectContactPoses);

using PoseBatch = test::PosedPairs<OrientedRect>;

struct PosedRects {
    using Box = OrientedRect;
    using Judge = RectContactJudge;
    using Pair = reference::RectPair;
    static constexpr std::uint32_t kAxes = 4;
    RectContactPose pose;

    test::RectDuo make(test::Random& random) const { return test::make_rect_pose(pose, random); }
    const char* name() const { return test::rect_contact_pose_name(pose); }
    float speculative() const { return test::rect_pose_speculative(pose); }
    static Vec2 negative(const Vec2& v) { return {-v.x, -v.y}; }
};

// Expects that the pairs have the properties of their pose.
void expect_met(RectContactPose pose, const RectContactJudge& judge) {
    const auto share = [&](std::uint64_t part) {
        return static_cast<double>(part) / static_cast<double>(judge.count());
    };
    switch (pose) {
        case RectContactPose::shallow:
            EXPECT_GT(share(judge.overlapping()), 0.2);
            EXPECT_GT(share(judge.separated()), 0.2);
            break;
        case RectContactPose::separated:
            EXPECT_GT(share(judge.separated()), 0.9);
            EXPECT_GT(share(judge.speculative()), 0.1);
            EXPECT_GT(share(judge.with_points(0)), 0.2);
            break;
        case RectContactPose::on_ground:
        case RectContactPose::squares_flush:
            EXPECT_GT(share(judge.with_points(2)), 0.2);
            break;
        case RectContactPose::corner_on_edge:
        case RectContactPose::corner_to_corner:
            EXPECT_GT(share(judge.with_points(1)), 0.2);
            break;
        case RectContactPose::identical:
        case RectContactPose::deep:
            EXPECT_EQ(judge.separated(), 0U);
            break;
        default:
            EXPECT_GT(share(judge.overlapping()), 0.1);
    }
}

void judge_pose(RectContactPose pose, std::uint64_t count, std::uint64_t seed) {
    test::Random random(seed * 1000003 + static_cast<std::uint64_t>(pose));
    test::JudgedPoses<PosedRects> poses({pose});
    poses.run(count, random);
    expect_met(pose, poses.usual());
}

class RectContactOracle : public testing::TestWithParam<RectContactPose> {};
class FullRectContactOracle : public RectContactOracle {};
class NightlyRectContactOracle : public RectContactOracle {};

TEST_P(RectContactOracle, AxesAndManifoldsKeepTheirPromises) {
    judge_pose(GetParam(), test::quick_cases(10000), 1);
}

TEST_P(FullRectContactOracle, AxesAndManifoldsKeepTheirPromises) {
    const std::uint64_t count = test::pairs_wanted(1000000);
    judge_pose(GetParam(), count / kPoseCount, 2 + count);
}

TEST_P(NightlyRectContactOracle, AxesAndManifoldsKeepTheirPromises) {
    const std::uint64_t count = test::pairs_wanted(10000000);
    judge_pose(GetParam(), count / kPoseCount, 3 + count);
}

std::string pose_name(const testing::TestParamInfo<RectContactPose>& tested) {
    return test::rect_contact_pose_name(tested.param);
}

INSTANTIATE_TEST_SUITE_P(Poses, RectContactOracle, testing::ValuesIn(test::kRectContactPoses), pose_name);
INSTANTIATE_TEST_SUITE_P(Poses, FullRectContactOracle, testing::ValuesIn(test::kRectContactPoses), pose_name);
INSTANTIATE_TEST_SUITE_P(Poses, NightlyRectContactOracle, testing::ValuesIn(test::kRectContactPoses), pose_name);

PoseBatch every_pose(std::uint32_t each, std::uint64_t seed) {
    test::Random random(seed);
    PoseBatch batch;
    for (std::uint32_t i = 0; i < each; ++i)
        for (const RectContactPose pose : test::kRectContactPoses) batch.add(test::make_rect_pose(pose, random));
    return batch;
}

ContactOptions near() {
    ContactOptions options;
    options.speculative_distance = 0.05F;
    return options;
}

TEST(RectContactRegimes, EachKindOfContactIsMet) {
    RectContactJudge judge;
    const PoseBatch poses = every_pose(500, 5);
    // Any cached axes. With this slack they are often not the best axes, so edges pass each other.
    ContactOptions options = near();
    options.axis_slack = 0.1F;
    const auto cached = test::some_axes(poses.pairs.size(), 4, 6);
    const auto answers = test::contacts_of(test::make_batch(poses.boxes), poses.pairs, {}, options, cached);
    for (std::size_t k = 0; k < poses.pairs.size(); ++k)
        judge.add(
            {poses.boxes[2 * k], poses.boxes[2 * k + 1], options, cached[k], answers.axes[k], answers.manifolds[k]});
    judge.print("all");
    judge.expect_promises();
    for (const std::uint64_t met :
         {judge.of_a(), judge.of_b(), judge.overlapping(), judge.separated(), judge.speculative(), judge.with_points(0),
          judge.with_points(1), judge.with_points(2), judge.in_slot(0), judge.in_slot(1), judge.in_slot(2),
          judge.in_slot(3), judge.passed()})
        EXPECT_GT(met, judge.count() / 200);
}

// R10.
class RectContactKernel : public test::IsaTest {};

TEST_P(RectContactKernel, EqualsTheScalarSet) {
    const PoseBatch poses = every_pose(500, 1);
    const auto cached = test::some_axes(poses.pairs.size(), 4, 2);
    const Execution scalar{Isa::scalar, &serial_executor()};
    EXPECT_TRUE(
        test::contacts_of(test::make_batch(poses.boxes, execution()), poses.pairs, execution(), near(), cached) ==
        test::contacts_of(test::make_batch(poses.boxes, scalar), poses.pairs, scalar, near(), cached));
}

TEST_P(RectContactKernel, AnyBatchSizeLaneOrderAndSets) {
    const PoseBatch poses = every_pose(21, 3);
    test::expect_lanes_do_not_matter(poses, test::some_axes(poses.pairs.size(), 4, 4), near(), execution());
}

SATORI_FOR_EACH_ISA(RectContactKernel);

}  // namespace
}  // namespace satori
