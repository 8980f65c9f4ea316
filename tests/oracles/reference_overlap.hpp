#pragma once

#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// How far apart two boxes are on the best of the 15 separating axes, meters: positive when they are separated, zero
/// when they touch, negative (the penetration depth) when they overlap. The boxes must be legal.
///
/// The oracle of the narrowphase, by other algebra than the kernels: in double, all eight corners of both boxes,
/// relative to A's center, are projected on the 15 normalised axes. No rotation of one box in the other's frame, no
/// radii, no cofactors. The truth it stands for is the float input with its quaternion normalised exactly.
///
/// Accuracy. Every direction tried gives a lower bound of the signed distance, so a badly known one can never
/// separate boxes that overlap; it can only be missed as the best. The cross product of edges at angle t has a
/// direction error of about 2e-16 / t, which costs 2e-16 / t of the boxes' size; and for small t the face axes come
/// within t of the size of it, so that the lesser of the two errors counts: at worst, at t = 1e-8, 1e-8 of the size
/// or 0.01 overlap_tolerance(). Cross products shorter than 1e-12 are left out.
///
/// When the boxes are separated corner against corner their true distance is at most sqrt(3) times this value.
double reference_separation(const OrientedBox& a, const OrientedBox& b) noexcept;

/// delta, meters: 16 * FLT_EPSILON * (the six half extents + the distance of the centers). The narrowphase may give
/// either answer for boxes whose separation is between -delta and +delta.
double overlap_tolerance(const OrientedBox& a, const OrientedBox& b) noexcept;

SATORI_NAMESPACE_END
