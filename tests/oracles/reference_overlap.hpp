#pragma once

#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// Returns how far apart two boxes are on the best of the 15 separating axes, meters: positive when they are separated,
/// zero when they touch, negative (the penetration depth) when they overlap. The boxes must be legal.
///
/// This is the oracle of the narrowphase, by other algebra than the kernels: in double, it projects all eight corners
/// of both boxes, relative to A's center, on the 15 normalized axes. It uses no rotation of one box in the other's
/// frame, no radii, and no cofactors. The exact answer is for the float input with its quaternion normalized exactly.
///
/// Accuracy. Every direction gives a lower bound of the signed distance. So an inexact direction can never separate
/// boxes that overlap; it can only fail to be the best one. The cross product of edges at angle t has a direction error
/// of about 2e-16 / t, which costs 2e-16 / t of the boxes' size. For small t, the face axes come within t of the size
/// of it, so that the lesser of the two errors counts: at worst, at t = 1e-8, 1e-8 of the size or 0.01
/// overlap_tolerance(). Cross products shorter than 1e-12 are left out.
///
/// When the boxes are separated corner against corner their true distance is at most sqrt(3) times this value.
double reference_separation(const OrientedBox& a, const OrientedBox& b) noexcept;

/// Returns delta, meters: 16 * FLT_EPSILON * (the six half extents + the distance of the centers). The narrowphase may
/// give either answer for boxes whose separation is between -delta and +delta.
double overlap_tolerance(const OrientedBox& a, const OrientedBox& b) noexcept;

SATORI_NAMESPACE_END
