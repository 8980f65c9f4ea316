#pragma once

#include <cstddef>

#include <satori/types.hpp>

namespace satori::test {

/// Returns a coordinate of a vector, or of bounds, by index. The code does not index from one member into the next:
/// clang ignores such stores.
inline float& coordinate(Vec2& v, std::size_t axis) {
    return axis == 0 ? v.x : v.y;
}
inline float& coordinate(Vec3& v, std::size_t axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}
inline float coordinate(const Vec3& v, std::size_t axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}
/// Returns a component of bounds: the minima come first, then the maxima.
inline float& bound(Aabb& bounds, std::size_t component) {
    return coordinate(component < 3 ? bounds.min : bounds.max, component % 3);
}

}  // namespace satori::test
