// Tests the kernel that compares a few changed boxes with all boxes of a range. It must find every pair that began or
// ended, for any begin and end of the range, and at any point where the buffer is full.

#include <algorithm>
#include <limits>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "simd/dispatch.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

constexpr std::uint32_t kCount = 150;

// Many of the boxes have changed: moved, jumped, appeared, disappeared, become dynamic or ceased to be dynamic.
struct ChangedBoxes {
    explicit ChangedBoxes(std::uint64_t seed) : boxes(kCount) {
        test::Random random(seed);
        const auto place = [&](float* lo, float* hi) {
            for (int c = 0; c < 3; ++c) {
                lo[c] = static_cast<float>(random.below(5));
                hi[c] = lo[c] + static_cast<float>(random.below(4));
            }
        };
        const auto nowhere = [](float* lo, float* hi) {
            std::fill_n(lo, 3, std::numeric_limits<float>::infinity());
            std::fill_n(hi, 3, -std::numeric_limits<float>::infinity());
        };
        for (std::uint32_t id = 0; id < kCount; ++id) {
            simd::TrackedBox& box = boxes[id];
            place(box.old_lo, box.old_hi);
            std::copy_n(box.old_lo, 3, box.lo);
            std::copy_n(box.old_hi, 3, box.hi);
            box.state = box.old_state = random.below(3) == 0 ? simd::kNotDynamic : 0;
            const std::uint32_t kind = random.below(10);
            if (kind == 0) nowhere(box.lo, box.hi);
            if (kind == 1) nowhere(box.old_lo, box.old_hi);
            if (kind == 2) box.state ^= simd::kNotDynamic;
            if (kind == 3) place(box.lo, box.hi);
            if (kind == 4) box.hi[random.below(3)] += 1;
            if (kind == 5) {
                nowhere(box.lo, box.hi);
                nowhere(box.old_lo, box.old_hi);
            }
            if (kind < 5) changed.push_back(id);
        }
    }

    static bool pair(const float* lo_a, const float* hi_a, std::uint32_t state_a, const float* lo_b, const float* hi_b,
                     std::uint32_t state_b) {
        bool found = state_a == 0 || state_b == 0;
        for (int c = 0; c < 3; ++c) found = found && lo_a[c] <= hi_b[c] && lo_b[c] <= hi_a[c];
        return found;
    }
    // Returns the changes, by the changed box's place, then by the other box's id.
    std::vector<BoxPair> changes(std::size_t changed_count, std::uint32_t begin, std::uint32_t end) const {
        std::vector<BoxPair> all;
        for (std::size_t k = 0; k < changed_count; ++k) {
            const simd::TrackedBox& a = boxes[changed[k]];
            for (std::uint32_t id = begin; id < end; ++id) {
                const simd::TrackedBox& b = boxes[id];
                const bool now = pair(a.lo, a.hi, a.state, b.lo, b.hi, b.state);
                if (now == pair(a.old_lo, a.old_hi, a.old_state, b.old_lo, b.old_hi, b.old_state)) continue;
                all.push_back({changed[k], id | (now ? 0 : simd::kLostPair)});
            }
        }
        return all;
    }
    std::vector<simd::BoundsEntry<3>> entries() const {
        std::vector<simd::BoundsEntry<3>> out;
        for (const std::uint32_t id : changed) {
            const simd::TrackedBox& box = boxes[id];
            simd::BoundsEntry<3> entry{{}, {}, id, box.state & box.old_state};
            for (int c = 0; c < 3; ++c) {
                entry.lo[c] = std::min(box.lo[c], box.old_lo[c]);
                entry.hi[c] = std::max(box.hi[c], box.old_hi[c]);
            }
            out.push_back(entry);
        }
        return out;
    }

    std::vector<simd::TrackedBox> boxes;
    std::vector<std::uint32_t> changed;
};

class ChangeScanKernel : public test::IsaTest {
protected:
    // Scans the first `changed_count` changed boxes against the range. Returns pairs in the order of
    // ChangedBoxes::changes().
    std::vector<BoxPair> scanned(const ChangedBoxes& world, std::uint32_t changed_count, std::uint32_t begin,
                                 std::uint32_t end, std::uint32_t spare_room) {
        const std::vector<simd::BoundsEntry<3>> entries = world.entries();
        const std::uint32_t capacity = changed_count * simd::kMaxLanes + spare_room;
        std::vector<BoxPair> out(capacity + simd::kMaxLanes), found;
        simd::ChangeScan scan{world.boxes.data(), entries.data(), changed_count, begin, end, out.data(), capacity, 0};
        for (int calls = 0; scan.next != end; ++calls) {
            EXPECT_LE(calls, 1000) << "it goes on";
            if (calls > 1000) break;
            if (calls > 0) ++resumed_;
            simd::kernel_table_of(isa())->scan_changes(scan);
            EXPECT_LE(scan.count, capacity);
            found.insert(found.end(), out.begin(), out.begin() + scan.count);
            scan.count = 0;
        }
        const auto key = [](const BoxPair& pair) { return std::tuple(pair.first, pair.second & ~simd::kLostPair); };
        std::sort(found.begin(), found.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
        return found;
    }

    std::size_t resumed_ = 0;
};

TEST_P(ChangeScanKernel, EveryChangeOfEveryRange) {
    std::size_t came = 0, went = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const ChangedBoxes world(seed);
        ASSERT_GT(world.changed.size(), 20U);
        for (std::uint32_t begin = 0; begin < kCount; begin += begin < 20 ? 1 : 37) {
            for (const std::uint32_t end : {begin + 1, begin + 7, begin + 16, begin + 17, kCount - 1, kCount}) {
                if (end < begin || end > kCount) continue;
                for (const std::uint32_t changed : {1U, 2U, static_cast<std::uint32_t>(world.changed.size())}) {
                    const std::vector<BoxPair> wanted = world.changes(changed, begin, end);
                    for (const BoxPair& pair : wanted) ++(pair.second & simd::kLostPair ? went : came);
                    ASSERT_EQ(scanned(world, changed, begin, end, begin), wanted)
                        << "seed " << seed << ", " << changed << " against " << begin << " to " << end;
                }
            }
        }
    }
    EXPECT_GT(came, 1000U);
    EXPECT_GT(went, 1000U);
    EXPECT_GT(resumed_, 100U) << "it has never run out of room";
}

SATORI_FOR_EACH_ISA(ChangeScanKernel);

}  // namespace
}  // namespace satori
