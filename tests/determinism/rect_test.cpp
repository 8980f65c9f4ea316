// R7, R8 in 2D: the same bytes in the same order for every instruction set, executor and thread count, and hashes that every
// machine has to reproduce (SATORI_PRINT_GOLDEN prints them).

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "cli/scenes/generator.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using test::SceneKind;

// Everything that the library computes of the pairs of a 2D scene.
struct Outcome {
    std::vector<float> rects;
    std::vector<Aabb2> bounds;
    std::vector<BoxPair> candidates, closed, open, crossing;
    std::vector<std::uint8_t> answers;

    static void expect_equal(const Outcome& a, const Outcome& b) {
        EXPECT_TRUE(test::same_bytes(a.rects, b.rects)) << "rectangles";
        EXPECT_TRUE(test::same_bytes(a.bounds, b.bounds)) << "AABBs";
        EXPECT_TRUE(test::same_bytes(a.candidates, b.candidates)) << "candidates";
        EXPECT_TRUE(test::same_bytes(a.closed, b.closed)) << "overlaps, closed";
        EXPECT_TRUE(test::same_bytes(a.open, b.open)) << "overlaps, open";
        EXPECT_TRUE(test::same_bytes(a.crossing, b.crossing)) << "overlaps of two sets";
        EXPECT_TRUE(test::same_bytes(a.answers, b.answers)) << "pair tests";
    }
};

// `threads`: how many have to have taken part in the calls that say; 0: any number.
Outcome run_all(const std::vector<OrientedRect>& rows, const Execution& execution, unsigned threads = 0) {
    Outcome outcome;
    Workspace workspace;
    PairResult result;
    const auto taken = [&](const char* call) {
        EXPECT_EQ(isa_name(result.isa), isa_name(execution.isa)) << call;
        if (threads > 0) {
            EXPECT_EQ(result.thread_count, threads) << call;
        }
        return test::to_vector(result);
    };
    const RectBatch batch = test::make_batch(rows, execution);
    outcome.rects = test::contents_of(batch);
    outcome.bounds = test::bounds_of(batch, execution);
    EXPECT_EQ(find_pairs(batch, workspace, result, execution), Status::ok);
    outcome.candidates = taken("find_pairs");
    EXPECT_EQ(find_overlaps(batch, workspace, result, {Boundary::closed}, execution), Status::ok);
    outcome.closed = taken("find_overlaps");
    EXPECT_EQ(find_overlaps(batch, workspace, result, {Boundary::open}, execution), Status::ok);
    outcome.open = taken("find_overlaps, open");
    const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 3);
    const RectBatch first = test::make_batch(std::vector(rows.begin(), middle), execution);
    const RectBatch second = test::make_batch(std::vector(middle, rows.end()), execution);
    EXPECT_EQ(find_overlaps(first, second, workspace, result, {}, execution), Status::ok);
    outcome.crossing = taken("find_overlaps of two sets");
    outcome.answers = test::answers_of(batch, outcome.candidates, execution);
    return outcome;
}

std::uint32_t count_for(SceneKind kind) {
    return kind == SceneKind::same_position || kind == SceneKind::signed_zeros ? 500 : 6000;
}

class RectSameBytes : public testing::TestWithParam<SceneKind> {};

TEST_P(RectSameBytes, ForEveryInstructionSetAndExecutor) {
    const auto rows = test::make_rect_scene(GetParam(), count_for(GetParam()), 1);
    const Outcome expected = run_all(rows, {Isa::scalar, &serial_executor()}, 1);
    EXPECT_GT(expected.candidates.size(), 100U);
    for (const Isa isa : test::supported_isas()) {
        SCOPED_TRACE(isa_name(isa));
        Outcome::expect_equal(run_all(rows, {isa, &serial_executor()}, 1), expected);
    }
    test::ShuffledExecutor shuffled(7);
    Outcome::expect_equal(run_all(rows, {test::supported_isas().back(), &shuffled}), expected);
}

std::string kind_name(const testing::TestParamInfo<SceneKind>& tested) {
    return test::scene_kind_name(tested.param);
}

INSTANTIATE_TEST_SUITE_P(Kinds, RectSameBytes, testing::ValuesIn(test::kSceneKinds), kind_name);

// Every thread takes part, which small scenes have too little work for.
TEST(RectSameBytesForThreads, EveryCount) {
    const auto rows = scenes::make_rects({scenes::SceneKind::rects, 40000});
    const Isa isa = test::supported_isas().back();
    const Outcome expected = run_all(rows, {isa, &serial_executor()}, 1);
    for (const unsigned threads : {2U, 3U, 8U}) {
        SCOPED_TRACE(testing::Message() << threads << " threads");
        test::RendezvousExecutor executor(threads);
        Outcome::expect_equal(run_all(rows, {isa, &executor}, threads), expected);
    }
}

struct Hashes {
    std::uint64_t rows, rects, bounds, column_order, overlaps, pair_count;
};

struct Golden {
    std::uint32_t count;
    double overlaps;
    Hashes hashes;
};

// clang-format off
const Golden kGolden[] = {
    {10000, 4,
     {0x4e446c35a84d0a3a, 0x5a6863efabce0102, 0xe94081c983acec46, 0x3eaefbb10b753add, 0x0bc0b8ae867ef2f7, 13955}},
    {5000, 40,
     {0xd488f793b1d855db, 0x09a56404fe0aab0c, 0xe804351daeb79ece, 0x860455ea50ce426f, 0xb2f213220391ca01, 70179}},
};
// clang-format on

template <class T>
std::uint64_t hash(const std::vector<T>& values) {
    return test::hash_bytes(values.data(), values.size() * sizeof(T));
}

class RectGoldenHashes : public test::IsaTest {};

TEST_P(RectGoldenHashes, AreReproduced) {
    for (const Golden& golden : kGolden) {
        const auto rows = scenes::make_rects({scenes::SceneKind::rects, golden.count, 1, golden.overlaps});
        const RectBatch batch = test::make_batch(rows, execution());
        const auto overlaps = test::sorted(test::overlaps_of(batch, execution()));
        const Hashes found{hash(rows),
                           hash(test::contents_of(batch)),
                           hash(test::bounds_of(batch, execution())),
                           test::hash_pairs(test::pairs_of(batch, execution())),
                           test::hash_pairs(overlaps),
                           overlaps.size()};
        if (std::getenv("SATORI_PRINT_GOLDEN") != nullptr) {
            std::printf("    {%" PRIu32 ", %.0f,\n     {0x%016" PRIx64 ", 0x%016" PRIx64 ", 0x%016" PRIx64
                        ", 0x%016" PRIx64 ", 0x%016" PRIx64 ", %" PRIu64 "}},\n",
                        golden.count, golden.overlaps, found.rows, found.rects, found.bounds, found.column_order,
                        found.overlaps, found.pair_count);
        }
        EXPECT_GT(found.pair_count, golden.count / 10) << "too few overlaps to say anything";
        EXPECT_EQ(found.rows, golden.hashes.rows) << "the scene is another one";
        EXPECT_EQ(found.rects, golden.hashes.rects);
        EXPECT_EQ(found.bounds, golden.hashes.bounds);
        EXPECT_EQ(found.column_order, golden.hashes.column_order);
        EXPECT_EQ(found.overlaps, golden.hashes.overlaps);
        EXPECT_EQ(found.pair_count, golden.hashes.pair_count);
    }
}

SATORI_FOR_EACH_ISA(RectGoldenHashes);

}  // namespace
}  // namespace satori
