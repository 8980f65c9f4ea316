// Tests the check of satori-bench-contacts: it must notice a contact that is missing or invented.

#include <cstdint>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "contacts/contact_check.hpp"

namespace satori {
namespace {

using bench::answers_of;
using bench::Candidates;
using bench::contacts_of;
using bench::ContactSummary;
using bench::fault_of;
using bench::PairContact;

// Unit cubes along x: 0 and 1 overlap by 0.25, 1 and 2 are 0.5 apart.
constexpr Vec3 kHalf{0.5F, 0.5F, 0.5F};
const std::vector<OrientedBox> kBoxes{{{0, 0, 0}, kHalf, {}}, {{0.75F, 0, 0}, kHalf, {}}, {{2.25F, 0, 0}, kHalf, {}}};
const std::vector<BoxPair> kPairs{{0, 1}, {1, 2}};

using Answers = std::vector<std::uint8_t>;

ContactManifold manifold_of(BoxPair pair, float separation) {
    ContactManifold manifold;
    manifold.pair = pair;
    manifold.point_count = 2;
    manifold.points[0].separation = separation / 2;
    manifold.points[1].separation = separation;
    return manifold;
}

TEST(ContactCheck, KnowsWhichPairsOverlap) {
    const Candidates candidates = bench::judge_candidates(kBoxes, kPairs);
    EXPECT_NEAR(candidates.separation[0], -0.25, 1e-12);
    EXPECT_NEAR(candidates.separation[1], 0.5, 1e-12);
    for (const double doubt : {bench::kContactDoubt, bench::kAnswerDoubt}) {
        EXPECT_EQ(fault_of(candidates, Answers{1, 0}, doubt), "");
        EXPECT_NE(fault_of(candidates, Answers{0, 0}, doubt), "") << "one is missing";
        EXPECT_NE(fault_of(candidates, Answers{1, 1}, doubt), "") << "one too many";
    }
}

TEST(ContactCheck, ForgivesWithinTheDoubtAlone) {
    // The first pair overlaps by 0.3 delta. The second pair is 0.3 delta apart.
    const Candidates candidates{kPairs, {-0.3e-6, 0.3e-6}, {1e-6, 1e-6}};
    EXPECT_EQ(fault_of(candidates, Answers{0, 1}, 0.31), "");
    EXPECT_NE(fault_of(candidates, Answers{0, 0}, 0.29), "");
    EXPECT_NE(fault_of(candidates, Answers{1, 1}, 0.29), "");
}

TEST(ContactCheck, FindsTheManifoldOfEachCandidate) {
    const std::vector<PairContact> contacts =
        contacts_of(kPairs, std::vector<ContactManifold>{manifold_of(kPairs[1], -0.5F)});
    ASSERT_EQ(contacts.size(), 2U);
    EXPECT_EQ(contacts[0].point_count, 0U);
    EXPECT_EQ(contacts[1].point_count, 2U);
    EXPECT_EQ(contacts[1].depth, 0.5);
    const std::vector<ContactManifold> turned{manifold_of(kPairs[1], -1), manifold_of(kPairs[0], -1)};
    EXPECT_THROW(contacts_of(kPairs, turned), std::runtime_error) << "not in their order";
    EXPECT_EQ(answers_of(contacts), (Answers{0, 1}));
    EXPECT_EQ(answers_of(kPairs, std::vector{kPairs[1]}), (Answers{0, 1}));
    EXPECT_THROW(answers_of(kPairs, std::vector{kPairs[1], kPairs[0]}), std::runtime_error) << "not in their order";
}

TEST(ContactCheck, CountsWhatOneAloneHas) {
    const Candidates candidates = bench::judge_candidates(kBoxes, kPairs);
    const std::vector<PairContact> ours{{4, 0.25}, {0, 0}};
    const ContactSummary same = summarise(candidates, ours, std::vector<PairContact>{{2, 0.5}, {0, 0}});
    EXPECT_EQ(same.hits, 1U);
    EXPECT_EQ(same.points, 2U);
    EXPECT_EQ(same.only_ours + same.only_theirs, 0U);
    EXPECT_EQ(same.depth_difference, 0.25);
    const ContactSummary other = summarise(candidates, ours, std::vector<PairContact>{{0, 0}, {1, 0.5}});
    EXPECT_EQ(other.only_ours, 1U);
    EXPECT_EQ(other.only_theirs, 1U);
    EXPECT_NEAR(other.most_doubtful, 0.5 / candidates.tolerance[1], 1e-6);
}

}  // namespace
}  // namespace satori
