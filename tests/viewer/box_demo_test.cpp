// Tests the demo of two boxes: the picture shows the library's answer, and the 15 numbers are those of the axes.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <satori/pairs.hpp>

#include "oracles/reference_overlap.hpp"
#include "support/random.hpp"
#include "viewer/box_demo.hpp"
#include "viewer/palette.hpp"

namespace satori::viewer {
namespace {

TEST(BoxDemo, KeysTurnOneAndMoveTheOther) {
    BoxDemo demo;
    const std::array<OrientedBox, 2> first = demo.boxes();
    for (const char key : std::string("dwr")) demo.press(key);
    EXPECT_NEAR(demo.boxes()[1].center.x, first[1].center.x + 0.05F, 1e-6F);
    EXPECT_NEAR(demo.boxes()[1].center.y, first[1].center.y + 0.05F, 1e-6F);
    EXPECT_NEAR(demo.boxes()[1].center.z, first[1].center.z - 0.05F, 1e-6F);
    for (const char key : std::string("asf")) demo.press(key);
    EXPECT_NEAR(demo.boxes()[1].center.x, first[1].center.x, 1e-6F);
    EXPECT_NEAR(demo.boxes()[1].center.y, first[1].center.y, 1e-6F);
    EXPECT_NEAR(demo.boxes()[1].center.z, first[1].center.z, 1e-6F);

    // 72 turns of 5 degrees are a full turn.
    BoxDemo turned;
    turned.set_box(0, {{}, {1, 2, 3}, {}});
    for (int turn = 0; turn < 18; ++turn) turned.press('1');
    EXPECT_NEAR(std::fabs(turned.boxes()[0].rotation.y), std::sqrt(0.5), 1e-5);
    for (int turn = 0; turn < 54; ++turn) turned.press('1');
    EXPECT_NEAR(std::fabs(turned.boxes()[0].rotation.w), 1, 1e-5);
}

TEST(BoxDemo, ColoursAreTheAnswer) {
    BoxDemo demo;
    test::Random random(11);
    int overlapping = 0, apart = 0, edges = 0;
    for (int step = 0; step < 2000; ++step) {
        const Vec3 &a_at = demo.boxes()[0].center, &b_at = demo.boxes()[1].center;
        const double away = std::hypot(a_at.x - b_at.x, a_at.y - b_at.y, a_at.z - b_at.z);
        char key = "123wasdrf"[random.below(9)];
        if (away > 1.9) key = a_at.x > b_at.x ? 'd' : 'a';
        if (away > 1.9 && random.below(2) == 0) key = a_at.y > b_at.y ? 'r' : 'f';
        if (away > 1.9 && random.below(3) == 0) key = a_at.z > b_at.z ? 's' : 'w';
        demo.press(key);
        const BoxAnswer& answer = demo.answer();
        const OrientedBox &a = demo.boxes()[0], &b = demo.boxes()[1];
        bool overlap = false;
        ASSERT_EQ(overlaps(a, b, overlap), Status::ok);
        ASSERT_EQ(answer.overlap, overlap);
        const double separation = reference_separation(a, b);
        if (std::fabs(separation) > overlap_tolerance(a, b)) {
            ASSERT_EQ(answer.overlap, separation < 0);
        }
        ++(overlap ? overlapping : apart);
        edges += answer.axis.axis >= 6;
        double most = -1e30;
        for (const Projections& numbers : answer.numbers) {
            if (geometry::length(numbers.direction) > 0) most = std::max(most, numbers.separation());
        }
        ASSERT_NEAR(most, separation, 1e-5);
        ASSERT_NEAR(answer.numbers[answer.axis.axis].separation(), answer.axis.separation, 1e-5);
        Picture picture;
        demo.paint(picture);
        for (const PaintedBox& box : picture.boxes) {
            ASSERT_EQ(with_alpha(box.color, 255), overlap ? kOverlapping : kApart);
            ASSERT_EQ(box.pattern, overlap ? Pattern::stripes : Pattern::plain);
        }
    }
    EXPECT_GT(overlapping, 200);
    EXPECT_GT(apart, 200);
    EXPECT_GT(edges, 100);
}

TEST(BoxDemo, ParallelEdgesHaveNoAxis) {
    BoxDemo demo;
    demo.set_box(0, {{0, 0, 0}, {0.5F, 0.5F, 0.5F}, {}});
    demo.set_box(1, {{1, 0, 0}, {0.5F, 0.5F, 0.5F}, {}});
    EXPECT_TRUE(demo.answer().overlap);
    for (const std::size_t k : {6U, 10U, 14U}) EXPECT_EQ(geometry::length(demo.answer().numbers[k].direction), 0);
    EXPECT_EQ(axis_name(14), "edge 2 of A x edge 2 of B");
    EXPECT_EQ(axis_name(7), "edge 0 of A x edge 1 of B");
    EXPECT_EQ(axis_name(4), "face 1 of B");
    demo.press('b');
    EXPECT_FALSE(demo.answer().overlap);
}

TEST(BoxDemo, TheMouseMovesTheNearest) {
    BoxDemo demo;
    demo.camera.resize(800, 600);
    demo.camera.turn_to(0, 0);
    demo.camera.fit({}, 3);
    demo.set_box(0, {{0, 0, 0}, {0.5F, 0.5F, 0.5F}, {}});
    demo.set_box(1, {{0, 0, -2}, {0.9F, 0.9F, 0.5F}, {}});  // behind, and wider
    ASSERT_TRUE(demo.grab({400, 300}));
    Pixel target;
    ASSERT_TRUE(demo.camera.project({{0.5, 0.25, 0}}, target));
    demo.drag(target);
    EXPECT_NEAR(demo.boxes()[0].center.x, 0.5, 1e-5);
    EXPECT_NEAR(demo.boxes()[0].center.y, 0.25, 1e-5);
    EXPECT_NEAR(demo.boxes()[0].center.z, 0, 1e-5);
    EXPECT_EQ(demo.boxes()[1].center.x, 0);
    EXPECT_FALSE(demo.grab({5, 5}));
}

}  // namespace
}  // namespace satori::viewer
