#pragma once

namespace satori::inline v0::geometry {

/// Largest angle that sin_cos() takes, radians.
inline constexpr double kMaxReducedAngle = 1048576.0 * 1.5;

struct SinCos {
    double sin;
    double cos;
};

/// Sine and cosine within 4e-16, the same bytes on every machine (the C library's differ). |angle| <= kMaxReducedAngle,
/// radians. Sines of odd, cosines of even symmetry, to the bit.
SinCos sin_cos(double angle) noexcept;

}  // namespace satori::inline v0::geometry
