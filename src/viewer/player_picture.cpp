// The picture of a scene.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viewer/neighbors.hpp"
#include "viewer/palette.hpp"
#include "viewer/player.hpp"

namespace satori::viewer {

namespace {

constexpr double kNormalLength = 0.4;  // relative to the smaller box's mean half extent
constexpr double kColumnSize = 0.985;  // relative to its real size
constexpr float kThinnest = 1, kThickest = 2.5F;
constexpr double kLeastPoint = 1.6;      // pixels: smaller contact points are left out
constexpr std::size_t kMostLabels = 16;  // of columns: more would cover each other

Color color_of(Motion motion, bool overlapping) {
    if (motion == Motion::standing) return kStatic;
    if (motion == Motion::sleeping) return kSleeping;
    return overlap_color(overlapping);
}

double mean_half_extent(const OrientedBox& box) {
    return (static_cast<double>(box.half_extents.x) + box.half_extents.y + box.half_extents.z) / 3;
}

// Adds a cross of a size that is always visible.
void paint_invalid(Picture& picture, const OrientedBox& box, double size) {
    const Double3 center = geometry::widened(box.center);
    for (int k = 0; k < 4; ++k) {
        const Double3 half = size * Double3{{(k & 1) != 0 ? 1.0 : -1.0, (k & 2) != 0 ? 1.0 : -1.0, 1.0}};
        picture.overlay.push_back({center - half, center + half, kInvalid, 3});
    }
}

}  // namespace

bool Player::is_large(std::uint32_t index) const {
    return usual_->is_large(enclosing(index));
}

// Walls and grounds. In a World they need not be static.
bool Player::is_scenery(std::uint32_t index) const {
    return motion_[index] == Motion::standing || is_large(index);
}

void Player::paint_picked(Picture& picture) const {
    const Solids& solids = analysis_.solids();
    for (const RejectedPair& rejected : rejected_of_picked_) {
        const BoxPair& pair = rejected.pair;
        add_rejected(picture, solids[pair.first == *picked_ ? pair.second : pair.first]);
    }
    for (const std::uint32_t neighbor : touching(*picked_)) {
        if (!is_scenery(neighbor)) add_neighbor(picture, solids[neighbor]);
    }
    Aabb bounds;
    if (overlays_.bounds && find_bounds(solids[*picked_], bounds)) add_edges(picture.overlay, bounds, kBounds, 1.2F, 3);
    add_picked(picture, solids[*picked_]);
}

// Columns are drawn only where there are boxes, without grounds and walls, which reach out of the picture. Each column
// is drawn a little smaller, so that the edges of neighbors do not cover each other.
void Player::paint_columns(Picture& picture) const {
    const ColumnFigures load(columns_);
    for (const SeenColumn& column : columns_) {
        Double3 min = column.min, max = column.max;
        for (std::size_t k = 0; k < 3; ++k) {
            if (column.min[k] > shown_max_[k] || column.max[k] < shown_min_[k]) continue;
            min[k] = std::max(column.min[k], shown_min_[k]);
            max[k] = std::min(column.max[k], shown_max_[k]);
        }
        const Double3 middle = 0.5 * (min + max), half = kColumnSize * 0.5 * (max - min);
        const double share = static_cast<double>(column.box_count) / load.most;
        const float width = kThinnest + static_cast<float>(share) * (kThickest - kThinnest);
        add_edges(picture.overlay, middle - half, middle + half, load_color(share), width);
        if (columns_.size() <= kMostLabels)
            picture.labels.push_back({middle, fmt::format("{}", column.box_count), load_color(share)});
    }
}

void Player::paint_contacts(Picture& picture) const {
    const std::span<const OrientedBox> boxes = analysis_.boxes();
    // Contacts of walls with their ground: large, and always the same.
    const auto both_scenery = [&](const BoxPair& pair) { return is_scenery(pair.first) && is_scenery(pair.second); };
    const bool too_many = analysis_.contacts().size() > kMostContacts;
    for (const SeenContact& contact : analysis_.contacts()) {
        if (too_many && contact.pair.first != picked_ && contact.pair.second != picked_) continue;
        if (both_scenery(contact.pair)) continue;
        const double size = kNormalLength * std::min(mean_half_extent(enclosing(contact.pair.first)),
                                                     mean_half_extent(enclosing(contact.pair.second)));
        // Specks that are drawn in the thousands cost more than all boxes.
        if (0.5 * size < kLeastPoint * camera.pixel_size()) continue;
        const auto widest = static_cast<float>(size);
        const bool begun = contact.begun && frame_count() > 1;
        picture.lines.push_back(
            {contact.point, contact.point + size * contact.normal, kNormal, 1.5F, 0, 0.15F * widest});
        picture.lines.push_back({contact.point, contact.point, kContact, begun ? 9.0F : 6.0F, 0, 0.5F * widest});
        if (begun) picture.lines.push_back({contact.point, contact.point, kBegun, 5, 0, 0.28F * widest});
    }
    std::size_t drawn = 0;
    for (const BoxPair& pair : analysis_.ended()) {
        if (!analysis_.is_legal(pair.first) || !analysis_.is_legal(pair.second) || is_large(pair.first) ||
            is_large(pair.second))
            continue;
        if (++drawn > kMostOverlays) break;
        picture.overlay.push_back(
            {geometry::widened(boxes[pair.first].center), geometry::widened(boxes[pair.second].center), kInk, 1.5F, 2});
    }
}

void Player::paint(Picture& picture) const {
    const std::span<const OrientedBox> boxes = analysis_.boxes();
    const double invalid_size = 12 * camera.dots() * camera.pixel_size();
    // Rectangles overlap each other in the picture. With this alpha, the lower ones are visible too.
    const std::uint8_t alpha = camera.flat() ? 150 : 255;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        if (!analysis_.is_legal(i)) {
            if (analysis_.has_place(i)) paint_invalid(picture, boxes[i], invalid_size);
            continue;
        }
        const bool overlapping = analysis_.is_overlapping(i);
        const bool scenery = is_scenery(i);
        const Pattern striped = scenery ? Pattern::faint_stripes : Pattern::stripes;
        const Color color = color_of(motion_[i], overlapping);
        const bool pale = is_large(i) && motion_[i] != Motion::standing;
        picture.boxes.push_back({boxes[i], with_alpha(pale ? paler(color) : color, alpha),
                                 overlapping ? striped : Pattern::plain, scenery, analysis_.solids()[i].radius});
    }
    if (overlays_.grid) ground_.paint(picture, camera.flat());
    for (const Aabb& bounds : bounds_) {
        if (bounds.min.x <= bounds.max.x) add_edges(picture.lines, bounds, kBounds, 1);
    }
    for (const RejectedPair& rejected : rejected_) {
        picture.overlay.push_back({geometry::widened(boxes[rejected.pair.first].center),
                                   geometry::widened(boxes[rejected.pair.second].center), kRejected, 1.2F, 4});
    }
    if (overlays_.contacts) paint_contacts(picture);
    paint_columns(picture);
    if (picked() && analysis_.is_legal(*picked_)) paint_picked(picture);
}

}  // namespace satori::viewer
