#pragma once

// Ingest: raw rows (center, half extents, quaternion) to validated boxes as structure of arrays. Lane = box.
//
// The rotation is normalized as contract 2 defines it: the matrix uses s = 2 / |q|^2, so no square root is needed.
// First the quaternion is scaled by a power of two, taken from its largest component. That is exact, and |q|^2 then
// neither overflows nor underflows, whatever its length.
// Source: Shoemake, "Animating rotation with quaternion curves", SIGGRAPH 1985 (matrix of a quaternion of any length).
// Cost per vector of boxes: 23 multiplies, 14 adds, 27 comparisons, 1 division, about 45 signs and selections, 3 row
// transposes.

#include <satori/box_batch.hpp>

#include "simd/kernel_abi.hpp"
#include "simd/kernels/ahead.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

template <class L>
struct RawBoxLanes {
    typename L::Float center[3], half[3], rotation[4];
};

/// Loads `width` rows of 10 floats. It reads no byte outside of them.
template <class L>
SATORI_LANES_INLINE RawBoxLanes<L> load_raw_boxes(const float* rows, std::size_t stride) {
    const float* row[L::width];
    const float* tail[L::width];
    for (std::uint32_t lane = 0; lane < L::width; ++lane) {
        row[lane] = rows + lane * stride;
        tail[lane] = row[lane] + 6;
    }
    typename L::Float head[8], quaternion[4];
    L::template load_rows<2>(row, head);
    L::template load_rows<1>(tail, quaternion);
    RawBoxLanes<L> box;
    for (int a = 0; a < 3; ++a) {
        box.center[a] = head[a];
        box.half[a] = head[3 + a];
    }
    for (int a = 0; a < 4; ++a) box.rotation[a] = quaternion[a];
    return box;
}

/// Returns the lanes whose center and half extents are legal input (contract 3). NaN fails every comparison, so it
/// needs no test.
template <class L, int Dim>
SATORI_LANES_INLINE typename L::Mask legal_extents(const typename L::Float* center, const typename L::Float* half) {
    using Float = typename L::Float;
    const Float zero = L::broadcast(0.0F), far = L::broadcast(kMaxCenter);
    const Float smallest = L::broadcast(kMinHalfExtent), largest = L::broadcast(kMaxHalfExtent);
    auto legal = L::le(L::abs(center[0]), far);
    for (int a = 1; a < Dim; ++a) legal = L::both(legal, L::le(L::abs(center[a]), far));
    for (int a = 0; a < Dim; ++a) {
        const auto thick = L::both(L::ge(half[a], smallest), L::le(half[a], largest));
        const auto flat = L::both(L::ge(half[a], zero), L::le(half[a], zero));
        legal = L::both(legal, L::either(thick, flat));
    }
    return legal;
}

/// Returns the lanes that hold legal input.
template <class L>
SATORI_LANES_INLINE typename L::Mask legal_boxes(const RawBoxLanes<L>& box) {
    using Float = typename L::Float;
    const Float finite = L::broadcast(__FLT_MAX__);
    auto legal = legal_extents<L, 3>(box.center, box.half);
    Float nonzero = L::broadcast(0.0F);
    for (int a = 0; a < 4; ++a) {
        const Float magnitude = L::abs(box.rotation[a]);
        legal = L::both(legal, L::le(magnitude, finite));
        nonzero = L::max(nonzero, magnitude);
    }
    return L::both(legal, L::ge(nonzero, L::broadcast(__FLT_DENORM_MIN__)));
}

/// Writes the columns of the rotation matrix: axes[3 * i + k] is world component k of box axis i.
template <class L>
SATORI_LANES_INLINE void rotation_axes(const typename L::Float* quaternion, typename L::Float* axes) {
    using Float = typename L::Float;
    using Uint = typename L::Uint;
    Float largest = L::abs(quaternion[0]);
    for (int a = 1; a < 4; ++a) largest = L::max(largest, L::abs(quaternion[a]));
    // 2^(127 - exponent), kept a normal number. Afterwards 2^-22 <= |q| <= 4.
    const Uint exponent = L::as_uint(largest) >> 23;
    const Uint scale_exponent = L::max_id(L::broadcast(254U) - exponent, L::broadcast(1U));
    const Float scale = L::as_float(scale_exponent << 23);
    Float q[4];
    for (int a = 0; a < 4; ++a) q[a] = quaternion[a] * scale;
    const Float length_sq = (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]);
    const Float s = L::div(L::broadcast(2.0F), length_sq);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        axes[3 * i + i] = L::broadcast(1.0F) - s * (q[j] * q[j] + q[k] * q[k]);
        axes[3 * i + j] = s * (q[i] * q[j] + q[3] * q[k]);
        axes[3 * i + k] = s * (q[i] * q[k] - q[3] * q[j]);
    }
}

/// Writes center and half extents in this order, as they are stored. Illegal lanes become inert boxes.
template <class L, int Dim>
SATORI_LANES_INLINE void stored_extents(typename L::Mask legal, const typename L::Float* center,
                                        const typename L::Float* half, typename L::Float* out) {
    for (int a = 0; a < Dim; ++a) {
        out[a] = L::select(legal, center[a], L::broadcast(0.0F));
        out[Dim + a] = L::select(legal, L::abs(half[a]), L::broadcast(kInertHalfExtent));
    }
}

/// Prefetches rows. The distance is 2.5 KiB where rows of boxes are contiguous.
template <class L>
SATORI_LANES_INLINE void ask_for_rows(const IngestArgs& args, std::uint32_t row) {
    const std::uintptr_t ahead = 64 * args.stride * sizeof(float);
    for (std::uint32_t lane = 0; lane < L::width; ++lane) ask_ahead<1>(args.rows + (row + lane) * args.stride, ahead);
}

template <class L, std::uint32_t Count>
SATORI_LANES_INLINE void store_components(const IngestArgs& args, std::uint32_t row, const typename L::Float* in) {
    float* const base = args.boxes.base + args.offset + row;
    for (std::uint32_t c = 0; c < Count; ++c) L::store(base + c * args.boxes.stride, in[c]);
}

template <class L>
std::uint32_t ingest(const IngestArgs& args) {
    using Float = typename L::Float;
    std::uint32_t legal_count = 0;
    for (std::uint32_t row = 0; row < args.count; row += L::width) {
        ask_for_rows<L>(args, row);
        RawBoxLanes<L> box = load_raw_boxes<L>(args.rows + row * args.stride, args.stride);
        const auto legal = legal_boxes<L>(box);
        legal_count += static_cast<std::uint32_t>(__builtin_popcount(L::bits(legal)));
        Float out[kBoxComponentCount];
        stored_extents<L, 3>(legal, box.center, box.half, out);
        for (int a = 0; a < 3; ++a) box.rotation[a] = L::select(legal, box.rotation[a], L::broadcast(0.0F));
        box.rotation[3] = L::select(legal, box.rotation[3], L::broadcast(1.0F));
        rotation_axes<L>(box.rotation, out + 6);
        store_components<L, kBoxComponentCount>(args, row, out);
    }
    return args.count - legal_count;
}

}  // namespace satori::v0::simd
