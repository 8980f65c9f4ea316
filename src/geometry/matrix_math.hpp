#pragma once

#include <cstddef>

#include <satori/pose.hpp>

#include "geometry/rotation_math.hpp"

namespace satori::v0::geometry {

/// A finite affine matrix in double.
struct DoubleAffine {
    Frame columns;
    Double3 origin;

    explicit DoubleAffine(const Mat4& matrix) noexcept {
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t column = 0; column < 3; ++column) columns[column][row] = matrix.m[4 * column + row];
            origin[row] = matrix.m[12 + row];
        }
    }
    Double3 direction(const Double3& v) const noexcept { return from_frame(columns, v); }
};

/// True when the matrix is finite and its last row is 0 0 0 1.
inline bool is_affine(const Mat4& matrix) noexcept {
    for (const float v : matrix.m) {
        if (!std::isfinite(v)) return false;
    }
    return matrix.m[3] == 0 && matrix.m[7] == 0 && matrix.m[11] == 0 && matrix.m[15] == 1;
}

}  // namespace satori::v0::geometry
