// Tests intake of raw AABBs: by whole vectors when upper bounds follow lower bounds, else one by one. Both give the
// same pairs and the same errors.

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/aabb_arrays.hpp"
#include "support/calls.hpp"
#include "support/coordinates.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

class AabbRows : public test::IsaTest {
protected:
    std::vector<BoxPair> pairs(const AabbView& view) {
        PairResult result;
        EXPECT_EQ(find_pairs(view, workspace_, result, {.execution = execution()}), Status::ok);
        check_isa(result);
        return test::to_vector(result);
    }
    Workspace workspace_;
};

TEST_P(AabbRows, EveryLayoutGivesTheSamePairs) {
    for (const std::uint32_t count : {1U, 15U, 16U, 17U, 100U, 5003U}) {
        const auto boxes = test::upright_bounds(test::make_test_scene(test::SceneKind::uniform, count, count));
        const std::vector<BoxPair> expected = pairs(aabb_rows(boxes));
        ASSERT_EQ(expected.empty(), count < 15);

        std::vector<float> wide;  // eight floats per box
        for (const Aabb& box : boxes)
            wide.insert(wide.end(), {box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z, -1, -2});
        EXPECT_TRUE(pairs(test::AabbArrays(boxes).view()) == expected) << count;
        EXPECT_TRUE(pairs({wide.data(), wide.data() + 3, 32, count}) == expected) << count;
        // The view begins at the last row and runs backwards: ids count from there.
        const std::vector<Aabb> reversed(boxes.rbegin(), boxes.rend());
        const AabbView backwards{&reversed.back().min.x, &reversed.back().max.x, -24, count};
        EXPECT_TRUE(pairs(backwards) == expected) << count;
    }
}

TEST_P(AabbRows, TheFirstIllegalBoxIsNamedWhereverItStands) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();
    const auto boxes = test::upright_bounds(test::make_test_scene(test::SceneKind::uniform, 70, 7));
    for (std::uint32_t bad = 0; bad < 70; ++bad) {
        for (std::size_t component = 0; component < 6; ++component) {
            auto spoilt = boxes;
            const float lower = component < 3 ? kInfinity : -kInfinity;
            const float inverted = test::bound(spoilt[bad], (component + 3) % 6) + (component < 3 ? 1.0F : -1.0F);
            test::bound(spoilt[bad], component) = bad % 3 == 0 ? kNan : bad % 3 == 1 ? lower : inverted;
            if (bad + 5 < 70) spoilt[bad + 5].max.y = kNan;
            PairResult result;
            ASSERT_EQ(find_pairs(aabb_rows(spoilt), workspace_, result, {.execution = execution()}),
                      Status::invalid_bounds);
            ASSERT_EQ(result.invalid_index, bad) << "component " << component;
        }
    }
}

TEST_P(AabbRows, LargestFloatsAreLegal) {
    constexpr float kMax = std::numeric_limits<float>::max();
    std::vector<Aabb> boxes(40, Aabb{{-kMax, -kMax, -kMax}, {kMax, kMax, kMax}});
    EXPECT_EQ(pairs(aabb_rows(boxes)).size(), 40U * 39 / 2);
}

SATORI_FOR_EACH_ISA(AabbRows);

}  // namespace
}  // namespace satori
