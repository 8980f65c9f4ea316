#pragma once

#include <satori/export.hpp>
#include <satori/manifold.hpp>
#include <satori/rect_manifold.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup vectors
///
/// Arithmetic of vectors, component by component. Functions whose results are exact are inline. The others are compiled
/// into the library, so that the compiler flags of a program do not change their results. They round as the
/// floating-point mode of the calling thread says, by default to nearest.
/// @{

/// Returns the opposite vector.
constexpr Vec2 operator-(const Vec2& v) noexcept {
    return {-v.x, -v.y};
}
/// Returns the opposite vector.
constexpr Vec3 operator-(const Vec3& v) noexcept {
    return {-v.x, -v.y, -v.z};
}
/// Returns the opposite vector.
constexpr Vec2d operator-(const Vec2d& v) noexcept {
    return {-v.x, -v.y};
}
/// Returns the opposite vector.
constexpr Vec3d operator-(const Vec3d& v) noexcept {
    return {-v.x, -v.y, -v.z};
}

/// Returns a + b.
SATORI_API Vec2 operator+(const Vec2& a, const Vec2& b) noexcept;
/// Returns a + b.
SATORI_API Vec3 operator+(const Vec3& a, const Vec3& b) noexcept;
/// Returns a + b.
SATORI_API Vec2d operator+(const Vec2d& a, const Vec2d& b) noexcept;
/// Returns a + b.
SATORI_API Vec3d operator+(const Vec3d& a, const Vec3d& b) noexcept;
/// Returns a - b.
SATORI_API Vec2 operator-(const Vec2& a, const Vec2& b) noexcept;
/// Returns a - b.
SATORI_API Vec3 operator-(const Vec3& a, const Vec3& b) noexcept;
/// Returns a - b.
SATORI_API Vec2d operator-(const Vec2d& a, const Vec2d& b) noexcept;
/// Returns a - b.
SATORI_API Vec3d operator-(const Vec3d& a, const Vec3d& b) noexcept;
/// Returns a multiple of `v`.
SATORI_API Vec2 operator*(float factor, const Vec2& v) noexcept;
/// Returns a multiple of `v`.
SATORI_API Vec3 operator*(float factor, const Vec3& v) noexcept;
/// Returns a multiple of `v`.
SATORI_API Vec2d operator*(double factor, const Vec2d& v) noexcept;
/// Returns a multiple of `v`.
SATORI_API Vec3d operator*(double factor, const Vec3d& v) noexcept;
/// Returns a multiple of `v`.
SATORI_API Vec2 operator*(const Vec2& v, float factor) noexcept;
/// Returns a multiple of `v`.
SATORI_API Vec3 operator*(const Vec3& v, float factor) noexcept;
/// Returns a multiple of `v`.
SATORI_API Vec2d operator*(const Vec2d& v, double factor) noexcept;
/// Returns a multiple of `v`.
SATORI_API Vec3d operator*(const Vec3d& v, double factor) noexcept;

/// Returns a vector in double. Exact.
constexpr Vec2d to_double(const Vec2& v) noexcept {
    return {v.x, v.y};
}
/// Returns a vector in double. Exact.
constexpr Vec3d to_double(const Vec3& v) noexcept {
    return {v.x, v.y, v.z};
}
/// Returns a vector in float. A component beyond the range of floats becomes infinite.
SATORI_API Vec2 to_float(const Vec2d& v) noexcept;
/// Returns a vector in float, likewise.
SATORI_API Vec3 to_float(const Vec3d& v) noexcept;

/// Returns the conjugate: the inverse rotation of a unit quaternion.
constexpr Quat conjugate(const Quat& q) noexcept {
    return {-q.x, -q.y, -q.z, q.w};
}

/// @ingroup contacts
/// Returns the position of a contact point. `a_center` is the center of box A of the manifold's pair. `p` must be below
/// manifold.point_count.
SATORI_API Vec3 contact_point(const ContactManifold& manifold, std::uint32_t p, const Vec3& a_center) noexcept;
/// @ingroup contacts
/// Returns the position of a contact point of rectangles, likewise.
SATORI_API Vec2 contact_point(const RectManifold& manifold, std::uint32_t p, const Vec2& a_center) noexcept;
/// @ingroup contacts
/// Returns the position of a contact point of a World, where box A has a position in double.
SATORI_API Vec3d contact_point(const ContactManifold& manifold, std::uint32_t p, const Vec3d& a_position) noexcept;

/// @}

SATORI_NAMESPACE_END
