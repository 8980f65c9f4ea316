// Tests the kernel that sweeps one changed box against a sorted list. It must find every pair that began or ended, in
// order, for any buffer size.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "simd/dispatch.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"
#include "support/sweep_lines.hpp"

namespace satori {
namespace {

constexpr std::uint32_t kCount = 301, kChanged = 150;

// A sorted list of boxes, and a changed box in its old and new state. Many boxes of the list reach the changed box
// before or after.
struct ListAndBox {
    ListAndBox(std::uint64_t seed, bool alike) : list(lines.arrays) {
        test::Random random(seed);
        for (std::uint32_t i = 0; i < kCount; ++i) list.lo[0][i] = static_cast<float>(random.below(200));
        std::sort(list.lo[0], list.lo[0] + kCount);
        for (std::uint32_t i = 0; i < kCount; ++i) {
            list.hi[0][i] = list.lo[0][i] + static_cast<float>(random.below(60));
            for (int c = 1; c < 3; ++c) {
                list.lo[c][i] = static_cast<float>(random.below(6));
                list.hi[c][i] = list.lo[c][i] + static_cast<float>(random.below(3));
            }
            list.id[i] = i < kChanged ? i : i + 1;
            list.missing[i] = random.coin() ? simd::kNotDynamic : 0;
        }
        if (alike) list.missing = nullptr;
        const auto place = [&](float* lo, float* hi) {
            for (int c = 0; c < 3; ++c) {
                lo[c] = static_cast<float>(c == 0 ? 80 + random.below(40) : random.below(5));
                hi[c] = lo[c] + static_cast<float>(1 + random.below(c == 0 ? 40 : 3));
            }
        };
        place(box.lo, box.hi);
        place(box.old_lo, box.old_hi);
        box.state = random.below(3) == 0 ? simd::kNotDynamic : 0;
        box.old_state = random.below(3) == 0 ? simd::kNotDynamic : 0;
        common_state = random.coin() ? simd::kNotDynamic : 0;
    }

    static bool meet(float lo_a, float hi_a, float lo_b, float hi_b) { return lo_a <= hi_b && lo_b <= hi_a; }
    bool pair(const float* lo, const float* hi, std::uint32_t state, std::uint32_t i) const {
        bool found = state == 0 || (list.missing != nullptr ? list.missing[i] : common_state) == 0;
        for (int c = 0; c < 3; ++c) found = found && meet(lo[c], hi[c], list.lo[c][i], list.hi[c][i]);
        return found;
    }
    std::vector<BoxPair> changes() const {
        std::vector<BoxPair> all;
        for (std::uint32_t i = 0; i < kCount; ++i) {
            const bool now = pair(box.lo, box.hi, box.state, i);
            if (now == pair(box.old_lo, box.old_hi, box.old_state, i)) continue;
            all.push_back({kChanged, list.id[i] | (now ? 0 : simd::kLostPair)});
        }
        return all;
    }

    test::SweepLines<3> lines{kCount};
    simd::SweepArrays<3> list;
    simd::TrackedBox box{};
    std::uint32_t common_state;
};

class ChangeSweepKernel : public test::IsaTest {};

TEST_P(ChangeSweepKernel, EveryChangeInOrderWhereverTheBufferEnds) {
    std::size_t came = 0, went = 0, resumed = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const ListAndBox world(seed, seed % 2 == 0);
        const std::vector<BoxPair> wanted = world.changes();
        for (const BoxPair& pair : wanted) ++(pair.second & simd::kLostPair ? went : came);
        const auto were_below = static_cast<std::uint32_t>(
            std::lower_bound(world.list.lo[0], world.list.lo[0] + kCount, world.box.old_lo[0]) - world.list.lo[0]);
        for (const std::uint32_t capacity : {1U, 2U, 5U, 16U, 1000U}) {
            std::vector<BoxPair> out(capacity + simd::kMaxLanes), found;
            const float reach = std::max(world.box.hi[0], world.box.old_hi[0]);
            simd::ChangeSweep sweep{&world.box, kChanged, {0, 1, 2},  reach,    world.list, world.common_state,
                                    0,          0,        out.data(), capacity, 0,          false};
            for (;;) {
                simd::kernel_table_of(isa())->sweep_changes(sweep);
                ASSERT_LE(sweep.count, out.size());
                found.insert(found.end(), out.begin(), out.begin() + sweep.count);
                if (sweep.done) break;
                ASSERT_GE(sweep.count, capacity) << "it stops for want of room alone";
                sweep.count = 0;
                ++resumed;
            }
            ASSERT_EQ(found, wanted) << "seed " << seed << ", room for " << capacity;
            EXPECT_EQ(sweep.below, were_below);
        }
    }
    EXPECT_GT(came, 100U);
    EXPECT_GT(went, 100U);
    EXPECT_GT(resumed, 300U);
}

SATORI_FOR_EACH_ISA(ChangeSweepKernel);

}  // namespace
}  // namespace satori
