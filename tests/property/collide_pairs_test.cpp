// collide_pairs() gives the same result for each pair of a list as collide() gives for this pair among all boxes.

#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/contact_calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

template <class Batch>
auto scene_of(test::SceneKind kind, std::uint64_t seed) {
    const std::uint32_t count = kind == test::SceneKind::same_position ? 180 : 1500;  // 180: each two are a pair
    if constexpr (std::is_same_v<Batch, BoxBatch>)
        return test::make_test_scene(kind, count, seed);
    else
        return test::make_rect_scene(kind, count, seed);
}

/// Returns the candidates, some of them twice, and pairs that are no candidates. They are shuffled. In one set, either
/// box can come first.
template <class Batch>
std::vector<BoxPair> list_of(const Batch& boxes, const Batch* second) {
    test::Random random(21);
    Workspace workspace;
    PairResult found;
    const SetsOf<Batch> sets = second != nullptr ? SetsOf(boxes, *second) : SetsOf(boxes);
    EXPECT_EQ(find_pairs(sets, workspace, found), Status::ok);
    std::vector<BoxPair> pairs(found.pairs.begin(), found.pairs.end());
    pairs.resize(std::min<std::size_t>(pairs.size(), 20'000));
    pairs.insert(pairs.end(), pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(pairs.size() / 8));
    while (pairs.size() < 9000) {
        const BoxPair pair{random.below(boxes.size()), random.below(boxes.size())};
        if (pair.first != pair.second) pairs.push_back(pair);
    }
    for (std::size_t i = pairs.size(); i > 1; --i)
        std::swap(pairs[i - 1], pairs[random.below(static_cast<std::uint32_t>(i))]);
    if (second == nullptr) {
        for (BoxPair& pair : pairs)
            if (random.coin()) std::swap(pair.first, pair.second);
    }
    return pairs;
}

template <class Batch>
struct OfDimension {
    using Types = test::ContactTypes<Batch>;
    using Manifold = typename Types::Manifold;
    using Result = typename Types::Result;

    /// Compares the results and returns the number of manifolds.
    static std::size_t compare(const SetsOf<Batch>& sets, const ContactOptions& options, const Execution& execution,
                               const ContactCache* last) {
        const auto pairs = list_of(sets.first(), sets.second());
        Workspace workspace;
        Result all, found;
        EXPECT_EQ(collide(sets, workspace, all, {.contacts = options, .execution = execution, .last = last}),
                  Status::ok);
        std::map<BoxPair, Manifold> by_pair;
        for (const Manifold& manifold : all.manifolds) by_pair.emplace(manifold.pair, manifold);
        std::vector<Manifold> expected;
        for (const BoxPair& pair : pairs) {
            const bool turn = sets.second() == nullptr && pair.second < pair.first;
            const auto at = by_pair.find(turn ? BoxPair{pair.second, pair.first} : pair);
            if (at != by_pair.end()) expected.push_back(at->second);
        }
        EXPECT_EQ(
            collide_pairs(sets, pairs, workspace, found, {.contacts = options, .execution = execution, .last = last}),
            Status::ok);
        EXPECT_TRUE(test::same_bytes(std::vector<Manifold>(found.manifolds.begin(), found.manifolds.end()), expected));
        EXPECT_EQ(found.manifold_count, expected.size());
        EXPECT_EQ(found.candidate_count, pairs.size());
        EXPECT_NE(found.isa, Isa::best);
        std::uint64_t points = 0;
        for (const Manifold& manifold : expected) points += manifold.point_count;
        EXPECT_EQ(found.point_count, points);
        return expected.size();
    }
};

class CollidePairs : public test::IsaTest {
protected:
    template <class Batch>
    void compare_all() const {
        std::size_t most = 0, kept = 0;
        for (const test::SceneKind kind : {test::SceneKind::uniform, test::SceneKind::clustered,
                                           test::SceneKind::touching_grid, test::SceneKind::same_position}) {
            SCOPED_TRACE(test::scene_kind_name(kind));
            const auto rows = scene_of<Batch>(kind, 31);
            const Batch boxes = test::make_batch(rows), others = test::make_batch(scene_of<Batch>(kind, 32));
            const float distance = 0.05F * rows[0].half_extents.x;
            ContactCache last;
            EXPECT_EQ(last.remember(test::manifolds_of(others)), Status::ok);
            for (const ContactOptions& options :
                 {ContactOptions{}, ContactOptions{.boundary = Boundary::open, .axis_slack = 0.05F},
                  ContactOptions{.speculative_distance = distance}}) {
                most = std::max(most, OfDimension<Batch>::compare(boxes, options, execution(), nullptr));
                kept += OfDimension<Batch>::compare(boxes, options, execution(), &last);
                OfDimension<Batch>::compare({boxes, others}, options, execution(), nullptr);
            }
        }
        EXPECT_GT(most, 8192U) << "more than a chunk of hits";
        EXPECT_GT(kept, 0U);
    }
};

TEST_P(CollidePairs, AsCollideFindsThem) {
    compare_all<BoxBatch>();
}

TEST_P(CollidePairs, AsCollideFindsRectangles) {
    compare_all<RectBatch>();
}

TEST_P(CollidePairs, InAnyOrderOfChunks) {
    const BoxBatch boxes = test::make_batch(scene_of<BoxBatch>(test::SceneKind::clustered, 33));
    test::ShuffledExecutor shuffled(34);
    EXPECT_GT(OfDimension<BoxBatch>::compare(boxes, {}, {GetParam(), &shuffled}, nullptr), 1000U);
}

SATORI_FOR_EACH_ISA(CollidePairs);

TEST(CollidePairsCall, GoesToTheBuffer) {
    const BoxBatch boxes = test::make_batch(scene_of<BoxBatch>(test::SceneKind::clustered, 35));
    const auto pairs = list_of<BoxBatch>(boxes, nullptr);
    Workspace workspace;
    ContactResult found;
    ASSERT_EQ(collide_pairs(boxes, pairs, workspace, found), Status::ok);
    const std::vector<ContactManifold> expected(found.manifolds.begin(), found.manifolds.end());
    std::vector<ContactManifold> room(expected.size());
    const auto into = [&](std::size_t capacity) {
        return collide_pairs(boxes, pairs, workspace, found, {.buffer = {room.data(), capacity}});
    };
    EXPECT_EQ(into(room.size() - 1), Status::capacity_exceeded);
    EXPECT_EQ(found.manifold_count, expected.size());
    EXPECT_TRUE(found.manifolds.empty());
    EXPECT_EQ(into(room.size()), Status::ok);
    EXPECT_EQ(found.manifolds.data(), room.data());
    EXPECT_TRUE(test::same_bytes(room, expected));
}

TEST(CollidePairsCall, TakesPairsThatTheWorkspaceHolds) {
    const BoxBatch boxes = test::make_batch(scene_of<BoxBatch>(test::SceneKind::clustered, 37));
    Workspace workspace, other;
    PairResult pairs;
    ContactResult found, expected;
    ASSERT_EQ(find_pairs(boxes, workspace, pairs), Status::ok);
    ASSERT_GT(pairs.pairs.size(), 1000U);
    const std::vector<BoxPair> copy(pairs.pairs.begin(), pairs.pairs.end());
    std::vector<std::uint8_t> overlaps(copy.size()), again(copy.size());
    ASSERT_EQ(test_pairs(boxes, pairs.pairs, overlaps, workspace), Status::ok);
    ASSERT_EQ(test_pairs(boxes, copy, again, other), Status::ok);
    EXPECT_EQ(overlaps, again);
    EXPECT_TRUE(std::ranges::equal(pairs.pairs, copy)) << "test_pairs() keeps them";
    ASSERT_EQ(collide_pairs(boxes, copy, other, expected), Status::ok);
    ASSERT_EQ(collide_pairs(boxes, pairs.pairs, workspace, found), Status::ok);
    EXPECT_TRUE(test::same_bytes(std::vector<ContactManifold>(found.manifolds.begin(), found.manifolds.end()),
                                 {expected.manifolds.begin(), expected.manifolds.end()}));
}

TEST(CollidePairsCall, BoxesSkippedAsIllegalTouchNothing) {
    std::vector<OrientedBox> rows(4);
    rows[1].half_extents.x = -1;
    BoxBatch boxes;
    ASSERT_EQ(boxes.assign(rows, OnInvalid::skip), Status::ok);
    Workspace workspace;
    ContactResult found;
    const std::vector<BoxPair> pairs{{0, 1}, {2, 3}, {1, 2}};
    ASSERT_EQ(collide_pairs(boxes, pairs, workspace, found), Status::ok);
    ASSERT_EQ(found.manifold_count, 1U);
    EXPECT_EQ(found.manifolds[0].pair, (BoxPair{2, 3}));
}

TEST(CollidePairsCall, RefusesWhatIsWrong) {
    const BoxBatch boxes = test::make_batch(std::vector<OrientedBox>(3));
    Workspace workspace;
    ContactResult found;
    std::uint64_t invalid_pair = 9;
    const std::vector<BoxPair> none, beyond{{0, 1}, {0, 3}}, itself{{1, 1}};
    EXPECT_EQ(collide_pairs(boxes, none, workspace, found), Status::ok);
    EXPECT_TRUE(found.manifolds.empty());
    EXPECT_EQ(collide_pairs(boxes, beyond, workspace, found, {.invalid_pair = &invalid_pair}), Status::invalid_id);
    EXPECT_EQ(invalid_pair, 1U);
    EXPECT_EQ(collide_pairs(boxes, itself, workspace, found, {.invalid_pair = &invalid_pair}), Status::invalid_id);
    EXPECT_EQ(invalid_pair, 0U);
    EXPECT_EQ(collide_pairs({boxes, boxes}, itself, workspace, found), Status::ok);
    EXPECT_EQ(found.manifold_count, 1U);
    EXPECT_EQ(collide_pairs(boxes, none, workspace, found, {.contacts = {.axis_slack = -1}}), Status::invalid_argument);
    EXPECT_EQ(collide_pairs(boxes, none, workspace, found, {.execution = {static_cast<Isa>(99)}}),
              Status::unsupported_isa);
}

TEST(ContactResultFind, FindsThePairAndNoOther) {
    const BoxBatch boxes = test::make_batch(scene_of<BoxBatch>(test::SceneKind::uniform, 36));
    Workspace workspace;
    ContactResult found;
    ASSERT_EQ(collide(boxes, workspace, found), Status::ok);
    ASSERT_GT(found.manifolds.size(), 10U);
    for (const ContactManifold& manifold : found.manifolds.first(10)) {
        EXPECT_EQ(found.find(manifold.pair.first, manifold.pair.second), &manifold);
        EXPECT_EQ(found.find(manifold.pair.second, manifold.pair.first), nullptr);
    }
    EXPECT_EQ(ContactResult{}.find(0, 1), nullptr);

    const RectBatch rects = test::make_batch(std::vector<OrientedRect>(2));
    RectContactResult flat;
    ASSERT_EQ(collide(rects, workspace, flat), Status::ok);
    EXPECT_EQ(flat.find(0, 1), flat.manifolds.data());
    EXPECT_EQ(flat.find(0, 2), nullptr);
}

}  // namespace
}  // namespace satori
