#pragma once

#include <type_traits>

#include <satori/contacts.hpp>
#include <satori/rect_contacts.hpp>

#include "simd/kernel_abi.hpp"

namespace satori::v0::narrowphase {

/// The types and constants of contacts in 2 and 3 dimensions.
template <int Dim>
struct ContactTypes;

template <>
struct ContactTypes<2> {
    using Axis = RectSeparatingAxis;
    using AxisRow = RectSeparatingAxis;
    using Manifold = RectManifold;
    using Options = RectCollideOptions;
    using Result = RectContactResult;
    static constexpr std::uint32_t kAxes = simd::kRectAxisCount, kPoints = 2;

    static Axis axis(const AxisRow& row) noexcept { return row; }
    static Vec2 negative(const Vec2& v) noexcept { return {-v.x, -v.y}; }
};

template <>
struct ContactTypes<3> {
    using Axis = SeparatingAxis;
    using AxisRow = simd::AxisRow;
    using Manifold = ContactManifold;
    using Options = CollideOptions;
    using Result = ContactResult;
    static constexpr std::uint32_t kAxes = simd::kAxisCount, kPoints = 4;

    static Axis axis(const AxisRow& row) noexcept {
        return {{row.normal[0], row.normal[1], row.normal[2]}, row.separation, row.axis};
    }
    static Vec3 negative(const Vec3& v) noexcept { return {-v.x, -v.y, -v.z}; }
};

template <class Manifold>
inline constexpr int kDimOf = std::is_same_v<Manifold, RectManifold> ? 2 : 3;
inline constexpr std::uint32_t kMostPoints = ContactTypes<3>::kPoints;

}  // namespace satori::v0::narrowphase
