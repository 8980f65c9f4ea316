#include <satori/box_geometry.hpp>

#include "geometry/double3.hpp"
#include "parallel/fp_environment.hpp"

namespace satori::v0 {

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

}  // namespace satori::v0
