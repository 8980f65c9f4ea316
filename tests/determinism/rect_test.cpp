// Hashes of 2D scenes that every machine must reproduce (SATORI_PRINT_GOLDEN prints them).

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "scenes/generator.hpp"
#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

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
     {0x4e446c35a84d0a3a, 0x5a6863efabce0102, 0xe94081c983acec46, 0xdec3a844ae5a1f14, 0x0bc0b8ae867ef2f7, 13955}},
    {5000, 40,
     {0xd488f793b1d855db, 0x09a56404fe0aab0c, 0xe804351daeb79ece, 0x3931dd5f6f46bd7e, 0xb2f213220391ca01, 70179}},
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
