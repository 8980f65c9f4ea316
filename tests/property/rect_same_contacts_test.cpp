// All ways to compute contacts of rectangles give the same result: collide() equals its stages, for one set and two,
// with a speculative distance, with the axes of the last step.

#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"
#include "support/rect_scenes.hpp"

namespace satori {
namespace {

class SameRectContacts : public test::IsaTest {
protected:
    static constexpr std::uint32_t kCount = 400;

    static std::vector<BoxPair> all_pairs() {
        std::vector<BoxPair> pairs;
        for (std::uint32_t a = 0; a < kCount; ++a)
            for (std::uint32_t b = a + 1; b < kCount; ++b) pairs.push_back({a, b});
        return pairs;
    }
    std::vector<BoxPair> overlapping(const RectBatch& batch, const ContactOptions& options) const {
        const auto pairs = all_pairs();
        std::vector<std::uint8_t> answers(pairs.size());
        Workspace workspace;
        EXPECT_EQ(
            test_pairs(batch, pairs, answers, workspace, {.boundary = options.boundary, .execution = execution()}),
            Status::ok);
        std::vector<BoxPair> found;
        for (std::size_t k = 0; k < pairs.size(); ++k)
            if (answers[k] != 0) found.push_back(pairs[k]);
        return found;
    }
    std::vector<RectManifold> collided(const RectBatch& rects, const ContactOptions& options,
                                       const ContactCache* last = nullptr) {
        return test::collided(rects, workspace_, execution(), options, last);
    }

    void SetUp() override {
        IsaTest::SetUp();
        if (!IsSkipped()) batch_ = test::make_batch(rects_, execution());
    }

    std::vector<OrientedRect> rects_ = test::rect_contact_scene(kCount, 1);
    RectBatch batch_;
    Workspace workspace_;
};

TEST_P(SameRectContacts, OfOneSet) {
    for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
        ContactOptions options;
        options.boundary = boundary;
        const auto pairs = overlapping(batch_, options);
        ASSERT_GT(pairs.size(), 300U);
        const auto expected = test::contacts_of(batch_, pairs, execution(), options).manifolds;
        EXPECT_TRUE(test::same_bytes(collided(batch_, options), expected)) << "each overlapping pair has a point";
    }
}

TEST_P(SameRectContacts, OfPairsThatAreApart) {
    ContactOptions options;
    options.speculative_distance = 0.25F;
    const auto touching = collided(batch_, {}), manifolds = collided(batch_, options);
    EXPECT_GT(manifolds.size(), touching.size() + 20);
    std::vector<RectManifold> expected;
    for (const RectManifold& manifold : test::contacts_of(batch_, all_pairs(), execution(), options).manifolds)
        if (manifold.point_count != 0) expected.push_back(manifold);
    EXPECT_TRUE(test::same_bytes(manifolds, expected));
}

TEST_P(SameRectContacts, OfTwoSets) {
    constexpr std::uint32_t kFirst = 150;
    const auto middle = rects_.begin() + kFirst;
    const RectBatch first = test::make_batch(std::vector(rects_.begin(), middle), execution()),
                    second = test::make_batch(std::vector(middle, rects_.end()), execution());
    RectContactResult result;
    ASSERT_EQ(collide({first, second}, workspace_, result, {.execution = execution()}), Status::ok);
    auto crossing = test::sorted_manifolds(result);
    for (RectManifold& manifold : crossing) manifold.pair.second += kFirst;
    std::vector<RectManifold> expected;
    for (const RectManifold& manifold : collided(batch_, {}))
        if (manifold.pair.first < kFirst && manifold.pair.second >= kFirst) expected.push_back(manifold);
    EXPECT_GT(expected.size(), 50U);
    EXPECT_TRUE(test::same_bytes(crossing, expected));
}

TEST_P(SameRectContacts, WithLastAxes) {
    // Any axes. With this slack, the call keeps many of them.
    ContactOptions options;
    options.axis_slack = 0.05F;
    const auto pairs = overlapping(batch_, {});
    test::Random random(9);
    std::vector<RectManifold> remembered;
    std::vector<std::uint8_t> cached;
    for (const BoxPair& pair : pairs) {
        const std::uint32_t axis = random.below(5);
        cached.push_back(axis == 4 ? kNoAxis : static_cast<std::uint8_t>(axis));
        // Rectangles have no axis 4, so the cache does not keep it.
        RectManifold manifold;
        manifold.pair = pair;
        manifold.point_count = 1;
        manifold.points[0].feature_id = axis << 8;
        remembered.push_back(manifold);
    }
    ContactCache last;
    ASSERT_EQ(last.remember(remembered), Status::ok);
    const auto manifolds = collided(batch_, options, &last), without = collided(batch_, options);
    EXPECT_TRUE(test::same_bytes(manifolds, test::contacts_of(batch_, pairs, execution(), options, cached).manifolds));
    std::size_t kept = 0, changed = 0;
    for (std::size_t i = 0; i < manifolds.size(); ++i) {
        const std::uint32_t axis = feature_axis(manifolds[i].points[0].feature_id);
        kept += axis == cached[i] ? 1U : 0U;
        changed += axis != feature_axis(without[i].points[0].feature_id) ? 1U : 0U;
    }
    EXPECT_GT(kept, manifolds.size() / 10);
    EXPECT_GT(changed, manifolds.size() / 20);
    // A step with the remembered result of the last step gives this result again. For boxes such a cache is empty, and
    // for rectangles a cache of boxes is empty.
    ASSERT_EQ(last.remember(without), Status::ok);
    EXPECT_TRUE(test::same_bytes(collided(batch_, options, &last), without));
    ASSERT_EQ(last.remember(std::vector<ContactManifold>(1)), Status::ok);
    EXPECT_TRUE(test::same_bytes(collided(batch_, options, &last), without));
}

// A rectangle that is skipped as illegal has no contacts. The contacts of the other rectangles are the same as without
// it.
TEST_P(SameRectContacts, SkippedRectangles) {
    auto some_bad = rects_;
    for (std::size_t i = 0; i < some_bad.size(); i += 5) some_bad[i].half_extents.x = -1;
    RectBatch batch;
    ASSERT_EQ(batch.assign(rect_rows(some_bad), OnInvalid::skip, execution()), Status::ok);
    std::vector<RectManifold> expected;
    for (const RectManifold& manifold : collided(batch_, {}))
        if (manifold.pair.first % 5 != 0 && manifold.pair.second % 5 != 0) expected.push_back(manifold);
    EXPECT_TRUE(test::same_bytes(collided(batch, {}), expected));
    const auto answers = test::contacts_of(batch, {{0, 1}, {1, 5}, {5, 10}}, execution());
    for (const RectManifold& manifold : answers.manifolds) EXPECT_EQ(manifold.point_count, 0U);
    for (const RectSeparatingAxis& axis : answers.axes) EXPECT_GT(axis.separation, 1e29F);
}

SATORI_FOR_EACH_ISA(SameRectContacts);

}  // namespace
}  // namespace satori
