#pragma once

#include <cstdint>
#include <limits>

#include <satori/export.hpp>
#include <satori/pose.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

/// Shapes that boxes are asked about; names and conventions as in Ericson, Real-Time Collision Detection (2005), chapter 3.
/// Metres, world frame.

SATORI_NAMESPACE_BEGIN

/// Limits of legal shapes: magnitude of a coordinate, a radius, a plane's distance from the origin in units of its normal's
/// largest component; magnitude of a direction's or normal's largest component.
inline constexpr float kMaxShapeCoordinate = 1e9F;
inline constexpr float kMinDirection = 1e-20F;
inline constexpr float kMaxDirection = 1e20F;

/// All points within `radius` of the centre; 0: the centre alone. Legal: radius 0 to kMaxShapeCoordinate.
struct Sphere {
    Vec3 center;
    float radius = 0.5F;
};

/// All points x with normal . x = offset (Ericson 3.6). The normal may have any length.
struct Plane {
    Vec3 normal{0, 0, 1};
    float offset = 0;
};

/// All points origin + t * direction with 0 <= t <= max_distance (Ericson 3.5). The direction may have any length; it is not
/// normalised: every distance along the ray is a t, in units of the direction's length. Legal: max_distance at least 0,
/// infinity among them.
struct Ray {
    Vec3 origin;
    Vec3 direction{0, 0, 1};
    float max_distance = std::numeric_limits<float>::infinity();
};

/// All points between two; equal ones are legal.
struct Segment {
    Vec3 start;
    Vec3 end;
};

/// A filled triangle. Corners in a line and equal ones are legal: it is then a segment or a point.
struct Triangle {
    Vec3 a, b, c;
};

/// Order of Frustum::planes: opposite ones are neighbours.
enum class FrustumPlane : std::uint32_t { left, right, bottom, top, near_end, far_end };

/// What six planes enclose, normals inward: all points x with normal . x >= offset for each. Bounded, and with the eight
/// corners that a cube has (one of left and right, one of bottom and top, one of near and far), of which some may coincide: a
/// view frustum, a box, a pyramid. Six planes that do not bound such a body, one with a volume, are not legal.
struct Frustum {
    Plane planes[6];
};

/// Which depths a projection keeps: a point with clip coordinates x y z w is seen when |x| <= w, |y| <= w, and z is within
enum class ClipSpace : std::uint32_t {
    zero_to_one,       ///< 0 to w: Direct3D, Vulkan, Metal
    minus_one_to_one,  ///< -w to w: OpenGL
};

/// The frustum that a view-projection matrix keeps (clip = matrix * (x y z 1), column vectors), or in the view's own frame that
/// of a projection alone. Normals are sums and differences of the matrix' rows, not normalised. With reversed depth near and
/// far change places.
/// Source: Gribb and Hartmann, Fast extraction of viewing frustum planes from the world-view-projection matrix, 2001.
///
/// Far from the origin a matrix of floats is a poor frustum: its last column, large numbers that nearly cancel, is rounded by
/// more than the near plane's distance. With that at 0.1 m and the camera within 1e6 m some 3 of 100 matrices bound nothing
/// (`invalid_shape`), and the planes of the others are off. Take boxes relative to the camera, and the matrix of the view
/// without its translation.
///
/// `invalid_argument` (unknown clip space), `invalid_shape` (no bounded frustum: a far plane at infinity among them), `frustum`
/// then unchanged.
SATORI_API Status frustum_from_matrix(const Mat4& view_projection, ClipSpace clip_space, Frustum& frustum) noexcept;

/// What a ShapeRef refers to.
enum class ShapeKind : std::uint32_t { point, aabb, sphere, plane, ray, segment, triangle, frustum, box };

/// A shape of any kind, by reference: what calls that take every kind are given. Made implicitly; the shape must outlive the
/// call.
///
/// Legal, besides what the shapes themselves say: coordinates of at most kMaxShapeCoordinate in magnitude, min <= max,
/// directions and normals with a largest component of kMinDirection to kMaxDirection.
class ShapeRef {
public:
    ShapeRef(const Vec3& point) noexcept : shape_(&point), kind_(ShapeKind::point) {}
    ShapeRef(const Aabb& box) noexcept : shape_(&box), kind_(ShapeKind::aabb) {}
    ShapeRef(const Sphere& sphere) noexcept : shape_(&sphere), kind_(ShapeKind::sphere) {}
    ShapeRef(const Plane& plane) noexcept : shape_(&plane), kind_(ShapeKind::plane) {}
    ShapeRef(const Ray& ray) noexcept : shape_(&ray), kind_(ShapeKind::ray) {}
    ShapeRef(const Segment& segment) noexcept : shape_(&segment), kind_(ShapeKind::segment) {}
    ShapeRef(const Triangle& triangle) noexcept : shape_(&triangle), kind_(ShapeKind::triangle) {}
    ShapeRef(const Frustum& frustum) noexcept : shape_(&frustum), kind_(ShapeKind::frustum) {}
    ShapeRef(const OrientedBox& box) noexcept : shape_(&box), kind_(ShapeKind::box) {}

    ShapeKind kind() const noexcept { return kind_; }
    /// The shape, which is a T of that kind.
    template <class T>
    const T& as() const noexcept {
        return *static_cast<const T*>(shape_);
    }

private:
    const void* shape_;
    ShapeKind kind_;
};

SATORI_NAMESPACE_END
