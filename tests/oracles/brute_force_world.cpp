#include "oracles/brute_force_world.hpp"

#include <algorithm>
#include <cfloat>
#include <iterator>

#include "oracles/brute_force.hpp"

SATORI_NAMESPACE_BEGIN

namespace {

/// Returns true when `inner` lies in `outer`, borders included.
bool encloses(const Aabb& outer, const Aabb& inner) {
    return outer.min.x <= inner.min.x && outer.min.y <= inner.min.y && outer.min.z <= inner.min.z &&
           inner.max.x <= outer.max.x && inner.max.y <= outer.max.y && inner.max.z <= outer.max.z;
}

/// Returns the bounds, larger by `by` on all sides.
Aabb grown(const Aabb& b, float by) {
    return {{b.min.x - by, b.min.y - by, b.min.z - by}, {b.max.x + by, b.max.y + by, b.max.z + by}};
}

}  // namespace

float BruteForceWorld::margin_of(const Aabb& b) const {
    const float edge = std::max({b.max.x - b.min.x, b.max.y - b.min.y, b.max.z - b.min.z});
    return options_.margin + options_.relative_margin * std::min(edge, FLT_MAX);
}

Aabb BruteForceWorld::fattened(const Aabb& bounds) const {
    Aabb fat = grown(bounds, margin_of(bounds));
    for (float* value : {&fat.min.x, &fat.min.y, &fat.min.z, &fat.max.x, &fat.max.y, &fat.max.z})
        *value = std::clamp(*value, -FLT_MAX, FLT_MAX);
    return fat;
}

std::uint32_t BruteForceWorld::add(const Aabb& bounds, MotionType motion) {
    const auto found = std::find(free_.begin(), free_.end(), true);
    const auto id = static_cast<std::uint32_t>(found - free_.begin());
    if (found == free_.end()) {
        free_.push_back(false);
        boxes_.emplace_back();
    }
    free_[id] = false;
    boxes_[id] = Box{fattened(bounds), motion, false};
    return id;
}

void BruteForceWorld::remove(std::uint32_t id) {
    boxes_[id].reset();
}

void BruteForceWorld::move(std::uint32_t id, const Aabb& bounds) {
    Box& box = *boxes_[id];
    if (encloses(box.fat, bounds) && encloses(grown(bounds, 4 * margin_of(bounds)), box.fat)) return;
    box.fat = fattened(bounds);
    box.sleeping = false;
}

std::uint32_t BruteForceWorld::size() const {
    return static_cast<std::uint32_t>(
        std::count_if(boxes_.begin(), boxes_.end(), [](const auto& b) { return b.has_value(); }));
}

void BruteForceWorld::update() {
    std::vector<BoxPair> now;
    for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
        free_[i] = !boxes_[i].has_value();
        if (free_[i]) continue;
        for (std::uint32_t j = i + 1; j < boxes_.size(); ++j) {
            if (!boxes_[j].has_value()) continue;
            const bool dynamic =
                boxes_[i]->motion >= MotionType::dynamic_box || boxes_[j]->motion >= MotionType::dynamic_box;
            if (dynamic && aabbs_overlap(boxes_[i]->fat, boxes_[j]->fat)) now.push_back({i, j});
        }
    }
    new_pairs_.clear();
    lost_pairs_.clear();
    std::set_difference(now.begin(), now.end(), pairs_.begin(), pairs_.end(), std::back_inserter(new_pairs_));
    std::set_difference(pairs_.begin(), pairs_.end(), now.begin(), now.end(), std::back_inserter(lost_pairs_));
    pairs_ = std::move(now);
}

SATORI_NAMESPACE_END
