#include "viewer/screen.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>
#include <imgui.h>

#include "viewer/png_file.hpp"

namespace satori::viewer {

namespace {

// For scripts that wait for it.
void print_line(const std::string& line) {
    std::fputs((line + "\n").c_str(), stdout);
    std::fflush(stdout);
}

}  // namespace

Screen::Screen(std::vector<Shown> shown, GLFWwindow* window, const Settings& settings)
    : shown_(std::move(shown)), settings_(settings), gui_(window, settings.dots, settings.unit) {}

// Pixels. A small window is not all panel.
double Screen::panel_width() const {
    return settings_.panel ? std::min(kPanelWidth * text_scale(settings_.dots), 0.5 * width_) : 0;
}

void Screen::load_picture() {
    const Subject& subject = *shown_[current_].subject;
    if (&subject == loaded_ && subject.revision() == loaded_revision_ &&
        subject.camera.pixel_size() == loaded_pixel_size_)
        return;
    picture_.clear();
    subject.paint(picture_);
    renderer_.load(picture_, subject.camera.target());
    loaded_ = &subject;
    loaded_revision_ = subject.revision();
    loaded_pixel_size_ = subject.camera.pixel_size();
}

void Screen::show_content() {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    if (settings_.panel) {
        show_labels(picture_, subject().camera);
        const auto width = static_cast<float>(panel_width()) / ImGui::GetIO().DisplayFramebufferScale.x;
        ImGui::SetNextWindowPos({size.x - width, 0});
        ImGui::SetNextWindowSize({width, size.y});
        ImGui::Begin("panel", nullptr,
                     ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
        ImGui::PushItemWidth(0.6F * width);
        shown_[current_].show_panel();
        ImGui::Separator();
        ImGui::TextUnformatted("F1: keys");
        ImGui::PopItemWidth();
        ImGui::End();
    }
    if (help_) show_help(subject());
}

void Screen::draw(int width, int height) {
    width_ = width;
    height_ = height;
    subject().camera.resize(width - static_cast<int>(panel_width()), height, settings_.dots);
    load_picture();
    canvas_.begin(width, height, settings_.samples);
    renderer_.draw(subject().camera, settings_.dots);
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

void Screen::trace() {
    if (!settings_.trace) return;
    const std::string line = subject().trace();
    if (line == traced_) return;
    traced_ = line;
    print_line(line);
}

}  // namespace satori::viewer
