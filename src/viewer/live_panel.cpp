// The panel of a scene that is simulated: what the last steps have brought.

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui.h>

#include "viewer/gui.hpp"
#include "viewer/gui_words.hpp"
#include "viewer/live.hpp"

namespace satori::viewer {

namespace {

void text(const std::string& line) {
    ImGui::TextWrapped("%s", line.c_str());
}

void show_buttons(Live& live) {
    text(fmt::format("{}: step {}, {:.2f} s", live.name(), live.step_count(), live.seconds()));
    if (ImGui::Button(live.playing() ? "Pause" : "Play ")) live.press(' ');
    ImGui::SameLine();
    if (ImGui::Button("Step")) live.press('.');
    ImGui::SameLine();
    if (ImGui::Button("Reset")) live.reset();
    ImGui::SameLine();
    if (ImGui::Button("Drop")) live.drop();
    ImGui::SameLine();
    if (ImGui::Button("Throw")) live.throw_box();
    LiveOverlays overlays = live.overlays();
    bool changed = ImGui::Checkbox("contact points", &overlays.contacts);
    ImGui::SameLine();
    changed = ImGui::Checkbox("ground lines", &overlays.grid) || changed;
    if (changed) live.show(overlays);
}

void show_legend(const Live& live) {
    std::size_t counts[4] = {};
    for (std::uint32_t i = 0; i < live.engine().bodies().size(); ++i) {
        const rigid_bodies::Body& body = live.engine().bodies()[i];
        ++counts[body.is_static() ? 3 : body.asleep ? 2 : live.is_touching(i) ? 0 : 1];
    }
    const Color colors[] = {kOverlapping, kApart, kSleeping, kStatic};
    const char* const names[] = {"touching (striped)", "touching nothing", "asleep", "static"};
    for (std::size_t k = 0; k < 4; ++k) {
        const float side = ImGui::GetTextLineHeight();
        ImGui::ColorButton(names[k], gui_color(colors[k]), ImGuiColorEditFlags_NoTooltip, {side, side});
        ImGui::SameLine();
        text(fmt::format("{} {}", counts[k], names[k]));
    }
}

// A strip of the timeline: one bar per step, the newest on the right.
template <typename ValueOf>
void show_strip(const Live& live, const char* name, Color color, const char* format, ValueOf&& value_of) {
    std::vector<float> values;
    for (const LiveFigures& figures : live.history()) values.push_back(static_cast<float>(value_of(figures)));
    const float most = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    const auto number = [&](float value) { return fmt::format(fmt::runtime(format), value); };
    text(fmt::format("{} {}, most {}", name, number(values.empty() ? 0 : values.back()), number(most)));
    const std::string id = std::string("##") + name;
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, gui_color(color));
    ImGui::SetNextItemWidth(-1);
    ImGui::PlotHistogram(id.c_str(), values.data(), static_cast<int>(values.size()), 0, nullptr, 0,
                         std::max(most, 1e-6F), {0, 1.6F * ImGui::GetTextLineHeight()});
    ImGui::PopStyleColor();
}

void show_timeline(const Live& live) {
    show_heading("The last steps");
    show_strip(live, "contacts begun:", kBegun, "{:.0f}", [](const auto& f) { return f.begun; });
    show_strip(live, "persist:", kOverlapping, "{:.0f}", [](const auto& f) { return f.persisted; });
    show_strip(live, "ended:", kApart, "{:.0f}", [](const auto& f) { return f.ended; });
    show_strip(live, "bodies asleep:", kSleeping, "{:.0f}", [](const auto& f) { return f.asleep; });
    show_strip(live, "World::update, ms:", kNormal, "{:.2f}", [](const auto& f) { return f.update_ms; });
    show_strip(live, "solver, ms:", kSecond, "{:.2f}", [](const auto& f) { return f.solver_ms; });
}

void show_picked(const Live& live) {
    show_heading("Picked body");
    if (!live.picked()) return ImGui::TextUnformatted("click a body");
    const rigid_bodies::Body& body = live.engine().bodies()[*live.picked()];
    const auto& [x, y, z] = body.position;
    text(fmt::format("body {}{}", *live.picked(), body.is_static() ? ", static" : body.asleep ? ", asleep" : ""));
    text(fmt::format("center {:.3f} {:.3f} {:.3f}, {:.2f} m/s", x, y, z, length(body.velocity)));
    if (body.radius > 0) text(fmt::format("radius {:.4g}", body.radius));
    const std::vector<std::uint32_t> touching = live.touching(*live.picked());
    text(fmt::format("touches {}{}", touching.empty() ? "none" : "", fmt::join(touching, ", ")));
    for (auto event = live.events().rbegin(); event != live.events().rend(); ++event)
        text(fmt::format("step {}: contact {} with {}", event->step, event->begun ? "begins" : "ends", event->other));
}

}  // namespace

void show_panel(Live& live) {
    show_buttons(live);
    show_legend(live);
    show_timeline(live);
    show_picked(live);
}

}  // namespace satori::viewer
