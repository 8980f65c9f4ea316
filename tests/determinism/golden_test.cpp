// Hashes that every machine, compiler, optimization level and instruction set must reproduce: XXH64, seed 0.
//
// SATORI_PRINT_GOLDEN=1 prints the table's rows of this build. The scene, the AABBs and the overlaps may change only
// when a scene generator or the definition of a result changes, on purpose. The column order may also change with the
// tuning of the broadphase. The commit message must say so.

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "scenes/generator.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using scenes::SceneKind;

struct Hashes {
    std::uint64_t rows = 0;          ///< the scene itself
    std::uint64_t boxes = 0;         ///< the batch: normalized axes
    std::uint64_t bounds = 0;        ///< compute_aabbs
    std::uint64_t column_order = 0;  ///< candidates as find_pairs gives them
    std::uint64_t overlaps = 0;      ///< sorted, closed: what `satori pairs --json` prints
    std::uint64_t pair_count = 0;    ///< overlaps
    std::uint64_t axes = 0;          ///< of the overlaps in sorted order
    std::uint64_t manifolds = 0;     ///< sorted by pair
};

struct Golden {
    SceneKind kind;
    std::uint32_t count;
    Hashes hashes;
};

// clang-format off
const Golden kGolden[] = {
    {SceneKind::uniform, 10000,
     {0x72ba5113e7773f3d, 0xf1922bda231775f4, 0x024ad7bedbf86f76, 0x79ea5bf5e121b212, 0x6b7c8c4d01f997a5, 8081,
      0x347d2e150acbaeb4, 0xbd811dd34a2d5c8f}},
    {SceneKind::pile, 5000,
     {0xc59f4225d106ebcf, 0x7b00f86080c4cfc7, 0x2c6f8c444139c180, 0x3e1e9058fa53e4f2, 0xdf506165fa0533f8, 7269,
      0xcf868251e0e93d8e, 0x7506cc24ae770708}},
    {SceneKind::mixed, 5000,
     {0x22b310487186024b, 0x536b6697cf78c7c2, 0xe271825c0fecb6e5, 0x6bc184dca0def48c, 0x58e00c8e4790770a, 3772,
      0x8a42c4cc10427bb3, 0x89054dac71d75a00}},
    {SceneKind::clustered, 5000,
     {0x7d6a0fada1090408, 0xd1150306e172a138, 0xac15cac663d5704a, 0xb1e4562f1077e15b, 0xa3e78acd9112025c, 4228,
      0x01b15191d4684736, 0xece87b4086177854}},
    {SceneKind::identical, 4000,
     {0x553b1dfe0c743e75, 0x2f7a87c6bc61a363, 0xf48038086ebc44e1, 0x14febd35fb15ed93, 0x9bc49f44af88f511, 125488,
      0xb723ed0354261d30, 0x21cc97bb11471a64}},
    {SceneKind::rods, 2000,
     {0x70a9acb0d3d58851, 0xb93771b8ef779d05, 0x08e072f94f6fcb7d, 0x2e3e3a7be78d772a, 0x415df3e96351b61f, 4130,
      0xe23779b52869b682, 0x2b15ee287a72bbe1}},
    {SceneKind::six_decades, 5000,
     {0x9a41fb9d653a7454, 0xf31d74c855528d40, 0x029ea9ea21859157, 0x8b2d8d2a4bf1e846, 0x3b5e1a97f70e1a6e, 3459,
      0x890be65ceed7074d, 0xc243542a0e7da021}},
    {SceneKind::far, 5000,
     {0xecaa24a53c2f81b3, 0xf59cd864842706bb, 0x9b9808444f643a2c, 0x99c89e098e012827, 0xe70452f61387f0ac, 2967,
      0x9224893bc83ae050, 0xa122ee9db0af8a7d}},
};
// clang-format on

template <class T>
std::uint64_t hash(const std::vector<T>& values) {
    return test::hash_bytes(values.data(), values.size() * sizeof(T));
}

Hashes compute(const Golden& golden, const Execution& execution) {
    scenes::SceneRecipe recipe;
    recipe.kind = golden.kind;
    recipe.count = golden.count;
    const scenes::Scene scene = scenes::make_scene(recipe);
    const BoxBatch batch = test::make_batch(scene.rows, execution);
    Hashes hashes;
    hashes.rows = hash(scene.rows);
    hashes.boxes = hash(test::contents_of(batch));
    hashes.bounds = hash(test::bounds_of(batch, execution));
    hashes.column_order = test::hash_pairs(test::pairs_of(batch, execution));
    Workspace workspace;
    PairResult result;
    EXPECT_EQ(find_overlaps(batch, workspace, result, {.execution = execution}), Status::ok);
    EXPECT_EQ(isa_name(result.isa), isa_name(execution.isa)) << "another instruction set answered";
    EXPECT_EQ(sort_pairs(result.pairs, workspace), Status::ok);
    hashes.overlaps = test::hash_pairs(test::to_vector(result));
    hashes.pair_count = result.pair_count;
    hashes.axes = hash(test::contacts_of(batch, test::to_vector(result), execution).axes);
    ContactResult contacts;
    EXPECT_EQ(collide(batch, workspace, contacts, {.execution = execution}), Status::ok);
    EXPECT_EQ(contacts.manifold_count, hashes.pair_count);
    hashes.manifolds = hash(test::sorted_manifolds(contacts));
    return hashes;
}

void expect_golden(const Hashes& hashes, const Hashes& golden) {
    EXPECT_EQ(hashes.rows, golden.rows) << "the scene is another one";
    EXPECT_EQ(hashes.boxes, golden.boxes);
    EXPECT_EQ(hashes.bounds, golden.bounds);
    EXPECT_EQ(hashes.column_order, golden.column_order);
    EXPECT_EQ(hashes.overlaps, golden.overlaps);
    EXPECT_EQ(hashes.pair_count, golden.pair_count);
    EXPECT_EQ(hashes.axes, golden.axes);
    EXPECT_EQ(hashes.manifolds, golden.manifolds);
}

class GoldenHashes : public test::IsaTest {};

TEST_P(GoldenHashes, AreReproduced) {
    for (const Golden& golden : kGolden) {
        const char* kind = scenes::describe_kind(golden.kind).name;
        SCOPED_TRACE(kind);
        const Hashes hashes = compute(golden, execution());
        if (std::getenv("SATORI_PRINT_GOLDEN") != nullptr) {
            std::printf("    {SceneKind::%s, %" PRIu32 ",\n     {0x%016" PRIx64 ", 0x%016" PRIx64 ", 0x%016" PRIx64
                        ", 0x%016" PRIx64 ", 0x%016" PRIx64 ", %" PRIu64 ",\n      0x%016" PRIx64 ", 0x%016" PRIx64
                        "}},\n",
                        kind, golden.count, hashes.rows, hashes.boxes, hashes.bounds, hashes.column_order,
                        hashes.overlaps, hashes.pair_count, hashes.axes, hashes.manifolds);
        }
        EXPECT_GT(hashes.pair_count, golden.count / 10) << "too few overlaps to say anything";
        expect_golden(hashes, golden.hashes);
    }
}

SATORI_FOR_EACH_ISA(GoldenHashes);

// These tests use the widest set, and every thread takes part. They are in the Full suite, because an emulator may run
// the quick suite, and its threads may hang.
class FullGoldenHashesOfThreads : public testing::TestWithParam<unsigned> {};

TEST_P(FullGoldenHashesOfThreads, AreReproduced) {
    test::RendezvousExecutor executor(GetParam());
    for (const Golden& golden : kGolden) {
        SCOPED_TRACE(scenes::describe_kind(golden.kind).name);
        expect_golden(compute(golden, {test::supported_isas().back(), &executor}), golden.hashes);
    }
    EXPECT_TRUE(GetParam() == 1 || executor.full_runs() > 0) << "never all threads at a time";
}

INSTANTIATE_TEST_SUITE_P(Threads, FullGoldenHashesOfThreads, testing::Range(1U, 9U), testing::PrintToStringParamName());

}  // namespace
}  // namespace satori
