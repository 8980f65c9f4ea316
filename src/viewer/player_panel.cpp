// The panel of a scene: its numbers, and the settings of playback and runs.

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "cli/report.hpp"
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

// Words that appear while the mouse is over the line.
void text(const std::string& line, const char* meaning) {
    text(line);
    explain(meaning);
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
    const bool moves = recorded || player.frame_count() > 1;
    entry(kOverlapping, moves ? "moving, overlapping" : "overlapping", moving_overlapping);
    entry(kApart, moves ? "moving, apart" : "apart", motions[0] - moving_overlapping);
    if (moves) {
        entry(kSleeping, recorded ? "sleeping" : "sleeping: hardly moved", motions[1]);
        entry(kStatic, recorded ? "static" : "static: the same in all frames", motions[2]);
    }
    if (!player.analysis().invalid().empty()) entry(kInvalid, "invalid (crosses)", player.analysis().invalid().size());
    text(fmt::format("striped: overlapping, {} in all", overlapping),
         "Boxes that overlap another have stripes, whatever their color is.");
}

template <typename ValueOf>
void plot(const Player& player, const char* name, ValueOf&& value_of) {
    std::vector<float> values;
    for (const RunFigures& figures : player.history()) values.push_back(static_cast<float>(value_of(figures)));
    const float most = *std::max_element(values.begin(), values.end());
    const std::string now = fmt::format("{}: {:.3f} ms", name, values.back());
    if (values.size() < 2) return text(now);
    // The scale keeps the line below the words.
    ImGui::PlotLines(fmt::format("##{}", name).c_str(), values.data(), static_cast<int>(values.size()), 0, now.c_str(),
                     0, 1.9F * most, {ImGui::GetContentRegionAvail().x, 2.4F * ImGui::GetTextLineHeight()});
}

void show_figures(const Player& player) {
    const RunFigures& figures = player.analysis().figures();
    const auto boxes = static_cast<double>(player.box_count());
    text(fmt::format("{}, {}, {}", cli::counted(figures.candidate_count, "candidate"),
                     cli::counted(figures.pair_count, "pair"), cli::counted(figures.point_count, "point")),
         "candidates: pairs whose axis-aligned bounds overlap\npairs: those whose boxes overlap\n"
         "points: where they touch, up to four of a pair");
    if (player.frame_count() > 1) {
        const EventFigures& events = figures.events;
        text(fmt::format("begun {}, persisted {}, ended {}", events.begun, events.persisted, events.ended),
             "begun: pairs that did not touch in the frame before\npersisted: pairs that touched then and touch now\n"
             "ended: pairs that touched then and do not touch now");
    }
    if (player.recording() != nullptr)
        text(fmt::format("{} changed, {} looked at", cli::counted(figures.changed_count, "box"),
                         cli::counted(figures.tested_count, "pair")),
             "The World tests only pairs of boxes that changed since the update before.");
    const auto per = [&](double count) { return count > 0 ? figures.call_ms * 1e6 / count : 0; };
    text(fmt::format("{:.0f} ns per box, {:.0f} ns per pair", per(boxes), per(static_cast<double>(figures.pair_count))),
         "The time of the call, divided by the number of boxes, and of pairs that overlap.");
}

void show_times(const Player& player) {
    const bool recorded = player.recording() != nullptr;
    show_heading("Times of the last call");
    if (recorded && player.frame() == 0) text("the first update: all boxes are new");
    const RunFigures& figures = player.analysis().figures();
    plot(player, recorded ? "World::update()" : "collide()", [](const RunFigures& f) { return f.call_ms; });
    for (std::size_t stage = 0; stage < figures.stage_names.size(); ++stage)
        plot(player, figures.stage_names[stage], [&](const RunFigures& f) { return f.stages_ms[stage]; });
    if (!recorded) text("CPU: of all threads, so the sum may be more than the time of the call");
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
    text(fmt::format("ran on {} with {}", isa_name(figures.isa), cli::counted(figures.thread_count, "thread")),
         "The instruction set and the number of threads that made these results. Others make the same.");
    text(fmt::format("hash {:016x}", figures.hash),
         recorded ? "World::state_hash(): the same on every machine."
                  : "Of the pairs, as `satori pairs --json` prints it: the same on every machine.");
    if (player.hash_changed()) ImGui::TextColored(gui_color(kApart), "THE HASH HAS CHANGED: please report this");
    if (recorded) return;
    ImGui::Checkbox("ask again and again", &player.measuring);
    explain("Runs the library on this frame without end, for the times below.");
}

// Shows how boxes are spread over the columns: numbers, the meaning of the colors, and a histogram of boxes per column.
void show_columns(const Player& player) {
    const ColumnFigures load(player.columns());
    std::set<std::uint32_t> grids;
    for (const SeenColumn& column : player.columns()) grids.insert(column.grid);
    text(fmt::format("{} in {}", cli::counted(load.count, "column"), cli::counted(grids.size(), "grid")));
    if (player.recording() != nullptr)
        text(player.analysis().world_keeps_columns() ? "that the World keeps"
                                                     : "of find_columns(): the World keeps none");
    if (load.count == 0) return;
    const double mean = static_cast<double>(load.entries) / static_cast<double>(load.count);
    text(fmt::format("boxes per column: mean {:.1f}, most {}", mean, load.most));
    const auto boxes = static_cast<double>(player.box_count() - player.analysis().invalid().size());
    text(fmt::format("columns per box: {:.3f}", static_cast<double>(load.entries) / boxes),
         "In how many columns a box stands. 1 is the least.");
    constexpr std::size_t kBars = 24;
    std::array<float, kBars> bars{};
    for (const SeenColumn& column : player.columns()) ++bars[(kBars - 1) * column.box_count / load.most];
    // Each bar has the color of its columns, from few boxes to the most.
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = 3 * ImGui::GetTextLineHeight();
    const float most = *std::max_element(bars.begin(), bars.end());
    for (std::size_t bar = 0; bar < kBars; ++bar) {
        const auto left = [&](std::size_t k) { return corner.x + width * static_cast<float>(k) / kBars; };
        // A bar for a single column must be visible too.
        const float share = bars[bar] > 0 ? std::max(bars[bar] / most, 0.04F) : 0;
        const ImVec4 color = gui_color(load_color(static_cast<double>(bar) / (kBars - 1)));
        ImGui::GetWindowDrawList()->AddRectFilled({left(bar), corner.y + height * (1 - share)},
                                                  {left(bar + 1) - 1, corner.y + height + 3},
                                                  ImGui::ColorConvertFloat4ToU32(color));
    }
    ImGui::Dummy({width, height + 3});
    const std::string last = cli::counted(load.most, "box");
    ImGui::TextUnformatted("0");
    ImGui::SameLine(ImGui::GetCursorPosX() + width - ImGui::CalcTextSize(last.c_str()).x);
    ImGui::TextUnformatted(last.c_str());
}

void show_overlays(Player& player) {
    Overlays overlays = player.overlays();
    bool changed = false;
    const auto choose = [&changed](const char* name, bool& on, const char* meaning) {
        if (ImGui::Checkbox(name, &on)) changed = true;
        explain(meaning);
    };
    choose("contacts", overlays.contacts,
           "C: black points where boxes touch, blue normals. Points too small to see are left out.");
    ImGui::SameLine();
    choose("AABBs", overlays.bounds, "X: the axis-aligned bounding box of each box");
    ImGui::SameLine();
    choose("rejected", overlays.rejected, "R: candidates whose boxes are apart, joined by orange lines");
    choose("columns", overlays.columns, "G: the columns of the broadphase, which are swept one by one");
    ImGui::SameLine();
    choose("ground lines", overlays.grid, "L: squares below the boxes; their size stands beside the scale");
    if (changed) player.show(overlays);
    if (overlays.bounds && player.analysis().boxes().size() > kMostOverlays)
        text(fmt::format("too many AABBs to draw: over {}", kMostOverlays));
    if (player.overlays().columns) show_columns(player);
    if (overlays.contacts && player.analysis().contacts().size() > kMostContacts)
        text(fmt::format("over {} points: those of a picked box", kMostContacts));
    if (overlays.contacts && player.frame_count() > 1) text("yellow dots: begun; dotted lines: ended");
    if (!overlays.rejected) return;
    const char* most = player.rejected().size() == kMostOverlays ? "first " : "";
    if (player.analysis().has_radii()) return text(fmt::format("{}{} rejected", most, player.rejected().size()));
    // For boxes: faces of A, faces of B, edges. For rectangles: edge normals of A, then of B.
    std::array<std::size_t, 3> kinds{};
    const std::uint32_t dimension = player.camera.flat() ? 2U : 3U;
    for (const RejectedPair& rejected : player.rejected()) ++kinds[std::min(rejected.axis / dimension, 2U)];
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

// Shows the data that only a box of a World has.
void show_world_box(const BoxDef& box) {
    const Vec3d& at = box.pose.position;
    text(fmt::format("center {:.7g} {:.7g} {:.7g}", at.x, at.y, at.z));
    const char* const motions[] = {"static", "kinematic", "dynamic"};
    text(fmt::format("{}{}{}, user data {:#x}", motions[static_cast<std::size_t>(box.motion)],
                     box.sensor ? ", sensor" : "", box.sleeping ? ", sleeping" : "", box.user_data));
    const BoxFilter& filter = box.filter;
    text(fmt::format("category {:#x}, mask {:#x}", filter.category, filter.mask));
    text(fmt::format("group {}, owner {}", filter.group, filter.owner));
}

// Shows the boxes that a box touches: how many points each has, and the depth of the deepest.
void show_touching(const Player& player, std::uint32_t picked) {
    struct Touch {
        std::size_t points = 0;
        double depth = 0;
        bool begun = false;
    };
    std::map<std::uint32_t, Touch> touches;
    for (const SeenContact& contact : player.analysis().contacts()) {
        if (contact.pair.first != picked && contact.pair.second != picked) continue;
        Touch& touch = touches[contact.pair.first == picked ? contact.pair.second : contact.pair.first];
        touch.depth = std::max(touch.depth, 0.0 - static_cast<double>(contact.separation));
        touch.begun = contact.begun && player.frame_count() > 1;
        ++touch.points;
    }
    std::size_t listed = 0;
    for (const auto& entry : touches) {
        if (++listed > kListed) break;
        const Touch& touch = entry.second;
        ImGui::TextColored(gui_color(true), "touches %u: %.4g m deep, %s%s", entry.first, touch.depth,
                           cli::counted(touch.points, "point").c_str(), touch.begun ? ", begun" : "");
        explain("The depth of the deepest point, and the number of points.");
    }
    if (touches.size() > kListed) text(fmt::format("... and {} more", touches.size() - kListed));
}

void show_picked(Player& player) {
    show_heading("Picked box");
    if (!player.picked()) return ImGui::TextUnformatted("click a box");
    const std::uint32_t picked = *player.picked();
    const OrientedBox& box = player.analysis().boxes()[picked];
    text(fmt::format("box {}: {}", picked, player.locate(picked)));
    if (player.recording() != nullptr) {
        show_world_box(player.analysis().world_box(picked).def);
    } else {
        // Positions on a map get all of their digits.
        const Double3 origin = player.origin(), place = origin + geometry::widened(box.center);
        const int digits = geometry::dot(origin, origin) == 0 ? 4 : 10;
        text(fmt::format("center {:.{}g} {:.{}g} {:.{}g}", place[0], digits, place[1], digits, place[2], digits));
    }
    text(fmt::format("half extents {:.4g} {:.4g} {:.4g}", box.half_extents.x, box.half_extents.y, box.half_extents.z));
    if (const float radius = player.analysis().solids()[picked].radius; radius > 0)
        text(fmt::format("radius {:.4g}", radius), "The box is the core of a solid: all points at most this far away.");
    text(fmt::format("rotation {:.3f} {:.3f} {:.3f} {:.3f}", box.rotation.x, box.rotation.y, box.rotation.z,
                     box.rotation.w));
    show_touching(player, picked);
    std::size_t listed = 0;
    for (const BoxPair& pair : player.analysis().ended()) {
        if ((pair.first != picked && pair.second != picked) || ++listed > kListed) continue;
        text(fmt::format("has ended to touch {}", pair.first == picked ? pair.second : pair.first));
    }
    listed = 0;
    for (const RejectedPair& rejected : player.rejected_of_picked()) {
        if (++listed > kListed) break;
        const std::uint32_t other = rejected.pair.first == picked ? rejected.pair.second : rejected.pair.first;
        std::string axis;
        if (rejected.axis != kNoAxis)
            axis = ", " + (player.camera.flat() ? rect_axis_name(rejected.axis) : axis_name(rejected.axis));
        text(fmt::format("apart from {}: {:.3g} m{}", other, rejected.separation, axis));
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
    show_times(player);
}

}  // namespace satori::viewer
