#include <satori/world.hpp>

#include <utility>

#include "broadphase/moving/broadphase_state.hpp"
#include "parallel/fp_environment.hpp"
#include "world/record/recording.hpp"
#include "world/world_state.hpp"

// A World becomes a copy of another one: whole arrays are copied, after room was made for all of them.

namespace satori::v0 {

namespace {

using detail::BroadphaseAccess;

bool reserve_for(Broadphase& to, const Broadphase& from) noexcept {
    const detail::BroadphaseState* const other = BroadphaseAccess::state_of(from);
    return other == nullptr ||
           (BroadphaseAccess::ensure(to) == Status::ok && BroadphaseAccess::state_of(to)->reserve_for(*other));
}

void assign(Broadphase& to, const Broadphase& from) noexcept {
    const detail::BroadphaseState* const other = BroadphaseAccess::state_of(from);
    if (other != nullptr)
        BroadphaseAccess::state_of(to)->assign(*other);
    else
        BroadphaseAccess::clear(to);
}

/// True when a state that was created with one of these options fits the other.
bool is_same_state(const WorldOptions& a, const WorldOptions& b) noexcept {
    return a.bounds.margin == b.bounds.margin && a.bounds.relative_margin == b.bounds.relative_margin &&
           a.motion_tolerance == b.motion_tolerance && a.match_distance == b.match_distance &&
           a.point_payloads == b.point_payloads && a.contact_payloads == b.contact_payloads;
}

}  // namespace

bool detail::WorldState::reserve_for(const WorldState& other) noexcept {
    const std::size_t boxes = other.box_limit, slots = other.slot_limit;
    queries.prepared = false;
    return bodies.reserve(boxes, box_limit) && infos.reserve(boxes, box_limit) && flags.reserve(boxes, box_limit) &&
           generations.reserve(boxes, box_limit) && (!other.has_ways || reserve_ways(boxes)) &&
           stale.reserve(boxes, stale_count) && refiltered.reserve(boxes, refiltered_count) &&
           pairs.reserve_for(other.pairs) && manifolds.reserve(slots, slot_limit) &&
           payloads.reserve(slots, slot_limit) && free_slots.reserve(slots, free_slot_count) &&
           early.reserve(other.early_count, early_count) && switched.reserve(other.switched_count, switched_count) &&
           ignored.reserve_for(other.ignored) && satori::reserve_for(broadphase, other.broadphase);
}

void detail::WorldState::assign(const WorldState& other) noexcept {
    origin = other.origin;
    bodies.assign(other.bodies, other.box_limit);
    infos.assign(other.infos, other.box_limit);
    flags.assign(other.flags, other.box_limit);
    generations.assign(other.generations, other.box_limit);
    box_limit = other.box_limit;
    if (other.has_ways) starts.assign(other.starts, other.box_limit);
    continuous_count = other.continuous_count;
    has_ways = other.has_ways;
    stale.assign(other.stale, other.stale_count);
    refiltered.assign(other.refiltered, other.refiltered_count);
    stale_count = other.stale_count;
    refiltered_count = other.refiltered_count;
    lists_name_destroyed = other.lists_name_destroyed;
    pairs.assign(other.pairs);
    out_of_step = other.out_of_step;
    manifolds.assign(other.manifolds, other.slot_limit);
    payloads.assign(other.payloads, other.slot_limit);
    free_slots.assign(other.free_slots, other.free_slot_count);
    slot_limit = other.slot_limit;
    free_slot_count = other.free_slot_count;
    switched.assign(other.switched, other.switched_count);
    switched_count = other.switched_count;
    early.assign(other.early, other.early_count);
    early_count = other.early_count;
    told_count = other.told_count;
    ignored.assign(other.ignored);
    satori::assign(broadphase, other.broadphase);
    queries.prepared = false;
    queries.index.forget();
}

Status detail::WorldState::copy(World& to, const World& from) noexcept {
    const parallel::FpEnvironment ieee;
    WorldOptions options = from.options_;
    options.predicate = to.options_.predicate;
    options.predicate_user = to.options_.predicate_user;
    World empty(options, to.allocator_), fresh(options, to.allocator_);
    const bool fits = to.state_ != nullptr && is_same_state(to.options_, options);
    if (!fits && to.state_ != nullptr && to.state_->recording != nullptr) return Status::invalid_argument;
    World& target = fits ? to : fresh;
    Status status = target.ensure_state();
    if (status == Status::ok && from.state_ == nullptr) status = empty.ensure_state();
    if (status != Status::ok) return status;
    const WorldState& source = from.state_ != nullptr ? *from.state_ : *empty.state_;
    if (!target.state_->reserve_for(source)) return Status::out_of_memory;
    target.state_->assign(source);
    if (!fits) std::swap(to.state_, fresh.state_);
    to.options_ = options;
    return Status::ok;
}

Status detail::WorldState::replace(World& world, World& loaded) noexcept {
    const Status status = world::recording_status(world.state_);
    if (status != Status::ok) return status;
    if (world.state_ != nullptr && world.state_->recording != nullptr) return world.copy_from(loaded);
    std::swap(world.options_, loaded.options_);
    std::swap(world.state_, loaded.state_);
    return Status::ok;
}

Status World::copy_from(const World& other) noexcept {
    if (this == &other) return Status::ok;
    Status status = world::recording_status(state_);
    if (status == Status::ok) status = detail::WorldState::copy(*this, other);
    if (status == Status::ok && state_->recording != nullptr) state_->recording->write_snapshot(*this, *state_);
    return status;
}

}  // namespace satori::v0
