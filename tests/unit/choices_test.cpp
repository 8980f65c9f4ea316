// What an update of a Broadphase does, as a table of counts.

#include <cstdint>

#include <gtest/gtest.h>

#include "broadphase/moving/choices.hpp"

namespace satori {
namespace {

enum class Does : std::uint32_t { list_judging, judging_all, sweep };

struct Row {
    const char* what;
    broadphase::ChangedCounts counts;
    std::uint64_t boxes;
    Does does;
};

constexpr Row kTable[] = {
    {"nothing has changed", {0, 0, 0, 0, 0}, 100000, Does::list_judging},
    {"one box moves", {1, 0, 0, 0, 0}, 100000, Does::list_judging},
    {"an eighth moves", {12500, 0, 0, 0, 0}, 100000, Does::list_judging},
    {"more than an eighth moves", {12501, 0, 0, 0, 0}, 100000, Does::judging_all},
    {"all move, a sixteenth is not in the list", {100000, 0, 0, 0, 6250}, 100000, Does::judging_all},
    {"all move, more than a sixteenth is not", {100000, 0, 0, 0, 6251}, 100000, Does::sweep},
    {"few move, none is in the list", {1000, 0, 0, 0, 100000}, 100000, Does::list_judging},
    {"a few leave", {0, 100, 0, 100, 100}, 100000, Does::list_judging},
    {"a twelfth are strays", {0, 10, 0, 8333, 0}, 100000, Does::list_judging},
    {"more are", {0, 10, 0, 8334, 0}, 100000, Does::sweep},
    {"so many look-ups among strays as a sweep costs", {0, 1600, 0, 8000, 1600}, 100000, Does::list_judging},
    {"more look-ups", {0, 1601, 0, 8000, 1601}, 100000, Does::sweep},
    {"few boxes: all are strays", {0, 1, 0, 128, 1}, 128, Does::list_judging},
    {"few boxes: all jump", {0, 128, 0, 128, 128}, 128, Does::list_judging},
    {"few boxes: all move", {128, 0, 0, 128, 8}, 128, Does::judging_all},
    {"few boxes: all move, the list is old", {128, 0, 0, 128, 9}, 128, Does::sweep},
    {"few boxes: the list is old, but many leave", {100, 11, 0, 128, 20}, 128, Does::list_judging},
    {"a tile of static boxes comes", {0, 0, 5000, 0, 5000}, 100000, Does::list_judging},
    {"half of all boxes come", {0, 0, 50000, 0, 50000}, 100000, Does::list_judging},
    {"more do", {0, 0, 50001, 0, 50001}, 100000, Does::sweep},
    {"most boxes go, without bonds", {0, 0, 0, 0, 0}, 1000, Does::list_judging},
    {"boxes go that had as many bonds as a sweep costs", {0, 0, 0, 0, 0, 4000}, 1000, Does::list_judging},
    {"they had more", {0, 0, 0, 0, 0, 4001}, 1000, Does::sweep},
    {"few boxes: they had more", {0, 0, 0, 0, 0, 4001}, 100, Does::list_judging},
    {"two boxes move", {2, 0, 0, 2, 0}, 2, Does::judging_all},
    {"no boxes", {0, 0, 0, 0, 0}, 0, Does::list_judging},
};

TEST(Choices, FollowTheTable) {
    for (const Row& row : kTable) {
        const broadphase::Choice choice = broadphase::choose(row.counts, row.boxes);
        EXPECT_EQ(choice.sweeps, row.does == Does::sweep) << row.what;
        EXPECT_EQ(choice.judges_all, row.does == Does::judging_all) << row.what;
    }
}

TEST(Choices, SkinsFitTheBox) {
    const auto skin = [](Vec3 edges, float beyond, BroadphaseOptions options = {}) {
        simd::TrackedBox box{};
        box.hi[0] = edges.x, box.hi[1] = edges.y, box.hi[2] = edges.z;
        return broadphase::next_skin(box, beyond, options);
    };
    EXPECT_EQ(skin({1, 1, 1}, 0), 1.0F / 16);
    EXPECT_EQ(skin({16, 16, 16}, 0), 1);
    EXPECT_EQ(skin({1, 1, 0.125F}, 0), 1.0F / 32);  // thin
    EXPECT_EQ(skin({1, 1, 0}, 0), 1.0F / 256);      // flat
    EXPECT_EQ(skin({1, 1, 1}, 1.0F / 32), 1.0F / 16);
    EXPECT_EQ(skin({1, 1, 1}, 1.0F / 31), 0);  // it jumps
    EXPECT_EQ(skin({0, 0, 0}, 0), 0);
}

}  // namespace
}  // namespace satori
