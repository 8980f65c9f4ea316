#include "world/books.hpp"

#include <xxhash.h>
#include <algorithm>
#include <cstring>
#include <span>

#include "base/multiset_hash.hpp"
#include "geometry/side_cover.hpp"
#include "parallel/fp_environment.hpp"
#include "world/legal.hpp"
#include "world/queries/query_space.hpp"

namespace satori::v0 {

namespace {

/// Hashes values without padding, one after the other. Each hash is the seed of the next.
class Hash {
public:
    template <class T>
    void add(const T& value) noexcept {
        value_ = XXH64(&value, sizeof value, value_);
    }
    std::uint64_t value() const noexcept { return value_; }

private:
    std::uint64_t value_ = 0;
};

}  // namespace

std::uint64_t World::state_hash() const noexcept {
    Hash hash;
    // A World without boxes has the same hash before and after its first allocation.
    hash.add(state_ != nullptr ? state_->origin : Vec3d{});
    if (state_ == nullptr) return hash.value();
    const detail::WorldState& state = *state_;
    for (std::uint32_t index = 0; index < state.box_limit; ++index) {
        hash.add(state.generations[index]);
        hash.add(state.flags[index]);
        if (!state.has(index, world::kPresent)) continue;
        hash.add(state.bodies[index].position);
        hash.add(state.bodies[index].rotation);
        hash.add(state.bodies[index].half_extents);
        // Few boxes have covered sides, a speculative distance or a radius. For the others nothing is added.
        if (state.bodies[index].covered_sides != 0) hash.add(state.bodies[index].covered_sides);
        if (state.bodies[index].speculative_distance != 0) hash.add(state.bodies[index].speculative_distance);
        if (state.bodies[index].radius != 0) hash.add(state.bodies[index].radius);
        if (state.has_ways && state.has(index, world::kStale)) hash.add(state.starts[index]);
        hash.add(state.infos[index]);
        hash.add(state.broadphase.motion(index));
        hash.add(state.broadphase.fat_bounds(index));
    }
    if (state.ignored.count() != 0) {
        // A sum of hashes does not depend on the order in which the pairs were added.
        std::uint64_t sum = 0;
        state.ignored.for_each([&](const BoxPair& pair) { sum += XXH64(&pair, sizeof pair, 0); });
        hash.add(sum);
    }
    // In ascending order, which the rows of the pairs are not. After a failed update the Broadphase may lack a pair.
    for (std::uint32_t first = 0; first < state.box_limit; ++first) {
        for (const std::uint32_t second : state.broadphase.partners(first)) {
            const std::uint32_t row = first < second ? state.pairs.find({first, second}) : world::kNoRow;
            if (row == world::kNoRow) continue;
            const world::PairState& pair = state.pairs[row];
            hash.add(pair.pair);
            hash.add(pair.axis);
            hash.add(pair.flags);
            if (pair.slot == kNoSlot) continue;
            hash.add(state.manifolds[pair.slot]);
            for (const PointPayload& payload : state.payloads.items(pair.slot)) hash.add(payload);
        }
    }
    return hash.value();
}

namespace world {
namespace {

/// Returns whether a box has a radius, or may have had one at the last update.
bool may_be_rounded(const detail::WorldState& state, std::uint32_t index) noexcept {
    return !state.has(index, kPresent) || state.has(index, kStale) || state.bodies[index].radius != 0;
}

/// Returns true when a pair has an axis exactly if it touches, a slot exactly if it touches and is no sensor's, and has
/// been told of exactly if it touches and is not off, unless it was switched since the last update.
bool is_in_order(const detail::WorldState& state, const PairState& pair) noexcept {
    const auto [first, second] = pair.pair;
    if (first >= second || second >= state.box_limit) return false;
    const bool touching = pair.has(PairState::kTouching), sensor = pair.has(PairState::kSensor);
    const bool told = pair.has(PairState::kTold), off = pair.has(PairState::kOff);
    if ((pair.flags & (PairState::kFresh | PairState::kFreshSlot | PairState::kGoing)) != 0) return false;
    if ((told || off || pair.has(PairState::kSwitched)) && !touching) return false;
    if (told != (touching && !off) && !pair.has(PairState::kSwitched)) return false;
    if (touching ? pair.axis > kClosestPoints : pair.axis != kNoAxis) return false;
    if (pair.axis == kClosestPoints && !may_be_rounded(state, first) && !may_be_rounded(state, second)) return false;
    if ((touching && !sensor) != (pair.slot != kNoSlot)) return false;
    if (state.has(first, kPresent) && state.has(second, kPresent)) {
        const bool refiltered = state.has(first, kRefiltered) || state.has(second, kRefiltered);
        if (sensor != state.only_senses(pair.pair) && !refiltered) return false;
        if (state.ignored.contains(pair.pair) && !refiltered) return false;
    }
    const std::span<const std::uint32_t> partners = state.broadphase.partners(first);
    return state.out_of_step || std::binary_search(partners.begin(), partners.end(), second);
}

bool are_pairs_in_order(const detail::WorldState& state) noexcept {
    if (!state.pairs.validate()) return false;
    std::size_t told_count = 0;
    for (std::uint32_t row = 0; row < state.pairs.limit(); ++row) {
        if (!state.pairs.holds(row)) continue;
        if (!is_in_order(state, state.pairs[row])) return false;
        told_count += state.pairs[row].has(PairState::kTold) ? 1U : 0U;
    }
    return told_count == state.told_count;
}

/// Every slot is free, or has the manifold of one pair: none is both, and none is free twice.
bool are_slots_in_order(const detail::WorldState& state) noexcept {
    base::MultisetHash all, known;
    for (std::uint32_t slot = 0; slot < state.slot_limit; ++slot) all.add(slot);
    for (std::uint32_t row = 0; row < state.pairs.limit(); ++row) {
        const PairState& pair = state.pairs[row];
        if (!state.pairs.holds(row) || pair.slot == kNoSlot) continue;
        if (pair.slot >= state.slot_limit) return false;
        const ContactManifold& manifold = state.manifolds[pair.slot];
        if (manifold.pair != pair.pair || manifold.point_count == 0 || manifold.point_count > kPoints) return false;
        known.add(pair.slot);
    }
    if (state.free_slot_count > state.slot_limit) return false;
    for (std::uint32_t i = 0; i < state.free_slot_count; ++i) {
        const std::uint32_t slot = state.free_slots[i];
        if (slot >= state.slot_limit || state.manifolds[slot].point_count != 0) return false;
        known.add(slot);
    }
    return known == all;
}

/// The way of a box begins at a legal pose: its own, unless it has changed.
bool are_ways_in_order(const detail::WorldState& state) noexcept {
    std::uint32_t continuous_count = 0;
    for (std::uint32_t index = 0; index < state.box_limit; ++index)
        continuous_count += state.has(index, kContinuous) ? 1U : 0U;
    if (continuous_count != state.continuous_count || (continuous_count != 0 && !state.has_ways)) return false;
    for (std::uint32_t index = 0; state.has_ways && index < state.box_limit; ++index) {
        if (!state.has(index, kPresent)) continue;
        const Body& body = state.bodies[index];
        const BoxPose &start = state.starts[index], pose{body.position, body.rotation};
        if (!legal(start)) return false;
        if (!state.has(index, kStale) && std::memcmp(&start, &pose, sizeof pose) != 0) return false;
    }
    return true;
}

bool are_boxes_in_order(const detail::WorldState& state) noexcept {
    if (state.box_limit != state.broadphase.id_limit()) return false;
    std::uint32_t present = 0;
    for (std::uint32_t index = 0; index < state.box_limit; ++index) {
        if (state.has(index, kPresent) != state.broadphase.contains(index) || state.generations[index] == 0)
            return false;
        if (!state.has(index, kPresent)) {
            if (state.flags[index] != 0) return false;
            continue;
        }
        ++present;
        const Body& body = state.bodies[index];
        if (!legal(BoxPose{body.position, body.rotation}) || !legal(body.half_extents) || !is_legal_radius(body.radius))
            return false;
        if (!geometry::legal_sides(body.covered_sides) || !legal_distance(body.speculative_distance)) return false;
    }
    return present == state.broadphase.size() && are_ways_in_order(state);
}

/// Every switched pair stands in the list of them.
bool are_switched_in_order(const detail::WorldState& state) noexcept {
    base::MultisetHash flagged, listed;
    for (std::uint32_t row = 0; row < state.pairs.limit(); ++row)
        if (state.pairs.holds(row) && state.pairs[row].has(PairState::kSwitched)) flagged.add(row);
    for (std::size_t i = 0; i < state.switched_count; ++i) {
        const std::uint32_t row = state.switched[i];
        if (row < state.pairs.limit() && state.pairs.holds(row) && state.pairs[row].has(PairState::kSwitched))
            listed.add(row);
    }
    return flagged == listed;
}

/// The boxes with a flag stand in its list, each once; besides them none but destroyed ones.
bool is_list_of_flagged(const detail::WorldState& state, const std::uint32_t* list, std::uint32_t count,
                        std::uint8_t flag) noexcept {
    base::MultisetHash flagged, listed;
    for (std::uint32_t index = 0; index < state.box_limit; ++index)
        if (state.has(index, flag)) flagged.add(index);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (list[i] >= state.box_limit) return false;
        if (state.has(list[i], flag))
            listed.add(list[i]);
        else if (!state.lists_name_destroyed || state.has(list[i], kPresent))
            return false;
    }
    return flagged == listed;
}

bool are_ignored_in_order(const detail::WorldState& state) noexcept {
    if (!state.ignored.validate()) return false;
    bool present = true;
    state.ignored.for_each([&](const BoxPair& pair) {
        present = present && pair.second < state.box_limit && state.has(pair.first, kPresent) &&
                  state.has(pair.second, kPresent);
    });
    return present;
}

}  // namespace

bool in_order(const detail::WorldState& state) noexcept {
    const parallel::FpEnvironment ieee;
    return are_boxes_in_order(state) && are_ignored_in_order(state) && are_pairs_in_order(state) &&
           are_slots_in_order(state) && are_switched_in_order(state) &&
           is_list_of_flagged(state, state.stale.data(), state.stale_count, kStale) &&
           is_list_of_flagged(state, state.refiltered.data(), state.refiltered_count, kRefiltered) &&
           queries_in_order(state);
}

}  // namespace world

bool World::validate() const noexcept {
    return state_ == nullptr || (world::in_order(*state_) && state_->broadphase.validate());
}

}  // namespace satori::v0
