// Tests the kernel that makes entries of tracked boxes: bounds around the old and new box, and tags that store a lower
// bound of their motion.

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "simd/dispatch.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

constexpr std::uint32_t kCount = 640;

// Dynamic boxes of every size that moved by any fraction of their size, or not at all. For every tenth box the motion
// is unknown.
std::vector<simd::TrackedBox> moved_boxes(test::Random& random) {
    std::vector<simd::TrackedBox> boxes(kCount);
    for (std::uint32_t i = 0; i < kCount; ++i) {
        simd::TrackedBox& box = boxes[i];
        const int exponent = static_cast<int>(random.below(250)) - 125;
        const auto size = static_cast<float>(std::ldexp(1 + random.unit(), exponent));
        const double step = random.below(4) == 0 ? 0 : std::ldexp(random.unit(), -static_cast<int>(random.below(24)));
        for (int c = 0; c < 3; ++c) {
            box.old_lo[c] = size * static_cast<float>(random.unit());
            box.old_hi[c] = box.old_lo[c] + size;
            box.lo[c] = box.old_lo[c] + static_cast<float>(step * random.uniform(-1, 1)) * size;
            box.hi[c] = box.old_hi[c] + static_cast<float>(step * random.uniform(-1, 1)) * size;
        }
        if (i % 10 == 3) (i % 20 == 3 ? box.state : box.old_state) = simd::kNotDynamic;
        if (i % 10 == 7) {
            float* const hi = i % 20 == 7 ? box.hi : box.old_hi;
            float* const lo = i % 20 == 7 ? box.lo : box.old_lo;
            std::fill_n(lo, 3, std::numeric_limits<float>::infinity());
            std::fill_n(hi, 3, -std::numeric_limits<float>::infinity());
        }
    }
    return boxes;
}

double motion_of(const simd::TrackedBox& box) {
    double most = 0;
    for (int c = 0; c < 3; ++c)
        most =
            std::max({most, std::abs(double{box.lo[c]} - box.old_lo[c]), std::abs(double{box.hi[c]} - box.old_hi[c])});
    return most;
}

class TrackedBoundsKernel : public test::IsaTest {};

TEST_P(TrackedBoundsKernel, TellHowFarABoxHasMoved) {
    test::Random random(4);
    std::size_t known = 0, unknown = 0;
    for (int round = 0; round < 20; ++round) {
        const std::vector<simd::TrackedBox> boxes = moved_boxes(random);
        std::vector<simd::BoundsEntry<3>> entries(kCount);
        simd::EdgeRange edges{std::numeric_limits<float>::max(), 0, std::numeric_limits<float>::max()};
        ASSERT_EQ(
            simd::kernel_table_of(isa())->tracked_bounds({boxes.data(), 1000, kCount, false, entries.data()}, edges),
            kCount);
        for (std::uint32_t i = 0; i < kCount; ++i) {
            const simd::BoundsEntry<3>& entry = entries[i];
            ASSERT_EQ(entry.id, 1000 + i);
            for (int c = 0; c < 3; ++c) {
                ASSERT_EQ(entry.lo[c], std::min(boxes[i].lo[c], boxes[i].old_lo[c]));
                ASSERT_EQ(entry.hi[c], std::max(boxes[i].hi[c], boxes[i].old_hi[c]));
            }
            ASSERT_EQ(entry.tag & simd::kFlags, 0U) << "room for flags";
            const bool is_unknown = (entry.tag & simd::kUnknownMotion) != 0;
            ASSERT_EQ(is_unknown, i % 10 == 3 || i % 10 == 7) << i;
            ++(is_unknown ? unknown : known);
            if (is_unknown) continue;
            const double told = std::bit_cast<float>(entry.tag), moved = motion_of(boxes[i]);
            constexpr double kLeast = simd::kLeastMotion;
            // Rounding of a depth, and of what is taken off it, is a part in 2^23.
            ASSERT_GE(told, std::max(moved * (1 + std::ldexp(1, -21)), kLeast));
            ASSERT_LE(told, moved * (1 + std::ldexp(1, -17)) + 1.001 * kLeast);
        }
    }
    EXPECT_GT(known, 1000U);
    EXPECT_GT(unknown, 1000U);
}

// Columns of the old boxes need no tags: they are swept for all pairs.
TEST_P(TrackedBoundsKernel, HaveNoTagsAsTheyWere) {
    test::Random random(5);
    std::vector<simd::TrackedBox> boxes = moved_boxes(random);
    std::erase_if(boxes, [](const auto& box) { return box.old_state != 0 || box.old_lo[0] > box.old_hi[0]; });
    const auto count = static_cast<std::uint32_t>(boxes.size() / simd::kMaxLanes * simd::kMaxLanes);
    ASSERT_GT(count, 100U);
    std::vector<simd::BoundsEntry<3>> entries(count);
    simd::EdgeRange edges{std::numeric_limits<float>::max(), 0, std::numeric_limits<float>::max()};
    ASSERT_EQ(simd::kernel_table_of(isa())->tracked_bounds({boxes.data(), 0, count, true, entries.data()}, edges),
              count);
    for (std::uint32_t i = 0; i < count; ++i) {
        EXPECT_EQ(entries[i].tag, 0U);
        EXPECT_TRUE(std::equal(entries[i].lo, entries[i].lo + 3, boxes[i].old_lo));
        EXPECT_TRUE(std::equal(entries[i].hi, entries[i].hi + 3, boxes[i].old_hi));
    }
}

SATORI_FOR_EACH_ISA(TrackedBoundsKernel);

}  // namespace
}  // namespace satori
