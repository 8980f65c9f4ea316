#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <satori/satori.hpp>

namespace satori::test {

/// The oracle of a World, by a slow method: after each step all boxes go through collide(), and the model filters the
/// result pair by pair. Pairs of unchanged boxes keep their state, with a contact or without. Positions must be such
/// that floats relative to `base` represent them.
class WorldModel {
public:
    WorldModel(const WorldOptions& options, const Vec3d& base) : options_(options), base_(base) {}

    BoxId create(const BoxDef& def);
    void destroy(BoxId id);
    /// Does not apply WorldOptions::motion_tolerance.
    void set_pose(BoxId id, const BoxPose& pose);
    void set_half_extents(BoxId id, const Vec3& half) {
        boxes_[id.index].def.half_extents = half;
        boxes_[id.index].changed = true;
    }
    void set_radius(BoxId id, const float& radius) {
        boxes_[id.index].def.radius = radius;
        boxes_[id.index].changed = true;
    }
    void set_covered_sides(BoxId id, const CoveredSides& sides) {
        boxes_[id.index].def.covered_sides = sides;
        boxes_[id.index].changed = true;
    }
    void set_speculative_distance(BoxId id, const float& distance) {
        Box& box = boxes_[id.index];
        box.changed = box.changed || box.def.speculative_distance != distance;
        box.def.speculative_distance = distance;
    }
    void set_filter(BoxId id, const BoxFilter& filter) { boxes_[id.index].def.filter = filter; }
    void set_motion(BoxId id, MotionType motion) { boxes_[id.index].def.motion = motion; }
    void set_sleeping(BoxId id, bool sleeping) { boxes_[id.index].def.sleeping = sleeping; }
    void set_sensor(BoxId id, bool sensor) {
        Box& box = boxes_[id.index];
        box.changed = box.changed || box.def.sensor != sensor;
        box.def.sensor = sensor;
    }
    /// Requires boxes that touch.
    void set_contact_enabled(BoxId a, BoxId b, bool enabled) {
        const auto [first, second] = std::minmax(a, b);
        if (enabled)
            off_.erase({first, second});
        else
            off_.insert({first, second});
    }
    void ignore(BoxId a, BoxId b) { ignored_.insert(std::minmax(a, b)); }
    void restore(BoxId a, BoxId b) { ignored_.erase(std::minmax(a, b)); }
    void update();

    /// Returns the ids of all boxes, ascending.
    std::vector<BoxId> ids() const;
    const BoxDef& def(BoxId id) const { return boxes_[id.index].def; }
    bool contains(BoxId id) const;

    const std::vector<WorldPair>& begun() const { return begun_; }
    const std::vector<WorldPair>& persisted() const { return persisted_; }
    const std::vector<WorldPair>& ended() const { return ended_; }
    /// Returns those of the persisted pairs of which a box has changed since the last step.
    const std::vector<WorldPair>& changed() const { return changed_; }
    /// Returns the pairs that touch, also those whose contact is off.
    const std::set<WorldPair>& touching() const { return touching_; }
    /// Returns whether the contact of a pair is to have no manifold.
    bool only_senses(const WorldPair& pair) const { return def(pair.first).sensor || def(pair.second).sensor; }
    /// Returns whether the contact of a pair that touches is off.
    bool is_off(const WorldPair& pair) const { return off_.count(pair) != 0; }
    /// Returns the manifolds of pairs that touch, ascending, without those of sensors.
    const std::vector<ContactManifold>& manifolds() const { return manifolds_; }

private:
    struct Box {
        BoxId id;
        BoxDef def;
        bool present = false, changed = false;
    };
    using Ignored = std::set<std::pair<BoxId, BoxId>>;
    bool wants(const Box& a, const Box& b, const Ignored& ignored) const;
    float speculative_distance(const Box& a, const Box& b) const;
    /// Returns all speculative distances that pairs of boxes may have.
    std::set<float> speculative_distances() const;
    /// Returns true when the last step had the pair with the same boxes: its answer then still holds.
    bool stays(const BoxPair& pair) const;

    WorldOptions options_;
    Vec3d base_;
    std::vector<Box> boxes_, last_boxes_;  // by index; now, and in the last step
    std::set<std::uint32_t> free_;         // indices that may be given again
    std::vector<std::uint32_t> leaving_;   // indices that become free in the next step
    Ignored ignored_, last_ignored_;
    std::set<WorldPair> touching_, off_, told_;
    std::set<WorldPair> sensed_;  // those of touching_ without a manifold
    std::vector<WorldPair> begun_, persisted_, ended_, changed_;
    std::vector<ContactManifold> manifolds_;
    ContactCache last_;
};

}  // namespace satori::test
