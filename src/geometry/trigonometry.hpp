#pragma once

namespace satori::inline v0::geometry {

inline constexpr double kPi = 0x1.921fb54442d18p+1;

/// Largest angle that sin_cos() takes, radians.
inline constexpr double kMaxReducedAngle = 1048576.0 * 1.5;

struct SinCos {
    double sin;
    double cos;
};

/// Sine and cosine within 4e-16, the same bytes on every machine (the C library's differ). |angle| <= kMaxReducedAngle,
/// radians. Sines of odd, cosines of even symmetry, to the bit.
SinCos sin_cos(double angle) noexcept;

/// The angle of (x, y) from the x axis, in [-pi, pi] radians, within 1e-15; 0 for (0, 0). The same bytes on every machine. |x|
/// and |y| at most 1e150, not both below 1e-150 unless 0.
double direction_angle(double x, double y) noexcept;

}  // namespace satori::inline v0::geometry
