#pragma once

// The 15 axes that can separate two oriented boxes, and the overlap of the boxes on each. Lane = pair.
//
// Axis order: 0-2 A's faces, 3-5 B's faces, 6-14 edges A_i x B_j row by row. On each axis the overlap is
//     radius of A + radius of B - |projected distance of the centers|.
// It is negative when the axis separates. On an edge axis its unit is the length of the axis.
//
// In A's frame: R[i][j] = A_i . B_j, t = (center of B - center of A) in A's axes. An edge axis A_i x B_j is computed
// from R. When the edges are nearly parallel, its length is small and rounding would dominate. The kernel adds no
// epsilon. Instead, A's radius on the axis uses |R|, and B's radius uses the absolute cofactors of the *computed* R,
// which are the computed axis dotted with B's columns. The computed axis is then just some axis, and both radii are
// right for it. A null axis has null radii and separates nothing. All terms are as small as the axis is short. So the
// overlap divided by the length is as exact as on a face axis.
// Sources: Gottschalk, Lin, Manocha, "OBBTree", SIGGRAPH 1996; Ericson, Real-Time Collision Detection, 4.4.1 (this
// replaces its epsilon).
// Cost per vector: 135 multiplies, 111 adds, 33 absolute values, 8 row transposes.

#include "simd/kernel_abi.hpp"
#include "simd/kernels/rows.hpp"
#include "simd/kernels/signs.hpp"

namespace satori::v0::simd {

template <class L>
struct BoxLanes {
    static constexpr int kDim = 3;
    typename L::Float center[3], half[3], axes[3][3];
    typename L::Float reach;
};

/// Loads one cache line per lane and transposes in registers.
template <class L>
SATORI_LANES_INLINE BoxLanes<L> load_box_rows(const float* const* rows) {
    typename L::Float v[16];
    L::template load_rows<4>(rows, v);
    BoxLanes<L> box;
    for (int a = 0; a < 3; ++a) {
        box.center[a] = v[a];
        box.half[a] = v[3 + a];
        for (int k = 0; k < 3; ++k) box.axes[a][k] = v[6 + 3 * a + k];
    }
    box.reach = v[15];
    return box;
}

template <class L>
SATORI_LANES_INLINE BoxLanes<L> load_boxes(const BoxRecord* records, const std::uint32_t* index) {
    const float* rows[L::width];
    rows_at<L>(records, index, rows);
    return load_box_rows<L>(rows);
}

/// Returns the speculative distance of each pair: that of the call, and the reach of both boxes.
template <class L, class Args, class Box>
SATORI_LANES_INLINE typename L::Float speculative_distance(const Args& args, const Box& a, const Box& b) {
    return L::broadcast(args.speculative_distance) + (a.reach + b.reach);
}

template <class L>
SATORI_LANES_INLINE typename L::Float dot(const typename L::Float* a, const typename L::Float* b) {
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

template <class L, int Dim>
SATORI_LANES_INLINE typename L::Float dot_of(const typename L::Float* a, const typename L::Float* b) {
    typename L::Float sum = a[0] * b[0];
    for (int k = 1; k < Dim; ++k) sum = sum + a[k] * b[k];
    return sum;
}

/// The pose of B in A's frame.
template <class L>
struct RelativePose {
    typename L::Float offset[3];  ///< from A's center to B's, world
    typename L::Float t[3], r[3][3], abs_r[3][3];
};

/// Returns the pose of B in A's frame. `offset`: from A's center to B's.
template <class L>
SATORI_LANES_INLINE RelativePose<L> relative_pose(const BoxLanes<L>& a, const BoxLanes<L>& b,
                                                  const typename L::Float* offset) {
    RelativePose<L> pose;
    for (int k = 0; k < 3; ++k) pose.offset[k] = offset[k];
    for (int i = 0; i < 3; ++i) {
        pose.t[i] = dot<L>(a.axes[i], pose.offset);
        for (int j = 0; j < 3; ++j) {
            pose.r[i][j] = dot<L>(a.axes[i], b.axes[j]);
            pose.abs_r[i][j] = L::abs(pose.r[i][j]);
        }
    }
    return pose;
}

template <class L>
SATORI_LANES_INLINE RelativePose<L> relative_pose(const BoxLanes<L>& a, const BoxLanes<L>& b) {
    typename L::Float offset[3];
    for (int k = 0; k < 3; ++k) offset[k] = b.center[k] - a.center[k];
    return relative_pose<L>(a, b, offset);
}

/// Calls face(axis, overlap) and, with kEdges, edge(i, j, overlap) for all axes, in their order. Inlined, including the
/// lambdas.
template <class L, bool kEdges = true, class Face, class Edge>
SATORI_LANES_INLINE void visit_axes(const BoxLanes<L>& a, const BoxLanes<L>& b, const RelativePose<L>& pose,
                                    Face&& face, Edge&& edge) {
    using Float = typename L::Float;
    const auto& t = pose.t;
    const auto& r = pose.r;
    const auto& abs_r = pose.abs_r;
    for (int i = 0; i < 3; ++i) {
        const Float radius_b = (abs_r[i][0] * b.half[0] + abs_r[i][1] * b.half[1]) + abs_r[i][2] * b.half[2];
        face(i, (a.half[i] + radius_b) + negative_abs<L>(t[i]));
    }
    for (int j = 0; j < 3; ++j) {
        const Float radius_a = (abs_r[0][j] * a.half[0] + abs_r[1][j] * a.half[1]) + abs_r[2][j] * a.half[2];
        const Float distance = (t[0] * r[0][j] + t[1] * r[1][j]) + t[2] * r[2][j];
        face(3 + j, (b.half[j] + radius_a) + negative_abs<L>(distance));
    }
    if constexpr (!kEdges) return;
    // Without the unroll gcc 12 keeps one loop: r, |r| and the extents would be in memory, and i % 3 would be computed.
    SATORI_UNROLL(3)
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        Float abs_cofactor[3];  // absolute values of row i of the cofactor matrix: row i1 x row i2
        for (int j = 0; j < 3; ++j) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            abs_cofactor[j] = L::abs(r[i1][j1] * r[i2][j2] - r[i1][j2] * r[i2][j1]);
        }
        for (int j = 0; j < 3; ++j) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            // A_i x B_j in A's frame has components -r[i2][j] along A_i1 and r[i1][j] along A_i2.
            const Float distance = t[i2] * r[i1][j] - t[i1] * r[i2][j];
            const Float radius_a = a.half[i1] * abs_r[i2][j] + a.half[i2] * abs_r[i1][j];
            const Float radius_b = b.half[j1] * abs_cofactor[j2] + b.half[j2] * abs_cofactor[j1];
            edge(i, j, (radius_a + radius_b) + negative_abs<L>(distance));
        }
    }
}

/// Returns the sign bit of the overlap on a face axis. With kOpen, an overlap of 0 must separate too: as an integer,
/// overlap - 1 is negative for overlap <= +0. The overlap is never -0, because it ends in x + (-x) = +0.
template <class L, bool kOpen>
SATORI_LANES_INLINE typename L::Uint face_sign(typename L::Float overlap) {
    const typename L::Uint bits = L::as_uint(overlap);
    return kOpen ? typename L::Uint(bits - L::broadcast(1U)) | bits : bits;
}

/// Returns bit 31 where a half extent is zero, with an open boundary; else zero.
template <class L, bool kOpen, class BoxLanes>
SATORI_LANES_INLINE typename L::Uint flat_sign(const BoxLanes& a, const BoxLanes& b) {
    typename L::Uint sign = L::broadcast(0U);
    if constexpr (kOpen) {
        for (int i = 0; i < BoxLanes::kDim; ++i) {
            sign = sign | (L::as_uint(a.half[i]) - L::broadcast(1U));
            sign = sign | (L::as_uint(b.half[i]) - L::broadcast(1U));
        }
    }
    return sign;
}

}  // namespace satori::v0::simd
