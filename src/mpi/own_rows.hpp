#pragma once

#include <cstddef>

#include <satori/mpi.hpp>

#include "base/stream.hpp"

namespace satori::v0::mpi {

/// Returns where item i of an array is that has so many bytes from one item to the next.
template <class Number>
const Number* item(const Number* first, std::ptrdiff_t stride, std::size_t i) noexcept {
    return base::StreamOf<Number>{first, stride}.item(i);
}

/// Returns the center of a box that a rank brings, relative to the origin.
inline Vec3d center_of(const RankBoxes& boxes, std::size_t i) noexcept {
    if (!boxes.in_doubles) {
        const float* const at = item(boxes.floats.centers, boxes.floats.center_stride, i);
        return {at[0], at[1], at[2]};
    }
    const double* const at = item(boxes.doubles.centers, boxes.doubles.center_stride, i);
    const Vec3d& origin = boxes.doubles.origin;
    return {at[0] - origin.x, at[1] - origin.y, at[2] - origin.z};
}

inline Vec3 rounded(const Vec3d& v) noexcept {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// Returns a legal box that a rank brings as a row. A batch rounds doubles in the same way.
inline OrientedBox row_of(const RankBoxes& boxes, std::size_t i) noexcept {
    OrientedBox row;
    row.center = rounded(center_of(boxes, i));
    const auto take = [&](const auto& view) noexcept {
        const auto* const half = item(view.half_extents, view.half_extent_stride, i);
        const auto* const rotation = item(view.rotations, view.rotation_stride, i);
        const auto number = [](auto v) { return static_cast<float>(v); };
        row.half_extents = {number(half[0]), number(half[1]), number(half[2])};
        row.rotation = {number(rotation[0]), number(rotation[1]), number(rotation[2]), number(rotation[3])};
    };
    if (boxes.in_doubles)
        take(boxes.doubles);
    else
        take(boxes.floats);
    return row;
}

}  // namespace satori::v0::mpi
