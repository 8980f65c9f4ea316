// Tests the first view: everything is in the picture and fills it, at every size and from every direction.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "viewer/box_demo.hpp"
#include "viewer/camera_fit.hpp"
#include "viewer/projections.hpp"
#include "viewer/rect_demo.hpp"

namespace satori::viewer {
namespace {

constexpr std::array<int, 2> kSizes[] = {{930, 800}, {3140, 2160}, {1200, 300}, {200, 900}, {64, 64}};
constexpr double kMargin = 0.07;  // of the shorter side, on each side

std::vector<OrientedBox> random_boxes(test::Random& random, bool flat) {
    std::vector<OrientedBox> boxes(1 + random.below(40));
    const double reach = random.log_uniform(0.01, 1e4);
    for (OrientedBox& box : boxes) {
        const auto place = [&] { return static_cast<float>(1000 + reach * random.uniform(-1, 1)); };
        const auto half = [&] { return static_cast<float>(reach * random.uniform(0.01, 0.3)); };
        const auto turn = [&] { return static_cast<float>(random.uniform(-1, 1)); };
        box = {{place(), 0.3F * place(), place()}, {half(), half(), half()}, {turn(), turn(), 0.2F, 1}};
        if (flat) box = flat_box({box.center.x, box.center.y}, {half(), half()}, 3 * turn());
    }
    return boxes;
}

// How far boxes reach, as parts of the space within the margin: 0 to 1 from side to side.
struct Reach {
    double left = 1e30, right = -1e30, top = 1e30, bottom = -1e30;

    // Boxes with a radius reach as far as the balls about their corners.
    Reach(const Camera& camera, const std::vector<OrientedBox>& boxes, double radius = 0) {
        for (const OrientedBox& box : boxes) {
            for (const Double3& corner : corners_of(box))
                radius > 0 ? add_ball(camera, corner, radius) : add(camera, corner);
        }
    }

private:
    void add(const Camera& camera, const Double3& corner) {
        Pixel pixel;
        EXPECT_TRUE(camera.project(corner, pixel));
        add(camera, pixel);
    }
    // The tangents from the eye to a circle, as angles.
    void add_ball(const Camera& camera, const Double3& center, double radius) {
        const Double3 way = center - camera.target();
        const double distance = geometry::length(camera.eye());
        const double depth = distance - geometry::dot(way, camera.back());
        const double focal = distance / camera.pixel_size();
        const auto pixels = [&](double across, double sign) {
            if (camera.flat()) return (across + sign * radius) / camera.pixel_size();
            return focal * std::tan(std::atan2(across, depth) + sign * std::asin(radius / std::hypot(across, depth)));
        };
        const double x = geometry::dot(way, camera.right()), y = geometry::dot(way, camera.up());
        for (const double sign : {-1.0, 1.0})
            add(camera, Pixel{0.5 * camera.width() + pixels(x, sign), 0.5 * camera.height() - pixels(y, sign)});
    }
    void add(const Camera& camera, const Pixel& pixel) {
        const double margin = kMargin * std::min(camera.width(), camera.height());
        const double x = (pixel.x - margin) / (camera.width() - 2 * margin);
        const double y = (pixel.y - margin) / (camera.height() - 2 * margin);
        left = std::min(left, x);
        right = std::max(right, x);
        top = std::min(top, y);
        bottom = std::max(bottom, y);
    }
};

TEST(CameraFit, BoxesAndSolidsFillThePictureUpToTheMargin) {
    test::Random random(3);
    for (int round = 0; round < 200; ++round) {
        for (const bool flat : {false, true}) {
            const std::vector<OrientedBox> boxes = random_boxes(random, flat);
            const double size = geometry::length(geometry::widened(boxes[0].half_extents));
            const float radius = round % 2 == 0 ? 0 : static_cast<float>(size * random.uniform(0.01, 2));
            for (const auto& [width, height] : kSizes) {
                Camera camera(flat);
                camera.resize(width, height);
                camera.turn_to(random.uniform(-3, 3), random.uniform(-1, 1));
                CameraFit fit(camera);
                for (const OrientedBox& box : boxes) fit.add(Solid{box, radius, flat});
                fit.apply(camera);
                const Reach reach(camera, boxes, static_cast<double>(radius));
                constexpr double kRounding = 1e-6;
                ASSERT_GT(std::min(reach.left, reach.top), -kRounding);
                ASSERT_LT(std::max(reach.right, reach.bottom), 1 + kRounding);
                // The nearer pair of sides is reached by both.
                ASSERT_TRUE((reach.left < kRounding && reach.right > 1 - kRounding) ||
                            (reach.top < kRounding && reach.bottom > 1 - kRounding));
                // The box is not far from the middle of the picture in the other direction.
                ASSERT_TRUE(!flat || std::fabs(reach.left + reach.right - 1) < kRounding);
                ASSERT_TRUE(!flat || std::fabs(reach.top + reach.bottom - 1) < kRounding);
            }
        }
    }
}

TEST(CameraFit, NothingMovesNothing) {
    Camera camera(false);
    camera.fit({{1, 2, 3}}, 4);
    const double before = camera.pixel_size();
    CameraFit(camera).apply(camera);
    EXPECT_EQ(camera.pixel_size(), before);
    EXPECT_EQ(camera.target()[1], 2);
}

TEST(CameraFit, MagnifiesAndKeepsTheAngles) {
    for (const bool flat : {false, true}) {
        Camera plain(flat), larger(flat);
        for (Camera* camera : {&plain, &larger}) {
            camera->resize(640, 480);
            camera->turn_to(0.3, 0.2);
        }
        larger.magnify(2);
        for (Camera* camera : {&plain, &larger}) {
            CameraFit fit(*camera);
            fit.add(Double3{{0, 0, 0}});
            fit.add(Double3{{3, 2, 0}});
            fit.apply(*camera);
        }
        EXPECT_NEAR(larger.pixel_size(), 0.5 * plain.pixel_size(), 1e-12);
        EXPECT_EQ(larger.yaw(), plain.yaw());
    }
}

// The first view fits every size of the window, until the user moves the camera.
TEST(CameraFit, DemosFitUntilTheyAreMoved) {
    RectDemo rects;
    BoxDemo boxes;
    for (Subject* subject : {static_cast<Subject*>(&rects), static_cast<Subject*>(&boxes)}) {
        std::vector<OrientedBox> shown;
        Picture picture;
        subject->paint(picture);
        for (const PaintedBox& painted : picture.boxes) shown.push_back(painted.box);
        for (const auto& [width, height] : kSizes) {
            subject->resize(width, height);
            const Reach reach(subject->camera, shown);
            EXPECT_GT(std::min(reach.left, reach.top), -1e-6);
            EXPECT_LT(std::max(reach.right, reach.bottom), 1 + 1e-6);
            EXPECT_GT(std::max(reach.right - reach.left, reach.bottom - reach.top), 0.4);
        }
        subject->camera.pan(10, 10);
        const Double3 target = subject->camera.target();
        subject->resize(500, 500);
        EXPECT_EQ(subject->camera.target()[0], target[0]);
        EXPECT_EQ(subject->camera.target()[1], target[1]);
    }
}

}  // namespace
}  // namespace satori::viewer
