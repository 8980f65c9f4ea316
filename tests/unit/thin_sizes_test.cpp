// Half extents between 0 and kMinHalfExtent: an error as input, 0 as a computed result.

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.h>
#include <satori/satori.hpp>

#include "support/isa_fixture.hpp"

namespace satori {
namespace {

constexpr float kThin = 0.9e-7F;
constexpr float kTiny = std::numeric_limits<float>::denorm_min();
const Quat kTurned{0.1F, 0.2F, 0.3F, 0.9F};

void expect_half(const OrientedBox& box, float x, float y, float z) {
    EXPECT_FLOAT_EQ(box.half_extents.x, x);
    EXPECT_FLOAT_EQ(box.half_extents.y, y);
    EXPECT_FLOAT_EQ(box.half_extents.z, z);
    for (const float half : {box.half_extents.x, box.half_extents.y, box.half_extents.z})
        EXPECT_TRUE(half == 0 || half >= kMinHalfExtent);
    EXPECT_EQ(check_box(box), BoxFault::none);
}
void expect_half(const OrientedRect& rect, float x, float y) {
    EXPECT_FLOAT_EQ(rect.half_extents.x, x);
    EXPECT_FLOAT_EQ(rect.half_extents.y, y);
    EXPECT_TRUE(rect.half_extents.y == 0 || rect.half_extents.y >= kMinHalfExtent);
    EXPECT_EQ(check_rect(rect), BoxFault::none);
}

Mat4 columns(float x, float y, float z) {
    return {{x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1}};
}

TEST(ThinSizes, GivenOnesAreRefused) {
    for (const float half : {kThin, 1e-30F, kTiny}) {
        const Vec3 given{1, half, 1};
        const OrientedBox before;
        OrientedBox box;
        EXPECT_EQ(check_box({{}, given, {}}), BoxFault::half_extent_too_small);
        EXPECT_EQ(box_from_axes({}, {}, given, box), Status::invalid_box);
        EXPECT_EQ(box_from_euler({}, {1, 2, 3}, EulerOrder::intrinsic_xyz, given, box), Status::invalid_box);
        EXPECT_EQ(box_from_axis_angle({}, {0, 0, 1}, 1, given, box), Status::invalid_box);
        EXPECT_EQ(box_from_matrix({}, given, box), Status::invalid_box);
        EXPECT_EQ(box_from_matrix(columns(1, 1e20F, 1), given, box), Status::invalid_box) << "before it is scaled";
        EXPECT_EQ(merge({{}, given, {}}, before, box), Status::invalid_box);
        expect_half(box, 0.5F, 0.5F, 0.5F);

        OrientedRect rect;
        EXPECT_EQ(check_rect({{}, {1, half}, 0}), BoxFault::half_extent_too_small);
        EXPECT_EQ(merge({{}, {1, half}, 0}, OrientedRect{}, rect), Status::invalid_box);
        expect_half(rect, 0.5F, 0.5F);

        const std::vector<OrientedBox> boxes{{{}, given, {}}};
        const std::vector<OrientedRect> rects{{{}, {1, half}, 0}};
        EXPECT_EQ(BoxBatch().assign(box_rows(boxes)), Status::invalid_box);
        EXPECT_EQ(RectBatch().assign(rect_rows(rects)), Status::invalid_box);
        World world;
        BoxDef def;
        BoxId id;
        ASSERT_EQ(world.create(def, id), Status::ok);
        EXPECT_EQ(world.set_half_extents(id, given), Status::invalid_box);
        def.half_extents = given;
        EXPECT_EQ(world.create(def, id), Status::invalid_box);
    }
}

TEST(ThinSizes, OfABoxFromAnAabb) {
    OrientedBox box;
    ASSERT_EQ(box_from_aabb({{0, 0, 0}, {1e-30F, 1e-8F, 1.9e-7F}}, box), Status::ok);
    expect_half(box, 0, 0, 0);
    ASSERT_EQ(box_from_aabb({{-kTiny, -1, -1e-7F}, {kTiny, 1, 1e-7F}}, box), Status::ok);
    expect_half(box, 0, 1, 1e-7F);
    ASSERT_EQ(box_from_aabb({{5, 5, 5}, {5, 6, 5}}, box), Status::ok);
    expect_half(box, 0, 0.5F, 0);
}

TEST(ThinSizes, OfABoxFromAMatrix) {
    OrientedBox box;
    ASSERT_EQ(box_from_matrix(columns(100, 1e-9F, 50), {1, 1, 1}, box), Status::ok);
    expect_half(box, 100, 0, 50);
    ASSERT_EQ(box_from_matrix(columns(1e-30F, 1, -0.9e-7F), {1, 1, 1}, box), Status::ok);
    expect_half(box, 0, 1, 0);
    ASSERT_EQ(box_from_matrix(columns(1e-7F, 1e-8F, 1), {1, 10, 0}, box), Status::ok);
    expect_half(box, 1e-7F, 1e-7F, 0);
    ASSERT_EQ(box_from_matrix(columns(kTiny, kTiny, kTiny), {1, 1, 1}, box), Status::ok);
    expect_half(box, 0, 0, 0);
}

TEST(ThinSizes, OfABoxFromCorners) {
    const auto corners = [](const Vec3& half) {
        BoxCorners result;
        for (int i = 0; i < 8; ++i) {
            result.corners[i] = {(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                                 (i & 4) != 0 ? half.z : -half.z};
        }
        return result;
    };
    OrientedBox box;
    ASSERT_EQ(box_from_corners(corners({2, kThin, 1}), box), Status::ok);
    expect_half(box, 2, 0, 1);
    ASSERT_EQ(box_from_corners(corners({1e-30F, 3, kTiny}), box), Status::ok);
    expect_half(box, 0, 3, 0);
    ASSERT_EQ(box_from_corners(corners({kThin, 1e-8F, 1e-9F}), box), Status::ok);
    expect_half(box, 0, 0, 0);
    ASSERT_EQ(box_from_corners(corners({1, 1e-7F, 1}), box), Status::ok);
    expect_half(box, 1, 1e-7F, 1);
}

TEST(ThinSizes, OfABoxScaledOrInflated) {
    OrientedBox box{{1, 2, 3}, {1, 2, 1e-7F}, kTurned};
    ASSERT_EQ(scale(box, {1e-8F, -1, 0.9F}), Status::ok);
    expect_half(box, 0, 2, 0);
    box = {{1, 2, 3}, {1, 2, 1.5e-7F}, kTurned};
    ASSERT_EQ(inflate(box, -1e-7F), Status::ok);
    EXPECT_EQ(box.half_extents.z, 0);
    box = {{1, 2, 3}, {1, 2, 0}, kTurned};
    ASSERT_EQ(inflate(box, kThin), Status::ok);
    EXPECT_EQ(box.half_extents.z, 0);
    ASSERT_EQ(inflate(box, 1e-7F), Status::ok);
    EXPECT_EQ(box.half_extents.z, 1e-7F);
}

TEST(ThinSizes, OfABoxUnderAMatrix) {
    BoxImage image;
    OrientedBox box{{1, 2, 3}, {1, 2, 3}, {}};
    ASSERT_EQ(transform(box, columns(100, 1e-9F, 1e-30F), &image), Status::ok);
    expect_half(box, 100, 0, 0);
    EXPECT_EQ(image.growth, 1);
    // Sheared in a plane; thin across this plane.
    box = {{}, {1, 1, 1}, {}};
    Mat4 shear = columns(1, 1, 1e-8F);
    shear.m[4] = 1;
    ASSERT_EQ(transform(box, shear, &image), Status::ok);
    EXPECT_EQ(box.half_extents.z, 0);
    EXPECT_GT(volume({{}, {box.half_extents.x, box.half_extents.y, 1}, {}}), 7.9);
    EXPECT_EQ(image.growth, 1) << "as of all flat boxes";
    EXPECT_EQ(check_box(box), BoxFault::none);
}

TEST(ThinSizes, OfMergedBoxes) {
    OrientedBox merged;
    const OrientedBox plate{{0, 0, 0}, {1, 2, 0}, {}}, point{{0.5F, 0, 0}, {0, 0, 0}, {}};
    ASSERT_EQ(merge(plate, plate, merged), Status::ok);
    EXPECT_EQ(merged.half_extents.z, 0);
    EXPECT_GE(merged.half_extents.x, 1);
    ASSERT_EQ(merge(point, {{0.5F, 0, 1e-7F}, {0, 0, 0}, kTurned}, merged), Status::ok);
    expect_half(merged, 0, 0, 0);
    // merge() compares flat boxes by their other two sides. It takes the long box's rotation, also when that box is the
    // second one.
    const OrientedBox strip{{0, 0, 0}, {10, 1, 0}, {0, 0, 0.2F, 1}}, tile{{0, 0, 0}, {0.5F, 0.5F, 0}, {}};
    ASSERT_EQ(merge(tile, strip, merged), Status::ok);
    EXPECT_EQ(merged.rotation.z, 0.2F);
    EXPECT_NEAR(merged.half_extents.y, 1, 1e-5);
    EXPECT_EQ(merged.half_extents.z, 0);
    // The least legal half extent does not become 0.
    const OrientedBox least{{}, {1, 1, kMinHalfExtent}, {}};
    ASSERT_EQ(merge(least, least, merged), Status::ok);
    EXPECT_GE(merged.half_extents.z, kMinHalfExtent);
}

TEST(ThinSizes, OfARectangleFromCorners) {
    OrientedRect rect;
    CornersFault fault = CornersFault::not_finite;
    ASSERT_EQ(rect_from_corners({{{0, 0}, {1, 0}, {1, 1e-8F}, {0, 1e-8F}}}, rect, &fault), Status::ok);
    expect_half(rect, 0.5F, 0);
    EXPECT_EQ(fault, CornersFault::none);
    ASSERT_EQ(rect_from_corners({{{0, 0}, {1e-9F, 0}, {1e-9F, 1e-8F}, {0, 1e-8F}}}, rect), Status::ok);
    expect_half(rect, 0, 0);
    ASSERT_EQ(rect_from_corners({{{-1, -1e-7F}, {1, -1e-7F}, {1, 1e-7F}, {-1, 1e-7F}}}, rect), Status::ok);
    expect_half(rect, 1, 1e-7F);
}

TEST(ThinSizes, OfRectanglesScaledAndMerged) {
    OrientedRect rect{{1, 2}, {3, 4}, 0.5F}, merged;
    ASSERT_EQ(scale(rect, {-1, 1e-8F}), Status::ok);
    expect_half(rect, 3, 0);
    const OrientedRect point{{1, 1}, {0, 0}, 0};
    ASSERT_EQ(merge(point, point, merged), Status::ok);
    expect_half(merged, 0, 0);
    ASSERT_EQ(merge(point, {{1, 3}, {0, 0}, 0}, merged), Status::ok);
    EXPECT_EQ(area(merged), 0);
    EXPECT_NEAR(merged.half_extents.x + merged.half_extents.y, 1, 1e-6) << "the segment between";
}

TEST(ThinSizes, OfBatches) {
    const std::vector<OrientedBox> boxes{{{1, 2, 3}, {1, 0, 1.5e-7F}, kTurned}, {{}, {1e-7F, 3e-7F, 1}, {}}};
    const std::vector<OrientedRect> rects{{{1, 2}, {1, 1.5e-7F}, 1}, {{}, {0, 1e-7F}, 0}};
    for (const Isa isa : test::supported_isas()) {
        const Execution execution{isa, &serial_executor()};
        BoxBatch batch;
        ASSERT_EQ(batch.assign(box_rows(boxes), OnInvalid::refuse, execution), Status::ok);
        ASSERT_EQ(batch.assign_transformed(batch, {{1, 1, 1}, kTurned}, 0.5F, execution), Status::ok);
        const auto half_of = [&](std::size_t i) {
            return Vec3{batch.component(BoxComponent::half_x)[i], batch.component(BoxComponent::half_y)[i],
                        batch.component(BoxComponent::half_z)[i]};
        };
        expect_half({{}, half_of(0), {}}, 0.5F, 0, 0);
        expect_half({{}, half_of(1), {}}, 0, 1.5e-7F, 0.5F);
        ASSERT_EQ(batch.assign_transformed(batch, {}, kMinScale, execution), Status::ok);
        for (std::size_t i = 0; i < 2; ++i) expect_half({{}, half_of(i), {}}, 0, 0, 0);

        RectBatch flat;
        ASSERT_EQ(flat.assign(rect_rows(rects), OnInvalid::refuse, execution), Status::ok);
        ASSERT_EQ(flat.assign_transformed(flat, {{1, 1}, 2}, 0.5F, execution), Status::ok);
        EXPECT_EQ(flat.component(RectComponent::half_x)[0], 0.5F);
        EXPECT_EQ(flat.component(RectComponent::half_y)[0], 0);
        EXPECT_EQ(flat.component(RectComponent::half_x)[1], 0);
        EXPECT_EQ(flat.component(RectComponent::half_y)[1], 0);
    }
}

TEST(ThinSizes, OfBatchesInC) {
    const OrientedBox thin{{}, {1, 1.5e-7F, 1}, {}};
    const satori_box_view view = satori_box_rows(&thin.center.x, 1, 40);
    satori_box_batch* batch = nullptr;
    ASSERT_EQ(satori_box_batch_create(nullptr, &batch), SATORI_OK);
    ASSERT_EQ(satori_box_batch_assign(batch, &view, SATORI_ON_INVALID_REFUSE, nullptr), SATORI_OK);
    const satori_pose still = {{0, 0, 0}, {0, 0, 0, 1}};
    ASSERT_EQ(satori_box_batch_assign_transformed(batch, batch, &still, 0.5F, nullptr), SATORI_OK);
    EXPECT_EQ(satori_box_batch_component(batch, SATORI_BOX_HALF_Y)[0], 0);
    satori_box_batch_destroy(batch);

    const OrientedRect strip{{}, {1, 1.5e-7F}, 0};
    const satori_rect_view rows = satori_rect_rows(&strip.center.x, 1, 20);
    satori_rect_batch* rects = nullptr;
    ASSERT_EQ(satori_rect_batch_create(nullptr, &rects), SATORI_OK);
    ASSERT_EQ(satori_rect_batch_assign(rects, &rows, SATORI_ON_INVALID_REFUSE, nullptr), SATORI_OK);
    const satori_pose2 here = {{0, 0}, 0};
    ASSERT_EQ(satori_rect_batch_assign_transformed(rects, rects, &here, 0.5F, nullptr), SATORI_OK);
    EXPECT_EQ(satori_rect_batch_component(rects, SATORI_RECT_HALF_Y)[0], 0);
    satori_rect_batch_destroy(rects);
}

}  // namespace
}  // namespace satori
