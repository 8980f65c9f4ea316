#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <satori/distances.hpp>
#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/impacts.hpp>
#include <satori/shapes.hpp>
#include <satori/status.hpp>
#include <satori/workspace.hpp>
#include <satori/world.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup world_queries
///
/// Queries about the boxes of a World: rays, casts of boxes, overlaps with shapes, nearest boxes, distances. Each call
/// takes any number of queries. Answers are those for the boxes as they are now, after every call made so far. They
/// depend only on the boxes and the query.
///
/// **Cost.** Queries use the columns that the Broadphase keeps between updates: a ray is O(columns crossed + boxes near
/// it). The first query after a change prepares for all later ones. When no columns exist, it sorts all boxes into
/// columns: O(n). It collects the boxes created or changed since the last update(): O(changed). These are not in the
/// columns, so each query tests the bounds of all of them. Before many queries after many changes, call update(). Each
/// query also tests the bounds of boxes that have moved far since the columns were made: at most one box in 12, and in
/// a World of up to 128 boxes all.
///
/// **Threads.** Calls that take a `const World&` only read the World, so any number of them may run at the same time,
/// each with its own workspace. They do not prepare: prepare_queries() does, or a query that takes a `World&`. They
/// return `not_prepared` when this was never done, or when the World has changed since: a box was created, destroyed or
/// changed, the origin moved, or update(), copy_from() or load() ran. Filters, motion types, sleep, user data and
/// set_continuous() are no such changes. Calls that take a `World&` must not overlap in time with any call of the same
/// World.
///
/// **Distances** of pairs are those of distances() on two boxes, one placed beside the other in double. delta is that
/// of satori/distances.hpp, plus the rounding of doubles at their positions.
///
/// **Memory**, kept for the next call: 28 bytes per changed box. all_hits() also takes twice the size of its results,
/// find_boxes() and classify_boxes() 4 bytes more per result, and all three the size of the longest list per thread.
/// This memory is in the given workspace, or else in the World.
///
/// **Precision.** Boxes are exact within 16 * FLT_EPSILON * (half extents + distance of the box's center from the
/// query's origin), plus the rounding of doubles at their positions. Rays, casts and distances are computed in
/// double. Touching counts as overlap.
///
/// Errors of all calls, which leave outputs unchanged: `invalid_argument` (sizes of spans do not fit, a filter that is
/// not legal), `invalid_shape` (a query that is not legal; `*options.invalid_index`, if given, is the first),
/// `out_of_memory`, `unsupported_isa`, `workspace_in_use`, `not_prepared`. After `executor_failed` the outputs are
/// unspecified. Queries never change the world's state_hash() or what its updates find.
/// @{

/// Selects the boxes that a query sees.
struct QueryFilter {
    /// Boxes whose BoxFilter::category has one of these bits; all bits: every box.
    std::uint64_t mask = ~std::uint64_t{0};
    bool sensors = false;               ///< true: sensors too
    BoxId ignored{};                    ///< a box to leave out, such as the one that casts the ray
    std::uint32_t ignored_owner = 0;    ///< leaves out boxes of this BoxFilter::owner; 0: none
    std::uint32_t ignored_motions = 0;  ///< motion types to leave out: a sum of motion_bit()
    /// More boxes to leave out, in any order. Each box near a query is compared with all of them. Legal: not null,
    /// unless ignored_count is 0.
    const BoxId* ignored_boxes = nullptr;
    std::size_t ignored_count = 0;  ///< number of ignored_boxes
};

/// Returns the bit of a motion type in QueryFilter::ignored_motions.
constexpr std::uint32_t motion_bit(MotionType motion) noexcept {
    return std::uint32_t{1} << static_cast<std::uint32_t>(motion);
}

/// Decides whether query `query` (its index in the call) sees a box. It is asked about a box only when the filter has
/// let the box pass and the query meets the box, so that without a predicate the box could be in the answer.
/// all_hits(), find_boxes() and classify_boxes() ask about every such box. The other calls ask until the answer is
/// certain, so not about all. How often a query asks about one box, and in which order, has no meaning. The predicate
/// must be a pure function. It is called on all threads of the call, and must not call into the World.
using QueryPredicate = bool (*)(std::size_t query, BoxId box, void* user) noexcept;

/// Options of the queries.
struct QueryOptions {
    QueryFilter filter{};   ///< the boxes that all queries see, unless `filters` has one for each query
    Execution execution{};  ///< where the call runs
    std::uint64_t* invalid_index = nullptr;  ///< where the index of a query that is not legal goes; may be null
    std::span<const QueryFilter> filters{};  ///< filters[i] is that of query i; empty: `filter` is that of all
    QueryPredicate predicate = nullptr;      ///< decides about boxes that pass the filter; null: none
    void* predicate_user = nullptr;          ///< passed to the predicate
};

/// All points origin + t * direction with 0 <= t <= max_distance. Distances are in units of the direction's length,
/// which may be any; a segment has the difference of its ends as direction and max_distance 1. Legal: the origin as a
/// position, largest component of the direction kMinDirection to kMaxDirection, max_distance at least 0, or infinity.
struct WorldRay {
    Vec3d origin;              ///< where it begins, meters
    Vec3d direction{0, 0, 1};  ///< any length
    double max_distance =
        std::numeric_limits<double>::infinity();  ///< where it ends, in units of the direction's length
};

/// A box that moves along `direction` without rotation. WorldMovingBox turns. Legal: pose, half extents and radius as
/// those of a box, skin 0 to kMaxSpeculativeDistance, the rest as a ray.
struct WorldBoxCast {
    BoxPose pose;                         ///< where the box begins
    Vec3 half_extents{0.5F, 0.5F, 0.5F};  ///< half of its edge lengths, meters
    Vec3d direction{0, 0, 1};             ///< the way that it takes, of any length
    double max_distance =
        std::numeric_limits<double>::infinity();  ///< how far it goes at most, in units of the direction's length
    /// Meters. The motion ends this far before a box, measured along the normal of the hit.
    float skin = 0;
    float radius = 0;  ///< rounds the box, meters; see BoxDef::radius
};

/// A hit: where a ray or a cast box meets a box.
struct WorldHit {
    double distance = std::numeric_limits<double>::infinity();  ///< in units of the direction's length
    BoxId box;                                                  ///< the box that is hit; null: no hit
    /// Outward unit normal of the box's surface at the hit. Zero when a ray begins in the box or on it. When a cast
    /// begins in contact with the box: the direction of the shortest way out.
    Vec3 normal;
    /// Casts: how deep the cast box is in the other box (or its skin) when it begins, along the normal; meters.
    float depth = 0;
    /// Zero when there is no hit. Rays: origin + distance * direction. Casts: a point that both boxes have in common at
    /// the hit. It is on the other box's surface, unless the boxes overlap when the cast begins. With a skin, the cast
    /// box is first moved against the normal until it touches the other box. A cast box that would pass a corner then
    /// touches nothing: the point is one of the other box, near both.
    Vec3d point;
};
static_assert(sizeof(WorldHit) == 56);

/// A box that moves straight and turns, among boxes that stand still. Legal: pose, half extents and radius as those of
/// a box, the motion as BoxMotion, distance and tolerance as in ImpactOptions.
struct WorldMovingBox {
    BoxPose pose;                         ///< at time 0
    Vec3 half_extents{0.5F, 0.5F, 0.5F};  ///< half of its edge lengths, meters
    float radius = 0;                     ///< rounds the box, meters; see BoxDef::radius
    BoxMotion motion{};                   ///< from time 0 to time 1
    float distance = 0;       ///< it meets a box when it is nearer to it than this, meters; 0 to kMaxNearDistance
    float tolerance = 1e-3F;  ///< how much farther from it it may be at the time, meters; 0 to kMaxNearDistance
};

/// The first box that a moving box meets, and when.
struct WorldBoxImpact {
    BoxId box;            ///< the box that is met; null: none
    TimeOfImpact impact;  ///< `closest`: of the moving box, then of the other one
};
static_assert(sizeof(WorldBoxImpact) == 56);

/// A shape whose coordinates are relative to `origin`. The call takes boxes relative to `origin` in double and then
/// rounds them to float, so near the shape there is no loss of precision.
struct WorldShape {
    Vec3d origin;    ///< near the shape, for precision
    ShapeRef shape;  ///< its coordinates are relative to `origin`
};

/// A point whose nearest box within max_distance is to be found. Legal: a position; max_distance at least 0.
struct WorldPoint {
    Vec3d position;                                                 ///< where the point is, meters
    double max_distance = std::numeric_limits<double>::infinity();  ///< no box farther away counts, meters
};

/// The box nearest to a point.
struct WorldClosest {
    double distance =
        std::numeric_limits<double>::infinity();  ///< distance to the box, meters; 0 when the point is in it
    BoxId box;                                    ///< the nearest box; null: none is near enough
    Vec3d point;                                  ///< the box's point nearest to the given point
};

/// Hits of many rays or casts: hits of query i are [begin[i], begin[i + 1]), by distance, then index. The given
/// workspace holds them until its next call. Without a workspace, the World holds them until its next all_hits()
/// without one. A call that fails counts too.
struct WorldHits {
    std::span<const WorldHit> hits;        ///< hits of all queries
    std::span<const std::uint64_t> begin;  ///< has one item more than there are queries
};

/// Boxes that many shapes overlap: boxes of shape i are [begin[i], begin[i + 1]), by index. The given workspace holds
/// them until its next call. Without a workspace, the World holds them until its next find_boxes() or classify_boxes()
/// without one. A call that fails counts too.
struct WorldBoxes {
    std::span<const BoxId> boxes;          ///< boxes of all shapes
    std::span<const std::uint64_t> begin;  ///< has one item more than there are shapes
};

/// A box that has a point in common with a shape. 12 bytes.
struct WorldContained {
    BoxId box;                                       ///< overlaps the shape
    Containment containment = Containment::outside;  ///< crossing or inside
    std::uint8_t unused[3] = {};                     ///< zero
};

/// Boxes that many shapes overlap, as WorldBoxes, and how they lie to the shapes. Held like WorldBoxes, until the next
/// find_boxes() or classify_boxes().
struct WorldContainments {
    std::span<const WorldContained> boxes;  ///< boxes of all shapes
    std::span<const std::uint64_t> begin;   ///< has one item more than there are shapes
};

/// Pairs of boxes that are near each other, by index of the first box, then of the second. The given workspace holds
/// them until its next call. Without a workspace, the World holds them until its next find_near_pairs() without one. A
/// call that fails counts too.
struct WorldPairs {
    std::span<const WorldPair> pairs;  ///< each pair once
};

/// Brings everything that queries read up to date, so that calls that take a `const World&` can answer. It does nothing
/// when nothing has changed since queries were last prepared. A recording does not contain it. Errors: those of all
/// calls about memory, executors and instruction sets; `invalid_argument` (the World's options are not legal).
/// O(changed boxes), and O(boxes) when no columns exist.
SATORI_API Status prepare_queries(World& world, const Execution& execution = {}) noexcept;

/// Finds the first hit of each ray: hits[i] for rays[i]. Of several at one distance, the box of lowest index.
SATORI_API Status closest_hits(const World& world, std::span<const WorldRay> rays, std::span<WorldHit> hits,
                               const QueryOptions& options = {}) noexcept;
/// Prepares, then finds the same.
SATORI_API Status closest_hits(World& world, std::span<const WorldRay> rays, std::span<WorldHit> hits,
                               const QueryOptions& options = {}) noexcept;

/// Finds which rays meet any box: blocked[i] = 1 when rays[i] meets a box, else 0.
SATORI_API Status any_hits(const World& world, std::span<const WorldRay> rays, std::span<std::uint8_t> blocked,
                           const QueryOptions& options = {}) noexcept;
/// Prepares, then finds the same.
SATORI_API Status any_hits(World& world, std::span<const WorldRay> rays, std::span<std::uint8_t> blocked,
                           const QueryOptions& options = {}) noexcept;

/// Finds every box that each ray meets, and where the ray enters it.
SATORI_API Status all_hits(const World& world, std::span<const WorldRay> rays, WorldHits& result, Workspace& workspace,
                           const QueryOptions& options = {}) noexcept;
/// Prepares, then finds the same with the World's own workspace.
SATORI_API Status all_hits(World& world, std::span<const WorldRay> rays, WorldHits& result,
                           const QueryOptions& options = {}) noexcept;

/// Finds every box that each cast box would meet if it were the only one, with the hit that cast_boxes() would return.
SATORI_API Status all_hits(const World& world, std::span<const WorldBoxCast> casts, WorldHits& result,
                           Workspace& workspace, const QueryOptions& options = {}) noexcept;
/// Prepares, then finds the same with the World's own workspace.
SATORI_API Status all_hits(World& world, std::span<const WorldBoxCast> casts, WorldHits& result,
                           const QueryOptions& options = {}) noexcept;

/// Finds the first hit of each cast box: hits[i] for casts[i]; ties as in closest_hits(). All 15 separating axes of
/// boxes in motion (Ericson, Real-Time Collision Detection, 5.5.2). An axis of two edges within 1e-6 rad of parallel
/// is left out. The distance may be too large by the precision above, divided by the speed at which the boxes approach.
///
/// **Contact at the start.** A cast box may begin inside another box, or within 1e-9 of their sizes and distance from
/// it. Such a box is hit, at distance 0, only when the motion takes the cast box deeper: against the shortest way
/// out, and by more than 1e-5 rad away from the surface. Normal and depth are the direction and the length of that
/// way. The box is not hit when the motion leads along its surface or away from it, so a box that was moved to where
/// a cast ended can slide on. In all casts, a box that the motion only slides along is not hit. find_boxes() tells
/// whether boxes overlap at the start.
///
/// **Skin.** A skin acts as if the other boxes were larger by it: each of the 15 axes separates boxes only where they
/// are further apart than the skin. Corners stop a cast box a little earlier. A box that begins outside the skin stays
/// outside it, apart from the angles and tolerances above. A box that begins within the skin begins in contact. Moved
/// by `depth` along the normal, it is at the skin's edge, within the rounding of a float.
///
/// **Radii.** When one of the two boxes has a radius, the motion ends where the cores are both radii and the skin
/// apart, also at corners. Newton's method on the distance (GJK: Gilbert, Johnson and Keerthi 1988) finds this place.
SATORI_API Status cast_boxes(const World& world, std::span<const WorldBoxCast> casts, std::span<WorldHit> hits,
                             const QueryOptions& options = {}) noexcept;
/// Prepares, then finds the same.
SATORI_API Status cast_boxes(World& world, std::span<const WorldBoxCast> casts, std::span<WorldHit> hits,
                             const QueryOptions& options = {}) noexcept;

/// Finds the first box that each moving box meets: impacts[i] for boxes[i]. Of several at one time, the box of lowest
/// index. The time is the one of times_of_impact(), where the World's boxes stand still: never late, and early by no
/// more than the tolerance, which counts as 4 delta if it is less: see times_of_impact(). delta grows with the larger
/// box; cast_boxes() is more exact for boxes that do not turn. A box that is met may be `unresolved`: it is not met
/// before the time. A box that is nearer than the distance at time 0 is met at time 0, also when the motion leads away
/// from it.
SATORI_API Status first_impacts(const World& world, std::span<const WorldMovingBox> boxes,
                                std::span<WorldBoxImpact> impacts, const QueryOptions& options = {}) noexcept;
/// Prepares, then finds the same.
SATORI_API Status first_impacts(World& world, std::span<const WorldMovingBox> boxes, std::span<WorldBoxImpact> impacts,
                                const QueryOptions& options = {}) noexcept;

/// Finds all boxes that have a point in common with each shape, as find_boxes() of a batch does.
SATORI_API Status find_boxes(const World& world, std::span<const WorldShape> shapes, WorldBoxes& result,
                             Workspace& workspace, const QueryOptions& options = {}) noexcept;
/// Prepares, then finds the same with the World's own workspace.
SATORI_API Status find_boxes(World& world, std::span<const WorldShape> shapes, WorldBoxes& result,
                             const QueryOptions& options = {}) noexcept;

/// Finds the same boxes as find_boxes(), and which of them lie wholly in the shape, as classify_boxes() of a batch
/// does.
SATORI_API Status classify_boxes(const World& world, std::span<const WorldShape> shapes, WorldContainments& result,
                                 Workspace& workspace, const QueryOptions& options = {}) noexcept;
/// Prepares, then finds the same with the World's own workspace.
SATORI_API Status classify_boxes(World& world, std::span<const WorldShape> shapes, WorldContainments& result,
                                 const QueryOptions& options = {}) noexcept;

/// Finds the box nearest to each point: closest[i] for points[i]. Of several at one distance, the box of lowest
/// index.
SATORI_API Status closest_boxes(const World& world, std::span<const WorldPoint> points, std::span<WorldClosest> closest,
                                const QueryOptions& options = {}) noexcept;
/// Prepares, then finds the same.
SATORI_API Status closest_boxes(World& world, std::span<const WorldPoint> points, std::span<WorldClosest> closest,
                                const QueryOptions& options = {}) noexcept;

/// Computes how far the boxes of given pairs are apart, and where: distances[k] for pairs[k], as distances() of a
/// batch. A pair may name its boxes in either order. Of `options`, only execution and invalid_index have an effect.
///
/// Errors, beside those of all calls: `invalid_id` (a box does not exist, or a pair names one box twice);
/// `*options.invalid_index`, if given, is the first such pair. O(pairs).
SATORI_API Status distances(const World& world, std::span<const WorldPair> pairs, std::span<PairDistance> distances,
                            const QueryOptions& options = {}) noexcept;
/// Prepares, then computes the same.
SATORI_API Status distances(World& world, std::span<const WorldPair> pairs, std::span<PairDistance> distances,
                            const QueryOptions& options = {}) noexcept;

/// Finds all pairs of boxes that are at most `max_distance` apart. The pairs are those of which distances() says so,
/// and that update() would keep: motion types, BoxFilter, ignore() and sensors have the same effect. WorldOptions'
/// predicate is not asked. The call is one query: both boxes of a pair must pass the filter and the predicate of
/// `options`. So pairs with a sensor are found only when the filter lets sensors pass.
///
/// It sorts all boxes anew into columns, as find_near_pairs() of a batch does. O(index_limit() + boxes + pairs).
///
/// Errors, beside those of all calls: `invalid_argument` when `max_distance` is not in [0, kMaxNearDistance];
/// `limit_exceeded` as in find_pairs().
SATORI_API Status find_near_pairs(const World& world, float max_distance, WorldPairs& result, Workspace& workspace,
                                  const QueryOptions& options = {}) noexcept;
/// Prepares, then finds the same with the World's own workspace.
SATORI_API Status find_near_pairs(World& world, float max_distance, WorldPairs& result,
                                  const QueryOptions& options = {}) noexcept;

/// @}

SATORI_NAMESPACE_END
