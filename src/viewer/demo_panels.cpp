// The panels of the demos.

#include <imgui.h>

#include "viewer/box_demo.hpp"
#include "viewer/gui.hpp"
#include "viewer/gui_words.hpp"
#include "viewer/intersection.hpp"
#include "viewer/rect_demo.hpp"

namespace satori::viewer {

namespace {

void show_answer(bool overlap, float separation, const std::string& axis, std::uint32_t points) {
    ImGui::TextColored(gui_color(overlap), overlap ? "OVERLAP" : "APART");
    explain("What satori::overlaps() answers.");
    ImGui::SameLine();
    if (separation > 0) {
        ImGui::Text("by %.4g m", static_cast<double>(separation));
    } else {
        ImGui::Text("%.4g m deep", -static_cast<double>(separation));
    }
    explain(separation > 0 ? "The gap along the deciding axis." : "The way along the deciding axis that parts them.");
    ImGui::Text("axis: %s", axis.c_str());
    explain("The deciding axis: of all axes it has the largest separation, up to a slack for faces.");
    ImGui::Text("contact points: %u", points);
}

/// Shows each axis with the separation of the two shapes along it. The deciding axis is marked.
template <typename Numbers, typename NameOf>
void show_axes(const Numbers& numbers, std::uint32_t deciding, NameOf&& name_of) {
    if (!ImGui::BeginTable("axes", 2, ImGuiTableFlags_RowBg)) return;
    ImGui::TableSetupColumn("axis", ImGuiTableColumnFlags_WidthStretch, 2);
    ImGui::TableSetupColumn("separation, m", ImGuiTableColumnFlags_WidthStretch, 1);
    ImGui::TableHeadersRow();
    for (std::uint32_t k = 0; k < numbers.size(); ++k) {
        ImGui::TableNextColumn();
        if (k == deciding) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, IM_COL32(255, 214, 90, 160));
        ImGui::Text("%s%s", k == deciding ? "> " : "  ", name_of(k).c_str());
        ImGui::TableNextColumn();
        if (geometry::length(numbers[k].direction) == 0) {
            ImGui::TextUnformatted("edges parallel");
        } else {
            ImGui::TextColored(gui_color(numbers[k].separation() <= 0), "%+.4f", numbers[k].separation());
            explain("Positive: the gap between the two projections. Negative: how much they cover of each other.");
        }
    }
    ImGui::EndTable();
}

template <typename Manifold>
void show_points(const Manifold& manifold) {
    if (manifold.point_count == 0 || !ImGui::BeginTable("points", 2, ImGuiTableFlags_RowBg)) return;
    ImGui::TableSetupColumn("feature id");
    ImGui::TableSetupColumn("separation, m");
    ImGui::TableHeadersRow();
    for (std::uint32_t k = 0; k < manifold.point_count; ++k) {
        ImGui::TableNextColumn();
        ImGui::Text("0x%03x", manifold.points[k].feature_id);
        explain("Names where the point lies on both. It finds the point again in the next step.");
        ImGui::TableNextColumn();
        ImGui::Text("%+.4f", static_cast<double>(manifold.points[k].separation));
    }
    ImGui::EndTable();
}

}  // namespace

void show_panel(RectDemo& demo) {
    const RectAnswer& answer = demo.answer();
    show_answer(answer.overlap, answer.axis.separation, rect_axis_name(answer.axis.axis), answer.manifold.point_count);
    if (answer.overlap) {
        ImGui::Text("common area: %.4g m\u00b2", area_of(intersection_of(demo.rects()[0], demo.rects()[1])));
        explain("The area that both cover, dark green. It is computed for display; the library does not need it.");
    }
    if (const auto chosen = choose_boundary(demo.boundary())) demo.set_boundary(*chosen);
    show_heading("All 4 axes");
    show_axes(answer.numbers, answer.axis.axis, rect_axis_name);
    if (answer.manifold.point_count > 0) show_heading("Contact");
    show_points(answer.manifold);
    for (std::size_t k = 0; k < 2; ++k) {
        OrientedRect rect = demo.rects()[k];
        ImGui::PushID(static_cast<int>(k));
        show_heading(k == 0 ? "Rectangle A" : "Rectangle B");
        bool changed = ImGui::DragFloat2("center", &rect.center.x, 0.01F);
        changed |= ImGui::DragFloat2("half extents", &rect.half_extents.x, 0.01F, 0.05F, 10);
        changed |= ImGui::SliderAngle("angle", &rect.angle, -180, 180);
        if (changed) demo.set_rect(k, rect);
        ImGui::PopID();
    }
}

void show_panel(BoxDemo& demo) {
    const BoxAnswer& answer = demo.answer();
    show_answer(answer.overlap, answer.axis.separation, axis_name(answer.axis.axis), answer.manifold.point_count);
    if (const auto chosen = choose_boundary(demo.boundary())) demo.set_boundary(*chosen);
    show_heading("All 15 axes");
    show_axes(answer.numbers, answer.axis.axis, axis_name);
    if (answer.manifold.point_count > 0) show_heading("Contact");
    show_points(answer.manifold);
    for (std::size_t k = 0; k < 2; ++k) {
        OrientedBox box = demo.boxes()[k];
        ImGui::PushID(static_cast<int>(k));
        show_heading(k == 0 ? "Box A" : "Box B");
        bool changed = ImGui::DragFloat3("center", &box.center.x, 0.01F);
        changed |= ImGui::DragFloat3("half extents", &box.half_extents.x, 0.01F, 0.05F, 10);
        if (changed) demo.set_box(k, box);
        ImGui::PopID();
    }
}

}  // namespace satori::viewer
