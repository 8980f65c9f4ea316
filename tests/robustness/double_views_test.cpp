// R12, R14: illegal views of doubles, in 3D and 2D. The call that takes them gives an error with index, column and
// reason, and changes nothing. The test of legal views is unit/double_views_test.cpp.

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/bad_calls.hpp"
#include "support/calls.hpp"
#include "support/double_rows.hpp"
#include "support/guard_pages.hpp"
#include "support/isa_fixture.hpp"

namespace satori {
namespace {

using test::Boxes64;
using test::Rects64;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();
constexpr std::uint32_t kCount = 40;

struct BadDouble {
    const char* name;  // the words are joined by underscores
    std::uint32_t column;
    double value;
    BoxFault fault;
};

const BadDouble kBadBoxes[] = {
    {"center_x_nan", 0, kNan, BoxFault::center_not_finite},
    {"center_y_minus_infinite", 1, -kInf, BoxFault::center_not_finite},
    {"center_z_1e300", 2, 1e300, BoxFault::center_too_far},
    {"center_x_minus_1e39", 0, -1e39, BoxFault::center_too_far},
    {"center_y_too_far", 1, 1e8 + 5, BoxFault::center_too_far},
    {"half_x_nan", 3, -kNan, BoxFault::half_extent_not_finite},
    {"half_y_infinite", 4, kInf, BoxFault::half_extent_not_finite},
    {"half_z_1e300", 5, 1e300, BoxFault::half_extent_too_large},
    {"half_x_minus_1e300", 3, -1e300, BoxFault::half_extent_negative},
    {"half_y_1e-46", 4, 1e-46, BoxFault::half_extent_too_small},
    {"half_z_1e-300", 5, 1e-300, BoxFault::half_extent_too_small},
    {"half_x_minus_1e-300", 3, -1e-300, BoxFault::half_extent_negative},
    {"half_y_the_smallest_double", 4, 5e-324, BoxFault::half_extent_too_small},
    {"half_z_below_the_least", 5, 0.9999999e-7, BoxFault::half_extent_too_small},
    {"rotation_x_nan", 6, kNan, BoxFault::rotation_not_finite},
    {"rotation_y_infinite", 7, -kInf, BoxFault::rotation_not_finite},
    {"rotation_z_1e300", 8, 1e300, BoxFault::rotation_not_finite},
    {"rotation_1e-60", 6, 1e-60, BoxFault::rotation_zero},
    {"rotation_zero", 6, 0, BoxFault::rotation_zero},
};
const BadDouble kBadRects[] = {
    {"center_x_infinite", 0, kInf, BoxFault::center_not_finite},
    {"center_y_minus_1e300", 1, -1e300, BoxFault::center_too_far},
    {"half_x_1e300", 2, 1e300, BoxFault::half_extent_too_large},
    {"half_y_1e-46", 3, 1e-46, BoxFault::half_extent_too_small},
    {"half_y_minus_the_smallest_double", 3, -5e-324, BoxFault::half_extent_negative},
    {"angle_nan", 4, kNan, BoxFault::angle_not_finite},
    {"angle_infinite", 4, kInf, BoxFault::angle_not_finite},
    {"angle_1e300", 4, 1e300, BoxFault::angle_too_large},
    {"angle_too_large", 4, -100000.01, BoxFault::angle_too_large},
};
const auto kFaultOf = [](const BadDouble& bad) { return describe(bad.fault); };
[[maybe_unused]] const bool kBoxesDocumented = test::document("Boxes of doubles", kBadBoxes, kFaultOf);
[[maybe_unused]] const bool kRectsDocumented = test::document("Rectangles of doubles", kBadRects, kFaultOf);

/// The bytes of a batch and the result of center_error().
template <class Batch>
std::vector<double> state_of(const Batch& batch) {
    const std::vector<float> contents = test::contents_of(batch);
    std::vector<double> state(contents.begin(), contents.end());
    state.push_back(batch.center_error());
    return state;
}

template <class Kind>
std::vector<double> lossy_rows() {
    std::vector<double> rows = test::unit_rows<Kind>(kCount);
    for (std::size_t i = 0; i < kCount; ++i) rows[i * Kind::kRow + 1] = 0.1 * static_cast<double>(i);
    return rows;
}

class DoubleViewFaults : public test::IsaTest {
protected:
    template <class Kind, std::size_t kKinds>
    void expect_each_named(const BadDouble (&table)[kKinds]) const {
        const std::vector<double> good = lossy_rows<Kind>();
        for (const BadDouble& bad : table) {
            SCOPED_TRACE(bad.name);
            typename Kind::Batch batch;
            ASSERT_EQ(test::assign<Kind>(batch, good, OnInvalid::refuse, execution()), Status::ok);
            EXPECT_GT(batch.center_error(), 0);
            const std::vector<double> before = state_of(batch);
            std::vector<double> rows = good;
            for (const std::uint32_t index : {3U, kCount - 1}) {
                double* const row = rows.data() + index * Kind::kRow;
                if (bad.fault == BoxFault::rotation_zero) std::fill(row + 6, row + 10, bad.value);
                row[bad.column] = bad.value;
            }
            ASSERT_EQ(test::assign<Kind>(batch, rows, OnInvalid::refuse, execution()), Status::invalid_box);
            EXPECT_TRUE(test::same_bytes(state_of(batch), before)) << "as it was";
            const auto expect_listed = [&] {
                ASSERT_EQ(batch.invalid().size(), 2U);
                for (std::size_t i = 0; i < 2; ++i) {
                    EXPECT_EQ(batch.invalid()[i].index, i == 0 ? 3U : kCount - 1);
                    EXPECT_EQ(batch.invalid()[i].column, bad.column);
                    EXPECT_EQ(batch.invalid()[i].fault, bad.fault);
                }
            };
            expect_listed();

            // With skip, the other rows are as before, and the skipped rows overlap nothing.
            ASSERT_EQ(test::assign<Kind>(batch, rows, OnInvalid::skip, execution()), Status::ok);
            expect_listed();
            const std::vector<double> after = state_of(batch);
            for (std::size_t k = 0; k + 1 < after.size(); ++k) {
                const std::size_t index = k % kCount;
                if (index != 3 && index != kCount - 1) {
                    ASSERT_EQ(after[k], before[k]);
                } else if (k / kCount >= Kind::kDim && k / kCount < 2 * Kind::kDim) {
                    ASSERT_EQ(after[k], -1e30F);
                }
            }
        }
    }
};

TEST_P(DoubleViewFaults, EachIsNamedWithIndexAndColumn) {
    expect_each_named<Boxes64>(kBadBoxes);
    expect_each_named<Rects64>(kBadRects);
}

// The limit applies to the distance from the origin, not from the start of the map.
TEST_P(DoubleViewFaults, CentresAreSeenFromTheOrigin) {
    const double rows[] = {1e12, 0, 1, 1, 0, 1e12 + 2e8, 0, 1, 1, 0};
    RectBatch batch;
    EXPECT_EQ(batch.assign(rect_rows64(rows, 2, {1e12, 0}), OnInvalid::refuse, execution()), Status::invalid_box);
    ASSERT_EQ(batch.invalid().size(), 1U);
    EXPECT_EQ(batch.invalid()[0].index, 1U);
    EXPECT_EQ(batch.invalid()[0].fault, BoxFault::center_too_far);
    EXPECT_EQ(batch.assign(rect_rows64(rows, 2, {1e12 + 1e8, 0}), OnInvalid::refuse, execution()), Status::ok);
    EXPECT_EQ(batch.component(RectComponent::center_x)[0], -1e8F);
    EXPECT_EQ(batch.center_error(), 0);
}

// The call reads nothing after the last row.
TEST_P(DoubleViewFaults, NothingIsReadBehindTheEnd) {
    if (!test::guard_pages_available()) GTEST_SKIP() << "no mmap";
    for (const std::uint32_t count : {1U, 7U, 16U, 33U}) {
        const std::vector<double> rows = test::unit_rows<Boxes64>(count), flat = test::unit_rows<Rects64>(count);
        const test::GuardedMemory memory(8 * rows.size()), flat_memory(8 * flat.size());
        std::copy(rows.begin(), rows.end(), memory.as<double>().begin());
        std::copy(flat.begin(), flat.end(), flat_memory.as<double>().begin());
        BoxBatch batch;
        EXPECT_EQ(batch.assign(box_rows64(memory.as<double>().data(), count), OnInvalid::refuse, execution()),
                  Status::ok);
        RectBatch rects;
        EXPECT_EQ(rects.assign(rect_rows64(flat_memory.as<double>().data(), count), OnInvalid::refuse, execution()),
                  Status::ok);
    }
}

SATORI_FOR_EACH_ISA(DoubleViewFaults);

// The objects that the calls of the table use. Each call gets new ones.
struct Setting {
    std::vector<double> rows = lossy_rows<Boxes64>(), flat = lossy_rows<Rects64>();
    BoxBatch batch;
    RectBatch rects;

    Setting() {
        EXPECT_EQ(test::assign<Boxes64>(batch, rows), Status::ok);
        EXPECT_EQ(test::assign<Rects64>(rects, flat), Status::ok);
    }
    /// Returns rows that are misaligned by 4 bytes. Floats may be aligned like this.
    const double* misaligned() const {
        return reinterpret_cast<const double*>(reinterpret_cast<const char*>(rows.data()) + 4);
    }
    Status assign(const std::function<void(BoxView64&)>& change) {
        BoxView64 view = box_rows64(rows.data(), 3);
        change(view);
        return batch.assign(view);
    }
    Status assign_flat(const std::function<void(RectView64&)>& change) {
        RectView64 view = rect_rows64(flat.data(), 3);
        change(view);
        return rects.assign(view);
    }
};

const test::BadCall<Setting> kBadCalls[] = {
    {"centers_null", Status::invalid_argument,
     [](Setting& s) { return s.assign([](BoxView64& v) { v.centers = nullptr; }); }},
    {"half_extents_null", Status::invalid_argument,
     [](Setting& s) { return s.assign([](BoxView64& v) { v.half_extents = nullptr; }); }},
    {"rotations_null", Status::invalid_argument,
     [](Setting& s) { return s.assign([](BoxView64& v) { v.rotations = nullptr; }); }},
    {"rows_null", Status::invalid_argument, [](Setting& s) { return s.batch.assign(box_rows64(nullptr, 3)); }},
    {"centers_misaligned", Status::invalid_argument,
     [](Setting& s) { return s.assign([&](BoxView64& v) { v.centers = s.misaligned(); }); }},
    {"half_extents_misaligned", Status::invalid_argument,
     [](Setting& s) { return s.assign([&](BoxView64& v) { v.half_extents = s.misaligned(); }); }},
    {"rotations_misaligned", Status::invalid_argument,
     [](Setting& s) { return s.assign([&](BoxView64& v) { v.rotations = s.misaligned(); }); }},
    {"center_stride_84", Status::invalid_argument,
     [](Setting& s) { return s.assign([](BoxView64& v) { v.center_stride = 84; }); }},
    {"half_extent_stride_odd", Status::invalid_argument,
     [](Setting& s) { return s.assign([](BoxView64& v) { v.half_extent_stride = 79; }); }},
    {"rotation_stride_minus_4", Status::invalid_argument,
     [](Setting& s) { return s.assign([](BoxView64& v) { v.rotation_stride = -4; }); }},
    {"origin_x_nan", Status::invalid_argument,
     [](Setting& s) { return s.assign([](BoxView64& v) { v.origin.x = kNan; }); }},
    {"origin_y_infinite", Status::invalid_argument,
     [](Setting& s) { return s.assign([](BoxView64& v) { v.origin.y = kInf; }); }},
    {"origin_z_minus_infinite", Status::invalid_argument,
     [](Setting& s) { return s.assign([](BoxView64& v) { v.origin.z = -kInf; }); }},
    {"too_many_boxes", Status::capacity_exceeded,
     [](Setting& s) { return s.assign([](BoxView64& v) { v.count = std::size_t{kMaxBoxCount} + 1; }); }},
    {"unknown_policy", Status::invalid_argument,
     [](Setting& s) { return s.batch.assign(box_rows64(s.rows.data(), 3), static_cast<OnInvalid>(5)); }},
    {"unknown_isa", Status::unsupported_isa,
     [](Setting& s) {
         return s.batch.assign(box_rows64(s.rows.data(), 3), OnInvalid::refuse, {static_cast<Isa>(99)});
     }},
    {"rectangle_centers_null", Status::invalid_argument,
     [](Setting& s) { return s.assign_flat([](RectView64& v) { v.centers = nullptr; }); }},
    {"rectangle_rows_null", Status::invalid_argument,
     [](Setting& s) { return s.rects.assign(rect_rows64(nullptr, 3)); }},
    {"rectangle_half_extents_misaligned", Status::invalid_argument,
     [](Setting& s) { return s.assign_flat([&](RectView64& v) { v.half_extents = s.misaligned(); }); }},
    {"rectangle_angle_stride_4", Status::invalid_argument,
     [](Setting& s) { return s.assign_flat([](RectView64& v) { v.angle_stride = 4; }); }},
    {"rectangle_origin_nan", Status::invalid_argument,
     [](Setting& s) { return s.assign_flat([](RectView64& v) { v.origin.y = kNan; }); }},
};
[[maybe_unused]] const bool kCallsDocumented = test::document("Calls with views of doubles", kBadCalls);

class BadDoubleViews : public testing::TestWithParam<std::size_t> {};

TEST_P(BadDoubleViews, GiveTheirStatusAndChangeNothing) {
    const test::BadCall<Setting>& bad = kBadCalls[GetParam()];
    Setting s;
    const std::vector<double> boxes = state_of(s.batch), rects = state_of(s.rects);
    EXPECT_EQ(bad.call(s), bad.status);
    EXPECT_TRUE(test::same_bytes(state_of(s.batch), boxes));
    EXPECT_TRUE(test::same_bytes(state_of(s.rects), rects));
}

INSTANTIATE_TEST_SUITE_P(Kinds, BadDoubleViews, testing::Range(std::size_t{0}, std::size(kBadCalls)),
                         [](const auto& tested) { return std::string(kBadCalls[tested.param].name); });

template <class Kind>
void fail_each_allocation() {
    const std::vector<double> first = test::unit_rows<Kind>(50);
    std::vector<double> second = test::unit_rows<Kind>(1500);
    second[1] = 0.1;
    for (std::size_t i = 9; i < 1500; i += 3) second[i * Kind::kRow + Kind::kDim] = -1;
    std::uint64_t failures = 1;
    for (std::uint64_t k = 0; failures > 0; ++k) {
        ASSERT_LT(k, 1000U);
        test::CountingAllocator memory;
        {
            typename Kind::Batch batch(memory.get());
            ASSERT_EQ(test::assign<Kind>(batch, first), Status::ok);
            const std::vector<double> before = state_of(batch);
            memory.fail_at(k);
            const Status status = test::assign<Kind>(batch, second, OnInvalid::skip);
            failures = memory.failures();
            if (failures > 0) {
                EXPECT_EQ(status, Status::out_of_memory) << "allocation " << k;
                EXPECT_TRUE(test::same_bytes(state_of(batch), before));
                memory.never_fail();
            }
            EXPECT_EQ(test::assign<Kind>(batch, second, OnInvalid::skip), Status::ok);
            EXPECT_EQ(batch.center_error(), std::fabs(0.1 - double{0.1F}));
        }
        EXPECT_EQ(memory.live_blocks(), 0U) << "leak after allocation " << k;
        EXPECT_EQ(memory.misuses(), 0U);
        if (failures == 0) {
            EXPECT_GT(k, 0U) << "nothing was allocated: nothing could fail";
        }
    }
}

TEST(FailingAllocatorOfDoubleViews, BatchIsAsBefore) {
    fail_each_allocation<Boxes64>();
    fail_each_allocation<Rects64>();
}

}  // namespace
}  // namespace satori
