#pragma once

#include <span>
#include <vector>

#include <satori/types.hpp>

#include "geometry/double3.hpp"

namespace satori::viewer {

using geometry::Double3;

/// Returns the value that this share of the values is at most; 0.5: the median. Reorders the values, of which there
/// must be one at least.
double at_share(std::vector<double>& values, double share);

/// The part of a scene where most boxes are, not all. A ground box of kilometers, or a box that has fallen off, would
/// make everything else too small.
class UsualPart {
public:
    UsualPart() = default;
    /// Takes boxes, at least one, whose centers are legal. The sizes of illegal boxes do not count.
    explicit UsualPart(std::span<const OrientedBox> boxes);

    /// The median of half the diagonals, in meters.
    double half_diagonal() const { return half_diagonal_; }
    /// True for a box that is far away from most others.
    bool is_far_off(const OrientedBox& box) const;
    /// True for a box that is so large that it must be a ground or a wall.
    bool is_large(const OrientedBox& box) const;

private:
    double reach() const { return geometry::length(max_ - min_); }

    Double3 min_, max_;  // most centers lie here
    double half_diagonal_ = 1;
    double large_ = 0;  // half diagonal from which on a box is large
};

}  // namespace satori::viewer
