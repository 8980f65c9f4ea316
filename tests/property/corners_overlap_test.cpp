// corners_overlap() against exact arithmetic of another kind: every pair of rectangles of a small grid, random convex
// quadrilaterals, and pairs one grid unit from touching at the limits of the coordinates.

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/corner_oracle.hpp"
#include "support/calls.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

std::array<GridPoint, 4> sorted_corners(const CornerRect& rect) {
    std::array<GridPoint, 4> corners = std::to_array(rect.corners);
    std::sort(corners.begin(), corners.end());
    return corners;
}

// Returns every rectangle with corners in [0, width)^2 once, in any direction. Segments and points are included.
std::vector<CornerRect> all_rectangles(int width) {
    std::set<std::array<GridPoint, 4>> seen;
    std::vector<CornerRect> rectangles;
    const int points = width * width;
    const auto point = [&](int i) { return GridPoint{i % width, i / width}; };
    const auto in_grid = [&](GridPoint p) { return p.x >= 0 && p.x < width && p.y >= 0 && p.y < width; };
    for (int i = 0; i < points; ++i) {
        for (int j = 0; j < points; ++j) {
            for (int k = 0; k < points; ++k) {
                const GridPoint p = point(i), q = point(j), r = point(k);
                if ((q.x - p.x) * (r.x - q.x) + (q.y - p.y) * (r.y - q.y) != 0) continue;
                const CornerRect rect{{p, q, r, {p.x + r.x - q.x, p.y + r.y - q.y}}};
                if (in_grid(rect.corners[3]) && seen.insert(sorted_corners(rect)).second) rectangles.push_back(rect);
            }
        }
    }
    return rectangles;
}

// Returns the same rectangle from another first corner, or in the other direction.
CornerRect renumbered(const CornerRect& rect, std::uint32_t how) {
    CornerRect out;
    for (std::uint32_t i = 0; i < 4; ++i) {
        const std::uint32_t from = how + ((how & 4U) != 0 ? 4 - i : i);
        out.corners[i] = rect.corners[from % 4];
    }
    return out;
}

GridPoint random_point(test::Random& random, std::int32_t most) {
    const auto width = static_cast<std::uint32_t>(2 * most + 1);
    return {static_cast<std::int32_t>(random.below(width)) - most,
            static_cast<std::int32_t>(random.below(width)) - most};
}

CornerRect random_quadrilateral(test::Random& random, std::int32_t most) {
    for (;;) {
        const CornerRect rect{{random_point(random, most), random_point(random, most), random_point(random, most),
                               random_point(random, most)}};
        if (test::legal_corners(rect)) return rect;
    }
}

// Compares pairs, in both orders, with the oracle, whose answer does not depend on the order. Counts the kinds of
// pairs.
class CornerCases {
public:
    void add(const CornerRect& a, const CornerRect& b) {
        pairs_.push_back({renumbered(a, turn_ & 7U), renumbered(b, turn_ >> 3 & 7U)});
        turn_ = turn_ * 5 + 3;
    }
    void compare() {
        std::vector<std::uint8_t> closed(pairs_.size(), 7), open(pairs_.size(), 7);
        ASSERT_EQ(corners_overlap(pairs_, closed, Boundary::closed), Status::ok);
        ASSERT_EQ(corners_overlap(pairs_, open, Boundary::open), Status::ok);
        std::vector<CornerRectPair> reversed;
        for (const CornerRectPair& pair : pairs_) reversed.push_back({pair.second, pair.first});
        std::vector<std::uint8_t> reversed_closed(pairs_.size(), 7), reversed_open(pairs_.size(), 7);
        ASSERT_EQ(corners_overlap(reversed, reversed_closed, Boundary::closed), Status::ok);
        ASSERT_EQ(corners_overlap(reversed, reversed_open, Boundary::open), Status::ok);
        ASSERT_EQ(reversed_closed, closed);
        ASSERT_EQ(reversed_open, open);
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            const CornerRect &a = pairs_[i].first, &b = pairs_[i].second;
            const test::CommonPart common = test::common_part(a, b);
            ASSERT_EQ(closed[i] != 0, common.any) << text(pairs_[i]);
            ASSERT_EQ(open[i] != 0, common.interior) << text(pairs_[i]);
            count(a, b, common);
        }
        pairs_.clear();
    }
    void expect_every_kind(std::uint64_t least) const {
        EXPECT_GE(overlapping, least);
        EXPECT_GE(inside, least);
        EXPECT_GE(touching_at_a_point, least);
        EXPECT_GE(touching_along_an_edge, least);
        EXPECT_GE(apart, least);
        EXPECT_GE(without_area_touching, least);
        EXPECT_GE(without_area_apart, least);
    }
    std::uint64_t total() const {
        return overlapping + inside + touching_at_a_point + touching_along_an_edge + apart + without_area_touching +
               without_area_apart;
    }

    std::uint64_t overlapping = 0, inside = 0, touching_at_a_point = 0, touching_along_an_edge = 0, apart = 0;
    std::uint64_t without_area_touching = 0, without_area_apart = 0;

private:
    void count(const CornerRect& a, const CornerRect& b, const test::CommonPart& common) {
        if (!test::has_area(a) || !test::has_area(b)) {
            ++(common.any ? without_area_touching : without_area_apart);
            return;
        }
        // Both have area, so the two halves of the oracle must agree.
        ASSERT_EQ(common.any, common.corner_count > 0);
        if (!common.any)
            ++apart;
        else if (!common.interior)
            ++(common.corner_count == 1 ? touching_at_a_point : touching_along_an_edge);
        else
            ++(test::strictly_inside(a, b) || test::strictly_inside(b, a) ? inside : overlapping);
    }
    static std::string text(const CornerRectPair& pair) {
        std::ostringstream out;
        for (const CornerRect* rect : {&pair.first, &pair.second})
            for (const GridPoint& p : rect->corners) out << '(' << p.x << ", " << p.y << ") ";
        return out.str();
    }

    std::vector<CornerRectPair> pairs_;
    std::uint32_t turn_ = 0;
};

// Compares every pair, including a rectangle with itself.
void compare_all_pairs(CornerCases& cases, int width) {
    const std::vector<CornerRect> rectangles = all_rectangles(width);
    for (std::size_t i = 0; i < rectangles.size(); ++i) {
        for (std::size_t j = i; j < rectangles.size(); ++j) cases.add(rectangles[i], rectangles[j]);
        cases.compare();
        if (testing::Test::HasFatalFailure()) return;
    }
    EXPECT_EQ(cases.total(), rectangles.size() * (rectangles.size() + 1) / 2);
}

TEST(CornersOverlap, EveryPairOfRectanglesOfASmallGrid) {
    // 44 squares and rectangles on 4 x 4 points, including tilted ones, 120 segments and 16 points.
    EXPECT_EQ(all_rectangles(4).size(), 44U + 120 + 16);
    CornerCases cases;
    compare_all_pairs(cases, 6);
    EXPECT_GT(cases.total(), 450000U);
    cases.expect_every_kind(250);
}

TEST(FullCornersOverlap, EveryPairOfRectanglesOfALargerGrid) {
    CornerCases cases;
    compare_all_pairs(cases, 8);
    EXPECT_GT(cases.total(), 5000000U);
    cases.expect_every_kind(5000);
}

// Compares `count` pairs of quadrilaterals with coordinates up to `most`.
void compare_random(CornerCases& cases, std::int32_t most, int count) {
    test::Random random(static_cast<std::uint64_t>(most));
    for (int i = 0; i < count; ++i) cases.add(random_quadrilateral(random, most), random_quadrilateral(random, most));
    cases.compare();
}

TEST(CornersOverlap, RandomConvexQuadrilaterals) {
    CornerCases cases;
    for (const std::int32_t most : {1, 2, 4, 9}) compare_random(cases, most, 20000);
    cases.expect_every_kind(50);
    CornerCases large;
    for (const std::int32_t most : {100, 9999, kMaxGridCoordinate}) compare_random(large, most, 5000);
    EXPECT_GT(large.overlapping, 1000U);
    EXPECT_GT(large.apart, 1000U);
}

// At the limits, a long edge passes grid points at 1 / 28000 of a unit. At most one corner decides.
TEST(CornersOverlap, OneUnitOfAreaDecidesAtTheLimits) {
    constexpr std::int32_t m = kMaxGridCoordinate;
    const CornerRect below{{{-m, -m}, {m, m - 1}, {m, -m}, {m, -m}}};
    struct Case {
        GridPoint tip;  // of a triangle above
        bool closed, open;
    };
    const Case kCases[] = {
        {{-m + 1, -m + 1}, false, false},  // twice the area of edge and tip: 1
        {{m - 1, m - 1}, false, false},
        {{-m, -m}, true, false},  // 0: the edge has grid points only at its ends, not between them
        {{m, m - 1}, true, false},
        {{m - 1, m - 2}, true, true},  // -1
        {{-m + 2, -m + 1}, true, true},
    };
    for (const Case& c : kCases) {
        const CornerRect above{{c.tip, {-m, m}, {-m, m - 1}, {-m, m - 1}}};
        // Also mirrored and transposed: every edge takes other directions, and every sign occurs.
        for (int how = 0; how < 8; ++how) {
            const auto moved = [&](CornerRect rect) {
                for (GridPoint& p : rect.corners) {
                    p = {(how & 1) != 0 ? -p.x : p.x, (how & 2) != 0 ? -p.y : p.y};
                    if ((how & 4) != 0) std::swap(p.x, p.y);
                }
                return rect;
            };
            const CornerRect a = moved(below), b = moved(above);
            const test::CommonPart common = test::common_part(a, b);
            EXPECT_EQ(common.any, c.closed);
            EXPECT_EQ(common.interior, c.open);
            bool closed = !c.closed, open = !c.open;
            EXPECT_EQ(corners_overlap(a, b, closed, Boundary::closed), Status::ok);
            EXPECT_EQ(corners_overlap(b, a, open, Boundary::open), Status::ok);
            EXPECT_EQ(closed, c.closed) << c.tip.x << ' ' << c.tip.y << ' ' << how;
            EXPECT_EQ(open, c.open) << c.tip.x << ' ' << c.tip.y << ' ' << how;
        }
    }
}

// All rectangles with corners on the rim of the coordinate range, compared with each other.
TEST(CornersOverlap, RectanglesAcrossTheWholeRange) {
    CornerCases cases;
    std::vector<CornerRect> rectangles;
    for (const CornerRect& rect : all_rectangles(3)) {
        for (const std::int32_t unit : {kMaxGridCoordinate, kMaxGridCoordinate - 1}) {
            CornerRect wide = rect;
            for (GridPoint& p : wide.corners) p = {(p.x - 1) * unit, (p.y - 1) * unit};
            rectangles.push_back(wide);
        }
    }
    for (const CornerRect& a : rectangles)
        for (const CornerRect& b : rectangles) cases.add(a, b);
    cases.compare();
    EXPECT_GT(cases.touching_at_a_point, 10U);
    EXPECT_GT(cases.touching_along_an_edge, 10U);
    EXPECT_GT(cases.inside, 0U);
}

// Tests which corners are legal, for all quadruples of 4 x 4 points.
TEST(CornersOverlap, LegalIsWhatIsConvexInOrder) {
    const CornerRect point{};
    std::uint32_t legal = 0;
    for (std::uint32_t code = 0; code < 1U << 16; ++code) {
        CornerRect rect;
        for (std::uint32_t i = 0; i < 4; ++i)
            rect.corners[i] = {static_cast<std::int32_t>(code >> 4 * i & 3U),
                               static_cast<std::int32_t>(code >> (4 * i + 2) & 3U)};
        bool overlap = false;
        const Status status = corners_overlap(rect, point, overlap);
        ASSERT_EQ(status, test::legal_corners(rect) ? Status::ok : Status::invalid_corners) << code;
        ASSERT_EQ(corners_overlap(point, rect, overlap), status) << code;
        legal += status == Status::ok;
    }
    EXPECT_GT(legal, 5000U);
    EXPECT_LT(legal, 60000U);
}

}  // namespace
}  // namespace satori
