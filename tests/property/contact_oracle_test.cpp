// R3, R4, R5 and R10 for contacts: axes and manifolds against the double-precision oracle, in every pose of
// support/contact_poses.hpp.
//
// The quick run judges 3.4e5 poses: each with the usual options, for the exact best axis, and with a random cached
// axis. SATORI_PAIRS=<count> sets the number for the Full and Nightly suites (1e7 is the nightly figure; without it
// Full takes 1e6 and Nightly 1e7).

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/reference_contacts.hpp"
#include "oracles/reference_overlap.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/contact_judge.hpp"
#include "support/contact_poses.hpp"
#include "support/isa_fixture.hpp"
#include "support/judged_poses.hpp"
#include "support/posed_pairs.hpp"
#include "support/sanitizers.hpp"

namespace satori {
namespace {

using test::ContactAnswer;
using test::ContactAnswers;
using test::ContactFigure;
using test::ContactJudge;
using test::ContactPose;

constexpr ContactOptions kExact{.axis_slack = 0, .edge_share = 0};
constexpr std::size_t kPoseCount = std::size(test::kContactPoses);

using PoseBatch = test::PosedPairs<OrientedBox>;

PoseBatch make_poses(ContactPose pose, std::uint32_t count, test::Random& random) {
    PoseBatch batch;
    for (std::uint32_t i = 0; i < count; ++i) batch.add(test::make_contact_pose(pose, random));
    return batch;
}

void judge_answers(ContactJudge& judge, const PoseBatch& poses, const ContactAnswers& answers,
                   const ContactOptions& options, const std::vector<std::uint8_t>& cached = {}) {
    for (std::size_t k = 0; k < poses.pairs.size(); ++k) {
        judge.add({poses.boxes[2 * k], poses.boxes[2 * k + 1], options, cached.empty() ? kNoAxis : cached[k],
                   answers.axes[k], answers.manifolds[k]});
    }
}

struct PosedBoxes {
    using Box = OrientedBox;
    using Judge = ContactJudge;
    using Pair = reference::Pair;
    static constexpr std::uint32_t kAxes = 15;
    ContactPose pose;

    test::BoxDuo make(test::Random& random) const { return test::make_contact_pose(pose, random); }
    const char* name() const { return test::contact_pose_name(pose); }
    float speculative() const { return test::contact_pose_speculative(pose); }
    static Vec3 negative(const Vec3& v) { return {-v.x, -v.y, -v.z}; }
};

// Expects that the poses have the properties of their regime.
void expect_met(ContactPose pose, const ContactJudge& judge) {
    const double count = static_cast<double>(judge.count());
    const auto share = [count](std::uint64_t part) { return static_cast<double>(part) / count; };
    switch (pose) {
        case ContactPose::shallow:
            EXPECT_GT(share(judge.overlapping()), 0.2);
            EXPECT_GT(share(judge.separated()), 0.2);
            break;
        case ContactPose::separated:
            EXPECT_GT(share(judge.separated()), 0.9);
            EXPECT_GT(share(judge.speculative()), 0.1);
            EXPECT_GT(share(judge.with_points(0)), 0.2);
            break;
        case ContactPose::on_ground:
            EXPECT_GT(share(judge.faces_of_a() + judge.faces_of_b()), 0.99);
            EXPECT_GT(share(judge.with_points(4)), 0.2);
            break;
        case ContactPose::cubes_flush:
        case ContactPose::crossed_beams:
            EXPECT_GT(share(judge.with_points(4)), 0.2);
            [[fallthrough]];
        case ContactPose::cubes_tilted:
        case ContactPose::corner_on_face:
            EXPECT_GT(share(judge.faces_of_a() + judge.faces_of_b()), 0.8);
            break;
        case ContactPose::edge_on_edge:
            EXPECT_GT(share(judge.edges()), 0.5);
            break;
        case ContactPose::edges_nearly_parallel:
            EXPECT_GT(share(judge.edges()), 0.05);
            break;
        case ContactPose::identical:
        case ContactPose::deep:
            EXPECT_EQ(judge.separated(), 0U);
            break;
        default:
            EXPECT_GT(share(judge.overlapping()), 0.1);
    }
}

void judge_pose(ContactPose pose, std::uint64_t count, std::uint64_t seed) {
    test::Random random(seed * 1000003 + static_cast<std::uint64_t>(pose));
    test::JudgedPoses<PosedBoxes> poses({pose});
    poses.run(count, random);
    expect_met(pose, poses.usual());
}

class ContactOracle : public testing::TestWithParam<ContactPose> {};
class FullContactOracle : public ContactOracle {};
class NightlyContactOracle : public ContactOracle {};

TEST_P(ContactOracle, AxesAndManifoldsKeepTheirPromises) {
    judge_pose(GetParam(), test::quick_cases(20000), 1);
}

TEST_P(FullContactOracle, AxesAndManifoldsKeepTheirPromises) {
    const std::uint64_t count = test::pairs_wanted(1000000);
    judge_pose(GetParam(), count / kPoseCount, 2 + count);
}

TEST_P(NightlyContactOracle, AxesAndManifoldsKeepTheirPromises) {
    const std::uint64_t count = test::pairs_wanted(10000000);
    judge_pose(GetParam(), count / kPoseCount, 3 + count);
}

std::string pose_name(const testing::TestParamInfo<ContactPose>& tested) {
    return test::contact_pose_name(tested.param);
}

INSTANTIATE_TEST_SUITE_P(Poses, ContactOracle, testing::ValuesIn(test::kContactPoses), pose_name);
INSTANTIATE_TEST_SUITE_P(Poses, FullContactOracle, testing::ValuesIn(test::kContactPoses), pose_name);
INSTANTIATE_TEST_SUITE_P(Poses, NightlyContactOracle, testing::ValuesIn(test::kContactPoses), pose_name);

TEST(ContactRegimes, EachKindOfContactIsMet) {
    ContactJudge judge;
    test::Random random(5);
    for (const ContactPose pose : test::kContactPoses) {
        ContactOptions options;
        options.speculative_distance = test::contact_pose_speculative(pose);
        const PoseBatch poses = make_poses(pose, 1000, random);
        judge_answers(judge, poses, test::contacts_of(test::make_batch(poses.boxes), poses.pairs, {}, options),
                      options);
    }
    judge.print("all");
    for (const std::uint64_t met :
         {judge.faces_of_a(), judge.faces_of_b(), judge.edges(), judge.overlapping(), judge.separated(),
          judge.speculative(), judge.reduced(), judge.with_points(0), judge.with_points(1), judge.with_points(2),
          judge.with_points(3), judge.with_points(4)}) {
        EXPECT_GT(met, judge.count() / 200);
    }
}

// Only boxes without extent have no least delta. Squares of overlaps far below 1e-16 m are too small for floats.
TEST(ContactsOfPoints, AnyDistanceApart) {
    test::Random random(9);
    PoseBatch poses;
    for (int decade = -38; decade <= 7; ++decade) {
        for (int i = 0; i < 200; ++i) {
            const double distance = std::pow(10.0, decade) * random.uniform(1, 10);
            const auto coordinate = [&] { return static_cast<float>(random.uniform(-0.5, 0.5) * distance); };
            const auto point = [&] {
                return OrientedBox{{coordinate(), coordinate(), coordinate()}, {}, test::random_rotation(random)};
            };
            poses.add(test::BoxDuo{point(), point()});
        }
    }
    for (ContactOptions options : {ContactOptions{}, kExact}) {
        options.speculative_distance = 1;
        ContactJudge judge;
        judge_answers(judge, poses, test::contacts_of(test::make_batch(poses.boxes), poses.pairs, {}, options),
                      options);
        judge.print("points");
        judge.expect_promises();
    }
}

// R10.
class ContactKernel : public test::IsaTest {
protected:
    static PoseBatch every_pose(std::uint32_t each, std::uint64_t seed) {
        test::Random random(seed);
        PoseBatch batch;
        for (std::uint32_t i = 0; i < each; ++i) {
            for (const ContactPose pose : test::kContactPoses) batch.add(test::make_contact_pose(pose, random));
        }
        return batch;
    }
    static ContactOptions options() {
        ContactOptions options;
        options.speculative_distance = 0.05F;
        return options;
    }
};

TEST_P(ContactKernel, EqualsTheScalarSet) {
    const PoseBatch poses = every_pose(500, 1);
    const auto cached = test::some_axes(poses.pairs.size(), 15, 2);
    const Execution scalar{Isa::scalar, &serial_executor()};
    const auto answers =
        test::contacts_of(test::make_batch(poses.boxes, execution()), poses.pairs, execution(), options(), cached);
    EXPECT_TRUE(answers ==
                test::contacts_of(test::make_batch(poses.boxes, scalar), poses.pairs, scalar, options(), cached));
}

TEST_P(ContactKernel, AnyBatchSizeLaneOrderAndSets) {
    const PoseBatch poses = every_pose(17, 3);
    const auto cached = test::some_axes(poses.pairs.size(), 15, 4);
    test::expect_lanes_do_not_matter(poses, cached, options(), execution());
}

// A call equals its stages: the pairs that test_pairs() finds, and the pairs within the speculative distance that have
// a point, with the bytes of separating_axes() and build_manifolds(). Within delta of the speculative distance either
// answer is right. A pair that is farther apart can also have a point when its manifold is built alone: the boxes may
// overlap along the given axis.
bool is_uneven(const OrientedBox& a, const OrientedBox& b) {
    const auto size = [](const Vec3& half) { return half.x + half.y + half.z; };
    const float size_a = size(a.half_extents), size_b = size(b.half_extents);
    return std::max(size_a, size_b) > 32 * std::min(size_a, size_b);
}

TEST_P(ContactKernel, CollideIsItsStages) {
    for (const float speculative : {0.0F, 0.05F}) {
        for (ContactOptions options : {ContactOptions{}, kExact}) {
            options.speculative_distance = speculative;
            test::Random random(9);
            std::uint64_t met = 0, met_separated = 0;
            for (const ContactPose pose : test::kContactPoses) {
                SCOPED_TRACE(test::contact_pose_name(pose));
                const PoseBatch poses = make_poses(pose, 40, random);  // most boxes also touch boxes of other pairs
                const BoxBatch batch = test::make_batch(poses.boxes, execution());
                std::vector<BoxPair> all;
                for (std::uint32_t i = 0; i < batch.size(); ++i) {
                    for (std::uint32_t j = i + 1; j < batch.size(); ++j) all.push_back({i, j});
                }
                const auto overlap = test::answers_of(batch, all, execution());
                const auto staged = test::contacts_of(batch, all, execution(), options);
                Workspace workspace;
                ContactResult result;
                ASSERT_EQ(collide(batch, workspace, result, {.contacts = options, .execution = execution()}),
                          Status::ok);
                EXPECT_EQ(result.isa, isa());
                EXPECT_EQ(result.manifold_count, result.manifolds.size());
                auto found = test::sorted_manifolds(result);
                auto next = found.begin();
                for (std::size_t k = 0; k < all.size(); ++k) {
                    const OrientedBox &a = poses.boxes[all[k].first], &b = poses.boxes[all[k].second];
                    const ContactManifold& manifold = staged.manifolds[k];
                    const bool reported = next != found.end() && next->pair == all[k];
                    if (overlap[k] == 0) {
                        const double excess = reference_separation(a, b) - static_cast<double>(speculative);
                        const bool clear = speculative == 0 || std::fabs(excess) > overlap_tolerance(a, b);
                        const bool expected = speculative > 0 && excess <= 0 && manifold.point_count > 0;
                        EXPECT_TRUE(reported == expected || !clear);
                        if (reported) ++met_separated;
                    } else {
                        // When the sizes differ much, the part near the small box decides.
                        EXPECT_TRUE(reported || (is_uneven(a, b) &&
                                                 std::fabs(reference_separation(a, b)) < overlap_tolerance(a, b)));
                    }
                    if (!reported) continue;
                    EXPECT_EQ(std::memcmp(&*next, &manifold, sizeof manifold), 0);
                    ++next;
                }
                EXPECT_TRUE(next == found.end()) << "a pair twice";
                std::uint64_t points = 0;
                for (const ContactManifold& manifold : found) points += manifold.point_count;
                EXPECT_EQ(result.point_count, points);
                met += found.size();
            }
            EXPECT_GT(met, 2000U);
            EXPECT_EQ(met_separated > 0, speculative > 0);
        }
    }
}

SATORI_FOR_EACH_ISA(ContactKernel);

}  // namespace
}  // namespace satori
