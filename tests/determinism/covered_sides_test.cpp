// R7, R8: covered sides are the same for every instruction set, executor and thread count, of batches and of worlds.
// They are also the same for every order of the boxes, where nothing lies at the edge of the tolerance.

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/box_defs.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

/// Makes floors of tiles, somewhat loose and turned as a whole, and boxes strewn over them.
std::vector<OrientedBox> floors(std::uint64_t seed, std::uint32_t edge) {
    test::Random random(seed);
    const auto f = [&] { return static_cast<float>(random.uniform(-1, 1)); };
    std::vector<OrientedBox> rows;
    const Pose pose{{100, -50, 20}, {0.1F, 0.2F, -0.3F, 0.7F}};
    for (std::uint32_t i = 0; i < edge * edge; ++i) {
        const float loose = i % 3 == 0 ? 1.2e-3F : 2e-4F;
        const auto at = [&](std::uint32_t k) { return static_cast<float>(k) + loose * f(); };
        OrientedBox row{{at(i % edge), at(i / edge), loose * f()}, {0.5F, 0.5F, 0.1F}, {}};
        if (random.below(10) == 0) row = {{at(i % edge), at(i / edge), f()}, {0.3F, 0.6F, 0.2F}, {f(), f(), f(), 1}};
        EXPECT_EQ(transform(row, pose), Status::ok);
        rows.push_back(row);
    }
    return rows;
}

std::uint64_t covered_count(const std::vector<CoveredSides>& sides) {
    return std::accumulate(sides.begin(), sides.end(), std::uint64_t{0},
                           [](std::uint64_t sum, CoveredSides s) { return sum + (s != 0 ? 1U : 0U); });
}

TEST(CoveredSidesDeterminism, EverySetAndNumberOfThreads) {
    const std::vector<OrientedBox> rows = floors(1, 80);
    const BoxBatch batch = test::make_batch(rows);
    std::vector<BoxDef> defs;
    for (const OrientedBox& row : rows) {
        defs.push_back(test::box_def(row));
        defs.back().motion = MotionType::static_box;
    }
    std::vector<std::vector<CoveredSides>> found;
    std::vector<std::uint64_t> hashes;
    test::RendezvousExecutor four(4);
    test::ShuffledExecutor shuffled(3);
    for (const Isa isa : test::supported_isas()) {
        for (Executor* const executor :
             {&serial_executor(), static_cast<Executor*>(&four), static_cast<Executor*>(&shuffled)}) {
            const Execution execution{isa, executor};
            Workspace workspace;
            std::vector<CoveredSides> sides(rows.size());
            ASSERT_EQ(find_covered_sides(batch, 1e-3F, sides, workspace, execution), Status::ok);
            found.push_back(sides);
            World world;
            std::vector<BoxId> ids(defs.size());
            ASSERT_EQ(world.create(defs, ids), Status::ok);
            ASSERT_EQ(world.find_covered_sides(1e-3F, execution), Status::ok);
            hashes.push_back(world.state_hash());
        }
    }
    EXPECT_EQ(four.most_threads(), 4U);
    for (std::size_t i = 1; i < found.size(); ++i) {
        EXPECT_TRUE(found[i] == found[0]) << i;
        EXPECT_EQ(hashes[i], hashes[0]) << i;
    }
    EXPECT_GT(covered_count(found[0]), rows.size() / 2);
    EXPECT_LT(covered_count(found[0]), rows.size() - 100);
}

TEST(CoveredSidesDeterminism, AnyOrderOfBoxes) {
    std::vector<OrientedBox> rows = floors(2, 30);
    std::vector<std::size_t> place(rows.size());
    std::iota(place.begin(), place.end(), std::size_t{0});
    Workspace workspace;
    std::vector<CoveredSides> first(rows.size()), sides(rows.size());
    ASSERT_EQ(find_covered_sides(test::make_batch(rows), 1e-3F, first, workspace), Status::ok);
    test::Random random(9);
    for (int order = 0; order < 10; ++order) {
        for (auto k = static_cast<std::uint32_t>(rows.size()); k > 1; --k) {
            const std::uint32_t other = random.below(k);
            std::swap(rows[k - 1], rows[other]);
            std::swap(place[k - 1], place[other]);
        }
        ASSERT_EQ(find_covered_sides(test::make_batch(rows), 1e-3F, sides, workspace), Status::ok);
        for (std::size_t i = 0; i < rows.size(); ++i) ASSERT_EQ(sides[i], first[place[i]]) << i;
    }
}

}  // namespace
}  // namespace satori
