// R12, R14: illegal views of any form, given to a batch and to a World. The call gives an error with the index, and
// changes nothing. The test of legal views is unit/any_box_view_test.cpp.

#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/any_boxes.hpp"
#include "support/bad_calls.hpp"
#include "support/calls.hpp"
#include "support/guard_pages.hpp"
#include "support/isa_fixture.hpp"

namespace satori {
namespace {

using test::AnyBox;
using test::AnyBoxes;
using test::AnyForm;
using test::contents_of;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();
constexpr std::uint32_t kCount = 40;

std::vector<AnyBox> row_of_boxes(const AnyForm& form, std::uint32_t count = kCount) {
    std::vector<AnyBox> boxes;
    for (std::uint32_t i = 0; i < count; ++i) {
        OrientedBox box;
        box.center.x = 3 * static_cast<float>(i);
        boxes.push_back(test::any_box(box, form));
    }
    return boxes;
}

struct BadPart {
    const char* name;  // the words are joined by underscores
    AnyForm form;
    std::function<void(AnyBox&)> spoil;
    std::uint32_t column;
    BoxFault fault;
};

constexpr AnyForm kDoubles{.type = NumberType::float64}, kFull{.size = SizeForm::full},
    kFullDoubles{.type = NumberType::float64, .size = SizeForm::full}, kWxyz{.rotation = RotationForm::quaternion_wxyz},
    kRows{.rotation = RotationForm::matrix_rows, .matrix_stride = 4},
    kColumns{.type = NumberType::float64, .rotation = RotationForm::matrix_columns},
    kCorners{.type = NumberType::float64, .rotation = RotationForm::matrix_rows, .place = BoxPlace::low_corner};

const BadPart kBadParts[] = {
    {"position_nan", {}, [](AnyBox& b) { b.position[1] = kNan; }, 1, BoxFault::center_not_finite},
    {"position_infinite_double", kDoubles, [](AnyBox& b) { b.position[2] = kInf; }, 2, BoxFault::center_not_finite},
    {"position_1e300", kDoubles, [](AnyBox& b) { b.position[0] = -1e300; }, 0, BoxFault::center_too_far},
    {"corner_nan", kCorners, [](AnyBox& b) { b.position[0] = kNan; }, 0, BoxFault::center_not_finite},
    {"corner_of_a_box_too_large", kCorners, [](AnyBox& b) { b.size[0] = 3e8; }, 0, BoxFault::center_too_far},
    {"size_negative", kFull, [](AnyBox& b) { b.size[0] = -1; }, 3, BoxFault::half_extent_negative},
    {"size_1.9e-7", kFull, [](AnyBox& b) { b.size[2] = 1.9e-7; }, 5, BoxFault::half_extent_too_small},
    {"size_the_smallest_float", kFull, [](AnyBox& b) { b.size[1] = 1.4e-45; }, 4, BoxFault::half_extent_too_small},
    {"size_the_smallest_double", kFullDoubles, [](AnyBox& b) { b.size[1] = 5e-324; }, 4,
     BoxFault::half_extent_too_small},
    {"size_minus_1e-300", kFullDoubles, [](AnyBox& b) { b.size[1] = -1e-300; }, 4, BoxFault::half_extent_negative},
    {"size_2.1e8", kFull, [](AnyBox& b) { b.size[1] = 2.1e8; }, 4, BoxFault::half_extent_too_large},
    {"half_extent_nan", {}, [](AnyBox& b) { b.size[0] = kNan; }, 3, BoxFault::half_extent_not_finite},
    {"quaternion_w_nan", kWxyz, [](AnyBox& b) { b.rotation[0] = kNan; }, 9, BoxFault::rotation_not_finite},
    {"quaternion_zero", kWxyz,
     [](AnyBox& b) {
         b.rotation = {0, 0, 0, 0};
     },
     6, BoxFault::rotation_zero},
    {"quaternion_1e300", kDoubles, [](AnyBox& b) { b.rotation[1] = 1e300; }, 7, BoxFault::rotation_not_finite},
    {"matrix_nan", kRows, [](AnyBox& b) { b.rotation[5] = kNan; }, 6, BoxFault::rotation_not_finite},
    {"matrix_infinite", kColumns, [](AnyBox& b) { b.rotation[8] = kInf; }, 6, BoxFault::rotation_not_finite},
    {"matrix_zero", kColumns, [](AnyBox& b) { b.rotation.assign(9, 0); }, 6, BoxFault::rotation_not_orthonormal},
    {"matrix_scaled", kRows, [](AnyBox& b) { b.rotation[0] = 1.002; }, 6, BoxFault::rotation_not_orthonormal},
    {"matrix_sheared", kColumns, [](AnyBox& b) { b.rotation[1] = 0.002; }, 6, BoxFault::rotation_not_orthonormal},
    {"matrix_1e300", kColumns, [](AnyBox& b) { b.rotation[0] = 1e300; }, 6, BoxFault::rotation_not_orthonormal},
};
[[maybe_unused]] const bool kPartsDocumented =
    test::document("Boxes of any form", kBadParts, [](const BadPart& bad) { return describe(bad.fault); });

class AnyBoxFaults : public test::IsaTest {};

TEST_P(AnyBoxFaults, EachIsNamedWithIndexAndColumn) {
    for (const BadPart& bad : kBadParts) {
        SCOPED_TRACE(bad.name);
        std::vector<AnyBox> boxes = row_of_boxes(bad.form);
        const AnyBoxes good(boxes, bad.form);
        BoxBatch batch;
        ASSERT_EQ(batch.assign(good.view(), OnInvalid::refuse, execution()), Status::ok);
        const std::vector<float> before = contents_of(batch);
        for (const std::uint32_t index : {3U, kCount - 1}) bad.spoil(boxes[index]);
        const AnyBoxes spoilt(boxes, bad.form);
        for (const OnInvalid policy : {OnInvalid::refuse, OnInvalid::skip}) {
            const bool skip = policy == OnInvalid::skip;
            EXPECT_EQ(batch.assign(spoilt.view(), policy, execution()), skip ? Status::ok : Status::invalid_box);
            EXPECT_EQ(test::same_bytes(contents_of(batch), before), !skip);
            ASSERT_EQ(batch.invalid().size(), 2U);
            for (std::size_t i = 0; i < 2; ++i) {
                EXPECT_EQ(batch.invalid()[i].index, i == 0 ? 3U : kCount - 1);
                EXPECT_EQ(batch.invalid()[i].column, bad.column);
                EXPECT_EQ(batch.invalid()[i].fault, bad.fault);
            }
        }
        EXPECT_EQ(batch.component(BoxComponent::half_x)[3], -1e30F);
        EXPECT_EQ(batch.component(BoxComponent::half_x)[4], 0.5F);
    }
}

// The call reads nothing after the last number, not even the rest of the last row of a matrix.
TEST_P(AnyBoxFaults, NothingIsReadBehindTheEnd) {
    if (!test::guard_pages_available()) GTEST_SKIP() << "no mmap";
    const float zero[3] = {0, 0, 0}, one[3] = {1, 1, 1};
    for (const std::size_t count : {1U, 7U, 16U, 33U}) {
        const test::GuardedMemory memory(4 * (12 * count - 1));
        float* const numbers = memory.as<float>().data();
        for (std::size_t i = 0; i < 12 * count - 1; ++i) numbers[i] = i % 12 % 5 == 0 ? 1.0F : 0.0F;
        BoxBatch batch;
        const AnyBoxView view{.positions = {zero, 0},
                              .rotations = {numbers, 48},
                              .sizes = {one, 0},
                              .count = count,
                              .rotation_form = RotationForm::matrix_rows,
                              .matrix_stride = 4};
        EXPECT_EQ(batch.assign(view, OnInvalid::refuse, execution()), Status::ok);
    }
}

SATORI_FOR_EACH_ISA(AnyBoxFaults);

// In a World far positions are legal: the same faults but for them.
TEST(AnyBoxFaultsOfWorlds, EachIsNamedWithItsIndex) {
    for (const BadPart& bad : kBadParts) {
        if (bad.fault == BoxFault::center_too_far && std::string(bad.name) != "position_1e300") continue;
        SCOPED_TRACE(bad.name);
        std::vector<AnyBox> boxes = row_of_boxes(bad.form);
        const AnyBoxes good(boxes, bad.form);
        World world;
        std::vector<BoxId> ids(kCount);
        ASSERT_EQ(world.create(good.view(), {}, ids), Status::ok);
        const std::uint64_t hash = world.state_hash();
        bad.spoil(boxes[5]);
        const AnyBoxes spoilt(boxes, bad.form);
        std::vector<BoxId> more(kCount);
        std::uint64_t index = 99;
        EXPECT_EQ(world.create(spoilt.view(), {}, more, &index), Status::invalid_box);
        EXPECT_EQ(index, 5U);
        EXPECT_EQ(more[0], BoxId{});
        index = 99;
        const bool size_alone = bad.column >= 3 && bad.column < 6;
        EXPECT_EQ(world.set_any_poses(spoilt.view(), ids, &index), size_alone ? Status::ok : Status::invalid_box);
        EXPECT_EQ(index, size_alone ? 99U : 5U);
        EXPECT_EQ(world.size(), kCount);
        EXPECT_EQ(world.state_hash() == hash, !size_alone);
    }
}

// The objects that the calls of the table use. Each call gets new ones.
struct Setting {
    AnyForm form{.rotation = RotationForm::matrix_rows};
    AnyBoxes boxes{row_of_boxes(form, 3), form};
    BoxBatch batch;
    World world;
    BoxId ids[3];

    Setting() {
        EXPECT_EQ(batch.assign(boxes.view()), Status::ok);
        EXPECT_EQ(world.create(boxes.view(), {}, ids), Status::ok);
    }
    AnyBoxView changed(const std::function<void(AnyBoxView&)>& change) const {
        AnyBoxView view = boxes.view();
        change(view);
        return view;
    }
};

using Change = std::function<void(AnyBoxView&)>;

test::BadCall<Setting> in_batch(const char* name, Change change, Status status = Status::invalid_argument) {
    return {name, status, [change](Setting& s) { return s.batch.assign(s.changed(change)); }};
}

const test::BadCall<Setting> kBadCalls[] = {
    in_batch("positions_null", [](AnyBoxView& v) { v.positions.data = nullptr; }),
    in_batch("rotations_null", [](AnyBoxView& v) { v.rotations.data = nullptr; }),
    in_batch("sizes_null", [](AnyBoxView& v) { v.sizes.data = nullptr; }),
    in_batch("unknown_type_of_positions", [](AnyBoxView& v) { v.positions.type = static_cast<NumberType>(2); }),
    in_batch("unknown_type_of_rotations", [](AnyBoxView& v) { v.rotations.type = static_cast<NumberType>(9); }),
    in_batch("unknown_type_of_sizes", [](AnyBoxView& v) { v.sizes.type = static_cast<NumberType>(2); }),
    in_batch("unknown_rotation_form", [](AnyBoxView& v) { v.rotation_form = static_cast<RotationForm>(4); }),
    in_batch("matrix_stride_2", [](AnyBoxView& v) { v.matrix_stride = 2; }),
    in_batch("matrix_stride_5", [](AnyBoxView& v) { v.matrix_stride = 5; }),
    in_batch("unknown_size_form", [](AnyBoxView& v) { v.size_form = static_cast<SizeForm>(2); }),
    in_batch("unknown_place", [](AnyBoxView& v) { v.place = static_cast<BoxPlace>(2); }),
    in_batch("origin_nan", [](AnyBoxView& v) { v.origin.x = kNan; }),
    in_batch("origin_infinite", [](AnyBoxView& v) { v.origin.z = -kInf; }),
    in_batch(
        "too_many_boxes", [](AnyBoxView& v) { v.count = std::size_t{kMaxBoxCount} + 1; }, Status::capacity_exceeded),
    {"fewer_ids_of_new_boxes", Status::invalid_argument,
     [](Setting& s) {
         BoxId two[2];
         return s.world.create(s.boxes.view(), {}, two);
     }},
    {"new_boxes_without_sizes", Status::invalid_argument,
     [](Setting& s) {
         BoxId more[3];
         return s.world.create(s.changed([](AnyBoxView& v) { v.sizes = {}; }), {}, more);
     }},
    {"new_boxes_of_unknown_motion", Status::invalid_argument,
     [](Setting& s) {
         BoxId more[3];
         BoxDef common;
         common.motion = static_cast<MotionType>(9);
         return s.world.create(s.boxes.view(), common, more);
     }},
    {"fewer_ids_of_poses", Status::invalid_argument,
     [](Setting& s) {
         return s.world.set_any_poses(s.boxes.view(), {s.ids, 2});
     }},
    {"poses_null", Status::invalid_argument,
     [](Setting& s) { return s.world.set_any_poses(s.changed([](AnyBoxView& v) { v.positions = {}; }), s.ids); }},
    {"poses_by_corner_without_sizes", Status::invalid_argument,
     [](Setting& s) {
         const auto change = [](AnyBoxView& v) {
             v.place = BoxPlace::low_corner;
             v.sizes = {};
         };
         return s.world.set_any_poses(s.changed(change), s.ids);
     }},
    {"pose_of_no_box", Status::invalid_id,
     [](Setting& s) {
         const BoxId ids[3] = {s.ids[0], {}, s.ids[2]};
         return s.world.set_any_poses(s.boxes.view(), ids);
     }},
};
[[maybe_unused]] const bool kCallsDocumented = test::document("Calls with views of any form", kBadCalls);

class BadAnyBoxViews : public testing::TestWithParam<std::size_t> {};

TEST_P(BadAnyBoxViews, GiveTheirStatusAndChangeNothing) {
    const test::BadCall<Setting>& bad = kBadCalls[GetParam()];
    Setting s;
    const std::vector<float> boxes = contents_of(s.batch);
    const std::uint64_t hash = s.world.state_hash();
    EXPECT_EQ(bad.call(s), bad.status);
    EXPECT_TRUE(test::same_bytes(contents_of(s.batch), boxes));
    EXPECT_EQ(s.world.state_hash(), hash);
    EXPECT_EQ(s.world.size(), 3U);
}

INSTANTIATE_TEST_SUITE_P(Kinds, BadAnyBoxViews, testing::Range(std::size_t{0}, std::size(kBadCalls)),
                         [](const auto& tested) { return std::string(kBadCalls[tested.param].name); });

// No box is legal, wherever the streams point and whatever the forms are.
TEST(AnyBoxViewsOfNothing, AreLegal) {
    Setting s;
    AnyBoxView nothing;
    nothing.rotation_form = static_cast<RotationForm>(77);
    EXPECT_EQ(s.world.create(nothing, {}, {}), Status::ok);
    EXPECT_EQ(s.world.set_any_poses(nothing, {}), Status::ok);
    EXPECT_EQ(s.world.size(), 3U);
    EXPECT_EQ(s.batch.assign(nothing), Status::ok);
    EXPECT_EQ(s.batch.size(), 0U);
}

}  // namespace
}  // namespace satori
