// Contacts of whole moving scenes, frame after frame with the cache, against the double-precision oracle: recorded
// simulations when SATORI_SCENES_DIR is set, and always a generated scene.

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "scenes/generator.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/contact_judge.hpp"
#include "support/recorded_scenes.hpp"

namespace satori {
namespace {

using test::ContactJudge;

// Takes frames in order, and keeps the manifolds of the last frame.
class SceneCheck {
public:
    void add_frame(const std::vector<OrientedBox>& boxes) {
        const BoxBatch batch = test::make_batch(boxes);
        ContactResult result;
        ASSERT_EQ(collide(batch, workspace_, result, {.last = &cache_}), Status::ok);
        const std::vector<ContactManifold> manifolds(result.manifolds.begin(), result.manifolds.end());
        ASSERT_EQ(cache_.remember(manifolds), Status::ok);

        std::vector<BoxPair> pairs;
        std::vector<std::uint8_t> cached;
        for (const ContactManifold& manifold : manifolds) {
            pairs.push_back(manifold.pair);
            const auto last = last_.find(manifold.pair);
            cached.push_back(last == last_.end()
                                 ? kNoAxis
                                 : static_cast<std::uint8_t>(feature_axis(last->second.points[0].feature_id)));
        }
        EXPECT_EQ(pairs, test::overlaps_of(batch)) << "one manifold for each overlap, in their order";
        const auto staged = test::contacts_of(batch, pairs, {}, {}, cached);
        EXPECT_TRUE(test::same_bytes(staged.manifolds, manifolds)) << "the stages give what the fused call does";
        for (std::size_t k = 0; k < manifolds.size(); ++k) {
            judge_.add({boxes[pairs[k].first], boxes[pairs[k].second], {}, cached[k], staged.axes[k], manifolds[k]});
        }
        compare(manifolds);
    }

    void print(const char* what) const {
        judge_.print(what);
        std::printf(
            "  %llu of %llu points of persisting pairs keep their id: %.4f; %llu of %llu pairs keep their axis\n",
            static_cast<unsigned long long>(kept_), static_cast<unsigned long long>(points_), kept_share(),
            static_cast<unsigned long long>(kept_axes_), static_cast<unsigned long long>(persisting_));
    }
    const ContactJudge& judge() const { return judge_; }
    std::uint64_t persisting() const { return persisting_; }
    double kept_share() const { return static_cast<double>(kept_) / static_cast<double>(points_); }

private:
    void compare(const std::vector<ContactManifold>& manifolds) {
        std::map<BoxPair, ContactManifold> now;
        for (const ContactManifold& manifold : manifolds) {
            now[manifold.pair] = manifold;
            const auto last = last_.find(manifold.pair);
            if (last == last_.end()) continue;
            const ContactManifold& old = last->second;
            ++persisting_;
            if (feature_axis(old.points[0].feature_id) == feature_axis(manifold.points[0].feature_id)) ++kept_axes_;
            for (std::uint32_t p = 0; p < manifold.point_count; ++p) {
                const std::uint32_t id = manifold.points[p].feature_id;
                ++points_;
                if (std::any_of(old.points, old.points + old.point_count,
                                [id](const ContactPoint& point) { return point.feature_id == id; })) {
                    ++kept_;
                }
            }
        }
        last_ = std::move(now);
    }

    Workspace workspace_;
    ContactCache cache_;
    std::map<BoxPair, ContactManifold> last_;
    ContactJudge judge_;
    std::uint64_t persisting_ = 0, kept_axes_ = 0, points_ = 0, kept_ = 0;
};

// `kept_ids`: the share of the points of persisting pairs that must keep their id.
void expect_good(const SceneCheck& check, double kept_ids) {
    check.judge().expect_promises();
    EXPECT_EQ(check.judge().with_points(0), 0U);
    EXPECT_GT(check.judge().with_points(4), check.judge().count() / 20);
    EXPECT_GT(check.judge().edges(), 0U);
    EXPECT_GT(check.judge().mean_area_share(), 0.95);
    EXPECT_GE(check.kept_share(), kept_ids);
}

TEST(RecordedContacts, EveryFrameOfTheDebris) {
    const auto scene = test::load_recorded_scene("debris_8005x20.npy");
    if (!scene.has_value()) GTEST_SKIP() << "SATORI_SCENES_DIR is not set";
    SceneCheck check;
    for (std::uint32_t frame = 0; frame < scene->frames; ++frame) {
        check.add_frame(scene->frame(frame));
        if (HasFatalFailure()) return;
    }
    check.print("debris");
    EXPECT_GT(check.judge().count(), 200000U);
    EXPECT_GT(check.persisting(), 200000U);
    expect_good(check, 0.95);
}

TEST(OwnContacts, EveryFrameOfAMovingPile) {
    scenes::SceneRecipe recipe;
    recipe.kind = scenes::SceneKind::pile;
    recipe.count = 3000;
    recipe.frames = 10;
    const scenes::Scene scene = scenes::make_scene(recipe);
    SceneCheck check;
    for (std::uint32_t frame = 0; frame < recipe.frames; ++frame) {
        const auto boxes = scene.frame(frame);
        check.add_frame({boxes.begin(), boxes.end()});
        if (HasFatalFailure()) return;
    }
    check.print("pile");
    EXPECT_GT(check.persisting(), 10000U);
    // Each frame moves the boxes by 1 % of their size and turns them by up to 0.01 rad, so many contacts are new.
    expect_good(check, 0.85);
}

}  // namespace
}  // namespace satori
