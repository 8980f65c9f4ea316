#pragma once

#include <cstdint>

#include <satori/rect.hpp>

SATORI_NAMESPACE_BEGIN

/// The axis on which two rectangles are farthest apart.
struct RectSeparation {
    double separation;   ///< meters: positive when separated, 0 when touching, negative (the depth) when overlapping
    std::uint32_t axis;  ///< 0-1 A's, 2-3 B's
};

/// The oracle of the narrowphase in 2D, by other algebra than the kernel: it projects the corners of both rectangles,
/// relative to A's center, on the four axes, in long double with the C library's sine and cosine. The exact answer is
/// for the float input with the exact sine and cosine of its angle. The oracle's own error is far below delta / 1000
/// (where long double is double: 1e-9 delta). The rectangles must be legal.
RectSeparation reference_separation(const OrientedRect& a, const OrientedRect& b) noexcept;

/// Returns delta, meters: 16 * FLT_EPSILON * (the four half extents + the distance of the centers).
double overlap_tolerance(const OrientedRect& a, const OrientedRect& b) noexcept;

SATORI_NAMESPACE_END
