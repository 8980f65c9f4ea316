#pragma once

#include <cstddef>
#include <cstdint>

#include <satori/points.hpp>

namespace satori::inline v0::geometry {

/// Floats in the caller's memory, some for each item, at a fixed distance.
struct Stream {
    const float* data;
    std::ptrdiff_t stride;  ///< bytes

    std::ptrdiff_t stride_floats() const noexcept { return stride / static_cast<std::ptrdiff_t>(sizeof(float)); }
    const float* item(std::size_t i) const noexcept { return data + stride_floats() * static_cast<std::ptrdiff_t>(i); }
    bool well_formed() const noexcept {
        return data != nullptr && reinterpret_cast<std::uintptr_t>(data) % alignof(float) == 0 &&
               stride % static_cast<std::ptrdiff_t>(sizeof(float)) == 0;
    }
};

inline Stream stream_of(const PointRows& points) noexcept {
    return {points.points, points.stride};
}

}  // namespace satori::inline v0::geometry
