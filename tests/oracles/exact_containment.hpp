#pragma once

#include <satori/types.hpp>

namespace satori::test {

/// Returns true when a box contains a point: its quaternion is normalized exactly, nothing is rounded, and touching is
/// included. The code adds doubles that do not overlap (Shewchuk, Adaptive precision floating-point arithmetic, 1997).
bool contains_exactly(const OrientedBox& box, const Vec3& point);

}  // namespace satori::test
