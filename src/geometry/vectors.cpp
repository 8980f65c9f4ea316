#include <satori/vectors.hpp>

#include <iterator>

#include "base/assert.hpp"

namespace satori::v0 {

Vec2 operator+(const Vec2& a, const Vec2& b) noexcept {
    return {a.x + b.x, a.y + b.y};
}
Vec3 operator+(const Vec3& a, const Vec3& b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Vec2d operator+(const Vec2d& a, const Vec2d& b) noexcept {
    return {a.x + b.x, a.y + b.y};
}
Vec3d operator+(const Vec3d& a, const Vec3d& b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

Vec2 operator-(const Vec2& a, const Vec2& b) noexcept {
    return {a.x - b.x, a.y - b.y};
}
Vec3 operator-(const Vec3& a, const Vec3& b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Vec2d operator-(const Vec2d& a, const Vec2d& b) noexcept {
    return {a.x - b.x, a.y - b.y};
}
Vec3d operator-(const Vec3d& a, const Vec3d& b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

Vec2 operator*(float factor, const Vec2& v) noexcept {
    return {factor * v.x, factor * v.y};
}
Vec3 operator*(float factor, const Vec3& v) noexcept {
    return {factor * v.x, factor * v.y, factor * v.z};
}
Vec2d operator*(double factor, const Vec2d& v) noexcept {
    return {factor * v.x, factor * v.y};
}
Vec3d operator*(double factor, const Vec3d& v) noexcept {
    return {factor * v.x, factor * v.y, factor * v.z};
}

Vec2 operator*(const Vec2& v, float factor) noexcept {
    return factor * v;
}
Vec3 operator*(const Vec3& v, float factor) noexcept {
    return factor * v;
}
Vec2d operator*(const Vec2d& v, double factor) noexcept {
    return factor * v;
}
Vec3d operator*(const Vec3d& v, double factor) noexcept {
    return factor * v;
}

Vec2 to_float(const Vec2d& v) noexcept {
    return {static_cast<float>(v.x), static_cast<float>(v.y)};
}
Vec3 to_float(const Vec3d& v) noexcept {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

Vec3 contact_point(const ContactManifold& manifold, std::uint32_t p, const Vec3& a_center) noexcept {
    SATORI_ASSERT(p < std::size(manifold.points));
    return a_center + manifold.points[p].offset;
}
Vec2 contact_point(const RectManifold& manifold, std::uint32_t p, const Vec2& a_center) noexcept {
    SATORI_ASSERT(p < std::size(manifold.points));
    return a_center + manifold.points[p].offset;
}
Vec3d contact_point(const ContactManifold& manifold, std::uint32_t p, const Vec3d& a_position) noexcept {
    SATORI_ASSERT(p < std::size(manifold.points));
    return a_position + to_double(manifold.points[p].offset);
}

}  // namespace satori::v0
