#pragma once

#include <cstdint>
#include <span>

#include <satori/covered_sides.hpp>

#include "geometry/double3.hpp"

namespace satori::v0::geometry {

constexpr bool legal_sides(CoveredSides sides) noexcept {
    return sides <= kAllSides;
}

/// A box in double. The axes are orthonormal.
struct PlacedBox {
    Double3 center, half;
    Frame axes;
};

/// Returns the sides of boxes[index] that the boxes boxes[neighbors[k]] cover together, as find_covered_sides() defines
/// it. Rounding depends on the order of the neighbors, so the order must be fixed. Boxes that are not near the box
/// change nothing.
///
/// For each side, the code starts with the rectangle of the side, moved outwards. For each neighbor, it removes the
/// polygon that the neighbor cuts from the plane of the side, piece by piece. A part that is left after all neighbors
/// is not covered and ends the search. O(neighbors), and more for each neighbor that covers a part; bounded.
CoveredSides covered_sides(std::span<const PlacedBox> boxes, std::uint32_t index,
                           std::span<const std::uint32_t> neighbors, double tolerance) noexcept;

}  // namespace satori::v0::geometry
