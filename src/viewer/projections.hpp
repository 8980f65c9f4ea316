#pragma once

#include <array>
#include <span>

#include <satori/rect.hpp>

#include "viewer/picture.hpp"

namespace satori::viewer {

/// How far two shapes reach along an axis, metres from the world's origin.
struct Projections {
    Double3 direction;  ///< unit; 0 for edges that are parallel
    double a_min = 0, a_max = 0, b_min = 0, b_max = 0;

    /// Negative: they overlap by as much.
    double separation() const;
};

/// Of a legal rectangle or box, in the library's order.
std::array<Double3, 4> corners_of(const OrientedRect& rect);
std::array<Double3, 8> corners_of(const OrientedBox& box);

/// Both shapes, given by their corners, along a direction.
Projections project(std::span<const Double3> a, std::span<const Double3> b, const Double3& direction);

}  // namespace satori::viewer
