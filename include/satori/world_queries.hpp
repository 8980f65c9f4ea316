#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/shapes.hpp>
#include <satori/status.hpp>
#include <satori/world.hpp>

/// Questions about the boxes of a World: rays, boxes that are pushed, shapes that overlap, what is nearest. Each call takes
/// any number of queries; one is a batch of one. Answers are those for the boxes as they are now, after every call made so
/// far, and depend on these and the query alone.
///
/// **Cost.** Queries walk the columns that the Broadphase keeps between updates: a ray O(columns crossed + boxes near it).
/// Where it keeps none, after updates that moved much or next to nothing, the first query sorts the boxes into columns, which
/// later updates may use too: O(n), and up to four times as long where most that moved last moved little, for the notes that
/// updates use (Broadphase, Cost). Boxes created or changed since the last update() stand in no column yet: each call takes them in
/// anew, O(changed), and each query looks at all of their bounds. Many queries after many changes: update() first.
///
/// **Memory.** 28 bytes per changed box; of lists their length twice, and for each thread that of the longest. Kept for the
/// next call.
///
/// **Precision.** Boxes are as exact as elsewhere: within 16 * FLT_EPSILON * (half extents + distance of the box's centre
/// from the query's origin), and the rounding of doubles at their positions. Rays, casts and distances are computed in
/// double. Touching counts.
///
/// Errors of all calls, after which outputs are unchanged: `invalid_argument` (sizes of spans do not fit), `invalid_shape`
/// (a query outside the legal input; `*invalid_index`, if given, is the first), `out_of_memory`, `unsupported_isa`,
/// `workspace_in_use`; after `executor_failed` the outputs are unspecified. One call at a time, as of all calls of a World.
/// The world's state_hash() and what its updates find never change.

SATORI_NAMESPACE_BEGIN

/// Which boxes a query sees.
struct QueryFilter {
    std::uint64_t mask = ~std::uint64_t{0};  ///< boxes whose BoxFilter::category has one of these bits; all bits: every box
    bool sensors = false;                    ///< sensors too
    BoxId ignored{};                         ///< not this one: the box that asks
};

/// All points origin + t * direction with 0 <= t <= max_distance. Distances are in units of the direction's length, which is not
/// normalised; a segment has the difference of its ends as direction and max_distance 1. Legal: origin as a position, largest
/// component of the direction kMinDirection to kMaxDirection, max_distance at least 0, infinity among them.
struct WorldRay {
    Vec3d origin;
    Vec3d direction{0, 0, 1};
    double max_distance = std::numeric_limits<double>::infinity();
};

/// A box that is pushed along `direction` without turning. Legal: pose and half extents as of a box, the rest as of a ray.
struct WorldBoxCast {
    BoxPose pose;
    Vec3 half_extents{0.5F, 0.5F, 0.5F};
    Vec3d direction{0, 0, 1};
    double max_distance = std::numeric_limits<double>::infinity();
};

/// Where a ray or a pushed box meets a box.
struct WorldHit {
    double distance = std::numeric_limits<double>::infinity();  ///< in units of the direction's length
    BoxId box;                                                  ///< null: nothing is met
    /// Of the box's surface there, outward, of unit length. Zero where a ray begins in the box or on it. Where a pushed box begins in
    /// touch: of the shortest way out.
    Vec3 normal;
    float depth = 0;  ///< of a pushed box: how deep it stands in the other one when it begins, along the normal. Metres
};
static_assert(sizeof(WorldHit) == 32);

/// A shape whose coordinates are relative to `origin`. Boxes are taken relative to it in double and then rounded to floats: near
/// the shape it costs no precision.
struct WorldShape {
    Vec3d origin;
    ShapeRef shape;
};

/// A point of which the nearest box within max_distance is wanted. Legal: a position; max_distance at least 0.
struct WorldPoint {
    Vec3d position;
    double max_distance = std::numeric_limits<double>::infinity();
};

/// The box nearest to a point.
struct WorldClosest {
    double distance = std::numeric_limits<double>::infinity();  ///< 0 where the point is in the box
    BoxId box;                                                  ///< null: none is near enough
    Vec3d point;                                                ///< of the box, nearest to the given one
};

/// Hits of many rays: those of ray i are [begin[i], begin[i + 1]), by distance, then index. In the World, until the next
/// all_hits(), which may fail.
struct WorldHits {
    std::span<const WorldHit> hits;
    std::span<const std::uint64_t> begin;
};

/// Boxes that many shapes overlap: those of shape i are [begin[i], begin[i + 1]), by index. In the World, until the next
/// find_boxes(), which may fail.
struct WorldBoxes {
    std::span<const BoxId> boxes;
    std::span<const std::uint64_t> begin;
};

/// hits[i]: where rays[i] first meets a box; of several at one distance the one of lowest index.
SATORI_API Status closest_hits(World& world, std::span<const WorldRay> rays, std::span<WorldHit> hits,
                               const QueryFilter& filter = {}, const Execution& execution = {},
                               std::uint64_t* invalid_index = nullptr) noexcept;

/// blocked[i] = 1 when rays[i] meets a box, else 0.
SATORI_API Status any_hits(World& world, std::span<const WorldRay> rays, std::span<std::uint8_t> blocked,
                           const QueryFilter& filter = {}, const Execution& execution = {},
                           std::uint64_t* invalid_index = nullptr) noexcept;

/// Every box that a ray meets, and where it enters.
SATORI_API Status all_hits(World& world, std::span<const WorldRay> rays, WorldHits& result,
                           const QueryFilter& filter = {}, const Execution& execution = {},
                           std::uint64_t* invalid_index = nullptr) noexcept;

/// hits[i]: where the box that casts[i] pushes first meets another, as closest_hits(). Separating axes in motion, all 15 (Ericson,
/// Real-Time Collision Detection, 5.5.2). An edge axis of edges within 1e-6 rad of parallel is left out: then as of any error the
/// distance is never larger than the true one by more than the precision above, divided by how fast the boxes near each other.
/// **In touch.** A box that begins in another one, or within 1e-9 of their sizes and distance of it, is met at distance 0 where the
/// motion leads further in along the shortest way out, by more than 1e-5 rad; normal and depth say which way and how far out. Along it
/// or away from it the box is not met: so a box that was pushed to where a cast ended slides on. Nor is a box met that the
/// motion does no more than slide along. Whether boxes overlap where they stand find_boxes() says.
SATORI_API Status cast_boxes(World& world, std::span<const WorldBoxCast> casts, std::span<WorldHit> hits,
                             const QueryFilter& filter = {}, const Execution& execution = {},
                             std::uint64_t* invalid_index = nullptr) noexcept;

/// All boxes that have a point in common with each shape, as find_boxes() of a batch has it.
SATORI_API Status find_boxes(World& world, std::span<const WorldShape> shapes, WorldBoxes& result,
                             const QueryFilter& filter = {}, const Execution& execution = {},
                             std::uint64_t* invalid_index = nullptr) noexcept;

/// closest[i]: the box nearest to points[i]; of several at one distance the one of lowest index.
SATORI_API Status closest_boxes(World& world, std::span<const WorldPoint> points, std::span<WorldClosest> closest,
                                const QueryFilter& filter = {}, const Execution& execution = {},
                                std::uint64_t* invalid_index = nullptr) noexcept;

SATORI_NAMESPACE_END
