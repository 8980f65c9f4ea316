#pragma once

#include <cstdint>
#include <span>

#include <satori/box_batch.hpp>
#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/points.hpp>
#include <satori/shapes.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>
#include <satori/workspace.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup box_queries
///
/// Oriented boxes against points and other shapes: one box, or one shape against all boxes of a batch, or many points
/// against one box. Source of the tests: Ericson, Real-Time Collision Detection (2005); its sections are named below.
///
/// Touching counts as overlap. Answers are exact within
///     delta = 16 * FLT_EPSILON * (the box's three half extents
///             + distance of its center from the shape's farthest defining point) + 1e-18 m
/// at any distance from the origin: a penetration deeper than delta is always reported, a separation wider than delta
/// never. Defining points are the point itself, the corners of an AABB, the center of a sphere (its radius is added
/// to the distance), the origin of a ray, the ends of a segment, and the corners of a triangle, frustum or box. An open
/// frustum has four corners. Its delta holds while its endless edges are within 65 degrees of their middle. For a
/// plane, delta is 16 * FLT_EPSILON * (the three half extents) + 1e-12 * (distance of the center from the origin +
/// distance of the plane from the origin) + 1e-18 m. The truth is the float32 input, with the quaternion normalized
/// exactly.
///
/// Single calls give the same bytes as batch calls, on every instruction set.
///
/// Errors of all calls, which leave outputs unchanged: `invalid_box` (a single box is not legal), `invalid_shape`
/// (see ShapeRef), `invalid_argument` (sizes of spans do not fit, a null or misaligned view), `unsupported_isa`.
/// After `executor_failed` the outputs are unspecified.
///
/// One shape against a batch, radii included: O(n). Boxes skipped as illegal overlap nothing.
///
/// Many points against one box: O(n). Rows that are not packed (stride 12) are copied first. A point that is not legal
/// (not finite, or a coordinate beyond kMaxShapeCoordinate) is no error: it is in no box, at distance infinity.
/// @{

/// The point of a box nearest to a given point. 16 bytes.
struct ClosestPoint {
    /// A point of the box; the given point itself when that is inside (signed_distance <= 0).
    Vec3 point;
    /// Outside: the distance from the given point to the box. Inside: minus the distance to the nearest face. 0 on
    /// the boundary.
    float signed_distance = 0;
};
static_assert(sizeof(ClosestPoint) == 16);

/// The part of a ray that lies in a box: 0 <= entry <= exit <= max_distance, in units of the direction's length.
/// entry is 0 when the ray begins inside. A ray that misses has entry = infinity, exit = -infinity.
struct RayHit {
    float entry = 0;  ///< where the ray enters the box
    float exit = 0;   ///< where it leaves the box
};
static_assert(sizeof(RayHit) == 8);

/// Tests whether `point` lies in the box or on its boundary (Ericson 5.1.4).
SATORI_API Status contains(const OrientedBox& box, const Vec3& point, bool& inside) noexcept;

/// Finds the point of the box nearest to a given point, and its distance (Ericson 5.1.4). Both are within delta of
/// the truth; the point is then rounded (half a float of the box's distance from the origin).
SATORI_API Status closest_point(const OrientedBox& box, const Vec3& point, ClosestPoint& closest) noexcept;

/// Tests whether a box and a shape have a point in common.
///
/// Point: 5.1.4. AABB, segment, triangle, frustum: all separating axes (3 + 3 + 9; 3 + 3; 3 + 1 + 9; 3 + 6 + up to
/// 36; Ericson 4.4.1, 5.2.1, 5.2.9). So the answer for a frustum is exact, not that of its planes alone. Sphere:
/// 5.2.6. Box: as an AABB; within delta of touching it may differ from overlaps() of two boxes. Plane (not the
/// half-space behind it): 5.2.3. Ray: slabs, 5.3.3.
SATORI_API Status overlaps(const OrientedBox& box, ShapeRef shape, bool& overlap) noexcept;

/// Finds whether a box lies outside a shape, inside it, or across its surface. A box deeper inside than delta is always
/// reported as inside, one that sticks out by more than delta never. Not `outside` means the same as overlaps().
SATORI_API Status classify(const OrientedBox& box, ShapeRef shape, Containment& containment) noexcept;

/// A type that makes overlaps(box, {x, y, z}, hit) a compile error. Without it the compiler would take the numbers
/// for the first members of an OrientedBox, although they might be a point, an AABB or a segment. The caller must
/// name the shape's type.
struct NumbersInBraces {
    Vec3 first;   ///< three numbers
    Vec3 second;  ///< three numbers
    Vec3 third;   ///< three numbers
};
Status overlaps(const OrientedBox& box, const NumbersInBraces& shape, bool& overlap) = delete;

/// Finds the part of `ray` that lies in the box. The points at entry and exit are within delta of the box. No part of
/// the ray outside [entry, exit] is deeper in the box than delta.
SATORI_API Status intersect(const OrientedBox& box, const Ray& ray, RayHit& hit) noexcept;

/// Tests all boxes: overlapping[i] = 1 when box i and `shape` have a point in common, else 0.
SATORI_API Status test_boxes(const BoxBatch& boxes, ShapeRef shape, std::span<std::uint8_t> overlapping,
                             const Execution& execution = {}) noexcept;

/// Classifies all boxes: containment[i] for box i, as classify() does. A box skipped as illegal is outside. Use:
/// culling of a hierarchy. What hangs below an outside box is skipped, and what hangs below an inside box is drawn,
/// both without a test.
SATORI_API Status classify_boxes(const BoxBatch& boxes, ShapeRef shape, std::span<Containment> containment,
                                 const Execution& execution = {}) noexcept;

/// Memory of the caller for indices, and how many a call has found.
struct FoundIndices {
    std::span<std::uint32_t> indices;  ///< room for indices
    std::uint64_t count = 0;           ///< number of boxes found
};

/// Finds the boxes that have a point in common with `shape`: found.indices[0] to found.indices[found.count - 1],
/// ascending. Workspace: 1 byte per box. Errors also: `capacity_exceeded` (more boxes than found.indices.size();
/// found.count is their exact number, and no index is written), `workspace_in_use`, `out_of_memory` (the indices are
/// then unspecified).
SATORI_API Status find_boxes(const BoxBatch& boxes, ShapeRef shape, FoundIndices& found, Workspace& workspace,
                             const Execution& execution = {}) noexcept;

/// Finds for each box its point nearest to `point`. A box skipped as illegal gets infinity in all four floats. Of a box
/// with a radius, signed_distance is the distance to the core less the radius.
SATORI_API Status closest_points(const BoxBatch& boxes, const Vec3& point, std::span<ClosestPoint> closest,
                                 const Execution& execution = {}) noexcept;

/// Finds for each box the part of `ray` that lies in it.
SATORI_API Status intersect(const BoxBatch& boxes, const Ray& ray, std::span<RayHit> hits,
                            const Execution& execution = {}) noexcept;

/// Tests many points: inside[i] = 1 when point i lies in the box or on its boundary, else 0.
SATORI_API Status contains_points(const OrientedBox& box, const PointRows& points, std::span<std::uint8_t> inside,
                                  const Execution& execution = {}) noexcept;

/// Finds for each point the nearest point of the box. A point that is not legal gets infinity in all four floats.
SATORI_API Status closest_points(const OrientedBox& box, const PointRows& points, std::span<ClosestPoint> closest,
                                 const Execution& execution = {}) noexcept;

/// @}

SATORI_NAMESPACE_END
