// R18: the host's flush-to-zero, denormals-are-zero, rounding mode and traps change no byte of a result, on any thread.
// The modes are the same afterwards.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/box_operations.hpp"
#include "support/calls.hpp"
#include "support/contact_calls.hpp"
#include "support/fp_modes.hpp"
#include "support/isa_fixture.hpp"
#include "support/pair_regimes.hpp"
#include "support/rect_regimes.hpp"
#include "support/test_scenes.hpp"
#include "support/world_driver.hpp"

namespace satori {
namespace {

#if SATORI_TEST_HAS_FP_MODES

// Every regime near touching, extents and quaternions at the small end of the legal input, denormal centers.
std::vector<OrientedBox> delicate_boxes() {
    test::Random random(5);
    std::vector<OrientedBox> boxes;
    for (int i = 0; i < 12; ++i) {
        for (const test::PairRegime regime : test::kPairRegimes) {
            const auto duo = test::make_pair(regime, random);
            boxes.push_back(duo.a);
            boxes.push_back(duo.b);
        }
        OrientedBox tiny = test::random_box(random, 1e-7, 1e-6, 1e-7);
        tiny.rotation = {1e-42F, -3e-43F, 5e-44F, 1e-45F};
        boxes.push_back(tiny);
        tiny.center = {1e-40F, -1e-45F, 3e-39F};
        boxes.push_back(tiny);
    }
    return boxes;
}

struct RectOutcome {
    std::vector<float> rects;
    std::vector<Aabb2> bounds;
    std::vector<BoxPair> overlaps;
    std::vector<RectCorners> corners;
    std::vector<OrientedRect> turned;
    std::vector<float> moved;
    std::vector<RectCorners> batch_corners;
    std::vector<std::uint8_t> inside;

    bool operator==(const RectOutcome& other) const {
        return test::same_bytes(rects, other.rects) && test::same_bytes(bounds, other.bounds) &&
               test::same_bytes(overlaps, other.overlaps) && test::same_bytes(corners, other.corners) &&
               test::same_bytes(turned, other.turned) && test::same_bytes(moved, other.moved) &&
               test::same_bytes(batch_corners, other.batch_corners) && test::same_bytes(inside, other.inside);
    }
};

RectOutcome run_all(const std::vector<OrientedRect>& rows, const Execution& execution) {
    RectOutcome outcome;
    const RectBatch batch = test::make_batch(rows, execution);
    outcome.rects = test::contents_of(batch);
    outcome.bounds = test::bounds_of(batch, execution);
    outcome.overlaps = test::overlaps_of(batch, execution);
    for (OrientedRect rect : rows) {
        RectCorners corners;
        EXPECT_EQ(compute_corners(rect, corners), Status::ok);
        outcome.corners.push_back(corners);
        EXPECT_EQ(rotate(rect, 0.7), Status::ok);
        EXPECT_EQ(translate(rect, {0.1F, -2}), Status::ok);
        EXPECT_EQ(scale(rect, {1.3F, 1.1F}), Status::ok);
        outcome.turned.push_back(rect);
        if (transform(rect, {{1e-40F, 3}, 0.3}) == Status::ok) outcome.turned.push_back(rect);
        if (merge(rect, rows[0], rect) == Status::ok) outcome.turned.push_back(rect);
    }
    std::vector<OrientedRect> near;  // rectangles that stay legal after any rotation
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(near), [](const OrientedRect& rect) {
        return std::max(std::fabs(rect.center.x), std::fabs(rect.center.y)) < 1e7F;
    });
    RectBatch moved = test::make_batch(near, execution);
    EXPECT_EQ(moved.assign_transformed(moved, {{1e-40F, 3}, 0.3}, 1.5F, execution), Status::ok);
    outcome.moved = test::contents_of(moved);
    outcome.batch_corners.resize(rows.size());
    EXPECT_EQ(compute_corners(batch, outcome.batch_corners, execution), Status::ok);
    const std::vector<Vec2> points{{1e-40F, -1e-45F}, {0, -1e-45F}, {-1e-45F, 0}, {0, 1}};
    outcome.inside.resize(points.size());
    EXPECT_EQ(contains_points({{}, {0, 1}, 1e-40F}, point_rows(points), outcome.inside, execution), Status::ok);
    return outcome;
}

struct Outcome {
    std::vector<float> boxes;
    std::vector<Aabb> bounds;
    std::vector<BoxPair> candidates, overlaps;
    std::vector<std::uint8_t> answers;
    bool one_answer = false;
    test::ContactAnswers contacts;
    std::vector<ContactManifold> manifolds;
    std::vector<std::uint8_t> near_shapes;
    std::vector<ClosestPoint> closest;
    std::vector<RayHit> hits;
};

Outcome run_all(const std::vector<OrientedBox>& rows, const std::vector<BoxPair>& pairs, const Execution& execution) {
    Outcome outcome;
    const BoxBatch batch = test::make_batch(rows, execution);
    outcome.boxes = test::contents_of(batch);
    outcome.bounds = test::bounds_of(batch, execution);
    outcome.candidates = test::pairs_of(batch, execution);
    outcome.overlaps = test::overlaps_of(batch, execution);
    outcome.answers = test::answers_of(batch, pairs, execution);
    outcome.contacts = test::contacts_of(batch, pairs, execution);
    outcome.manifolds = test::manifolds_of(batch, execution, {Boundary::closed, 1e-3F});
    EXPECT_EQ(overlaps(rows[0], rows[1], outcome.one_answer), Status::ok);
    // Shapes with denormal numbers, or with numbers that lead to denormal numbers.
    const Vec3 point{1e-40F, -1e-45F, 3e-39F};
    const Ray ray{point, {1e-20F, 1e-39F, -3e-41F}, 1e25F};
    const Plane plane{{1, 1e-40F, -1e-41F}, 1e-42F};
    const Triangle triangle{point, {1, 1e-38F, 0}, {1e-38F, 1, 0}};
    for (const ShapeRef shape : {ShapeRef(point), ShapeRef(ray), ShapeRef(plane), ShapeRef(triangle)}) {
        std::vector<std::uint8_t> answers(rows.size());
        EXPECT_EQ(test_boxes(batch, shape, answers, execution), Status::ok);
        bool alone = false;
        EXPECT_EQ(overlaps(rows.back(), shape, alone), Status::ok);
        answers.push_back(alone ? 1 : 0);
        outcome.near_shapes.insert(outcome.near_shapes.end(), answers.begin(), answers.end());
    }
    outcome.closest.resize(rows.size());
    outcome.hits.resize(rows.size());
    EXPECT_EQ(closest_points(batch, point, outcome.closest, execution), Status::ok);
    EXPECT_EQ(intersect(batch, ray, outcome.hits, execution), Status::ok);
    return outcome;
}

// Returns the statuses of calls with legal and illegal input that differ by a denormal number.
std::vector<Status> verdicts(const Execution& execution) {
    std::vector<Status> statuses;
    const auto note = [&](Status status) { statuses.push_back(status); };
    const Quat tiny{1e-40F, 0, 0, 0};
    const Vec3 tiny_axis{1e-40F, 0, 0};
    Quat rotation;
    note(compose(tiny, Quat{}, rotation));
    note(compose(Quat{}, tiny, rotation));
    note(quat_from_axis_angle(tiny_axis, 0.5, rotation));
    Axes axes;
    note(axes_from_quat(tiny, axes));
    Pose pose;
    note(compose(Pose{{}, tiny}, Pose{}, pose));
    note(invert({{}, tiny}, pose));
    Vec3 image;
    note(transform_point({{}, tiny}, {1, 2, 3}, image));
    Mat4 matrix;
    note(matrix_from_pose({{}, tiny}, matrix));

    OrientedBox box;
    note(check_box({{}, {1, 1, 1}, tiny}) == BoxFault::none ? Status::ok : Status::invalid_box);
    note(check_box({{}, {1e-40F, 1, 1}, {}}) == BoxFault::none ? Status::ok : Status::invalid_box);
    note(box_from_axis_angle({}, tiny_axis, 0.5, {1, 1, 1}, box));
    note(box_from_axis_angle({}, {1, 0, 0}, 0.5, {1e-40F, 1, 1}, box));
    note(box_from_axes({}, Axes{}, {1e-40F, 1, 1}, box));
    note(box_from_euler({}, {}, EulerOrder::intrinsic_xyz, {1, -1e-40F, 1}, box));
    note(box_from_aabb({{1e-40F, 0, 0}, {0, 1, 1}}, box));
    Mat4 affine;
    note(box_from_matrix(affine, {1, 1e-40F, 1}, box));
    affine.m[3] = 1e-40F;
    note(box_from_matrix(affine, {1, 1, 1}, box));
    note(transform(box, affine));
    note(rotate(box, tiny));
    note(transform(box, Pose{{}, tiny}));
    OrientedRect rect{{}, {1, 1e-40F}, 0};
    note(check_rect(rect) == BoxFault::none ? Status::ok : Status::invalid_box);
    note(rotate(rect, 0.5));

    bool overlap = false;
    note(overlaps(Interval{1e-40F, 0}, Interval{0, 1}, overlap));
    note(overlaps(Interval{-1, 0}, Interval{1e-40F, 1}, overlap));
    note(overlap ? Status::invalid_bounds : Status::ok);
    note(overlaps(Aabb2{{-1, -1}, {1e-40F, 1}}, Aabb2{{0, 0}, {1, 1}}, overlap, Boundary::open));
    note(overlap ? Status::ok : Status::invalid_bounds);

    const BoxBatch boxes = test::make_batch(std::vector<OrientedBox>(2), execution);
    BoxBatch moved;
    note(moved.assign_transformed(boxes, {{}, tiny}, 1, execution));
    const RectBatch rects = test::make_batch(std::vector<OrientedRect>(2), execution);
    const std::vector<BoxPair> pairs{{0, 1}};
    Workspace workspace;
    for (const ContactOptions& options :
         {ContactOptions{.speculative_distance = -1e-40F}, ContactOptions{.axis_slack = -1e-40F},
          ContactOptions{.edge_share = -1e-40F},
          ContactOptions{.speculative_distance = 1e-40F, .axis_slack = 1e-40F, .edge_share = 1e-40F}}) {
        std::vector<SeparatingAxis> separating(1);
        std::vector<RectSeparatingAxis> separating_2d(1);
        std::vector<ContactManifold> manifolds(1);
        std::vector<RectManifold> manifolds_2d(1);
        note(separating_axes(boxes, pairs, separating, workspace, {.contacts = options, .execution = execution}));
        note(separating_axes(rects, pairs, separating_2d, workspace, {.contacts = options, .execution = execution}));
        note(build_manifolds(boxes, {pairs, separating}, manifolds, workspace,
                             {.contacts = options, .execution = execution}));
        note(build_manifolds(rects, {pairs, separating_2d}, manifolds_2d, workspace,
                             {.contacts = options, .execution = execution}));
        ContactResult result;
        note(collide(boxes, workspace, result, {.contacts = options, .execution = execution}));
        note(collide_pairs(boxes, pairs, workspace, result, {.contacts = options, .execution = execution}));
    }
    Broadphase broadphase(BroadphaseOptions{.margin = -1e-40F});
    std::vector<std::uint32_t> ids(2);
    note(broadphase.add(boxes, MotionType::dynamic_box, ids, nullptr, execution));
    note(broadphase.move(ids, boxes, nullptr, execution));
    for (const WorldOptions& options :
         {WorldOptions{.bounds = {.margin = -1e-40F}}, WorldOptions{.contacts = {.speculative_distance = -1e-40F}},
          WorldOptions{.bounds = {.margin = 1e-40F}}}) {
        // Each call gets its own world. In a shared world, the first call that succeeds would change the state for the
        // next calls.
        test::KeptRecording kept;
        World recorded(options), filled(options), about(options), updated(options);
        BoxId id;
        WorldUpdate update;
        note(recorded.record(kept.options()));
        note(filled.create(std::vector<BoxDef>(1), {&id, 1}));
        note(about.set_origin({1, 2, 3}));
        note(updated.update(update, execution));
    }
    return statuses;
}

class FpEnvironment : public test::IsaTest {};

TEST_P(FpEnvironment, ModesChangeNoByteAndAreRestored) {
    const auto rows = delicate_boxes();
    std::vector<BoxPair> pairs;
    for (std::uint32_t i = 0; i + 1 < rows.size(); i += 2) pairs.push_back({i, i + 1});
    const Outcome expected = run_all(rows, pairs, execution());
    const auto rects = test::delicate_rects(6);
    const RectOutcome expected_2d = run_all(rects, execution());
    const auto run_both = [&](Executor& executor) {
        return std::pair(run_all(rows, pairs, execution(executor)), run_all(rects, execution(executor)));
    };
    test::in_all_modes(run_both, [&](const auto& outcomes) {
        const auto& [outcome, outcome_2d] = outcomes;
        EXPECT_TRUE(test::same_bytes(outcome.boxes, expected.boxes));
        EXPECT_TRUE(test::same_bytes(outcome.bounds, expected.bounds));
        EXPECT_TRUE(test::same_bytes(outcome.candidates, expected.candidates));
        EXPECT_TRUE(test::same_bytes(outcome.overlaps, expected.overlaps));
        EXPECT_TRUE(test::same_bytes(outcome.answers, expected.answers));
        EXPECT_EQ(outcome.one_answer, expected.one_answer);
        EXPECT_TRUE(outcome.contacts == expected.contacts);
        EXPECT_TRUE(test::same_bytes(outcome.manifolds, expected.manifolds));
        EXPECT_TRUE(outcome_2d == expected_2d);
        EXPECT_TRUE(test::same_bytes(outcome.near_shapes, expected.near_shapes));
        EXPECT_TRUE(test::same_bytes(outcome.closest, expected.closest));
        EXPECT_TRUE(test::same_bytes(outcome.hits, expected.hits));
    });
}

TEST_P(FpEnvironment, OperationsOnBoxesToo) {
    const auto cases = test::make_box_cases(300, 8);
    const auto expected = test::run_box_operations(cases, execution());
    test::in_all_modes([&](Executor& executor) { return test::run_box_operations(cases, execution(executor)); },
                       [&](const auto& results) { EXPECT_TRUE(test::same_bytes(results, expected)); });
}

TEST_P(FpEnvironment, LegalityOfDenormalNumbersToo) {
    const std::vector<Status> expected = verdicts(execution());
    EXPECT_GE(std::count(expected.begin(), expected.end(), Status::ok), 10);
    EXPECT_GE(std::count(expected.begin(), expected.end(), Status::invalid_argument), 10);
    EXPECT_GE(std::count(expected.begin(), expected.end(), Status::invalid_box), 5);
    test::in_all_modes([&](Executor& executor) { return verdicts(execution(executor)); },
                       [&](const auto& statuses) { EXPECT_EQ(statuses, expected); });
}

TEST_P(FpEnvironment, RestoredAfterErrorsToo) {
    std::vector<OrientedBox> rows(100);
    rows[50].center.x = -1e30F;
    const auto assign = [&](Executor& executor) {
        BoxBatch batch;
        return batch.assign(box_rows(rows), OnInvalid::refuse, execution(executor));
    };
    test::in_all_modes(assign, [](Status status) { EXPECT_EQ(status, Status::invalid_box); });
}

SATORI_FOR_EACH_ISA(FpEnvironment);

#endif

}  // namespace
}  // namespace satori
