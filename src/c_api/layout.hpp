#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <satori/satori.h>
#include <satori/satori.hpp>

// Plain structs of C have the same layout as those of C++, so that arrays pass through unchanged. The compiler checks
// here what it can.

namespace satori::v0::c_api {

/// The C++ struct of a C struct.
template <class C>
struct CppOf;

template <class Member, class Same>
concept SameSize = sizeof(Member) == sizeof(Same);

// SATORI_C_STRUCT(C, Cpp, members...): checks that both have the same size and alignment, that both are plain, and that
// each member is in the same place.
#define SATORI_C_STRUCT(C, Cpp, ...)                                                                                   \
    template <>                                                                                                        \
    struct CppOf<C> {                                                                                                  \
        using Type = Cpp;                                                                                              \
    };                                                                                                                 \
    static_assert(sizeof(C) == sizeof(Cpp) && alignof(C) == alignof(Cpp));                                             \
    static_assert(std::is_standard_layout_v<C> && std::is_standard_layout_v<Cpp>);                                     \
    static_assert(std::is_trivially_copyable_v<C> && std::is_trivially_copyable_v<Cpp>);                               \
    SATORI_C_RESCAN(SATORI_C_MEMBERS(C, Cpp, __VA_ARGS__))                                                             \
    static_assert(true)
#define SATORI_C_MEMBERS(C, Cpp, member, ...)                                                                          \
    static_assert(offsetof(C, member) == offsetof(Cpp, member) &&                                                      \
                  SameSize<decltype(C::member), decltype(Cpp::member)>);                                               \
    __VA_OPT__(SATORI_C_MORE_MEMBERS SATORI_C_NOTHING()(C, Cpp, __VA_ARGS__))
// A macro does not expand within itself. Each scan takes one more member, and nine scans are enough.
#define SATORI_C_NOTHING
#define SATORI_C_MORE_MEMBERS() SATORI_C_MEMBERS
#define SATORI_C_RESCAN(...) SATORI_C_SCAN3(SATORI_C_SCAN3(SATORI_C_SCAN3(__VA_ARGS__)))
#define SATORI_C_SCAN3(...) SATORI_C_SCAN(SATORI_C_SCAN(SATORI_C_SCAN(__VA_ARGS__)))
#define SATORI_C_SCAN(...) __VA_ARGS__

SATORI_C_STRUCT(satori_vec2, Vec2, x, y);
SATORI_C_STRUCT(satori_vec3, Vec3, x, y, z);
SATORI_C_STRUCT(satori_vec2d, Vec2d, x, y);
SATORI_C_STRUCT(satori_vec3d, Vec3d, x, y, z);
SATORI_C_STRUCT(satori_quat, Quat, x, y, z, w);
SATORI_C_STRUCT(satori_pose, Pose, position, rotation);
SATORI_C_STRUCT(satori_oriented_box, OrientedBox, center, half_extents, rotation);
SATORI_C_STRUCT(satori_aabb, Aabb, min, max);
SATORI_C_STRUCT(satori_box_pair, BoxPair, first, second);
SATORI_C_STRUCT(satori_contact_options, ContactOptions, boundary, speculative_distance, axis_slack, edge_share);

SATORI_C_STRUCT(satori_box_view, BoxView, centers, half_extents, rotations, center_stride, half_extent_stride,
                rotation_stride, count);
SATORI_C_STRUCT(satori_box_view64, BoxView64, centers, half_extents, rotations, center_stride, half_extent_stride,
                rotation_stride, count, origin);
SATORI_C_STRUCT(satori_number_stream, NumberStream, data, stride, type);
SATORI_C_STRUCT(satori_any_box_view, AnyBoxView, positions, rotations, sizes, count, rotation_form, matrix_stride,
                size_form, place, origin);
SATORI_C_STRUCT(satori_invalid_box, InvalidBox, index, column, fault);

SATORI_C_STRUCT(satori_aabb_view, AabbView, minima, maxima, stride, count);
SATORI_C_STRUCT(satori_pair_buffer, PairBuffer, data, capacity);
SATORI_C_STRUCT(satori_stage_times, StageTimes, aabb, broadphase, narrowphase, manifold);

SATORI_C_STRUCT(satori_pair_distance, PairDistance, distance, direction, first_offset, second_offset);
SATORI_C_STRUCT(satori_rect_distance, RectDistance, distance, direction, first_offset, second_offset);
SATORI_C_STRUCT(satori_nearest_box, NearestBox, index, distance);

SATORI_C_STRUCT(satori_box_motion, BoxMotion, translation, rotation);
SATORI_C_STRUCT(satori_rect_motion, RectMotion, translation, rotation);
SATORI_C_STRUCT(satori_moving_box, MovingBox, box, motion);
SATORI_C_STRUCT(satori_moving_rect, MovingRect, rect, motion);
SATORI_C_STRUCT(satori_impact, TimeOfImpact, time, kind, closest);
SATORI_C_STRUCT(satori_rect_impact, RectTimeOfImpact, time, kind, closest);
SATORI_C_STRUCT(satori_invalid_motion, InvalidMotion, index, set);

SATORI_C_STRUCT(satori_separating_axis, SeparatingAxis, normal, separation, axis);
SATORI_C_STRUCT(satori_contact_point, ContactPoint, offset, separation, feature_id);
SATORI_C_STRUCT(satori_contact_manifold, ContactManifold, pair, normal, point_count, points);
SATORI_C_STRUCT(satori_manifold_buffer, ManifoldBuffer, data, capacity);
SATORI_C_STRUCT(satori_point_payload, PointPayload, bytes);

SATORI_C_STRUCT(satori_broadphase_options, BroadphaseOptions, margin, relative_margin);

SATORI_C_STRUCT(satori_box_pose, BoxPose, position, rotation);
SATORI_C_STRUCT(satori_box_id, BoxId, index, generation);
SATORI_C_STRUCT(satori_box_filter, BoxFilter, category, mask, group, owner);
SATORI_C_STRUCT(satori_box_def, BoxDef, pose, half_extents, motion, sensor, sleeping, continuous, covered_sides,
                speculative_distance, radius, filter, user_data);
SATORI_C_STRUCT(satori_world_pair, WorldPair, first, second);
SATORI_C_STRUCT(satori_world_contact, WorldContact, pair, slot);
static_assert(SATORI_NO_SLOT == kNoSlot);
SATORI_C_STRUCT(satori_world_impact, WorldImpact, pair, impact, shrink, sensor);
SATORI_C_STRUCT(satori_world_times, WorldUpdate::Times, bounds, broadphase, filters, narrowphase, manifolds, events);

SATORI_C_STRUCT(satori_sphere, Sphere, center, radius);
SATORI_C_STRUCT(satori_plane, Plane, normal, offset);
SATORI_C_STRUCT(satori_ray, Ray, origin, direction, max_distance);
SATORI_C_STRUCT(satori_segment, Segment, start, end);
SATORI_C_STRUCT(satori_triangle, Triangle, a, b, c);
SATORI_C_STRUCT(satori_frustum, Frustum, planes);
SATORI_C_STRUCT(satori_mat4, Mat4, m);

SATORI_C_STRUCT(satori_query_filter, QueryFilter, mask, sensors, ignored, ignored_owner, ignored_motions, ignored_boxes,
                ignored_count);
SATORI_C_STRUCT(satori_world_ray, WorldRay, origin, direction, max_distance);
SATORI_C_STRUCT(satori_world_box_cast, WorldBoxCast, pose, half_extents, direction, max_distance, skin, radius);
SATORI_C_STRUCT(satori_world_moving_box, WorldMovingBox, pose, half_extents, radius, motion, distance, tolerance);
SATORI_C_STRUCT(satori_world_box_impact, WorldBoxImpact, box, impact);
SATORI_C_STRUCT(satori_world_hit, WorldHit, distance, box, normal, depth, point);
// The members of a ShapeRef are private, so the compiler cannot compare them. The test
// CApi.WorldQueriesGiveTheSameBytes does.
SATORI_C_STRUCT(satori_world_shape, WorldShape, origin, shape);
SATORI_C_STRUCT(satori_world_contained, WorldContained, box, containment, unused);
SATORI_C_STRUCT(satori_world_point, WorldPoint, position, max_distance);
SATORI_C_STRUCT(satori_world_closest, WorldClosest, distance, box, point);

SATORI_C_STRUCT(satori_replay_step, ReplayStep, outcome, number, hashed, recorded_hash, hash);

SATORI_C_STRUCT(satori_debug_box, DebugBox, id, box, corners);
SATORI_C_STRUCT(satori_debug_bounds, DebugBounds, id, min, max);
SATORI_C_STRUCT(satori_debug_contact, DebugContact, pair, position, normal, separation, feature_id);
SATORI_C_STRUCT(satori_debug_column, DebugColumn, min, max, box_count, grid);

SATORI_C_STRUCT(satori_oriented_rect, OrientedRect, center, half_extents, angle);
SATORI_C_STRUCT(satori_aabb2, Aabb2, min, max);
SATORI_C_STRUCT(satori_pose2, Pose2, position, angle);
SATORI_C_STRUCT(satori_rect_view, RectView, centers, half_extents, angles, center_stride, half_extent_stride,
                angle_stride, count);
SATORI_C_STRUCT(satori_rect_view64, RectView64, centers, half_extents, angles, center_stride, half_extent_stride,
                angle_stride, count, origin);
SATORI_C_STRUCT(satori_aabb2_view, Aabb2View, minima, maxima, stride, count);
SATORI_C_STRUCT(satori_rect_separating_axis, RectSeparatingAxis, normal, separation, axis);
SATORI_C_STRUCT(satori_rect_contact_point, RectContactPoint, offset, separation, feature_id);
SATORI_C_STRUCT(satori_rect_manifold, RectManifold, pair, normal, point_count, points);
SATORI_C_STRUCT(satori_rect_manifold_buffer, RectManifoldBuffer, data, capacity);

#undef SATORI_C_STRUCT
#undef SATORI_C_MEMBERS
#undef SATORI_C_NOTHING
#undef SATORI_C_MORE_MEMBERS
#undef SATORI_C_RESCAN
#undef SATORI_C_SCAN3
#undef SATORI_C_SCAN

/// Converts a pointer to C structs to a pointer to C++ structs, and back. This side of a call may only pass the pointer
/// on: to read the same object as both types is undefined.
template <class C>
typename CppOf<C>::Type* cpp(C* structs) noexcept {
    return reinterpret_cast<typename CppOf<C>::Type*>(structs);
}
template <class C>
const typename CppOf<C>::Type* cpp(const C* structs) noexcept {
    return reinterpret_cast<const typename CppOf<C>::Type*>(structs);
}
template <class C>
C* as_c(typename CppOf<C>::Type* structs) noexcept {
    return reinterpret_cast<C*>(structs);
}
template <class C>
const C* as_c(const typename CppOf<C>::Type* structs) noexcept {
    return reinterpret_cast<const C*>(structs);
}
/// Converts one struct, by value.
template <class C>
C to_c(const typename CppOf<C>::Type& value) noexcept {
    return std::bit_cast<C>(value);
}
template <class C>
typename CppOf<C>::Type to_cpp(const C& value) noexcept {
    return std::bit_cast<typename CppOf<C>::Type>(value);
}
/// Returns options by value: the defaults when C gives none.
template <class C>
typename CppOf<C>::Type given(const C* options) noexcept {
    return options != nullptr ? to_cpp(*options) : typename CppOf<C>::Type{};
}

/// True when an enumerator of C is equal to the enumerator of C++.
template <class Enum>
constexpr bool same(std::uint32_t c, Enum enumerator) noexcept {
    return sizeof(Enum) == sizeof(c) && static_cast<std::uint32_t>(enumerator) == c;
}

inline satori_status to_c(Status status) noexcept {
    return static_cast<satori_status>(status);
}
inline satori_isa to_c(Isa isa) noexcept {
    return static_cast<satori_isa>(isa);
}
inline Isa cpp_isa(satori_isa isa) noexcept {
    return static_cast<Isa>(isa);
}
/// Converts a pointer as cpp() does.
inline const MotionType* cpp_motions(const satori_motion_type* motions) noexcept {
    return reinterpret_cast<const MotionType*>(motions);
}

}  // namespace satori::v0::c_api
