// R12, boxes: every kind of illegal box gives an error in the call that takes it, with index, column and reason. It
// does not affect the other boxes.

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/bad_calls.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();
const float kAboveCenter = std::nextafter(kMaxCenter, kInf);
const float kBelowHalf = std::nextafter(kMinHalfExtent, 0.0F);
const float kAboveHalf = std::nextafter(kMaxHalfExtent, kInf);

const test::BadNumber kBadBoxes[] = {
    {"center_x_nan", 0, kNan, BoxFault::center_not_finite},
    {"center_y_nan", 1, kNan, BoxFault::center_not_finite},
    {"center_z_nan", 2, kNan, BoxFault::center_not_finite},
    {"center_x_infinite", 0, kInf, BoxFault::center_not_finite},
    {"center_y_minus_infinite", 1, -kInf, BoxFault::center_not_finite},
    {"center_x_too_far", 0, kAboveCenter, BoxFault::center_too_far},
    {"center_y_too_far_down", 1, -kAboveCenter, BoxFault::center_too_far},
    {"center_z_at_float_max", 2, 3.4e38F, BoxFault::center_too_far},
    {"half_x_nan", 3, kNan, BoxFault::half_extent_not_finite},
    {"half_y_nan", 4, -kNan, BoxFault::half_extent_not_finite},
    {"half_z_infinite", 5, kInf, BoxFault::half_extent_not_finite},
    {"half_x_minus_infinite", 3, -kInf, BoxFault::half_extent_not_finite},
    {"half_x_negative", 3, -1, BoxFault::half_extent_negative},
    {"half_y_negative_tiny", 4, -1e-45F, BoxFault::half_extent_negative},
    {"half_z_negative_huge", 5, -1e30F, BoxFault::half_extent_negative},
    {"half_x_denormal", 3, 1e-45F, BoxFault::half_extent_too_small},
    {"half_y_below_the_least", 4, kBelowHalf, BoxFault::half_extent_too_small},
    {"half_z_above_the_most", 5, kAboveHalf, BoxFault::half_extent_too_large},
    {"half_x_at_float_max", 3, 3.4e38F, BoxFault::half_extent_too_large},
    {"rotation_x_nan", 6, kNan, BoxFault::rotation_not_finite},
    {"rotation_y_infinite", 7, kInf, BoxFault::rotation_not_finite},
    {"rotation_z_minus_infinite", 8, -kInf, BoxFault::rotation_not_finite},
    {"rotation_w_nan", 9, kNan, BoxFault::rotation_not_finite},
    {"rotation_zero", 6, 0, BoxFault::rotation_zero},
    {"rotation_minus_zero", 6, -0.0F, BoxFault::rotation_zero},
};
[[maybe_unused]] const bool kDocumented =
    test::document("Boxes", kBadBoxes, [](const test::BadNumber& bad) { return describe(bad.fault); });

float& column(OrientedBox& box, std::uint32_t index) {
    Vec3 &c = box.center, &h = box.half_extents;
    Quat& q = box.rotation;
    float* columns[] = {&c.x, &c.y, &c.z, &h.x, &h.y, &h.z, &q.x, &q.y, &q.z, &q.w};
    return *columns[index];
}

OrientedBox spoiled(OrientedBox box, const test::BadNumber& bad) {
    column(box, bad.column) = bad.value;
    if (bad.fault == BoxFault::rotation_zero) box.rotation = {bad.value, bad.value, 0, bad.value};
    return box;
}

class BoxFaultTest : public test::IsaTest {
protected:
    static std::vector<OrientedBox> good_boxes(std::uint32_t count) {
        return test::make_test_scene(test::SceneKind::uniform, count, 1);
    }
    Status assign(BoxBatch& batch, const std::vector<OrientedBox>& boxes, OnInvalid policy) const {
        return batch.assign(box_rows(boxes), policy, execution());
    }
};

TEST_P(BoxFaultTest, EachKindIsNamedWithIndexColumnAndReason) {
    for (const test::BadNumber& bad : kBadBoxes) {
        SCOPED_TRACE(bad.name);
        for (const std::uint32_t index : {0U, 1U, 15U, 16U, 36U}) {
            auto boxes = good_boxes(37);
            boxes[index] = spoiled(boxes[index], bad);
            for (const OnInvalid policy : {OnInvalid::refuse, OnInvalid::skip}) {
                BoxBatch batch;
                EXPECT_EQ(assign(batch, boxes, policy), policy == OnInvalid::refuse ? Status::invalid_box : Status::ok);
                ASSERT_EQ(batch.invalid().size(), 1U);
                EXPECT_EQ(batch.invalid()[0].index, index);
                EXPECT_EQ(batch.invalid()[0].column, bad.column);
                EXPECT_EQ(batch.invalid()[0].fault, bad.fault) << describe(batch.invalid()[0].fault);
            }
        }
    }
}

TEST_P(BoxFaultTest, FirstFaultyColumnIsTheOneNamed) {
    for (const test::BadNumber& first : kBadBoxes) {
        for (const test::BadNumber& second : kBadBoxes) {
            if (second.column <= first.column) continue;
            auto boxes = good_boxes(3);
            boxes[1] = spoiled(spoiled(boxes[1], second), first);
            BoxBatch batch;
            EXPECT_EQ(assign(batch, boxes, OnInvalid::refuse), Status::invalid_box);
            ASSERT_EQ(batch.invalid().size(), 1U);
            EXPECT_EQ(batch.invalid()[0].column, first.column) << first.name << " and " << second.name;
            EXPECT_EQ(batch.invalid()[0].fault, first.fault);
        }
    }
}

TEST_P(BoxFaultTest, LimitsThemselvesAreLegal) {
    std::vector<OrientedBox> boxes;
    for (const float center : {kMaxCenter, -kMaxCenter, 0.0F, -0.0F, 1e-45F, -1e-45F}) {
        for (const float half : {0.0F, -0.0F, kMinHalfExtent, kMaxHalfExtent}) {
            boxes.push_back({{center, center, center}, {half, half, half}, {0, 0, 0, 1e-45F}});
            boxes.push_back({{center, center, center}, {half, half, half}, {3.4e38F, -3.4e38F, 3.4e38F, 3.4e38F}});
        }
    }
    BoxBatch batch;
    EXPECT_EQ(assign(batch, boxes, OnInvalid::refuse), Status::ok);
    EXPECT_TRUE(batch.invalid().empty());
}

TEST_P(BoxFaultTest, RefuseListsAllAndKeepsTheOldBoxes) {
    BoxBatch batch;
    ASSERT_EQ(assign(batch, good_boxes(50), OnInvalid::refuse), Status::ok);
    const auto before = test::contents_of(batch);
    std::vector<OrientedBox> boxes = good_boxes(3000);
    std::vector<std::uint32_t> bad_indices;
    for (std::uint32_t i = 5; i < boxes.size(); i += 1 + i % 7) {
        boxes[i] = spoiled(boxes[i], kBadBoxes[i % std::size(kBadBoxes)]);
        bad_indices.push_back(i);
    }
    for (Executor* executor : {&serial_executor(), &default_executor()}) {
        EXPECT_EQ(batch.assign(box_rows(boxes), OnInvalid::refuse, execution(*executor)), Status::invalid_box);
        ASSERT_EQ(batch.invalid().size(), bad_indices.size());
        for (std::size_t k = 0; k < bad_indices.size(); ++k) {
            EXPECT_EQ(batch.invalid()[k].index, bad_indices[k]) << "by index";
            EXPECT_EQ(batch.invalid()[k].fault, kBadBoxes[bad_indices[k] % std::size(kBadBoxes)].fault);
        }
        EXPECT_EQ(batch.size(), 50U);
        EXPECT_TRUE(test::same_bytes(test::contents_of(batch), before));
    }
    ASSERT_EQ(assign(batch, good_boxes(20), OnInvalid::refuse), Status::ok);
    EXPECT_TRUE(batch.invalid().empty()) << "those of the last assign()";
}

TEST_P(BoxFaultTest, SkipKeepsIndicesAndTheOthersResultsToTheBit) {
    const auto good = good_boxes(3000);
    auto boxes = good;
    std::vector<bool> is_bad(boxes.size());
    for (std::uint32_t i = 3; i < boxes.size(); i += 1 + i % 11) {
        is_bad[i] = true;
        boxes[i] = spoiled(boxes[i], kBadBoxes[i % std::size(kBadBoxes)]);
    }
    BoxBatch batch;
    ASSERT_EQ(assign(batch, boxes, OnInvalid::skip), Status::ok);
    EXPECT_EQ(batch.size(), boxes.size());
    const BoxBatch all_good = test::make_batch(good, execution());
    for (std::uint32_t c = 0; c < kBoxComponentCount; ++c) {
        const auto component = batch.component(static_cast<BoxComponent>(c));
        const auto expected = all_good.component(static_cast<BoxComponent>(c));
        for (std::uint32_t i = 0; i < boxes.size(); ++i) {
            if (!is_bad[i]) {
                ASSERT_EQ(component[i], expected[i]);
            } else {
                ASSERT_TRUE(std::isfinite(component[i])) << "a raw row came through";
                if (c >= 3 && c < 6) {
                    ASSERT_EQ(component[i], -1e30F);
                }
            }
        }
    }
    const auto without_bad = [&](const std::vector<BoxPair>& pairs) {
        std::vector<BoxPair> kept;
        for (const BoxPair& pair : pairs) {
            if (!is_bad[pair.first] && !is_bad[pair.second]) kept.push_back(pair);
        }
        return kept;
    };
    EXPECT_EQ(test::sorted(test::overlaps_of(batch, execution())),
              test::sorted(without_bad(test::overlaps_of(all_good, execution()))));
    EXPECT_EQ(test::sorted(test::pairs_of(batch, execution())),
              test::sorted(without_bad(test::pairs_of(all_good, execution()))));

    // When the pair itself is tested, a skipped box overlaps nothing, not even its copy or a box as large as the world.
    boxes.push_back({{0, 0, 0}, {1e8F, 1e8F, 1e8F}, {}});
    ASSERT_EQ(assign(batch, boxes, OnInvalid::skip), Status::ok);
    std::vector<BoxPair> pairs;
    for (std::uint32_t i = 0; i < 3000; ++i) pairs.push_back({i, 3000});
    for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
        const auto answers = test::answers_of(batch, pairs, execution(), {boundary});
        for (std::uint32_t i = 0; i < 3000; ++i) EXPECT_EQ(answers[i] != 0, !is_bad[i]) << i;
    }
}

TEST_P(BoxFaultTest, AllBoxesBad) {
    std::vector<OrientedBox> boxes = good_boxes(100);
    for (OrientedBox& box : boxes) box.center.x = kNan;
    BoxBatch batch;
    EXPECT_EQ(assign(batch, boxes, OnInvalid::skip), Status::ok);
    EXPECT_EQ(batch.invalid().size(), 100U);
    EXPECT_TRUE(test::pairs_of(batch, execution()).empty());
    EXPECT_TRUE(test::overlaps_of(batch, execution()).empty());
}

TEST_P(BoxFaultTest, SinglePairsRefuseBadBoxesToo) {
    const OrientedBox good;
    for (const test::BadNumber& bad : kBadBoxes) {
        SCOPED_TRACE(bad.name);
        for (const bool before : {false, true}) {
            bool overlap = before;
            EXPECT_EQ(overlaps(spoiled(good, bad), good, overlap), Status::invalid_box);
            EXPECT_EQ(overlaps(good, spoiled(good, bad), overlap), Status::invalid_box);
            EXPECT_EQ(overlap, before) << "unchanged";
        }
    }
}

SATORI_FOR_EACH_ISA(BoxFaultTest);

}  // namespace
}  // namespace satori
