#pragma once

#include <array>
#include <span>

#include <satori/rect.hpp>

#include "viewer/picture.hpp"

namespace satori::viewer {

/// The intervals of two shapes on an axis, in meters from the world's origin.
struct Projections {
    Double3 direction;  ///< unit vector; 0 for edges that are parallel
    double a_min = 0, a_max = 0, b_min = 0, b_max = 0;

    /// Negative: the depth of the overlap.
    double separation() const;
};

/// Return the corners of a legal rectangle or box, in the library's order.
std::array<Double3, 4> corners_of(const OrientedRect& rect);
std::array<Double3, 8> corners_of(const OrientedBox& box);

/// Projects both shapes, given by their corners, onto a direction.
Projections project(std::span<const Double3> a, std::span<const Double3> b, const Double3& direction);

}  // namespace satori::viewer
