// The numbers beside a scene, and how it is played and asked about.

#include <algorithm>
#include <array>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "viewer/box_demo.hpp"
#include "viewer/gui.hpp"
#include "viewer/gui_words.hpp"
#include "viewer/player.hpp"
#include "viewer/rect_demo.hpp"

namespace satori::viewer {

namespace {

constexpr std::size_t kListed = 12;

void text(const std::string& line) {
    ImGui::TextWrapped("%s", line.c_str());
}

void show_playback(Player& player) {
    if (player.recording() != nullptr && !player.recording()->trouble().empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, gui_color(kApart));
        text(player.recording()->trouble());
        ImGui::PopStyleColor();
    }
    if (player.frame_count() < 2) return;
    if (ImGui::Button("|<")) player.press('<');
    ImGui::SameLine();
    if (ImGui::Button("<")) player.press(',');
    ImGui::SameLine();
    if (ImGui::Button(player.playing() ? "Pause" : "Play ")) player.press(' ');
    ImGui::SameLine();
    if (ImGui::Button(">")) player.press('.');
    ImGui::SameLine();
    if (ImGui::Button(">|")) player.press('>');
    ImGui::SameLine();
    auto rate = static_cast<float>(player.frames_per_second);
    ImGui::SetNextItemWidth(6 * ImGui::GetFontSize());
    if (ImGui::SliderFloat("per s", &rate, 1, 60, "%.0f")) player.frames_per_second = static_cast<double>(rate);
    auto frame = static_cast<int>(player.frame());
    const auto last = static_cast<int>(player.frame_count()) - 1;
    ImGui::SetNextItemWidth(-1);
    if (ImGui::SliderInt("##frame", &frame, 0, last, "frame %d"))
        player.go_to(static_cast<std::uint32_t>(std::clamp(frame, 0, last)));
}

void show_legend(const Player& player) {
    std::array<std::size_t, 3> motions{};
    std::size_t overlapping = 0, moving_overlapping = 0;
    const bool recorded = player.recording() != nullptr;
    const auto count = static_cast<std::uint32_t>(player.analysis().boxes().size());
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!player.analysis().is_legal(i)) continue;
        const bool overlaps = player.analysis().is_overlapping(i);
        ++motions[static_cast<std::size_t>(player.motion(i))];
        overlapping += overlaps;
        moving_overlapping += overlaps && player.motion(i) == Motion::moving;
    }
    const auto entry = [](Color color, const char* name, std::size_t boxes) {
        const float side = ImGui::GetTextLineHeight();
        ImGui::ColorButton(name, gui_color(color), ImGuiColorEditFlags_NoTooltip | ImGuiColorEditFlags_NoDragDrop,
                           {side, side});
        ImGui::SameLine();
        text(fmt::format("{} {}", boxes, name));
    };
    entry(kOverlapping, "moving, overlapping", moving_overlapping);
    entry(kApart, "moving, apart", motions[0] - moving_overlapping);
    if (recorded || player.frame_count() > 1) {
        entry(kSleeping, recorded ? "sleeping" : "sleeping: hardly moved", motions[1]);
        entry(kStatic, recorded ? "static" : "static: the same in all frames", motions[2]);
    }
    if (!player.analysis().invalid().empty()) entry(kInvalid, "invalid (crosses)", player.analysis().invalid().size());
    text(fmt::format("striped: overlapping, {} in all", overlapping));
}

template <typename ValueOf>
void plot(const Player& player, const char* name, ValueOf&& value_of) {
    std::vector<float> values;
    for (const RunFigures& figures : player.history()) values.push_back(static_cast<float>(value_of(figures)));
    const float most = *std::max_element(values.begin(), values.end());
    const std::string now = fmt::format("{}: {:.3f} ms, most {:.3f}", name, values.back(), most);
    ImGui::PlotLines(fmt::format("##{}", name).c_str(), values.data(), static_cast<int>(values.size()), 0, now.c_str(),
                     0, 1.1F * most, {ImGui::GetContentRegionAvail().x, 2.4F * ImGui::GetTextLineHeight()});
}

void show_figures(const Player& player) {
    const RunFigures& figures = player.analysis().figures();
    const auto boxes = static_cast<double>(player.box_count());
    text(fmt::format("{} candidates, {} pairs, {} points", figures.candidate_count, figures.pair_count,
                     figures.point_count));
    if (player.recording() != nullptr) {
        const UpdateFigures& update = figures.update;
        text(fmt::format("begun {}, persisted {}, ended {}", update.begun, update.persisted, update.ended));
        text(fmt::format("{} boxes changed, {} pairs looked at", update.changed, update.tested));
    }
    const auto per = [&](double count) { return count > 0 ? figures.call_ms * 1e6 / count : 0; };
    text(
        fmt::format("{:.0f} ns per box, {:.0f} ns per pair", per(boxes), per(static_cast<double>(figures.pair_count))));
    plot(player, "all stages", [](const RunFigures& f) { return f.call_ms; });
    for (std::size_t stage = 0; stage < figures.stage_names.size(); ++stage)
        plot(player, figures.stage_names[stage], [&](const RunFigures& f) { return f.stages_ms[stage]; });
}

void show_choices(Player& player) {
    RunChoices choices = player.choices();
    const bool recorded = player.recording() != nullptr;
    bool changed = false;
    if (const auto boundary = recorded ? std::nullopt : choose_boundary(choices.boundary)) {
        choices.boundary = *boundary;
        changed = true;
    }
    ImGui::SetNextItemWidth(8.5F * ImGui::GetFontSize());
    if (ImGui::BeginCombo("set", isa_name(choices.isa))) {
        for (const Isa isa : compiled_isas()) {
            if (isa_supported(isa) && ImGui::Selectable(isa_name(isa), isa == choices.isa)) {
                choices.isa = isa;
                changed = true;
            }
        }
        ImGui::EndCombo();
    }
    ImGui::SameLine();
    auto threads = static_cast<int>(choices.threads);
    const auto most = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    ImGui::SetNextItemWidth(6 * ImGui::GetFontSize());
    if (ImGui::SliderInt("threads", &threads, 0, most, threads == 0 ? "all" : "%d")) {
        choices.threads = static_cast<unsigned>(std::clamp(threads, 0, most));
        changed = true;
    }
    if (changed) player.choose(choices);
    const RunFigures& figures = player.analysis().figures();
    text(fmt::format("ran on {} with {} thread{}", isa_name(figures.isa), figures.thread_count,
                     figures.thread_count == 1 ? "" : "s"));
    text(fmt::format("hash {:016x}", figures.hash));
    if (player.hash_changed()) ImGui::TextColored(gui_color(kApart), "THE HASH HAS CHANGED: please report this");
    if (!recorded) ImGui::Checkbox("ask again and again", &player.measuring);
}

void show_overlays(Player& player) {
    Overlays overlays = player.overlays();
    bool changed = ImGui::Checkbox("contacts", &overlays.contacts);
    ImGui::SameLine();
    changed |= ImGui::Checkbox("AABBs", &overlays.bounds);
    ImGui::SameLine();
    changed |= ImGui::Checkbox("rejected", &overlays.rejected);
    if (changed) player.show(overlays);
    if (overlays.bounds && player.analysis().boxes().size() > kMostOverlays)
        text(fmt::format("too many AABBs to draw: over {}", kMostOverlays));
    if (!overlays.rejected) return;
    // Of boxes: faces of A, of B, edges; of rectangles: A's edge normals, B's.
    std::array<std::size_t, 3> kinds{};
    const std::uint32_t dimension = player.camera.flat() ? 2U : 3U;
    for (const RejectedPair& rejected : player.rejected()) ++kinds[std::min(rejected.axis / dimension, 2U)];
    const char* most = player.rejected().size() == kMostOverlays ? "first " : "";
    text(fmt::format("{}{} rejected by an axis of", most, player.rejected().size()));
    text(fmt::format("  A: {}, B: {}, two edges: {}", kinds[0], kinds[1], kinds[2]));
}

void show_invalid(const Player& player) {
    const std::span<const InvalidBox> invalid = player.analysis().invalid();
    if (invalid.empty()) return;
    show_heading("Invalid boxes");
    for (const InvalidBox& box : invalid.first(std::min(invalid.size(), kListed)))
        text(fmt::format("{}, column {}: {}", player.locate(box.index), box.column, describe(box.fault)));
    if (invalid.size() > kListed) text(fmt::format("... and {} more", invalid.size() - kListed));
}

// What a row of a scene has not.
void show_world_box(const World& world, std::uint32_t index) {
    const BoxDef box = world.box(world.id_at(index));
    const Vec3d& at = box.pose.position;
    text(fmt::format("centre {:.7g} {:.7g} {:.7g}", at.x, at.y, at.z));
    const char* const motions[] = {"static", "kinematic", "dynamic"};
    text(fmt::format("{}{}{}, user data {:#x}", motions[static_cast<std::size_t>(box.motion)],
                     box.sensor ? ", sensor" : "", box.sleeping ? ", sleeping" : "", box.user_data));
    const BoxFilter& filter = box.filter;
    text(fmt::format("category {:#x}, mask {:#x}", filter.category, filter.mask));
    text(fmt::format("group {}, owner {}", filter.group, filter.owner));
}

void show_picked(Player& player) {
    show_heading("Picked box");
    if (!player.picked()) return ImGui::TextUnformatted("click a box");
    const std::uint32_t picked = *player.picked();
    const OrientedBox& box = player.analysis().boxes()[picked];
    text(fmt::format("box {}: {}", picked, player.locate(picked)));
    if (player.recording() != nullptr) {
        show_world_box(player.recording()->world(), picked);
    } else {
        text(fmt::format("centre {:.4g} {:.4g} {:.4g}", box.center.x, box.center.y, box.center.z));
    }
    text(fmt::format("half extents {:.4g} {:.4g} {:.4g}", box.half_extents.x, box.half_extents.y, box.half_extents.z));
    text(fmt::format("rotation {:.3f} {:.3f} {:.3f} {:.3f}", box.rotation.x, box.rotation.y, box.rotation.z,
                     box.rotation.w));
    std::size_t listed = 0, count = 0;
    for (const SeenContact& contact : player.analysis().contacts()) {
        if (contact.pair.first != picked && contact.pair.second != picked) continue;
        ++count;
        if (++listed > kListed) continue;
        const std::uint32_t other = contact.pair.first == picked ? contact.pair.second : contact.pair.first;
        ImGui::TextColored(gui_color(true), "touches %u: %.4g m deep", other, -static_cast<double>(contact.separation));
    }
    if (count > kListed) text(fmt::format("... and {} more points", count - kListed));
    listed = 0;
    for (const RejectedPair& rejected : player.rejected_of_picked()) {
        if (++listed > kListed) break;
        const std::uint32_t other = rejected.pair.first == picked ? rejected.pair.second : rejected.pair.first;
        const bool flat = player.camera.flat();
        const std::string axis = flat ? rect_axis_name(rejected.axis) : axis_name(rejected.axis);
        text(fmt::format("apart from {}: {:.3g} m, {}", other, rejected.separation, axis));
    }
}

}  // namespace

void show_panel(Player& player) {
    show_playback(player);
    show_legend(player);
    show_overlays(player);
    show_heading("What the library says");
    show_choices(player);
    show_figures(player);
    show_invalid(player);
    show_picked(player);
}

}  // namespace satori::viewer
