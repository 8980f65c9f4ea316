#pragma once

#include <cstdint>
#include <span>

#include <satori/types.hpp>

namespace satori::bench {

/// What find_pairs() does on a scene, counted: the same on every machine.
struct SweepCounts {
    double boxes = 0;
    double pairs = 0;       ///< AABB overlaps
    double copies = 0;      ///< entries of columns
    double candidates = 0;  ///< what a sweep tests: boxes in a column within reach of another along the sweep axis
    /// Candidates by the formula of candidates_per_box(), with the columns' widths; 0 where size classes differ.
    double expected = 0;
    double width[2] = {0, 0};  ///< width of columns on the cross axes, in mean box sizes; 0: not cut
    /// Share of lanes that hold a candidate, in the sweep and in the pair test, with vectors of `lanes` lanes.
    double sweep_lanes = 0;
    double pair_lanes = 0;
};

/// Returns the candidates per box when each box has `overlaps` AABB overlaps (a pair counts for both boxes) and columns
/// are `width` mean box sizes wide: overlaps / 8 * (w + 1)^2 / w for each of the two axes. An axis that is not cut
/// counts with its `extent` as the width.
double candidates_per_box(double overlaps, const double (&width)[2], const double (&extent)[2]);

SweepCounts count_sweeps(std::span<const Aabb> bounds, std::uint32_t lanes);

}  // namespace satori::bench
