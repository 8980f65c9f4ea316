#include <satori/world_snapshot.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include <xxhash.h>

#include "broadphase/moving/broadphase_state.hpp"
#include "geometry/side_cover.hpp"
#include "parallel/call.hpp"
#include "world/books.hpp"
#include "world/legal.hpp"
#include "world/refresh.hpp"
#include "world/snapshot/snapshot_format.hpp"
#include "world/world_state.hpp"

// Reads a snapshot into a new World. It trusts nothing in it. Numbers that name something are checked before they are
// used; then World::validate() checks how all of it fits together.

namespace satori::v0 {

namespace world {
namespace {

constexpr Status kInvalid = Status::invalid_snapshot;

Status checked(bool legal) noexcept {
    return legal ? Status::ok : kInvalid;
}

/// Reads numbers one after the other. After the end all of them are zero, and failed() is true.
class SnapshotReader {
public:
    explicit SnapshotReader(std::span<const std::byte> bytes) noexcept : rest_(bytes) {}

    template <class T>
    T get() noexcept {
        if (rest_.size() < stored_size<T>()) failed_ = true;
        if (failed_) return T{};
        const T value = load<T>(rest_.data());
        rest_ = rest_.subspan(stored_size<T>());
        return value;
    }
    /// True when there may be `count` more items of at least `size` bytes.
    bool may_hold(std::uint64_t count, std::size_t size) const noexcept { return count <= rest_.size() / size; }
    bool failed() const noexcept { return failed_; }
    bool at_end() const noexcept { return !failed_ && rest_.empty(); }

private:
    std::span<const std::byte> rest_;
    bool failed_ = false;
};

/// Finite, in order, without -0.
bool is_legal(const Aabb& bounds) noexcept {
    const auto legal_range = [](float lo, float hi) {
        const auto plain = [](float v) { return std::isfinite(v) && !(v == 0 && std::signbit(v)); };
        return plain(lo) && plain(hi) && lo <= hi;
    };
    return legal_range(bounds.min.x, bounds.max.x) && legal_range(bounds.min.y, bounds.max.y) &&
           legal_range(bounds.min.z, bounds.max.z);
}

bool is_legal(const StoredBox& box) noexcept {
    constexpr std::uint8_t kKnown = kPresent | kSensor | kTouched | kStale | kRefiltered | kSleeping | kContinuous;
    return (box.flags & ~kKnown) == 0 && ((box.flags & kTouched) == 0 || (box.flags & kStale) != 0) &&
           legal(box.pose) && legal(box.half_extents) && legal_distance(box.speculative_distance) &&
           is_legal_radius(box.radius) && geometry::legal_sides(box.covered_sides);
}

/// Two static or kinematic boxes make no bond, unless one of them was of another type in the last update. A box that
/// was removed has bonds until the next one.
bool may_bond(const broadphase::BoxTable& boxes, std::uint32_t a, std::uint32_t b) noexcept {
    const auto may = [&](std::uint32_t id) {
        return !boxes.contains(id) || boxes.changed_motion(id) || broadphase::pairs_with_all(boxes.motion(id));
    };
    const auto exists = [&](std::uint32_t id) {
        return boxes.contains(id) || (boxes.boxes()[id].state & simd::kListed) != 0;
    };
    return exists(a) && exists(b) && (may(a) || may(b));
}

/// Reads the parts of a World, each of which needs those before it.
class SnapshotLoad {
public:
    SnapshotLoad(parallel::Call& call, std::span<const std::byte> content, const SnapshotCounts& counts,
                 detail::WorldState& state) noexcept
        : call_(call), in_(content), counts_(counts), state_(state) {}

    Status run() noexcept {
        Status status = checked(fits());
        for (Status (SnapshotLoad::*const part)() noexcept :
             {&SnapshotLoad::get_boxes, &SnapshotLoad::get_broadphase, &SnapshotLoad::get_pairs,
              &SnapshotLoad::get_slots, &SnapshotLoad::get_lists, &SnapshotLoad::make_shapes}) {
            if (status == Status::ok) status = (this->*part)();
            if (in_.failed()) status = kInvalid;
        }
        if (status != Status::ok) return status;
        list_flagged();
        return checked(in_.at_end() && in_order(state_) && state_.broadphase.validate());
    }

private:
    bool fits() const noexcept {
        return counts_.boxes <= kMaxBoxCount && in_.may_hold(counts_.boxes, stored_size<StoredBox>()) &&
               in_.may_hold(counts_.rows, stored_size<StoredRow>()) && in_.may_hold(counts_.slots, 1) &&
               in_.may_hold(counts_.free_slots, sizeof(std::uint32_t)) && counts_.free_slots <= counts_.slots &&
               in_.may_hold(counts_.early, stored_size<WorldContact>()) &&
               in_.may_hold(counts_.ignored_nodes, stored_size<IgnoredPairs::Node>()) &&
               in_.may_hold(counts_.ignored_lists, sizeof(std::uint32_t)) && counts_.ignored_lists <= counts_.boxes;
    }
    Status get_boxes() noexcept;
    Status get_broadphase() noexcept;
    Status get_places(detail::BroadphaseState& broadphase) noexcept;
    Status get_bonds(detail::BroadphaseState& broadphase) noexcept;
    Status get_bonds_of(std::uint32_t id, detail::BroadphaseState& broadphase) noexcept;
    Status get_pairs() noexcept;
    Status get_slots() noexcept;
    Status get_lists() noexcept;
    Status make_shapes() noexcept;
    void list_flagged() noexcept;

    parallel::Call& call_;
    SnapshotReader in_;
    const SnapshotCounts counts_;
    detail::WorldState& state_;
};

Status SnapshotLoad::get_boxes() noexcept {
    const std::uint32_t count = counts_.boxes;
    if (!(state_.bodies.reserve(count, 0) && state_.infos.reserve(count, 0) && state_.flags.reserve(count, 0) &&
          state_.generations.reserve(count, 0) && state_.stale.reserve(count, 0) &&
          state_.refiltered.reserve(count, 0)))
        return Status::out_of_memory;
    for (std::uint32_t index = 0; index < count; ++index) {
        const auto box = in_.get<StoredBox>();
        if (!is_legal(box)) return kInvalid;
        state_.generations[index] = box.generation;
        state_.flags[index] = box.flags;
        state_.bodies[index] = {{},
                                box.pose.position,
                                box.pose.rotation,
                                box.half_extents,
                                box.speculative_distance,
                                box.radius,
                                box.covered_sides,
                                {}};
        state_.infos[index] = {box.filter, box.user_data};
        state_.continuous_count += (box.flags & kContinuous) != 0 ? 1U : 0U;
    }
    state_.box_limit = count;
    state_.has_ways = counts_.has_ways;
    if (state_.has_ways && !state_.starts.reserve(count, 0)) return Status::out_of_memory;
    for (std::uint32_t index = 0; state_.has_ways && index < count; ++index) {
        state_.starts[index] = state_.has(index, kPresent) ? in_.get<BoxPose>() : BoxPose{};
        if (!legal(state_.starts[index])) return kInvalid;
    }
    state_.out_of_step = counts_.out_of_step;
    return Status::ok;
}

Status SnapshotLoad::get_broadphase() noexcept {
    if (counts_.boxes == 0) return Status::ok;
    Status status = detail::BroadphaseAccess::ensure(state_.broadphase);
    if (status != Status::ok) return status;
    detail::BroadphaseState& broadphase = *detail::BroadphaseAccess::state_of(state_.broadphase);
    broadphase.stale = counts_.stale;
    status = get_places(broadphase);
    return status == Status::ok ? get_bonds(broadphase) : status;
}

Status SnapshotLoad::get_places(detail::BroadphaseState& broadphase) noexcept {
    const Status status = broadphase.boxes.reserve(counts_.boxes);
    if (status != Status::ok) return status;
    if (!broadphase.standing.reserve(counts_.boxes)) return Status::out_of_memory;
    for (std::uint32_t id = 0; id < counts_.boxes; ++id) {
        const auto stored = in_.get<StoredPlace>();
        const bool present = state_.has(id, kPresent);
        const Aabb bounds = present ? in_.get<Aabb>() : Aabb{};
        if (!is_legal(bounds) || !broadphase.boxes.restore(bounds, stored.marks, present)) return kInvalid;
        if (stored.place == kStandsNowhere) continue;
        const auto standing = in_.get<Aabb>();
        if (stored.place > kStrays || counts_.stale || !is_legal(standing)) return kInvalid;
        if (!broadphase.standing.restore(id, standing, stored.place == kStrays)) return kInvalid;
    }
    return Status::ok;
}

/// Appends the bonds of a box with those of higher id to the list of bonds.
Status SnapshotLoad::get_bonds_of(std::uint32_t id, detail::BroadphaseState& broadphase) noexcept {
    const auto counts = in_.get<StoredBondCounts>();
    const std::uint64_t count = std::uint64_t{counts.pairs} + counts.near;
    if (!in_.may_hold(count, sizeof(std::uint32_t)) || (counts.near != 0 && counts_.stale)) return kInvalid;
    if (!broadphase.bonds.reserve(broadphase.bond_count + count, broadphase.bond_count)) return Status::out_of_memory;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto other = in_.get<std::uint32_t>();
        if (other <= id || other >= counts_.boxes || !may_bond(broadphase.boxes, id, other)) return kInvalid;
        broadphase.bonds[broadphase.bond_count++] = {id, i < counts.pairs ? other : other | simd::kNoPair};
    }
    return Status::ok;
}

Status SnapshotLoad::get_bonds(detail::BroadphaseState& broadphase) noexcept {
    Status status = Status::ok;
    for (std::uint32_t id = 0; id < counts_.boxes && status == Status::ok; ++id) status = get_bonds_of(id, broadphase);
    if (status != Status::ok) return status;
    const std::size_t count = broadphase.bond_count;
    WorkspaceLock workspace(broadphase.workspace);
    broadphase::BondRows rows;
    status = workspace.status();
    if (status == Status::ok) status = make_rows(workspace, {broadphase.bonds.data(), count}, counts_.boxes, rows);
    if (status != Status::ok) return status;
    if (!broadphase.near.reserve(counts_.boxes) || !broadphase.begun.reserve(count + 1, 0) ||
        !broadphase.lost.reserve(count + 1, 0))
        return Status::out_of_memory;
    broadphase::PairReport report{broadphase.begun.data(), broadphase.lost.data()};
    status = broadphase.near.prepare(rows, report);
    if (status != Status::ok) return status;
    broadphase.near.apply(rows, report);
    if (counts_.stale) broadphase.bond_count = 0;
    return status;
}

Status SnapshotLoad::get_pairs() noexcept {
    if (!state_.pairs.reserve(counts_.rows)) return Status::out_of_memory;
    for (std::uint32_t row = 0; row < counts_.rows; ++row) {
        const auto stored = in_.get<StoredRow>();
        const PairState pair{stored.pair, stored.slot, stored.axis, kNoAxis, stored.flags, 0};
        state_.pairs.restore(pair);
        state_.told_count += pair.has(PairState::kTold) ? 1U : 0U;
        if (!pair.has(PairState::kSwitched)) continue;
        if (!state_.switched.reserve(state_.switched_count + 1, state_.switched_count)) return Status::out_of_memory;
        state_.switched[state_.switched_count++] = row;
    }
    state_.pairs.restore_free(counts_.first_free_row);
    return Status::ok;
}

Status SnapshotLoad::get_slots() noexcept {
    const std::uint32_t count = counts_.slots;
    if (!(state_.manifolds.reserve(count, 0) && state_.payloads.reserve(count, 0) &&
          state_.free_slots.reserve(count, 0)))
        return Status::out_of_memory;
    std::uint32_t used_count = 0;
    for (std::uint32_t slot = 0; slot < count; ++slot) {
        const bool used = in_.get<bool>();
        used_count += used ? 1U : 0U;
        state_.manifolds[slot] = used ? in_.get<ContactManifold>() : ContactManifold{};
        if (used != (state_.manifolds[slot].point_count != 0)) return kInvalid;
        for (PointPayload& payload : state_.payloads.items(slot))
            payload = used ? in_.get<PointPayload>() : PointPayload{};
    }
    state_.slot_limit = count;
    if (used_count + counts_.free_slots != count) return kInvalid;
    // The others are free, each once: those that have come are marked.
    for (std::uint32_t i = 0; i < counts_.free_slots; ++i) {
        const auto slot = in_.get<std::uint32_t>();
        if (slot >= count || state_.manifolds[slot].point_count != 0) return kInvalid;
        state_.manifolds[slot].point_count = 1;
        state_.free_slots[i] = slot;
    }
    state_.free_slot_count = counts_.free_slots;
    for (std::uint32_t i = 0; i < counts_.free_slots; ++i) state_.manifolds[state_.free_slots[i]].point_count = 0;
    return Status::ok;
}

Status SnapshotLoad::get_lists() noexcept {
    if (!state_.early.reserve(counts_.early, 0)) return Status::out_of_memory;
    for (std::uint64_t i = 0; i < counts_.early; ++i) {
        const auto contact = in_.get<WorldContact>();
        const auto [first, second] = contact.pair;
        if (first.index >= second.index || second.index >= counts_.boxes || !counts_.out_of_step ||
            (contact.slot != kNoSlot && contact.slot >= counts_.slots))
            return kInvalid;
        state_.early[i] = contact;
    }
    state_.early_count = static_cast<std::size_t>(counts_.early);
    const bool enough = state_.ignored.restore(
        counts_.ignored_nodes, counts_.ignored_lists, counts_.first_free_ignored,
        [&] { return in_.get<IgnoredPairs::Node>(); }, [&] { return in_.get<std::uint32_t>(); });
    if (!enough) return Status::out_of_memory;
    const std::span<const IgnoredPairs::Node> nodes = state_.ignored.nodes();
    return checked(std::all_of(nodes.begin(), nodes.end(),
                               [](const IgnoredPairs::Node& node) { return node.pair.first <= node.pair.second; }));
}

Status SnapshotLoad::make_shapes() noexcept {
    for (std::uint32_t index = 0; index < state_.box_limit; ++index)
        if (state_.has(index, kPresent)) state_.stale[state_.stale_count++] = index;
    return refresh_shapes(call_, state_, 0);
}

/// Lists the boxes that have changed, in place of all that make_shapes() listed.
void SnapshotLoad::list_flagged() noexcept {
    state_.stale_count = 0;
    for (std::uint32_t index = 0; index < state_.box_limit; ++index) {
        if (state_.has(index, kStale)) state_.stale[state_.stale_count++] = index;
        if (state_.has(index, kRefiltered)) state_.refiltered[state_.refiltered_count++] = index;
    }
}

/// Finds the content of a snapshot.
bool find_content(std::span<const std::byte> snapshot, std::span<const std::byte>& content) noexcept {
    std::uint64_t hash = 0;
    if (snapshot.size() < kSnapshotHeadSize + sizeof hash) return false;
    if (std::memcmp(snapshot.data(), kSnapshotMagic, kSnapshotMagicSize) != 0) return false;
    if (load<std::uint32_t>(snapshot.data() + kSnapshotMagicSize) != kSnapshotVersion) return false;
    const auto hashed = snapshot.first(snapshot.size() - sizeof hash);
    hash = load<std::uint64_t>(snapshot.data() + hashed.size());
    content = hashed.subspan(kSnapshotHeadSize);
    return XXH64(hashed.data(), hashed.size(), 0) == hash;
}

/// Makes a new World of a snapshot, with the predicate and the allocator of `world`.
Status load_new(const World& world, std::span<const std::byte> snapshot, const Execution& execution,
                World& loaded) noexcept {
    parallel::Call call(execution);
    if (call.status() != Status::ok) return call.status();
    std::span<const std::byte> content;
    constexpr std::size_t kHead = stored_size<Start>() + stored_size<SnapshotCounts>();
    if (!find_content(snapshot, content) || content.size() < kHead) return kInvalid;
    auto start = load<Start>(content.data());
    if (!legal(start.options) || !legal(start.origin)) return kInvalid;
    start.options.predicate = detail::WorldState::options_of(world).predicate;
    start.options.predicate_user = detail::WorldState::options_of(world).predicate_user;
    loaded = World(start.options, detail::WorldState::allocator_of(world));
    const Status status = detail::WorldState::ensure(loaded);
    if (status != Status::ok) return status;
    detail::WorldState& state = *detail::WorldState::of(loaded);
    state.origin = start.origin;
    const auto counts = load<SnapshotCounts>(content.data() + stored_size<Start>());
    return SnapshotLoad(call, content.subspan(kHead), counts, state).run();
}

}  // namespace
}  // namespace world

Status load(World& world, std::span<const std::byte> snapshot, const Execution& execution) noexcept {
    World loaded;
    const Status status = world::load_new(world, snapshot, execution, loaded);
    return status == Status::ok ? detail::WorldState::replace(world, loaded) : status;
}

}  // namespace satori::v0
