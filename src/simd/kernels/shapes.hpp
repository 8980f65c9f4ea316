#pragma once

// One shape against boxes. Lane = box; the shape is the same in all lanes. Zero distance counts as overlap: a
// separating axis must separate strictly. Boxes that overlap nothing have negative half extents, which fail every test.
//
// All computations are relative to the center of the box, in its frame, so that the distance from the origin does not
// matter. The distance of a plane is given relative to the origin; it is computed without rounding before the last
// step.
// Sources: Ericson, Real-Time Collision Detection, 5.1.4 (point), 5.2.3 (plane), 5.2.6 (sphere), 5.3.3 (ray). An AABB
// is a box with another rotation: pair_axes.hpp.
// Cost per vector: 15 loads, then for a point 9 multiplies, 9 adds; AABB as pair_axes.hpp less 18; ray 6 divisions.

#include "simd/kernels/axes.hpp"
#include "simd/kernels/bounds.hpp"
#include "simd/kernels/box_frame.hpp"
#include "simd/kernels/convex.hpp"
#include "simd/kernels/error_free.hpp"
#include "simd/kernels/points.hpp"

namespace satori::v0::simd {

template <class L>
SATORI_LANES_INLINE std::uint32_t overlap_bits(const BoxLanes<L>& box, const PointShape& point) {
    return L::bits(in_box<L>(box, turned_to_box<L>(box, from_center<L>(box, broadcast_vector<L>(point.at)))));
}

template <class L>
SATORI_LANES_INLINE std::uint32_t overlap_bits(const BoxLanes<L>& box, const BoundsShape& bounds) {
    using Float = typename L::Float;
    BoxLanes<L> other;  // the axes are not read: the pose has them
    RelativePose<L> pose;
    for (int k = 0; k < 3; ++k) {
        other.half[k] = L::broadcast(bounds.half[k]);
        const Float to_min = L::broadcast(bounds.min[k]) - box.center[k];
        const Float to_max = L::broadcast(bounds.max[k]) - box.center[k];
        pose.offset[k] = (to_min + to_max) * L::broadcast(0.5F);
    }
    for (int i = 0; i < 3; ++i) {
        pose.t[i] = dot<L>(box.axes[i], pose.offset);
        for (int j = 0; j < 3; ++j) {
            pose.r[i][j] = box.axes[i][j];
            pose.abs_r[i][j] = L::abs(pose.r[i][j]);
        }
    }
    typename L::Uint sign = L::broadcast(0U);
    visit_axes<L>(
        box, other, pose, [&](int, Float overlap) SATORI_INLINE_LAMBDA { sign = sign | L::as_uint(overlap); },
        [&](int, int, Float overlap) SATORI_INLINE_LAMBDA { sign = sign | L::as_uint(overlap); });
    return ~L::sign_bits(sign) & kAllLanes<L>;
}

template <class L>
SATORI_LANES_INLINE std::uint32_t overlap_bits(const BoxLanes<L>& box, const SphereShape& sphere) {
    using Float = typename L::Float;
    const auto local = turned_to_box<L>(box, from_center<L>(box, broadcast_vector<L>(sphere.center)));
    Float beyond[3];
    for (int i = 0; i < 3; ++i) beyond[i] = L::max(L::abs(local.at[i]) - box.half[i], L::broadcast(0.0F));
    const Float radius = L::broadcast(sphere.radius);
    return L::bits(L::le(dot<L>(beyond, beyond), radius * radius));
}

template <class L>
SATORI_LANES_INLINE std::uint32_t overlap_bits(const BoxLanes<L>& box, const PlaneShape& plane) {
    using Float = typename L::Float;
    const auto normal = broadcast_vector<L>(plane.normal);
    const Float distance = exact_dot_minus<L>(normal.at, box.center, L::broadcast(plane.offset));
    return L::bits(L::le(L::abs(distance), radius_along<L>(box, turned_to_box<L>(box, normal))));
}

template <class L>
SATORI_LANES_INLINE std::uint32_t overlap_bits(const BoxLanes<L>& box, const ConvexShape& convex) {
    return ~L::sign_bits(separated_from<L>(box, convex)) & kAllLanes<L>;
}

/// The part of the ray in each lane's box.
template <class L>
struct StretchLanes {
    typename L::Float entry, exit;  ///< empty where entry > exit
};

/// Clips the ray slab by slab. A ray that is exactly parallel to a slab (in the frame of the box, as computed) is in
/// the slab everywhere or nowhere. A nearly parallel ray meets the slab far away, at the right place within rounding.
template <class L>
SATORI_LANES_INLINE StretchLanes<L> stretch_in(const BoxLanes<L>& box, const RayShape& ray) {
    using Float = typename L::Float;
    const Float zero = L::broadcast(0.0F), infinity = L::broadcast(__builtin_inff());
    const Float minus_infinity = L::broadcast(-__builtin_inff());
    const auto origin = turned_to_box<L>(box, from_center<L>(box, broadcast_vector<L>(ray.origin)));
    const auto direction = turned_to_box<L>(box, broadcast_vector<L>(ray.direction));
    StretchLanes<L> stretch{zero, L::broadcast(ray.max_distance)};
    for (int i = 0; i < 3; ++i) {
        const auto parallel = L::le(L::abs(direction.at[i]), zero);
        const auto within = L::le(L::abs(origin.at[i]), box.half[i]);
        // For a ray that rises, the face that it meets first is the lower one.
        const Float reach = with_sign<L>(L::abs(box.half[i]), direction.at[i]);
        const auto inert = L::lt(box.half[i], zero);
        const Float divisor = L::select(parallel, L::broadcast(1.0F), direction.at[i]);
        const Float in = L::div((zero - reach) - origin.at[i], divisor);
        const Float out = L::div(reach - origin.at[i], divisor);
        const Float first = L::select(parallel, L::select(within, minus_infinity, infinity), in);
        const Float last = L::select(parallel, L::select(within, infinity, minus_infinity), out);
        stretch.entry = L::max(stretch.entry, L::select(inert, infinity, first));
        stretch.exit = L::min(stretch.exit, L::select(inert, minus_infinity, last));
    }
    // The sets differ in which of two zeros is the larger. Adding zero makes the results equal.
    return {stretch.entry + zero, stretch.exit + zero};
}

template <class L>
SATORI_LANES_INLINE std::uint32_t overlap_bits(const BoxLanes<L>& box, const RayShape& ray) {
    const StretchLanes<L> stretch = stretch_in<L>(box, ray);
    return L::bits(L::le(stretch.entry, stretch.exit));
}

// Boxes in shapes. inside_bits() of a body is in convex.hpp.

template <class L>
SATORI_LANES_INLINE std::uint32_t inside_bits(const BoxLanes<L>& box, const BoundsShape& bounds) {
    typename L::Uint sign = L::broadcast(0U);
    for (int k = 0; k < 3; ++k) {
        const auto reach = (L::abs(box.axes[0][k]) * box.half[0] + L::abs(box.axes[1][k]) * box.half[1]) +
                           L::abs(box.axes[2][k]) * box.half[2];
        sign = sign | too_far<L>(box.center[k] - L::broadcast(bounds.min[k]), reach) |
               too_far<L>(L::broadcast(bounds.max[k]) - box.center[k], reach);
    }
    return ~L::sign_bits(sign) & kAllLanes<L>;
}

template <class L>
SATORI_LANES_INLINE std::uint32_t inside_bits(const BoxLanes<L>& box, const SphereShape& sphere) {
    const auto local = turned_to_box<L>(box, from_center<L>(box, broadcast_vector<L>(sphere.center)));
    typename L::Float far[3];  // to the farthest corner
    for (int i = 0; i < 3; ++i) far[i] = L::abs(local.at[i]) + box.half[i];
    const auto radius = L::broadcast(sphere.radius);
    return L::bits(L::le(dot<L>(far, far), radius * radius));
}

template <class L, class Shape, Shape ShapeData::*kMember>
void boxes_inside(const ShapeArgs& args, std::uint8_t* out) {
    const Shape& shape = args.shape->*kMember;
    for (std::size_t i = args.begin; i < args.end; i += L::width) {
        const std::uint32_t bits = inside_bits<L>(load_box_arrays<L>(args.boxes, i), shape);
        store_bytes(out + (i - args.begin), bits, args.end - i < L::width ? args.end - i : L::width);
    }
}

template <class L, class Shape, Shape ShapeData::*kMember>
void test_boxes(const ShapeArgs& args, std::uint8_t* out) {
    const Shape& shape = args.shape->*kMember;
    for (std::size_t i = args.begin; i < args.end; i += L::width) {
        const std::uint32_t bits = overlap_bits<L>(load_box_arrays<L>(args.boxes, i), shape);
        store_bytes(out + (i - args.begin), bits, args.end - i < L::width ? args.end - i : L::width);
    }
}

template <class L>
void intersect_boxes(const ShapeArgs& args, float* out) {
    const std::uint32_t infinity = 0x7f800000U;
    auto* words = reinterpret_cast<std::uint32_t*>(out);
    for (std::size_t i = args.begin; i < args.end; i += L::width, words += 2 * L::width) {
        const StretchLanes<L> stretch = stretch_in<L>(load_box_arrays<L>(args.boxes, i), args.shape->ray);
        const auto hit = L::le(stretch.entry, stretch.exit);
        const auto missed = L::broadcast(infinity), never = L::broadcast(infinity | 0x80000000U);
        L::store_pairs(words, pick<L>(hit, L::as_uint(stretch.entry), missed),
                       pick<L>(hit, L::as_uint(stretch.exit), never));
    }
}

template <class L>
constexpr ShapeKernels shape_kernels() {
    return {
        {test_boxes<L, PointShape, &ShapeData::point>, test_boxes<L, BoundsShape, &ShapeData::bounds>,
         test_boxes<L, SphereShape, &ShapeData::sphere>, test_boxes<L, PlaneShape, &ShapeData::plane>,
         test_boxes<L, RayShape, &ShapeData::ray>, test_boxes<L, ConvexShape, &ShapeData::convex>},
        {nullptr, boxes_inside<L, BoundsShape, &ShapeData::bounds>, boxes_inside<L, SphereShape, &ShapeData::sphere>,
         nullptr, nullptr, boxes_inside<L, ConvexShape, &ShapeData::convex>},
        closest_on_boxes<L>,
        intersect_boxes<L>,
        contains_points<L>,
        closest_to_points<L>};
}

}  // namespace satori::v0::simd
