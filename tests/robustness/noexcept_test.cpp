// R13, at compile time: no public call can throw. The test passes if this file compiles. package.noexcept_check looks
// for calls that are missing here.

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include <satori/exceptions.hpp>
#include <satori/satori.hpp>

#define CANNOT_THROW(...) static_assert(noexcept(__VA_ARGS__))

namespace satori {
namespace {

/// One argument of each kind that calls take. Only the types matter.
struct Given {
    const Execution& on;
    Workspace& workspace;
    const ContactOptions& options;
    const BoxBatch& boxes;
    const RectBatch& rects;
    const OrientedBox& box;
    const OrientedRect& rect;
    OrientedBox& box_out;
    OrientedRect& rect_out;
    const Vec2& v2;
    const Vec3& v3;
    const Vec3d& v3d;
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
    Isa& isa;
    bool& yes;
    FoundIndices& indices;
    std::span<const BoxPair> pairs;
    std::span<std::uint8_t> bytes;
    std::span<std::uint32_t> words;
    std::span<const std::uint32_t> ids;
    std::span<const BoxId> box_ids;
    PairResult& result;
    const AabbView& bounds;
    const Aabb2View& flat_bounds;
    BatchStorage& storage;
    BoxBatch& batch;
    RectBatch& rect_batch;
    Broadphase& broadphase;
    ContactCache& cache;
    World& world;
};

[[maybe_unused]] void boxes_and_rotations(const Given& g) {
    CANNOT_THROW(check_box(g.box));
    CANNOT_THROW(check_rect(g.rect));
    CANNOT_THROW(describe(Status::ok));
    CANNOT_THROW(describe(BoxFault::none));
    CANNOT_THROW(is_legal_radius(1));
    CANNOT_THROW(describe(CornersFault::none));
    CANNOT_THROW(describe(RecordingFault::none));
    const StatusError error(Status::ok);
    CANNOT_THROW(error.status());
    CANNOT_THROW(satori_assert_failed("", "", 0));

    CANNOT_THROW(box_from_aabb(g.aabb, g.box_out));
    CANNOT_THROW(box_from_axes(g.v3, g.axes, g.v3, g.box_out));
    CANNOT_THROW(box_from_euler(g.v3, {}, EulerOrder::intrinsic_xyz, g.v3, g.box_out));
    CANNOT_THROW(box_from_axis_angle(g.v3, g.v3, 1, g.v3, g.box_out));
    CANNOT_THROW(box_from_matrix(g.matrix, g.v3, g.box_out));
    CANNOT_THROW(box_from_corners(g.corners, g.box_out));
    CANNOT_THROW(rect_from_corners(g.rect_corners, g.rect_out));

    CANNOT_THROW(quat_from_euler({}, EulerOrder::intrinsic_xyz, g.quat_out));
    CANNOT_THROW(quat_from_axis_angle(g.v3, 1, g.quat_out));
    CANNOT_THROW(quat_from_axes(g.axes, g.quat_out));
    CANNOT_THROW(axes_from_quat(g.quat, g.axes_out));
    CANNOT_THROW(compose(g.quat, g.quat, g.quat_out));
    CANNOT_THROW(to_double(g.v3));
    CANNOT_THROW(to_float(g.v3d));
    CANNOT_THROW(conjugate(g.quat));
    CANNOT_THROW(contact_point(ContactManifold{}, 0, g.v3));
    CANNOT_THROW(contact_point(RectManifold{}, 0, g.v2));
    CANNOT_THROW(contact_point(ContactManifold{}, 0, g.v3d));
    CANNOT_THROW(g.v3 + g.v3);
    CANNOT_THROW(g.v3d - g.v3d);
    CANNOT_THROW(2.0F * g.v3);
    CANNOT_THROW(compose(g.pose, g.pose, g.pose_out));
    CANNOT_THROW(invert(g.pose, g.pose_out));
    CANNOT_THROW(transform_point(g.pose, g.v3, g.v3_out));
    CANNOT_THROW(matrix_from_pose(g.pose, g.matrix_out));
    CANNOT_THROW(frustum_from_matrix(g.matrix, ClipSpace::zero_to_one, g.frustum));

    CANNOT_THROW(translate(g.box_out, g.v3));
    CANNOT_THROW(rotate(g.box_out, g.quat));
    CANNOT_THROW(rotate_about(g.box_out, g.quat, g.v3));
    CANNOT_THROW(scale(g.box_out, g.v3));
    CANNOT_THROW(inflate(g.box_out, 1));
    CANNOT_THROW(transform(g.box_out, g.pose));
    CANNOT_THROW(transform(g.box_out, g.matrix));
    CANNOT_THROW(merge(g.box, g.box, g.box_out));

    CANNOT_THROW(translate(g.rect_out, g.v2));
    CANNOT_THROW(rotate(g.rect_out, 1));
    CANNOT_THROW(rotate_about(g.rect_out, 1, g.v2));
    CANNOT_THROW(scale(g.rect_out, g.v2));
    CANNOT_THROW(transform(g.rect_out, Pose2{}));
    CANNOT_THROW(merge(g.rect, g.rect, g.rect_out));

    CANNOT_THROW(compute_corners(g.box, g.corners));
    CANNOT_THROW(compute_corners(g.rect, g.rect_corners));
    CANNOT_THROW(compute_corners(g.boxes, {}, g.on));
    CANNOT_THROW(compute_corners(g.rects, {}, g.on));
    CANNOT_THROW(compute_aabb(g.box, g.aabb_out));
    CANNOT_THROW(compute_aabb(g.rect, g.aabb2_out));
    CANNOT_THROW(volume(g.box));
    CANNOT_THROW(surface_area(g.box));
    CANNOT_THROW(area(g.rect));
}

[[maybe_unused]] void queries(const Given& g) {
    CANNOT_THROW(overlaps(g.box, g.box, g.yes));
    CANNOT_THROW(overlaps(g.rect, g.rect, g.yes));
    PairDistance apart;
    RectDistance rects_apart;
    CANNOT_THROW(distance(g.box, g.box, apart));
    CANNOT_THROW(distance(g.rect, g.rect, rects_apart));
    TimeOfImpact impact;
    RectTimeOfImpact rect_impact;
    CANNOT_THROW(time_of_impact(MovingBox{}, MovingBox{}, impact));
    CANNOT_THROW(time_of_impact(MovingRect{}, MovingRect{}, rect_impact));
    CANNOT_THROW(overlaps(Interval{}, Interval{}, g.yes));
    CANNOT_THROW(overlaps(Aabb2{}, Aabb2{}, g.yes));
    CANNOT_THROW(overlaps(g.aabb, g.aabb, g.yes));
    CANNOT_THROW(overlaps(g.box, g.sphere, g.yes));
    Containment containment{};
    CANNOT_THROW(classify(g.box, g.sphere, containment));
    CANNOT_THROW(corners_overlap(CornerRect{}, CornerRect{}, g.yes));
    CANNOT_THROW(corners_overlap(std::span<const CornerRectPair>{}, g.bytes));

    CANNOT_THROW(contains(g.box, g.v3, g.yes));
    CANNOT_THROW(contains(g.rect, g.v2, g.yes));
    CANNOT_THROW(closest_point(g.box, g.v3, g.closest));
    CANNOT_THROW(intersect(g.box, g.ray, g.hit));
    CANNOT_THROW(test_boxes(g.boxes, g.sphere, g.bytes, g.on));
    CANNOT_THROW(classify_boxes(g.boxes, g.sphere, {}, g.on));
    CANNOT_THROW(find_boxes(g.boxes, g.sphere, g.indices, g.workspace, g.on));
    CANNOT_THROW(closest_points(g.boxes, g.v3, {}, g.on));
    CANNOT_THROW(intersect(g.boxes, g.ray, {}, g.on));
    CANNOT_THROW(contains_points(g.box, PointRows{}, g.bytes, g.on));
    CANNOT_THROW(contains_points(g.rect, Point2Rows{}, g.bytes, g.on));
    CANNOT_THROW(closest_points(g.box, PointRows{}, {}, g.on));
}

[[maybe_unused]] void shapes(const Given& g, const ShapeRef& shape) {
    CANNOT_THROW(ShapeRef(g.sphere));
    CANNOT_THROW(shape.kind());
    CANNOT_THROW(shape.as<Sphere>());
}

[[maybe_unused]] void views(const Given& g, const float* numbers, const double* doubles) {
    CANNOT_THROW(box_rows(numbers, 1));
    CANNOT_THROW(box_rows(std::span<const OrientedBox>{}));
    CANNOT_THROW(box_arrays(numbers, numbers, numbers, 1));
    CANNOT_THROW(NumberStream());
    CANNOT_THROW(NumberStream(numbers, 4));
    CANNOT_THROW(NumberStream(doubles, 8));
    CANNOT_THROW(box_rows64(doubles, 1));
    CANNOT_THROW(box_arrays64(doubles, doubles, doubles, 1));
    CANNOT_THROW(rect_rows64(doubles, 1));
    CANNOT_THROW(rect_arrays64(doubles, doubles, doubles, 1));
    CANNOT_THROW(rect_rows(numbers, 1));
    CANNOT_THROW(rect_rows(std::span<const OrientedRect>{}));
    CANNOT_THROW(rect_arrays(numbers, numbers, numbers, 1));
    CANNOT_THROW(point_rows(numbers, 1));
    CANNOT_THROW(point_rows(std::span<const Vec3>{}));
    CANNOT_THROW(point2_rows(numbers, 1));
    CANNOT_THROW(point_rows(std::span<const Vec2>{}));
    CANNOT_THROW(aabb_rows(std::span<const Aabb>{}));
    CANNOT_THROW(aabb_rows(std::span<const Aabb2>{}));
    CANNOT_THROW(feature_axis(0));

    CANNOT_THROW(isa_name(Isa::best));
    CANNOT_THROW(parse_isa("", g.isa));
    CANNOT_THROW(compiled_isas());
    CANNOT_THROW(isa_supported(Isa::best));
    CANNOT_THROW(resolve_isa(Isa::best, g.isa));
    CANNOT_THROW(isa_lanes(Isa::best));
    CANNOT_THROW(default_allocator());
}

[[maybe_unused]] void executors(const Executor& executor, const ThreadExecutor& threads) {
    CANNOT_THROW(serial_executor());
    CANNOT_THROW(default_executor());
    CANNOT_THROW(default_executor_name());
    CANNOT_THROW(tbb_executor());
    CANNOT_THROW(ThreadExecutor(1U));
    CANNOT_THROW(ThreadExecutor(ThreadOptions{}));
    CANNOT_THROW(executor.concurrency());
    CANNOT_THROW(threads.concurrency());
}

// The calls of BoxBatch and RectBatch.
template <class Batch, class Distance>
[[maybe_unused]] void distances_of_pairs(const Given& g, const Batch& batch) {
    constexpr std::span<Distance> kOut;
    CANNOT_THROW(distances(batch, g.pairs, kOut, g.workspace, {.execution = g.on}));
    CANNOT_THROW(distances({batch, batch}, g.pairs, kOut, g.workspace));
    CANNOT_THROW(find_near_pairs(batch, 1, g.workspace, g.result, {.execution = g.on}));
    CANNOT_THROW(find_near_pairs({batch, batch}, 1, g.workspace, g.result));
    constexpr std::span<NearestBox> kNearest;
    CANNOT_THROW(find_nearest(batch, 1, kNearest, g.workspace, {.execution = g.on}));
    CANNOT_THROW(find_nearest({batch, batch}, 1, kNearest, g.workspace));
}

template <class Batch, class Motion, class Impact>
[[maybe_unused]] void impacts_of_pairs(const Given& g, const Batch& batch) {
    constexpr std::span<Impact> kOut;
    const SetsOf<std::span<const Motion>> motions;
    CANNOT_THROW(times_of_impact({batch, motions}, g.pairs, kOut, g.workspace, {.execution = g.on}));
    CANNOT_THROW(times_of_impact({{batch, batch}, motions}, g.pairs, kOut, g.workspace));
    CANNOT_THROW(find_impacts({batch, motions}, g.workspace, g.result, {.execution = g.on}));
    CANNOT_THROW(find_impacts({{batch, batch}, motions}, g.workspace, g.result));
}

template <class Batch, class Bounds, class View, class Result, class Axis, class Manifold>
[[maybe_unused]] void pairs_and_contacts(const Given& g, const Batch& batch, const View& view, Result& contacts) {
    CANNOT_THROW(compute_aabbs(batch, std::span<Bounds>{}, g.on));
    CANNOT_THROW(SetsOf<Batch>(batch));
    CANNOT_THROW(SetsOf<Batch>(batch, batch));
    const SetsOf<Batch> sets(batch, batch);
    CANNOT_THROW(sets.first());
    CANNOT_THROW(sets.second());
    CANNOT_THROW(find_pairs(batch, g.workspace, g.result, {.execution = g.on}));
    CANNOT_THROW(find_pairs({batch, batch}, g.workspace, g.result, {.execution = g.on}));
    CANNOT_THROW(find_pairs(view, g.workspace, g.result, {.execution = g.on}));
    CANNOT_THROW(find_pairs({view, view}, g.workspace, g.result, {.execution = g.on}));
    CANNOT_THROW(find_overlaps(batch, g.workspace, g.result, {.boundary = g.options.boundary, .execution = g.on}));
    CANNOT_THROW(
        find_overlaps({batch, batch}, g.workspace, g.result, {.boundary = g.options.boundary, .execution = g.on}));
    CANNOT_THROW(test_pairs(batch, g.pairs, g.bytes, g.workspace, {.boundary = g.options.boundary, .execution = g.on}));
    CANNOT_THROW(
        test_pairs({batch, batch}, g.pairs, g.bytes, g.workspace, {.boundary = g.options.boundary, .execution = g.on}));

    constexpr std::span<const Axis> kAxes;
    constexpr std::span<Axis> kAxesOut;
    constexpr std::span<Manifold> kManifolds;
    constexpr std::span<const Manifold> kNow;
    CANNOT_THROW(collide(batch, g.workspace, contacts, {.contacts = g.options, .execution = g.on}));
    CANNOT_THROW(collide({batch, batch}, g.workspace, contacts, {.contacts = g.options, .execution = g.on}));
    CANNOT_THROW(collide_pairs(batch, g.pairs, g.workspace, contacts));
    CANNOT_THROW(collide_pairs({batch, batch}, g.pairs, g.workspace, contacts));
    CANNOT_THROW(contacts.find(0, 1));
    CANNOT_THROW(separating_axes(batch, g.pairs, kAxesOut, g.workspace, {.contacts = g.options, .execution = g.on}));
    CANNOT_THROW(
        separating_axes({batch, batch}, g.pairs, kAxesOut, g.workspace, {.contacts = g.options, .execution = g.on}));
    CANNOT_THROW(build_manifolds(batch, {g.pairs, kAxes}, kManifolds, g.workspace, {.contacts = g.options}));
    CANNOT_THROW(build_manifolds({batch, batch}, {g.pairs, kAxes}, kManifolds, g.workspace));
    CANNOT_THROW(g.cache.remember(std::span<const Manifold>{}));
    CANNOT_THROW(match_points(g.cache, batch, kNow, g.words, {.execution = g.on}));
    CANNOT_THROW(match_points(g.cache, {batch, batch}, kNow, g.words, {.execution = g.on}));
}

[[maybe_unused]] void batches(const Given& g, ContactResult& contacts, RectContactResult& rect_contacts) {
    pairs_and_contacts<BoxBatch, Aabb, AabbView, ContactResult, SeparatingAxis, ContactManifold>(g, g.boxes, g.bounds,
                                                                                                 contacts);
    pairs_and_contacts<RectBatch, Aabb2, Aabb2View, RectContactResult, RectSeparatingAxis, RectManifold>(
        g, g.rects, g.flat_bounds, rect_contacts);
    distances_of_pairs<BoxBatch, PairDistance>(g, g.boxes);
    distances_of_pairs<RectBatch, RectDistance>(g, g.rects);
    impacts_of_pairs<BoxBatch, BoxMotion, TimeOfImpact>(g, g.boxes);
    impacts_of_pairs<RectBatch, RectMotion, RectTimeOfImpact>(g, g.rects);
    CANNOT_THROW(sort_pairs({}, g.workspace));
    CANNOT_THROW(carry_payloads(g.ids, {}, {}, g.on));

    CANNOT_THROW(g.batch.assign(BoxView{}));
    CANNOT_THROW(g.batch.assign(BoxView64{}));
    CANNOT_THROW(g.batch.assign(AnyBoxView{}));
    CANNOT_THROW(g.batch.assign_transformed(g.boxes, g.pose));
    CANNOT_THROW(g.batch.set_covered_sides({}));
    CANNOT_THROW(g.batch.covered_sides());
    CANNOT_THROW(find_covered_sides(g.batch, 1, {}, g.workspace, g.on));
    CANNOT_THROW(g.batch.component(BoxComponent::center_x));
    CANNOT_THROW(g.rect_batch.assign(RectView{}));
    CANNOT_THROW(g.rect_batch.assign(RectView64{}));
    CANNOT_THROW(g.rect_batch.assign_transformed(g.rects, Pose2{}));
    CANNOT_THROW(g.rect_batch.component(RectComponent::center_x));
    CANNOT_THROW(g.storage.clear());
    CANNOT_THROW(g.storage.set_radii({}));
    CANNOT_THROW(g.storage.radii());
    CANNOT_THROW(g.storage.size());
    CANNOT_THROW(g.storage.invalid());
    CANNOT_THROW(g.storage.center_error());
    CANNOT_THROW(g.storage.bytes());
    CANNOT_THROW(g.storage.peak_bytes());

    CANNOT_THROW(g.workspace.release());
    CANNOT_THROW(g.workspace.bytes());
    CANNOT_THROW(g.workspace.peak_bytes());
    CANNOT_THROW(g.cache.clear());
    CANNOT_THROW(g.cache.size());
    CANNOT_THROW(g.cache.bytes());
}

[[maybe_unused]] void columns(const Given& g, std::span<const BoxColumn>& found, std::span<const RectColumn>& flat) {
    CANNOT_THROW(find_columns(g.batch, g.workspace, found));
    CANNOT_THROW(find_columns(g.rect_batch, g.workspace, flat));
    CANNOT_THROW(g.broadphase.column_count());
    CANNOT_THROW(g.broadphase.copy_columns({}));
}

[[maybe_unused]] void broadphases(const Given& g, std::uint32_t& id, BroadphaseUpdate& update) {
    constexpr auto kDynamic = MotionType::dynamic_box;
    CANNOT_THROW(g.broadphase.add(g.aabb, kDynamic, id));
    CANNOT_THROW(g.broadphase.add(g.bounds, kDynamic, g.words));
    CANNOT_THROW(g.broadphase.add(g.boxes, kDynamic, g.words));
    CANNOT_THROW(g.broadphase.remove(id));
    CANNOT_THROW(g.broadphase.remove(g.ids));
    CANNOT_THROW(g.broadphase.move(id, g.aabb));
    CANNOT_THROW(g.broadphase.move(g.ids, g.bounds));
    CANNOT_THROW(g.broadphase.move(g.ids, g.boxes));
    CANNOT_THROW(g.broadphase.set_motion(g.ids, kDynamic));
    CANNOT_THROW(g.broadphase.set_sleeping(g.ids, true));
    CANNOT_THROW(g.broadphase.update(update));

    CANNOT_THROW(g.broadphase.size());
    CANNOT_THROW(g.broadphase.id_limit());
    CANNOT_THROW(g.broadphase.contains(0));
    CANNOT_THROW(g.broadphase.motion(0));
    CANNOT_THROW(g.broadphase.sleeping(0));
    CANNOT_THROW(g.broadphase.fat_bounds(0));
    CANNOT_THROW(g.broadphase.pair_count());
    CANNOT_THROW(g.broadphase.partners(0));
    CANNOT_THROW(g.broadphase.copy_pairs({}));
    CANNOT_THROW(g.broadphase.validate());
    CANNOT_THROW(g.broadphase.bytes());
    CANNOT_THROW(g.broadphase.peak_bytes());
}

[[maybe_unused]] void worlds(const Given& g, BoxId id, WorldUpdate& update, const WorldContact& contact,
                             const WorldImpact& impact, std::size_t& count) {
    CANNOT_THROW(g.world.create({}, {}));
    CANNOT_THROW(g.world.destroy(g.box_ids));
    CANNOT_THROW(g.world.set_poses(g.box_ids, {}));
    CANNOT_THROW(g.world.create(AnyBoxView{}, BoxDef{}, {}));
    CANNOT_THROW(g.world.set_any_poses(AnyBoxView{}, g.box_ids));
    CANNOT_THROW(g.world.create(BoxDef{}, id));
    CANNOT_THROW(g.world.destroy(id));
    CANNOT_THROW(g.world.set_pose(id, BoxPose{}));
    CANNOT_THROW(g.world.set_half_extents(id, g.v3));
    CANNOT_THROW(g.world.set_filter(id, BoxFilter{}));
    CANNOT_THROW(g.world.set_covered_sides(id, CoveredSides{0}));
    CANNOT_THROW(g.world.set_radius(id, 1));
    CANNOT_THROW(g.world.set_radii(g.box_ids, {}));
    CANNOT_THROW(g.world.set_speculative_distance(id, 1));
    CANNOT_THROW(g.world.set_motion(id, MotionType::dynamic_box));
    CANNOT_THROW(g.world.set_sleeping(id, true));
    CANNOT_THROW(g.world.set_sensor(id, true));
    CANNOT_THROW(g.world.set_continuous(id, true));
    CANNOT_THROW(g.world.set_contact_enabled(id, id, true));
    CANNOT_THROW(g.world.set_half_extents(g.box_ids, {}));
    CANNOT_THROW(g.world.set_filters(g.box_ids, {}));
    CANNOT_THROW(g.world.set_covered_sides(g.box_ids, {}));
    CANNOT_THROW(g.world.set_speculative_distances(g.box_ids, {}));
    CANNOT_THROW(g.world.find_covered_sides(1, g.on));
    CANNOT_THROW(g.world.set_motion(g.box_ids, MotionType::dynamic_box));
    CANNOT_THROW(g.world.set_sleeping(g.box_ids, true));
    CANNOT_THROW(g.world.set_sensor(g.box_ids, true));
    CANNOT_THROW(g.world.set_continuous(g.box_ids, true));
    CANNOT_THROW(g.world.set_user_data(id, 1));
    CANNOT_THROW(g.world.ignore(id, id));
    CANNOT_THROW(g.world.restore(id, id));
    CANNOT_THROW(g.world.set_origin(g.v3d));
    CANNOT_THROW(g.world.update(update, g.on));

    CANNOT_THROW(g.world.size());
    CANNOT_THROW(g.world.contains(id));
    CANNOT_THROW(g.world.id_at(0));
    CANNOT_THROW(g.world.index_limit());
    CANNOT_THROW(g.world.box(id));
    CANNOT_THROW(contact.is_sensor());
    CANNOT_THROW(impact.time());
    CANNOT_THROW(g.world.contact_count());
    CANNOT_THROW(g.world.copy_contacts({}));
    CANNOT_THROW(g.world.copy_contacts(id, {}, count));
    CANNOT_THROW(g.world.manifold(0));
    CANNOT_THROW(g.world.payloads(0));
    CANNOT_THROW(g.world.contact_payload(0));
    CANNOT_THROW(g.world.validate());
    CANNOT_THROW(g.world.state_hash());
    CANNOT_THROW(g.world.bytes());
    CANNOT_THROW(debug_draw(g.world, {}));
}

[[maybe_unused]] void world_queries(const Given& g, WorldHits& hits, WorldBoxes& boxes) {
    CANNOT_THROW(closest_hits(g.world, {}, {}));
    CANNOT_THROW(any_hits(g.world, {}, g.bytes));
    CANNOT_THROW(all_hits(g.world, std::span<const WorldRay>{}, hits));
    CANNOT_THROW(all_hits(g.world, std::span<const WorldBoxCast>{}, hits));
    CANNOT_THROW(cast_boxes(g.world, {}, {}));
    CANNOT_THROW(first_impacts(g.world, {}, {}));
    CANNOT_THROW(find_boxes(g.world, {}, boxes));
    WorldContainments contained;
    CANNOT_THROW(classify_boxes(g.world, {}, contained));
    CANNOT_THROW(closest_boxes(g.world, {}, {}));
    CANNOT_THROW(distances(g.world, {}, {}));
    WorldPairs near;
    CANNOT_THROW(find_near_pairs(g.world, 1, near));
    const World& world = g.world;
    CANNOT_THROW(distances(world, {}, {}));
    CANNOT_THROW(find_near_pairs(world, 1, near, g.workspace));
    CANNOT_THROW(motion_bit(MotionType::static_box));
    CANNOT_THROW(prepare_queries(g.world));
    CANNOT_THROW(closest_hits(world, {}, {}));
    CANNOT_THROW(any_hits(world, {}, g.bytes));
    CANNOT_THROW(all_hits(world, std::span<const WorldRay>{}, hits, g.workspace));
    CANNOT_THROW(all_hits(world, std::span<const WorldBoxCast>{}, hits, g.workspace));
    CANNOT_THROW(cast_boxes(world, {}, {}));
    CANNOT_THROW(first_impacts(world, {}, {}));
    CANNOT_THROW(find_boxes(world, {}, boxes, g.workspace));
    CANNOT_THROW(classify_boxes(world, {}, contained, g.workspace));
    CANNOT_THROW(closest_boxes(world, {}, {}));
}

[[maybe_unused]] void recordings(const Given& g, WorldReplay& replay, ReplayStep& step, WorldUpdate& update) {
    CANNOT_THROW(g.world.record({}));
    CANNOT_THROW(g.world.copy_from(g.world));
    CANNOT_THROW(save(g.world, {}));
    CANNOT_THROW(load(g.world, {}));
    CANNOT_THROW(g.world.stop_recording());
    CANNOT_THROW(WorldReplay(std::span<const std::byte>()));
    CANNOT_THROW(replay.step(step, update));
    CANNOT_THROW(replay.world());
    CANNOT_THROW(replay.fault());
    CANNOT_THROW(replay.offset());
}

template <class... Owners>
constexpr bool kMadeAndMovedWithoutThrowing = ((std::is_nothrow_default_constructible_v<Owners> &&
                                                std::is_nothrow_move_constructible_v<Owners> &&
                                                std::is_nothrow_move_assignable_v<Owners> &&
                                                std::is_nothrow_destructible_v<Owners>)&&...);
static_assert(kMadeAndMovedWithoutThrowing<BoxBatch, RectBatch, Workspace, Broadphase, ContactCache, World>);
static_assert(std::is_nothrow_destructible_v<WorldReplay> && std::is_nothrow_destructible_v<ThreadExecutor>);

}  // namespace
}  // namespace satori
