// For a list of pairs, a call gives the error of the first bad pair, at any place, whatever faults come after it.

#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

TEST(InvalidPair, IsTheFirst) {
    const BoxBatch boxes = test::make_batch(test::make_test_scene(test::SceneKind::uniform, 100, 1));
    test::RendezvousExecutor threads(2);
    Workspace workspace;
    constexpr std::uint32_t kPairs = 10000;
    std::vector<std::uint8_t> answers(kPairs, 7);
    // The first bad pair lies at either end of a chunk, of a block that a thread checks at once, and of the list.
    for (const std::uint32_t first : {0U, 1U, 63U, 64U, 4095U, 4096U, 8191U, 8192U, 9999U}) {
        for (const BoxPair wrong : {BoxPair{100, 5}, BoxPair{5, 100}, BoxPair{5, 5}, BoxPair{0xffffffffU, 5}}) {
            std::vector<BoxPair> pairs(kPairs, BoxPair{7, 3});
            pairs[first] = wrong;
            for (std::uint32_t i = first; i < kPairs; i += 61) pairs[i] = wrong;
            std::uint64_t invalid_pair = 12345;
            ASSERT_EQ(test_pairs(boxes, pairs, answers, workspace,
                                 {.execution = {Isa::best, &threads}, .invalid_pair = &invalid_pair}),
                      Status::invalid_id);
            ASSERT_EQ(invalid_pair, first);
        }
    }
    for (const std::uint8_t answer : answers) ASSERT_EQ(answer, 7);
}

}  // namespace
}  // namespace satori
