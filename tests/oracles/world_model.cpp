#include "oracles/world_model.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "oracles/filter_twin.hpp"

namespace satori::test {

namespace {

void expect(Status status) {
    if (status != Status::ok) throw std::runtime_error(describe(status));
}

}  // namespace

BoxId WorldModel::create(const BoxDef& def) {
    std::uint32_t index;
    if (free_.empty()) {
        index = static_cast<std::uint32_t>(boxes_.size());
        boxes_.emplace_back();
    } else {
        index = *free_.begin();
        free_.erase(free_.begin());
    }
    Box& box = boxes_[index];
    box.id = {index, box.id.generation + 1};
    box.def = def;
    box.present = box.changed = true;
    return box.id;
}

void WorldModel::destroy(BoxId id) {
    boxes_[id.index].present = false;
    leaving_.push_back(id.index);
    std::erase_if(ignored_, [&](const auto& pair) { return pair.first == id || pair.second == id; });
}

void WorldModel::set_pose(BoxId id, const BoxPose& pose) {
    boxes_[id.index].def.pose = pose;
    boxes_[id.index].def.sleeping = false;
    boxes_[id.index].changed = true;
}

std::vector<BoxId> WorldModel::ids() const {
    std::vector<BoxId> ids;
    for (const Box& box : boxes_)
        if (box.present) ids.push_back(box.id);
    return ids;
}

bool WorldModel::contains(BoxId id) const {
    return id.index < boxes_.size() && boxes_[id.index].present && boxes_[id.index].id == id;
}

bool WorldModel::wants(const Box& a, const Box& b, const Ignored& ignored) const {
    if (!a.present || !b.present) return false;
    if (a.def.sensor && b.def.sensor) return false;
    if (ignored.count(std::minmax(a.id, b.id)) != 0) return false;
    const bool wanted = makes_pair(deciding_rule(a.def.motion, a.def.filter, b.def.motion, b.def.filter));
    if (!wanted || options_.predicate == nullptr) return wanted;
    const WorldPair pair{std::min(a.id, b.id), std::max(a.id, b.id)};
    std::uint8_t keep = 1;
    options_.predicate({&pair, 1}, {&keep, 1}, options_.predicate_user);
    return keep != 0;
}

float WorldModel::speculative_distance(const Box& a, const Box& b) const {
    if (only_senses({std::min(a.id, b.id), std::max(a.id, b.id)})) return 0;
    return options_.contacts.speculative_distance + (a.def.speculative_distance + b.def.speculative_distance);
}

std::set<float> WorldModel::speculative_distances() const {
    std::set<float> own, all{0};
    for (const Box& box : boxes_) own.insert(box.def.speculative_distance);
    for (const float a : own)
        for (const float b : own) all.insert(options_.contacts.speculative_distance + (a + b));
    return all;
}

bool WorldModel::stays(const BoxPair& pair) const {
    if (boxes_[pair.first].changed || boxes_[pair.second].changed) return false;
    return wants(last_boxes_[pair.first], last_boxes_[pair.second], last_ignored_);
}

void WorldModel::update() {
    std::vector<OrientedBox> rows;
    std::vector<CoveredSides> sides;
    std::vector<float> radii;
    for (const Box& box : boxes_) {
        const Vec3d& p = box.def.pose.position;
        const auto f = [](double v) { return static_cast<float>(v); };
        OrientedBox row{
            {f(p.x - base_.x), f(p.y - base_.y), f(p.z - base_.z)}, box.def.half_extents, box.def.pose.rotation};
        // Boxes that are not present stand far away, each alone.
        if (!box.present) row = {{1e6F + 16 * static_cast<float>(rows.size()), 1e6F, 0}, {}, {}};
        rows.push_back(row);
        sides.push_back(box.def.covered_sides);
        radii.push_back(box.present ? box.def.radius : 0);
    }
    const Execution serial{Isa::scalar, &serial_executor()};
    BoxBatch batch;
    expect(batch.assign(box_rows(rows), OnInvalid::refuse, serial));
    expect(batch.set_covered_sides(sides));
    if (std::ranges::any_of(radii, [](float radius) { return radius != 0; })) expect(batch.set_radii(radii));
    Workspace workspace;
    std::map<BoxPair, ContactManifold> of_pair[2];  // of solid boxes, of sensors
    ContactOptions options = options_.contacts;
    const auto take = [&](bool of_sensors, float distance) {
        options.speculative_distance = distance;
        ContactResult found;
        expect(collide(batch, workspace, found, {.contacts = options, .execution = serial, .last = &last_}));
        for (const ContactManifold& manifold : found.manifolds) {
            const Box &a = boxes_[manifold.pair.first], &b = boxes_[manifold.pair.second];
            if (only_senses({a.id, b.id}) != of_sensors || !wants(a, b, ignored_)) continue;
            if (speculative_distance(a, b) != distance) continue;
            // An axis that is no longer remembered may give a contact where the remembered axis gave none.
            if (stays(manifold.pair) && touching_.count({a.id, b.id}) == 0) continue;
            of_pair[of_sensors].emplace(manifold.pair, manifold);
        }
    };
    for (const float distance : speculative_distances()) take(false, distance);
    // Sensors notice what touches a covered side.
    expect(batch.set_covered_sides({}));
    take(true, 0);
    std::set<WorldPair> now, sensed;
    for (const ContactManifold& last : manifolds_) {
        const auto found = of_pair[0].find(last.pair);
        if (found != of_pair[0].end() && stays(last.pair)) found->second = last;
    }
    manifolds_.clear();
    for (const auto& kind : of_pair)
        for (const auto& [pair, manifold] : kind) now.insert({boxes_[pair.first].id, boxes_[pair.second].id});
    for (const auto& [pair, manifold] : of_pair[0]) manifolds_.push_back(manifold);
    for (const auto& [pair, manifold] : of_pair[1]) sensed.insert({boxes_[pair.first].id, boxes_[pair.second].id});
    begun_.clear();
    persisted_.clear();
    ended_.clear();
    changed_.clear();
    // Those that have become contacts of the other kind have ended, and begun anew.
    const auto switched = [&](const WorldPair& pair) { return sensed.count(pair) != sensed_.count(pair); };
    std::erase_if(off_, [&](const WorldPair& pair) {
        return now.count(pair) == 0 || (touching_.count(pair) != 0 && switched(pair));
    });
    std::set<WorldPair> told = now;
    std::erase_if(told, [&](const WorldPair& pair) { return is_off(pair); });
    std::set_difference(told.begin(), told.end(), told_.begin(), told_.end(), std::back_inserter(begun_));
    std::set_intersection(told.begin(), told.end(), told_.begin(), told_.end(), std::back_inserter(persisted_));
    std::set_difference(told_.begin(), told_.end(), told.begin(), told.end(), std::back_inserter(ended_));
    for (std::vector<WorldPair>* events : {&begun_, &ended_}) {
        std::copy_if(persisted_.begin(), persisted_.end(), std::back_inserter(*events), switched);
        std::sort(events->begin(), events->end());
    }
    std::erase_if(persisted_, switched);
    std::copy_if(persisted_.begin(), persisted_.end(), std::back_inserter(changed_), [&](const WorldPair& pair) {
        return boxes_[pair.first.index].changed || boxes_[pair.second.index].changed;
    });
    for (Box& box : boxes_) box.changed = false;
    touching_ = std::move(now);
    told_ = std::move(told);
    sensed_ = std::move(sensed);
    expect(last_.remember(manifolds_));
    last_boxes_ = boxes_;
    last_ignored_ = ignored_;
    free_.insert(leaving_.begin(), leaving_.end());
    leaving_.clear();
}

}  // namespace satori::test
