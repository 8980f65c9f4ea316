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

/// Oriented boxes against points and other shapes: one box, or one shape against all boxes of a batch, or many points against
/// one box. Source of the tests: Ericson, Real-Time Collision Detection (2005); sections are named below.
///
/// Touching counts as overlap. Answers are exact within
///     delta = 16 * FLT_EPSILON * (the box's three half extents + distance of its centre from the shape's farthest defining
///     point) + 1e-18 m
/// at any distance from the origin: a penetration deeper than delta is always reported, a separation wider than delta never.
/// Defining points are: the point itself; an AABB's corners; a sphere's centre, to which distance its radius is added; a ray's
/// origin; the ends, the corners of a segment, triangle, frustum or box. For a plane delta is 16 * FLT_EPSILON * (the three half
/// extents) + 1e-12 * (distance of the centre from the origin + that of the plane) + 1e-18 m. Truth is the float32
/// input, with the quaternion normalised exactly.
///
/// Single calls give the same bytes as batch calls, on every instruction set.
///
/// Errors of all calls, after which outputs are unchanged: `invalid_box` (a single box is not legal), `invalid_shape` (see
/// ShapeRef), `invalid_argument` (sizes of spans do not fit, a null or misaligned view), `unsupported_isa`; after
/// `executor_failed` the outputs are unspecified.

SATORI_NAMESPACE_BEGIN

/// The point of a box that is nearest to a given one. 16 bytes.
struct ClosestPoint {
    /// In the box; for a given point inside (signed_distance <= 0) that point itself.
    Vec3 point;
    /// Outside: how far the given point is from the box. Inside: minus the distance to the nearest face; 0 on the boundary.
    float signed_distance = 0;
};
static_assert(sizeof(ClosestPoint) == 16);

/// Where a ray passes through a box: 0 <= entry <= exit <= max_distance, in units of the direction's length; entry is 0 where
/// the ray begins inside. A ray that misses: entry = infinity, exit = -infinity.
struct RayHit {
    float entry = 0;
    float exit = 0;
};
static_assert(sizeof(RayHit) == 8);

/// Whether `point` lies in the box, boundary included (Ericson 5.1.4).
SATORI_API Status contains(const OrientedBox& box, const Vec3& point, bool& inside) noexcept;

/// The nearest point of the box and its distance (Ericson 5.1.4). Both are within delta of the truth, before the point is
/// rounded (half a float of the box' distance from the origin).
SATORI_API Status closest_point(const OrientedBox& box, const Vec3& point, ClosestPoint& closest) noexcept;

/// Whether box and shape have a point in common.
/// Point: 5.1.4. AABB, segment, triangle, frustum: separating axes, all of them (3 + 3 + 9; 3 + 3; 3 + 1 + 9; 3 + 6 + up to 36;
/// Ericson 4.4.1, 5.2.1, 5.2.9), so that the frustum's answer is exact too, not that of its planes alone. Sphere: 5.2.6.
/// Box: as an AABB; within delta of touching it may differ from overlaps() of two boxes. Plane (not the half-space behind it): 5.2.3. Ray: slabs, 5.3.3.
SATORI_API Status overlaps(const OrientedBox& box, ShapeRef shape, bool& overlap) noexcept;

/// Not to be called: it makes overlaps(box, {x, y, z}, hit) an error, which would take the numbers for the first members of an
/// OrientedBox though they could as well be a point, an AABB or a segment. Name the shape's type.
struct NumbersInBraces {
    Vec3 first, second, third;
};
Status overlaps(const OrientedBox& box, const NumbersInBraces& shape, bool& overlap) = delete;

/// Where `ray` passes through the box. The points at entry and exit are within delta of the box, and no part of the ray outside
/// [entry, exit] is deeper than delta in it.
SATORI_API Status intersect(const OrientedBox& box, const Ray& ray, RayHit& hit) noexcept;

// One shape against a batch. O(n). Boxes skipped as illegal overlap nothing.

/// overlapping[i] = 1 when box i and `shape` have a point in common, else 0.
SATORI_API Status test_boxes(const BoxBatch& boxes, ShapeRef shape, std::span<std::uint8_t> overlapping,
                             const Execution& execution = {}) noexcept;

/// The indices of the boxes that have a point in common with `shape`, ascending: indices[0] to indices[count - 1].
/// `capacity_exceeded`: there are more than indices.size(); `count` is their exact number, nothing is written to `indices`.
/// Also `workspace_in_use`, and `out_of_memory`, after which the indices are unspecified. Workspace: 1 byte per box.
SATORI_API Status find_boxes(const BoxBatch& boxes, ShapeRef shape, std::span<std::uint32_t> indices,
                             std::uint64_t& count, Workspace& workspace, const Execution& execution = {}) noexcept;

/// For each box the point of it that is nearest to `point`. A box skipped as illegal: infinity in all four floats.
SATORI_API Status closest_points(const BoxBatch& boxes, const Vec3& point, std::span<ClosestPoint> closest,
                                 const Execution& execution = {}) noexcept;

/// For each box where `ray` passes through it.
SATORI_API Status intersect(const BoxBatch& boxes, const Ray& ray, std::span<RayHit> hits,
                            const Execution& execution = {}) noexcept;

// Many points against one box. O(n); rows that are not packed (stride 12) are copied on the way. A point that is not legal
// (not finite, or a coordinate beyond kMaxShapeCoordinate) is no error: it is in no box, at distance infinity.

/// inside[i] = 1 when point i lies in the box, boundary included, else 0.
SATORI_API Status contains_points(const OrientedBox& box, const PointRows& points, std::span<std::uint8_t> inside,
                                  const Execution& execution = {}) noexcept;

/// closest[i]: the point of the box that is nearest to point i; infinity in all four floats for a point that is not legal.
SATORI_API Status closest_points(const OrientedBox& box, const PointRows& points, std::span<ClosestPoint> closest,
                                 const Execution& execution = {}) noexcept;

SATORI_NAMESPACE_END
