// The picture of the two rectangles.

#include <algorithm>

#include "viewer/axis_picture.hpp"
#include "viewer/ground_grid.hpp"
#include "viewer/intersection.hpp"
#include "viewer/palette.hpp"
#include "viewer/rect_demo.hpp"

namespace satori::viewer {

namespace {

// Meters.
constexpr double kLineOverhang = 0.3;  // the separating line extends beyond the rectangles
constexpr double kNormalLength = 0.35;
constexpr Double3 kGridReach{{4, 4, 0}};

}  // namespace

void RectDemo::paint_axis(Picture& picture) const {
    const Projections& p = answer_.numbers[answer_.axis.axis];
    const std::array<Double3, 4> a = corners_of(rects_[0]), b = corners_of(rects_[1]);
    // Below the rectangles, or to the left.
    Double3 side{{p.direction[1], -p.direction[0], 0}};
    if (side[1] > 0 || (side[1] == 0 && side[0] > 0)) side = -side;
    add_axis(picture, p, a, b, side, {}, answer_.overlap);
    if (answer_.overlap) return;
    // The line between the two rectangles, as long as both together.
    const double middle = 0.5 * (std::max(p.a_min, p.b_min) + std::min(p.a_max, p.b_max));
    const Projections across = project(a, b, side);
    for (const double end :
         {std::min(across.a_min, across.b_min) - kLineOverhang, std::max(across.a_max, across.b_max)})
        picture.overlay.push_back({middle * p.direction + end * side, middle * p.direction, kApart, 1.6F, 8});
}

void RectDemo::paint(Picture& picture) const {
    const Color color = overlap_color(answer_.overlap);
    add_ground_grid(picture, -kGridReach, kGridReach, true);
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
    if (answer_.overlap) picture.faces.push_back({intersection_of(rects_[0], rects_[1]), kCommon});
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
