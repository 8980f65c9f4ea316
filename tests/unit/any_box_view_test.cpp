// Views of any form give the boxes that the existing calls give. Bad views: robustness/any_box_view_test.cpp.

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/any_boxes.hpp"
#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"
#include "support/world_driver.hpp"

namespace satori {
namespace {

using test::AnyBoxes;
using test::AnyForm;
using test::contents_of;

std::vector<OrientedBox> scene(std::uint32_t count) {
    return test::make_test_scene(test::SceneKind::uniform, count, 3);
}

/// Expects the same floats, up to `error` times the size of each.
void expect_near(const std::vector<float>& found, const std::vector<float>& expected, double error) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_NEAR(double{found[i]}, double{expected[i]}, error * (1 + std::fabs(double{expected[i]}))) << i;
}

class AnyBoxViews : public test::IsaTest {
protected:
    std::vector<float> taken_in(const AnyBoxView& view) const {
        BoxBatch batch;
        EXPECT_EQ(batch.assign(view, OnInvalid::refuse, execution()), Status::ok);
        EXPECT_EQ(batch.size(), view.count);
        return contents_of(batch);
    }
};

TEST_P(AnyBoxViews, EveryFormGivesTheSameBoxes) {
    for (const std::uint32_t count : {1U, 17U, 130U}) {
        const std::vector<OrientedBox> boxes = scene(count);
        const std::vector<float> expected = contents_of(test::make_batch(boxes, execution()));
        for (const AnyForm& form : test::all_forms()) {
            SCOPED_TRACE(testing::Message() << count << " boxes: " << form);
            const std::vector<float> found = taken_in(AnyBoxes(boxes, form).view());
            if (form.has_matrix() || form.place != BoxPlace::center)
                expect_near(found, expected, 1e-6);
            else
                EXPECT_TRUE(test::same_bytes(found, expected));
        }
    }
}

TEST_P(AnyBoxViews, StreamsAreOnTheirOwn) {
    const std::size_t count = 40;
    std::vector<OrientedBox> boxes = scene(count);
    std::vector<double> centers;
    for (OrientedBox& box : boxes) {
        box.half_extents = {1, 2, 3};
        centers.insert(centers.begin(), {box.center.x, box.center.y, box.center.z});  // the last box comes first
    }
    const float edges[3] = {2, 4, 6};
    const AnyBoxView view{.positions = {centers.data() + 3 * (count - 1), -24},
                          .rotations = {&boxes[0].rotation.x, sizeof(OrientedBox)},
                          .sizes = {edges, 0},
                          .count = count,
                          .size_form = SizeForm::full};
    EXPECT_TRUE(test::same_bytes(taken_in(view), contents_of(test::make_batch(boxes, execution()))));
}

// Rotations of any length, tables of four decimals, left-handed axes.
TEST_P(AnyBoxViews, RotationsAreThoseOfTheConstructors) {
    const double roots[9] = {0.7071, -0.7071, 0, 0.7071, 0.7071, 0, 0, 0, 1};
    const double mirrored[9] = {0, 1, 0, 1, 0, 0, 0, 0, 1};
    const double zero[3] = {0, 0, 0}, sizes[3] = {1, 2, 3};
    for (const double* rows : {roots, mirrored}) {
        Axes axes;
        for (std::size_t i = 0; i < 3; ++i)
            axes.axes[i] = {static_cast<float>(rows[i]), static_cast<float>(rows[3 + i]),
                            static_cast<float>(rows[6 + i])};
        std::vector<OrientedBox> box(1);
        ASSERT_EQ(box_from_axes({0, 0, 0}, axes, {1, 2, 3}, box[0]), Status::ok);
        const AnyBoxView view{.positions = {zero, 0},
                              .rotations = {rows, 0},
                              .sizes = {sizes, 0},
                              .count = 1,
                              .rotation_form = RotationForm::matrix_rows};
        expect_near(taken_in(view), contents_of(test::make_batch(box, execution())), 2e-7);
    }
}

// The third axis of these columns points down, so the box lies below its low corner.
TEST_P(AnyBoxViews, AMirroredBoxLiesOnItsSideOfTheCorner) {
    const float columns[9] = {1, 0, 0, 0, 1, 0, 0, 0, -1}, corner[3] = {0, 0, 0}, edges[3] = {2, 4, 6};
    BoxBatch batch;
    ASSERT_EQ(batch.assign({.positions = {corner, 0},
                            .rotations = {columns, 0},
                            .sizes = {edges, 0},
                            .count = 1,
                            .rotation_form = RotationForm::matrix_columns,
                            .size_form = SizeForm::full,
                            .place = BoxPlace::low_corner},
                           OnInvalid::refuse, execution()),
              Status::ok);
    EXPECT_EQ(batch.component(BoxComponent::center_x)[0], 1);
    EXPECT_EQ(batch.component(BoxComponent::center_y)[0], 2);
    EXPECT_EQ(batch.component(BoxComponent::center_z)[0], -3);
}

// The axes are longer than 1 by what is tolerated. The box is not: its corner is the one given.
TEST_P(AnyBoxViews, ACornerIsThatOfTheNearestRotation) {
    const float rows[9] = {1.0009F, 0, 0, 0, 1.0009F, 0, 0, 0, 1.0009F}, corner[3] = {0, 0, 0};
    const float half[3] = {1000, 1000, 1000};
    BoxBatch batch;
    ASSERT_EQ(batch.assign({.positions = {corner, 0},
                            .rotations = {rows, 0},
                            .sizes = {half, 0},
                            .count = 1,
                            .rotation_form = RotationForm::matrix_rows,
                            .place = BoxPlace::low_corner},
                           OnInvalid::refuse, execution()),
              Status::ok);
    EXPECT_NEAR(batch.component(BoxComponent::center_x)[0], 1000, 1e-3);
}

TEST(AnyBoxPoses, CornersNeedLegalSizes) {
    World world;
    BoxId ids[2];
    const BoxDef defs[2];
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    const double corners[6] = {}, rotation[4] = {0, 0, 0, 1}, sizes[6] = {2, 2, 2, -2, 2, 2};
    AnyBoxView view{.positions = {corners, 24}, .rotations = {rotation, 0}, .sizes = {sizes, 24}, .count = 2};
    EXPECT_EQ(world.set_any_poses(view, ids), Status::ok) << "centers need no sizes";
    view.place = BoxPlace::low_corner;
    std::uint64_t invalid_index = 9;
    EXPECT_EQ(world.set_any_poses(view, ids, &invalid_index), Status::invalid_box);
    EXPECT_EQ(invalid_index, 1U);
}

struct Vehicle {
    double position[3];
    float edges[3] = {4.5F, 1.8F, 1.5F};
    double orientation[4] = {1, 0, 0, 0};  // w x y z
};

// Vehicles of a map, 0.1 m from each other: as floats they overlap.
const Vehicle kVehicles[] = {{{691608.31, 5336000.77, 0}}, {{691608.31, 5336002.67, 0}}};
const Vec3d kMapOrigin = {691600, 5336000, 0};

AnyBoxView vehicles(const Vec3d& origin) {
    return {.positions = {kVehicles[0].position, sizeof(Vehicle)},
            .rotations = {kVehicles[0].orientation, sizeof(Vehicle)},
            .sizes = {kVehicles[0].edges, sizeof(Vehicle)},
            .count = 2,
            .rotation_form = RotationForm::quaternion_wxyz,
            .size_form = SizeForm::full,
            .origin = origin};
}

TEST_P(AnyBoxViews, TheOriginIsSubtractedInDouble) {
    BoxBatch batch;
    Workspace workspace;
    PairResult found;
    ASSERT_EQ(batch.assign(vehicles({}), OnInvalid::refuse, execution()), Status::ok);
    EXPECT_GT(batch.center_error(), 0.1);
    ASSERT_EQ(find_overlaps(batch, workspace, found), Status::ok);
    EXPECT_EQ(found.pair_count, 1U) << "floats are too coarse here";

    ASSERT_EQ(batch.assign(vehicles(kMapOrigin), OnInvalid::refuse, execution()), Status::ok);
    EXPECT_LT(batch.center_error(), 1e-6);
    ASSERT_EQ(find_overlaps(batch, workspace, found), Status::ok);
    EXPECT_EQ(found.pair_count, 0U);
    EXPECT_EQ(batch.component(BoxComponent::center_x)[0], static_cast<float>(691608.31 - 691600));
}

// A million meters out, by their corners: the gap of 0.1 m stays, and 0.1 m of overlap too.
TEST_P(AnyBoxViews, CornersFarAway) {
    for (const double gap : {0.1, -0.1}) {
        const double corners[2][3] = {{1e6, -1e6, 1e6}, {1e6 + 2 + gap, -1e6, 1e6}};
        const double turn[4] = {0, 0, 0, 1}, edge[3] = {2, 2, 2};
        BoxBatch batch;
        ASSERT_EQ(batch.assign({.positions = {corners[0], 24},
                                .rotations = {turn, 0},
                                .sizes = {edge, 0},
                                .count = 2,
                                .size_form = SizeForm::full,
                                .place = BoxPlace::low_corner,
                                .origin = {1e6, -1e6, 1e6}},
                               OnInvalid::refuse, execution()),
                  Status::ok);
        Workspace workspace;
        PairResult found;
        ASSERT_EQ(find_overlaps(batch, workspace, found), Status::ok);
        EXPECT_EQ(found.pair_count, gap > 0 ? 0U : 1U);
        EXPECT_EQ(batch.component(BoxComponent::center_x)[0], 1);
    }
}

SATORI_FOR_EACH_ISA(AnyBoxViews);

TEST(AnyBoxViewsOfWorlds, BoxesAreThoseOfTheView) {
    World world;
    BoxDef common;
    common.motion = MotionType::kinematic_box;
    common.user_data = 7;
    common.half_extents = {-1, -1, -1};  // not read
    BoxId ids[2];
    ASSERT_EQ(world.create(vehicles({}), common, ids), Status::ok);
    for (std::size_t i = 0; i < 2; ++i) {
        const BoxDef def = world.box(ids[i]);
        EXPECT_EQ(def.pose.position.y, kVehicles[i].position[1]) << "whole";
        EXPECT_EQ(def.pose.rotation, Quat{});
        EXPECT_EQ(def.half_extents, (Vec3{2.25F, 0.9F, 0.75F}));
        EXPECT_EQ(def.motion, MotionType::kinematic_box);
        EXPECT_EQ(def.user_data, 7U);
    }
    ASSERT_EQ(world.set_motion(ids, MotionType::dynamic_box), Status::ok);
    WorldUpdate update;
    ASSERT_EQ(world.update(update), Status::ok);
    EXPECT_EQ(update.contact_count, 0U) << "0.1 m apart";

    AnyBoxView poses = vehicles(kMapOrigin);
    poses.sizes = {};  // poses need none
    ASSERT_EQ(world.set_any_poses(poses, ids), Status::ok);
    EXPECT_EQ(world.box(ids[1]).pose.position.y, 5336002.67 - 5336000);
    ASSERT_EQ(world.update(update), Status::ok);
    EXPECT_EQ(update.contact_count, 0U);
}

TEST(AnyBoxViewsOfWorlds, EveryFormGivesTheSamePoses) {
    const std::vector<OrientedBox> boxes = scene(50);
    for (const AnyForm& form : test::all_forms()) {
        SCOPED_TRACE(testing::Message() << form);
        const AnyBoxes given(boxes, form);
        World world;
        std::vector<BoxId> ids(boxes.size());
        ASSERT_EQ(world.create(given.view(), {}, ids), Status::ok);
        std::vector<OrientedBox> created, moved;
        const auto boxes_of_world = [&] {
            std::vector<OrientedBox> found;
            for (const BoxId id : ids) {
                const BoxDef def = world.box(id);
                const Vec3d& p = def.pose.position;
                found.push_back({{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)},
                                 def.half_extents,
                                 def.pose.rotation});
            }
            return found;
        };
        created = boxes_of_world();
        expect_near(contents_of(test::make_batch(created)), contents_of(test::make_batch(boxes)), 1e-6);
        ASSERT_EQ(world.set_poses(ids, std::vector<BoxPose>(ids.size())), Status::ok);
        ASSERT_EQ(world.set_any_poses(given.view(), ids), Status::ok);
        moved = boxes_of_world();
        EXPECT_TRUE(test::same_bytes(contents_of(test::make_batch(moved)), contents_of(test::make_batch(created))));
    }
}

TEST(AnyBoxViewsOfWorlds, ARecordingHasTheBoxes) {
    test::KeptRecording kept;
    World world;
    ASSERT_EQ(world.record(kept.options()), Status::ok);
    BoxId ids[2];
    WorldUpdate update;
    ASSERT_EQ(world.create(vehicles({}), {}, ids), Status::ok);
    ASSERT_EQ(world.update(update), Status::ok);
    ASSERT_EQ(world.set_any_poses(vehicles(kMapOrigin), ids), Status::ok);
    ASSERT_EQ(world.update(update), Status::ok);
    ASSERT_EQ(world.stop_recording(), Status::ok);
    WorldReplay replay(kept.bytes);
    ReplayStep step;
    for (int k = 0; k < 2; ++k) {
        ASSERT_EQ(replay.step(step, update), Status::ok);
        EXPECT_EQ(step.outcome, ReplayOutcome::same);
    }
    EXPECT_EQ(replay.world().box(ids[1]).pose.position, world.box(ids[1]).pose.position);
    EXPECT_EQ(replay.world().state_hash(), world.state_hash());
}

}  // namespace
}  // namespace satori
