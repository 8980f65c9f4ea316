// The picture of the two boxes.

#include "viewer/axis_picture.hpp"
#include "viewer/box_demo.hpp"
#include "viewer/ground_grid.hpp"
#include "viewer/intersection.hpp"
#include "viewer/palette.hpp"

namespace satori::viewer {

namespace {

// Meters.
constexpr double kNormalLength = 0.4;
constexpr Double3 kGridMin{{-2, -1.5, -2}};

}  // namespace

void BoxDemo::paint_axis(Picture& picture) const {
    const Projections& p = answer_.numbers[answer_.axis.axis];
    if (geometry::length(p.direction) == 0) return;
    // Below the boxes, or beside them when the axis points down.
    const Double3 down{{0, -1, 0}};
    Double3 side = down - geometry::dot(down, p.direction) * p.direction;
    if (geometry::length(side) < 0.1) side = geometry::any_perpendicular(p.direction);
    const Double3 middle = 0.5 * (geometry::widened(boxes_[0].center) + geometry::widened(boxes_[1].center));
    add_axis(picture, p, corners_of(boxes_[0]), corners_of(boxes_[1]), (1 / geometry::length(side)) * side, middle,
             answer_.overlap);
}

void BoxDemo::paint(Picture& picture) const {
    const Color color = overlap_color(answer_.overlap);
    add_ground_grid(picture, kGridMin, -kGridMin, false);
    for (std::size_t k = 0; k < 2; ++k) {
        picture.boxes.push_back(
            {boxes_[k], with_alpha(color, 90), answer_.overlap ? Pattern::stripes : Pattern::plain});
        add_edges(picture.lines, boxes_[k], color, 2.5F);
        picture.labels.push_back({geometry::widened(boxes_[k].center), k == 0 ? "A" : "B", kInk});
    }
    if (answer_.overlap) {
        for (const std::vector<Double3>& face : intersection_of(boxes_[0], boxes_[1]))
            picture.faces.push_back({face, kCommon});
    }
    paint_axis(picture);

    const ContactManifold& manifold = answer_.manifold;
    for (std::uint32_t k = 0; k < manifold.point_count; ++k) {
        const Double3 point = geometry::widened(boxes_[0].center) + geometry::widened(manifold.points[k].offset);
        const Double3 normal = geometry::widened(manifold.normal);
        add_arrow(picture.overlay, point, point + kNormalLength * normal, geometry::any_perpendicular(normal), kNormal,
                  2);
        picture.overlay.push_back({point, point, kBackground, 10});
        picture.overlay.push_back({point, point, kContact, 7});
    }
}

}  // namespace satori::viewer
