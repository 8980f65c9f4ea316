#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>
#include <satori/workspace.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup distances
///
/// Meters, world axes. delta is 16 * FLT_EPSILON * (all half extents and radii of both boxes + distance of the
/// centers), at least 1e-16. The direction is not exact where the distance is not much larger than delta.
/// @{

/// How far two boxes are apart, and where. A point of a box is given as its offset from the center of that box, so that
/// nothing is lost far from the origin.
struct PairDistance {
    /// The distance, within delta. Zero when the boxes overlap. Infinite when one was skipped as illegal; all else is
    /// then zero.
    float distance = 0;
    Vec3 direction{};      ///< unit, from the first point to the second; zero when the distance is zero
    Vec3 first_offset{};   ///< the closest point of the first box, from its center
    Vec3 second_offset{};  ///< the closest point of the second box, from its center
};

/// How far two rectangles are apart, and where; as PairDistance.
struct RectDistance {
    float distance = 0;    ///< how far they are apart, as PairDistance::distance
    Vec2 direction{};      ///< unit, from the first point to the second; zero when the distance is zero
    Vec2 first_offset{};   ///< the closest point of the first rectangle, from its center
    Vec2 second_offset{};  ///< the closest point of the second rectangle, from its center
};

/// The largest distance of find_near_pairs() and find_nearest(), meters.
inline constexpr float kMaxNearDistance = 1e9F;

/// The index of a box that does not exist: nothing is near.
inline constexpr std::uint32_t kNoBox = 0xffffffffU;

/// The nearest other box of a box, as find_nearest() finds it.
struct NearestBox {
    std::uint32_t index = kNoBox;  ///< the nearest box; kNoBox when none is near
    /// How far it is, as PairDistance::distance. Infinite when none is near.
    float distance = std::numeric_limits<float>::infinity();
};

/// Computes how far the boxes of given pairs are apart: distances[k] for pairs[k].
///
/// Both points lie on their boxes within delta. The vector between them is distance * direction within two delta. When
/// boxes overlap, both points are one point of both. When several pairs of points are equally close, as between
/// parallel faces, the call returns one of them, the same on every machine.
///
/// Pairs are as in test_pairs(): in any order; in one set they may name their boxes in either order. (b, a) gets the
/// answer of (a, b) with the points exchanged and the direction reversed. The pairs may be those that the workspace
/// holds, and stay there.
///
/// No iteration: the corners of either box against the other, and edges against edges. Ericson, Real-Time Collision
/// Detection, 5.1. O(boxes + pairs). Workspace: 64 bytes per box, 32 per rectangle.
///
/// Errors: those of test_pairs(), with the same effect on `distances`. `options`: only execution and invalid_pair
/// have an effect; boundary is not read.
SATORI_API Status distances(const BoxSets& sets, std::span<const BoxPair> pairs, std::span<PairDistance> distances,
                            Workspace& workspace, const PairOptions& options = {}) noexcept;
/// Computes how far the rectangles of given pairs are apart: distances[k] for pairs[k].
SATORI_API Status distances(const RectSets& sets, std::span<const BoxPair> pairs, std::span<RectDistance> distances,
                            Workspace& workspace, const PairOptions& options = {}) noexcept;

/// Computes how far two boxes are apart. The answer is the one of distances(), to the bit, when `a` is the box of lower
/// index. Errors: `invalid_box` (a box is not legal); `distance` is then unchanged.
SATORI_API Status distance(const OrientedBox& a, const OrientedBox& b, PairDistance& distance) noexcept;
/// Computes how far two rectangles are apart. Errors: `invalid_box`; `distance` is then unchanged.
SATORI_API Status distance(const OrientedRect& a, const OrientedRect& b, RectDistance& distance) noexcept;

/// Finds all pairs of boxes that are at most `max_distance` apart: broadphase and distances, both together in each
/// column. The pairs are those of which distances() says at most `max_distance` (above 1e-16 m). With 0 they are those
/// of find_overlaps(), apart from pairs that touch within delta.
///
/// Results, order and filters: see find_overlaps(). Candidates are the pairs whose AABBs are at most `max_distance`
/// apart along every axis. For the distances of the pairs found, call distances() on result.pairs. options.boundary is
/// not read.
///
/// Errors: those of find_overlaps(), and `invalid_argument` when `max_distance` is not in [0, kMaxNearDistance].
SATORI_API Status find_near_pairs(const BoxSets& sets, float max_distance, Workspace& workspace, PairResult& result,
                                  const PairOptions& options = {}) noexcept;
/// Finds all pairs of rectangles that are at most `max_distance` apart.
SATORI_API Status find_near_pairs(const RectSets& sets, float max_distance, Workspace& workspace, PairResult& result,
                                  const PairOptions& options = {}) noexcept;

/// Finds the nearest other box of each box, at most `max_distance` away: nearest[i] for box i of the set. Between two
/// sets: for each box of the first set, the nearest box of the second set.
///
/// The pairs are those of find_near_pairs(), and the distances those of distances(). Boxes that overlap are 0 m apart.
/// Of equally near boxes it is the one of the lowest index. A skipped box is near nothing. For the points call
/// distances() on the pairs (i, nearest[i].index).
///
/// Every pair within `max_distance` is measured, so choose it no larger than you need. Filters: see find_pairs().
/// options.buffer and options.boundary are not read. Workspace: that of find_near_pairs() without pairs, and 8 bytes
/// per box of the first set.
///
/// Errors, which leave `nearest` unchanged: those of find_near_pairs(), and `invalid_argument` when the size of
/// `nearest` is not that of the first set.
SATORI_API Status find_nearest(const BoxSets& sets, float max_distance, std::span<NearestBox> nearest,
                               Workspace& workspace, const PairOptions& options = {}) noexcept;
/// Finds the nearest other rectangle of each rectangle, at most `max_distance` away.
SATORI_API Status find_nearest(const RectSets& sets, float max_distance, std::span<NearestBox> nearest,
                               Workspace& workspace, const PairOptions& options = {}) noexcept;

/// @}

SATORI_NAMESPACE_END
