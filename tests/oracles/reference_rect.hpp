#pragma once

#include <cstdint>

#include <satori/rect.hpp>

SATORI_NAMESPACE_BEGIN

/// The axis on which two rectangles are farthest apart.
struct RectSeparation {
    double
        separation;  ///< metres: positive when they are separated, 0 when they touch, negative (the depth) when they overlap
    std::uint32_t axis;  ///< 0-1 A's, 2-3 B's
};

/// The oracle of the narrowphase in 2D, by other algebra than the kernel: the corners of both, relative to A's centre, in long
/// double with the C library's sine and cosine, projected on the four axes. The truth it stands for is the float input with its
/// angle's exact sine and cosine. Its own error is far below delta / 1000 (where long double is double: 1e-9 delta). The
/// rectangles must be legal.
RectSeparation reference_separation(const OrientedRect& a, const OrientedRect& b) noexcept;

/// delta, metres: 16 * FLT_EPSILON * (the four half extents + the distance of the centres).
double overlap_tolerance(const OrientedRect& a, const OrientedRect& b) noexcept;

SATORI_NAMESPACE_END
