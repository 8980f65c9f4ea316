#pragma once

#include <cstring>

#include <satori/status.hpp>
#include <satori/types.hpp>

#include "base/assert.hpp"
#include "geometry/box_fault.hpp"
#include "geometry/rotation_math.hpp"

namespace satori::v0::geometry {

inline InvalidBox find_fault(const OrientedBox& box) noexcept {
    float row[10];
    std::memcpy(row, &box, sizeof row);
    return find_fault(row, 0);
}
inline bool is_legal(const OrientedBox& box) noexcept {
    return find_fault(box).fault == BoxFault::none;
}

/// Assigns `made` to `box` if `made` is legal, else returns `otherwise`.
inline Status commit(const OrientedBox& made, OrientedBox& box, Status otherwise) noexcept {
    if (!is_legal(made)) return otherwise;
    box = made;
    return Status::ok;
}

/// A legal box in double.
struct DoubleBox {
    Double3 center, half;
    DoubleQuat rotation;
    Frame axes;  ///< of the rotation

    explicit DoubleBox(const OrientedBox& box) noexcept
        : center(widened(box.center)),
          half(widened(box.half_extents)),
          rotation(unit(box.rotation)),
          axes(axes_of(rotation)) {
        SATORI_ASSERT(is_legal(box));
    }
};

/// Returns how far a box reaches from its center along a direction: the sum of the projected half edges.
inline double radius(const Frame& edges, const Double3& half, const Double3& direction) noexcept {
    return (half[0] * std::fabs(dot(edges[0], direction)) + half[1] * std::fabs(dot(edges[1], direction))) +
           half[2] * std::fabs(dot(edges[2], direction));
}

}  // namespace satori::v0::geometry
