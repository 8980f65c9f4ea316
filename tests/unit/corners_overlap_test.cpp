#include <cstdint>
#include <limits>
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

CornerRect with_corner(GridPoint corner) {
    CornerRect rect = kUnit;
    rect.corners[2] = corner;
    return rect;
}

bool overlap_of(const CornerRect& a, const CornerRect& b, Boundary boundary) {
    bool overlap = false;
    EXPECT_EQ(corners_overlap(a, b, overlap, boundary), Status::ok);
    return overlap;
}

TEST(CornersOverlap, TouchingIsOverlapOnlyWhereClosed) {
    const CornerRect beside{{{1, 0}, {2, 0}, {2, 1}, {1, 1}}}, diagonal{{{1, 1}, {2, 1}, {2, 2}, {1, 2}}};
    const CornerRect tilted{{{1, 2}, {2, 0}, {4, 1}, {3, 3}}};  // edges (1, -2), (2, 1)
    const CornerRect tip{{{2, 3}, {1, 2}, {0, 3}, {1, 4}}};
    for (const CornerRect& other : {beside, diagonal}) {
        EXPECT_TRUE(overlap_of(kUnit, other, Boundary::closed));
        EXPECT_FALSE(overlap_of(kUnit, other, Boundary::open));
    }
    EXPECT_FALSE(overlap_of(kUnit, tilted, Boundary::closed));
    EXPECT_TRUE(overlap_of(tip, tilted, Boundary::closed));
    EXPECT_FALSE(overlap_of(tip, tilted, Boundary::open));
    EXPECT_TRUE(overlap_of(kUnit, kUnit, Boundary::open));
}

TEST(CornersOverlap, WithoutAreaNothingOverlapsUnderOpen) {
    const CornerRect large{{{-9, -9}, {9, -9}, {9, 9}, {-9, 9}}};
    const CornerRect segment{{{-1, 0}, {-1, 0}, {2, 3}, {2, 3}}}, point{{{1, 1}, {1, 1}, {1, 1}, {1, 1}}};
    for (const CornerRect& flat : {segment, point}) {
        EXPECT_TRUE(overlap_of(large, flat, Boundary::closed));
        EXPECT_TRUE(overlap_of(flat, flat, Boundary::closed));
        EXPECT_FALSE(overlap_of(large, flat, Boundary::open));
        EXPECT_FALSE(overlap_of(flat, large, Boundary::open));
        EXPECT_FALSE(overlap_of(flat, flat, Boundary::open));
    }
    EXPECT_FALSE(overlap_of(segment, point, Boundary::closed));
}

TEST(CornersOverlap, ATriangleHasArea) {
    const CornerRect triangle{{{0, 0}, {0, 0}, {4, 0}, {0, 4}}};
    EXPECT_TRUE(overlap_of(triangle, kUnit, Boundary::open));
    EXPECT_FALSE(overlap_of(triangle, {{{2, 2}, {4, 2}, {4, 4}, {2, 4}}}, Boundary::open));
}

TEST(CornersOverlap, BadInputIsRefusedAndChangesNothing) {
    constexpr std::int32_t most = kMaxGridCoordinate;
    const CornerRect bad[] = {
        kBowTie,
        kDart,
        with_corner({most + 1, 1}),
        with_corner({1, most + 1}),
        {{{-most - 1, 0}, {0, 0}, {0, 1}, {-most - 1, 1}}},
        {{{0, -most - 1}, {1, 0}, {1, 1}, {0, 1}}},
        with_corner({std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::min()}),
    };
    for (const bool before : {false, true}) {
        bool overlap = before;
        for (const CornerRect& rect : bad) {
            EXPECT_EQ(corners_overlap(kUnit, rect, overlap), Status::invalid_corners);
            EXPECT_EQ(corners_overlap(rect, kUnit, overlap, Boundary::open), Status::invalid_corners);
        }
        EXPECT_EQ(corners_overlap(kUnit, kUnit, overlap, static_cast<Boundary>(2)), Status::invalid_argument);
        EXPECT_EQ(overlap, before);
    }
    EXPECT_TRUE(overlap_of(with_corner({most, most}), kUnit, Boundary::open));
}

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
            for (std::uint32_t i = 0; i < kCount; ++i)
                ASSERT_EQ(overlaps_[i], overlap_of(pairs_[i].first, pairs_[i].second, boundary) ? 1 : 0) << i;
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
