#pragma once

// Shared by the merging of boxes and of rectangles.

#include <algorithm>
#include <cstddef>
#include <limits>

#include <satori/status.hpp>
#include <satori/types.hpp>

#include "base/assert.hpp"

namespace satori::v0::geometry {

/// Slack, relative to the sum of all lengths involved: well above the rounding error of a projection in double (about
/// 20 roundings of 1.1e-16 each), well below half a float.
inline constexpr double kMergeSlack = 1e-13;

/// Relative tolerance of volumes or areas: rotations whose sizes differ only by rounding count as equal.
inline constexpr double kSameSize = 1e-6;

/// Returns the half extent for the comparison of volumes and areas. With a factor of 0, all flat boxes would be equally
/// good.
inline double compared_side(float half_extent) noexcept {
    return std::max(half_extent, kMinHalfExtent);
}

/// Takes the first candidate that is as good as the smallest one. Illegal candidates have infinite size.
template <class Box, std::size_t kCount>
Status take_smallest(const Box (&candidates)[kCount], const double (&sizes)[kCount], Box& taken) noexcept {
    SATORI_ASSERT(std::all_of(sizes, sizes + kCount, [](double size) { return size > 0; }));
    const double smallest = *std::min_element(sizes, sizes + kCount);
    if (smallest == std::numeric_limits<double>::infinity()) return Status::result_out_of_range;
    const auto good = [smallest](double size) { return size <= smallest * (1 + kSameSize); };
    taken = candidates[std::find_if(sizes, sizes + kCount, good) - sizes];
    return Status::ok;
}

}  // namespace satori::v0::geometry
