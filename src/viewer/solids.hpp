#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <satori/shapes.hpp>
#include <satori/types.hpp>

#include "viewer/picture.hpp"

namespace satori::viewer {

/// A box with a radius: all points at most the radius away from the box, which is its core. A rectangle is a box
/// without height, and so is its solid.
struct Solid {
    OrientedBox core;
    float radius = 0;
    bool flat = false;
};

/// Returns the box around a solid, with the rotation of the core.
OrientedBox enclosing_box(const Solid& solid);
/// Computes the bounds of a solid. False, with `bounds` unchanged, when its core is not legal.
bool find_bounds(const Solid& solid, Aabb& bounds);
/// Returns where a ray, with a direction of length 1, enters a solid with a legal core; nothing when it misses.
std::optional<float> entry_of(const Solid& solid, const Ray& ray);
/// Adds the outline of a solid: the edges of a box, else the sections along its axes through its center. `style` has
/// all of a line but its ends.
void add_outline(std::vector<Line>& lines, const Solid& solid, const Line& style);

/// The solids of a frame.
struct Solids {
    std::vector<OrientedBox> cores;
    std::vector<float> radii;  ///< of each core; empty: no box has a radius
    bool flat = false;         ///< rectangles

    Solid operator[](std::uint32_t index) const { return {cores[index], radii.empty() ? 0 : radii[index], flat}; }
};

}  // namespace satori::viewer
