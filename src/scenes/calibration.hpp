#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <satori/types.hpp>

namespace satori::scenes {

/// Half the width of the box's AABB on each world axis.
std::array<double, 3> aabb_half_widths(const OrientedBox& box) noexcept;

/// Where centres lie: up to three independent coordinates, each uniform in [-length / 2, length / 2), and which of them
/// each world axis follows. {0, 1, 2} is a cube, {0, 0, 0} its diagonal, {0, kFixed, 1} a level plane.
struct Spread {
    static constexpr int kFixed = -1;  ///< all boxes overlap on this world axis
    std::array<int, 3> coordinate{0, 1, 2};
};

/// By how much AABBs are wider on each side than their boxes, because bounds are rounded outward.
struct Slack {
    double fixed = 0;       ///< far from the origin, in metres
    double per_length = 0;  ///< of boxes that are as long as the world, times its length
};

/// Predicts how many AABBs overlap each box of a scene whose centres are spread at random, and finds how wide to spread
/// them. Works on a fixed-seed sample of pairs (every pair of small scenes); about 1 % of sampling error at worst.
class Calibration {
public:
    /// Looks at half extents and rotations only. Time and memory do not grow with the boxes beyond the sample.
    Calibration(std::span<const OrientedBox> boxes, const Spread& spread, const Slack& slack = {});

    /// Expected AABB overlaps per box where each box meets `population` others.
    double expected_overlaps(double length, double population) const noexcept;

    /// The length at which that is `overlaps`, by bisection; 0 if it is fewer at any length. SceneError if the centres
    /// would have to leave the legal range.
    double solve_length(double overlaps, double population) const;

private:
    // For one pair and coordinate: how near the two must be on it.
    std::vector<std::array<double, 3>> reaches_;
    Slack slack_;
};

}  // namespace satori::scenes
