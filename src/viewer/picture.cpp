#include "viewer/picture.hpp"

#include <cmath>

#include <satori/box_geometry.hpp>

namespace satori::viewer {

namespace {

constexpr double kTipLength = 0.22;  // relative to the arrow
constexpr double kTipWidth = 0.11;

// `style` has all of a line but its ends.
template <typename CornerOf>
void add_twelve(std::vector<Line>& lines, CornerOf&& corner_of, Line style) {
    for (const auto& edge : kBoxEdges) {
        style.from = corner_of(edge[0]);
        style.to = corner_of(edge[1]);
        lines.push_back(style);
    }
}

}  // namespace

void add_edges(std::vector<Line>& lines, const OrientedBox& box, Color color, float width, float dash, float widest) {
    BoxCorners corners;
    if (compute_corners(box, corners) != Status::ok) return;
    const auto corner_of = [&](std::uint8_t k) { return geometry::widened(corners.corners[k]); };
    add_twelve(lines, corner_of, {{}, {}, color, width, dash, widest});
}

void add_edges(std::vector<Line>& lines, const Double3& min, const Double3& max, Color color, float width, float dash) {
    const auto corner = [&](std::uint8_t k) -> Double3 {
        return {{(k & 1) != 0 ? max[0] : min[0], (k & 2) != 0 ? max[1] : min[1], (k & 4) != 0 ? max[2] : min[2]}};
    };
    add_twelve(lines, corner, {{}, {}, color, width, dash});
}

void add_arrow(std::vector<Line>& lines, const Double3& from, const Double3& to, const Double3& side, Color color,
               float width) {
    const Double3 along = to - from;
    const Double3 across = geometry::length(along) * side;
    lines.push_back({from, to, color, width});
    for (const double sign : {-1.0, 1.0})
        lines.push_back({to, to - kTipLength * along + (sign * kTipWidth) * across, color, width});
}

OrientedBox flat_box(const Vec2& center, const Vec2& half_extents, float angle) {
    OrientedBox box{{center.x, center.y, 0}, {half_extents.x, half_extents.y, 0}, {}};
    box.rotation = {0, 0, std::sin(0.5F * angle), std::cos(0.5F * angle)};
    return box;
}

}  // namespace satori::viewer
