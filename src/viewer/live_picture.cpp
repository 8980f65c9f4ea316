// The picture of a scene that is simulated.

#include <algorithm>

#include "viewer/ground_grid.hpp"
#include "viewer/live.hpp"
#include "viewer/neighbors.hpp"
#include "viewer/palette.hpp"

namespace satori::viewer {

namespace {

constexpr double kNormalLength = 0.4;  // relative to the usual body

Double3 wide(const rigid_bodies::Vector& v) {
    return {{v.x, v.y, v.z}};
}

}  // namespace

void Live::paint_grid(Picture& picture) const {
    GroundGrid grid;
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {  // without the boxes that were added
        const rigid_bodies::Body& body = engine_->bodies()[i];
        const OrientedBox box = box_of(body);
        if (is_scenery(body)) {
            grid.add_ground({box});
        } else if (!usual_.is_far_off(box)) {
            grid.add({box});
        }
    }
    grid.paint(picture, false);
}

void Live::paint_contacts(Picture& picture) const {
    const double size = kNormalLength * usual_half_extent();
    const auto widest = static_cast<float>(size);
    for (const WorldContact& contact : engine_->contacts()) {
        if (contact.is_sensor()) continue;
        const rigid_bodies::Body &a = engine_->bodies()[contact.pair.first.index],
                                 &b = engine_->bodies()[contact.pair.second.index];
        if (a.is_static() && b.is_static()) continue;
        const ContactManifold& manifold = engine_->world().manifold(contact.slot);
        const Double3 normal = geometry::widened(manifold.normal);
        for (std::uint32_t k = 0; k < manifold.point_count; ++k) {
            // Where the step began.
            const Double3 point = wide(a.start) + geometry::widened(manifold.points[k].offset);
            picture.lines.push_back({point, point + size * normal, kNormal, 1.5F, 0, 0.15F * widest});
            picture.lines.push_back({point, point, kContact, 6, 0, 0.5F * widest});
        }
    }
}

void Live::paint(Picture& picture) const {
    for (std::uint32_t i = 0; i < engine_->bodies().size(); ++i) {
        const rigid_bodies::Body& body = engine_->bodies()[i];
        const bool touching = is_touching(i);
        const Color color = body.is_static() ? kStatic : body.asleep ? kSleeping : overlap_color(touching);
        const bool striped = touching && body.moves();
        const Solid solid = solid_of(body);
        picture.boxes.push_back(
            {solid.core, color, striped ? Pattern::stripes : Pattern::plain, body.is_static(), solid.radius});
    }
    if (overlays_.grid) paint_grid(picture);
    if (overlays_.contacts) paint_contacts(picture);
    if (picked_) {
        for (const std::uint32_t neighbor : touching(*picked_)) {
            if (!is_scenery(engine_->bodies()[neighbor])) add_neighbor(picture, solid_of(engine_->bodies()[neighbor]));
        }
        add_picked(picture, solid_of(engine_->bodies()[*picked_]));
    }
    if (grabbed_) {
        const rigid_bodies::Body& body = engine_->bodies()[*grabbed_];
        picture.overlay.push_back({wide(body.position + body.axes * grip_), goal_, kInk, 2, 4});
    }
}

}  // namespace satori::viewer
