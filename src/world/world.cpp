#include <satori/world.hpp>

#include <algorithm>
#include <new>
#include <utility>

#include "base/ascending.hpp"
#include "base/assert.hpp"
#include "base/memory.hpp"
#include "geometry/any_box_reader.hpp"
#include "geometry/side_cover.hpp"
#include "parallel/fp_environment.hpp"
#include "simd/prefetch.hpp"
#include "world/legal.hpp"
#include "world/motion_tolerance.hpp"
#include "world/record/recording.hpp"

// The calls that change a World's boxes, and the calls that read it. Each call checks all of its arguments before it
// changes anything.

namespace satori::v0 {

namespace {

constexpr std::size_t kAhead = 16;

Status fault(Status status, std::size_t index, std::uint64_t* invalid_index) noexcept {
    if (invalid_index != nullptr) *invalid_index = index;
    return status;
}

/// Returns `ok` when every id names a box.
Status check(detail::WorldState* state, std::span<const BoxId> ids, std::uint64_t* invalid_index) noexcept {
    const Status status = world::recording_status(state);
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (state == nullptr || !state->contains(ids[i])) return fault(Status::invalid_id, i, invalid_index);
    return Status::ok;
}

/// Does the same, and then returns `unfit` unless fits(i) is true for every i.
template <class Fits>
Status check(detail::WorldState* state, std::span<const BoxId> ids, std::uint64_t* invalid_index, Status unfit,
             Fits&& fits) noexcept {
    const Status status = check(state, ids, invalid_index);
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (!fits(i)) return fault(unfit, i, invalid_index);
    return Status::ok;
}

/// Returns `ok` when the ids name two different boxes.
Status check_pair(detail::WorldState* state, BoxId a, BoxId b) noexcept {
    const BoxId both[] = {a, b};
    const Status status = check(state, both, nullptr);
    return status == Status::ok && a == b ? Status::invalid_id : status;
}

/// Ends the contacts of removed boxes under their old ids, before `indices` get new ids. This is needed after an update
/// that failed between the Broadphase's update and its own end. `indices` ascend, as a Broadphase returns them.
void end_contacts_of(detail::WorldState& state, std::span<const std::uint32_t> indices) noexcept {
    const auto renamed = [&](std::uint32_t index) { return std::binary_search(indices.begin(), indices.end(), index); };
    SATORI_ASSERT(state.out_of_step && base::strictly_ascending(indices.begin(), indices.end()));
    for (std::uint32_t row = 0; row < state.pairs.limit(); ++row) {
        if (!state.pairs.holds(row)) continue;
        const world::PairState& pair = state.pairs[row];
        if (!renamed(pair.pair.first) && !renamed(pair.pair.second)) continue;
        if (pair.has(world::PairState::kTold)) {
            state.early[state.early_count++] = state.contact_of(pair);
            --state.told_count;
        }
        world::free_slot(state, pair.slot);
        state.pairs.remove(row);
    }
}

/// Records a call with a value for each box, value_at(i) for ids[i].
template <class T, class ValueAt>
void record_values(detail::WorldState* state, world::RecordKind kind, std::span<const BoxId> ids,
                   ValueAt&& value_at) noexcept {
    world::record(state, kind, world::Nothing{}, ids.size(), [&](std::size_t i) {
        return world::OfBox<T>{ids[i], value_at(i)};
    });
}
/// Does the same for an array of values.
template <class T>
void record_values(detail::WorldState* state, world::RecordKind kind, std::span<const BoxId> ids,
                   std::span<const T> values) noexcept {
    record_values<T>(state, kind, ids, [&](std::size_t i) -> const T& { return values[i]; });
}

/// Sets the poses of boxes, pose_at(i) for ids[i], as World::set_poses() says. A box with !fits(i) is not legal.
template <class PoseAt, class Fits>
Status set_poses_of(detail::WorldState* state, std::span<const BoxId> ids, std::uint64_t* invalid_index,
                    PoseAt&& pose_at, Fits&& fits) noexcept {
    const Status status = check(state, ids, invalid_index, Status::invalid_box,
                                [&](std::size_t i) { return fits(i) && world::legal(pose_at(i)); });
    if (status != Status::ok || ids.empty()) return status;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (i + kAhead < ids.size()) simd::prefetch_for_write(&state->bodies[ids[i + kAhead].index].position);
        world::Body& body = state->bodies[ids[i].index];
        state->flags[ids[i].index] &= static_cast<std::uint8_t>(~world::kSleeping);
        const BoxPose& pose = pose_at(i);
        if (state->motion_tolerance != 0 && world::tolerates(body, pose, state->motion_tolerance)) continue;
        body.position = pose.position;
        body.rotation = pose.rotation;
        state->mark_stale(ids[i].index, world::kTouched);
    }
    record_values<BoxPose>(state, world::RecordKind::poses, ids, pose_at);
    return Status::ok;
}

BoxPose pose_of(const geometry::AnyBoxReader& boxes, std::size_t i) noexcept {
    BoxPose pose;
    boxes.read_place(i, pose.position, pose.rotation);
    return pose;
}

/// Records a call with one value for all boxes.
template <class T>
void record_ids(detail::WorldState* state, world::RecordKind kind, const T& value,
                std::span<const BoxId> ids) noexcept {
    world::record(state, kind, value, ids.size(), [&](std::size_t i) { return ids[i]; });
}

/// Records a call with a single item.
template <class T>
void record_one(detail::WorldState* state, world::RecordKind kind, const T& item) noexcept {
    world::record(state, kind, world::Nothing{}, 1, [&](std::size_t) { return item; });
}

}  // namespace

World::World(const WorldOptions& options, Allocator allocator) noexcept
    : options_(options), allocator_(base::resolved(allocator)) {}

World::World(World&& other) noexcept
    : options_(other.options_), allocator_(other.allocator_), state_(std::exchange(other.state_, nullptr)) {}

World& World::operator=(World&& other) noexcept {
    std::swap(options_, other.options_);
    std::swap(allocator_, other.allocator_);
    std::swap(state_, other.state_);
    return *this;
}

World::~World() {
    free_state();
}

Status World::ensure_state() noexcept {
    if (!world::legal(options_)) return Status::invalid_argument;
    if (state_ != nullptr) return Status::ok;
    void* const memory = base::allocate(allocator_, sizeof(detail::WorldState));
    if (memory == nullptr) return Status::out_of_memory;
    state_ = new (memory) detail::WorldState(options_, allocator_);
    return Status::ok;
}

void World::free_state() noexcept {
    if (state_ == nullptr) return;
    if (state_->recording != nullptr) static_cast<void>(world::end_recording(*state_));
    state_->~WorldState();
    base::release(allocator_, std::exchange(state_, nullptr), sizeof(detail::WorldState));
}

template <class DefAt>
Status World::create_boxes(std::span<BoxId> ids, std::uint64_t* invalid_index, DefAt&& def_at) noexcept {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const BoxDef& def = def_at(i);
        if (!broadphase::known(def.motion) || !geometry::legal_sides(def.covered_sides) ||
            !world::legal_distance(def.speculative_distance))
            return fault(Status::invalid_argument, i, invalid_index);
        if (!world::legal(def.pose) || !world::legal(def.half_extents) || !is_legal_radius(def.radius))
            return fault(Status::invalid_box, i, invalid_index);
    }
    Status status = ensure_state();
    if (status == Status::ok) status = world::recording_status(state_);
    if (status != Status::ok || ids.empty()) return status;
    detail::WorldState& state = *state_;
    const std::size_t count = ids.size();
    if (count > kMaxBoxCount - state.box_limit) return Status::capacity_exceeded;
    const std::size_t most = state.box_limit + count;
    bool has_ways = state.has_ways;
    for (std::size_t i = 0; i < count; ++i) has_ways = has_ways || def_at(i).continuous;
    const bool enough =
        state.bodies.reserve(most, state.box_limit) && state.infos.reserve(most, state.box_limit) &&
        state.flags.reserve(most, state.box_limit) && state.generations.reserve(most, state.box_limit) &&
        state.stale.reserve(most, state.stale_count) && state.refiltered.reserve(most, state.refiltered_count) &&
        state.new_indices.reserve(count, 0) && state.bounds.reserve(count, 0) &&
        (!has_ways || state.reserve_ways(most)) &&
        (!state.out_of_step || state.early.reserve(state.early_count + state.told_count, state.early_count));
    if (!enough) return Status::out_of_memory;
    const std::span<std::uint32_t> indices(state.new_indices.data(), count);
    // Broadphase::add() takes one motion type per call. So one call adds all boxes as static boxes, either all or none;
    // set_motion() then sets the types.
    std::fill_n(state.bounds.data(), count, Aabb{});
    status = state.broadphase.add(aabb_rows(std::span<const Aabb>(state.bounds.data(), count)), MotionType::static_box,
                                  indices);
    if (status != Status::ok) return status;
    if (state.out_of_step) end_contacts_of(state, indices);
    for (std::size_t i = 0; i < count; ++i) {
        const BoxDef& def = def_at(i);
        const std::uint32_t index = indices[i];
        const std::uint32_t generation = index < state.box_limit ? state.generations[index] + 1 : 1;
        state.box_limit = std::max(state.box_limit, index + 1);
        state.generations[index] = generation != 0 ? generation : 1;
        state.flags[index] = static_cast<std::uint8_t>(world::kPresent | (def.sensor ? world::kSensor : 0) |
                                                       (def.sleeping ? world::kSleeping : 0));
        state.bodies[index] = {{},
                               def.pose.position,
                               def.pose.rotation,
                               def.half_extents,
                               def.speculative_distance,
                               def.radius,
                               def.covered_sides,
                               {}};
        state.infos[index] = {def.filter, def.user_data};
        ids[i] = state.id_of(index);
        state.set_continuous(index, def.continuous);
        state.mark_stale(index, 0);
        // This cannot fail: the box exists.
        static_cast<void>(state.broadphase.set_motion({&index, 1}, def.motion));
    }
    record_values<BoxDef>(state_, world::RecordKind::create, ids, def_at);
    return Status::ok;
}

Status World::create(std::span<const BoxDef> defs, std::span<BoxId> ids, std::uint64_t* invalid_index) noexcept {
    const parallel::FpEnvironment ieee;
    if (defs.size() != ids.size()) return Status::invalid_argument;
    return create_boxes(ids, invalid_index, [&](std::size_t i) -> const BoxDef& { return defs[i]; });
}

Status World::create(const AnyBoxView& view, const BoxDef& common, std::span<BoxId> ids,
                     std::uint64_t* invalid_index) noexcept {
    const parallel::FpEnvironment ieee;
    const geometry::AnyBoxReader boxes(view);
    if (view.count != ids.size() || (view.count != 0 && !boxes.well_formed())) return Status::invalid_argument;
    return create_boxes(ids, invalid_index, [&](std::size_t i) {
        BoxDef def = common;
        def.pose = pose_of(boxes, i);
        def.half_extents = boxes.half_extents(i);
        return def;
    });
}

Status World::destroy(std::span<const BoxId> ids, std::uint64_t* invalid_index) noexcept {
    Status status = check(state_, ids, invalid_index);
    if (status != Status::ok || ids.empty()) return status;
    detail::WorldState& state = *state_;
    if (!state.new_indices.reserve(ids.size(), 0)) return Status::out_of_memory;
    const std::span<std::uint32_t> indices(state.new_indices.data(), ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) indices[i] = ids[i].index;
    status = state.broadphase.remove(indices, invalid_index);
    if (status != Status::ok) return status;
    for (const std::uint32_t index : indices) {
        state.ignored.remove(index);
        state.mark_destroyed(index);
    }
    record_ids(state_, world::RecordKind::destroy, world::Nothing{}, ids);
    return Status::ok;
}

Status World::set_poses(std::span<const BoxId> ids, std::span<const BoxPose> poses,
                        std::uint64_t* invalid_index) noexcept {
    const parallel::FpEnvironment ieee;
    if (ids.size() != poses.size()) return Status::invalid_argument;
    const auto pose_at = [&](std::size_t i) -> const BoxPose& { return poses[i]; };
    return set_poses_of(state_, ids, invalid_index, pose_at, [](std::size_t) { return true; });
}

Status World::set_any_poses(const AnyBoxView& view, std::span<const BoxId> ids, std::uint64_t* invalid_index) noexcept {
    const parallel::FpEnvironment ieee;
    const geometry::AnyBoxReader boxes(view);
    if (view.count != ids.size() || (view.count != 0 && !boxes.well_formed(false))) return Status::invalid_argument;
    const auto pose_at = [&](std::size_t i) { return pose_of(boxes, i); };
    const bool has_sizes = view.place == BoxPlace::low_corner;
    return set_poses_of(state_, ids, invalid_index, pose_at,
                        [&](std::size_t i) { return !has_sizes || world::legal(boxes.half_extents(i)); });
}

Status World::set_half_extents(std::span<const BoxId> ids, std::span<const Vec3> half_extents,
                               std::uint64_t* invalid_index) noexcept {
    const parallel::FpEnvironment ieee;
    if (ids.size() != half_extents.size()) return Status::invalid_argument;
    const Status status = check(state_, ids, invalid_index, Status::invalid_box,
                                [&](std::size_t i) { return world::legal(half_extents[i]); });
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        state_->bodies[ids[i].index].half_extents = half_extents[i];
        state_->mark_stale(ids[i].index, world::kTouched);
    }
    record_values(state_, world::RecordKind::half_extents, ids, half_extents);
    return Status::ok;
}

Status World::set_radii(std::span<const BoxId> ids, std::span<const float> radii,
                        std::uint64_t* invalid_index) noexcept {
    const parallel::FpEnvironment ieee;
    if (ids.size() != radii.size()) return Status::invalid_argument;
    const Status status = check(state_, ids, invalid_index, Status::invalid_box,
                                [&](std::size_t i) { return is_legal_radius(radii[i]); });
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        state_->bodies[ids[i].index].radius = radii[i];
        state_->mark_stale(ids[i].index, world::kTouched);
    }
    record_values(state_, world::RecordKind::radii, ids, radii);
    return Status::ok;
}

Status World::set_covered_sides(std::span<const BoxId> ids, std::span<const CoveredSides> sides,
                                std::uint64_t* invalid_index) noexcept {
    if (ids.size() != sides.size()) return Status::invalid_argument;
    const Status status = check(state_, ids, invalid_index, Status::invalid_argument,
                                [&](std::size_t i) { return geometry::legal_sides(sides[i]); });
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < ids.size(); ++i) state_->set_covered_sides(ids[i].index, sides[i]);
    record_values(state_, world::RecordKind::covered_sides, ids, sides);
    return Status::ok;
}

Status World::set_speculative_distances(std::span<const BoxId> ids, std::span<const float> distances,
                                        std::uint64_t* invalid_index) noexcept {
    const parallel::FpEnvironment ieee;
    if (ids.size() != distances.size()) return Status::invalid_argument;
    const Status status = check(state_, ids, invalid_index, Status::invalid_argument,
                                [&](std::size_t i) { return world::legal_distance(distances[i]); });
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        float& distance = state_->bodies[ids[i].index].speculative_distance;
        if (distance == distances[i]) continue;
        distance = distances[i];
        state_->mark_stale(ids[i].index, world::kTouched);
    }
    record_values(state_, world::RecordKind::speculative_distances, ids, distances);
    return Status::ok;
}

Status World::set_filters(std::span<const BoxId> ids, std::span<const BoxFilter> filters,
                          std::uint64_t* invalid_index) noexcept {
    if (ids.size() != filters.size()) return Status::invalid_argument;
    const Status status = check(state_, ids, invalid_index);
    if (status != Status::ok) return status;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        state_->infos[ids[i].index].filter = filters[i];
        state_->mark_refiltered(ids[i].index);
    }
    record_values(state_, world::RecordKind::filters, ids, filters);
    return Status::ok;
}

Status World::set_motion(std::span<const BoxId> ids, MotionType motion, std::uint64_t* invalid_index) noexcept {
    if (!broadphase::known(motion)) return Status::invalid_argument;
    const Status status = check(state_, ids, invalid_index);
    if (status != Status::ok) return status;
    // This cannot fail: the boxes exist.
    for (const BoxId id : ids) static_cast<void>(state_->broadphase.set_motion({&id.index, 1}, motion));
    record_ids(state_, world::RecordKind::motion, motion, ids);
    return Status::ok;
}

Status World::set_sleeping(std::span<const BoxId> ids, bool sleeping, std::uint64_t* invalid_index) noexcept {
    const Status status = check(state_, ids, invalid_index);
    if (status != Status::ok) return status;
    for (const BoxId id : ids) {
        std::uint8_t& flags = state_->flags[id.index];
        flags = static_cast<std::uint8_t>(sleeping ? flags | world::kSleeping : flags & ~world::kSleeping);
    }
    record_ids(state_, world::RecordKind::sleeping, sleeping, ids);
    return Status::ok;
}

Status World::set_sensor(std::span<const BoxId> ids, bool sensor, std::uint64_t* invalid_index) noexcept {
    const Status status = check(state_, ids, invalid_index);
    if (status != Status::ok) return status;
    for (const BoxId id : ids) {
        if (state_->has(id.index, world::kSensor) == sensor) continue;
        state_->flags[id.index] ^= world::kSensor;
        state_->mark_refiltered(id.index);
        // Sensors have other bounds, and no speculative contacts.
        state_->mark_stale(id.index, world::kTouched);
    }
    record_ids(state_, world::RecordKind::sensor, sensor, ids);
    return Status::ok;
}

Status World::set_continuous(std::span<const BoxId> ids, bool continuous, std::uint64_t* invalid_index) noexcept {
    const Status status = check(state_, ids, invalid_index);
    if (status != Status::ok || ids.empty()) return status;
    if (continuous && !state_->reserve_ways(state_->box_limit)) return Status::out_of_memory;
    for (const BoxId id : ids) state_->set_continuous(id.index, continuous);
    record_ids(state_, world::RecordKind::continuous, continuous, ids);
    return Status::ok;
}

Status World::set_user_data(BoxId id, std::uint64_t user_data) noexcept {
    const Status status = check(state_, {&id, 1}, nullptr);
    if (status != Status::ok) return status;
    state_->infos[id.index].user_data = user_data;
    record_one(state_, world::RecordKind::user_data, world::OfBox<std::uint64_t>{id, user_data});
    return Status::ok;
}

Status World::ignore(BoxId a, BoxId b) noexcept {
    const Status status = check_pair(state_, a, b);
    if (status != Status::ok) return status;
    if (!state_->ignored.add({a.index, b.index})) return Status::out_of_memory;
    state_->mark_refiltered(a.index);
    record_one(state_, world::RecordKind::ignore, WorldPair{a, b});
    return Status::ok;
}

Status World::restore(BoxId a, BoxId b) noexcept {
    const Status status = check_pair(state_, a, b);
    if (status != Status::ok) return status;
    state_->ignored.remove({a.index, b.index});
    state_->mark_refiltered(a.index);
    record_one(state_, world::RecordKind::restore, WorldPair{a, b});
    return Status::ok;
}

Status World::set_contact_enabled(BoxId a, BoxId b, bool enabled) noexcept {
    const Status status = check_pair(state_, a, b);
    if (status != Status::ok) return status;
    const std::uint32_t row = state_->pairs.find(world::ordered(a.index, b.index));
    if (row == world::kNoRow || !state_->pairs[row].has(world::PairState::kTouching)) return Status::invalid_argument;
    world::PairState& pair = state_->pairs[row];
    if (pair.has(world::PairState::kOff) == enabled) {
        if (!pair.has(world::PairState::kSwitched)) {
            if (!state_->switched.reserve(state_->switched_count + 1, state_->switched_count))
                return Status::out_of_memory;
            state_->switched[state_->switched_count++] = row;
        }
        pair.flags |= world::PairState::kSwitched;
        pair.flags ^= world::PairState::kOff;
    }
    record_one(state_, world::RecordKind::contact_enabled, world::SwitchedContact{{a, b}, enabled});
    return Status::ok;
}

Status World::set_origin(const Vec3d& origin) noexcept {
    const parallel::FpEnvironment ieee;
    if (!world::legal(origin)) return Status::invalid_argument;
    Status status = ensure_state();
    if (status == Status::ok) status = world::recording_status(state_);
    if (status != Status::ok) return status;
    state_->origin = origin;
    for (std::uint32_t index = 0; index < state_->box_limit; ++index)
        if (state_->has(index, world::kPresent)) state_->mark_stale(index, 0);
    record_one(state_, world::RecordKind::origin, origin);
    return Status::ok;
}

std::uint32_t World::size() const noexcept {
    return state_ != nullptr ? state_->broadphase.size() : 0;
}

bool World::contains(BoxId id) const noexcept {
    return state_ != nullptr && state_->contains(id);
}

BoxId World::id_at(std::uint32_t index) const noexcept {
    const bool present = state_ != nullptr && index < state_->box_limit && state_->has(index, world::kPresent);
    return present ? state_->id_of(index) : BoxId{};
}

std::uint32_t World::index_limit() const noexcept {
    return state_ != nullptr ? state_->box_limit : 0;
}

BoxDef World::box(BoxId id) const noexcept {
    if (!contains(id)) return {};
    const world::Body& body = state_->bodies[id.index];
    const world::BodyInfo& info = state_->infos[id.index];
    return {{body.position, body.rotation},
            body.half_extents,
            state_->broadphase.motion(id.index),
            state_->has(id.index, world::kSensor),
            state_->has(id.index, world::kSleeping),
            state_->has(id.index, world::kContinuous),
            body.covered_sides,
            body.speculative_distance,
            body.radius,
            info.filter,
            info.user_data};
}

const ContactManifold& World::manifold(std::uint32_t slot) const noexcept {
    static constexpr ContactManifold kNone{};
    return state_ != nullptr && slot < state_->slot_limit ? state_->manifolds[slot] : kNone;
}

std::span<PointPayload> World::payloads(std::uint32_t slot) noexcept {
    if (manifold(slot).point_count == 0 || !state_->has_point_payloads) return {};
    return state_->payloads.items(slot).first(world::kPoints);
}

ContactPayload* World::contact_payload(std::uint32_t slot) noexcept {
    if (manifold(slot).point_count == 0 || !state_->has_contact_payloads) return nullptr;
    return &state_->payloads.items(slot).back();
}

std::size_t World::contact_count() const noexcept {
    return state_ != nullptr ? state_->told_count : 0;
}

Status World::copy_contacts(std::span<WorldContact> out) const noexcept {
    if (out.size() < contact_count()) return Status::capacity_exceeded;
    if (state_ == nullptr) return Status::ok;
    std::size_t count = 0;
    for (std::uint32_t row = 0; count < contact_count(); ++row) {
        const world::PairState& pair = state_->pairs[row];
        if (pair.has(world::PairState::kTold)) out[count++] = state_->contact_of(pair);
    }
    return Status::ok;
}

Status World::copy_contacts(BoxId id, std::span<WorldContact> out, std::size_t& count) const noexcept {
    count = 0;
    if (!contains(id)) return Status::invalid_id;
    const detail::WorldState& state = *state_;
    const auto for_each = [&](auto&& seen) {
        const auto see = [&](std::uint32_t row) {
            if (row != world::kNoRow && state.pairs[row].has(world::PairState::kTold)) seen(state.pairs[row]);
        };
        if (!state.out_of_step) {
            for (const std::uint32_t partner : state.broadphase.partners(id.index))
                see(state.pairs.find(world::ordered(id.index, partner)));
            return;
        }
        // The Broadphase's partners are those of the failed update.
        for (std::uint32_t row = 0; row < state.pairs.limit(); ++row) {
            const BoxPair pair = state.pairs[row].pair;
            if (pair.first == id.index || pair.second == id.index) see(row);
        }
    };
    for_each([&](const world::PairState&) { ++count; });
    if (count > out.size()) return Status::capacity_exceeded;
    std::size_t k = 0;
    for_each([&](const world::PairState& pair) { out[k++] = state.contact_of(pair); });
    if (state.out_of_step) std::sort(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count));
    return Status::ok;
}

std::uint64_t World::bytes() const noexcept {
    return state_ != nullptr ? state_->memory.bytes() : 0;
}

}  // namespace satori::v0
