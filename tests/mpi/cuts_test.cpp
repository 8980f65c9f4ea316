// Cuts: each point has one part, a box touches the parts of its points, and parts have like weights.

#include <algorithm>
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "cuts.hpp"
#include "scenes.hpp"

namespace satori::test {
namespace {

using namespace satori::mpi;

TEST_F(MpiCuts, EachPointHasOnePartAndABoxTouchesThePartsOfItsPoints) {
    int several = 0, alone_count = 0;
    for (const NamedScene& scene : kScenes) {
        const std::vector<Aabb> boxes = bounds_of(scene.make());
        if (boxes.empty()) continue;
        for (const std::uint32_t part_count : {1U, 2U, 3U, 5U, 8U, 16U, 33U}) {
            const Cuts cuts(boxes, part_count);
            std::vector<PartSpace> spaces;
            for (std::uint32_t part = 0; part < part_count; ++part) spaces.push_back(cuts.tree.space_of(part));
            for (const Aabb& box : boxes) {
                bool alone = false;
                const std::uint32_t part = cuts.tree.part_of(box, alone);
                std::vector<bool> touched(part_count);
                cuts.tree.for_each_part(box, [&](std::uint32_t p) {
                    EXPECT_FALSE(touched[p]);
                    touched[p] = true;
                });
                const float* const corners = numbers_of(box);
                for (std::uint32_t p = 0; p < part_count; ++p) {
                    EXPECT_EQ(spaces[p].holds(box.min), p == part);
                    bool touches = true;  // with the half-open space of the part
                    for (int k = 0; k < 3; ++k)
                        touches = touches && corners[k] < spaces[p].hi[k] && corners[3 + k] >= spaces[p].lo[k];
                    EXPECT_EQ(touched[p], touches);
                    EXPECT_EQ(spaces[p].holds(box), alone && p == part);
                }
                ++(alone ? alone_count : several);
            }
        }
    }
    EXPECT_GT(several, 1000);
    EXPECT_GT(alone_count, 1000);
}

TEST_F(MpiCuts, PartsHaveLikeShares) {
    const struct {
        std::vector<OrientedBox> boxes;
        double most;
    } cases[] = {
        {generated<scenes::SceneKind::uniform, 16000>(), 1.10},
        {generated<scenes::SceneKind::line, 16000>(), 1.10},
        {generated<scenes::SceneKind::plane, 16000>(), 1.10},
        {generated<scenes::SceneKind::diagonal, 16000>(), 1.35},
        {generated<scenes::SceneKind::six_decades, 16000>(), 1.10},
    };
    for (const auto& [boxes, most] : cases) {
        const std::vector<Aabb> bounds = bounds_of(boxes);
        for (const std::uint32_t part_count : {2U, 3U, 5U, 8U, 16U}) {
            const std::vector<std::uint64_t> shares = Cuts(bounds, part_count).shares(bounds);
            const double mean = static_cast<double>(bounds.size()) / part_count;
            EXPECT_LE(static_cast<double>(*std::max_element(shares.begin(), shares.end())), most * mean) << part_count;
        }
    }
}

TEST_F(MpiCuts, AFarBoxDoesNotMakeCellsCoarse) {
    std::vector<OrientedBox> boxes = generated<scenes::SceneKind::uniform, 8000>();
    boxes[0].center = {-1e8F, 1e8F, 1e8F};
    const std::vector<Aabb> bounds = bounds_of(boxes);
    const std::vector<std::uint64_t> shares = Cuts(bounds, 8).shares(bounds);
    EXPECT_LE(*std::max_element(shares.begin(), shares.end()), 1100U);
}

TEST_F(MpiCuts, CellsAscendWithThePoint) {
    const std::vector<Aabb> boxes = bounds_of(generated<scenes::SceneKind::clustered>());
    const auto slabs = std::make_unique<Slabs>();
    std::vector<float> scratch(boxes.size());
    make_slabs(boxes, scratch.data(), *slabs);
    for (int k = 0; k < 3; ++k) {
        ASSERT_EQ(slabs->counts[k], 64U);
        for (std::uint32_t i = 0; i + 1 < slabs->counts[k]; ++i) {
            const float begin = slabs->begins[k][i];
            EXPECT_GE(slabs->slab_of(k, begin), i + 1);
            EXPECT_LE(slabs->slab_of(k, std::nextafter(begin, -1e9F)), i);
        }
    }
}

}  // namespace
}  // namespace satori::test
