// Tests the kernel that judges bonds of moving boxes, for every instruction set. It must turn the bonds that have
// changed, and tell them in order, for any number of bonds.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "simd/dispatch.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

constexpr float kFar = std::numeric_limits<float>::infinity(), kMost = std::numeric_limits<float>::max();
constexpr std::uint32_t kMostBonds = 100;

class JudgeBondsKernel : public test::IsaTest {
protected:
    simd::TrackedBox random_box() {
        simd::TrackedBox box{};
        // Other bits of the state and of the marks must not matter.
        box.state = random_.below(16) | (random_.below(3) == 0 ? simd::kNotDynamic : 0);
        box.marks = random_.below(4) == 0 ? simd::kUnlisted : 0;
        const std::uint32_t kind = random_.below(12);
        for (int a = 0; a < 3; ++a) {
            // Whole numbers: many boxes touch.
            box.lo[a] = static_cast<float>(random_.below(6)) - 3;
            box.hi[a] = box.lo[a] + static_cast<float>(random_.below(4));
            if (kind == 0) box.lo[a] = kFar, box.hi[a] = -kFar;  // it does not exist
            if (kind == 1) box.lo[a] = -kMost, box.hi[a] = kMost;
            if (kind == 2) box.lo[a] = box.hi[a] = random_.coin() ? kMost : -kMost;
            if (kind == 3) box.hi[a] = box.lo[a] + std::numeric_limits<float>::denorm_min();
        }
        return box;
    }
    void make_boxes(std::uint32_t count) {
        boxes_.resize(count);
        for (simd::TrackedBox& box : boxes_) box = random_box();
        // One apart from others by the least that there is.
        boxes_[0] = {{0, 0, 0}, {1, 1, 1}, 0, 0};
        boxes_[1] = {{std::nextafter(1.0F, 2.0F), 0, 0}, {2, 1, 1}, 0, 0};
        boxes_[2] = {{1, 1, 1}, {2, 2, 2}, 0, 0};
    }
    std::vector<BoxPair> random_bonds(std::uint32_t count) {
        std::vector<BoxPair> bonds(count);
        for (BoxPair& bond : bonds) {
            const auto limit = static_cast<std::uint32_t>(random_.below(8) == 0 ? 3 : boxes_.size());
            bond.first = random_.below(limit);
            bond.second = random_.below(limit) | (random_.coin() ? simd::kNoPair : 0);
        }
        return bonds;
    }

    std::uint32_t judge_by_kernel(const simd::JudgeArgs& args, BoxPair* out) const {
        return simd::kernel_table_of(isa())->judge_bonds(args, out);
    }
    // The oracle.
    bool make_pair(std::uint32_t i, std::uint32_t j) const {
        const simd::TrackedBox &a = boxes_[i], &b = boxes_[j];
        bool found = (a.state & simd::kNotDynamic) == 0 || (b.state & simd::kNotDynamic) == 0;
        for (int c = 0; c < 3; ++c) found = found && a.lo[c] <= b.hi[c] && b.lo[c] <= a.hi[c];
        return found;
    }
    std::vector<BoxPair> judge(std::vector<BoxPair>& bonds, std::uint32_t marks) const {
        std::vector<BoxPair> changed;
        for (BoxPair& bond : bonds) {
            const std::uint32_t second = bond.second & ~simd::kNoPair;
            if (((boxes_[bond.first].marks | boxes_[second].marks) & marks) != 0) continue;
            const BoxPair now{bond.first, second | (make_pair(bond.first, second) ? 0 : simd::kNoPair)};
            if (now == bond) continue;
            changed.push_back(bond = now);
        }
        return changed;
    }

    // Judges bonds of which some more lie behind the last one, which must stay as they are.
    void expect_right(std::uint32_t count, std::uint32_t marks) {
        constexpr BoxPair kUntouched{0xeeeeeeee, 0xdddddddd};
        std::vector<BoxPair> bonds = random_bonds(count), wanted = bonds;
        const std::vector<BoxPair> changed = judge(wanted, marks);
        const std::vector<BoxPair> behind = random_bonds(simd::kMaxLanes);
        bonds.insert(bonds.end(), behind.begin(), behind.end());
        std::vector<BoxPair> out(count + simd::kMaxLanes, kUntouched);
        const std::uint32_t told = judge_by_kernel({boxes_.data(), bonds.data(), count, marks}, out.data());
        ASSERT_EQ(told, changed.size());
        ASSERT_TRUE(std::equal(changed.begin(), changed.end(), out.begin()));
        for (std::size_t i = told; i < out.size(); ++i) ASSERT_EQ(out[i], kUntouched) << "behind the last change";
        ASSERT_TRUE(std::equal(wanted.begin(), wanted.end(), bonds.begin()));
        ASSERT_TRUE(std::equal(behind.begin(), behind.end(), bonds.begin() + count)) << "behind the last bond";
        for (const BoxPair& bond : changed) ++((bond.second & simd::kNoPair) != 0 ? lost_ : begun_);
        // All is judged now, so nothing has changed.
        ASSERT_EQ(judge_by_kernel({boxes_.data(), bonds.data(), count, marks}, out.data()), 0U);
        ASSERT_TRUE(std::equal(wanted.begin(), wanted.end(), bonds.begin()));
    }

    test::Random random_{1};
    std::vector<simd::TrackedBox> boxes_;
    std::size_t begun_ = 0, lost_ = 0;
};

TEST_P(JudgeBondsKernel, TurnsThoseThatHaveChangedAndTellsThemInOrder) {
    for (const std::uint32_t marks : {0U, simd::kUnlisted}) {
        begun_ = lost_ = 0;
        for (std::uint32_t round = 0; round < 8; ++round) {
            for (std::uint32_t count = 0; count <= kMostBonds; ++count) {
                SCOPED_TRACE(testing::Message() << count << " bonds, marks " << marks << ", round " << round);
                make_boxes(4 + random_.below(60));
                ASSERT_NO_FATAL_FAILURE(expect_right(count, marks));
            }
        }
        EXPECT_GT(begun_, 1000U);
        EXPECT_GT(lost_, 1000U);
    }
}

// A marked box keeps its bonds as they are, whichever of the two it is, where marks count.
TEST_P(JudgeBondsKernel, LeavesMarkedBoxesOut) {
    boxes_.assign(3, {{0, 0, 0}, {1, 1, 1}, 0, 0});
    boxes_[1].marks = simd::kUnlisted;
    for (const std::uint32_t marks : {0U, simd::kUnlisted}) {
        std::vector<BoxPair> bonds = {
            {0, 1 | simd::kNoPair}, {1, 0 | simd::kNoPair}, {0, 2 | simd::kNoPair}, {2, 1 | simd::kNoPair}};
        std::vector<BoxPair> out(bonds.size() + simd::kMaxLanes);
        const std::uint32_t told = judge_by_kernel({boxes_.data(), bonds.data(), 4, marks}, out.data());
        EXPECT_EQ(told, marks == 0 ? 4U : 1U);
        EXPECT_EQ(out[marks == 0 ? 2 : 0], (BoxPair{0, 2}));
        EXPECT_EQ(bonds[2], (BoxPair{0, 2}));
        EXPECT_EQ(bonds[3], (BoxPair{2, marks == 0 ? 1 : 1 | simd::kNoPair}));
    }
}

SATORI_FOR_EACH_ISA(JudgeBondsKernel);

}  // namespace
}  // namespace satori
