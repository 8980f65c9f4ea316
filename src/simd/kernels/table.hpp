#pragma once

// All kernels of one instruction set, as an isa_<set>.cpp publishes them.

#include "simd/kernels/axes.hpp"
#include "simd/kernels/bounds.hpp"
#include "simd/kernels/changes.hpp"
#include "simd/kernels/columns.hpp"
#include "simd/kernels/corners.hpp"
#include "simd/kernels/distance.hpp"
#include "simd/kernels/edge_manifold.hpp"
#include "simd/kernels/face_manifold.hpp"
#include "simd/kernels/impact.hpp"
#include "simd/kernels/ingest.hpp"
#include "simd/kernels/moves.hpp"
#include "simd/kernels/near_test.hpp"
#include "simd/kernels/queries.hpp"
#include "simd/kernels/rect_bounds.hpp"
#include "simd/kernels/rect_contacts.hpp"
#include "simd/kernels/rect_corners.hpp"
#include "simd/kernels/rect_ingest.hpp"
#include "simd/kernels/rect_points.hpp"
#include "simd/kernels/rect_sat.hpp"
#include "simd/kernels/rounded.hpp"
#include "simd/kernels/sat.hpp"
#include "simd/kernels/shapes.hpp"
#include "simd/kernels/sort.hpp"
#include "simd/kernels/sweep.hpp"
#include "simd/kernels/transform.hpp"

namespace satori::v0::simd {

template <class L, int Dim>
constexpr BroadphaseKernels<Dim> broadphase_kernels() {
    return {quantize<L, Dim>, scatter<L, Dim>, sort<L, Dim>, gather<L, Dim>, sweep_self<L, Dim>, sweep_cross<L, Dim>};
}

template <class L>
constexpr RectKernels rect_kernels() {
    return {ingest_rects<L>,
            rect_bounds<L>,
            filter_pairs<L, RectRecord>,
            test_pairs<L, RectRecord>,
            {test_segments<L, RectRecord>, test_points<L, RectRecord>},
            filter_contacts<L, RectRecord>,
            find_rect_axes<L>,
            rect_manifolds<L>,
            find_distances<L, 2>,
            test_near<L, RectRecord>,
            find_impacts<L, 2>,
            rect_corners<L>,
            transform<L, 2>,
            rect_contains_points<L>};
}

template <class Arch>
constexpr KernelTable kernel_table() {
    using L = Lanes<Arch>;
    return {
        .lanes = L::width,
        .ingest = ingest<L>,
        .bounds = bounds<L>,
        .boxes = {corners<L>, transform<L, 3>},
        .read_aabbs = read_aabbs<L>,
        .flat = broadphase_kernels<L, 2>(),
        .solid = broadphase_kernels<L, 3>(),
        .split_copies = split_copies<L>,
        .count_copies = count_copies<L>,
        .legal_bounds = legal_bounds<L>,
        .move_boxes = move_boxes<L>,
        .judge_bonds = judge_bonds<L>,
        .filter_pairs = filter_pairs<L, BoxRecord>,
        .filter_contacts = filter_contacts<L, BoxRecord>,
        .find_axes = find_axes<L>,
        .face_manifolds = face_manifolds<L>,
        .edge_manifolds = edge_manifolds<L>,
        .find_distances = find_distances<L, 3>,
        .test_near = test_near<L, BoxRecord>,
        .find_impacts = find_impacts<L, 3>,
        .test_pairs = test_pairs<L, BoxRecord>,
        .rounded = {test_segments<L, BoxRecord>, test_points<L, BoxRecord>},
        .rects = rect_kernels<L>(),
        .shapes = shape_kernels<L>(),
        .queries = {ray_bounds<L>, near_bounds<L>, sort_ids<L>},
    };
}

}  // namespace satori::v0::simd
