#pragma once

#include <compare>
#include <cstdint>

#include <satori/version.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup values
/// @{

/// Two floats; positions and extents are in meters.
struct Vec2 {
    float x = 0;  ///< along the first axis
    float y = 0;  ///< along the second

    friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
};

/// Three floats; positions and extents are in meters.
struct Vec3 {
    float x = 0;  ///< along the first axis
    float y = 0;  ///< along the second
    float z = 0;  ///< along the third

    friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

/// Two doubles: meters, world frame.
struct Vec2d {
    double x = 0;  ///< along the first axis
    double y = 0;  ///< along the second

    friend constexpr bool operator==(const Vec2d&, const Vec2d&) = default;
};

/// Three doubles: meters, world frame.
struct Vec3d {
    double x = 0;  ///< along the first axis
    double y = 0;  ///< along the second
    double z = 0;  ///< along the third

    friend constexpr bool operator==(const Vec3d&, const Vec3d&) = default;
};

/// A rotation as a quaternion x, y, z, w; w is the real part. Its length may be any but zero: a call that takes it
/// normalizes it. So {0, 0, 0, 2} is the same as {0, 0, 0, 1}, which is no rotation; {0, 0, 0, 0} is not legal.
struct Quat {
    float x = 0;  ///< imaginary
    float y = 0;  ///< imaginary
    float z = 0;  ///< imaginary
    float w = 1;  ///< real

    friend constexpr bool operator==(const Quat&, const Quat&) = default;
};

/// An oriented box: 40 bytes, exactly one float32 row of a scene file. Meters, world frame. `rotation` takes the
/// box's axes to world directions.
///
/// Legal: every number finite, |center component| <= 1e8, each half extent 0 or 1e-7 to 1e8 (see kMinHalfExtent),
/// rotation not zero.
struct OrientedBox {
    Vec3 center;                          ///< meters, world frame
    Vec3 half_extents{0.5F, 0.5F, 0.5F};  ///< half of the edge lengths, meters, along the box's own axes
    Quat rotation;                        ///< takes the box's axes to world directions; any length but zero
};
static_assert(sizeof(OrientedBox) == 40);

/// An interval of a line, meters. Legal: finite, min <= max.
struct Interval {
    float min = 0;  ///< lower end
    float max = 0;  ///< upper end
};

/// An axis-aligned bounding box (AABB), meters. Legal: finite, min <= max on each axis.
struct Aabb {
    Vec3 min;  ///< lower corner
    Vec3 max;  ///< upper corner
};
static_assert(sizeof(Aabb) == 24);

/// A 2D AABB, meters. Legal: finite, min <= max on each axis.
struct Aabb2 {
    Vec2 min;  ///< lower corner
    Vec2 max;  ///< upper corner
};
static_assert(sizeof(Aabb2) == 16);

/// Two boxes by index. Within one set: first < second. Between two sets: `first` indexes the first set, `second` the
/// second.
struct BoxPair {
    std::uint32_t first = 0;   ///< index of one box
    std::uint32_t second = 0;  ///< index of the other

    friend constexpr bool operator==(const BoxPair&, const BoxPair&) = default;
    friend constexpr auto operator<=>(const BoxPair&, const BoxPair&) = default;
};

/// The largest number of boxes, or of rectangles, in one set.
inline constexpr std::uint32_t kMaxBoxCount = 0x7fffffffU;

/// The largest component of a center that is legal input, meters.
inline constexpr float kMaxCenter = 1e8F;
/// The least half extent that is legal input, except 0; meters.
///
/// A half extent between 0 and kMinHalfExtent is not legal input, however small it is. When a call computes such a
/// half extent, it writes exactly 0 and the box becomes flat: box_from_aabb(), box_from_matrix(), box_from_corners(),
/// transform(), scale(), inflate(), merge(), BoxBatch::assign_transformed(), and the same calls in 2D. A box that
/// should contain something may therefore lack less than kMinHalfExtent on each side of a flat axis. Only fit_box()
/// writes kMinHalfExtent instead: its box contains every point.
inline constexpr float kMinHalfExtent = 1e-7F;
/// The greatest half extent that is legal input, meters.
inline constexpr float kMaxHalfExtent = 1e8F;

/// @}

SATORI_NAMESPACE_END
