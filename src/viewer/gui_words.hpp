#pragma once

#include <optional>

#include <imgui.h>

#include <satori/pairs.hpp>

#include "viewer/palette.hpp"

namespace satori::viewer {

// Shared by the panels.

inline ImVec4 gui_color(Color color) {
    return ImGui::ColorConvertU32ToFloat4(IM_COL32(color.r, color.g, color.b, color.a));
}
inline ImVec4 gui_color(bool overlap) {
    // Darker than in the picture, because letters are thin.
    return gui_color(overlap ? Color{20, 120, 55} : kApart);
}

/// Explains the last number or switch while the mouse is over it.
inline void explain(const char* words) {
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", words);
}

inline void show_heading(const char* text) {
    ImGui::Spacing();
    ImGui::Separator();
    ImGui::TextUnformatted(text);
}

/// Shows the switch. Returns the new boundary when the switch was pressed.
inline std::optional<Boundary> choose_boundary(Boundary boundary) {
    bool closed = boundary == Boundary::closed;
    const bool pressed = ImGui::Checkbox("touching counts as overlap", &closed);
    explain("On: boxes that only touch overlap (Boundary::closed). Off: they do not (Boundary::open).");
    if (!pressed) return std::nullopt;
    return closed ? Boundary::closed : Boundary::open;
}

}  // namespace satori::viewer
