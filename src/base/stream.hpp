#pragma once

#include <cstddef>
#include <cstdint>

#include <satori/points.hpp>

#include "base/assert.hpp"

namespace satori::v0::base {

/// Numbers in the caller's memory: some numbers for each item, with a fixed distance between items.
template <class Number>
struct StreamOf {
    const Number* data;
    std::ptrdiff_t stride;  ///< bytes

    std::ptrdiff_t stride_numbers() const noexcept {
        SATORI_ASSERT(stride % static_cast<std::ptrdiff_t>(sizeof(Number)) == 0);
        return stride / static_cast<std::ptrdiff_t>(sizeof(Number));
    }
    const Number* item(std::size_t i) const noexcept {
        return data + stride_numbers() * static_cast<std::ptrdiff_t>(i);
    }
    bool well_formed() const noexcept {
        return data != nullptr && reinterpret_cast<std::uintptr_t>(data) % sizeof(Number) == 0 &&
               stride % static_cast<std::ptrdiff_t>(sizeof(Number)) == 0;
    }
};
using Stream = StreamOf<float>;

inline Stream stream_of(const PointRows& points) noexcept {
    return {points.points, points.stride};
}

}  // namespace satori::v0::base
