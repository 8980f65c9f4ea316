// What is seen of the two rectangles.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viewer/palette.hpp"
#include "viewer/rect_demo.hpp"

namespace satori::viewer {

namespace {

constexpr double kAxisGap = 0.35;    // metres between the rectangles and the axis drawn beside them
constexpr double kNormalLength = 0.35;

}  // namespace

void RectDemo::paint_axis(Picture& picture) const {
    const Projections& p = answer_.numbers[answer_.axis.axis];
    // Beside the rectangles, below or to the left.
    Double3 side{{p.direction[1], -p.direction[0], 0}};
    if (side[1] > 0 || (side[1] == 0 && side[0] > 0)) side = -side;
    double reach = -1e30;
    for (const OrientedRect& rect : rects_) {
        for (const Double3& corner : corners_of(rect)) reach = std::max(reach, geometry::dot(corner, side));
    }
    const auto at = [&](double along, double beside) { return along * p.direction + (reach + beside) * side; };
    const double min = std::min(p.a_min, p.b_min), max = std::max(p.a_max, p.b_max);
    picture.overlay.push_back({at(min - 0.25, kAxisGap), at(max + 0.25, kAxisGap), kFaintInk, 1.2F});

    // Both intervals, one on each side of the axis, and from where they come.
    const struct {
        double min, max, beside;
        Color color;
        const char* name;
    } bars[2] = {{p.a_min, p.a_max, kAxisGap - 0.05, kFirst, "A"}, {p.b_min, p.b_max, kAxisGap + 0.05, kSecond, "B"}};
    for (const auto& bar : bars) {
        picture.overlay.push_back({at(bar.min, bar.beside), at(bar.max, bar.beside), bar.color, 5});
        for (const double end : {bar.min, bar.max})
            picture.overlay.push_back({at(end, bar.beside), at(end, -2 * kAxisGap), with_alpha(bar.color, 110), 1, 4});
        picture.labels.push_back({at(0.5 * (bar.min + bar.max), bar.beside + (bar.name[0] == 'A' ? -0.1 : 0.12)),
                                  fmt::format("{} [{:.2f}, {:.2f}]", bar.name, bar.min, bar.max), bar.color});
    }
    const double gap_from = std::max(p.a_min, p.b_min), gap_to = std::min(p.a_max, p.b_max);
    const bool overlap = p.separation() <= 0;
    picture.overlay.push_back(
        {at(gap_from, kAxisGap), at(gap_to, kAxisGap), overlap_color(answer_.overlap), overlap ? 3.F : 2.F, overlap ? 0.F : 3.F});
    if (!overlap) {
        // The line between the two.
        const double middle = 0.5 * (gap_from + gap_to);
        picture.overlay.push_back({at(middle, -5), at(middle, 0.1), kApart, 1.6F, 8});
    }
}

void RectDemo::paint(Picture& picture) const {
    const Color color = overlap_color(answer_.overlap);
    for (std::size_t k = 0; k < 2; ++k) {
        const OrientedRect& rect = rects_[k];
        const std::array<Double3, 4> corners = corners_of(rect);
        picture.boxes.push_back({flat_box(rect.center, rect.half_extents, rect.angle), with_alpha(color, 70),
                                 answer_.overlap ? Pattern::stripes : Pattern::plain});
        for (std::size_t corner = 0; corner < 4; ++corner) {
            picture.lines.push_back({corners[corner], corners[(corner + 1) % 4], color, 3});
        }
        for (const Double3& corner : corners) {
            picture.lines.push_back({corner, corner, kBackground, 9});
            picture.lines.push_back({corner, corner, color, 6});
        }
        const Double3 knob = knob_of(rect);
        const Double3 edge = 0.5 * (corners[1] + corners[2]);
        picture.lines.push_back({edge, knob, kFaintInk, 1});
        picture.lines.push_back({knob, knob, kFaintInk, 9});
        picture.labels.push_back({in_plane(rect.center), k == 0 ? "A" : "B", kInk});
    }
    paint_axis(picture);

    const RectManifold& manifold = answer_.manifold;
    for (std::uint32_t k = 0; k < manifold.point_count; ++k) {
        const Vec2& offset = manifold.points[k].offset;
        const Double3 point = in_plane({rects_[0].center.x + offset.x, rects_[0].center.y + offset.y});
        const Double3 normal = in_plane(manifold.normal);
        add_arrow(picture.overlay, point, point + kNormalLength * normal, {{-normal[1], normal[0], 0}}, kNormal, 2);
        picture.overlay.push_back({point, point, kBackground, 11});
        picture.overlay.push_back({point, point, kContact, 8});
    }
}

}  // namespace satori::viewer
