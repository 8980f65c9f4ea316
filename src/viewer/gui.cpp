#include "viewer/gui.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "cli/cli_error.hpp"
#include "viewer/font.hpp"
#include "viewer/ground_grid.hpp"
#include "viewer/palette.hpp"
#include "viewer/subject.hpp"

namespace satori::viewer {

namespace {

// Pixels of a display with 96 dots per inch.
constexpr float kFontSize = 14;
constexpr float kOwnFontSize = 13;  // of Dear ImGui's own font, which is made of pixels
constexpr float kCorner = 56, kAxisLength = 30, kLetterDistance = 10;  // the directions and their place
constexpr float kLongestBar = 150, kBarHeight = 40;

void add_font(float scale) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    const std::string path = find_font();
    if (!path.empty() && atlas.AddFontFromFileTTF(path.c_str(), kFontSize * scale) != nullptr) return;
    ImFontConfig own;
    own.SizePixels = kOwnFontSize * scale;
    atlas.AddFontDefault(&own);
}

// The size of what is this large at 96 dots per inch, in units of the window.
float scaled(float size) {
    return size * ImGui::GetFontSize() / kFontSize;
}

ImU32 packed(Color color) {
    return IM_COL32(color.r, color.g, color.b, color.a);
}

// A light ground for words, so that they can be read over boxes.
void add_ground(ImDrawList& list, ImVec2 min, ImVec2 max) {
    list.AddRectFilled(min, max, packed(with_alpha(kBackground, 215)), scaled(3));
}

}  // namespace

Gui::Gui(GLFWwindow* window) : window_(window) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // no file is left behind
    const bool ready = (window_ == nullptr || ImGui_ImplGlfw_InitForOpenGL(window_, true)) &&
                       ImGui_ImplOpenGL3_Init("#version 330 core");
    if (!ready) {
        ImGui::DestroyContext();
        throw cli::CliError(cli::ExitCode::failed, "Dear ImGui cannot draw with this OpenGL driver");
    }
}

void Gui::set_scale(double dots, double unit) {
    ImGui_ImplOpenGL3_DestroyDeviceObjects();  // the next picture makes them anew, with the new letters
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    add_font(static_cast<float>(dots));
    io.FontGlobalScale = static_cast<float>(1 / unit);
    ImGui::GetStyle() = ImGuiStyle();
    ImGui::StyleColorsLight();
    ImGui::GetStyle().ScaleAllSizes(static_cast<float>(dots / unit));
    ImGui::GetStyle().WindowRounding = 0;
}

Gui::~Gui() {
    ImGui_ImplOpenGL3_Shutdown();
    if (window_ != nullptr) ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void Gui::draw(int width, int height, const std::function<void()>& content) const {
    ImGui_ImplOpenGL3_NewFrame();
    if (window_ != nullptr) {
        ImGui_ImplGlfw_NewFrame();
    } else {
        ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
        ImGui::GetIO().DeltaTime = 1.0F / 60;
    }
    ImGui::NewFrame();
    content();
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool Gui::wants_mouse() const {
    return ImGui::GetIO().WantCaptureMouse;
}

bool Gui::wants_keys() const {
    return ImGui::GetIO().WantTextInput;
}

void show_labels(const Picture& picture, const Camera& camera) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    // ImGui uses units of the window, which are larger than pixels on some displays.
    const ImVec2 scale = ImGui::GetIO().DisplayFramebufferScale;
    for (const Label& label : picture.labels) {
        Pixel pixel;
        if (!camera.project(label.place, pixel)) continue;
        const ImVec2 size = ImGui::CalcTextSize(label.text.c_str());
        const ImVec2 corner{std::round(static_cast<float>(pixel.x) / scale.x - 0.5F * size.x),
                            std::round(static_cast<float>(pixel.y) / scale.y - 0.5F * size.y)};
        const float beside = scaled(3), above = scaled(1);
        add_ground(list, {corner.x - beside, corner.y - above},
                   {corner.x + size.x + beside, corner.y + size.y + above});
        list.AddText(corner, packed(label.color), label.text.c_str());
    }
}

void show_directions(const Camera& camera) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImVec2 middle{scaled(kCorner), ImGui::GetIO().DisplaySize.y - scaled(kCorner)};
    const float reach = scaled(kAxisLength + 1.6F * kLetterDistance);
    add_ground(list, {middle.x - reach, middle.y - reach}, {middle.x + reach, middle.y + reach});
    const Double3 axes[] = {{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}};
    const char* const names[] = {"x", "y", "z"};
    for (std::size_t k = 0; k < (camera.flat() ? 2U : 3U); ++k) {
        const auto right = static_cast<float>(geometry::dot(axes[k], camera.right()));
        const auto up = static_cast<float>(geometry::dot(axes[k], camera.up()));
        // What points away from the viewer is fainter.
        const ImU32 color = packed(geometry::dot(axes[k], camera.back()) < -0.02 ? kFaintInk : kInk);
        const float length = scaled(kAxisLength);
        const ImVec2 end{middle.x + length * right, middle.y - length * up};
        list.AddLine(middle, end, color, scaled(2));
        const ImVec2 size = ImGui::CalcTextSize(names[k]);
        const float beyond = length + scaled(kLetterDistance);
        list.AddText(
            {std::round(middle.x + beyond * right - 0.5F * size.x), std::round(middle.y - beyond * up - 0.5F * size.y)},
            color, names[k]);
    }
}

void show_lengths(const Picture& picture, const Camera& camera) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    // As long as it is at the middle of the view.
    const double meters_per_unit = camera.pixel_size() * static_cast<double>(ImGui::GetIO().DisplayFramebufferScale.x);
    const double length = round_length(static_cast<double>(scaled(kLongestBar)) * meters_per_unit);
    const float left = scaled(2 * kCorner), right = left + static_cast<float>(length / meters_per_unit);
    const float line = ImGui::GetTextLineHeight(), bottom = ImGui::GetIO().DisplaySize.y - scaled(kBarHeight);
    const float tick = scaled(4);
    const std::string squares = picture.grid_spacing == 0 ? "" : "squares of " + length_text(picture.grid_spacing);
    const float words = ImGui::CalcTextSize(squares.c_str()).x;
    add_ground(list, {left - 2 * tick, bottom - line - scaled(4)},
               {std::max(right, left + tick + words) + 2 * tick, bottom + line + scaled(6)});
    list.AddLine({left, bottom}, {right, bottom}, packed(kInk), scaled(2));
    for (const float x : {left, right}) list.AddLine({x, bottom - tick}, {x, bottom + tick}, packed(kInk), scaled(2));
    list.AddText({left + tick, bottom - line - scaled(3)}, packed(kInk), length_text(length).c_str());
    list.AddText({left + tick, bottom + scaled(4)}, packed(kFaintInk), squares.c_str());
}

void show_tip(const std::string& words) {
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(words.c_str());
    ImGui::EndTooltip();
}

void show_help(const Subject& subject) {
    ImGui::SetNextWindowPos({scaled(20), scaled(20)}, ImGuiCond_Appearing);
    ImGui::Begin("Keys", nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse);
    if (ImGui::BeginTable("keys", 2)) {
        std::string_view text = subject.help();
        const std::string common = std::string(text) +
                                   "Z\tthe view as at first\n"
                                   "F1\tthis help\n"
                                   "F2\twrite the picture to satori-view-N.png\n"
                                   "F3\tpanel\n"
                                   "Q\tquit\n";
        for (text = common; !text.empty();) {
            const std::size_t tab = text.find('\t'), end = text.find('\n');
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(text.data(), text.data() + tab);
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(text.data() + tab + 1, text.data() + end);
            text.remove_prefix(end + 1);
        }
        ImGui::EndTable();
    }
    ImGui::End();
}

}  // namespace satori::viewer
