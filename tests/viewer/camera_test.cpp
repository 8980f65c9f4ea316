// Tests where objects appear in the picture.

#include <cmath>

#include <gtest/gtest.h>

#include "viewer/camera.hpp"

namespace satori::viewer {
namespace {

TEST(ViewerCamera, TheScaleThatSuitsAPicture) {
    EXPECT_EQ(usual_scale(64, 64), 1);
    EXPECT_EQ(usual_scale(1280, 800), 1);
    EXPECT_EQ(usual_scale(1920, 1200), 1);
    EXPECT_EQ(usual_scale(2560, 1440), 1.25);
    EXPECT_EQ(usual_scale(3840, 2160), 2);
    EXPECT_EQ(usual_scale(1080, 1920), 1) << "it stands: the panel needs the width";
}

constexpr double kTangent = 0.36502849483011646;  // of 0.35 rad, half the field of view of the shorter side

Pixel place_of(const Camera& camera, const Double3& point) {
    Pixel pixel{-1, -1};
    EXPECT_TRUE(camera.project(point, pixel));
    return pixel;
}

TEST(ViewerCamera, LooksAlongMinusZ) {
    Camera camera(false);
    camera.resize(800, 600);
    camera.fit({{10, 20, 30}}, 2);
    // The sphere about the target just fits: its distance is radius / sin.
    const double distance = 2 / std::sin(0.35);
    EXPECT_NEAR(geometry::length(camera.eye()), distance, 1e-12);
    EXPECT_NEAR(place_of(camera, {{10, 20, 30}}).x, 400, 1e-9);
    EXPECT_NEAR(place_of(camera, {{10, 20, 30}}).y, 300, 1e-9);
    const double pixels = 300 / (distance * kTangent);
    EXPECT_NEAR(place_of(camera, {{11, 22, 30}}).x, 400 + pixels, 1e-9);
    EXPECT_NEAR(place_of(camera, {{11, 22, 30}}).y, 300 - 2 * pixels, 1e-9);
    // Twice as far away: half as far from the middle.
    EXPECT_NEAR(place_of(camera, {{11, 20, 30 - distance}}).x, 400 + pixels / 2, 1e-9);
    Pixel pixel;
    EXPECT_FALSE(camera.project({{10, 20, 31 + distance}}, pixel));
}

TEST(ViewerCamera, TurnsAboutItsTarget) {
    Camera camera(false);
    camera.turn_to(std::acos(0.0), 0);  // a quarter turn: the eye is on +x
    camera.fit({}, 1);
    EXPECT_GT(camera.eye()[0], 2);
    EXPECT_NEAR(camera.eye()[2], 0, 1e-12);
    EXPECT_NEAR(camera.right()[2], -1, 1e-12);
    camera.turn_to(0, 10);  // no further than from straight above
    EXPECT_NEAR(camera.eye()[1], geometry::length(camera.eye()), 1e-9);
    EXPECT_NEAR(camera.up()[2], -1, 1e-9);
}

TEST(ViewerCamera, PixelsToPointsAndBack) {
    for (const bool flat : {false, true}) {
        Camera camera(flat);
        camera.resize(640, 480);
        camera.turn_to(0.7, 0.4);
        camera.fit({{1e5, 2, -3}}, 5);
        const Double3 points[] = {{{1e5, 2, -3}}, {{1e5 + 2, 3, -4}}, {{1e5 - 3, -1, -2.5}}};
        const std::array<float, 16> clip = camera.matrix();
        for (const Double3& point : points) {
            const Pixel pixel = place_of(camera, point);
            const Double3 back = camera.unproject(pixel, point);
            for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(back[k], point[k], 1e-9);
            // The ray through the pixel passes through the point.
            const Ray ray = camera.ray(pixel, camera.target());
            const Double3 way = point - camera.target() - geometry::widened(ray.origin);
            EXPECT_NEAR(geometry::length(geometry::cross(way, geometry::widened(ray.direction))), 0, 1e-5);
            // The matrix that the GPU gets leads to the same pixel.
            const Double3 relative = point - camera.target();
            double result[4];
            for (std::size_t row = 0; row < 4; ++row) {
                result[row] = clip[12 + row];
                for (std::size_t k = 0; k < 3; ++k) result[row] += static_cast<double>(clip[4 * k + row]) * relative[k];
            }
            EXPECT_NEAR(320 * (1 + result[0] / result[3]), pixel.x, 1e-2);
            EXPECT_NEAR(240 * (1 - result[1] / result[3]), pixel.y, 1e-2);
            EXPECT_LT(std::fabs(result[2]), result[3]);
        }
    }
}

// A display of 192 dots per inch, where windows count in pixels, and where they count in units of two.
TEST(ViewerCamera, TheMouseOnFineDisplays) {
    for (const int unit : {1, 2}) {
        const Extents window{1600 / unit, 1200 / unit, 1600, 1200};
        EXPECT_EQ(window.unit(), unit);
        for (const bool flat : {false, true}) {
            Camera coarse(flat), fine(flat);
            coarse.resize(800, 600);
            fine.resize(1600, 1200, 2);
            for (Camera* camera : {&coarse, &fine}) {
                camera->turn_to(0.3, 0.2);
                camera->fit({{1, 2, 3}}, 4);
            }
            // Twice the pixels, the same rays: the mouse points at the same place as on a coarse display.
            const Ray before = coarse.ray({210, 130}, {});
            const Ray after = fine.ray(window.to_pixel(420.0 / unit, 260.0 / unit), {});
            EXPECT_NEAR(fine.pixel_size(), 0.5 * coarse.pixel_size(), 1e-12);
            EXPECT_NEAR(after.origin.x, before.origin.x, 1e-5F);
            EXPECT_NEAR(after.direction.x, before.direction.x, 1e-6F);
            EXPECT_NEAR(after.direction.y, before.direction.y, 1e-6F);
            const Double3 under = fine.unproject({420, 260}, fine.target());
            const Double3 way = under - geometry::widened(after.origin);
            EXPECT_NEAR(geometry::length(geometry::cross(way, geometry::widened(after.direction))), 0, 1e-4);
        }
    }
    const Extents hidden{0, 0, 0, 0};  // a window that is minimized
    EXPECT_EQ(hidden.to_pixel(5, 5).x, 0);
    EXPECT_EQ(hidden.unit(), 1);
}

TEST(ViewerCamera, ZoomsAtTheMouseAndPans) {
    for (const bool flat : {false, true}) {
        Camera camera(flat);
        camera.resize(640, 480);
        camera.fit({}, 5);
        const Pixel mouse{100, 400};
        const Double3 under = camera.unproject(mouse, camera.target());
        const double before = camera.pixel_size();
        camera.zoom(0.5, mouse);
        EXPECT_NEAR(camera.pixel_size(), 0.5 * before, 1e-12);
        EXPECT_NEAR(place_of(camera, under).x, mouse.x, 1e-6);
        EXPECT_NEAR(place_of(camera, under).y, mouse.y, 1e-6);
        camera.pan(30, -20);
        EXPECT_NEAR(place_of(camera, under).x, mouse.x + 30, 1e-6);
        EXPECT_NEAR(place_of(camera, under).y, mouse.y - 20, 1e-6);
    }
}

}  // namespace
}  // namespace satori::viewer
