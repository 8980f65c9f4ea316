#pragma once

#include <cstdint>
#include <span>

#include <satori/covered_sides.hpp>

#include "geometry/double3.hpp"

namespace satori::inline v0::geometry {

constexpr bool legal_sides(CoveredSides sides) noexcept {
    return sides <= kAllSides;
}

/// A box in double. The axes are orthonormal.
struct PlacedBox {
    Double3 center, half;
    Frame axes;
};

/// The sides of boxes[index] that boxes[neighbors[k]] cover together, as find_covered_sides() defines it. The neighbors
/// come in an order of their own, which rounding depends on; others than those near the box change nothing.
///
/// Per side: the pushed-out rectangle, less the polygon in which each neighbor cuts its plane, piece by piece. What is
/// left of a piece after all neighbors is not covered, and ends the search. O(neighbors), and more for each one that
/// covers a part; bounded.
CoveredSides covered_sides(std::span<const PlacedBox> boxes, std::uint32_t index,
                           std::span<const std::uint32_t> neighbors, double tolerance) noexcept;

}  // namespace satori::inline v0::geometry
