#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include <satori/exceptions.hpp>
#include <satori/satori.hpp>

#include "support/calls.hpp"

namespace satori {
namespace {

TEST(Vectors, OperatorsWorkOnEachComponent) {
    EXPECT_EQ((Vec2{1, 2} + Vec2{0.5F, -4}), (Vec2{1.5F, -2}));
    EXPECT_EQ((Vec3{1, 2, 3} + Vec3{0.5F, -4, 8}), (Vec3{1.5F, -2, 11}));
    EXPECT_EQ((Vec2d{1, 2} + Vec2d{1e-9, -4}), (Vec2d{1 + 1e-9, -2}));
    EXPECT_EQ((Vec3d{1, 2, 3} + Vec3d{1e-9, -4, 8}), (Vec3d{1 + 1e-9, -2, 11}));
    EXPECT_EQ((Vec2{1, 2} - Vec2{0.5F, -4}), (Vec2{0.5F, 6}));
    EXPECT_EQ((Vec3{1, 2, 3} - Vec3{0.5F, -4, 8}), (Vec3{0.5F, 6, -5}));
    EXPECT_EQ((Vec2d{1, 2} - Vec2d{0.5, -4}), (Vec2d{0.5, 6}));
    EXPECT_EQ((Vec3d{1, 2, 3} - Vec3d{0.5, -4, 8}), (Vec3d{0.5, 6, -5}));
    EXPECT_EQ((2 * Vec2{1, -2}), (Vec2{2, -4}));
    EXPECT_EQ((2 * Vec3{1, -2, 3}), (Vec3{2, -4, 6}));
    EXPECT_EQ((2 * Vec2d{1, -2}), (Vec2d{2, -4}));
    EXPECT_EQ((2 * Vec3d{1, -2, 3}), (Vec3d{2, -4, 6}));
    EXPECT_EQ((Vec2{1, -2} * 2), (Vec2{2, -4}));
    EXPECT_EQ((Vec3{1, -2, 3} * 2), (Vec3{2, -4, 6}));
    EXPECT_EQ((Vec2d{1, -2} * 2), (Vec2d{2, -4}));
    EXPECT_EQ((Vec3d{1, -2, 3} * 2), (Vec3d{2, -4, 6}));
    static_assert(-Vec2{1, -2} == Vec2{-1, 2} && -Vec3{1, -2, 3} == Vec3{-1, 2, -3});
    static_assert(-Vec2d{1, -2} == Vec2d{-1, 2} && -Vec3d{1, -2, 3} == Vec3d{-1, 2, -3});
    static_assert(Vec3{1, 2, 3} != Vec3{1, 2, 4} && Quat{} == Quat{0, 0, 0, 1} && Quat{} != Quat{0, 0, 0, -1});
    static_assert(conjugate(Quat{1, -2, 3, 4}) == Quat{-1, 2, -3, 4});
}

TEST(Vectors, ConversionToDoubleIsExactAndBackRoundsToNearest) {
    static_assert(to_double(Vec2{0.1F, 3}) == Vec2d{double{0.1F}, 3});
    static_assert(to_double(Vec3{0.1F, 3, -1e-30F}) == Vec3d{double{0.1F}, 3, double{-1e-30F}});
    EXPECT_EQ(to_float(Vec2d{1 + 1e-9, 0.1}), (Vec2{1, 0.1F}));
    EXPECT_EQ(to_float(Vec3d{1 + 1e-7, -0.1, 1e300}),
              (Vec3{1 + std::numeric_limits<float>::epsilon(), -0.1F, std::numeric_limits<float>::infinity()}));
}

TEST(Vectors, ContactPointIsTheOffsetFromTheCenterOfA) {
    // A floor with its top at 0, and a crate that penetrates it by 0.5.
    const std::vector<OrientedBox> boxes = {{{10, -1, 0}, {8, 1, 8}, {}}, {{12, 0.5F, 0}, {1, 1, 1}, {}}};
    const BoxBatch batch = test::make_batch(boxes);
    Workspace workspace;
    ContactResult found;
    ASSERT_EQ(collide(batch, workspace, found), Status::ok);
    const ContactManifold* const manifold = found.find(0, 1);
    ASSERT_NE(manifold, nullptr);
    ASSERT_EQ(manifold->point_count, 4U);
    for (std::uint32_t p = 0; p < 4; ++p) {
        const Vec3 point = contact_point(*manifold, p, boxes[0].center);
        EXPECT_EQ(point.y, -0.25F) << "halfway between the crate's bottom and the floor's top";
        EXPECT_TRUE((point.x == 11 || point.x == 13) && (point.z == -1 || point.z == 1));
        EXPECT_EQ(contact_point(*manifold, p, Vec3d{1e7, 0.5, 0}),
                  (Vec3d{1e7, 0.5, 0} + to_double(manifold->points[p].offset)));
    }
    RectContactResult flat;
    ASSERT_EQ(collide(test::make_batch(std::vector<OrientedRect>{{{0, 0}, {1, 1}, 0}, {{1.5F, 0}, {1, 1}, 0}}),
                      workspace, flat),
              Status::ok);
    ASSERT_EQ(flat.manifolds.size(), 1U);
    EXPECT_EQ(contact_point(flat.manifolds[0], 0, Vec2{5, 0}).x, 5.75F);
}

TEST(Exceptions, ThrowOnErrorThrowsTheStatus) {
    EXPECT_NO_THROW(throw_on_error(Status::ok));
    try {
        throw_on_error(Status::invalid_box);
        FAIL() << "nothing was thrown";
    } catch (const StatusError& error) {
        EXPECT_EQ(error.status(), Status::invalid_box);
        EXPECT_STREQ(error.what(), describe(Status::invalid_box));
    }
}

TEST(BatchAssign, TakesVectorsAndSpansAsViews) {
    const std::vector<OrientedBox> boxes = {{{10, -1, 0}, {8, 1, 8}, {}}, {{12, 0.5F, 0}, {1, 1, 1}, {0, 0, 3, 4}}};
    const BoxBatch by_view = test::make_batch(boxes);
    BoxBatch by_vector, by_span;
    EXPECT_EQ(by_vector.assign(boxes), Status::ok);
    EXPECT_EQ(by_span.assign(std::span(boxes)), Status::ok);
    for (std::uint32_t c = 0; c < kBoxComponentCount; ++c) {
        const auto component = static_cast<BoxComponent>(c);
        EXPECT_TRUE(std::ranges::equal(by_vector.component(component), by_view.component(component)));
        EXPECT_TRUE(std::ranges::equal(by_span.component(component), by_view.component(component)));
    }
    const std::vector<OrientedRect> rects = {{{1, 2}, {3, 4}, 0.5F}};
    RectBatch batch;
    EXPECT_EQ(batch.assign(rects), Status::ok);
    EXPECT_EQ(batch.component(RectComponent::half_y)[0], 4);
    std::vector<OrientedBox> wrong(3);
    wrong[1].half_extents.x = -1;
    EXPECT_EQ(by_vector.assign(wrong), Status::invalid_box);
    EXPECT_EQ(by_vector.assign(wrong, OnInvalid::skip), Status::ok);
    EXPECT_EQ(by_vector.size(), 3U);
}

}  // namespace
}  // namespace satori
