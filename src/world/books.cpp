#include <satori/world.hpp>

#include <xxhash.h>
#include <algorithm>
#include <utility>

#include "world/world_state.hpp"

namespace satori::inline v0 {

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
        // Few boxes have covered sides. For the others nothing is added.
        if (state.bodies[index].covered_sides != 0) hash.add(state.bodies[index].covered_sides);
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
    for (std::size_t i = 0; i < state.pair_count; ++i) {
        const world::PairState& pair = state.pairs[i];
        hash.add(pair.pair);
        hash.add(pair.axis);
        hash.add(pair.flags);
        if (pair.slot == world::kNoSlot) continue;
        hash.add(state.manifolds[pair.slot]);
        for (std::uint32_t p = 0; p < world::kPoints; ++p)
            hash.add(state.payloads[world::kPoints * std::size_t{pair.slot} + p]);
    }
    return hash.value();
}

bool World::validate() const noexcept {
    if (state_ == nullptr) return true;
    const detail::WorldState& state = *state_;
    // Every slot belongs to one contact or is free.
    std::uint64_t slots = 0;
    std::size_t touching_count = 0;
    for (std::size_t i = 0; i < state.pair_count; ++i) {
        const world::PairState& pair = state.pairs[i];
        if (i != 0 && !(state.pairs[i - 1].pair < pair.pair)) return false;
        const bool touching = pair.has(world::PairState::kTouching);
        const bool contact = touching && !pair.has(world::PairState::kSensor);
        if (pair.pair.first >= pair.pair.second || pair.pair.second >= state.box_limit) return false;
        if (contact != (pair.slot != world::kNoSlot) || touching != (pair.axis != kNoAxis)) return false;
        if ((pair.flags & ~world::PairState::kSensor) !=
            (touching ? world::PairState::kTouching | world::PairState::kWas : 0))
            return false;
        if (touching) {
            if (touching_count == state.touching_count) return false;
            const WorldContact& listed = state.touching[touching_count++];
            if (listed.pair != state.ids_of(pair.pair) || listed.slot != pair.slot) return false;
        }
        if (!contact) continue;
        ++slots;
        if (pair.slot >= state.slot_limit || state.manifolds[pair.slot].pair != pair.pair) return false;
        const std::uint32_t points = state.manifolds[pair.slot].point_count;
        if (points == 0 || points > world::kPoints) return false;
        const std::span<const std::uint32_t> partners = state.broadphase.partners(pair.pair.first);
        if (!state.out_of_step && !std::binary_search(partners.begin(), partners.end(), pair.pair.second)) return false;
    }
    if (touching_count != state.touching_count) return false;
    if (slots + state.free_slot_count != state.slot_limit) return false;
    const std::uint32_t* const free_slots = state.free_slots.data();
    for (std::uint32_t i = 0; i < state.free_slot_count; ++i)
        if (free_slots[i] >= state.slot_limit) return false;
    std::uint32_t present = 0, stale = 0, refiltered = 0;
    for (std::uint32_t index = 0; index < state.box_limit; ++index) {
        if (state.has(index, world::kPresent) != state.broadphase.contains(index)) return false;
        if (state.generations[index] == 0) return false;
        if (!state.has(index, world::kPresent)) continue;
        ++present;
        stale += state.has(index, world::kStale) ? 1U : 0U;
        refiltered += state.has(index, world::kRefiltered) ? 1U : 0U;
    }
    // A destroyed box has no flags.
    const auto listed = [&](const std::uint32_t* list, std::uint32_t count, std::uint8_t flag, std::uint32_t flagged) {
        const auto has = std::count_if(list, list + count, [&](std::uint32_t index) { return state.has(index, flag); });
        return std::cmp_equal(has, flagged) && (flagged == count || state.lists_name_destroyed);
    };
    return present == state.broadphase.size() && listed(state.stale.data(), state.stale_count, world::kStale, stale) &&
           listed(state.refiltered.data(), state.refiltered_count, world::kRefiltered, refiltered);
}

}  // namespace satori::inline v0
