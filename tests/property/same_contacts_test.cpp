// All ways to compute contacts: collide() of one set and of two, with and without last axes, against separating_axes()
// and build_manifolds() of the pairs that brute force finds. All give the same bytes, because a manifold is a function
// of its boxes, the options and the last axis alone.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/contacts.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

class SameContacts : public test::IsaTest {
protected:
    /// The manifolds of all pairs that have one, by pair.
    std::vector<ContactManifold> expected(const BoxBatch& boxes, const std::vector<BoxPair>& pairs,
                                          const ContactOptions& options,
                                          const std::vector<std::uint8_t>& cached = {}) const {
        const auto answers = test::contacts_of(boxes, pairs, execution(), options, cached);
        std::vector<ContactManifold> manifolds;
        for (const ContactManifold& manifold : answers.manifolds)
            if (manifold.point_count != 0) manifolds.push_back(manifold);
        return manifolds;
    }

    static double gap(double a_min, double a_max, double b_min, double b_max) {
        return std::max(b_min - a_max, a_min - b_max);
    }

    static std::vector<BoxPair> all_pairs(std::uint32_t count) {
        std::vector<BoxPair> pairs;
        for (std::uint32_t a = 0; a < count; ++a)
            for (std::uint32_t b = a + 1; b < count; ++b) pairs.push_back({a, b});
        return pairs;
    }

    std::vector<ContactManifold> collided(const BoxBatch& boxes, const ContactOptions& options,
                                          const ContactCache* last = nullptr) {
        return test::collided(boxes, workspace_, execution(), options, last);
    }

    Workspace workspace_;
};

TEST_P(SameContacts, OfOneSet) {
    for (const test::SceneKind kind : test::kSceneKinds) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        const BoxBatch batch = test::make_batch(test::make_test_scene(kind, 500, 5), execution());
        for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
            const auto manifolds = collided(batch, {boundary});
            const auto overlaps = test::sorted(test::overlaps_of(batch, execution(), {boundary}));
            EXPECT_TRUE(test::same_bytes(manifolds, expected(batch, overlaps, {boundary})));
            EXPECT_EQ(manifolds.size(), overlaps.size()) << "each overlapping pair has a point";
        }
    }
}

TEST_P(SameContacts, OfPairsThatAreApart) {
    for (const test::SceneKind kind : test::kSceneKinds) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        const std::uint32_t count = 250;
        const auto rows = test::make_test_scene(kind, count, 6);
        const BoxBatch batch = test::make_batch(rows, execution());
        const auto touching = collided(batch, {}).size();
        // From a hundredth of a box to the size of the largest box.
        for (const float distance : {0.01F * rows[0].half_extents.x + 1e-6F, 2 * rows[1].half_extents.y + 1e-6F}) {
            const ContactOptions options{Boundary::closed, distance};
            const auto manifolds = collided(batch, options);
            // A pair is a candidate when its bounds are that close. Exactly at the distance, either answer is right.
            const auto bounds = test::bounds_of(batch, execution());
            const auto surely_candidate = [&](const BoxPair& pair) {
                const Aabb &a = bounds[pair.first], &b = bounds[pair.second];
                const double limit = distance * (1 - 1e-5);
                return gap(a.min.x, a.max.x, b.min.x, b.max.x) <= limit &&
                       gap(a.min.y, a.max.y, b.min.y, b.max.y) <= limit &&
                       gap(a.min.z, a.max.z, b.min.z, b.max.z) <= limit;
            };
            std::vector<ContactManifold> near;
            for (const ContactManifold& manifold : expected(batch, all_pairs(count), options))
                if (surely_candidate(manifold.pair) ||
                    std::ranges::binary_search(manifolds, manifold.pair, {}, &ContactManifold::pair))
                    near.push_back(manifold);
            EXPECT_TRUE(test::same_bytes(manifolds, near));
            EXPECT_GE(manifolds.size(), touching);
        }
    }
}

TEST_P(SameContacts, OfTwoSets) {
    const auto rows = test::make_test_scene(test::SceneKind::uniform, 1200, 7);
    const std::vector<OrientedBox> first(rows.begin(), rows.begin() + 200), second(rows.begin() + 200, rows.end());
    ContactResult result;
    ASSERT_EQ(collide({test::make_batch(first, execution()), test::make_batch(second, execution())}, workspace_, result,
                      {.execution = execution()}),
              Status::ok);
    auto crossing = test::sorted_manifolds(result);
    for (ContactManifold& manifold : crossing) manifold.pair.second += 200;
    std::vector<ContactManifold> of_one;
    for (const ContactManifold& manifold : collided(test::make_batch(rows, execution()), {}))
        if (manifold.pair.first < 200 && manifold.pair.second >= 200) of_one.push_back(manifold);
    EXPECT_GT(of_one.size(), 50U);
    EXPECT_TRUE(test::same_bytes(crossing, of_one));
}

TEST_P(SameContacts, WithLastAxes) {
    for (const test::SceneKind kind : {test::SceneKind::uniform, test::SceneKind::identical}) {
        const BoxBatch batch = test::make_batch(test::make_test_scene(kind, 1400, 8), execution());
        const auto overlaps = test::sorted(test::overlaps_of(batch, execution()));
        // Any axes. With this slack, the call keeps many of them.
        const ContactOptions options{Boundary::closed, 0, 0.05F};
        test::Random random(9);
        std::vector<ContactManifold> remembered;
        std::vector<std::uint8_t> cached;
        for (const BoxPair& pair : overlaps) {
            const std::uint32_t axis = random.below(16);
            cached.push_back(axis == 15 ? kNoAxis : static_cast<std::uint8_t>(axis));
            if (axis != 15) remembered.push_back(test::manifold_with(pair, {axis << 8}));
        }
        ContactCache last;
        ASSERT_EQ(last.remember(remembered), Status::ok);
        const auto manifolds = collided(batch, options, &last);
        EXPECT_TRUE(test::same_bytes(manifolds, expected(batch, overlaps, options, cached)));
        std::size_t kept = 0, changed = 0;
        const auto without = collided(batch, options);
        for (std::size_t i = 0; i < manifolds.size(); ++i) {
            const std::uint32_t axis = feature_axis(manifolds[i].points[0].feature_id);
            kept += axis == cached[i] ? 1U : 0U;
            changed += axis != feature_axis(without[i].points[0].feature_id) ? 1U : 0U;
        }
        EXPECT_GT(kept, manifolds.size() / 10);
        EXPECT_GT(changed, manifolds.size() / 20);
        // A step with the remembered result of the last step gives this result again.
        ASSERT_EQ(last.remember(without), Status::ok);
        EXPECT_TRUE(test::same_bytes(collided(batch, options, &last), without));
    }
}

TEST_P(SameContacts, AskedTheOtherWayRound) {
    const BoxBatch batch = test::make_batch(test::make_test_scene(test::SceneKind::uniform, 1400, 10), execution());
    const auto pairs = test::pairs_of(batch, execution());
    std::vector<BoxPair> reversed;
    for (const BoxPair& pair : pairs) reversed.push_back({pair.second, pair.first});
    const auto ahead = test::contacts_of(batch, pairs, execution());
    const auto back = test::contacts_of(batch, reversed, execution());
    EXPECT_TRUE(test::same_bytes(ahead.manifolds, back.manifolds));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        SeparatingAxis turned = back.axes[i];
        turned.normal = {-turned.normal.x, -turned.normal.y, -turned.normal.z};
        ASSERT_TRUE(test::same_bytes<SeparatingAxis>({ahead.axes[i]}, {turned})) << i;
    }
}

SATORI_FOR_EACH_ISA(SameContacts);

}  // namespace
}  // namespace satori
