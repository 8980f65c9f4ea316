#pragma once

#include <span>

#include <satori/distances.hpp>
#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>
#include <satori/workspace.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup impacts
///
/// When boxes that move straight and turn come near each other. Time runs from 0 to 1: from the given poses to the end
/// of the motions. Meters, radians, world axes.
/// @{

/// The motion of a box from time 0 to time 1. The center moves straight, and the box turns about its center with
/// constant angular velocity.
///
/// Legal: every number finite, |translation component| <= kMaxTranslation, |rotation| <= kMaxTurn.
struct BoxMotion {
    Vec3 translation{};  ///< how far the center moves, meters
    Vec3 rotation{};     ///< rotation vector: the axis of turning times the angle, radians

    friend constexpr bool operator==(const BoxMotion&, const BoxMotion&) = default;
};

/// The motion of a rectangle from time 0 to time 1; as BoxMotion.
struct RectMotion {
    Vec2 translation{};  ///< how far the center moves, meters
    float rotation = 0;  ///< the angle, counterclockwise, radians

    friend constexpr bool operator==(const RectMotion&, const RectMotion&) = default;
};

/// The largest component of a translation that is legal input, meters.
inline constexpr float kMaxTranslation = 1e8F;
/// The largest angle of a motion that is legal input, radians: nearly 16 turns.
inline constexpr float kMaxTurn = 100;

/// The motions of the boxes of one set, or of two sets in braces. Give one motion per box, or an empty span for a set
/// that stands still. The motions are not copied: they must stay valid until the call returns.
using BoxMotions = SetsOf<std::span<const BoxMotion>>;
/// The motions of the rectangles of one set, or of two sets in braces.
using RectMotions = SetsOf<std::span<const RectMotion>>;

/// One set of boxes that move, or two: `{boxes, {motions}}` or `{{first, second}, {motions, more_motions}}`.
struct MovingBoxes {
    BoxSets boxes;         ///< at time 0
    BoxMotions motions{};  ///< from time 0 to time 1
};

/// One set of rectangles that move, or two; as MovingBoxes.
struct MovingRects {
    RectSets rects;         ///< at time 0
    RectMotions motions{};  ///< from time 0 to time 1
};

/// What is known of a pair of moving boxes.
enum class ImpactKind : std::uint32_t {
    none,        ///< it does not meet
    meets,       ///< it meets, at the time
    unresolved,  ///< it does not meet before the time; later is not known, because the steps ran out
};

/// The time at which two moving boxes meet, and where.
struct TimeOfImpact {
    /// The boxes are not nearer than the distance before this time, 0 to 1. It is 1 when they do not meet.
    float time = 1;
    ImpactKind kind = ImpactKind::none;  ///< whether they meet
    /// Close points of the boxes, in their poses at the time. When they meet, the points are at most
    /// ImpactOptions::distance + tolerance apart. When the boxes overlap at time 0, the distance is zero and both
    /// points are one point. When the kind is `none`, all is zero: that does not mean that they touch.
    PairDistance closest;
};

/// The time at which two moving rectangles meet, and where. It is TimeOfImpact in 2D.
struct RectTimeOfImpact {
    float time = 1;                      ///< the time, see TimeOfImpact::time
    ImpactKind kind = ImpactKind::none;  ///< whether they meet
    RectDistance closest;                ///< close points of the rectangles at the time
};

/// A motion that is not legal.
struct InvalidMotion {
    std::uint64_t index = 0;  ///< its box
    std::uint32_t set = 0;    ///< the set of that box, 0 or 1
};

/// Options of the calls on moving boxes.
struct ImpactOptions {
    float distance = 0;  ///< boxes meet when they are nearer to each other than this, meters; 0 to kMaxNearDistance
    float tolerance = 1e-3F;  ///< how much farther apart they may be at the time, meters; 0 to kMaxNearDistance
    Execution execution{};    ///< where the call runs
    PairBuffer buffer{};      ///< where found pairs go. For find_impacts() only
    std::uint64_t* invalid_pair = nullptr;    ///< where times_of_impact() writes the index of an invalid pair
    InvalidMotion* invalid_motion = nullptr;  ///< where calls write which motion is not legal; may be null
    BoxFilters filters{};                     ///< which boxes make pairs, see find_pairs(). For find_impacts() only
    MotionTypes motions{};                    ///< what may move the boxes, see find_pairs(). For find_impacts() only
};

/// Computes when the boxes of given pairs first come nearer to each other than options.distance: impacts[k] for
/// pairs[k].
///
/// Never late: at no time before impacts[k].time are the boxes nearer than the distance. Early by no more than the
/// tolerance: when they meet, they are at that time at most distance + tolerance apart, within delta. A pair that comes
/// within distance + tolerance may count as meeting, even if it never comes nearer than the distance. A pair that is
/// nearer than the distance at time 0 meets at time 0. A pair that is only within the tolerance at time 0 does not meet
/// if the call can prove that it comes no nearer, as when it moves straight apart and is more than delta apart.
///
/// A tolerance below 4 delta counts as 4 delta. Here delta is 32 * FLT_EPSILON * (the sum of options.distance, all half
/// extents and radii of both boxes, for each box its angle times its reach, the largest distance of the centers, and
/// how far one center moves relative to the other). The call takes at most about kMaxImpactSteps steps per pair. Boxes
/// that turn fast close to each other may need more; they are then `unresolved`. With turns up to a radian, about 1 %
/// of the pairs need more than eight steps.
///
/// Pairs are as in distances(). Boxes that were skipped as illegal do not meet. The method is conservative advancement
/// (Mirtich 1996), with a bound of second order along a direction that stands still or turns with one of the boxes.
/// O(boxes + pairs). Workspace: 96 bytes per box, 64 per rectangle.
///
/// Errors: those of test_pairs(), with the same effect on `impacts`. `invalid_argument` also when the distance or the
/// tolerance is not legal, when the number of motions of a set is neither 0 nor that of its boxes, or when a motion is
/// not legal: `*options.invalid_motion` (if given) is then the first such motion.
SATORI_API Status times_of_impact(const MovingBoxes& moving, std::span<const BoxPair> pairs,
                                  std::span<TimeOfImpact> impacts, Workspace& workspace,
                                  const ImpactOptions& options = {}) noexcept;
/// Computes when the rectangles of given pairs first come nearer to each other than options.distance.
SATORI_API Status times_of_impact(const MovingRects& moving, std::span<const BoxPair> pairs,
                                  std::span<RectTimeOfImpact> impacts, Workspace& workspace,
                                  const ImpactOptions& options = {}) noexcept;

/// The most steps that times_of_impact() takes for a pair.
inline constexpr std::uint32_t kMaxImpactSteps = 256;

/// A box and its motion.
struct MovingBox {
    OrientedBox box;   ///< at time 0
    BoxMotion motion;  ///< from time 0 to time 1
};

/// A rectangle and its motion.
struct MovingRect {
    OrientedRect rect;  ///< at time 0
    RectMotion motion;  ///< from time 0 to time 1
};

/// Computes when two boxes first come nearer to each other than options.distance. The answer is the one of
/// times_of_impact(), to the bit, when `a` is the box of lower index. Of the options only the distance and the
/// tolerance have an effect. Errors, which leave `impact` unchanged: `invalid_box`, `invalid_argument` (a motion, the
/// distance or the tolerance is not legal).
SATORI_API Status time_of_impact(const MovingBox& a, const MovingBox& b, TimeOfImpact& impact,
                                 const ImpactOptions& options = {}) noexcept;
/// Computes when two rectangles first come nearer to each other than options.distance.
SATORI_API Status time_of_impact(const MovingRect& a, const MovingRect& b, RectTimeOfImpact& impact,
                                 const ImpactOptions& options = {}) noexcept;

/// Finds all pairs of moving boxes that meet. Broadphase of the swept AABBs and times of impact run together in each
/// column. The pairs are the candidates that times_of_impact() calls `meets` or `unresolved`. For their times, call
/// times_of_impact() on result.pairs.
///
/// Results, order and filters: see find_overlaps(). Candidates are the pairs whose swept AABBs are at most distance +
/// tolerance (at least 4 delta) apart along every axis. Errors: those of find_overlaps(), and `invalid_argument` as in
/// times_of_impact().
SATORI_API Status find_impacts(const MovingBoxes& moving, Workspace& workspace, PairResult& result,
                               const ImpactOptions& options = {}) noexcept;
/// Finds all pairs of moving rectangles that meet.
SATORI_API Status find_impacts(const MovingRects& moving, Workspace& workspace, PairResult& result,
                               const ImpactOptions& options = {}) noexcept;

/// @}

SATORI_NAMESPACE_END
