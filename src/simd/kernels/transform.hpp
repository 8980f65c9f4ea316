#pragma once

// Transform: applies a rigid motion with uniform scale to boxes, or rectangles, as structure of arrays. Lane = box.
//
// Centers are rounded once, as if computed in double: two-product of 12-bit halves, two-sum, with a separate sum of the
// low parts. Otherwise boxes that touch far from the origin would separate by several floats.
// Axes are multiplied by the rotation. Then one Newton-Schulz step X + X (1 - X^T X) / 2 squares their deviation from
// orthonormal axes. So boxes that move many times keep their right angles, and the axis of a rectangle keeps its
// length.
// Sources: Dekker, A floating-point technique for extending the available precision, 1971; Higham, Functions of
// Matrices, 2008, 8.3 (Newton-Schulz).
// Cost per vector of boxes: 138 multiplies, 201 adds, 15 loads and stores; bound by memory, 60 bytes in and out per
// box.
// Per vector of rectangles: 37 multiplies, about 70 adds, 6 loads and stores; 24 bytes in and out per rectangle.

#include <satori/types.hpp>

#include "simd/kernel_abi.hpp"
#include "simd/kernels/error_free.hpp"
#include "simd/kernels/ingest.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

/// Returns one component of the new center, rounded once: sum over k of row[k] * center[k], + position.
template <class L, int Dim>
SATORI_LANES_INLINE typename L::Float exact_row(const SplitNumber* row, const HalvesLanes<L>* center, float position) {
    using Float = typename L::Float;
    Float sum = L::broadcast(position), rest = L::broadcast(0.0F);
    for (int k = 0; k < Dim; ++k) {
        const Float high = L::broadcast(row[k].high), middle = L::broadcast(row[k].middle);
        const ExactLanes<L> product = two_product<L>(center[k], {high + middle, high, middle});
        const ExactLanes<L> added = two_sum<L>(sum, product.sum);
        sum = added.sum;
        rest = rest + ((added.rest + product.rest) + center[k].whole * L::broadcast(row[k].low));
    }
    return sum + rest;
}

/// Multiplies axes by `rotation` (row by row), and restores their right angles.
template <class L>
SATORI_LANES_INLINE void turn_axes(const float (&rotation)[9], const typename L::Float* axes,
                                   typename L::Float* turned) {
    using Float = typename L::Float;
    Float raw[9];
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            raw[3 * i + k] =
                (L::broadcast(rotation[3 * k]) * axes[3 * i] + L::broadcast(rotation[3 * k + 1]) * axes[3 * i + 1]) +
                L::broadcast(rotation[3 * k + 2]) * axes[3 * i + 2];
        }
    }
    Float lack[3][3];  // half of the difference to orthonormal axes
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j <= i; ++j) {
            const Float dot =
                (raw[3 * i] * raw[3 * j] + raw[3 * i + 1] * raw[3 * j + 1]) + raw[3 * i + 2] * raw[3 * j + 2];
            lack[i][j] = lack[j][i] = L::broadcast(0.5F) * (L::broadcast(i == j ? 1.0F : 0.0F) - dot);
        }
    }
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            turned[3 * i + k] =
                raw[3 * i + k] + ((lack[i][0] * raw[k] + lack[i][1] * raw[3 + k]) + lack[i][2] * raw[6 + k]);
        }
    }
}

/// The same for the axis of a rectangle; restores its length of 1.
template <class L>
SATORI_LANES_INLINE void turn_axes(const float (&rotation)[4], const typename L::Float* axis,
                                   typename L::Float* turned) {
    using Float = typename L::Float;
    Float raw[2];
    for (int k = 0; k < 2; ++k)
        raw[k] = L::broadcast(rotation[2 * k]) * axis[0] + L::broadcast(rotation[2 * k + 1]) * axis[1];
    const Float lack = L::broadcast(0.5F) * (L::broadcast(1.0F) - (raw[0] * raw[0] + raw[1] * raw[1]));
    for (int k = 0; k < 2; ++k) turned[k] = raw[k] + lack * raw[k];
}

template <class L, int Dim>
std::uint32_t transform(const TransformArgsOf<Dim>& args) {
    using Float = typename L::Float;
    constexpr std::uint32_t kAxisFloats = Dim == 2 ? 2 : 9, kFloats = 2 * Dim + kAxisFloats;
    const Float thinnest = L::broadcast(kMinHalfExtent), zero = L::broadcast(0.0F);
    std::uint32_t illegal_count = 0;
    for (std::size_t i = args.begin; i < padded(args.end); i += L::width) {
        Float box[kFloats], out[kFloats];
        for (std::uint32_t c = 0; c < kFloats; ++c) box[c] = L::load(args.from.base + c * args.from.stride + i);
        const auto inert = L::lt(box[Dim], zero);
        HalvesLanes<L> center[Dim];
        for (int k = 0; k < Dim; ++k) center[k] = halves<L>(box[k]);
        for (int k = 0; k < Dim; ++k) {
            const Float moved = exact_row<L, Dim>(args.matrix + Dim * k, center, args.position[k]);
            out[k] = L::select(inert, box[k], moved);
            const Float scaled = L::broadcast(args.scale) * box[Dim + k];
            const Float half = L::select(L::lt(scaled, thinnest), zero, scaled);  // see kMinHalfExtent
            out[Dim + k] = L::select(inert, box[Dim + k], half);
        }
        const auto legal = L::either(inert, legal_extents<L, Dim>(out, out + Dim));
        illegal_count += L::width - static_cast<std::uint32_t>(__builtin_popcount(L::bits(legal)));
        Float* const axes = box + 2 * Dim;
        if (!args.keep_axes) {
            Float turned[kAxisFloats];
            turn_axes<L>(args.rotation, axes, turned);
            for (std::uint32_t a = 0; a < kAxisFloats; ++a) axes[a] = L::select(inert, axes[a], turned[a]);
        }
        for (std::uint32_t a = 0; a < kAxisFloats; ++a) out[2 * Dim + a] = axes[a];
        for (std::uint32_t c = 0; c < kFloats; ++c) L::store(args.to.base + c * args.to.stride + i, out[c]);
    }
    return illegal_count;
}

}  // namespace satori::v0::simd
