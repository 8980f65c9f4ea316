#pragma once

#include <span>

#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>
#include <satori/workspace.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup distances
///
/// Meters, world axes. delta is 16 * FLT_EPSILON * (all half extents of both boxes + distance of the centers), at least
/// 1e-16. A distance that is not much larger than delta has no exact direction.
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

/// The largest distance of find_near_pairs(), meters.
inline constexpr float kMaxNearDistance = 1e9F;

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

/// @}

SATORI_NAMESPACE_END
