#pragma once

#include <string>
#include <vector>

#include "viewer/solids.hpp"

namespace satori::viewer {

/// Returns the largest of 1, 2 and 5 times powers of ten that is at most `length`, which must be above 0.
double round_length(double length);
/// Returns such a length in words: "20 m", "5 cm", "2 km".
std::string length_text(double meters);

/// Adds a grid of squares below a scene: on the plane y = min[1], around `min` and `max` along x and z. In flat scenes
/// it is on the plane z = 0, along x and y.
void add_ground_grid(Picture& picture, const Double3& min, const Double3& max, bool flat);

/// The place of a grid: around boxes, at their feet or on a ground near them.
class GroundGrid {
public:
    /// Adds a box that the grid lies around. An illegal box adds nothing.
    void add(const Solid& solid);
    /// Adds a box that may be the ground.
    void add_ground(const Solid& solid);
    bool empty() const { return empty_; }
    void paint(Picture& picture, bool flat) const;

private:
    bool empty_ = true;
    Double3 min_, max_;
    std::vector<double> tops_;  // of grounds
};

}  // namespace satori::viewer
