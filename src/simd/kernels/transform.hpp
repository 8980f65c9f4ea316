#pragma once

// Transform: structure-of-arrays boxes to where a rigid motion with uniform scale takes them. Lane = box.
//
// Centres are rounded once, as if computed in double: two-product of 12-bit halves, two-sum, low parts summed beside. Otherwise
// boxes that touch far from the origin would come apart by several floats.
// Axes are multiplied by the rotation, then one Newton-Schulz step X + X (1 - X^T X) / 2 squares what they lack to be
// orthonormal: however often boxes are moved they keep their right angles.
// Sources: Dekker, A floating-point technique for extending the available precision, 1971; Higham, Functions of Matrices, 2008,
// 8.3 (Newton-Schulz).
// Cost per vector of boxes: about 290 adds and multiplies, 15 loads and stores; bound by memory, 60 bytes in and out per box.

#include <satori/types.hpp>

#include "simd/kernel_abi.hpp"
#include "simd/kernels/error_free.hpp"
#include "simd/kernels/ingest.hpp"
#include "simd/lanes.hpp"

namespace satori::inline v0::simd {

/// One component of the new centre, rounded once: sum over k of row[k] * center[k], + position.
template <class L>
SATORI_LANES_INLINE typename L::Float exact_row(const SplitNumber* row, const HalvesLanes<L>* center, float position) {
    using Float = typename L::Float;
    Float sum = L::broadcast(position), rest = L::broadcast(0.0F);
    for (int k = 0; k < 3; ++k) {
        const Float high = L::broadcast(row[k].high), middle = L::broadcast(row[k].middle);
        const ExactLanes<L> product = two_product<L>(center[k], {high + middle, high, middle});
        const ExactLanes<L> added = two_sum<L>(sum, product.sum);
        sum = added.sum;
        rest = rest + ((added.rest + product.rest) + center[k].whole * L::broadcast(row[k].low));
    }
    return sum + rest;
}

/// Axes turned by `rotation` (row by row), and brought back to right angles.
template <class L>
SATORI_LANES_INLINE void turn_axes(const float* rotation, const typename L::Float* axes, typename L::Float* turned) {
    using Float = typename L::Float;
    Float raw[9];
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            raw[3 * i + k] =
                (L::broadcast(rotation[3 * k]) * axes[3 * i] + L::broadcast(rotation[3 * k + 1]) * axes[3 * i + 1]) +
                L::broadcast(rotation[3 * k + 2]) * axes[3 * i + 2];
        }
    }
    Float lack[3][3];  // half of what is missing to orthonormal axes
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

template <class L>
std::uint32_t transform(const TransformArgs& args) {
    using Float = typename L::Float;
    std::uint32_t illegal_count = 0;
    for (std::size_t i = args.begin; i < padded(args.end); i += L::width) {
        Float box[15], out[15];
        for (std::uint32_t c = 0; c < 15; ++c) box[c] = L::load(args.from.base + c * args.from.stride + i);
        const auto inert = L::lt(box[3], L::broadcast(0.0F));
        HalvesLanes<L> center[3];
        for (int k = 0; k < 3; ++k) center[k] = halves<L>(box[k]);
        for (int k = 0; k < 3; ++k) {
            out[k] = L::select(inert, box[k], exact_row<L>(args.matrix + 3 * k, center, args.position[k]));
            out[3 + k] = L::select(inert, box[3 + k], L::broadcast(args.scale) * box[3 + k]);
        }
        const auto legal = L::either(inert, legal_extents<L, 3>(out, out + 3));
        illegal_count += L::width - static_cast<std::uint32_t>(__builtin_popcount(L::bits(legal)));
        if (!args.keep_axes) {
            Float turned[9];
            turn_axes<L>(args.rotation, box + 6, turned);
            for (int a = 0; a < 9; ++a) box[6 + a] = L::select(inert, box[6 + a], turned[a]);
        }
        for (int a = 6; a < 15; ++a) out[a] = box[a];
        for (std::uint32_t c = 0; c < 15; ++c) L::store(args.to.base + c * args.to.stride + i, out[c]);
    }
    return illegal_count;
}

}  // namespace satori::inline v0::simd
