#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

namespace satori {
namespace {

struct Drawn {
    std::vector<DebugBox> boxes;
    std::vector<DebugBounds> bounds;
    std::vector<DebugContact> contacts;
    std::vector<DebugColumn> columns;

    DebugDraw callbacks() {
        DebugDraw draw;
        draw.box = [](const DebugBox& box, void* user) noexcept { static_cast<Drawn*>(user)->boxes.push_back(box); };
        draw.bounds = [](const DebugBounds& of_box, void* user) noexcept {
            static_cast<Drawn*>(user)->bounds.push_back(of_box);
        };
        draw.contact = [](const DebugContact& contact, void* user) noexcept {
            static_cast<Drawn*>(user)->contacts.push_back(contact);
        };
        draw.column = [](const DebugColumn& column, void* user) noexcept {
            static_cast<Drawn*>(user)->columns.push_back(column);
        };
        draw.user = this;
        return draw;
    }
};

Drawn drawn(const World& world) {
    Drawn result;
    debug_draw(world, result.callbacks());
    return result;
}

BoxDef at(double x, double y, double z, const Quat& rotation = {}) {
    BoxDef def;
    def.pose = {{x, y, z}, rotation};
    return def;
}

TEST(DebugDraw, AnEmptyWorldDrawsNothing) {
    World world;
    const Drawn nothing = drawn(world);
    EXPECT_TRUE(nothing.boxes.empty() && nothing.bounds.empty() && nothing.contacts.empty() && nothing.columns.empty());
}

class DrawnWorld : public testing::Test {
protected:
    // A floor, a crate that penetrates it by 1/16 m, a sensor that overlaps both, and a turned box apart from them. All
    // of them are far from the world's origin.
    void SetUp() override {
        BoxDef floor = at(kFar, 0, 0), sensor = at(kFar, 0, 0.5), turned = at(kFar + 10, 5, 5, {0.5F, 1, -1.5F, 3});
        floor.half_extents = {2, 2, 0.5F};
        floor.motion = MotionType::static_box;
        sensor.sensor = true;
        turned.half_extents = {1, 2, 0.25F};
        turned.sleeping = true;
        turned.motion = MotionType::kinematic_box;
        ASSERT_EQ(world.set_origin({kFar, 0, 0}), Status::ok);
        ids.resize(4);
        ASSERT_EQ(world.create(std::vector<BoxDef>{floor, at(kFar + 0.5, 0.25, 0.9375), sensor, turned}, ids),
                  Status::ok);
    }
    static constexpr double kFar = 4e7;
    World world{{.bounds = {0.125F, 0}}};
    std::vector<BoxId> ids;
    WorldUpdate update;
};

TEST_F(DrawnWorld, BoxesWithTheirCornersAndStates) {
    const Drawn before = drawn(world);
    ASSERT_EQ(before.boxes.size(), 4U);
    EXPECT_TRUE(before.bounds.empty()) << "there are none yet";
    EXPECT_TRUE(before.contacts.empty());
    ASSERT_EQ(world.update(update), Status::ok);
    const Drawn now = drawn(world);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(now.boxes[i].id, ids[i]);
    EXPECT_EQ(now.boxes[0].box.motion, MotionType::static_box);
    EXPECT_TRUE(now.boxes[2].box.sensor);
    EXPECT_TRUE(now.boxes[3].box.sleeping);
    EXPECT_FALSE(now.boxes[1].box.sensor || now.boxes[1].box.sleeping);
    for (const DebugBox& box : now.boxes) {
        const Vec3d& center = box.box.pose.position;
        const Vec3& half = box.box.half_extents;
        const float lengths[3] = {2 * half.x, 2 * half.y, 2 * half.z};
        for (std::size_t k = 0; k < 12; ++k) {
            const Vec3d &a = box.corners[kBoxEdges[k][0]], &b = box.corners[kBoxEdges[k][1]];
            EXPECT_NEAR(std::hypot(a.x - b.x, a.y - b.y, a.z - b.z), lengths[k / 4], 1e-7);
        }
        // Opposite corners are symmetric about the center. Corner 7 is the turned sum of the half extents.
        for (std::size_t k = 0; k < 4; ++k) {
            EXPECT_NEAR(box.corners[k].x + box.corners[7 - k].x, 2 * center.x, 1e-7);
            EXPECT_NEAR(box.corners[k].z + box.corners[7 - k].z, 2 * center.z, 1e-7);
        }
    }
    // q v q* by hand, with q = (0.5, 1, -1.5, 3) / |.|, |.|^2 = 12.5, and v = (1, 2, 0.25).
    const double q[4] = {0.5, 1, -1.5, 3}, v[3] = {1, 2, 0.25}, norm_sq = 12.5;
    const double t[3] = {2 * (q[1] * v[2] - q[2] * v[1]), 2 * (q[2] * v[0] - q[0] * v[2]),
                         2 * (q[0] * v[1] - q[1] * v[0])};
    const Vec3d& corner = now.boxes[3].corners[7];
    EXPECT_NEAR(corner.x - kFar - 10, v[0] + (q[3] * t[0] + q[1] * t[2] - q[2] * t[1]) / norm_sq, 1e-7);
    EXPECT_NEAR(corner.y - 5, v[1] + (q[3] * t[1] + q[2] * t[0] - q[0] * t[2]) / norm_sq, 1e-12);
    EXPECT_NEAR(corner.z - 5, v[2] + (q[3] * t[2] + q[0] * t[1] - q[1] * t[0]) / norm_sq, 1e-12);
}

TEST_F(DrawnWorld, BoundsHoldTheCorners) {
    ASSERT_EQ(world.update(update), Status::ok);
    Drawn now = drawn(world);
    ASSERT_EQ(now.bounds.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        ASSERT_EQ(now.bounds[i].id, ids[i]);
        const Vec3d &min = now.bounds[i].min, &max = now.bounds[i].max;
        for (const Vec3d& corner : now.boxes[i].corners) {
            EXPECT_LE(min.x, corner.x - 0.12);
            EXPECT_GE(max.x, corner.x + 0.12);
            EXPECT_LE(min.z, corner.z - 0.12);
            EXPECT_GE(max.z, corner.z + 0.12);
        }
        EXPECT_LT(max.x - min.x, 10);
    }
    const BoxPose pose{{kFar, 0, 9}, {}};
    ASSERT_EQ(world.set_pose(ids[1], pose), Status::ok);
    now = drawn(world);
    EXPECT_EQ(now.bounds.size(), 3U) << "those of the box that has moved are old";
    EXPECT_EQ(now.boxes[1].box.pose.position.z, 9);
}

TEST_F(DrawnWorld, PointsOfContact) {
    ASSERT_EQ(world.update(update), Status::ok);
    Drawn now = drawn(world);
    // Contacts of the floor and the crate. Pairs of a sensor have no points.
    ASSERT_EQ(now.contacts.size(), 4U);
    double x_sum = 0;
    for (const DebugContact& contact : now.contacts) {
        EXPECT_EQ(contact.pair, (WorldPair{ids[0], ids[1]}));
        EXPECT_EQ(contact.normal.z, 1);
        EXPECT_NEAR(contact.separation, -0.0625, 1e-6);
        EXPECT_NEAR(contact.position.z, 0.46875, 1e-6) << "half way";
        EXPECT_NEAR(std::fabs(contact.position.x - kFar - 0.5), 0.5, 1e-6);
        EXPECT_NEAR(std::fabs(contact.position.y - 0.25), 0.5, 1e-6);
        x_sum += contact.position.x - kFar;
    }
    EXPECT_NEAR(x_sum, 2, 1e-6) << "two on either side";
    EXPECT_NE(now.contacts[0].feature_id, now.contacts[1].feature_id);
    ASSERT_EQ(world.destroy(ids[1]), Status::ok);
    now = drawn(world);
    EXPECT_TRUE(now.contacts.empty());
    EXPECT_EQ(now.boxes.size(), 3U);
}

TEST(DebugDraw, ColumnsWhereTheWorldKeepsThem) {
    // A row of cubes at 4e7 m. Some of them move a little.
    constexpr double kFar = 4e7;
    World world;
    WorldUpdate update;
    std::vector<BoxDef> defs;
    for (int i = 0; i < 3000; ++i) defs.push_back(at(kFar + 1.5 * i, 0.25, 0));
    std::vector<BoxId> ids(defs.size());
    ASSERT_EQ(world.set_origin({kFar, 0, 0}), Status::ok);
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    ASSERT_EQ(world.update(update), Status::ok);
    ASSERT_EQ(update.path, UpdatePath::bulk);
    EXPECT_TRUE(drawn(world).columns.empty()) << "all was swept anew";
    for (std::size_t i = 0; i < 150; ++i) defs[i].pose.position.y = 0.5;
    const auto move = [&](std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(world.set_pose(ids[i], defs[i].pose), Status::ok);
    };
    move(150);
    ASSERT_EQ(world.update(update), Status::ok);
    ASSERT_EQ(update.path, UpdatePath::incremental);

    const Drawn now = drawn(world);
    ASSERT_GT(now.columns.size(), 1U);
    // The columns follow each other along the row, in world coordinates, with the bounds that the cubes may move in.
    // Each holds the cubes that reach into it, but for those that have left these bounds.
    constexpr double kSkin = 1.0 / 16;
    double end = kFar - 1;
    for (const DebugColumn& column : now.columns) {
        EXPECT_EQ(column.grid, 0U);
        EXPECT_GT(column.min.x, end);
        EXPECT_GT(column.max.x, column.min.x);
        EXPECT_NEAR(column.min.y, -0.25 - kSkin, 1e-3);
        EXPECT_NEAR(column.max.y, 0.75 + kSkin, 1e-3);
        EXPECT_NEAR(column.max.z, 0.5 + kSkin, 1e-3);
        std::uint32_t cubes = 0;
        for (const BoxDef& def : defs) {
            const double x = def.pose.position.x, reach = 0.5 + kSkin;
            cubes += x - reach < column.max.x && x + reach > column.min.x;
        }
        EXPECT_NEAR(column.box_count, cubes, 1);  // bounds are rounded outward
        end = column.max.x;
    }
    EXPECT_NEAR(end, kFar + 1.5 * 2999 + 0.5 + kSkin, 1e-2);

    move(10);
    EXPECT_EQ(drawn(world).columns.size(), now.columns.size()) << "they are of the last update";
    ASSERT_EQ(world.set_origin({}), Status::ok);
    EXPECT_TRUE(drawn(world).columns.empty()) << "they are about the origin that was";
    ASSERT_EQ(world.destroy(ids.back()), Status::ok);
    EXPECT_TRUE(drawn(world).columns.empty()) << "and so they are for the boxes that are left";
}

TEST_F(DrawnWorld, OnlyWhatSomebodyWants) {
    ASSERT_EQ(world.update(update), Status::ok);
    Drawn only;
    DebugDraw draw = only.callbacks();
    draw.box = nullptr;
    draw.contact = nullptr;
    debug_draw(world, draw);
    EXPECT_TRUE(only.boxes.empty() && only.contacts.empty());
    EXPECT_EQ(only.bounds.size(), 4U);
    debug_draw(world, {});
}

TEST_F(DrawnWorld, UpdatesCountTheBoxesThatChanged) {
    ASSERT_EQ(world.update(update), Status::ok);
    EXPECT_EQ(update.changed_box_count, 4U);
    ASSERT_EQ(world.update(update), Status::ok);
    EXPECT_EQ(update.changed_box_count, 0U);
    const BoxPose pose{{kFar, 0, 9}, {}};
    ASSERT_EQ(world.set_pose(ids[1], pose), Status::ok);
    ASSERT_EQ(world.update(update), Status::ok);
    EXPECT_EQ(update.changed_box_count, 1U);
}

}  // namespace
}  // namespace satori
