#pragma once

#include <compare>
#include <cstdint>

#include <satori/version.hpp>

SATORI_NAMESPACE_BEGIN

/// Two floats: metres for positions and extents.
struct Vec2 {
    float x = 0, y = 0;
};

/// Three floats: metres for positions and extents.
struct Vec3 {
    float x = 0, y = 0, z = 0;
};

/// Two doubles: metres, world frame.
struct Vec2d {
    double x = 0, y = 0;
};

/// Three doubles: metres, world frame.
struct Vec3d {
    double x = 0, y = 0, z = 0;
};

/// A rotation as x, y, z, w (w is the real part). Need not have unit length: it is normalised where it enters.
struct Quat {
    float x = 0, y = 0, z = 0, w = 1;
};

/// An oriented box: 40 bytes, exactly one float32 row of a scene file. Metres, world frame; `rotation` turns the box's
/// axes into world directions.
///
/// Legal: every number finite, |centre component| <= 1e8, each half extent 0 or 1e-7 to 1e8 (see kMinHalfExtent), rotation not
/// zero.
struct OrientedBox {
    Vec3 center;
    Vec3 half_extents{0.5F, 0.5F, 0.5F};
    Quat rotation;
};
static_assert(sizeof(OrientedBox) == 40);

/// A stretch of a line, metres. Legal: finite, min <= max.
struct Interval {
    float min = 0, max = 0;
};

/// An axis-aligned box, metres. Legal: finite, min <= max on each axis.
struct Aabb {
    Vec3 min;
    Vec3 max;
};
static_assert(sizeof(Aabb) == 24);

/// The same in 2D.
struct Aabb2 {
    Vec2 min;
    Vec2 max;
};
static_assert(sizeof(Aabb2) == 16);

/// Two boxes by index. Of one set: first < second. Of two sets: first indexes the first set, second the second.
struct BoxPair {
    std::uint32_t first = 0;
    std::uint32_t second = 0;

    friend constexpr bool operator==(const BoxPair&, const BoxPair&) = default;
    friend constexpr auto operator<=>(const BoxPair&, const BoxPair&) = default;
};

/// Largest number of boxes, or rectangles, in one set.
inline constexpr std::uint32_t kMaxBoxCount = 0x7fffffffU;

/// Limits of legal input, metres.
///
/// Half extents between 0 and kMinHalfExtent, one rule: those that are given are refused, however small they are. What a call
/// computes there becomes exactly 0, and the box flat: box_from_aabb(), box_from_matrix(), box_from_corners(), transform(), scale(),
/// inflate(), merge(), BoxBatch::assign_transformed(), and their like in 2D. So what should contain something may lack less than
/// kMinHalfExtent on each side of a flat axis. fit_box() alone takes kMinHalfExtent instead: its box contains every point.
inline constexpr float kMaxCenter = 1e8F;
inline constexpr float kMinHalfExtent = 1e-7F;
inline constexpr float kMaxHalfExtent = 1e8F;

SATORI_NAMESPACE_END
