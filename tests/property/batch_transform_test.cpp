// Corners and transforms of whole batches: the same bytes on every instruction set, equal to the exact images except
// for rounding.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/matrix_twin.hpp"
#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/pair_regimes.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using test::contents_of;
using test::same_bytes;
using test::SceneKind;

constexpr double kEps = 0x1p-23;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
const Pose kSomewhere{{12.5F, -3, 100}, {0.3F, -0.4F, 0.5F, 2}};

// Returns boxes as far and as thin as they may be while they stay legal when they are turned, moved and scaled.
std::vector<OrientedBox> boxes_of_every_regime(int per_regime) {
    test::Random random(71);
    std::vector<OrientedBox> boxes;
    for (const test::PairRegime regime : test::kPairRegimes) {
        for (int i = 0; i < per_regime; ++i) {
            boxes.push_back(test::make_pair(regime, random).b);
            if (regime != test::PairRegime::far_1e8 && regime != test::PairRegime::all_extents) continue;
            for (float Vec3::*c : {&Vec3::x, &Vec3::y, &Vec3::z}) {
                boxes.back().center.*c *= 0.5F;
                float& half = boxes.back().half_extents.*c;
                if (half > 0) half = std::max(half, 10 * kMinHalfExtent);
            }
        }
    }
    return boxes;
}

// Returns box `index` of a batch as a matrix, from the box's 15 floats.
test::RealMatrix matrix_of(const BoxBatch& batch, std::uint32_t index) {
    const auto at = [&](std::uint32_t c) {
        return static_cast<test::Real>(batch.component(static_cast<BoxComponent>(c))[index]);
    };
    test::RealMatrix m;
    for (std::uint32_t k = 0; k < 3; ++k) {
        m.rows[k][3] = at(k);
        for (std::uint32_t i = 0; i < 3; ++i) m.rows[k][i] = at(6 + 3 * i + k) * at(3 + i);
    }
    m.rows[3][3] = 1;
    return m;
}

double orthonormality_error(const BoxBatch& batch, std::uint32_t index) {
    double worst = 0;
    for (std::uint32_t i = 0; i < 3; ++i) {
        for (std::uint32_t j = 0; j <= i; ++j) {
            double dot = i == j ? -1 : 0;
            for (std::uint32_t k = 0; k < 3; ++k) {
                dot += static_cast<double>(batch.component(static_cast<BoxComponent>(6 + 3 * i + k))[index]) *
                       batch.component(static_cast<BoxComponent>(6 + 3 * j + k))[index];
            }
            worst = std::fmax(worst, std::fabs(dot));
        }
    }
    return worst;
}

class BatchTransform : public test::IsaTest {
protected:
    std::vector<BoxCorners> corners_of(const BoxBatch& batch) const {
        std::vector<BoxCorners> corners(batch.size());
        EXPECT_EQ(compute_corners(batch, corners, execution()), Status::ok);
        return corners;
    }
    BoxBatch transformed(const BoxBatch& source, const Pose& pose, float scale = 1) const {
        BoxBatch batch;
        EXPECT_EQ(batch.assign_transformed(source, pose, scale, execution()), Status::ok);
        return batch;
    }
};

TEST_P(BatchTransform, CornersAreThoseOfSingleBoxesForEveryCount) {
    const auto all = boxes_of_every_regime(4);
    for (std::size_t count = 0; count <= all.size(); ++count) {
        const std::vector<OrientedBox> boxes(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
        const auto corners = corners_of(test::make_batch(boxes, execution()));
        for (std::size_t i = 0; i < count; ++i) {
            BoxCorners single;
            ASSERT_EQ(compute_corners(boxes[i], single), Status::ok);
            ASSERT_EQ(std::memcmp(&corners[i], &single, sizeof single), 0) << "box " << i << " of " << count;
        }
    }
}

TEST_P(BatchTransform, CornersOfASkippedBoxAreNoNumbers) {
    std::vector<OrientedBox> boxes(20);
    boxes[7].half_extents.y = -1;
    BoxBatch batch;
    ASSERT_EQ(batch.assign(box_rows(boxes), OnInvalid::skip, execution()), Status::ok);
    const auto corners = corners_of(batch);
    for (const Vec3& corner : corners[7].corners) {
        EXPECT_TRUE(std::isnan(corner.x) && std::isnan(corner.y) && std::isnan(corner.z));
    }
    EXPECT_EQ(corners[6].corners[7].x, 0.5F);
    EXPECT_EQ(corners[8].corners[0].x, -0.5F);
}

TEST_P(BatchTransform, CornersNeedAsManyPlacesAsBoxes) {
    const BoxBatch batch = test::make_batch(std::vector<OrientedBox>(5), execution());
    std::vector<BoxCorners> few(4), many(6);
    EXPECT_EQ(compute_corners(batch, few, execution()), Status::invalid_argument);
    EXPECT_EQ(compute_corners(batch, many, execution()), Status::invalid_argument);
}

TEST_P(BatchTransform, SameBytesAsTheScalarSet) {
    const auto boxes = boxes_of_every_regime(300);
    const BoxBatch batch = test::make_batch(boxes, execution());
    for (const float scale : {1.0F, 0.37F}) {
        BoxBatch here, scalar;
        ASSERT_EQ(here.assign_transformed(batch, kSomewhere, scale, execution()), Status::ok);
        ASSERT_EQ(scalar.assign_transformed(batch, kSomewhere, scale, {Isa::scalar, &serial_executor()}), Status::ok);
        ASSERT_TRUE(same_bytes(contents_of(here), contents_of(scalar)));
        std::vector<BoxCorners> corners(here.size()), scalar_corners(here.size());
        ASSERT_EQ(compute_corners(here, corners, execution()), Status::ok);
        ASSERT_EQ(compute_corners(scalar, scalar_corners, {Isa::scalar, &serial_executor()}), Status::ok);
        ASSERT_EQ(std::memcmp(corners.data(), scalar_corners.data(), corners.size() * sizeof(BoxCorners)), 0);
    }
}

TEST(BatchTransformOracle, AgainstMatricesInLongDouble) {
    const auto boxes = boxes_of_every_regime(60);
    const BoxBatch batch = test::make_batch(boxes, {Isa::scalar, &serial_executor()});
    test::Random random(72);
    double worst_center = 0, worst_axes = 0;
    for (int step = 0; step < 12; ++step) {
        const double size = random.log_uniform(1e-2, 1e6);
        const auto coordinate = [&] { return static_cast<float>(random.uniform(-size, size)); };
        const Pose pose{{coordinate(), coordinate(), coordinate()}, test::random_rotation(random)};
        const auto scale = static_cast<float>(step % 3 == 0 ? 1 : random.log_uniform(0.2, 0.5));
        BoxBatch moved;
        const auto on_set = [&](const Execution& execution) {
            EXPECT_EQ(moved.assign_transformed(batch, pose, scale, execution), Status::ok);
            return contents_of(moved);
        };
        test::on_every_isa(on_set);
        const test::Real s = scale;
        const test::RealMatrix motion = test::matrix_of(pose) * test::scaling({s, s, s});
        for (std::uint32_t i = 0; i < batch.size(); ++i) {
            const test::RealMatrix exact = motion * matrix_of(batch, i), found = matrix_of(moved, i);
            const double way =
                test::center_size(boxes[i]) + static_cast<double>(test::length(test::real(pose.position)));
            for (std::size_t k = 0; k < 3; ++k) {
                const auto error = static_cast<double>(fabsl(found.rows[k][3] - exact.rows[k][3]));
                const double half_float = 0.5 * kEps * std::fabs(static_cast<double>(exact.rows[k][3]));
                ASSERT_LE(error, 1.001 * half_float + 1e-13 * way) << "box " << i;
                if (half_float > 1e-6 * way * kEps) worst_center = std::fmax(worst_center, error / half_float);
                for (std::size_t a = 0; a < 3; ++a) {
                    const float half =
                        std::array{boxes[i].half_extents.x, boxes[i].half_extents.y, boxes[i].half_extents.z}[a];
                    const auto off = static_cast<double>(fabsl(found.rows[k][a] - exact.rows[k][a]));
                    ASSERT_LE(off, 8 * kEps * half * scale) << "box " << i;
                    if (half > 0) worst_axes = std::fmax(worst_axes, off / (kEps * half * scale));
                }
            }
            ASSERT_LE(orthonormality_error(moved, i), 8 * kEps);
        }
    }
    std::printf("worst center: %.3f of half a float; worst axis: %.2f eps\n", worst_center, worst_axes);
}

TEST_P(BatchTransform, RightAnglesSurviveTenThousandMotions) {
    const auto boxes = test::make_test_scene(SceneKind::uniform, 33, 1);
    BoxBatch batch = test::make_batch(boxes, execution());
    const Pose about_the_origin{{}, {0.01F, -0.02F, 0.03F, 1}};
    for (int step = 0; step < 10000; ++step) {
        ASSERT_EQ(batch.assign_transformed(batch, about_the_origin, 1, execution()), Status::ok);
    }
    for (std::uint32_t i = 0; i < batch.size(); ++i) EXPECT_LE(orthonormality_error(batch, i), 8 * kEps);
}

TEST_P(BatchTransform, WithoutRotationAxesKeepTheirBits) {
    const auto boxes = boxes_of_every_regime(10);
    const BoxBatch batch = test::make_batch(boxes, execution());
    EXPECT_TRUE(same_bytes(contents_of(transformed(batch, {{}, {0, 0, 0, -3}})), contents_of(batch))) << "a copy";
    const BoxBatch moved = transformed(batch, {{1, 2, 3}, {}}, 0.5F);
    for (std::uint32_t i = 0; i < batch.size(); ++i) {
        ASSERT_EQ(moved.component(BoxComponent::center_y)[i],
                  static_cast<float>(0.5 * static_cast<double>(boxes[i].center.y) + 2));
        ASSERT_EQ(moved.component(BoxComponent::half_z)[i], 0.5F * boxes[i].half_extents.z);
        ASSERT_EQ(moved.component(BoxComponent::axis_xy)[i], batch.component(BoxComponent::axis_xy)[i]);
    }
}

TEST_P(BatchTransform, InPlaceIsTheSameAndTheNewBoxesAreFullyBoxes) {
    const auto boxes = test::make_test_scene(SceneKind::uniform, 333, 2);
    const BoxBatch source = test::make_batch(boxes, execution());
    BoxBatch in_place = test::make_batch(boxes, execution());
    const std::uint64_t bytes = in_place.bytes();
    const BoxBatch beside = transformed(source, kSomewhere, 0.9F);
    ASSERT_EQ(in_place.assign_transformed(in_place, kSomewhere, 0.9F, execution()), Status::ok);
    EXPECT_TRUE(same_bytes(contents_of(in_place), contents_of(beside)));
    EXPECT_EQ(in_place.bytes(), bytes) << "no allocation";
    // The padding is inert: the pairs are the same as those of boxes that were moved one by one.
    std::vector<OrientedBox> one_by_one = boxes;
    for (OrientedBox& box : one_by_one) {
        ASSERT_EQ(transform(box, kSomewhere), Status::ok);
        ASSERT_EQ(scale(box, {0.9F, 0.9F, 0.9F}), Status::ok);
        // The scale is about the origin and comes before the motion.
        for (float Vec3::*c : {&Vec3::x, &Vec3::y, &Vec3::z}) {
            box.center.*c = kSomewhere.position.*c + 0.9F * (box.center.*c - kSomewhere.position.*c);
        }
    }
    const auto pairs = test::sorted(test::overlaps_of(in_place, execution()));
    const auto expected = test::sorted(test::overlaps_of(test::make_batch(one_by_one, execution()), execution()));
    EXPECT_GT(pairs.size(), 50U);
    std::vector<BoxPair> differing;
    std::set_symmetric_difference(pairs.begin(), pairs.end(), expected.begin(), expected.end(),
                                  std::back_inserter(differing));
    EXPECT_LE(differing.size(), 2U) << "pairs within rounding of touching";
}

TEST_P(BatchTransform, SkippedBoxesStaySkipped) {
    std::vector<OrientedBox> boxes(40);
    boxes[11].half_extents.x = -1;
    boxes[12].rotation = {0, 0, 0, 0};
    BoxBatch batch;
    ASSERT_EQ(batch.assign(box_rows(boxes), OnInvalid::skip, execution()), Status::ok);
    ASSERT_EQ(batch.assign_transformed(batch, kSomewhere, 2, execution()), Status::ok);
    EXPECT_TRUE(batch.invalid().empty());
    const auto bounds = test::bounds_of(batch, execution());
    for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(bounds[i].min.x > bounds[i].max.x, i == 11 || i == 12) << i;
    EXPECT_EQ(batch.component(BoxComponent::half_x)[11], -1e30F);
}

TEST_P(BatchTransform, BoxesThatWouldNotBeLegalAreListedAndNothingChanges) {
    std::vector<OrientedBox> boxes(50);
    boxes[3].center = {0, -9e7F, 0};
    boxes[17].half_extents = {1, 1, 6e7F};
    boxes[29].half_extents.x = -1;  // assign() skips it, so it is not an error of the motion
    boxes[33].center = {9e7F, 0, 0};
    BoxBatch batch;
    ASSERT_EQ(batch.assign(box_rows(boxes), OnInvalid::skip, execution()), Status::ok);
    const auto before = contents_of(batch);
    ASSERT_EQ(batch.assign_transformed(batch, {}, 2, execution()), Status::result_out_of_range);
    EXPECT_TRUE(same_bytes(contents_of(batch), before));
    ASSERT_EQ(batch.invalid().size(), 3U);
    const InvalidBox expected[3] = {
        {3, 1, BoxFault::center_too_far}, {17, 5, BoxFault::half_extent_too_large}, {33, 0, BoxFault::center_too_far}};
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(batch.invalid()[i].index, expected[i].index);
        EXPECT_EQ(batch.invalid()[i].column, expected[i].column);
        EXPECT_EQ(batch.invalid()[i].fault, expected[i].fault);
    }
    const BoxBatch few = test::make_batch(std::vector<OrientedBox>(3), execution());
    BoxBatch other = test::make_batch(std::vector<OrientedBox>(7), execution());
    // Beyond the range of floats: the result is not finite, whatever the intermediate sums are.
    ASSERT_EQ(other.assign_transformed(few, {{3e38F, 3e38F, 3e38F}, {1, 2, 3, 4}}, 1, execution()),
              Status::result_out_of_range);
    EXPECT_EQ(other.size(), 7U);
    EXPECT_EQ(other.invalid().size(), 3U);
}

TEST_P(BatchTransform, Refusals) {
    BoxBatch batch = test::make_batch(std::vector<OrientedBox>(7), execution());
    const auto before = contents_of(batch);
    const auto refused = [&](const Pose& pose, float scale) {
        return batch.assign_transformed(batch, pose, scale, execution()) == Status::invalid_argument;
    };
    EXPECT_TRUE(refused({{kNan, 0, 0}, {}}, 1));
    EXPECT_TRUE(refused({{0, 0, kInfinity}, {}}, 1));
    EXPECT_TRUE(refused({{}, {0, 0, 0, 0}}, 1));
    EXPECT_TRUE(refused({{}, {0, kNan, 0, 0}}, 1));
    for (const float scale : {0.0F, -1.0F, 0.9e-15F, 1.1e15F, kNan, kInfinity})
        EXPECT_TRUE(refused({}, scale)) << scale;
    EXPECT_TRUE(same_bytes(contents_of(batch), before));
    EXPECT_EQ(batch.assign_transformed(BoxBatch(), kSomewhere, 1, execution()), Status::ok);
    EXPECT_EQ(batch.size(), 0U);
}

SATORI_FOR_EACH_ISA(BatchTransform);

}  // namespace
}  // namespace satori
