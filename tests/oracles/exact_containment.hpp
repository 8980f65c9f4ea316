#pragma once

#include <satori/types.hpp>

namespace satori::test {

/// Whether a box contains a point: its quaternion normalised exactly, nothing rounded, touching included. By sums of
/// doubles that do not overlap (Shewchuk, Adaptive precision floating-point arithmetic, 1997).
bool contains_exactly(const OrientedBox& box, const Vec3& point);

}  // namespace satori::test
