// Views of doubles give the same results as views of floats wherever floats are exact enough; elsewhere the test shows
// the loss. Bad views: robustness/double_views_test.cpp. Their purpose: map_coordinates_test.cpp.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/double_rows.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using test::Boxes64;
using test::contents_of;
using test::Rects64;
using test::same_bytes;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<OrientedBox> scene_of(const Boxes64&, std::uint32_t count) {
    return test::make_test_scene(test::SceneKind::uniform, count, 3);
}
std::vector<OrientedRect> scene_of(const Rects64&, std::uint32_t count) {
    return test::make_rect_scene(test::SceneKind::uniform, count, 3);
}

class DoubleViews : public test::IsaTest {
protected:
    template <class Kind>
    std::vector<float> taken_in(const typename Kind::View& view, Executor& executor = serial_executor()) const {
        typename Kind::Batch batch;
        EXPECT_EQ(batch.assign(view, OnInvalid::refuse, execution(executor)), Status::ok);
        EXPECT_EQ(batch.center_error(), 0);
        return contents_of(batch);
    }

    template <class Kind>
    void expect_the_same_as_floats() const {
        for (const std::uint32_t count : {1U, 2U, 3U, 7U, 15U, 16U, 17U, 31U, 33U, 63U, 64U, 65U, 100U, 5000U}) {
            SCOPED_TRACE(count);
            const auto boxes = scene_of(Kind{}, count);
            const auto expected = contents_of(test::make_batch(boxes, execution()));
            const std::vector<double> rows = test::double_rows<Kind>(boxes);
            EXPECT_TRUE(same_bytes(taken_in<Kind>(Kind::rows(rows.data(), count)), expected));
        }
    }

    template <class Kind>
    void expect_the_same_of_every_layout() const {
        constexpr std::size_t kDim = Kind::kDim, kRow = Kind::kRow;
        constexpr std::ptrdiff_t kRowBytes = 8 * kRow;
        const std::size_t count = 101;
        auto boxes = scene_of(Kind{}, count);
        for (auto& box : boxes) box.half_extents = boxes[0].half_extents;
        const auto expected = contents_of(test::make_batch(boxes, execution()));
        const std::vector<double> rows = test::double_rows<Kind>(boxes);
        std::vector<double> centers, halves, turns, wide(1, kNan), reversed;
        for (std::size_t i = 0; i < count; ++i) {
            const double* const row = rows.data() + i * kRow;
            centers.insert(centers.end(), row, row + kDim);
            halves.insert(halves.end(), row + kDim, row + 2 * kDim);
            turns.insert(turns.end(), row + 2 * kDim, row + kRow);
            wide.insert(wide.end(), row, row + kRow);
            wide.insert(wide.end(), 2, kNan);  // between the rows: must not be read
            reversed.insert(reversed.begin(), row, row + kRow);
        }
        EXPECT_TRUE(
            same_bytes(taken_in<Kind>(Kind::arrays(centers.data(), halves.data(), turns.data(), count)), expected));
        EXPECT_TRUE(same_bytes(taken_in<Kind>(Kind::rows(wide.data() + 1, count, {}, kRowBytes + 16)), expected));
        const double* const last = reversed.data() + (count - 1) * kRow;
        EXPECT_TRUE(same_bytes(taken_in<Kind>(Kind::rows(last, count, {}, -kRowBytes)), expected)) << "backwards";
        // Each stream has a different layout: rows, one row repeated, an array.
        auto mixed = Kind::rows(wide.data() + 1, count, {}, kRowBytes + 16);
        mixed.half_extents = halves.data();
        mixed.half_extent_stride = 0;
        mixed.*Kind::kTurns = turns.data();
        mixed.*Kind::kTurnStride = kRowBytes - static_cast<std::ptrdiff_t>(16 * kDim);
        EXPECT_TRUE(same_bytes(taken_in<Kind>(mixed), expected)) << "mixed";
    }

    template <class Kind>
    void expect_the_same_from_every_thread() const {
        const std::uint32_t count = 60000;
        const auto boxes = scene_of(Kind{}, count);
        std::vector<double> rows = test::double_rows<Kind>(boxes);
        const auto expected = contents_of(test::make_batch(boxes, execution()));
        test::RendezvousExecutor threads(3);
        EXPECT_TRUE(same_bytes(taken_in<Kind>(Kind::rows(rows.data(), count), threads), expected));
        EXPECT_EQ(threads.most_threads(), 3U);

        // The box that loses most is near the end.
        rows[(count - 2) * Kind::kRow + 1] = 1e6 + 0.03;
        for (Executor* executor : {&serial_executor(), static_cast<Executor*>(&threads)}) {
            typename Kind::Batch batch;
            ASSERT_EQ(test::assign<Kind>(batch, rows, OnInvalid::refuse, execution(*executor)), Status::ok);
            EXPECT_EQ(batch.center_error(), 1e6 + 0.03 - 1e6F);
        }
    }

    template <class Kind>
    void expect_the_loss() const {
        const Execution on = execution();
        std::vector<double> rows = test::unit_rows<Kind>(20);
        typename Kind::Batch batch;
        EXPECT_EQ(batch.center_error(), 0);
        rows[Kind::kRow * 17 + 1] = 1 + 0x1p-24 + 0x1p-40;  // rounds up to 1 + 2^-23
        rows[Kind::kRow * 4] = -1 - 0x1p-25;                // rounds to -1
        ASSERT_EQ(test::assign<Kind>(batch, rows, OnInvalid::refuse, on), Status::ok);
        EXPECT_EQ(batch.center_error(), 0x1p-24 - 0x1p-40);

        // Skipped boxes do not count, with any kind of error.
        std::vector<double> bad = rows;
        bad[Kind::kRow * 17 + Kind::kDim] = -1;
        bad[0] = 1e9 + 7;
        ASSERT_EQ(test::assign<Kind>(batch, bad, OnInvalid::skip, on), Status::ok);
        EXPECT_EQ(batch.invalid().size(), 2U);
        EXPECT_EQ(batch.center_error(), 0x1p-25);
        EXPECT_EQ(test::assign<Kind>(batch, rows, OnInvalid::skip, on), Status::ok);
        EXPECT_EQ(batch.center_error(), 0x1p-24 - 0x1p-40);
        EXPECT_EQ(test::assign<Kind>(batch, bad, OnInvalid::refuse, on), Status::invalid_box);
        EXPECT_EQ(batch.center_error(), 0x1p-24 - 0x1p-40) << "of the boxes that are still there";

        // The loss of the subtraction counts as well: -2^26 - 2^-40 is not a double.
        typename Kind::Place origin;
        origin.x = 0x1p-40;
        const std::vector<double> far = {-0x1p26, 0, 0, 0, 0, 0, 0, 0, 0, 1};
        ASSERT_EQ(batch.assign(Kind::rows(far.data(), 1, origin), OnInvalid::refuse, on), Status::ok);
        EXPECT_EQ(batch.center_error(), 0x1p-40);

        // The batch is moved, transformed and replaced.
        typename Kind::Batch moved = std::move(batch);
        EXPECT_EQ(moved.center_error(), 0x1p-40);
        ASSERT_EQ(batch.assign_transformed(moved, {}, 0.5F, on), Status::ok);
        EXPECT_EQ(batch.center_error(), 0);
        ASSERT_EQ(moved.assign_transformed(moved, {}, 0.5F, on), Status::ok);
        EXPECT_EQ(moved.center_error(), 0);
        ASSERT_EQ(test::assign<Kind>(batch, rows, OnInvalid::refuse, on), Status::ok);
        EXPECT_GT(batch.center_error(), 0);
        const std::vector<float> floats(rows.begin(), rows.end());
        ASSERT_EQ(batch.assign(Kind::float_rows(floats.data(), 20), OnInvalid::refuse, on), Status::ok);
        EXPECT_EQ(batch.center_error(), 0);
        ASSERT_EQ(test::assign<Kind>(batch, rows, OnInvalid::refuse, on), Status::ok);
        EXPECT_GT(batch.center_error(), 0);
        batch.clear();
        EXPECT_EQ(batch.center_error(), 0);
        ASSERT_EQ(test::assign<Kind>(batch, rows, OnInvalid::refuse, on), Status::ok);
        ASSERT_EQ(batch.assign(typename Kind::View{}, OnInvalid::refuse, on), Status::ok);
        EXPECT_EQ(batch.size(), 0U);
        EXPECT_EQ(batch.center_error(), 0);
    }
};

TEST_P(DoubleViews, NumbersThatAreFloatsGiveTheSameBytes) {
    expect_the_same_as_floats<Boxes64>();
    expect_the_same_as_floats<Rects64>();
}

TEST_P(DoubleViews, EveryLayoutGivesTheSameBytes) {
    expect_the_same_of_every_layout<Boxes64>();
    expect_the_same_of_every_layout<Rects64>();
}

TEST_P(DoubleViews, ThreadsChangeNothing) {
    expect_the_same_from_every_thread<Boxes64>();
    expect_the_same_from_every_thread<Rects64>();
}

TEST_P(DoubleViews, TellWhatCentresLose) {
    expect_the_loss<Boxes64>();
    expect_the_loss<Rects64>();
}

// Zeros keep their sign. Half extents and rotations round to the nearest float.
TEST_P(DoubleViews, AllElseRoundsToTheNearestFloat) {
    const double rows[] = {-0.0, 0.0, 1e-60, 0.1, 1e-7, -0.0, 0.3, 1e-60, 0.0, 0.7};
    const OrientedBox expected{{-0.0F, 0, 0}, {0.1F, 1e-7F, -0.0F}, {0.3F, 0, 0, 0.7F}};
    BoxBatch batch;
    ASSERT_EQ(batch.assign(box_rows64(rows, 1), OnInvalid::refuse, execution()), Status::ok);
    EXPECT_TRUE(same_bytes(contents_of(batch), contents_of(test::make_batch({expected}, execution()))));
    EXPECT_EQ(batch.center_error(), 1e-60);
}

SATORI_FOR_EACH_ISA(DoubleViews);

}  // namespace
}  // namespace satori
