#include "viewer/screen.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>
#include <imgui.h>

#include "viewer/png_file.hpp"

namespace satori::viewer {

namespace {

// The part of the window that the panel takes when its edge is dragged.
constexpr double kLeastShare = 0.1, kMostShare = 0.8;
constexpr double kEdgeWidth = 6;  // pixels of a display with 96 dots per inch

// Flushes, because scripts wait for the line.
void print_line(const std::string& line) {
    std::fputs((line + "\n").c_str(), stdout);
    std::fflush(stdout);
}

}  // namespace

Screen::Screen(std::vector<Shown> shown, GLFWwindow* window, const Settings& settings)
    : shown_(std::move(shown)), settings_(settings), gui_(window) {
    const auto* const renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    slow_ =
        window != nullptr && renderer != nullptr && std::string_view(renderer).find("pipe") != std::string_view::npos;
}

// The user's scale, else the display's, else what suits a window of this size.
void Screen::choose_scale() {
    const double known = settings_.display_scale > 1 ? settings_.display_scale : usual_scale(width_, height_);
    const double dots = settings_.scale.value_or(known);
    if (dots == dots_) return;
    dots_ = dots;
    gui_.set_scale(dots, settings_.unit);
}

// Pixels. In a small window, the panel takes at most half of the width, unless its edge was dragged.
double Screen::panel_width() const {
    if (!settings_.panel) return 0;
    if (dragged_width_) return std::clamp(*dragged_width_, kLeastShare * width_, kMostShare * width_);
    return std::min(kPanelWidth * dots_, 0.5 * width_);
}

int Screen::samples() const {
    constexpr std::size_t kManyBoxes = 5000;
    if (settings_.samples != 0) return settings_.samples;
    return slow_ && picture_.boxes.size() >= kManyBoxes ? 1 : 4;
}

bool Screen::is_loaded() const {
    const Subject& subject = *shown_[current_].subject;
    return &subject == loaded_ && subject.revision() == loaded_revision_ &&
           subject.camera.pixel_size() == loaded_pixel_size_;
}

bool Screen::is_at_edge(double x) const {
    return settings_.panel && std::fabs(x - (width_ - panel_width())) <= 0.5 * kEdgeWidth * dots_;
}

void Screen::load_picture() {
    if (is_loaded()) return;
    const Subject& subject = *shown_[current_].subject;
    picture_.clear();
    subject.paint(picture_);
    renderer_.load(picture_, subject.camera);
    loaded_ = &subject;
    loaded_revision_ = subject.revision();
    loaded_pixel_size_ = subject.camera.pixel_size();
}

void Screen::show_content() {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    if (settings_.panel) {
        show_labels(picture_, subject().camera);
        show_directions(subject().camera);
        show_lengths(picture_, subject().camera);
        const auto width = static_cast<float>(panel_width()) / ImGui::GetIO().DisplayFramebufferScale.x;
        ImGui::SetNextWindowPos({size.x - width, 0});
        ImGui::SetNextWindowSize({width, size.y});
        ImGui::Begin("panel", nullptr,
                     ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
        ImGui::PushItemWidth(0.6F * width);
        shown_[current_].show_panel();
        ImGui::Separator();
        ImGui::TextUnformatted("F1: keys");
        if (rate_.per_second() > 0) {
            ImGui::SameLine();
            ImGui::Text("  %.1f pictures per second", rate_.per_second());
        }
        ImGui::PopItemWidth();
        ImGui::End();
        if (is_at_edge(static_cast<double>(ImGui::GetIO().MousePos.x * ImGui::GetIO().DisplayFramebufferScale.x)))
            ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    }
    if (help_) show_help(subject());
    show_tip_of_subject();
}

void Screen::show_tip_of_subject() {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantCaptureMouse || !ImGui::IsMousePosValid() || ImGui::IsAnyMouseDown()) return;
    const double unit = static_cast<double>(io.DisplayFramebufferScale.x);
    const std::string words = subject().tip({io.MousePos.x * unit, io.MousePos.y * unit});
    if (!words.empty()) show_tip(words);
}

void Screen::draw(int width, int height) {
    width_ = width;
    height_ = height;
    choose_scale();
    subject().resize(width - static_cast<int>(panel_width()), height, dots_);
    load_picture();
    canvas_.begin(width, height, samples());
    renderer_.draw(subject().camera, dots_);
    canvas_.resolve();
    glViewport(0, 0, width, height);
    gui_.draw(width, height, [this] { show_content(); });
}

void Screen::save(const std::string& path) const {
    write_png(path, width_, height_, canvas_.pixels());
    print_line("saved " + path);
}

void Screen::save_next() {
    int number = 1;
    const auto name = [&] { return fmt::format("satori-view-{}.png", number); };
    while (std::filesystem::exists(name())) ++number;
    save(name());
}

void Screen::count_picture(double seconds) {
    const double before = rate_.per_second();
    rate_.add(seconds);
    if (settings_.trace && rate_.per_second() != before)
        print_line(fmt::format("pictures per second: {:.1f}", rate_.per_second()));
}

void Screen::trace() {
    if (!settings_.trace) return;
    const std::string line = subject().trace();
    if (line == traced_) return;
    traced_ = line;
    print_line(line);
}

}  // namespace satori::viewer
