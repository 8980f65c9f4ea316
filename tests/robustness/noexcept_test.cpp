// R13, as the compiler sees it: no public call can throw. That this compiles is the test.

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include <satori/satori.hpp>

namespace satori {
namespace {

/// One of everything that calls take; only the types count.
struct Given {
    const Execution& on;
    Workspace& workspace;
    const CollideOptions& options;
    const BoxBatch& boxes;
    const RectBatch& rects;
    const OrientedBox& box;
    const OrientedRect& rect;
    OrientedBox& box_out;
    OrientedRect& rect_out;
    const Vec2& v2;
    const Vec3& v3;
    const Quat& quat;
    const Pose& pose;
    const Mat4& matrix;
    const Axes& axes;
    const Aabb& aabb;
    const Sphere& sphere;
    const Ray& ray;
    Quat& quat_out;
    Vec3& v3_out;
    Axes& axes_out;
    Pose& pose_out;
    Mat4& matrix_out;
    Aabb& aabb_out;
    Aabb2& aabb2_out;
    BoxCorners& corners;
    RectCorners& rect_corners;
    Frustum& frustum;
    ClosestPoint& closest;
    RayHit& hit;
    bool& yes;
    std::uint64_t& count;
    std::span<const BoxPair> pairs;
    std::span<std::uint8_t> bytes;
    std::span<std::uint32_t> words;
    std::span<const std::uint32_t> ids;
    PairResult& result;
    const AabbView& bounds;
    const Aabb2View& flat_bounds;
    BatchStorage& storage;
    BoxBatch& batch;
    RectBatch& rect_batch;
    Broadphase& world;
    ContactCache& cache;
};

[[maybe_unused]] void boxes_and_rotations(const Given& g) {
    static_assert(noexcept(check_box(g.box))&& noexcept(check_rect(g.rect))&& noexcept(describe(Status::ok))&& noexcept(
        describe(BoxFault::none))&& noexcept(describe(CornersFault::none)));
    static_assert(noexcept(box_from_aabb(g.aabb, g.box_out))&& noexcept(box_from_axes(g.v3, g.axes, g.v3, g.box_out))&& noexcept(box_from_euler(
        g.v3, {}, EulerOrder::intrinsic_xyz, g.v3,
        g.box_out))&& noexcept(box_from_axis_angle(g.v3, g.v3, 1, g.v3,
                                                   g.box_out))&& noexcept(box_from_matrix(g.matrix, g.v3,
                                                                                          g.box_out))&& noexcept(box_from_corners(g.corners,
                                                                                                                                  g.box_out))&& noexcept(rect_from_corners(g.rect_corners,
                                                                                                                                                                           g.rect_out)));
    static_assert(noexcept(quat_from_euler({}, EulerOrder::intrinsic_xyz, g.quat_out))&& noexcept(quat_from_axis_angle(g.v3, 1, g.quat_out))&& noexcept(quat_from_axes(
        g.axes,
        g.quat_out))&& noexcept(axes_from_quat(g.quat,
                                               g.axes_out))&& noexcept(compose(g.quat, g.quat,
                                                                               g.quat_out))&& noexcept(compose(g.pose,
                                                                                                               g.pose,
                                                                                                               g.pose_out))&& noexcept(invert(g.pose,
                                                                                                                                              g.pose_out))&& noexcept(transform_point(g.pose,
                                                                                                                                                                                      g.v3,
                                                                                                                                                                                      g
                                                                                                                                                                                          .v3_out))&& noexcept(matrix_from_pose(g.pose, g
                                                                                                                                                                                                                                            .matrix_out))&& noexcept(frustum_from_matrix(g.matrix,
                                                                                                                                                                                                                                                                                         ClipSpace::
                                                                                                                                                                                                                                                                                             zero_to_one,
                                                                                                                                                                                                                                                                                         g.frustum)));
    static_assert(
        noexcept(translate(g.box_out, g.v3))&& noexcept(rotate(g.box_out, g.quat))&& noexcept(rotate_about(g.box_out, g.quat, g.v3))&& noexcept(scale(
            g.box_out,
            g.v3))&& noexcept(inflate(g.box_out,
                                      1))&& noexcept(transform(g.box_out,
                                                               g.pose))&& noexcept(transform(g.box_out,
                                                                                             g.matrix))&& noexcept(merge(g.box,
                                                                                                                         g.box,
                                                                                                                         g.box_out)));
    static_assert(noexcept(translate(g.rect_out, g.v2))&& noexcept(rotate(g.rect_out, 1))&& noexcept(rotate_about(
        g.rect_out, 1, g.v2))&& noexcept(scale(g.rect_out,
                                               g.v2))&& noexcept(transform(g.rect_out,
                                                                           Pose2{}))&& noexcept(merge(g.rect, g.rect,
                                                                                                      g.rect_out)));
    static_assert(
        noexcept(compute_corners(g.box, g.corners))&& noexcept(compute_corners(g.rect, g.rect_corners))&& noexcept(compute_corners(g.boxes, {}, g.on))&& noexcept(
            compute_corners(
                g.rects, {},
                g.on))&& noexcept(compute_aabb(g.box,
                                               g.aabb_out))&& noexcept(compute_aabb(g.rect,
                                                                                    g.aabb2_out))&& noexcept(volume(g.box))&& noexcept(surface_area(g.box))&& noexcept(area(g.rect)));
}

[[maybe_unused]] void queries(const Given& g) {
    static_assert(
        noexcept(overlaps(g.box, g.box, g.yes))&& noexcept(overlaps(g.rect, g.rect, g.yes))&& noexcept(overlaps(Interval{}, Interval{}, g.yes))&& noexcept(
            overlaps(
                Aabb2{}, Aabb2{},
                g.yes))&& noexcept(overlaps(g.aabb, g.aabb,
                                            g.yes))&& noexcept(overlaps(g.box, g.sphere,
                                                                        g.yes))&& noexcept(corners_overlap(CornerRect{},
                                                                                                           CornerRect{},
                                                                                                           g.yes))&& noexcept(corners_overlap(std::
                                                                                                                                                  span<
                                                                                                                                                      const CornerRectPair>{},
                                                                                                                                              g.bytes)));
    static_assert(noexcept(contains(g.box, g.v3, g.yes))&& noexcept(contains(g.rect, g.v2, g.yes))&& noexcept(closest_point(
        g.box, g.v3,
        g.closest))&& noexcept(intersect(g.box, g.ray,
                                         g.hit))&& noexcept(test_boxes(g.boxes, g.sphere, g.bytes,
                                                                       g.on))&& noexcept(find_boxes(g.boxes, g.sphere,
                                                                                                    g.words, g.count,
                                                                                                    g.workspace,
                                                                                                    g.on))&& noexcept(closest_points(g.boxes,
                                                                                                                                     g.v3,
                                                                                                                                     {},
                                                                                                                                     g.on))&& noexcept(intersect(g.boxes, g.ray, {}, g.on))&& noexcept(contains_points(g.box, PointRows{}, g.bytes, g.on))&& noexcept(contains_points(g.rect,
                                                                                                                                                                                                                                                                                      Point2Rows{}, g.bytes, g.on))&& noexcept(closest_points(g.box,
                                                                                                                                                                                                                                                                                                                                              PointRows{},
                                                                                                                                                                                                                                                                                                                                              {},
                                                                                                                                                                                                                                                                                                                                              g.on)));
    static_assert(noexcept(isa_name(Isa::best))&& noexcept(compiled_isas())&& noexcept(isa_supported(Isa::best))&& noexcept(isa_lanes(
        Isa::
            best))&& noexcept(default_allocator())&& noexcept(serial_executor())&& noexcept(tbb_executor())&& noexcept(feature_axis(0)));
    static_assert(
        noexcept(parse_isa("", std::declval<Isa&>()))&& noexcept(resolve_isa(Isa::best, std::declval<Isa&>())));
}

// Of BoxBatch and RectBatch.
template <class Batch, class Bounds, class View, class Result, class Axis, class Manifold>
[[maybe_unused]] void pairs_and_contacts(const Given& g, const Batch& batch, const View& view, Result& contacts) {
    static_assert(noexcept(compute_aabbs(batch, std::span<Bounds>{}, g.on)));
    static_assert(
        noexcept(find_pairs(batch, g.workspace, g.result, g.on))&& noexcept(find_pairs(batch, batch, g.workspace, g.result, g.on))&& noexcept(find_pairs(view, g.workspace, g.result, g.on))&& noexcept(
            find_pairs(
                view, view, g.workspace,
                g.result,
                g.on))&& noexcept(find_overlaps(batch, g.workspace, g.result, g.options,
                                                g.on))&& noexcept(find_overlaps(batch, batch, g.workspace, g.result,
                                                                                g.options,
                                                                                g.on))&& noexcept(test_pairs(batch,
                                                                                                             g.pairs,
                                                                                                             g.bytes,
                                                                                                             g.workspace,
                                                                                                             g.options,
                                                                                                             g.on))&& noexcept(test_pairs(batch,
                                                                                                                                          batch,
                                                                                                                                          g.pairs,
                                                                                                                                          g.bytes,
                                                                                                                                          g.workspace,
                                                                                                                                          g.options,
                                                                                                                                          g.on)));
    static_assert(
        noexcept(collide(batch, g.workspace, contacts, g.options, g.on))&& noexcept(collide(batch, batch, g.workspace, contacts, g.options, g.on))&& noexcept(separating_axes(
            batch,
            g.pairs, std::span<Axis>{}, g.workspace,
            g.options,
            g.on))&& noexcept(separating_axes(batch, batch, g.pairs, std::span<Axis>{}, g.workspace, g.options,
                                              g.on))&& noexcept(build_manifolds(batch, g.pairs, std::span<const Axis>{},
                                                                                std::span<Manifold>{}, g.workspace,
                                                                                g.options))&& noexcept(build_manifolds(batch,
                                                                                                                       batch,
                                                                                                                       g.pairs,
                                                                                                                       std::span<
                                                                                                                           const Axis>{},
                                                                                                                       std::span<
                                                                                                                           Manifold>{},
                                                                                                                       g.workspace)));
    static_assert(noexcept(g.cache.remember(std::span<const Manifold>{}))&& noexcept(
        match_points(g.cache, std::span<const Manifold>{}, g.words, g.on)));
}

[[maybe_unused]] void batches(const Given& g, ContactResult& contacts, RectContactResult& rect_contacts) {
    pairs_and_contacts<BoxBatch, Aabb, AabbView, ContactResult, SeparatingAxis, ContactManifold>(g, g.boxes, g.bounds,
                                                                                                 contacts);
    pairs_and_contacts<RectBatch, Aabb2, Aabb2View, RectContactResult, RectSeparatingAxis, RectManifold>(
        g, g.rects, g.flat_bounds, rect_contacts);
    static_assert(noexcept(sort_pairs({}, g.workspace))&& noexcept(carry_payloads(g.ids, {}, {}, g.on)));
    static_assert(
        noexcept(g.batch.assign(BoxView{}))&& noexcept(g.batch.assign_transformed(g.boxes, g.pose))&& noexcept(g.batch.component(BoxComponent::center_x))&& noexcept(
            g.rect_batch.assign(
                RectView{}))&& noexcept(g.rect_batch
                                            .assign_transformed(
                                                g.rects,
                                                Pose2{}))&& noexcept(g.rect_batch
                                                                         .component(
                                                                             RectComponent::
                                                                                 center_x))&& noexcept(g.storage
                                                                                                           .clear())&& noexcept(g.storage
                                                                                                                                    .size())&& noexcept(g.storage
                                                                                                                                                            .invalid())&& noexcept(g.storage
                                                                                                                                                                                       .bytes())&& noexcept(g.storage
                                                                                                                                                                                                                .peak_bytes()));
    static_assert(noexcept(g.workspace.release())&& noexcept(g.workspace.bytes())&& noexcept(
        g.workspace.peak_bytes())&& noexcept(g.cache.clear())&& noexcept(g.cache.size())&& noexcept(g.cache.bytes()));
}

[[maybe_unused]] void columns(const Given& g, std::span<const BoxColumn>& found, std::span<const RectColumn>& flat) {
    static_assert(noexcept(find_columns(g.batch, g.workspace, found)) &&
                  noexcept(find_columns(g.rect_batch, g.workspace, flat)));
    static_assert(noexcept(g.world.column_count()) && noexcept(g.world.copy_columns({})));
}

[[maybe_unused]] void recordings(World& world, WorldReplay& replay, ReplayStep& step, WorldUpdate& update) {
    static_assert(noexcept(world.record({})) && noexcept(world.stop_recording()) && noexcept(debug_draw(world, {})));
    static_assert(noexcept(WorldReplay(std::span<const std::byte>())) && noexcept(replay.step(step, update)) &&
                  noexcept(replay.world()) && noexcept(replay.fault()) && noexcept(replay.offset()));
}

[[maybe_unused]] void worlds(const Given& g, std::uint32_t& id, BroadphaseUpdate& update) {
    constexpr auto kDynamic = MotionType::dynamic_box;
    static_assert(
        noexcept(g.world.add(g.aabb, kDynamic, id))&& noexcept(g.world.add(g.bounds, kDynamic, g.words))&& noexcept(
            g.world.add(
                g.boxes, kDynamic,
                g.words))&& noexcept(g.world.remove(id))&& noexcept(g.world
                                                                        .remove(
                                                                            g.ids))&& noexcept(g.world
                                                                                                   .move(id, g.aabb))&& noexcept(g.world
                                                                                                                                     .move(g.ids, g
                                                                                                                                                      .bounds))&& noexcept(g
                                                                                                                                                                               .world
                                                                                                                                                                               .move(g.ids, g
                                                                                                                                                                                                .boxes))&& noexcept(g
                                                                                                                                                                                                                        .world
                                                                                                                                                                                                                        .set_motion(g.ids, kDynamic))&& noexcept(g.world
                                                                                                                                                                                                                                                                     .set_sleeping(
                                                                                                                                                                                                                                                                         g
                                                                                                                                                                                                                                                                             .ids,
                                                                                                                                                                                                                                                                         true))&& noexcept(g
                                                                                                                                                                                                                                                                                               .world
                                                                                                                                                                                                                                                                                               .update(
                                                                                                                                                                                                                                                                                                   update)));
    static_assert(
        noexcept(g.world.size())&& noexcept(g.world.id_limit())&& noexcept(g.world.contains(0))&& noexcept(g.world.motion(0))&& noexcept(
            g.world.sleeping(
                0))&& noexcept(g.world
                                   .fat_bounds(
                                       0))&& noexcept(g.world
                                                          .pair_count())&& noexcept(g.world
                                                                                        .partners(
                                                                                            0))&& noexcept(g.world
                                                                                                               .copy_pairs(
                                                                                                                   {}))&& noexcept(g
                                                                                                                                       .world
                                                                                                                                       .bytes())&& noexcept(g.world
                                                                                                                                                                .peak_bytes()));
}

template <class... Owners>
constexpr bool kMadeAndMovedWithoutThrowing = ((std::is_nothrow_default_constructible_v<Owners> &&
                                                std::is_nothrow_move_constructible_v<Owners> &&
                                                std::is_nothrow_move_assignable_v<Owners> &&
                                                std::is_nothrow_destructible_v<Owners>)&&...);
static_assert(kMadeAndMovedWithoutThrowing<BoxBatch, RectBatch, Workspace, Broadphase, ContactCache>);
static_assert(std::is_nothrow_constructible_v<ThreadExecutor, unsigned>);

}  // namespace
}  // namespace satori
