#pragma once

#include <cstdint>
#include <limits>

#include <satori/export.hpp>
#include <satori/pose.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup shapes
///
/// Shapes for queries about boxes. Names and conventions follow Ericson, Real-Time Collision Detection (2005),
/// chapter 3. Meters, world frame.
/// @{

/// The largest magnitude of a coordinate or a radius of a shape, meters. It also limits a plane's distance from the
/// origin, in units of its normal's largest component.
inline constexpr float kMaxShapeCoordinate = 1e9F;
/// The least magnitude of the largest component of a direction or a normal.
inline constexpr float kMinDirection = 1e-20F;
/// The greatest magnitude of the largest component of a direction or a normal.
inline constexpr float kMaxDirection = 1e20F;

/// A sphere: all points within `radius` of the center. A radius of 0 is the center alone. Legal: radius 0 to
/// kMaxShapeCoordinate.
struct Sphere {
    Vec3 center;          ///< its middle, meters
    float radius = 0.5F;  ///< meters; 0: the center alone
};

/// A plane: all points whose product with the normal is the offset, normal . x = offset (Ericson 3.6). The normal may
/// have any length.
struct Plane {
    Vec3 normal{0, 0, 1};  ///< any length
    float offset = 0;      ///< distance from the origin, in units of the normal's length
};

/// A ray: all points origin + t * direction with 0 <= t <= max_distance (Ericson 3.5). The direction may have any
/// length and is not normalized: every distance along the ray is a t, in units of the direction's length. Legal:
/// max_distance at least 0, or infinity.
struct Ray {
    Vec3 origin;                                                  ///< where it begins, meters
    Vec3 direction{0, 0, 1};                                      ///< any length
    float max_distance = std::numeric_limits<float>::infinity();  ///< where it ends, in units of the direction's length
};

/// A segment: all points between two points, which may be equal.
struct Segment {
    Vec3 start;  ///< one end
    Vec3 end;    ///< the other end
};

/// A filled triangle. Legal too: collinear and equal corners; the triangle is then a segment or a point.
struct Triangle {
    Vec3 a;  ///< a corner
    Vec3 b;  ///< a corner
    Vec3 c;  ///< a corner
};

/// The order of Frustum::planes; opposite planes are adjacent.
enum class FrustumPlane : std::uint32_t {
    left,      ///< opposite of right
    right,     ///< opposite of left
    bottom,    ///< opposite of top
    top,       ///< opposite of bottom
    near_end,  ///< opposite of far_end
    far_end,   ///< opposite of near_end
};

/// A frustum: all points within six planes whose normals point inward (normal . x >= offset for each). It must be
/// bounded and have a volume. Like a cube it must have eight corners, each on one plane of left and right, one of
/// bottom and top, and one of near and far. Some corners may coincide: a view frustum, a box or a pyramid. Other sets
/// of six planes are not legal.
///
/// An open frustum has no plane at its near or its far end. The normal of that plane is zero, and its offset is at most
/// 0. Four corners remain, at the other end. Four edges lead from them, endlessly, and away from that end. They may be
/// parallel, but must not approach each other.
struct Frustum {
    Plane planes[6];  ///< in the order of FrustumPlane, normals inward
};

/// The depth range of a projection. A point with clip coordinates x y z w is inside when |x| <= w, |y| <= w, and z is
/// in this range.
enum class ClipSpace : std::uint32_t {
    zero_to_one,       ///< z from 0 to w: Direct3D, Vulkan, Metal
    minus_one_to_one,  ///< z from -w to w: OpenGL
};

/// Computes the frustum of a view-projection matrix (clip = matrix * (x y z 1), column vectors). The matrix of a
/// projection alone gives the frustum in the frame of the view. The normals are sums and differences of the matrix's
/// rows and are not normalized. With reversed depth the near and far planes change places. A matrix whose far plane is
/// at infinity gives an open frustum. A far plane that is a difference of rows also counts as infinite when its normal
/// is at most 4 * FLT_EPSILON of the last row. It is then some 2e6 (zero_to_one) or 4e6 times the near distance away.
/// Source: Gribb and Hartmann, Fast extraction of viewing frustum planes from the world-view-projection matrix, 2001.
///
/// Far from the origin the frustum of a float matrix is poor: the last column consists of large numbers that nearly
/// cancel, and its rounding exceeds the distance of the near plane. With a near plane at 0.1 m and a camera within
/// 1e6 m, about 3 of 100 matrices bound nothing (`invalid_shape`), and the planes of the others are off. Use boxes
/// relative to the camera and the view matrix without its translation.
///
/// Errors, which leave `frustum` unchanged: `invalid_argument` (unknown clip space), `invalid_shape` (the frustum is
/// not legal).
SATORI_API Status frustum_from_matrix(const Mat4& view_projection, ClipSpace clip_space, Frustum& frustum) noexcept;

/// How a box lies to a shape. Only a sphere, an AABB, a frustum and a box can have boxes inside; the other shapes have
/// no volume.
enum class Containment : std::uint8_t {
    outside,   ///< they have no point in common
    crossing,  ///< they have a point in common, and the box is not inside
    inside,    ///< the box lies wholly in the shape, its surface included
};

/// The kind of shape that a ShapeRef refers to.
enum class ShapeKind : std::uint32_t {
    point,     ///< a Vec3
    aabb,      ///< an Aabb
    sphere,    ///< a Sphere
    plane,     ///< a Plane
    ray,       ///< a Ray
    segment,   ///< a Segment
    triangle,  ///< a Triangle
    frustum,   ///< a Frustum
    box,       ///< an OrientedBox
};

/// A reference to a shape of any kind, for calls that take every kind. The conversion is implicit. The shape must
/// outlive the call.
///
/// Legal, in addition to what each shape demands: coordinates of magnitude at most kMaxShapeCoordinate, min <= max,
/// directions and normals with a largest component of magnitude kMinDirection to kMaxDirection.
class ShapeRef {
public:
    /// Refers to a point.
    ShapeRef(const Vec3& point) noexcept : shape_(&point), kind_(ShapeKind::point) {}
    /// Refers to an Aabb.
    ShapeRef(const Aabb& box) noexcept : shape_(&box), kind_(ShapeKind::aabb) {}
    /// Refers to a Sphere.
    ShapeRef(const Sphere& sphere) noexcept : shape_(&sphere), kind_(ShapeKind::sphere) {}
    /// Refers to a Plane.
    ShapeRef(const Plane& plane) noexcept : shape_(&plane), kind_(ShapeKind::plane) {}
    /// Refers to a Ray.
    ShapeRef(const Ray& ray) noexcept : shape_(&ray), kind_(ShapeKind::ray) {}
    /// Refers to a Segment.
    ShapeRef(const Segment& segment) noexcept : shape_(&segment), kind_(ShapeKind::segment) {}
    /// Refers to a Triangle.
    ShapeRef(const Triangle& triangle) noexcept : shape_(&triangle), kind_(ShapeKind::triangle) {}
    /// Refers to a Frustum.
    ShapeRef(const Frustum& frustum) noexcept : shape_(&frustum), kind_(ShapeKind::frustum) {}
    /// Refers to an OrientedBox.
    ShapeRef(const OrientedBox& box) noexcept : shape_(&box), kind_(ShapeKind::box) {}

    /// Returns the kind of the shape.
    ShapeKind kind() const noexcept { return kind_; }
    /// Returns the shape; T must be the type of its kind.
    template <class T>
    const T& as() const noexcept {
        return *static_cast<const T*>(shape_);
    }

private:
    const void* shape_;
    ShapeKind kind_;
};

/// @}

SATORI_NAMESPACE_END
