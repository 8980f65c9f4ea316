// Tests the window on its own X server, with keys and mouse from another program.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <satori/rect_pairs.hpp>

#include "background_program.hpp"
#include "png_picture.hpp"
#include "view_test.hpp"
#include "viewer/gui.hpp"
#include "viewer/rect_demo.hpp"

namespace satori::test {
namespace {

// The values of the two rectangles in a line of --trace.
struct Traced {
    bool overlap = false;
    Boundary boundary = Boundary::closed;
    OrientedRect a, b;

    explicit Traced(const std::string& line) {
        int says_overlap = -1;
        char word[8] = "";
        const int read =
            std::sscanf(line.c_str(),
                        "rects overlap=%d boundary=%7s axis=%*u separation=%*f points=%*u "
                        "a=%f,%f,%f,%f,%f b=%f,%f,%f,%f,%f",
                        &says_overlap, word, &a.center.x, &a.center.y, &a.half_extents.x, &a.half_extents.y, &a.angle,
                        &b.center.x, &b.center.y, &b.half_extents.x, &b.half_extents.y, &b.angle);
        EXPECT_EQ(read, 12) << line;
        overlap = says_overlap == 1;
        boundary = std::string(word) == "open" ? Boundary::open : Boundary::closed;
    }
};

bool is_installed(const std::string& program) {
    return run_program({"sh", "-c", "command -v " + program}).exit_code == 0;
}

class KeysTest : public ViewTest {
protected:
    void SetUp() override {
        ViewTest::SetUp();
        if (!is_installed("Xvfb") || !is_installed("xdotool")) GTEST_SKIP() << "needs Xvfb and xdotool";
        // The server finds a free display, and prints its number when it is ready.
        server_ = std::make_unique<BackgroundProgram>(
            std::vector<std::string>{"Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"},
            path("server"));
        const auto number = [](const std::string& line) {
            return !line.empty() && line.find_first_not_of("0123456789") == std::string::npos;
        };
        ASSERT_TRUE(
            server_->wait_for([&](const auto& lines) { return std::any_of(lines.begin(), lines.end(), number); }));
        const std::vector<std::string> lines = server_->lines();
        display_ = ":" + *std::find_if(lines.begin(), lines.end(), number);
    }
    void TearDown() override {
        view_.reset();
        server_.reset();
        ViewTest::TearDown();
    }

    void start(std::vector<std::string> arguments) {
        // The program runs in the folder of the test, because it saves pictures there.
        std::string words = fmt::format("cd '{}' && exec '{}' --trace --size 800x600", path(""), SATORI_VIEW_PATH);
        for (const std::string& argument : arguments) words += fmt::format(" '{}'", argument);
        view_ = std::make_unique<BackgroundProgram>(
            std::vector<std::string>{"sh", "-c", words}, path("trace"),
            std::vector<std::pair<std::string, std::string>>{
                {"DISPLAY", display_}, {"WAYLAND_DISPLAY", ""}, {"LIBGL_ALWAYS_SOFTWARE", "1"}});
        ASSERT_TRUE(wait_for_line(0)) << said();
        // Without a window manager, keys go to the window under the mouse.
        send({"mousemove", "300", "560"});
    }
    void send(std::vector<std::string> words) const {
        words.insert(words.begin(), "xdotool");
        EXPECT_EQ(run_program(words, {.environment = {{"DISPLAY", display_}}}).exit_code, 0);
    }
    bool wait_for_line(std::size_t index) const {
        return view_->wait_for([&](const auto& lines) { return lines.size() > index; });
    }
    // Sends words, and returns the next line that the program prints.
    std::string answer_to(const std::vector<std::string>& words) const {
        const std::size_t before = view_->lines().size();
        send(words);
        EXPECT_TRUE(wait_for_line(before)) << words.back() << " had no effect: " << said();
        const std::vector<std::string> lines = view_->lines();
        return lines.size() > before ? lines[before] : "";
    }
    // Returns the window as it is shown now.
    PngPicture picture() const {
        const std::string saved = answer_to({"key", "F2"});
        EXPECT_EQ(saved.rfind("saved ", 0), 0U) << saved;
        return PngPicture(path(saved.substr(saved.find(' ') + 1)));
    }

    // Returns the output of the program, for messages.
    std::string said() const { return read_file(path("trace")) + read_file(path("trace.err")); }

    std::unique_ptr<BackgroundProgram> server_, view_;
    std::string display_;
};

// The picture is red or green, as the library reports for the rectangles in the window, on both sides of each change.
TEST_F(KeysTest, TheColourChangesWhenTheLibrarySaysSo) {
    start({"--no-panel"});
    int changes = 0;
    bool last = Traced(view_->lines().at(0)).overlap;
    std::string first_line = view_->lines().at(0);
    const auto judge = [&](const std::string& line) {
        const Traced traced(line);
        bool overlap = false;
        EXPECT_EQ(overlaps(traced.a, traced.b, overlap, traced.boundary), Status::ok);
        EXPECT_EQ(traced.overlap, overlap) << line;
        const PngPicture shown = picture();
        EXPECT_EQ(shown.green_count() > 1000, overlap) << line;
        EXPECT_EQ(shown.red_count() > 1000, !overlap) << line;
        EXPECT_EQ(std::min(shown.green_count(), shown.red_count()), 0U) << line;
        changes += overlap != last;
        last = overlap;
    };
    judge(first_line);
    // Together, past each other by turning, apart again.
    for (const char* key : {"a", "a", "a", "a", "d", "d", "1", "1", "d", "d", "d", "w", "s", "a", "a"})
        judge(answer_to({"key", key}));
    EXPECT_GE(changes, 2);
    const Traced before(first_line);
    const Traced after(view_->lines().at(view_->lines().size() - 2));
    EXPECT_NEAR(after.a.angle, before.a.angle + 0.1745F, 1e-3F);
    EXPECT_NEAR(after.b.center.x, before.b.center.x - 0.05F, 1e-5F);
    EXPECT_EQ(Traced(answer_to({"key", "b"})).boundary, Boundary::open);
    send({"key", "q"});
    EXPECT_EQ(view_->wait_for_end(), 0) << said();
}

TEST_F(KeysTest, TheMouseDragsARectangle) {
    start({});
    const Traced before(view_->lines().at(0));
    // The place of A's center, left of the panel.
    viewer::RectDemo demo;
    demo.resize(800 - static_cast<int>(viewer::kPanelWidth), 600);
    const viewer::Camera& camera = demo.camera;
    viewer::Pixel at;
    ASSERT_TRUE(camera.project({{before.a.center.x, before.a.center.y, 0}}, at));
    const auto text = [](double coordinate) { return std::to_string(static_cast<int>(coordinate)); };
    send({"mousemove", text(at.x), text(at.y), "mousedown", "1"});
    const Traced after(answer_to({"mousemove", text(at.x), text(at.y + 60)}));
    EXPECT_NEAR(after.a.center.x, before.a.center.x, 1e-5F);
    EXPECT_NEAR(after.a.center.y, before.a.center.y - 60 * camera.pixel_size(), 1e-3);
    EXPECT_EQ(after.b.center.y, before.b.center.y);
    send({"mouseup", "1", "key", "q"});
    EXPECT_EQ(view_->wait_for_end(), 0);
}

TEST_F(KeysTest, ThePanelsEdgeIsDragged) {
    start({});
    // The panel is light and empty near its foot; its border is darker.
    const auto edge = [this] {
        const PngPicture shown = picture();
        int x = shown.width - 20;
        while (x > 0 && shown.is_background(x, 590)) --x;
        return x;
    };
    const int before = edge();
    EXPECT_NEAR(before, 800 - viewer::kPanelWidth, 2);
    const auto text = [](int coordinate) { return std::to_string(coordinate); };
    // With a picture after each event, and back with all events at once: nothing that the mouse did is lost.
    const std::vector<std::string> there = {"mousemove", text(before), "300"};
    const std::vector<std::string> away = {"mousemove", text(before - 100), "300"};
    for (const auto& event : {there, {"mousedown", "1"}, away, {"mouseup", "1"}}) {
        send(event);
        (void)picture();
    }
    EXPECT_NEAR(edge(), before - 100, 3);
    send({"mousemove", text(before - 100), "300", "mousedown", "1", "mousemove", text(before), "300", "mouseup", "1"});
    EXPECT_NEAR(edge(), before, 3);
    send({"key", "q"});
    EXPECT_EQ(view_->wait_for_end(), 0) << said();
}

TEST_F(KeysTest, AScenePlays) {
    const std::string scene = make("uniform.npy", {"uniform", "--count", "400", "--frames", "6"});
    start({scene});
    EXPECT_EQ(view_->lines().at(0).rfind("scene frame=0 boxes=400 invalid=0 ", 0), 0U);
    EXPECT_EQ(answer_to({"key", "Right"}).rfind("scene frame=1 ", 0), 0U);
    EXPECT_EQ(answer_to({"key", "End"}).rfind("scene frame=5 ", 0), 0U);
    EXPECT_EQ(answer_to({"key", "comma"}).rfind("scene frame=4 ", 0), 0U);
    EXPECT_EQ(answer_to({"key", "Home"}).rfind("scene frame=0 ", 0), 0U);
    const std::size_t before = view_->lines().size();
    send({"key", "space"});
    EXPECT_TRUE(wait_for_line(before + 8));  // more frames than the scene has: it plays in a loop
    const auto says_rate = [](const std::string& line) {
        double rate = 0;
        return std::sscanf(line.c_str(), "pictures per second: %lf", &rate) == 1 && rate > 0;
    };
    EXPECT_TRUE(view_->wait_for([&](const auto& lines) { return std::any_of(lines.begin(), lines.end(), says_rate); }));
    send({"key", "space", "key", "F1", "key", "q"});
    EXPECT_EQ(view_->wait_for_end(), 0) << said();
}

TEST_F(KeysTest, ALiveSceneIsPlayed) {
    start({"--live", "heavy_on_light", "--pick", "2", "--no-panel"});
    const auto number = [](const std::string& line, const std::string& name) {
        const std::size_t begin = line.find(" " + name + "=");
        EXPECT_NE(begin, std::string::npos) << line;
        return begin == std::string::npos ? -1 : std::stod(line.substr(begin + name.size() + 2));
    };
    EXPECT_TRUE(wait_for_line(4)) << "it plays: " << said();
    send({"key", "space"});
    std::string paused;
    ASSERT_TRUE(view_->wait_for([&](const std::vector<std::string>& lines) {
        paused = lines.back();  // there are lines, or start() would have failed
        return paused.find(" playing=0 ") != std::string::npos;
    })) << said();
    const double step = number(paused, "step");
    EXPECT_EQ(number(answer_to({"key", "period"}), "step"), step + 1);
    EXPECT_EQ(number(answer_to({"key", "Right"}), "step"), step + 2);
    const std::string dropped = answer_to({"key", "d"});
    EXPECT_EQ(number(dropped, "bodies"), 4);
    EXPECT_EQ(number(dropped, "step"), step + 2);
    EXPECT_EQ(number(answer_to({"key", "t"}), "bodies"), 5);
    const std::string reset = answer_to({"key", "BackSpace"});
    EXPECT_EQ(number(reset, "bodies"), 3);
    EXPECT_EQ(number(reset, "step"), 0);

    // The mouse pulls the upper box upward.
    const auto place = [](const std::string& line) {
        viewer::Pixel at;
        const std::size_t begin = line.find(" at=");
        EXPECT_NE(begin, std::string::npos) << line;
        EXPECT_EQ(std::sscanf(line.c_str() + std::min(begin, line.size()), " at=%lf,%lf", &at.x, &at.y), 2) << line;
        return at;
    };
    const auto text = [](double coordinate) { return std::to_string(std::lround(coordinate)); };
    const viewer::Pixel before = place(reset);
    send({"mousemove", text(before.x), text(before.y), "mousedown", "1"});
    send({"mousemove", text(before.x), text(before.y - 150)});
    std::string pulled;
    for (int i = 0; i < 40; ++i) pulled = answer_to({"key", "period"});
    EXPECT_EQ(number(pulled, "step"), 40);
    EXPECT_LT(place(pulled).y, before.y - 20) << pulled;
    send({"mouseup", "1", "key", "q"});
    EXPECT_EQ(view_->wait_for_end(), 0) << said();
}

}  // namespace
}  // namespace satori::test
