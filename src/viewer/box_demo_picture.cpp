// What is seen of the two boxes.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viewer/box_demo.hpp"
#include "viewer/palette.hpp"

namespace satori::viewer {

namespace {

constexpr double kAxisGap = 0.3;  // metres between the boxes and the axis drawn beside them
constexpr double kNormalLength = 0.4;

}  // namespace

void BoxDemo::paint_axis(Picture& picture) const {
    const Projections& p = answer_.numbers[answer_.axis.axis];
    if (geometry::length(p.direction) == 0) return;
    // Below the boxes, or beside them where the axis itself points down.
    Double3 side{{0, -1, 0}};
    side = side - geometry::dot(side, p.direction) * p.direction;
    if (geometry::length(side) < 0.1) side = geometry::any_perpendicular(p.direction);
    side = (1 / geometry::length(side)) * side;
    const Double3 third = geometry::cross(p.direction, side);
    const Double3 middle = 0.5 * (geometry::widened(boxes_[0].center) + geometry::widened(boxes_[1].center));
    double reach = -1e30;
    for (const OrientedBox& box : boxes_) {
        for (const Double3& corner : corners_of(box)) reach = std::max(reach, geometry::dot(corner, side));
    }
    const auto at = [&](double along, double beside) {
        return along * p.direction + (reach + beside) * side + geometry::dot(middle, third) * third;
    };
    const double min = std::min(p.a_min, p.b_min), max = std::max(p.a_max, p.b_max);
    picture.overlay.push_back({at(min - 0.2, kAxisGap), at(max + 0.2, kAxisGap), kFaintInk, 1.2F});
    const struct {
        double min, max, beside;
        Color color;
        const char* name;
        const std::array<Double3, 8> corners;
    } bars[2] = {{p.a_min, p.a_max, kAxisGap - 0.05, kFirst, "A", corners_of(boxes_[0])},
                 {p.b_min, p.b_max, kAxisGap + 0.05, kSecond, "B", corners_of(boxes_[1])}};
    for (const auto& bar : bars) {
        picture.overlay.push_back({at(bar.min, bar.beside), at(bar.max, bar.beside), bar.color, 5});
        const auto [low, high] = std::minmax_element(
            bar.corners.begin(), bar.corners.end(),
            [&](const Double3& l, const Double3& r) { return geometry::dot(l, p.direction) < geometry::dot(r, p.direction); });
        picture.overlay.push_back({*low, at(bar.min, bar.beside), with_alpha(bar.color, 150), 1, 4});
        picture.overlay.push_back({*high, at(bar.max, bar.beside), with_alpha(bar.color, 150), 1, 4});
        picture.labels.push_back({at(0.5 * (bar.min + bar.max), bar.beside + (bar.name[0] == 'A' ? -0.1 : 0.12)),
                                  fmt::format("{} [{:.2f}, {:.2f}]", bar.name, bar.min, bar.max), bar.color});
    }
    const double from = std::max(p.a_min, p.b_min), to = std::min(p.a_max, p.b_max);
    picture.overlay.push_back({at(from, kAxisGap), at(to, kAxisGap), overlap_color(answer_.overlap), 3, from > to ? 3.F : 0.F});
}

void BoxDemo::paint(Picture& picture) const {
    const Color color = overlap_color(answer_.overlap);
    for (std::size_t k = 0; k < 2; ++k) {
        picture.boxes.push_back(
            {boxes_[k], with_alpha(color, 90), answer_.overlap ? Pattern::stripes : Pattern::plain});
        add_edges(picture.lines, boxes_[k], color, 2.5F);
        picture.labels.push_back({geometry::widened(boxes_[k].center), k == 0 ? "A" : "B", kInk});
    }
    paint_axis(picture);

    const ContactManifold& manifold = answer_.manifold;
    for (std::uint32_t k = 0; k < manifold.point_count; ++k) {
        const Double3 point = geometry::widened(boxes_[0].center) + geometry::widened(manifold.points[k].offset);
        const Double3 normal = geometry::widened(manifold.normal);
        add_arrow(picture.overlay, point, point + kNormalLength * normal, geometry::any_perpendicular(normal), kNormal, 2);
        picture.overlay.push_back({point, point, kBackground, 10});
        picture.overlay.push_back({point, point, kContact, 7});
    }
}

}  // namespace satori::viewer
