#pragma once

#include <cstdint>

#include <satori/export.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// An oriented rectangle: 20 bytes, exactly one float32 row of a 2D scene file. Metres, radians; `angle` turns the
/// rectangle's axes counter-clockwise into world directions: axis 0 is (cos, sin), axis 1 its left normal (-sin, cos).
///
/// Legal: every number finite, |centre component| <= 1e8, each half extent 0 or 1e-7 to 1e8, |angle| <= kMaxAngle.
struct OrientedRect {
    Vec2 center;
    Vec2 half_extents{0.5F, 0.5F};
    float angle = 0;
};
static_assert(sizeof(OrientedRect) == 20);

/// Limit of legal angles, radians: 16 000 turns. Neighbouring floats lie 0.4 degrees apart there.
inline constexpr float kMaxAngle = 1e5F;

SATORI_NAMESPACE_END
