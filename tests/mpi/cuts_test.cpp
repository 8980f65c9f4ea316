// Cuts: each point has one part, a box touches the parts of its points, and parts have like weights.

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "cuts.hpp"
#include "mpi/parts.hpp"
#include "scenes.hpp"

namespace satori::test {
namespace {

using namespace satori::mpi;

/// Whether all of a box, or a point, is in a space.
bool holds(const PartSpace& space, const Aabb& box) {
    const float* const numbers = numbers_of(box);
    bool inside = true;
    for (int k = 0; k < 3; ++k) inside = inside && numbers[k] >= space.lo[k] && numbers[3 + k] < space.hi[k];
    return inside;
}

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
                    EXPECT_EQ(holds(spaces[p], {box.min, box.min}), p == part);
                    bool touches = true;  // with the half-open space of the part
                    for (int k = 0; k < 3; ++k)
                        touches = touches && corners[k] < spaces[p].hi[k] && corners[3 + k] >= spaces[p].lo[k];
                    EXPECT_EQ(touched[p], touches);
                    EXPECT_EQ(holds(spaces[p], box), alone && p == part);
                }
                ++(alone ? alone_count : several);
            }
        }
    }
    EXPECT_GT(several, 1000);
    EXPECT_GT(alone_count, 1000);
}

/// Some boxes, and for each cut boxes that end or begin at it.
std::vector<Aabb> with_boxes_at_cuts(std::vector<Aabb> boxes, const CutTree& tree) {
    const std::size_t count = boxes.size();
    for (std::uint32_t node = 0; node < tree.node_count(); ++node) {
        const Cut cut = tree.nodes()[node];
        if (std::isinf(cut.at)) continue;
        for (const bool begins : {false, true}) {
            Aabb box = boxes[(2 * node + (begins ? 1 : 0)) % count];
            float* const corners = &box.min.x;
            const float edge = corners[3 + cut.axis] - corners[cut.axis];
            corners[cut.axis] = begins ? cut.at : cut.at - edge;
            corners[3 + cut.axis] = begins ? cut.at + edge : cut.at;
            boxes.push_back(box);
        }
    }
    return boxes;
}

TEST_F(MpiCuts, EachInstructionSetFindsTheParts) {
    constexpr std::uint32_t kUntouched = 0xabcdabcd;
    std::uint64_t several_count = 0;
    for (const NamedScene& scene : kScenes) {
        const std::vector<Aabb> of_scene = bounds_of(scene.make());
        if (of_scene.empty()) continue;
        for (const std::uint32_t part_count : {1U, 2U, 3U, 5U, 8U, 16U, 17U, 33U}) {
            const Cuts cuts(of_scene, part_count);
            const std::vector<Aabb> boxes = with_boxes_at_cuts(of_scene, cuts.tree);
            std::vector<std::uint32_t> parts, several;
            for (std::uint32_t i = 0; i < boxes.size(); ++i) {
                bool alone = false;
                const std::uint32_t part = cuts.tree.part_of(boxes[i], alone);
                parts.push_back(alone ? part : kSeveralParts);
                if (!alone) several.push_back(i);
            }
            several_count += several.size();
            for (const Isa isa : compiled_isas()) {
                if (!isa_supported(isa)) continue;
                for (const std::size_t left_out : {0, 1, 7, 15, 16}) {
                    const std::size_t count = boxes.size() - std::min(left_out, boxes.size());
                    std::vector<std::uint32_t> found(boxes.size() + 1, kUntouched), listed = found;
                    const auto own = static_cast<std::uint32_t>(left_out) % part_count;
                    const std::uint32_t listed_count =
                        find_parts(cuts.tree, std::span(boxes).first(count), own, isa, found.data(), listed.data());
                    const auto end = std::lower_bound(several.begin(), several.end(), count);
                    EXPECT_EQ(std::vector(listed.data(), listed.data() + listed_count),
                              std::vector(several.begin(), end));
                    EXPECT_TRUE(std::equal(parts.data(), parts.data() + count, found.data())) << isa_name(isa);
                    for (std::size_t i = count; i <= boxes.size(); ++i) {
                        EXPECT_EQ(found[i], kUntouched);
                        EXPECT_EQ(listed[i], kUntouched);
                    }
                }
            }
        }
    }
    EXPECT_GT(several_count, 1000);
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
