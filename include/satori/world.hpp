#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/allocator.hpp>
#include <satori/any_box_view.hpp>
#include <satori/broadphase.hpp>
#include <satori/contact_cache.hpp>
#include <satori/covered_sides.hpp>
#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/filters.hpp>
#include <satori/impacts.hpp>
#include <satori/manifold.hpp>
#include <satori/pairs.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

namespace detail {
struct WorldState;
}
struct RecordOptions;

/// @addtogroup world
/// @{

/// The largest component of a position in a World, meters.
inline constexpr double kMaxPosition = 1e12;

/// The pose of a box in a World. Legal: |component| <= kMaxPosition, rotation not zero (of any length), all finite.
struct BoxPose {
    Vec3d position;  ///< where the center of the box is, meters
    Quat rotation;   ///< takes the box's axes to world directions
};

/// The id of a box in a World. Indices are small and are used again; generations tell boxes of one index apart. All
/// zero is the null id.
struct BoxId {
    std::uint32_t index = 0;       ///< the place of the box in the World
    std::uint32_t generation = 0;  ///< tells boxes of one index apart; 0 only in the null id

    friend constexpr bool operator==(const BoxId&, const BoxId&) = default;
    friend constexpr auto operator<=>(const BoxId&, const BoxId&) = default;
};

/// The definition of a box in a World.
struct BoxDef {
    BoxPose pose;                                 ///< where the box is
    Vec3 half_extents{0.5F, 0.5F, 0.5F};          ///< half of its edge lengths, meters
    MotionType motion = MotionType::dynamic_box;  ///< what may move it
    bool sensor = false;                          ///< its contacts have no manifold
    bool sleeping = false;                        ///< at rest until it is moved
    bool continuous = false;                      ///< updates report what it meets on its way, see WorldImpact
    CoveredSides covered_sides = 0;               ///< sides that neighbors cover
    /// Meters, 0 to kMaxSpeculativeDistance. The speculative distance of a pair is the sum of that of
    /// WorldOptions::contacts and those of both boxes; with a sensor it is 0. Use: how far the box moves in a step.
    float speculative_distance = 0;
    /// Rounds the box, meters: 0, or kMinRadius to kMaxRadius. The solid is all points at most the radius away from the
    /// box: without half extents a sphere, with one a capsule. See BatchStorage::set_radii().
    float radius = 0;
    BoxFilter filter;             ///< the boxes that it makes pairs with
    std::uint64_t user_data = 0;  ///< the program's own data
};

/// 32 bytes of the program's own data for a contact.
using ContactPayload = PointPayload;

/// Two boxes of a World; first.index < second.index.
struct WorldPair {
    BoxId first;   ///< the box of lower index: A
    BoxId second;  ///< the other box: B

    friend constexpr bool operator==(const WorldPair&, const WorldPair&) = default;
    friend constexpr auto operator<=>(const WorldPair&, const WorldPair&) = default;
};

/// The slot of a contact that has no manifold, because one of the boxes is a sensor.
inline constexpr std::uint32_t kNoSlot = 0xffffffffU;

/// Two boxes of a World that touch.
struct WorldContact {
    WorldPair pair;  ///< the two boxes
    /// Names the manifold and payloads as long as the boxes touch. Slots are small and are used again.
    std::uint32_t slot = kNoSlot;

    /// Returns whether one of the boxes is a sensor, so that there is no manifold.
    constexpr bool is_sensor() const noexcept { return slot == kNoSlot; }

    friend constexpr bool operator==(const WorldContact&, const WorldContact&) = default;
    friend constexpr auto operator<=>(const WorldContact&, const WorldContact&) = default;
};

/// Two boxes that meet on their ways between two updates; one of them at least is continuous. Time runs from 0, the
/// poses at the last update, to 1, the poses at this one. The boxes move as BoxMotion says, and turn the shorter way.
/// Use: bullets, and bars that spin fast. They may pass through other boxes between two updates, and no contact shows
/// it.
///
/// The half thickness of a box is its least half extent plus its radius. Boxes that move too little to pass each other
/// have no impact, though corners may graze each other unseen: the length of the difference of both translations, plus,
/// for each box, its angle times the length of its half extents, is then at most half of the half thickness of the
/// thinner box. Covered sides count as all others.
struct WorldImpact {
    WorldPair pair;  ///< the two boxes
    /// Time and place of the impact, of boxes that are smaller on all sides by `shrink`. The kind is never `none`.
    TimeOfImpact impact;
    /// How much smaller both boxes are on all sides for their impact, meters. First the radius is smaller, then the
    /// half extents, until the box is flat. It is WorldOptions::impact_depth when both half thicknesses are at least
    /// twice that, so that boxes that lie on each other slide over seams. Thinner boxes, and boxes that are deeper in
    /// each other at time 0, are smaller by 1/4, 1/2, 1, 2 or 4 times a measure: the first of these with which they are
    /// apart at time 0. The measure is the half thickness of the thinner box, or that of the other one, up to twice the
    /// impact depth, if that is more. When none is enough, there is no impact.
    float shrink = 0;
    bool sensor = false;  ///< one of the boxes is a sensor

    /// Returns the time: the poses until then are free of impacts of this pair.
    constexpr float time() const noexcept { return impact.time; }
};

/// Decides which pairs a World keeps. keep[k] is 1 on entry; the function sets it to 0 for a pair that the program
/// does not want. update() calls it on the calling thread, with ascending pairs: pairs whose bounds begin to overlap,
/// and pairs of boxes that got another filter, became sensors or solid, or of which one pair was ignored or restored;
/// after an update that failed, also pairs that it did not keep. The World keeps the answer for a pair until it calls
/// the predicate for that pair again. The predicate must be a pure function and must not call into the World.
using PairPredicate = void (*)(std::span<const WorldPair> pairs, std::span<std::uint8_t> keep, void* user) noexcept;

/// What a World does and keeps, from its construction on.
struct WorldOptions {
    BroadphaseOptions bounds{};  ///< margin of the bounds
    ContactOptions contacts{};   ///< how contacts are chosen
    /// How far a point of a box must move so that set_poses() takes the pose. Otherwise the box keeps its pose, and its
    /// contacts are not computed again. No point of the box is further than this from its place in such a pose. In
    /// sizes of the box (the sum of its half extents and its radius), 0 to 1; 0: every pose is taken. The compared
    /// numbers are the distance of the centers, plus the sum of the half extents times 2 sin(angle / 2). Use: bodies
    /// that rest, but shake a little.
    float motion_tolerance = 0;
    /// How far payloads look for their points, as MatchOptions::max_distance. The sizes there have no radius: the point
    /// of a ball is matched by its id alone.
    float match_distance = kMatchDistance;
    /// How deep boxes are in each other at an impact, meters: a quarter of this to all of it. 0 to kMaxNearDistance.
    /// Edges and corners may be up to 2.5 times this deep. Two boxes whose half thicknesses are both below twice this
    /// are less deep, or up to a quarter of this apart; see WorldImpact. It should be more than the depth at which
    /// bodies rest on each other.
    float impact_depth = 5e-3F;
    bool point_payloads = true;         ///< World::payloads(): 128 bytes per contact
    bool contact_payloads = false;      ///< World::contact_payload(): 32 bytes per contact
    PairPredicate predicate = nullptr;  ///< decides which pairs the World keeps; null: none
    void* predicate_user = nullptr;     ///< passed to the predicate
};

/// The results of World::update(): what has changed. The spans are valid until the next update() or destruction. The
/// order of the contacts has no meaning, but is the same for every instruction set and number of threads. Contacts of
/// destroyed boxes are in `ended`, with the ids that they had.
struct WorldUpdate {
    /// Contacts of boxes that touch now, and did not before. Also contacts that have become those of the other kind,
    /// with a manifold or without, or that are switched on again.
    std::span<const WorldContact> begun;
    /// Touch now, and did before; a box has a new pose, size, radius, speculative distance or covered sides.
    std::span<const WorldContact> changed;
    /// Contacts of boxes that touched before, and do not now. Also contacts that have become those of the other kind,
    /// or that are switched off. Slots may belong to others now, except those of contacts that are switched off.
    std::span<const WorldContact> ended;
    /// What continuous boxes meet on their way, by time, then by pair. Contacts are those of the poses now.
    std::span<const WorldImpact> impacts;
    std::size_t contact_count = 0;        ///< contacts, without those that are off; World::copy_contacts() copies them
    std::uint64_t pair_count = 0;         ///< pairs whose bounds overlap and that pass the filters
    std::uint64_t tested_count = 0;       ///< how many of these pairs were tested again: new, or with a changed box
    std::uint64_t changed_box_count = 0;  ///< boxes with newly computed bounds
    std::uint64_t point_count = 0;        ///< contact points of the pairs tested again
    UpdatePath path = UpdatePath::none;   ///< how the Broadphase found its pairs
    std::uint32_t thread_count = 0;       ///< threads that took part
    Isa isa = Isa::best;                  ///< the instruction set that ran
    /// Wall time of each part of an update, nanoseconds. All zero in an update with at most 32 changed boxes: to read
    /// the clock would cost more than such an update.
    struct Times {
        std::uint64_t bounds = 0;       ///< bounds of changed boxes
        std::uint64_t broadphase = 0;   ///< pairs of bounds
        std::uint64_t filters = 0;      ///< filters and predicate
        std::uint64_t narrowphase = 0;  ///< axes and impacts
        std::uint64_t manifolds = 0;    ///< manifolds and point matching
        std::uint64_t events = 0;       ///< lists and events
    } times;                            ///< where the time went
};

/// A set of moving boxes that reports which of them touch: the collision engine of a rigid-body solver.
///
///     World world;
///     BoxId id;
///     world.create(def, id);
///     std::vector<WorldContact> contacts;
///     for (;;) {
///         world.set_poses(ids, poses);
///         WorldUpdate update;
///         world.update(update);
///         contacts.resize(update.contact_count);
///         world.copy_contacts(contacts);
///         for (const WorldContact& contact : contacts) {
///             if (contact.is_sensor()) continue;
///             solve(world.manifold(contact.slot), world.payloads(contact.slot));
///         }
///     }
///
/// **Positions** are doubles. Kernels get one box of a pair relative to the other, so contacts at 1e7 m are as
/// precise as at the origin. Bounds are floats relative to the origin of set_origin(). Far from it they are coarse:
/// that costs candidates, never contacts.
///
/// **Contacts** are those of collide() with the axes of the last step (satori/contacts.hpp). A pair of two unchanged
/// boxes keeps its contact unchanged.
///
/// **Payloads** are 32 bytes for the program's own data. Those of points follow their point from step to step as
/// match_points() finds it: by feature id, else by distance. Those of contacts stay as long as the boxes touch. New
/// points and contacts have zero payloads.
///
/// **Pairs.** At least one of the two boxes must be dynamic or a detector, and BoxFilter must accept the pair. If a
/// sensor has to make pairs with static and kinematic boxes, set `sensor` and MotionType::detector_box.
///
/// **Continuous boxes.** update() reports when continuous boxes meet others between the poses of the last update and
/// those now (WorldImpact). A program sets poses and updates. Then it sets the boxes of the first impacts back to their
/// times, calls set_continuous() for them with the value that they have, so that they have no way back, and updates
/// again. While a World has continuous boxes, the bounds of all moved boxes contain their ways. From the first one on,
/// it keeps 40 bytes more per box. The way of a new box begins where it was created. A box that moves farther than
/// kMaxTranslation along a world axis between two updates counts as set to another place: it has no way.
///
/// **Calls.** Events and contacts are always those of the last update(): calls that change boxes do not change them. A
/// call that fails changes nothing (but see update()) and can be repeated. Calls must not overlap in time, unless
/// all of them only read: `const` functions, and queries of a `const World&` (satori/world_queries.hpp).
///
/// **Cost.** update() is O(changed boxes and their pairs), plus the cost of Broadphase::update(). While it records, it
/// is also O(contacts).
class SATORI_API World {
public:
    /// Creates an empty World. Allocates nothing yet. With options that are not legal, create() and update() fail
    /// with `invalid_argument`.
    explicit World(const WorldOptions& options = {}, Allocator allocator = {}) noexcept;
    /// Takes the content of `other`, which is then empty.
    World(World&& other) noexcept;
    /// Takes the content of `other`, which gets that of this one.
    World& operator=(World&& other) noexcept;
    /// Releases all memory; its boxes and contacts are gone.
    ~World();

    /// Creates boxes: ids[i] for defs[i]. Their indices are the lowest that are free: never used, or of boxes
    /// destroyed before the last update(). Errors: `invalid_argument` (sizes differ, unknown motion type, covered
    /// sides above kAllSides, a speculative distance or options that are not legal), `invalid_box` (a pose, half
    /// extents or a radius that are not legal), `capacity_exceeded`, `out_of_memory`. `*invalid_index` (if given) is
    /// the first faulty index.
    Status create(std::span<const BoxDef> defs, std::span<BoxId> ids, std::uint64_t* invalid_index = nullptr) noexcept;
    /// Creates one box. Errors as above, here and for all calls for one box below.
    Status create(const BoxDef& def, BoxId& id) noexcept { return create({&def, 1}, {&id, 1}); }
    /// Creates the boxes of a view: ids[i] for its box i. Positions stay doubles; the view's origin is subtracted from
    /// them. All else of the boxes is that of `common`, whose pose and half extents are not read. Errors as above, and
    /// those of AnyBoxView.
    Status create(const AnyBoxView& view, const BoxDef& common, std::span<BoxId> ids,
                  std::uint64_t* invalid_index = nullptr) noexcept;
    /// Destroys boxes. Errors here and below: `invalid_id` for an id of no box; `*invalid_index` (if given) is the
    /// place of that id in `ids`. destroy() also fails with `invalid_id` for an id that comes twice. When an id comes
    /// twice in another call, the last value counts.
    Status destroy(std::span<const BoxId> ids, std::uint64_t* invalid_index = nullptr) noexcept;
    /// Destroys one box.
    Status destroy(BoxId id) noexcept { return destroy({&id, 1}); }

    /// Sets poses: poses[i] for ids[i]; see also WorldOptions::motion_tolerance. Wakes the boxes. Errors: `invalid_id`,
    /// `invalid_argument` (sizes differ), `invalid_box`.
    Status set_poses(std::span<const BoxId> ids, std::span<const BoxPose> poses,
                     std::uint64_t* invalid_index = nullptr) noexcept;
    /// Sets poses to those of a view, as set_poses() does: its pose i for ids[i]. Sizes are not read, and need not be
    /// there, unless positions are corners. Errors as above, and those of AnyBoxView.
    Status set_any_poses(const AnyBoxView& view, std::span<const BoxId> ids,
                         std::uint64_t* invalid_index = nullptr) noexcept;
    /// Sets the pose of one box.
    Status set_pose(BoxId id, const BoxPose& pose) noexcept { return set_poses({&id, 1}, {&pose, 1}); }
    /// Sets half extents: half_extents[i] for ids[i]. Errors as set_poses().
    Status set_half_extents(std::span<const BoxId> ids, std::span<const Vec3> half_extents,
                            std::uint64_t* invalid_index = nullptr) noexcept;
    /// Sets the half extents of one box.
    Status set_half_extents(BoxId id, const Vec3& half_extents) noexcept {
        return set_half_extents({&id, 1}, {&half_extents, 1});
    }
    /// Sets radii: radii[i] for ids[i]; see BoxDef. Errors as set_poses().
    Status set_radii(std::span<const BoxId> ids, std::span<const float> radii,
                     std::uint64_t* invalid_index = nullptr) noexcept;
    /// Sets the radius of one box.
    Status set_radius(BoxId id, float radius) noexcept { return set_radii({&id, 1}, {&radius, 1}); }
    /// Sets covered sides: sides[i] for ids[i]. Errors: `invalid_id`, `invalid_argument` (sizes differ, or sides
    /// above kAllSides at `*invalid_index`).
    Status set_covered_sides(std::span<const BoxId> ids, std::span<const CoveredSides> sides,
                             std::uint64_t* invalid_index = nullptr) noexcept;
    /// Sets the covered sides of one box.
    Status set_covered_sides(BoxId id, CoveredSides sides) noexcept { return set_covered_sides({&id, 1}, {&sides, 1}); }
    /// Sets speculative distances: distances[i] for ids[i]; see BoxDef. Errors: `invalid_id`, `invalid_argument` (sizes
    /// differ, or a distance that is not legal at `*invalid_index`).
    Status set_speculative_distances(std::span<const BoxId> ids, std::span<const float> distances,
                                     std::uint64_t* invalid_index = nullptr) noexcept;
    /// Sets the speculative distance of one box.
    Status set_speculative_distance(BoxId id, float distance) noexcept {
        return set_speculative_distances({&id, 1}, {&distance, 1});
    }
    /// Sets filters: filters[i] for ids[i]. Errors: `invalid_id`, `invalid_argument` (sizes differ).
    Status set_filters(std::span<const BoxId> ids, std::span<const BoxFilter> filters,
                       std::uint64_t* invalid_index = nullptr) noexcept;
    /// Sets the filter of one box.
    Status set_filter(BoxId id, const BoxFilter& filter) noexcept { return set_filters({&id, 1}, {&filter, 1}); }
    /// Sets the motion type of boxes. Errors: `invalid_id`, `invalid_argument` (unknown motion type).
    Status set_motion(std::span<const BoxId> ids, MotionType motion, std::uint64_t* invalid_index = nullptr) noexcept;
    /// Sets the motion type of one box.
    Status set_motion(BoxId id, MotionType motion) noexcept { return set_motion({&id, 1}, motion); }
    /// Puts boxes to sleep, or wakes them. Errors: `invalid_id`.
    Status set_sleeping(std::span<const BoxId> ids, bool sleeping, std::uint64_t* invalid_index = nullptr) noexcept;
    /// Puts one box to sleep, or wakes it.
    Status set_sleeping(BoxId id, bool sleeping) noexcept { return set_sleeping({&id, 1}, sleeping); }
    /// Makes boxes sensors, or solid. In the next update() their contacts end, and begin anew as those of the other
    /// kind. Sensors cover no sides: after a change of static boxes, call find_covered_sides() again. Errors:
    /// `invalid_id`.
    Status set_sensor(std::span<const BoxId> ids, bool sensor, std::uint64_t* invalid_index = nullptr) noexcept;
    /// Makes one box a sensor, or solid.
    Status set_sensor(BoxId id, bool sensor) noexcept { return set_sensor({&id, 1}, sensor); }
    /// Makes boxes continuous, or no longer: update() reports what continuous boxes meet on their way, see WorldImpact.
    /// The ways of these boxes begin anew, where they are now, also of boxes that were continuous before. So a program
    /// can set a box to another place, and it meets nothing in between. With the first continuous box, the ways of all
    /// boxes begin where these are now. Errors: `invalid_id`, `out_of_memory`.
    Status set_continuous(std::span<const BoxId> ids, bool continuous, std::uint64_t* invalid_index = nullptr) noexcept;
    /// Makes one box continuous, or no longer.
    Status set_continuous(BoxId id, bool continuous) noexcept { return set_continuous({&id, 1}, continuous); }
    /// Sets the 64 bits of the program's own data. Errors: `invalid_id`.
    Status set_user_data(BoxId id, std::uint64_t user_data) noexcept;

    /// Makes two boxes ignore each other: from the next update() on they make no pair. This lasts until restore() or
    /// until one of them is destroyed. O(1) however many pairs are ignored; destroy() takes O(1) for each ignored pair
    /// of its boxes. Errors: `invalid_id`, also for a box with itself; `out_of_memory`.
    Status ignore(BoxId a, BoxId b) noexcept;
    /// Undoes ignore(). Errors: `invalid_id`, also for a box with itself.
    Status restore(BoxId a, BoxId b) noexcept;

    /// Switches the contact of two boxes that touched in the last update() off, or on again. The next update() puts it
    /// into `ended` or `begun`. While a contact is off, no event, count or copy_contacts() has it. It keeps its slot,
    /// and update() keeps its manifold and payloads up to date. The World forgets that it was off when the boxes stop
    /// touching, or when a filter, ignore() or set_sensor() ends the contact. Use: platforms that boxes pass from
    /// below. O(1). Errors: `invalid_id`, also for a box with itself; `invalid_argument` (the boxes did not touch),
    /// `out_of_memory`.
    Status set_contact_enabled(BoxId a, BoxId b, bool enabled) noexcept;

    /// Sets the covered sides of all static boxes without a radius to those that others of these boxes cover.
    /// satori::find_covered_sides() defines which these are. It compares positions in double, leaves sensors out, and
    /// does not apply filters. The program should call it again after static boxes are created, destroyed or moved. The
    /// next update() remakes the contacts of boxes whose sides changed. O(index_limit() + pairs of static boxes near
    /// each other); its memory is only for the call. Errors: those of satori::find_covered_sides(), `recording_failed`.
    Status find_covered_sides(float tolerance, const Execution& execution = {}) noexcept;

    /// Sets the origin that bounds are relative to. The next update() computes all bounds again. Errors:
    /// `invalid_argument` (the origin is not legal as a position, or the options are not legal), `out_of_memory`.
    Status set_origin(const Vec3d& origin) noexcept;

    /// Finds which boxes touch.
    ///
    /// Errors, after which the update can be repeated: `invalid_argument` (illegal options), `out_of_memory`,
    /// `executor_failed`, `unsupported_isa`, `workspace_in_use`; `limit_exceeded` (more pairs of bounds would exist
    /// after it than execution.max_pairs, those that filters reject included); `recording_failed` (see record()).
    /// After an error the boxes, the pairs, and which pairs touch in which slots are unchanged. After `out_of_memory`
    /// and `executor_failed`, bounds, manifolds and payloads may be those of the failed update; after
    /// `limit_exceeded`, only the bounds. state_hash() may differ then. Until an update succeeds, create() may end
    /// contacts of destroyed boxes; the next one that succeeds tells of them.
    Status update(WorldUpdate& result, const Execution& execution = {}) noexcept;

    /// Returns the number of boxes.
    std::uint32_t size() const noexcept;
    /// Returns whether a box has this id.
    bool contains(BoxId id) const noexcept;
    /// Returns the id of the box at an index, or the null id.
    BoxId id_at(std::uint32_t index) const noexcept;
    /// Returns a number that every index is below.
    std::uint32_t index_limit() const noexcept;
    /// Returns the box as it is now. For an id of no box: a default BoxDef.
    BoxDef box(BoxId id) const noexcept;

    /// Returns the number of contacts after the last update(): those with sensors included, those that are off not.
    std::size_t contact_count() const noexcept;
    /// Copies all contacts to `out`: those with sensors included, those that are off not. Their order has no meaning,
    /// as in WorldUpdate. `capacity_exceeded` when out.size() < contact_count(): nothing is written. O(pairs).
    Status copy_contacts(std::span<WorldContact> out) const noexcept;
    /// Copies the contacts of one box to `out`, in ascending order of the other box. `count` is their number, also
    /// after `capacity_exceeded`. Errors: `invalid_id`; `capacity_exceeded` when out.size() < count: nothing is
    /// written. O(pairs of the box); after an update() that failed, O(pairs).
    Status copy_contacts(BoxId id, std::span<WorldContact> out, std::size_t& count) const noexcept;
    /// Returns the manifold of a contact of the last update(). Any other slot gives a manifold without points.
    const ContactManifold& manifold(std::uint32_t slot) const noexcept;
    /// Returns the four payloads of the manifold's points. Empty for any other slot, and when
    /// WorldOptions::point_payloads is false.
    std::span<PointPayload> payloads(std::uint32_t slot) noexcept;
    /// Returns the payload of a contact. Null for any other slot, and unless WorldOptions::contact_payloads is true.
    ContactPayload* contact_payload(std::uint32_t slot) noexcept;

    /// Returns true when its own tables, and those of its Broadphase, are consistent. For tests: O(boxes + pairs log
    /// pairs + candidates).
    bool validate() const noexcept;
    /// Returns a hash of all state that later updates depend on, payloads included. Two Worlds that received the same
    /// calls have the same hash, on every machine. O(boxes + pairs).
    std::uint64_t state_hash() const noexcept;

    /// Returns the memory held, bytes.
    std::uint64_t bytes() const noexcept;

    /// Makes this World a copy of another one. It gets boxes with their ids, contacts with their slots and payloads,
    /// ignored pairs, origin, and options except predicate and predicate_user, which stay. Both Worlds then have the
    /// same state_hash(). As long as they get the same calls, and have the same predicate, they give the same results.
    /// Result spans of the last update() stay valid until the next one, if both Worlds have equal margins, motion
    /// tolerance, match distance and kinds of payloads; if not, the call ends them. O(boxes + pairs), at the speed of a
    /// memory copy. Allocates only where this World has no room. A recording of this World gets a snapshot.
    /// satori/world_snapshot.hpp does the same through bytes.
    ///
    /// Errors, which change nothing: `invalid_argument` (the options of `other` are not legal; or this World is being
    /// recorded, and the Worlds differ in margins, motion tolerance, match distance or kinds of payloads),
    /// `recording_failed`, `out_of_memory`. After success and after `out_of_memory`, queries must be prepared again.
    Status copy_from(const World& other) noexcept;

    /// Starts a recording: options.write gets all later changes of this World, for a WorldReplay. They come after a
    /// snapshot if boxes were created before. Errors: `invalid_argument` (a
    /// recording runs, options.write is null, or the World's options are not legal), `recording_failed` (options.write
    /// returned false), `out_of_memory`. A recording ends by itself when options.write returns false, or when it lacks
    /// memory, or when an update fails (satori/world_recording.hpp). Then the next call that would change the World
    /// fails with `recording_failed`, once, and can be repeated.
    Status record(const RecordOptions& options) noexcept;
    /// Ends the recording. Errors: `invalid_argument` (no recording runs), `recording_failed` (options.write did not
    /// take all bytes).
    Status stop_recording() noexcept;

private:
    friend struct detail::WorldState;
    Status ensure_state() noexcept;
    /// Implements create(): def_at(i) for ids[i].
    template <class DefAt>
    Status create_boxes(std::span<BoxId> ids, std::uint64_t* invalid_index, DefAt&& def_at) noexcept;
    void free_state() noexcept;

    WorldOptions options_;
    Allocator allocator_;
    detail::WorldState* state_ = nullptr;
};

/// @}

SATORI_NAMESPACE_END
