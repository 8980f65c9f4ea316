#include <satori/box_geometry.hpp>

#include "geometry/box_tile.hpp"
#include "geometry/double3.hpp"
#include "parallel/fp_environment.hpp"

namespace satori::inline v0 {

Status compute_aabb(const OrientedBox& box, Aabb& bounds) noexcept {
    const parallel::FpEnvironment ieee;
    geometry::BoxTile tile;
    if (!tile.assign({&box, 1})) return Status::invalid_box;
    simd::BoundsEntry<3> entries[simd::kMaxLanes];
    simd::kScalarKernels.bounds({tile.arrays(), 0, 1, entries, nullptr, 0});
    const simd::BoundsEntry<3>& e = entries[0];
    bounds = {{e.lo[0], e.lo[1], e.lo[2]}, {e.hi[0], e.hi[1], e.hi[2]}};
    return Status::ok;
}

double volume(const OrientedBox& box) noexcept {
    const parallel::FpEnvironment ieee;
    const geometry::Double3 half = geometry::widened(box.half_extents);
    return ieee.computed(8 * (half[0] * half[1] * half[2]));
}

double surface_area(const OrientedBox& box) noexcept {
    const parallel::FpEnvironment ieee;
    const geometry::Double3 half = geometry::widened(box.half_extents);
    return ieee.computed(8 * ((half[0] * half[1] + half[1] * half[2]) + half[2] * half[0]));
}

}  // namespace satori::inline v0
