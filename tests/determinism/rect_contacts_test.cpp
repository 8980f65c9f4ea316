// A hash of contacts of rectangles that every machine must reproduce (XXH64, seed 0; SATORI_PRINT_GOLDEN=1 prints the
// value of this build).

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/rect_scenes.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

constexpr std::uint64_t kGolden = 0x1e86b62dffd5f6b1;

class RectContactGoldenHashes : public test::IsaTest {};

TEST_P(RectContactGoldenHashes, AreReproduced) {
    const auto rects = test::rect_contact_scene(20000, 3);
    const RectBatch batch = test::make_batch(rects, execution());
    Workspace workspace;
    RectContactResult result;
    std::vector<RectManifold> manifolds;  // of all calls
    const auto taken = [&](const char* call, Status status) {
        EXPECT_EQ(status, Status::ok) << call;
        EXPECT_EQ(isa_name(result.isa), isa_name(isa())) << call;
        EXPECT_EQ(result.thread_count, 1U) << call;
        manifolds.insert(manifolds.end(), result.manifolds.begin(), result.manifolds.end());
    };
    taken("collide", collide(batch, workspace, result, {.execution = execution()}));
    EXPECT_GT(result.manifold_count, rects.size());
    ContactCache last;
    ASSERT_EQ(last.remember(result.manifolds), Status::ok);
    std::vector<BoxPair> pairs;
    for (const RectManifold& manifold : result.manifolds) pairs.push_back(manifold.pair);
    const auto axes = test::contacts_of(batch, pairs, execution()).axes;
    taken("collide, speculative",
          collide(batch, workspace, result, {.contacts = {Boundary::closed, 0.1F, 0}, .execution = execution()}));
    taken("collide, with the last axes",
          collide(batch, workspace, result,
                  {.contacts = {Boundary::open, 0, 0.01F}, .execution = execution(), .last = &last}));
    const std::uint64_t hash = test::hash_bytes(axes.data(), axes.size() * sizeof(RectSeparatingAxis)) * 31 +
                               test::hash_bytes(manifolds.data(), manifolds.size() * sizeof(RectManifold));
    if (std::getenv("SATORI_PRINT_GOLDEN") != nullptr) std::printf("0x%016" PRIx64 "\n", hash);
    EXPECT_EQ(hash, kGolden);
}

SATORI_FOR_EACH_ISA(RectContactGoldenHashes);

}  // namespace
}  // namespace satori
