#pragma once

#include <cstddef>
#include <initializer_list>
#include <vector>

#include <satori/satori.hpp>

namespace satori::test {

// Boxes and rectangles as rows of doubles, with one set of names for tests of both.

struct Boxes64 {
    using Box = OrientedBox;
    using Batch = BoxBatch;
    using View = BoxView64;
    using Place = Vec3d;
    using Contacts = ContactResult;
    static constexpr std::size_t kDim = 3, kRow = 10;
    static constexpr const double* BoxView64::*kTurns = &BoxView64::rotations;
    static constexpr std::ptrdiff_t BoxView64::*kTurnStride = &BoxView64::rotation_stride;

    static BoxView64 rows(const double* numbers, std::size_t count, const Vec3d& origin = {},
                          std::ptrdiff_t stride = 80) {
        return box_rows64(numbers, count, origin, stride);
    }
    static BoxView64 arrays(const double* centers, const double* halves, const double* turns, std::size_t count) {
        return box_arrays64(centers, halves, turns, count);
    }
    static BoxView float_rows(const float* numbers, std::size_t count) { return box_rows(numbers, count, 40); }
};

struct Rects64 {
    using Box = OrientedRect;
    using Batch = RectBatch;
    using View = RectView64;
    using Place = Vec2d;
    using Contacts = RectContactResult;
    static constexpr std::size_t kDim = 2, kRow = 5;
    static constexpr const double* RectView64::*kTurns = &RectView64::angles;
    static constexpr std::ptrdiff_t RectView64::*kTurnStride = &RectView64::angle_stride;

    static RectView64 rows(const double* numbers, std::size_t count, const Vec2d& origin = {},
                           std::ptrdiff_t stride = 40) {
        return rect_rows64(numbers, count, origin, stride);
    }
    static RectView64 arrays(const double* centers, const double* halves, const double* turns, std::size_t count) {
        return rect_arrays64(centers, halves, turns, count);
    }
    static RectView float_rows(const float* numbers, std::size_t count) { return rect_rows(numbers, count, 20); }
};

/// Returns `boxes` as rows of doubles.
template <class Kind>
std::vector<double> double_rows(const std::vector<typename Kind::Box>& boxes) {
    const auto* const numbers = reinterpret_cast<const float*>(boxes.data());
    return {numbers, numbers + Kind::kRow * boxes.size()};
}

/// Returns `count` unit cubes or squares without rotation, 3 m from each other along x.
template <class Kind>
std::vector<double> unit_rows(std::size_t count) {
    std::vector<typename Kind::Box> boxes(count);
    for (std::size_t i = 0; i < count; ++i) boxes[i].center.x = 3 * static_cast<float>(i);
    return double_rows<Kind>(boxes);
}

template <class Kind>
Status assign(typename Kind::Batch& batch, const std::vector<double>& rows, OnInvalid on_invalid = OnInvalid::refuse,
              const Execution& execution = {}) {
    return batch.assign(Kind::rows(rows.data(), rows.size() / Kind::kRow), on_invalid, execution);
}

}  // namespace satori::test
