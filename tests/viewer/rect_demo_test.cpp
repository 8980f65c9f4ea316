// Tests the demo of two rectangles: keys and mouse work, and the picture shows the library's answer.

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <satori/rect_pairs.hpp>

#include "oracles/reference_rect.hpp"
#include "support/random.hpp"
#include "viewer/palette.hpp"
#include "viewer/rect_demo.hpp"

namespace satori::viewer {
namespace {

void press(Subject& subject, const std::string& keys) {
    for (const char key : keys) subject.press(key);
}

Pixel place_of(const Subject& subject, double x, double y) {
    Pixel pixel;
    EXPECT_TRUE(subject.camera.project({{x, y, 0}}, pixel));
    return pixel;
}

TEST(RectDemo, KeysTurnOneAndMoveTheOther) {
    RectDemo demo;
    const std::array<OrientedRect, 2> first = demo.rects();
    press(demo, "111");
    EXPECT_NEAR(demo.rects()[0].angle, first[0].angle + 3 * std::numbers::pi / 36, 1e-6);
    EXPECT_EQ(demo.rects()[0].center.x, first[0].center.x);
    EXPECT_EQ(demo.rects()[1].angle, first[1].angle);
    press(demo, "wwwdd");
    EXPECT_NEAR(demo.rects()[1].center.x, first[1].center.x + 0.1F, 1e-6F);
    EXPECT_NEAR(demo.rects()[1].center.y, first[1].center.y + 0.15F, 1e-6F);
    press(demo, "sssaa");
    EXPECT_NEAR(demo.rects()[1].center.x, first[1].center.x, 1e-6F);
    EXPECT_NEAR(demo.rects()[1].center.y, first[1].center.y, 1e-6F);
    EXPECT_EQ(demo.rects()[0].center.y, first[0].center.y);
    const std::uint64_t revision = demo.revision();
    press(demo, "xyz?");
    EXPECT_EQ(demo.revision(), revision);
}

// Every picture of a long walk by keys has the colors, the axis and the numbers of an independent answer.
TEST(RectDemo, ColoursAreTheAnswer) {
    RectDemo demo;
    demo.camera.resize(800, 600);
    test::Random random(7);
    int overlapping = 0, apart = 0;
    for (int step = 0; step < 2000; ++step) {
        // The walk goes towards A more often than away. Otherwise the two would lose each other.
        const Vec2 way{demo.rects()[0].center.x - demo.rects()[1].center.x,
                       demo.rects()[0].center.y - demo.rects()[1].center.y};
        const bool home = std::hypot(way.x, way.y) > 1.6F;
        const char key = home
                             ? (std::fabs(way.x) > std::fabs(way.y) ? (way.x > 0 ? 'd' : 'a') : (way.y > 0 ? 'w' : 's'))
                             : "1wasd"[random.below(5)];
        demo.press(key);
        const RectAnswer& answer = demo.answer();
        const OrientedRect &a = demo.rects()[0], &b = demo.rects()[1];
        bool overlap = false;
        ASSERT_EQ(overlaps(a, b, overlap), Status::ok);
        ASSERT_EQ(answer.overlap, overlap);
        const double separation = reference_separation(a, b).separation;
        if (std::fabs(separation) > overlap_tolerance(a, b)) {
            ASSERT_EQ(answer.overlap, separation < 0);
        }
        ++(overlap ? overlapping : apart);
        double most = -1e30;
        for (const Projections& numbers : answer.numbers) most = std::max(most, numbers.separation());
        ASSERT_NEAR(most, separation, 1e-6);
        ASSERT_NEAR(answer.numbers[answer.axis.axis].separation(), answer.axis.separation, 1e-5);
        ASSERT_EQ(answer.manifold.point_count > 0, overlap);

        Picture picture;
        demo.paint(picture);
        ASSERT_EQ(picture.boxes.size(), 2U);
        for (const PaintedBox& box : picture.boxes) {
            ASSERT_EQ(with_alpha(box.color, 255), overlap ? kOverlapping : kApart);
            ASSERT_EQ(box.pattern, overlap ? Pattern::stripes : Pattern::plain);
        }
        const Color other = overlap ? kApart : kOverlapping;
        for (const auto* lines : {&picture.lines, &picture.overlay}) {
            for (const Line& line : *lines) ASSERT_NE(line.color, other);
        }
        const auto is_contact = [](const Line& line) { return line.color == kContact; };
        ASSERT_EQ(std::count_if(picture.overlay.begin(), picture.overlay.end(), is_contact),
                  answer.manifold.point_count);
    }
    EXPECT_GT(overlapping, 200);
    EXPECT_GT(apart, 200);
}

TEST(RectDemo, BoundaryDecidesTouching) {
    RectDemo demo;
    demo.set_rect(0, {{0, 0}, {0.5F, 0.5F}, 0});
    demo.set_rect(1, {{1, 0.25F}, {0.5F, 0.5F}, 0});
    EXPECT_TRUE(demo.answer().overlap);
    demo.press('b');
    EXPECT_EQ(demo.boundary(), Boundary::open);
    EXPECT_FALSE(demo.answer().overlap);
    EXPECT_EQ(demo.answer().manifold.point_count, 0U);
    demo.press('b');
    EXPECT_TRUE(demo.answer().overlap);
}

TEST(RectDemo, TheMouseMovesTurnsAndSizes) {
    RectDemo demo;
    demo.camera.resize(800, 600);
    demo.set_rect(0, {{0, 0}, {0.5F, 0.25F}, 0});
    demo.set_rect(1, {{5, 5}, {0.5F, 0.5F}, 0});
    ASSERT_FALSE(demo.grab(place_of(demo, 0, 1)));

    ASSERT_TRUE(demo.grab(place_of(demo, 0.2, 0.1)));
    demo.drag(place_of(demo, 0.5, 0.3));
    EXPECT_NEAR(demo.rects()[0].center.x, 0.3, 1e-6);
    EXPECT_NEAR(demo.rects()[0].center.y, 0.2, 1e-6);

    // Drags the corner at (0.8, 0.45). The corner at (-0.2, -0.05) stays.
    ASSERT_TRUE(demo.grab(place_of(demo, 0.8, 0.45)));
    demo.drag(place_of(demo, 1.8, 0.95));
    EXPECT_NEAR(demo.rects()[0].center.x, 0.8, 1e-6);
    EXPECT_NEAR(demo.rects()[0].center.y, 0.45, 1e-6);
    EXPECT_NEAR(demo.rects()[0].half_extents.x, 1, 1e-6);
    EXPECT_NEAR(demo.rects()[0].half_extents.y, 0.5, 1e-6);
    // Drags through that corner and beyond. The rectangle never becomes flat, and its extents never become negative.
    demo.drag(place_of(demo, -0.2, -0.05));
    EXPECT_GT(demo.rects()[0].half_extents.x, 0.01F);
    demo.drag(place_of(demo, -2.2, -1.05));
    EXPECT_NEAR(demo.rects()[0].center.x, -1.2, 1e-6);
    EXPECT_NEAR(demo.rects()[0].half_extents.x, 1, 1e-6);

    demo.set_rect(0, {{0, 0}, {0.5F, 0.25F}, 0});
    const double knob = 0.5 + 26 * demo.camera.pixel_size();
    ASSERT_TRUE(demo.grab(place_of(demo, knob, 0)));
    demo.drag(place_of(demo, 0, 3));
    EXPECT_NEAR(demo.rects()[0].angle, std::numbers::pi / 2, 1e-6);
    EXPECT_EQ(demo.rects()[0].center.x, 0);
}

TEST(RectDemo, RefusesWhatIsNotLegal) {
    RectDemo demo;
    const OrientedRect before = demo.rects()[0];
    demo.set_rect(0, {{0, 0}, {-1, 1}, 0});
    demo.set_rect(0, {{NAN, 0}, {1, 1}, 0});
    EXPECT_EQ(demo.rects()[0].center.x, before.center.x);
    EXPECT_EQ(demo.rects()[0].half_extents.x, before.half_extents.x);
}

}  // namespace
}  // namespace satori::viewer
