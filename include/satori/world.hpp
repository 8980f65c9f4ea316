#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include <satori/allocator.hpp>
#include <satori/broadphase.hpp>
#include <satori/contact_cache.hpp>
#include <satori/covered_sides.hpp>
#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/manifold.hpp>
#include <satori/pairs.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

namespace detail {
struct WorldState;
}
struct RecordOptions;

/// Largest component of a position in a World, metres.
inline constexpr double kMaxPosition = 1e12;

/// Where a box of a World stands. Legal: |component| <= kMaxPosition, rotation not zero (of any length), all finite.
struct BoxPose {
    Vec3d position;  ///< of the box's centre
    Quat rotation;
};

/// A box of a World. Indices are small and used again, generations tell their users apart; all zero is no box.
struct BoxId {
    std::uint32_t index = 0;
    std::uint32_t generation = 0;  ///< of a box never 0

    friend constexpr bool operator==(const BoxId&, const BoxId&) = default;
    friend constexpr auto operator<=>(const BoxId&, const BoxId&) = default;
};

/// Which boxes make pairs. In this order:
/// - boxes of one owner, unless that is 0, make none: the parts of a compound;
/// - nor do boxes whose pair World::ignore() names: bodies joined by a joint;
/// - nor two sensors;
/// - boxes of one group, unless that is 0, do where it is positive and do not where it is negative;
/// - others do where each one's category is in the other's mask;
/// - at last WorldOptions::predicate is asked.
struct BoxFilter {
    std::uint64_t category = 1;
    std::uint64_t mask = ~std::uint64_t{0};
    std::int32_t group = 0;
    std::uint32_t owner = 0;
};

/// What a box of a World is made of.
struct BoxDef {
    BoxPose pose;
    Vec3 half_extents{0.5F, 0.5F, 0.5F};
    MotionType motion = MotionType::dynamic_box;
    bool sensor = false;  ///< its pairs are told of, but have no contacts
    bool sleeping = false;
    CoveredSides covered_sides = 0;  ///< by neighbors
    BoxFilter filter;
    std::uint64_t user_data = 0;
};

/// Two boxes of a World; first.index < second.index.
struct WorldPair {
    BoxId first;
    BoxId second;

    friend constexpr bool operator==(const WorldPair&, const WorldPair&) = default;
    friend constexpr auto operator<=>(const WorldPair&, const WorldPair&) = default;
};

/// Two boxes that touch; `slot` names their manifold and payloads for as long as they do.
struct WorldContact {
    WorldPair pair;
    std::uint32_t slot = 0;
};

/// keep[k] is 1 and becomes 0 for pairs[k] that the program does not want. Called on the thread that calls update(), with
/// ascending pairs, when their bounds begin to overlap and when a filter changes; what it says holds until then.
/// Must be a pure function, and not call into the World.
using PairPredicate = void (*)(std::span<const WorldPair> pairs, std::span<std::uint8_t> keep, void* user) noexcept;

struct WorldOptions {
    BroadphaseOptions bounds{};  ///< how far bounds are kept ahead of moving boxes
    CollideOptions contacts{};
    MatchOptions matching{};  ///< which payloads a contact's points go on with
    PairPredicate predicate = nullptr;
    void* predicate_user = nullptr;
};

/// What World::update() has found. The spans are sorted by indices, the same for every instruction set and number of threads,
/// and valid until the next update() or destruction. Pairs of destroyed boxes end, named by the ids that they had.
struct WorldUpdate {
    std::span<const WorldPair> begun;        ///< touch now and did not
    std::span<const WorldPair> persisted;    ///< touch and did
    std::span<const WorldPair> ended;        ///< did and do not
    std::span<const WorldContact> contacts;  ///< all that touch now, but pairs with sensors
    std::uint64_t pair_count = 0;            ///< whose bounds overlap and that no filter refuses
    std::uint64_t tested_count = 0;          ///< of these, those looked at again: new, or one of the boxes has changed
    std::uint64_t changed_count = 0;         ///< boxes whose bounds were made anew
    std::uint64_t point_count = 0;           ///< of the contacts made anew
    UpdatePath path = UpdatePath::none;      ///< of the Broadphase
    std::uint32_t thread_count = 0;
    Isa isa = Isa::best;
    /// Nanoseconds of wall time: boxes to bounds; Broadphase; filters; axes; manifolds with their matching; lists and events.
    struct Times {
        std::uint64_t bounds = 0, broadphase = 0, filters = 0, narrowphase = 0, manifolds = 0, events = 0;
    } times;
};

/// Boxes that move, and which of them touch: what a rigid-body solver needs from a collision engine.
///
///     World world;
///     BoxId id;
///     world.create({&def, 1}, {&id, 1});
///     for (;;) {
///         world.set_poses(ids, poses);
///         WorldUpdate update;
///         world.update(update);
///         for (const WorldContact& contact : update.contacts) solve(world.manifold(contact.slot), world.payloads(contact.slot));
///     }
///
/// **Positions** are in double; kernels get one box of a pair relative to the other, so that contacts are as precise at 1e7 m as at
/// the origin. Bounds are floats about set_origin(): far from it they are coarse, which costs candidates, never contacts.
///
/// **Contacts** are those of collide() with the last step's axes remembered (satori/contacts.hpp). A pair neither of whose boxes
/// has changed keeps its contact as it is. Payloads, 32 bytes per point, are the program's own: they follow their point from
/// step to step as match_points() finds it, by feature id and else by distance, and are zero for new points.
///
/// **Which boxes** make pairs: at least one of the two is dynamic, and BoxFilter.
///
/// Functions that change the world wait for nothing: events and contacts are those of the last update(). All or nothing: a call
/// that fails has changed nothing (but see update()), and can be repeated. One call at a time.
///
/// update() is O(changed boxes and their pairs), and O(pairs) with a small constant for its lists.
class SATORI_API World {
public:
    /// Allocates nothing yet. Options that are not legal make create() and update() give `invalid_argument`.
    explicit World(const WorldOptions& options = {}, Allocator allocator = {}) noexcept;
    World(World&& other) noexcept;
    World& operator=(World&& other) noexcept;
    ~World();

    /// ids[i] for defs[i]: the lowest free indices, of boxes destroyed before the last update() or never used. Errors: `invalid_argument`
    /// (sizes differ, unknown motion type, covered sides above kAllSides, options), `invalid_box` (pose or half extents
    /// are not legal), `capacity_exceeded`,
    /// `out_of_memory`. `*invalid_index` (if given) is the first at fault.
    Status create(std::span<const BoxDef> defs, std::span<BoxId> ids, std::uint64_t* invalid_index = nullptr) noexcept;
    /// Errors here and below: `invalid_id` for a box that there is not, of destroy() also for one that comes twice;
    /// `*invalid_index` is where. Of an id that comes twice elsewhere the last counts.
    Status destroy(std::span<const BoxId> ids, std::uint64_t* invalid_index = nullptr) noexcept;

    /// `invalid_argument` (sizes differ), `invalid_box`. Wakes the boxes.
    Status set_poses(std::span<const BoxId> ids, std::span<const BoxPose> poses,
                     std::uint64_t* invalid_index = nullptr) noexcept;
    Status set_half_extents(std::span<const BoxId> ids, std::span<const Vec3> half_extents,
                            std::uint64_t* invalid_index = nullptr) noexcept;
    /// `invalid_argument` also for sides above kAllSides, at `*invalid_index`.
    Status set_covered_sides(std::span<const BoxId> ids, std::span<const CoveredSides> sides,
                             std::uint64_t* invalid_index = nullptr) noexcept;
    Status set_filters(std::span<const BoxId> ids, std::span<const BoxFilter> filters,
                       std::uint64_t* invalid_index = nullptr) noexcept;
    Status set_motion(std::span<const BoxId> ids, MotionType motion, std::uint64_t* invalid_index = nullptr) noexcept;
    Status set_sleeping(std::span<const BoxId> ids, bool sleeping, std::uint64_t* invalid_index = nullptr) noexcept;
    Status set_user_data(BoxId id, std::uint64_t user_data) noexcept;

    /// The two boxes make no pair from the next update() on, until restore() or until one of them is destroyed. `invalid_id`
    /// also for a box with itself. O(1) however many pairs are ignored; destroy() takes O(1) for each ignored pair of its boxes.
    Status ignore(BoxId a, BoxId b) noexcept;
    Status restore(BoxId a, BoxId b) noexcept;

    /// Sets the covered sides of all static boxes to those that the other static boxes cover:
    /// satori::find_covered_sides() says what that means. Positions are compared in double. Sensors are left out,
    /// filters are not asked. Call it again when static boxes have come, gone or moved. Contacts of the boxes whose
    /// sides change are made anew by the next update(). O(index_limit() + pairs of static boxes near each other), with
    /// memory for the call alone. Errors: those of satori::find_covered_sides(), `recording_failed`.
    Status find_covered_sides(float tolerance, const Execution& execution = {}) noexcept;

    /// What bounds are relative to; the next update() computes all of them anew. `invalid_argument` unless legal as a position, and
    /// for options that are not; `out_of_memory`.
    Status set_origin(const Vec3d& origin) noexcept;

    /// Finds who touches. Errors, after which the update can be repeated: `invalid_argument` (options), `out_of_memory`,
    /// `executor_failed`, `unsupported_isa`, `workspace_in_use`; `limit_exceeded`: there would be more pairs of bounds than
    /// execution.max_pairs after it, those that filters refuse included; `recording_failed`: see record(). Boxes, pairs, and which touch
    /// in which slots are then as before. After `out_of_memory` and `executor_failed`, bounds, manifolds and payloads may be those of the
    /// failed update, after `limit_exceeded` bounds alone; state_hash() may be another one.
    Status update(WorldUpdate& result, const Execution& execution = {}) noexcept;

    std::uint32_t size() const noexcept;  ///< boxes
    bool contains(BoxId id) const noexcept;
    /// The box at an index, and null where there is none.
    BoxId id_at(std::uint32_t index) const noexcept;
    std::uint32_t index_limit() const noexcept;  ///< above every index
    /// Of a box that there is not: a BoxDef as it is without values.
    BoxDef box(BoxId id) const noexcept;

    /// Of a contact of the last update(); any other slot gives one without points.
    const ContactManifold& manifold(std::uint32_t slot) const noexcept;
    /// Four, for the manifold's points. Empty for any other slot.
    std::span<PointPayload> payloads(std::uint32_t slot) noexcept;

    /// Whether its own books, and those of its Broadphase, are in order. A test's question:
    /// O(boxes + pairs log pairs + candidates).
    bool validate() const noexcept;
    /// Of all that the next updates depend on, payloads included: the same wherever the same calls were made. O(boxes + pairs).
    std::uint64_t state_hash() const noexcept;

    std::uint64_t bytes() const noexcept;  ///< memory held

    /// From here on all that changes this World goes to a sink, for a WorldReplay: satori/world_recording.hpp. Before the first
    /// box: later, and when it is recorded already or there is no sink, `invalid_argument`. `recording_failed` (the sink took
    /// nothing), `out_of_memory`. When the recording ends by itself, the next call that would change the World says
    /// `recording_failed`, once, and can be repeated.
    Status record(const RecordOptions& options) noexcept;
    /// `invalid_argument` when it is not recorded; `recording_failed` when not all of it has arrived.
    Status stop_recording() noexcept;

private:
    friend struct detail::WorldState;
    Status ensure_state() noexcept;
    void free_state() noexcept;

    WorldOptions options_;
    Allocator allocator_;
    detail::WorldState* state_ = nullptr;
};

SATORI_NAMESPACE_END
