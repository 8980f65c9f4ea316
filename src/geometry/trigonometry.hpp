#pragma once

#include "base/namespace.hpp"

namespace satori::v0::geometry {

inline constexpr double kPi = 0x1.921fb54442d18p+1;

/// Largest angle that sin_cos() takes, radians.
inline constexpr double kMaxReducedAngle = 1048576.0 * 1.5;

struct SinCos {
    double sin;
    double cos;
};

/// Returns sine and cosine within 4e-16. The bytes are the same on every machine, which is not true for the C library.
/// |angle| <= kMaxReducedAngle, radians. The sine is odd and the cosine even, to the bit.
SinCos sin_cos(double angle) noexcept;

/// Returns the angle of (x, y) from the x axis, in [-pi, pi] radians, within 1e-15; 0 for (0, 0). The bytes are the
/// same on every machine. |x| and |y| must be at most 1e150, and must not both be below 1e-150 unless they are 0.
double direction_angle(double x, double y) noexcept;

}  // namespace satori::v0::geometry
