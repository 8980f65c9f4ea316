// Batches of corners_overlap(): on one thread and on several, the same answers as single calls, and the same bad pair
// in the error.

#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

constexpr CornerRect kUnit{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
constexpr CornerRect kBowTie{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}};
constexpr CornerRect kDart{{{0, 0}, {4, 0}, {1, 1}, {0, 4}}};

class CornersOverlapBatch : public testing::Test {
protected:
    // Enough for several chunks.
    static constexpr std::uint32_t kCount = 20000;

    void SetUp() override {
        test::Random random(11);
        for (std::uint32_t i = 0; i < kCount; ++i) {
            CornerRect moved = kUnit;
            const auto dx = static_cast<std::int32_t>(random.below(5)), dy = static_cast<std::int32_t>(random.below(5));
            for (GridPoint& p : moved.corners) p = {p.x + dx - 2, p.y + dy - 2};
            pairs_.push_back({kUnit, moved});
        }
    }
    std::vector<CornerRectPair> pairs_;
    std::vector<std::uint8_t> overlaps_ = std::vector<std::uint8_t>(kCount, 7);
};

TEST_F(CornersOverlapBatch, SameAnswersAsOneByOne) {
    test::RendezvousExecutor four(4);
    for (const Boundary boundary : {Boundary::closed, Boundary::open}) {
        for (Executor* executor : {&serial_executor(), static_cast<Executor*>(&four)}) {
            overlaps_.assign(kCount, 7);
            ASSERT_EQ(corners_overlap(pairs_, overlaps_, boundary, {Isa::best, executor}), Status::ok);
            for (std::uint32_t i = 0; i < kCount; ++i) {
                bool overlap = false;
                ASSERT_EQ(corners_overlap(pairs_[i].first, pairs_[i].second, overlap, boundary), Status::ok);
                ASSERT_EQ(overlaps_[i], overlap ? 1 : 0) << i;
            }
        }
    }
}

TEST_F(CornersOverlapBatch, FirstBadPairIsNamed) {
    pairs_[15000].first = kDart;
    pairs_[9000].second = kBowTie;
    test::RendezvousExecutor four(4);
    for (Executor* executor : {&serial_executor(), static_cast<Executor*>(&four)}) {
        std::uint64_t invalid_pair = 77;
        EXPECT_EQ(corners_overlap(pairs_, overlaps_, Boundary::closed, {Isa::best, executor}, &invalid_pair),
                  Status::invalid_corners);
        EXPECT_EQ(invalid_pair, 9000U);
        EXPECT_EQ(corners_overlap(pairs_, overlaps_, Boundary::closed, {Isa::best, executor}), Status::invalid_corners);
        EXPECT_EQ(overlaps_, std::vector<std::uint8_t>(kCount, 7));
    }
}

TEST_F(CornersOverlapBatch, BadCallsChangeNothing) {
    const auto one_less = std::span<std::uint8_t>(overlaps_).first(kCount - 1);
    EXPECT_EQ(corners_overlap(pairs_, one_less), Status::invalid_argument);
    EXPECT_EQ(corners_overlap(pairs_, overlaps_, static_cast<Boundary>(9)), Status::invalid_argument);
    EXPECT_EQ(corners_overlap(pairs_, overlaps_, Boundary::open, {static_cast<Isa>(99), nullptr}),
              Status::unsupported_isa);
    EXPECT_EQ(overlaps_, std::vector<std::uint8_t>(kCount, 7));
    EXPECT_EQ(corners_overlap(std::span<const CornerRectPair>(), {}), Status::ok);
}

}  // namespace
}  // namespace satori
