// collide_listed(), which satori::bullet calls, against separating_axes() with cached axes and build_manifolds().

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "narrowphase/collide_listed.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

/// A scene's boxes, with numbers that have gaps. The pairs are its candidates and other pairs, in any order, with
/// either box first. The last axes are arbitrary.
struct Listed {
    std::vector<OrientedBox> boxes;
    std::vector<std::uint32_t> numbers;
    std::vector<BoxPair> pairs, named;  ///< by index, by number
    std::vector<std::uint8_t> last_axes;

    explicit Listed(test::SceneKind kind) : boxes(test::make_test_scene(kind, 1200, 12)), numbers(boxes.size()) {
        test::Random random(13);
        std::iota(numbers.begin(), numbers.end(), 0U);
        for (std::size_t i = numbers.size(); i > 1; --i)
            std::swap(numbers[i - 1], numbers[random.below(static_cast<std::uint32_t>(i))]);
        for (std::uint32_t& number : numbers) number = 3 * number + 1;
        pairs = test::pairs_of(test::make_batch(boxes));
        pairs.resize(std::min<std::size_t>(pairs.size(), 20'000));
        const auto count = static_cast<std::uint32_t>(boxes.size());
        while (pairs.size() < 9000) {
            const BoxPair pair{random.below(count), random.below(count)};
            if (pair.first != pair.second) pairs.push_back(pair);
        }
        for (std::size_t i = pairs.size(); i > 1; --i)
            std::swap(pairs[i - 1], pairs[random.below(static_cast<std::uint32_t>(i))]);
        for (BoxPair& pair : pairs) {
            if (random.coin()) std::swap(pair.first, pair.second);
            named.push_back({numbers[pair.first], numbers[pair.second]});
            last_axes.push_back(random.coin() ? static_cast<std::uint8_t>(random.below(15)) : kNoAxis);
        }
    }

    /// Returns the manifolds with a point.
    std::vector<ContactManifold> collided(const ContactOptions& options, const Execution& execution) const {
        Workspace workspace;
        std::span<const ContactManifold> manifolds;
        EXPECT_EQ(narrowphase::collide_listed(
                      {boxes, numbers, 3 * static_cast<std::uint32_t>(boxes.size()), named, last_axes, {}}, workspace,
                      manifolds, options, execution),
                  Status::ok);
        std::vector<ContactManifold> touching;
        for (const ContactManifold& manifold : manifolds)
            if (manifold.point_count != 0) touching.push_back(manifold);
        return touching;
    }

    /// Returns the same result from the calls for two sets, in which the first box is A whatever its index. It contains
    /// only pairs whose best axis is within the speculative distance.
    std::vector<ContactManifold> expected(const ContactOptions& options, const Execution& execution) const {
        const BoxBatch batch = test::make_batch(boxes, execution);
        Workspace workspace;
        std::vector<SeparatingAxis> best(pairs.size()), axes(pairs.size());
        std::vector<std::uint8_t> overlap(pairs.size());
        std::vector<ContactManifold> manifolds(pairs.size()), touching;
        EXPECT_EQ(test_pairs({batch, batch}, pairs, overlap, workspace, {.execution = execution}), Status::ok);
        EXPECT_EQ(separating_axes({batch, batch}, pairs, best, workspace,
                                  {.contacts = {.axis_slack = 0, .edge_share = 0}, .execution = execution}),
                  Status::ok);
        EXPECT_EQ(separating_axes({batch, batch}, pairs, axes, workspace,
                                  {.contacts = options, .execution = execution, .cached_axes = last_axes}),
                  Status::ok);
        EXPECT_EQ(build_manifolds({batch, batch}, {pairs, axes}, manifolds, workspace,
                                  {.contacts = options, .execution = execution}),
                  Status::ok);
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            const bool near =
                options.speculative_distance > 0 ? best[k].separation <= options.speculative_distance : overlap[k] != 0;
            if (!near || manifolds[k].point_count == 0) continue;
            touching.push_back(manifolds[k]);
            touching.back().pair = named[k];
        }
        return touching;
    }
};

class ListedPairs : public test::IsaTest {};

TEST_P(ListedPairs, AsByTheSingleStages) {
    std::size_t most = 0;
    for (const test::SceneKind kind : {test::SceneKind::uniform, test::SceneKind::clustered, test::SceneKind::identical,
                                       test::SceneKind::touching_grid, test::SceneKind::same_position}) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        const Listed listed(kind);
        for (const float distance : {0.0F, 0.05F * listed.boxes[0].half_extents.x}) {
            // With this slack, the call keeps many of the last axes.
            const ContactOptions options{.speculative_distance = distance, .axis_slack = distance == 0 ? 0.05F : 1e-4F};
            const auto manifolds = listed.collided(options, execution());
            EXPECT_TRUE(test::same_bytes(manifolds, listed.expected(options, execution())));
            most = std::max(most, manifolds.size());
        }
    }
    EXPECT_GT(most, 8192U) << "more than a chunk of hits";
}

TEST_P(ListedPairs, InAnyOrderOfChunks) {
    const Listed listed(test::SceneKind::clustered);
    test::ShuffledExecutor shuffled(14);
    const auto manifolds = listed.collided({}, execution());
    EXPECT_GT(manifolds.size(), 1000U);
    EXPECT_TRUE(test::same_bytes(listed.collided({}, {GetParam(), &shuffled}), manifolds));
}

TEST_P(ListedPairs, IllegalBoxesTouchNothing) {
    Listed listed(test::SceneKind::same_position);
    const auto all = listed.collided({}, execution());
    listed.boxes[5].center.y = std::numeric_limits<float>::quiet_NaN();
    listed.boxes[1199].rotation = {0, 0, 0, 0};
    const auto of_illegal = [&](const ContactManifold& manifold) {
        return std::ranges::any_of(std::vector{listed.numbers[5], listed.numbers[1199]}, [&](std::uint32_t number) {
            return manifold.pair.first == number || manifold.pair.second == number;
        });
    };
    auto legal = all;
    EXPECT_GT(std::erase_if(legal, of_illegal), 0U);
    EXPECT_TRUE(test::same_bytes(listed.collided({}, execution()), legal));
}

SATORI_FOR_EACH_ISA(ListedPairs);

}  // namespace
}  // namespace satori
