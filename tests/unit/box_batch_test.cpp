#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/pair_regimes.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using test::contents_of;
using test::same_bytes;

class BoxBatchTest : public test::IsaTest {
protected:
    BoxBatch batch_of(const std::vector<OrientedBox>& boxes) const { return test::make_batch(boxes, execution()); }

    // Axis i of box `index`, as the batch stores it.
    static std::array<float, 9> axes_of(const BoxBatch& batch, std::uint32_t index) {
        std::array<float, 9> axes;
        for (std::uint32_t k = 0; k < 9; ++k) {
            axes[k] = batch.component(static_cast<BoxComponent>(6 + k))[index];
        }
        return axes;
    }
};

// Axes of the exactly normalized quaternion, in double. axes[3 * i + k]: world component k of box axis i.
std::array<double, 9> exact_axes(const Quat& rotation) {
    const long double x = rotation.x, y = rotation.y, z = rotation.z, w = rotation.w;
    const long double s = 2 / (x * x + y * y + z * z + w * w);
    const auto d = [](long double value) { return static_cast<double>(value); };
    return {d(1 - s * (y * y + z * z)), d(s * (x * y + w * z)),     d(s * (x * z - w * y)),
            d(s * (x * y - w * z)),     d(1 - s * (x * x + z * z)), d(s * (y * z + w * x)),
            d(s * (x * z + w * y)),     d(s * (y * z - w * x)),     d(1 - s * (x * x + y * y))};
}

TEST_P(BoxBatchTest, KeepsCentresAndExtentsAndTurnsQuaternionsIntoAxes) {
    const auto boxes = test::make_test_scene(test::SceneKind::uniform, 1000, 3);
    const BoxBatch batch = batch_of(boxes);
    for (std::uint32_t i = 0; i < batch.size(); ++i) {
        EXPECT_EQ(batch.component(BoxComponent::center_x)[i], boxes[i].center.x);
        EXPECT_EQ(batch.component(BoxComponent::center_y)[i], boxes[i].center.y);
        EXPECT_EQ(batch.component(BoxComponent::center_z)[i], boxes[i].center.z);
        EXPECT_EQ(batch.component(BoxComponent::half_x)[i], boxes[i].half_extents.x);
        EXPECT_EQ(batch.component(BoxComponent::half_y)[i], boxes[i].half_extents.y);
        EXPECT_EQ(batch.component(BoxComponent::half_z)[i], boxes[i].half_extents.z);
        const auto axes = axes_of(batch, i);
        const auto exact = exact_axes(boxes[i].rotation);
        for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(axes[k], exact[k], 4 * 0x1p-23);
    }
}

TEST_P(BoxBatchTest, ComponentsAreAligned) {
    const BoxBatch batch = batch_of(test::make_test_scene(test::SceneKind::uniform, 37, 3));
    for (std::uint32_t c = 0; c < kBoxComponentCount; ++c) {
        const auto component = batch.component(static_cast<BoxComponent>(c));
        EXPECT_EQ(component.size(), 37U);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(component.data()) % 64, 0U);
    }
}

TEST_P(BoxBatchTest, ExactRotationsGiveExactAxes) {
    std::vector<OrientedBox> boxes(4);
    boxes[1].rotation = {1, 0, 0, 1};  // a quarter turn about x, not normalized
    boxes[2].rotation = {0, 0, 3, 0};  // half a turn about z
    boxes[3].rotation = {1, 1, 1, 1};  // x to y to z to x
    const BoxBatch batch = batch_of(boxes);
    EXPECT_EQ(axes_of(batch, 0), (std::array<float, 9>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
    EXPECT_EQ(axes_of(batch, 1), (std::array<float, 9>{1, 0, 0, 0, 0, 1, 0, -1, 0}));
    EXPECT_EQ(axes_of(batch, 2), (std::array<float, 9>{-1, 0, 0, 0, -1, 0, 0, 0, 1}));
    EXPECT_EQ(axes_of(batch, 3), (std::array<float, 9>{0, 1, 0, 0, 0, 1, 1, 0, 0}));
}

TEST_P(BoxBatchTest, AxesAreOrthonormal) {
    test::Random random(5);
    std::vector<OrientedBox> boxes(20000);
    for (OrientedBox& box : boxes) box.rotation = test::random_rotation(random);
    const BoxBatch batch = batch_of(boxes);
    double worst = 0;
    for (std::uint32_t b = 0; b < batch.size(); ++b) {
        const auto axes = axes_of(batch, b);
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                double dot = 0;
                for (std::size_t k = 0; k < 3; ++k) dot += static_cast<double>(axes[3 * i + k]) * axes[3 * j + k];
                worst = std::fmax(worst, std::fabs(dot - (i == j ? 1 : 0)));
            }
        }
    }
    std::printf("worst orthonormality error: %.2f eps\n", worst / 0x1p-23);
    EXPECT_LE(worst, 8 * 0x1p-23);
}

TEST_P(BoxBatchTest, QuaternionLengthDoesNotMatter) {
    test::Random random(6);
    std::vector<OrientedBox> boxes;
    for (int i = 0; i < 4000; ++i) {
        OrientedBox box;
        const Quat unit = test::random_rotation(random);
        const double scale = random.log_uniform(1e-45, 3e38);
        box.rotation = {static_cast<float>(unit.x * scale), static_cast<float>(unit.y * scale),
                        static_cast<float>(unit.z * scale), static_cast<float>(unit.w * scale)};
        const Quat& q = box.rotation;
        if (q.x == 0 && q.y == 0 && q.z == 0 && q.w == 0) continue;  // rounded to zero: not legal
        boxes.push_back(box);
    }
    ASSERT_GT(boxes.size(), 3900U);
    boxes.push_back({});
    boxes.back().rotation = {0, 0, 0, std::numeric_limits<float>::denorm_min()};
    boxes.push_back({});
    boxes.back().rotation = {3.4e38F, 3.4e38F, -3.4e38F, 3.4e38F};
    const BoxBatch batch = batch_of(boxes);
    for (std::uint32_t i = 0; i < batch.size(); ++i) {
        const auto axes = axes_of(batch, i);
        const auto exact = exact_axes(boxes[i].rotation);
        for (std::size_t k = 0; k < 9; ++k) ASSERT_NEAR(axes[k], exact[k], 4 * 0x1p-23) << "box " << i;
    }
}

TEST_P(BoxBatchTest, PowersOfTwoChangeNoBit) {
    test::Random random(7);
    std::vector<OrientedBox> boxes(500);
    for (OrientedBox& box : boxes) {
        // Components of 1 to 12 bits: exact down to the smallest denormals.
        box.rotation = {static_cast<float>(static_cast<int>(random.below(4095)) - 2047),
                        static_cast<float>(static_cast<int>(random.below(4095)) - 2047),
                        static_cast<float>(random.below(2047)), static_cast<float>(1 + random.below(2047))};
    }
    const auto expected = contents_of(batch_of(boxes));
    for (const int exponent : {-149, -140, -126, -100, -64, -20, -1, 1, 20, 64, 100, 116}) {
        auto scaled = boxes;
        for (OrientedBox& box : scaled) {
            for (float* q : {&box.rotation.x, &box.rotation.y, &box.rotation.z, &box.rotation.w}) {
                *q = std::ldexp(*q, exponent);
            }
        }
        EXPECT_TRUE(same_bytes(contents_of(batch_of(scaled)), expected)) << "scaled by 2^" << exponent;
    }
}

TEST_P(BoxBatchTest, OppositeQuaternionIsTheSameRotation) {
    auto boxes = test::make_test_scene(test::SceneKind::uniform, 200, 3);
    const auto expected = contents_of(batch_of(boxes));
    for (OrientedBox& box : boxes) {
        box.rotation = {-box.rotation.x, -box.rotation.y, -box.rotation.z, -box.rotation.w};
    }
    const auto negated = contents_of(batch_of(boxes));
    for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(negated[i], expected[i]);
}

TEST_P(BoxBatchTest, RowsStridesAndSeparateArraysGiveTheSame) {
    const auto boxes = test::make_test_scene(test::SceneKind::uniform, 101, 3);
    const auto expected = contents_of(batch_of(boxes));
    const auto assigned = [&](const BoxView& view) {
        BoxBatch batch;
        EXPECT_EQ(batch.assign(view, OnInvalid::refuse, execution()), Status::ok);
        return contents_of(batch);
    };
    std::vector<float> centers, halves, rotations, wide, reversed;
    for (const OrientedBox& box : boxes) {
        const float row[10] = {box.center.x,       box.center.y,       box.center.z,   box.half_extents.x,
                               box.half_extents.y, box.half_extents.z, box.rotation.x, box.rotation.y,
                               box.rotation.z,     box.rotation.w};
        centers.insert(centers.end(), row, row + 3);
        halves.insert(halves.end(), row + 3, row + 6);
        rotations.insert(rotations.end(), row + 6, row + 10);
        wide.insert(wide.end(), row, row + 10);
        wide.insert(wide.end(), 3,
                    std::numeric_limits<float>::quiet_NaN());  // between the rows: must not be read
        reversed.insert(reversed.begin(), row, row + 10);
    }
    EXPECT_TRUE(same_bytes(assigned(box_rows(wide.data(), boxes.size(), 52)), expected)) << "rows of 52 bytes";
    EXPECT_TRUE(
        same_bytes(assigned(box_arrays(centers.data(), halves.data(), rotations.data(), boxes.size())), expected));
    EXPECT_TRUE(same_bytes(assigned(box_rows(reversed.data() + 10 * 100, boxes.size(), -40)), expected)) << "backwards";
    for (std::size_t shift = 1; shift < 16; ++shift) {  // any multiple of 4 bytes is legal
        std::vector<float> moved(wide.size() + 16);
        std::copy(wide.begin(), wide.end(), moved.begin() + static_cast<std::ptrdiff_t>(shift));
        EXPECT_TRUE(same_bytes(assigned(box_rows(moved.data() + shift, boxes.size(), 52)), expected)) << shift;
    }
}

TEST_P(BoxBatchTest, StrideOfZeroRepeatsOneItem) {
    auto boxes = test::make_test_scene(test::SceneKind::uniform, 50, 3);
    for (OrientedBox& box : boxes) {
        box.half_extents = {1, 2, 3};
        box.rotation = boxes[0].rotation;
    }
    BoxView view = box_rows(boxes);
    view.half_extent_stride = 0;
    view.rotation_stride = 0;
    BoxBatch batch;
    ASSERT_EQ(batch.assign(view, OnInvalid::refuse, execution()), Status::ok);
    EXPECT_TRUE(same_bytes(contents_of(batch), contents_of(batch_of(boxes))));
}

TEST_P(BoxBatchTest, NoBoxesOneBoxAndClear) {
    BoxBatch batch;
    Workspace workspace;
    PairResult result;
    const auto expect_nothing = [&] {
        result.pair_count = 99;
        EXPECT_EQ(find_overlaps(batch, workspace, result, {.execution = execution()}), Status::ok);
        EXPECT_EQ(result.pair_count, 0U);
        EXPECT_EQ(find_pairs(batch, workspace, result, {.execution = execution()}), Status::ok);
        EXPECT_TRUE(result.pairs.empty());
        std::vector<Aabb> bounds(batch.size());
        EXPECT_EQ(compute_aabbs(batch, bounds, execution()), Status::ok);
    };
    expect_nothing();
    EXPECT_EQ(batch.assign(BoxView{}, OnInvalid::refuse, execution()), Status::ok);
    EXPECT_EQ(batch.assign(box_rows(std::span<const OrientedBox>{}), OnInvalid::refuse, execution()), Status::ok);
    expect_nothing();
    const OrientedBox one[1] = {};
    EXPECT_EQ(batch.assign(box_rows(one), OnInvalid::refuse, execution()), Status::ok);
    EXPECT_EQ(batch.size(), 1U);
    expect_nothing();
    const std::uint64_t bytes = batch.bytes();
    batch.clear();
    EXPECT_EQ(batch.size(), 0U);
    EXPECT_EQ(batch.bytes(), bytes) << "keeps the memory";
    expect_nothing();
}

// All boxes overlap. If the padding contained a legal box, some count would be too high.
TEST_P(BoxBatchTest, PaddingIsInert) {
    Workspace workspace;
    BoxBatch batch;
    for (std::uint32_t count = 0; count <= 70; ++count) {
        const std::vector<OrientedBox> boxes(count, OrientedBox{{0, 0, 0}, {1e8F, 1e8F, 1e8F}, {}});
        ASSERT_EQ(batch.assign(box_rows(boxes), OnInvalid::refuse, execution()), Status::ok);
        PairResult result;
        ASSERT_EQ(find_overlaps(batch, workspace, result, {.execution = execution()}), Status::ok);
        const std::uint64_t all = count * (count - (count > 0 ? 1 : 0)) / 2;
        EXPECT_EQ(result.pair_count, all) << count << " boxes";
        for (const BoxPair& pair : result.pairs) ASSERT_TRUE(pair.first < pair.second && pair.second < count);
    }
}

TEST_P(BoxBatchTest, FewerBoxesAfterMoreLeaveNothingBehind) {
    BoxBatch batch;
    const std::vector<OrientedBox> many(500);
    ASSERT_EQ(batch.assign(box_rows(many), OnInvalid::refuse, execution()), Status::ok);
    const std::uint64_t bytes = batch.bytes();
    const auto few = test::make_test_scene(test::SceneKind::uniform, 33, 1);
    ASSERT_EQ(batch.assign(box_rows(few), OnInvalid::refuse, execution()), Status::ok);
    EXPECT_EQ(batch.bytes(), bytes) << "no allocation for fewer boxes";
    EXPECT_EQ(test::overlaps_of(batch, execution()), test::overlaps_of(batch_of(few), execution()));
}

TEST(BoxBatchMemory, IsTwiceSixtyBytesPerBoxAndPadding) {
    const BoxBatch batch = test::make_batch(test::make_test_scene(test::SceneKind::uniform, 100000, 1));
    EXPECT_GE(batch.bytes(), 2 * 60U * 100000);
    EXPECT_LE(batch.bytes(), 2 * (60U * 100000 + 15 * 64 * 4));
}

SATORI_FOR_EACH_ISA(BoxBatchTest);

}  // namespace
}  // namespace satori
