// R7, R8 for contacts of rectangles: the same bytes in the same order for every instruction set, executor and thread count, and
// a hash that every machine has to reproduce (XXH64, seed 0; SATORI_PRINT_GOLDEN=1 prints it as this build would have it).

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/rect_scenes.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

constexpr std::uint64_t kGolden = 0x5209422d34baa9b3;

struct Outcome {
    std::vector<RectSeparatingAxis> axes;
    std::vector<RectManifold> manifolds;  // of all calls

    std::uint64_t hash() const {
        return test::hash_bytes(axes.data(), axes.size() * sizeof(RectSeparatingAxis)) * 31 +
               test::hash_bytes(manifolds.data(), manifolds.size() * sizeof(RectManifold));
    }
};

// `threads`: how many have to have taken part; 0: any number.
Outcome run_all(const std::vector<OrientedRect>& rects, const Execution& execution, unsigned threads = 0) {
    Outcome outcome;
    Workspace workspace;
    RectContactResult result;
    const auto taken = [&](const char* call, Status status) {
        EXPECT_EQ(status, Status::ok) << call;
        EXPECT_EQ(isa_name(result.isa), isa_name(execution.isa)) << call;
        if (threads > 0) {
            EXPECT_EQ(result.thread_count, threads) << call;
        }
        outcome.manifolds.insert(outcome.manifolds.end(), result.manifolds.begin(), result.manifolds.end());
    };
    const RectBatch batch = test::make_batch(rects, execution);
    taken("collide", collide(batch, workspace, result, {}, execution));
    EXPECT_GT(result.manifold_count, rects.size());
    ContactCache last;
    EXPECT_EQ(last.remember(result.manifolds), Status::ok);
    std::vector<BoxPair> pairs;
    for (const RectManifold& manifold : result.manifolds) pairs.push_back(manifold.pair);
    outcome.axes = test::contacts_of(batch, pairs, execution).axes;
    taken("collide, speculative", collide(batch, workspace, result, {Boundary::closed, 0.1F, 0}, execution));
    taken("collide, with the last axes",
          collide(batch, workspace, result, {Boundary::open, 0, 100}, execution, {}, &last));
    return outcome;
}

TEST(RectContactBytes, AreTheSameEverywhere) {
    const auto rects = test::rect_contact_scene(20000, 3);
    const Outcome expected = run_all(rects, {Isa::scalar, &serial_executor()}, 1);
    if (std::getenv("SATORI_PRINT_GOLDEN") != nullptr) std::printf("0x%016" PRIx64 "\n", expected.hash());
    EXPECT_EQ(expected.hash(), kGolden);
    const auto expect_same = [&](const Outcome& outcome) {
        EXPECT_TRUE(test::same_bytes(outcome.axes, expected.axes));
        EXPECT_TRUE(test::same_bytes(outcome.manifolds, expected.manifolds));
    };
    for (const Isa isa : test::supported_isas()) {
        SCOPED_TRACE(isa_name(isa));
        expect_same(run_all(rects, {isa, &serial_executor()}, 1));
        test::ShuffledExecutor shuffled(7);
        expect_same(run_all(rects, {isa, &shuffled}));
    }
    for (const unsigned threads : {2U, 3U, 8U}) {
        SCOPED_TRACE(testing::Message() << threads << " threads");
        test::RendezvousExecutor executor(threads);
        expect_same(run_all(rects, {test::supported_isas().back(), &executor}, threads));
    }
}

}  // namespace
}  // namespace satori
