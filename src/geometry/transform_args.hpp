#pragma once

#include "geometry/rounding.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::v0::geometry {

/// Returns v as a sum: high + middle is exactly the float nearest to v (Dekker's split), low is the remainder.
inline simd::SplitNumber split(double v) noexcept {
    const float f = static_cast<float>(v);
    const float scaled = f * 4097.0F;  // 2^12 + 1
    const float high = scaled - (scaled - f);
    return {high, f - high, static_cast<float>(v - f)};
}

/// Returns the arguments of the transform kernels, except for the boxes. entry(row, column) is an element of the
/// rotation matrix.
template <int Dim, class Entry>
simd::TransformArgsOf<Dim> transform_args(Entry&& entry, const float (&position)[Dim], float scale,
                                          bool keep_axes) noexcept {
    simd::TransformArgsOf<Dim> args{};
    for (std::size_t row = 0; row < Dim; ++row) {
        for (std::size_t column = 0; column < Dim; ++column) {
            const double value = entry(row, column);
            args.matrix[Dim * row + column] = split(scale * value);
            args.rotation[Dim * row + column] = rounded(value);
        }
        args.position[row] = position[row];
    }
    args.scale = scale;
    args.keep_axes = keep_axes;
    return args;
}

}  // namespace satori::v0::geometry
