#pragma once

#include "geometry/rotation_math.hpp"
#include "world/world_state.hpp"

namespace satori::v0::world {

inline geometry::Double3 wide(const Vec3d& v) noexcept {
    return {{v.x, v.y, v.z}};
}

/// Where a small box lies beside a much larger one, for kernels that know the large one's axes as floats: as the
/// positions say, and moved by what these axes lose over the distance. `between` leads from A's center to B's. So a
/// pebble on a ground of 10 km that is turned lies as exactly as on one that is not.
inline geometry::Double3 corrected_offset(const Body& a, const Body& b, const geometry::Double3& between) noexcept {
    const auto size = [](const Body& body) { return (body.shape.half[0] + body.shape.half[1]) + body.shape.half[2]; };
    const float size_a = size(a), size_b = size(b);
    const Body& large = size_a < size_b ? b : a;
    if (!(simd::kUnevenSizes * (size_a < size_b ? size_a : size_b) < (size_a < size_b ? size_b : size_a)))
        return between;
    const geometry::Frame exact = geometry::axes_of(geometry::unit(large.rotation));
    geometry::Double3 offset = between;
    for (std::size_t k = 0; k < 3; ++k) {
        geometry::Double3 lost;
        for (std::size_t c = 0; c < 3; ++c) lost[c] = exact[k][c] - static_cast<double>(large.shape.axes[3 * k + c]);
        offset = offset + dot(lost, between) * exact[k];
    }
    return offset;
}

/// Sets the centers of a pair as kernels want them: the first box at the origin, but for rounding, the second one
/// `between` beside it.
inline void set_centers(const geometry::Double3& between, simd::BoxRecord& first, simd::BoxRecord& second) noexcept {
    for (std::size_t c = 0; c < 3; ++c) {
        // What a float leaves of the distance stands in the first center: kernels take the difference as it is.
        const auto whole = static_cast<float>(between[c]);
        second.center[c] = whole;
        first.center[c] = -static_cast<float>(between[c] - static_cast<double>(whole));
    }
}

/// Writes the records of a pair as kernels want them: the first box at the origin, but for rounding, the second one
/// beside it.
inline void place_pair(const Body& a, const Body& b, simd::BoxRecord& first, simd::BoxRecord& second) noexcept {
    first = a.shape;
    second = b.shape;
    set_centers(corrected_offset(a, b, wide(b.position) - wide(a.position)), first, second);
}

}  // namespace satori::v0::world
