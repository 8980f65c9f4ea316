// R28: a distance is within delta of the truth, never less than zero, and its two points lie on their boxes within
// delta. SATORI_PAIRS=<count> sets the number for the Nightly suites (without it 1e7).

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "oracles/reference_distance.hpp"
#include "oracles/reference_overlap.hpp"
#include "oracles/reference_rect.hpp"
#include "support/distance_calls.hpp"
#include "support/figure_table.hpp"
#include "support/isa_fixture.hpp"
#include "support/pair_regimes.hpp"
#include "support/posed_pairs.hpp"
#include "support/rect_regimes.hpp"
#include "support/sanitizers.hpp"

namespace satori {
namespace {

using test::PairRegime;
using test::RectRegime;

enum class Figure { distance_error, outside, between, unproven, kCount };
constexpr std::size_t kFigures = static_cast<std::size_t>(Figure::kCount);

/// The worst errors, in deltas of their pairs. Promised is one delta, two for `between`. The worst seen are 0.14, 0.07
/// and 0.25.
constexpr std::array<test::FigureInfo, kFigures> kInfos = {{
    {"distance_error", 0.25},
    {"outside", 0.25},   // of the points, from their boxes
    {"between", 0.5},    // of the vector from one point to the other: distance * direction
    {"unproven", 0.02},  // width of the oracle's bounds, where the distance is not tiny
}};

/// What is promised. Boxes that are much smaller than the gap between them come near it.
constexpr std::array<test::FigureInfo, kFigures> kPromised = {{
    {"distance_error", 1},
    {"outside", 1},
    {"between", 2},
    {"unproven", 0.02},
}};

struct DistanceScore {
    test::FigureTable<Figure, kFigures> worst;
    std::uint64_t overlapping = 0, count = 0;
};

template <class Box, class Distance>
void judge_one(const Box& a, const Box& b, const Distance& found, DistanceScore& score) {
    const double delta = overlap_tolerance(a, b), distance = found.distance;
    const DistanceBounds truth = reference_distance(a, b);
    ++score.count;
    score.overlapping += truth.upper == 0;
    if (delta == 0) {
        EXPECT_EQ(distance, 0);
        return;
    }
    const auto note = [&](Figure figure, double error) {
        score.worst.note(figure, error / delta, [&] {
            return "pair " + std::to_string(score.count - 1) + ", distance " + std::to_string(distance);
        });
    };
    note(Figure::distance_error, std::max(distance - truth.upper, truth.lower - distance));
    note(Figure::outside,
         std::max(reference_outside(a, found.first_offset), reference_outside(b, found.second_offset)));
    note(Figure::between, test::direction_error(a, b, found));
    if (truth.upper > delta / 100) note(Figure::unproven, truth.upper - truth.lower);
    ASSERT_GE(distance, 0);
    const double length = std::hypot(test::component(found.direction, 0), test::component(found.direction, 1),
                                     test::component(found.direction, 2));
    ASSERT_NEAR(length, distance > 0 ? 1 : 0, 1e-6) << distance;
}

/// Judges `count` pairs of `make()`, on the widest set; all sets must give the same bytes.
template <class Box, class Make>
void judge(std::uint64_t count, Make&& make, const std::array<test::FigureInfo, kFigures>& infos = kInfos) {
    constexpr std::uint64_t kBatchPairs = 10000;
    DistanceScore score{test::FigureTable<Figure, kFigures>(infos)};
    for (std::uint64_t done = 0; done < count && !testing::Test::HasFailure(); done += kBatchPairs) {
        test::PosedPairs<Box> poses;
        for (std::uint64_t i = 0; i < std::min(kBatchPairs, count - done); ++i) poses.add(make());
        const auto found = test::on_every_isa([&](const Execution& execution) {
            return test::distances_of(test::make_batch(poses.boxes, execution), poses.pairs, execution);
        });
        for (std::size_t k = 0; k < found.size(); ++k) {
            judge_one(poses.boxes[2 * k], poses.boxes[2 * k + 1], found[k], score);
            if (testing::Test::HasFailure()) break;
        }
    }
    score.worst.print();
    score.worst.expect_promises();
    EXPECT_GT(score.overlapping, count / 100);
    EXPECT_GT(count - score.overlapping, count / 100);
}

void judge_boxes(PairRegime regime, std::uint64_t count, std::uint64_t seed) {
    test::Random random(seed * 1000003 + static_cast<std::uint64_t>(regime));
    judge<OrientedBox>(count, [&] { return test::make_pair(regime, random); });
}

void judge_rects(RectRegime regime, std::uint64_t count, std::uint64_t seed) {
    test::Random random(seed * 1000003 + static_cast<std::uint64_t>(regime));
    judge<OrientedRect>(count, [&] { return test::make_rect_pair(regime, random); });
}

class DistanceOracle : public testing::TestWithParam<PairRegime> {};
class NightlyDistanceOracle : public DistanceOracle {};
class RectDistanceOracle : public testing::TestWithParam<RectRegime> {};
class NightlyRectDistanceOracle : public RectDistanceOracle {};

TEST_P(DistanceOracle, ErrorsStayUnderAQuarterOfDelta) {
    judge_boxes(GetParam(), test::quick_cases(10000), 1);
}

TEST_P(NightlyDistanceOracle, ErrorsStayUnderAQuarterOfDelta) {
    judge_boxes(GetParam(), test::pairs_wanted(10000000) / std::size(test::kPairRegimes), 2);
}

TEST_P(RectDistanceOracle, ErrorsStayUnderAQuarterOfDelta) {
    judge_rects(GetParam(), test::quick_cases(10000), 1);
}

TEST_P(NightlyRectDistanceOracle, ErrorsStayUnderAQuarterOfDelta) {
    judge_rects(GetParam(), test::pairs_wanted(10000000) / std::size(test::kRectRegimes), 2);
}

/// Two long boxes that cross, one above the other. `turn`: their angle less a quarter turn. With turned frames and
/// exact ones: where faces are parallel, the supporting edges are not unique, and no corner is close.
test::BoxDuo crossing_boxes(test::Random& random, double turn, double gap) {
    const auto half = [&](double low, double high) { return static_cast<float>(random.uniform(low, high)); };
    const double angle = turn / 2;
    OrientedBox a{{0, 0, 0}, {half(5, 10), half(0.1, 0.3), half(0.1, 0.3)}, {0, 0, 0, 1}};
    OrientedBox b{{half(-3, 3), half(-3, 3), 0},
                  {half(0.1, 0.3), half(5, 10), half(0.1, 0.3)},
                  {0, 0, static_cast<float>(std::sin(angle)), static_cast<float>(std::cos(angle))}};
    b.center.z = a.half_extents.z + b.half_extents.z + static_cast<float>(gap);
    if (random.coin()) {
        const Pose pose{{half(-3, 3), half(-3, 3), half(-3, 3)}, test::random_rotation(random)};
        EXPECT_EQ(transform(a, pose), Status::ok);
        EXPECT_EQ(transform(b, pose), Status::ok);
    }
    return {a, b};
}

TEST(DistanceTies, CrossingBoxesThatOverlapInTheMiddle) {
    test::Random random(5);
    judge<OrientedBox>(test::quick_cases(20000), [&] {
        const double turn = random.coin() ? 0 : random.uniform(-0.5, 0.5);
        return crossing_boxes(random, turn, random.uniform(-0.3, 0.3));
    });
}

TEST(DistanceTies, BoxesOnEachOther) {
    test::Random random(6);
    judge<OrientedBox>(test::quick_cases(20000), [&] {
        test::BoxDuo duo = crossing_boxes(random, random.uniform(-3, 3), random.below(3) * 1e-3 - 1e-3);
        duo.b.half_extents = {0.2F, 0.3F, duo.b.half_extents.z};
        return duo;
    });
}

// Axes from a quaternion with w near 0 are off by several epsilons, and a gap of many sizes multiplies that.
TEST(DistanceTies, SmallBoxesFarFromEachOther) {
    test::Random random(7);
    const auto box = [&] {
        OrientedBox made = test::random_box(random, 1e-3, 1e-1, 1);
        const auto part = [&] { return static_cast<float>(random.uniform(-1, 1)); };
        made.rotation = {part(), part(), part(), 0.02F * part()};
        return made;
    };
    judge<OrientedBox>(
        test::quick_cases(20000),
        [&] {
            test::BoxDuo duo{box(), box()};
            if (random.below(20) == 0) duo.b.center = duo.a.center;
            return duo;
        },
        kPromised);
}

/// Judges the nearest boxes of `boxes` by the oracle: no other box is nearer than what was found, by more than delta.
template <class Box>
void judge_nearest(const std::vector<Box>& boxes, float most) {
    const auto found = test::on_every_isa([&](const Execution& execution) {
        return test::nearest_of(test::make_batch(boxes, execution), most, {.execution = execution});
    });
    std::size_t near_count = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const double nearest = std::min<double>(found[i].distance, most);
        if (found[i].index != kNoBox) {
            ++near_count;
            ASSERT_TRUE(found[i].index < boxes.size() && found[i].index != i && found[i].distance <= most) << i;
            const Box& other = boxes[found[i].index];
            const DistanceBounds truth = reference_distance(boxes[i], other);
            const double delta = overlap_tolerance(boxes[i], other);
            ASSERT_TRUE(nearest >= truth.lower - delta && nearest <= truth.upper + delta) << i;
        }
        for (std::size_t j = 0; j < boxes.size(); ++j) {
            if (j == i) continue;
            const double upper = reference_distance(boxes[i], boxes[j]).upper;
            ASSERT_LE(nearest, upper + overlap_tolerance(boxes[i], boxes[j])) << i << ' ' << j;
        }
    }
    EXPECT_GT(near_count, boxes.size() / 10);
    EXPECT_LT(near_count, boxes.size()) << "no box is alone";
}

TEST(NearestOracle, NoOtherBoxIsNearer) {
    test::Random random(8);
    std::vector<OrientedBox> boxes;
    for (std::uint32_t i = 0; i < 200; ++i) boxes.push_back(test::random_box(random, 0.01, 1, 6));
    for (const float most : {0.3F, 1.0F}) judge_nearest(boxes, most);
}

TEST(NearestOracle, NoOtherRectangleIsNearer) {
    test::Random random(9);
    std::vector<OrientedRect> rects;
    for (std::uint32_t i = 0; i < 200; ++i) rects.push_back(test::random_rect(random, 0.01, 1, 15));
    for (const float most : {0.1F, 0.5F}) judge_nearest(rects, most);
}

INSTANTIATE_TEST_SUITE_P(Regimes, DistanceOracle, testing::ValuesIn(test::kPairRegimes),
                         testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(Regimes, NightlyDistanceOracle, testing::ValuesIn(test::kPairRegimes),
                         testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(Regimes, RectDistanceOracle, testing::ValuesIn(test::kRectRegimes),
                         testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(Regimes, NightlyRectDistanceOracle, testing::ValuesIn(test::kRectRegimes),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace satori
