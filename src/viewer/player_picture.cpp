// What is seen of a scene.

#include <algorithm>
#include <cmath>

#include <satori/box_geometry.hpp>

#include "viewer/palette.hpp"
#include "viewer/player.hpp"

namespace satori::viewer {

namespace {

constexpr double kNormalLength = 0.4;  // of the smaller box' mean half extent

Color color_of(Motion motion, bool overlapping) {
    if (motion == Motion::standing) return kStatic;
    if (motion == Motion::sleeping) return kSleeping;
    return overlap_color(overlapping);
}

double mean_half_extent(const OrientedBox& box) {
    return (static_cast<double>(box.half_extents.x) + box.half_extents.y + box.half_extents.z) / 3;
}

// A cross of a size that can be seen.
void paint_invalid(Picture& picture, const OrientedBox& box, double size) {
    const Double3 center = geometry::widened(box.center);
    for (int k = 0; k < 4; ++k) {
        const Double3 half = size * Double3{{(k & 1) != 0 ? 1.0 : -1.0, (k & 2) != 0 ? 1.0 : -1.0, 1.0}};
        picture.overlay.push_back({center - half, center + half, kInvalid, 3});
    }
}

}  // namespace

// Walls and grounds, which in a World need not be static.
bool Player::is_scenery(std::uint32_t index) const {
    const double size = geometry::length(geometry::widened(analysis_.boxes()[index].half_extents));
    return motion_[index] == Motion::standing || size > scenery_size_;
}

void Player::paint_picked(Picture& picture) const {
    const std::span<const OrientedBox> boxes = analysis_.boxes();
    const auto other_of = [&](const BoxPair& pair) { return pair.first == *picked_ ? pair.second : pair.first; };
    for (const BoxPair& pair : analysis_.pairs()) {
        if (pair.first != *picked_ && pair.second != *picked_) continue;
        const std::uint32_t other = other_of(pair);
        if (!is_scenery(other)) add_edges(picture.overlay, boxes[other], kOverlapping, 1.5F);
    }
    for (const RejectedPair& rejected : rejected_of_picked_)
        add_edges(picture.overlay, boxes[other_of(rejected.pair)], kRejected, 1.5F, 5);
    Aabb bounds;
    if (compute_aabb(boxes[*picked_], bounds) == Status::ok) add_edges(picture.overlay, bounds, kBounds, 1.2F, 3);
    add_edges(picture.overlay, boxes[*picked_], kBackground, 5);
    add_edges(picture.overlay, boxes[*picked_], kPicked, 3);
}

void Player::paint(Picture& picture) const {
    const std::span<const OrientedBox> boxes = analysis_.boxes();
    const double invalid_size = 12 * camera.dots() * camera.pixel_size();
    // Rectangles lie on each other: what is below is seen too.
    const std::uint8_t alpha = camera.flat() ? 150 : 255;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        if (!analysis_.is_legal(i)) {
            if (analysis_.has_place(i)) paint_invalid(picture, boxes[i], invalid_size);
            continue;
        }
        const bool overlapping = analysis_.is_overlapping(i);
        const bool scenery = is_scenery(i);
        const Pattern striped = scenery ? Pattern::faint_stripes : Pattern::stripes;
        picture.boxes.push_back({boxes[i], with_alpha(color_of(motion_[i], overlapping), alpha),
                                 overlapping ? striped : Pattern::plain, scenery});
    }
    for (const Aabb& bounds : bounds_) {
        if (bounds.min.x <= bounds.max.x) add_edges(picture.lines, bounds, kBounds, 1);
    }
    for (const RejectedPair& rejected : rejected_) {
        picture.overlay.push_back({geometry::widened(boxes[rejected.pair.first].center),
                                   geometry::widened(boxes[rejected.pair.second].center), kRejected, 1.2F, 4});
    }
    if (overlays_.contacts) {
        for (const SeenContact& contact : analysis_.contacts()) {
            // Walls on their ground: large, and always the same.
            if (is_scenery(contact.pair.first) && is_scenery(contact.pair.second)) continue;
            const double size = kNormalLength * std::min(mean_half_extent(boxes[contact.pair.first]),
                                                         mean_half_extent(boxes[contact.pair.second]));
            const auto widest = static_cast<float>(size);
            picture.lines.push_back(
                {contact.point, contact.point + size * contact.normal, kNormal, 1.5F, 0, 0.15F * widest});
            picture.lines.push_back({contact.point, contact.point, kContact, 6, 0, 0.5F * widest});
        }
    }
    if (picked() && analysis_.is_legal(*picked_)) paint_picked(picture);
}

}  // namespace satori::viewer
