#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"

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

}  // namespace
}  // namespace satori
