// Tests pictures made without a display: their content.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "png_picture.hpp"
#include "support/recorded_scenes.hpp"
#include "view_test.hpp"
#include "viewer/player.hpp"

namespace satori::test {
namespace {

class ScreenshotTest : public ViewTest {
protected:
    // Returns the line of --trace; the picture is shot.png.
    std::string shoot(std::vector<std::string> arguments, const std::string& size = "640x480") const {
        arguments.insert(arguments.begin(), SATORI_VIEW_PATH);
        arguments.insert(arguments.end(), {"--screenshot", path("shot.png"), "--size", size, "--trace", "--no-panel"});
        const CommandResult result = run_program(arguments);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        EXPECT_NE(result.out.find("\nsaved " + path("shot.png") + "\n"), std::string::npos) << result.out;
        return result.out.substr(0, result.out.find('\n'));
    }
    PngPicture picture() const { return PngPicture(path("shot.png")); }
    // Returns the value of "name=value" in a trace line.
    static std::string field(const std::string& line, const std::string& name) {
        const std::size_t begin = line.find(" " + name + "=");
        if (begin == std::string::npos) return "";
        const std::size_t value = begin + name.size() + 2;
        return line.substr(value, line.find(' ', value) - value);
    }
    std::string write_scene(const std::vector<Row>& rows) const { return write_file("scene.npy", npy_scene(rows)); }
};

TEST_F(ScreenshotTest, DemoGreenAndRed) {
    EXPECT_EQ(field(shoot({}), "overlap"), "0");
    const PngPicture apart = picture();
    EXPECT_EQ(apart.width, 640);
    EXPECT_EQ(apart.height, 480);
    EXPECT_GT(apart.red_count(), 1000U);
    EXPECT_EQ(apart.green_count(), 0U);
    EXPECT_EQ(field(shoot({"--press", "aaaaaaaa"}), "overlap"), "1");
    EXPECT_GT(picture().green_count(), 1000U);
    EXPECT_EQ(picture().red_count(), 0U);
    EXPECT_EQ(field(shoot({"--boxes"}), "overlap"), "1");
    EXPECT_GT(picture().green_count(), 1000U);
    EXPECT_EQ(field(shoot({"--boxes", "--press", "dddddddddd"}), "overlap"), "0");
    EXPECT_GT(picture().red_count(), 1000U);
    EXPECT_EQ(picture().green_count(), 0U);
}

TEST_F(ScreenshotTest, BoxesAtTheirPlaces) {
    // Two boxes that overlap, and two boxes that do not, in a plane.
    const std::string scene = write_scene({cube(-4, 2, 0), cube(-3.4F, 2.2F, 0), cube(4, 2, 0), cube(0, -3, 0)});
    for (int box = 0; box < 4; ++box) {
        const std::string line = shoot({scene, "--pick", std::to_string(box), "--camera", "0,0,1"});
        EXPECT_EQ(field(line, "overlaps"), "1");
        float x = 0, y = 0;
        ASSERT_EQ(std::sscanf(field(line, "at").c_str(), "%f,%f", &x, &y), 2) << line;
        // The middle of the face that looks at the camera, except the marks of contacts and the picked box's edges.
        int green = 0, red = 0, background = 0;
        const PngPicture shot = picture();
        for (int dy = -4; dy <= 4; ++dy) {
            for (int dx = -4; dx <= 4; ++dx) {
                const int px = static_cast<int>(x) + dx, py = static_cast<int>(y) + dy;
                green += shot.is_green(px, py);
                red += shot.is_red(px, py);
                background += shot.is_background(px, py);
            }
        }
        EXPECT_EQ(background, 0);
        EXPECT_EQ(green > 40, box < 2) << green;
        EXPECT_EQ(red > 40, box >= 2) << red;
        // Away from all boxes there is only background.
        EXPECT_TRUE(shot.is_background(5, 5));
        EXPECT_TRUE(shot.is_background(634, 474));
    }
}

TEST_F(ScreenshotTest, TheCommandSaysTheSame) {
    const std::vector<std::vector<std::string>> kinds = {
        {"uniform", "--count", "3000", "--frames", "4"},
        {"pile", "--count", "800", "--frames", "4"},
        {"rects", "--count", "2000", "--frames", "4"},
        {"uniform", "--count", "3000", "--frames", "4", "--solids", "capsules"},
        {"pile", "--count", "800", "--frames", "4", "--solids", "rounded"},
        {"rects", "--count", "2000", "--frames", "4", "--solids", "spheres"}};
    for (const std::vector<std::string>& kind : kinds) {
        const std::string scene = make(kind[0] + ".npy", kind);
        const std::string line = shoot({scene, "--frame", "2", "--threads", "2"});
        const auto json = pairs(scene, {"--frame", "2", "--isa", "scalar"});
        EXPECT_EQ(field(line, "frame"), "2");
        EXPECT_EQ(field(line, "hash"), json["hash"].get<std::string>()) << kind[0];
        EXPECT_EQ(field(line, "overlaps"), std::to_string(json["overlaps"].get<std::uint64_t>()));
        EXPECT_EQ(field(line, "candidates"), std::to_string(json["candidates"].get<std::uint64_t>()));
        EXPECT_GT(picture().green_count(), 2000U) << kind[0];
    }
}

TEST_F(ScreenshotTest, ARecordingIsTheStateOfItsReplay) {
    const std::string scene = make("pile.npy", {"pile", "--count", "800", "--frames", "4"});
    const auto json = simulate(scene, {"--record", path("pile.rec")});
    const std::string line = shoot({path("pile.rec"), "--frame", "3", "--threads", "2", "--isa", "scalar"});
    EXPECT_EQ(line.rfind("recording frame=3 ", 0), 0U) << line;
    EXPECT_EQ(field(line, "hash"), json["hash"].get<std::string>());
    EXPECT_EQ(field(line, "points"), std::to_string(json["points"].get<std::uint64_t>()));
    EXPECT_GT(picture().green_count(), 2000U);
}

TEST_F(ScreenshotTest, ColumnsInTheColoursOfTheirLoad) {
    const std::string scene = make("uniform.npy", {"uniform", "--count", "3000", "--frames", "3"});
    const auto darkest = [&] {
        const PngPicture shot = picture();
        std::size_t count = 0;
        for (std::size_t i = 0; i < shot.pixels.size(); i += 3)
            count += shot.pixels[i] < 80 && shot.pixels[i + 1] < 20 && shot.pixels[i + 2] > 70;
        return count;
    };
    const std::string without = shoot({scene, "--frame", "1"});
    const std::size_t before = darkest();
    const std::string with = shoot({scene, "--frame", "1", "--press", "g"});
    EXPECT_EQ(with.rfind(without + " columns=", 0), 0U) << with;
    EXPECT_GT(std::stoul(field(with, "columns")), 1U);
    EXPECT_GE(std::stoul(field(with, "entries")), 3000U);
    EXPECT_GT(darkest(), before + 200);
}

TEST_F(ScreenshotTest, InvalidBoxesAreShown) {
    Row broken = cube(2, 0, 0), lost = cube(0, 2, 0);
    broken[4] = -1;
    lost[0] = NAN;
    const std::string line = shoot({write_scene({cube(0, 0, 0), broken, lost})});
    EXPECT_EQ(field(line, "invalid"), "2");
    const PngPicture shot = picture();
    EXPECT_GT(shot.red_count(), 500U);
    std::size_t violet = 0;  // the cross of the invalid box that has a place
    for (std::size_t i = 0; i < shot.pixels.size(); i += 3)
        violet += shot.pixels[i] > 120 && shot.pixels[i + 1] < 60 && shot.pixels[i + 2] > 130;
    EXPECT_GT(violet, 50U);
}

// Solids in the middle of the picture, as large as they are. Meters and pixels as the camera has them.
class SolidShots : public ScreenshotTest {
protected:
    static constexpr int kWidth = 1280, kHeight = 960;

    // Returns the number of pixels that are not background.
    double area_of(const Row& row) {
        const std::string scene = write_scene({row});
        shoot({scene, "--camera", fmt::format("0,0,{}", kZoom), "--press", "l"}, fmt::format("{}x{}", kWidth, kHeight));
        viewer::Player player(scenes::SceneFile::open(scene), 0, {});
        player.camera.turn_to(0, 0);
        player.camera.magnify(kZoom);
        player.resize(kWidth, kHeight);
        pixel_size = player.camera.pixel_size();
        distance = geometry::length(player.camera.eye());
        const PngPicture shot = picture();
        std::size_t painted = 0;
        for (int y = 0; y < shot.height; ++y) {
            for (int x = 0; x < shot.width; ++x) painted += !shot.is_background(x, y);
        }
        return static_cast<double>(painted);
    }
    // The area of a rounded rectangle.
    double expected(double x, double y, double radius) const {
        const double meters = 4 * x * y + 4 * (x + y) * radius + std::numbers::pi * radius * radius;
        return meters / (pixel_size * pixel_size);
    }
    // A ball looks larger than its greatest circle: the eye sees a smaller circle that is nearer.
    double seen(double radius) const { return radius / std::sqrt(1 - radius * radius / (distance * distance)); }

    static constexpr double kZoom = 0.5;  // so that the perspective bends little
    double pixel_size = 0, distance = 0;
};

TEST_F(SolidShots, AreAsLargeAsTheyAre) {
    constexpr double kPart = 0.02;
    const auto expect = [&](double area, double right) {
        EXPECT_GT(area, 5000);
        EXPECT_NEAR(area / right, 1, kPart);
    };
    const double sphere = area_of({7, -3, 2, 0, 0, 0, 0.3F, 0.5F, 0, 1, 1.5F});
    expect(sphere, expected(0, 0, seen(1.5)));
    const double capsule = area_of({7, -3, 2, 0, 1, 0, 0, 0, 0, 1, 0.5F});
    expect(capsule, expected(1, 0, seen(0.5)));
    // Of a box, the nearest side counts: it is the largest.
    const double rounded = area_of({7, -3, 2, 1, 0.5F, 0, 0, 0, 0, 1, 0.02F});
    expect(rounded, expected(1, 0.5, 0.02));
    // In the plane.
    const double circle = area_of({7, -3, 0, 0, 0.3F, 1.5F});
    expect(circle, expected(0, 0, 1.5));
    const double stadium = area_of({7, -3, 1, 0, 0.3F, 0.5F});
    expect(stadium, expected(1, 0, 0.5));
    const double rounded_rect = area_of({7, -3, 0.8F, 0.4F, 0.9F, 0.7F});
    expect(rounded_rect, expected(0.8, 0.4, 0.7));
    const double rect = area_of({7, -3, 1.5F, 1.1F, 0.9F, 0});
    expect(rect, expected(1.5, 1.1, 0));
    EXPECT_GT(expected(1.5, 1.1, 0) / expected(0.8, 0.4, 0.7), 1 + 2 * kPart) << "corners count";
}

TEST_F(SolidShots, BallsWhoseBoxesOverlapAreNoPair) {
    Row ball{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1}, other{1.3F, 1.3F, 1.3F, 0, 0, 0, 0, 0, 0, 1, 1};
    const std::string balls = shoot({write_scene({ball, other})});
    EXPECT_EQ(field(balls, "candidates"), "1");
    EXPECT_EQ(field(balls, "overlaps"), "0");
    EXPECT_GT(picture().red_count(), 10000U);
    EXPECT_EQ(picture().green_count(), 0U);
    for (Row* const row : {&ball, &other}) {
        std::fill_n(row->begin() + 3, 3, 1.0F);
        row->back() = 0;
    }
    EXPECT_EQ(field(shoot({write_scene({ball, other})}), "overlaps"), "1");
    EXPECT_GT(picture().green_count(), 10000U);
}

TEST_F(SolidShots, TenThousandBalls) {
    const std::string scene = make("balls.npy", {"uniform", "--count", "10000", "--solids", "spheres"});
    EXPECT_EQ(field(shoot({scene}), "boxes"), "10000");
    EXPECT_GT(picture().red_count(), 20000U);
    EXPECT_GT(picture().green_count(), 5000U);
}

TEST_F(SolidShots, RadiiThatAreNotLegalAreNamedAsByTheCommand) {
    const std::string scene = write_scene({{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, -2}});
    const CommandResult seen = run_program({SATORI_VIEW_PATH, scene, "--screenshot", path("a.png")});
    const CommandResult said = run_satori({"pairs", scene});
    EXPECT_EQ(seen.exit_code, 3);
    EXPECT_EQ(said.exit_code, 3);
    const auto words = [](const std::string& text) {
        const std::size_t begin = text.find(": ");
        return text.substr(begin, text.find('\n') - begin);
    };
    EXPECT_NE(seen.err.find("row 1, column radius: a radius is 0 or 1e-07 to 1e+08 meters (-2)"), std::string::npos)
        << seen.err;
    EXPECT_EQ(words(seen.err), words(said.err));
    EXPECT_FALSE(std::filesystem::exists(path("a.png")));
    const CommandResult live = run_program({SATORI_VIEW_PATH, "--live", scene, "--screenshot", path("a.png")});
    EXPECT_EQ(live.exit_code, 3);
    EXPECT_EQ(words(live.err), words(said.err));
}

TEST_F(ScreenshotTest, PanelsAndViewOfTheCommand) {
    // The picture has its panel, and comes from `satori view`.
    const std::string scene = make("mixed.npy", {"mixed", "--count", "500", "--frames", "3"});
    const CommandResult result = run_satori(
        {"view", scene, "--press", "rxc..", "--pick", "7", "--screenshot", path("panel.png"), "--size", "1000x700"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    const PngPicture panel(path("panel.png"));
    ASSERT_EQ(panel.width, 1000);
    int dark = 0;
    for (int y = 0; y < 700; ++y) {
        for (int x = 670; x < 1000; ++x) dark += panel.pixels[3 * static_cast<std::size_t>(1000 * y + x)] < 80;
    }
    EXPECT_GT(dark, 2000);  // letters
}

// Text and panel have the size that --scale gives, at once and at whole and broken factors.
TEST_F(ScreenshotTest, TheScaleIsThatOfTextAndPanel) {
    const auto letters = [this](double scale) {
        const CommandResult result =
            run_program({SATORI_VIEW_PATH, "--scale", fmt::format("{}", scale), "--size",
                         fmt::format("{}x{}", 800 * scale, 600 * scale), "--screenshot", path("panel.png")});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        const PngPicture panel(path("panel.png"));
        std::size_t dark = 0;
        for (int y = 0; y < panel.height; ++y) {
            for (int x = panel.width * 9 / 16 + 8; x < panel.width; ++x) {
                const std::size_t pixel = 3 * static_cast<std::size_t>(panel.width * y + x);
                dark += std::max({panel.pixels[pixel], panel.pixels[pixel + 1], panel.pixels[pixel + 2]}) < 100;
            }
        }
        return static_cast<double>(dark);
    };
    const double one = letters(1);
    ASSERT_GT(one, 500);
    for (const double scale : {1.25, 1.5, 2.0, 3.0}) {
        const double ratio = letters(scale) / (one * scale * scale);
        EXPECT_GT(ratio, 0.8) << scale;
        EXPECT_LT(ratio, 1.8) << scale;  // large letters are darker: their lines fill whole pixels
    }
}

TEST_F(ScreenshotTest, WrongUse) {
    const std::string view = SATORI_VIEW_PATH;
    EXPECT_EQ(run_program({view, "--size", "12", "--screenshot", path("a.png")}).exit_code, 2);
    for (const char* scale : {"0", "0.4", "9", "-1", "nan", "large"})
        EXPECT_EQ(run_program({view, "--scale", scale, "--screenshot", path("a.png")}).exit_code, 2) << scale;
    EXPECT_EQ(
        run_program({view, "--isa", "avx3", write_scene({cube(0, 0, 0)}), "--screenshot", path("a.png")}).exit_code, 2);
    EXPECT_EQ(
        run_program({view, "--frame", "1", write_scene({cube(0, 0, 0)}), "--screenshot", path("a.png")}).exit_code, 2);
    EXPECT_EQ(run_program({view, "--pick", "1", write_scene({cube(0, 0, 0)}), "--screenshot", path("a.png")}).exit_code,
              2);
    for (const char* camera : {"0,0", "0,0,0", "0,nan,1"})
        EXPECT_EQ(run_program({view, "--camera", camera, "--screenshot", path("a.png")}).exit_code, 2) << camera;
    EXPECT_EQ(run_program({view, path("missing.npy"), "--screenshot", path("a.png")}).exit_code, 1);
    EXPECT_EQ(run_program({view, write_file("text.npy", "text"), "--screenshot", path("a.png")}).exit_code, 3);
    const CommandResult nowhere = run_program({view, "--screenshot", path("no/folder.png")});
    EXPECT_EQ(nowhere.exit_code, 1);
    EXPECT_EQ(nowhere.err.rfind("satori-view: ", 0), 0U) << nowhere.err;
    // There is no window without a display. The message says this, and names a way out.
    const CommandResult blind = run_program({view}, {.environment = {{"DISPLAY", ":9999"}, {"WAYLAND_DISPLAY", ""}}});
    EXPECT_EQ(blind.exit_code, 1);
    EXPECT_NE(blind.err.find("--screenshot"), std::string::npos) << blind.err;
    EXPECT_FALSE(std::filesystem::exists(path("a.png")));
}

TEST_F(ScreenshotTest, RecordedScenes) {
    if (scenes_folder().empty()) GTEST_SKIP() << "SATORI_SCENES_DIR is not set";
    for (const char* name : {"pyramid_1839x10.npy", "debris_8005x20.npy", "city_21601x6.npy"}) {
        const std::string scene = scenes_folder() + "/" + name;
        const std::string line = shoot({scene, "--frame", "3"}, "960x720");
        const auto json = pairs(scene, {"--frame", "3"});
        EXPECT_EQ(field(line, "hash"), json["hash"].get<std::string>()) << name;
        const PngPicture shot = picture();
        std::size_t empty = 0;
        for (int y = 0; y < shot.height; ++y) {
            for (int x = 0; x < shot.width; ++x) empty += shot.is_background(x, y);
        }
        EXPECT_LT(empty, 960U * 720U * 4 / 5) << name;                // a flat city leaves room above and below
        if (std::string(name).find("debris") == std::string::npos) {  // ground and walls, and blue boxes that sleep
            EXPECT_GT(empty, 0U) << name;
            EXPECT_GT(shot.green_count(), 50U) << name;
            EXPECT_GT(shot.red_count(), 200U) << name;
        }
    }
}

}  // namespace
}  // namespace satori::test
