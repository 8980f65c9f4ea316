// R3, R4, R5 and R10 for contacts: axes and manifolds against the double-precision twin, in every pose of
// support/contact_poses.hpp.
//
// The quick run judges 3.2e5 poses, each with and without bias and with a random cached axis. SATORI_PAIRS=<count> sets
// the number for the Full and Nightly suites (1e7 is the nightly figure; without it Full takes 1e6 and Nightly 1e7).

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "narrowphase/reference_contacts.hpp"
#include "narrowphase/reference_overlap.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/contact_judge.hpp"
#include "support/contact_poses.hpp"
#include "support/isa_fixture.hpp"

namespace satori {
namespace {

using test::ContactAnswer;
using test::ContactAnswers;
using test::ContactFigure;
using test::ContactJudge;
using test::ContactPose;

constexpr std::size_t kPoseCount = std::size(test::kContactPoses);
constexpr std::uint32_t kBatchPairs = 5000;

std::uint64_t pairs_wanted(std::uint64_t otherwise) {
    const char* text = std::getenv("SATORI_PAIRS");
    return text != nullptr ? static_cast<std::uint64_t>(std::strtod(text, nullptr)) : otherwise;
}

// Box 2 i and box 2 i + 1 for each pair i.
struct PoseBatch {
    std::vector<OrientedBox> boxes;
    std::vector<BoxPair> pairs;

    void add(const test::BoxDuo& duo) {
        const auto index = static_cast<std::uint32_t>(boxes.size());
        boxes.push_back(duo.a);
        boxes.push_back(duo.b);
        pairs.push_back({index, index + 1});
    }
    std::vector<BoxPair> reversed_pairs() const {
        std::vector<BoxPair> reversed;
        for (const BoxPair& pair : pairs) reversed.push_back({pair.second, pair.first});
        return reversed;
    }
    PoseBatch exchanged() const {
        PoseBatch other;
        for (const BoxPair& pair : pairs) other.add({boxes[pair.second], boxes[pair.first]});
        return other;
    }
};

PoseBatch make_poses(ContactPose pose, std::uint32_t count, test::Random& random) {
    PoseBatch batch;
    for (std::uint32_t i = 0; i < count; ++i) batch.add(test::make_contact_pose(pose, random));
    return batch;
}

void judge_answers(ContactJudge& judge, const PoseBatch& poses, const ContactAnswers& answers,
                   const CollideOptions& options, const std::vector<std::uint8_t>& cached = {}) {
    for (std::size_t k = 0; k < poses.pairs.size(); ++k) {
        judge.add({poses.boxes[2 * k], poses.boxes[2 * k + 1], options, cached.empty() ? kNoAxis : cached[k],
                   answers.axes[k], answers.manifolds[k]});
    }
}

// Asked as (b, a): the same manifolds, the axes' normals reversed.
void expect_reversed(const ContactAnswers& answers, const ContactAnswers& reversed) {
    ASSERT_TRUE(test::same_bytes(answers.manifolds, reversed.manifolds));
    for (std::size_t k = 0; k < answers.axes.size(); ++k) {
        const SeparatingAxis &axis = answers.axes[k], &other = reversed.axes[k];
        ASSERT_EQ(axis.normal.x, -other.normal.x);
        ASSERT_EQ(axis.normal.y, -other.normal.y);
        ASSERT_EQ(axis.normal.z, -other.normal.z);
        ASSERT_EQ(axis.separation, other.separation);
        ASSERT_EQ(axis.axis, other.axis);
    }
}

// How many delta (beyond the slack, which gives A's faces their preference) the separation changes when A and B change
// places.
double worst_exchange(const PoseBatch& poses, const ContactAnswers& answers, const ContactAnswers& exchanged,
                      const CollideOptions& options) {
    double worst = 0;
    for (std::size_t k = 0; k < poses.pairs.size(); ++k) {
        const OrientedBox &a = poses.boxes[2 * k], &b = poses.boxes[2 * k + 1];
        const double change = std::fabs(static_cast<double>(answers.axes[k].separation) -
                                        static_cast<double>(exchanged.axes[k].separation));
        const double slack = static_cast<double>(options.axis_bias) * reference::contact_slack(a, b);
        worst = std::max(worst, (change - slack) / overlap_tolerance(a, b));
    }
    return worst;
}

// What a regime says of itself.
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
    const auto isas = test::supported_isas();
    const Execution narrowest{isas.front(), &serial_executor()}, widest{isas.back(), &serial_executor()};
    CollideOptions biased, unbiased;
    biased.speculative_distance = unbiased.speculative_distance = test::contact_pose_speculative(pose);
    unbiased.axis_bias = 0;
    ContactJudge usual, plain, cached;
    double exchange = 0, exchange_unbiased = 0;
    for (std::uint64_t done = 0; done < count; done += kBatchPairs) {
        const PoseBatch poses =
            make_poses(pose, static_cast<std::uint32_t>(std::min<std::uint64_t>(kBatchPairs, count - done)), random);
        const PoseBatch exchanged = poses.exchanged();
        const BoxBatch batch = test::make_batch(poses.boxes, widest);
        const BoxBatch narrow = test::make_batch(poses.boxes, narrowest);
        const BoxBatch other = test::make_batch(exchanged.boxes, widest);
        for (const CollideOptions& options : {biased, unbiased}) {
            const auto answers = test::contacts_of(batch, poses.pairs, widest, options);
            ASSERT_TRUE(answers == test::contacts_of(narrow, poses.pairs, narrowest, options))
                << isa_name(narrowest.isa) << " and " << isa_name(widest.isa);
            expect_reversed(answers, test::contacts_of(batch, poses.reversed_pairs(), widest, options));
            if (testing::Test::HasFatalFailure()) return;
            const auto answers_of_other = test::contacts_of(other, exchanged.pairs, widest, options);
            if (options.axis_bias > 0) {
                judge_answers(usual, poses, answers, options);
                exchange = std::max(exchange, worst_exchange(poses, answers, answers_of_other, options));
            } else {
                judge_answers(plain, poses, answers, options);
                exchange_unbiased =
                    std::max(exchange_unbiased, worst_exchange(poses, answers, answers_of_other, options));
            }
        }
        std::vector<std::uint8_t> axes(poses.pairs.size());
        for (std::uint8_t& axis : axes) axis = static_cast<std::uint8_t>(random.below(15));
        const auto answers = test::contacts_of(batch, poses.pairs, widest, biased, axes);
        ASSERT_TRUE(answers == test::contacts_of(narrow, poses.pairs, narrowest, biased, axes));
        judge_answers(cached, poses, answers, biased, axes);
    }
    const std::string name = test::contact_pose_name(pose);
    usual.print(name.c_str());
    plain.print((name + ", no bias").c_str());
    cached.print((name + ", cached").c_str());
    std::printf("  exchanged: %.3g delta beyond the slack, %.3g without bias\n", exchange, exchange_unbiased);
    for (const ContactJudge* judge : {&usual, &plain, &cached}) {
        SCOPED_TRACE(judge == &usual ? "usual" : judge == &plain ? "no bias" : "cached axes");
        judge->expect_promises();
    }
    EXPECT_LE(exchange, 1);
    EXPECT_LE(exchange_unbiased, 1);
    expect_met(pose, usual);
}

class ContactOracle : public testing::TestWithParam<ContactPose> {};
class FullContactOracle : public ContactOracle {};
class NightlyContactOracle : public ContactOracle {};

TEST_P(ContactOracle, AxesAndManifoldsKeepTheirPromises) {
    judge_pose(GetParam(), 20000, 1);
}

TEST_P(FullContactOracle, AxesAndManifoldsKeepTheirPromises) {
    const std::uint64_t count = pairs_wanted(1000000);
    judge_pose(GetParam(), count / kPoseCount, 2 + count);
}

TEST_P(NightlyContactOracle, AxesAndManifoldsKeepTheirPromises) {
    const std::uint64_t count = pairs_wanted(10000000);
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
        CollideOptions options;
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
    static std::vector<std::uint8_t> some_axes(std::size_t count, std::uint64_t seed) {
        test::Random random(seed);
        std::vector<std::uint8_t> axes(count);
        for (std::uint8_t& axis : axes) axis = random.coin() ? static_cast<std::uint8_t>(random.below(15)) : kNoAxis;
        return axes;
    }
    static CollideOptions options() {
        CollideOptions options;
        options.speculative_distance = 0.05F;
        return options;
    }
};

TEST_P(ContactKernel, EqualsTheScalarSet) {
    const PoseBatch poses = every_pose(500, 1);
    const auto cached = some_axes(poses.pairs.size(), 2);
    const Execution scalar{Isa::scalar, &serial_executor()};
    const auto answers =
        test::contacts_of(test::make_batch(poses.boxes, execution()), poses.pairs, execution(), options(), cached);
    EXPECT_TRUE(answers ==
                test::contacts_of(test::make_batch(poses.boxes, scalar), poses.pairs, scalar, options(), cached));
}

TEST_P(ContactKernel, EveryBatchSizeAndLane) {
    const PoseBatch poses = every_pose(17, 3);
    ASSERT_GE(poses.pairs.size(), 257U + 15U);
    const auto cached = some_axes(poses.pairs.size(), 4);
    const BoxBatch batch = test::make_batch(poses.boxes, execution());
    const auto expected = test::contacts_of(batch, poses.pairs, execution(), options(), cached);
    for (std::size_t size = 1; size <= 257; ++size) {
        for (const std::size_t first : {std::size_t{0}, size % 16}) {  // moves every pair through the lanes
            const auto part = [&](const auto& all) {
                const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
                return std::vector(begin, begin + static_cast<std::ptrdiff_t>(size));
            };
            const auto answers = test::contacts_of(batch, part(poses.pairs), execution(), options(), part(cached));
            ASSERT_TRUE(test::same_bytes(answers.axes, part(expected.axes))) << size << " pairs from " << first;
            ASSERT_TRUE(test::same_bytes(answers.manifolds, part(expected.manifolds)))
                << size << " pairs from " << first;
        }
    }
}

TEST_P(ContactKernel, AnyOrderRepeatsAndNeighbours) {
    const PoseBatch poses = every_pose(20, 5);
    const auto cached = some_axes(poses.pairs.size(), 6);
    const BoxBatch batch = test::make_batch(poses.boxes, execution());
    const auto expected = test::contacts_of(batch, poses.pairs, execution(), options(), cached);
    test::Random random(7);
    std::vector<BoxPair> asked;
    std::vector<std::uint8_t> asked_cached;
    ContactAnswers wanted;
    for (int k = 0; k < 5000; ++k) {
        const std::uint32_t which = random.below(static_cast<std::uint32_t>(poses.pairs.size()));
        asked.push_back(poses.pairs[which]);
        asked_cached.push_back(cached[which]);
        wanted.axes.push_back(expected.axes[which]);
        wanted.manifolds.push_back(expected.manifolds[which]);
    }
    EXPECT_TRUE(wanted == test::contacts_of(batch, asked, execution(), options(), asked_cached));
}

TEST_P(ContactKernel, TwoSetsAnswerAsOne) {
    const PoseBatch poses = every_pose(20, 8);
    const auto expected = test::contacts_of(test::make_batch(poses.boxes), poses.pairs, execution(), options());
    std::vector<OrientedBox> first, second;
    std::vector<BoxPair> pairs;
    for (std::uint32_t k = 0; k < poses.pairs.size(); ++k) {
        first.push_back(poses.boxes[2 * k]);
        second.push_back(poses.boxes[2 * k + 1]);
        pairs.push_back({k, k});
    }
    const BoxBatch batch = test::make_batch(first), other = test::make_batch(second);
    Workspace workspace;
    ContactAnswers answers;
    answers.axes.resize(pairs.size());
    answers.manifolds.resize(pairs.size());
    ASSERT_EQ(separating_axes(batch, other, pairs, answers.axes, workspace, options(), execution()), Status::ok);
    ASSERT_EQ(build_manifolds(batch, other, pairs, answers.axes, answers.manifolds, workspace, options(), execution()),
              Status::ok);
    for (std::uint32_t k = 0; k < pairs.size(); ++k) {
        ASSERT_EQ(answers.manifolds[k].pair, pairs[k]);
        answers.manifolds[k].pair = expected.manifolds[k].pair;
    }
    EXPECT_TRUE(answers == expected);
}

// One call is its stages: the pairs that test_pairs() finds, and those within the speculative distance that have a point, with
// the bytes that separating_axes() and build_manifolds() give them. Within delta of the speculative distance either
// answer is right. A pair further apart can have a point too when its manifold is built alone: along the axis that it was
// given the boxes may overlap.
TEST_P(ContactKernel, CollideIsItsStages) {
    for (const float speculative : {0.0F, 0.05F}) {
        for (const float bias : {1.0F, 0.0F}) {
            CollideOptions options;
            options.speculative_distance = speculative;
            options.axis_bias = bias;
            test::Random random(9);
            std::uint64_t met = 0, met_separated = 0;
            for (const ContactPose pose : test::kContactPoses) {
                SCOPED_TRACE(test::contact_pose_name(pose));
                const PoseBatch poses = make_poses(pose, 40, random);  // most boxes meet those of other pairs too
                const BoxBatch batch = test::make_batch(poses.boxes, execution());
                std::vector<BoxPair> all;
                for (std::uint32_t i = 0; i < batch.size(); ++i) {
                    for (std::uint32_t j = i + 1; j < batch.size(); ++j) all.push_back({i, j});
                }
                const auto overlap = test::answers_of(batch, all, execution());
                const auto staged = test::contacts_of(batch, all, execution(), options);
                Workspace workspace;
                ContactResult result;
                ASSERT_EQ(collide(batch, workspace, result, options, execution()), Status::ok);
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
                        EXPECT_TRUE(reported);
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
