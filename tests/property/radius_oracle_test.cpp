// R1, R2, R28 for boxes with a radius: overlaps and distances agree with the distance of the cores in double, less the
// radii. SATORI_PAIRS=<count> sets the number for the Nightly suites (without it 1e7).

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

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
#include "support/rounded_pairs.hpp"
#include "support/sanitizers.hpp"

namespace satori {
namespace {

using test::PairRegime;
using test::RectRegime;

enum class Figure { missed, invented, distance_error, outside, between, kCount };
constexpr std::size_t kFigures = static_cast<std::size_t>(Figure::kCount);

/// The worst errors, in deltas of their pairs. Promised is one delta, two for `between`.
constexpr std::array<test::FigureInfo, kFigures> kInfos = {{
    {"missed", 0.25},    // how deep a pair overlaps that is not reported
    {"invented", 0.25},  // how far a pair is apart that is reported
    {"distance_error", 1},
    {"outside", 0.25},  // of the points, from their boxes
    {"between", 2},     // of the vector from one point to the other: distance * direction
}};

OrientedBox point_box(const OrientedBox& box, const Vec3& offset) {
    return {offset, {0, 0, 0}, box.rotation};
}
OrientedRect point_box(const OrientedRect& rect, const Vec2& offset) {
    return {offset, {0, 0}, rect.angle};
}

/// Returns how far a point is outside of a rounded box.
template <class Box, class Offset>
double outside(Box box, double radius, const Offset& offset) {
    box.center = {};
    return reference_distance(box, point_box(box, offset)).lower - radius;
}

struct Score {
    test::FigureTable<Figure, kFigures> worst{kInfos};
    std::uint64_t overlapping = 0, count = 0;
};

template <class Box, class Distance>
void judge_one(const Box (&box)[2], const float (&radius)[2], bool overlap, const Distance& found, Score& score) {
    const double radii = double{radius[0]} + radius[1];
    const double delta = overlap_tolerance(box[0], box[1]) + 16 * __FLT_EPSILON__ * radii;
    const DistanceBounds core = reference_distance(box[0], box[1]);
    ++score.count;
    score.overlapping += core.upper <= radii;
    if (delta == 0) return;
    const auto note = [&](Figure figure, double error) {
        score.worst.note(figure, error / delta, [&] { return "pair " + std::to_string(score.count - 1); });
    };
    if (!overlap) note(Figure::missed, radii - core.upper);
    if (overlap) note(Figure::invented, core.lower - radii);
    note(Figure::distance_error, std::max(found.distance - std::max(core.upper - radii, 0.0),
                                          std::max(core.lower - radii, 0.0) - found.distance));
    note(Figure::outside,
         std::max(outside(box[0], radius[0], found.first_offset), outside(box[1], radius[1], found.second_offset)));
    note(Figure::between, test::direction_error(box[0], box[1], found));
    ASSERT_GE(found.distance, 0);
}

/// Judges `count` pairs of `make()`, on the widest set; all sets must give the same bytes.
template <class Box, class Make>
void judge(std::uint64_t count, test::Random& random, Make&& make) {
    constexpr std::uint64_t kBatchPairs = 10000;
    Score score;
    for (std::uint64_t done = 0; done < count && !testing::Test::HasFailure(); done += kBatchPairs) {
        test::PosedPairs<Box> poses;
        std::vector<float> radii;
        for (std::uint64_t i = 0; i < std::min(kBatchPairs, count - done); ++i) {
            auto duo = make();
            const float size = std::max(duo.a.half_extents.x, duo.b.half_extents.x);
            test::flatten(duo.a, random);
            test::flatten(duo.b, random);
            poses.add(duo);
            for (int k = 0; k < 2; ++k) radii.push_back(test::random_radius(random, size));
            // Some pairs touch.
            const double core = reference_distance(duo.a, duo.b).upper;
            if (random.coin() && core > 2e-7 && core < 1e7)
                radii[radii.size() - 1] = radii[radii.size() - 2] = static_cast<float>(0.5 * core);
        }
        const auto found = test::on_every_isa([&](const Execution& execution) {
            return test::distances_of(test::make_rounded(poses.boxes, radii, execution), poses.pairs, execution);
        });
        const auto overlaps = test::on_every_isa([&](const Execution& execution) {
            Workspace workspace;
            std::vector<std::uint8_t> out(poses.pairs.size());
            EXPECT_EQ(test_pairs(test::make_rounded(poses.boxes, radii, execution), poses.pairs, out, workspace,
                                 {.execution = execution}),
                      Status::ok);
            return out;
        });
        for (std::size_t k = 0; k < found.size() && !testing::Test::HasFailure(); ++k)
            judge_one<Box>({poses.boxes[2 * k], poses.boxes[2 * k + 1]}, {radii[2 * k], radii[2 * k + 1]},
                           overlaps[k] != 0, found[k], score);
    }
    score.worst.print();
    score.worst.expect_promises();
    EXPECT_GT(score.overlapping, count / 20);
    EXPECT_GT(count - score.overlapping, count / 20);
}

void judge_boxes(PairRegime regime, std::uint64_t count, std::uint64_t seed) {
    test::Random random(seed * 1000003 + static_cast<std::uint64_t>(regime));
    judge<OrientedBox>(count, random, [&] { return test::make_pair(regime, random); });
}

void judge_rects(RectRegime regime, std::uint64_t count, std::uint64_t seed) {
    test::Random random(seed * 1000003 + static_cast<std::uint64_t>(regime));
    judge<OrientedRect>(count, random, [&] { return test::make_rect_pair(regime, random); });
}

class RadiusOracle : public testing::TestWithParam<PairRegime> {};
class NightlyRadiusOracle : public RadiusOracle {};
class RectRadiusOracle : public testing::TestWithParam<RectRegime> {};
class NightlyRectRadiusOracle : public RectRadiusOracle {};

TEST_P(RadiusOracle, ErrorsStayUnderAQuarterOfDelta) {
    judge_boxes(GetParam(), test::quick_cases(10000), 1);
}
TEST_P(NightlyRadiusOracle, ErrorsStayUnderAQuarterOfDelta) {
    judge_boxes(GetParam(), test::pairs_wanted(10000000) / std::size(test::kPairRegimes), 2);
}
TEST_P(RectRadiusOracle, ErrorsStayUnderAQuarterOfDelta) {
    judge_rects(GetParam(), test::quick_cases(10000), 1);
}
TEST_P(NightlyRectRadiusOracle, ErrorsStayUnderAQuarterOfDelta) {
    judge_rects(GetParam(), test::pairs_wanted(10000000) / std::size(test::kRectRegimes), 2);
}

// The segments are nearly parallel: rounding decides where their lines are closest.
TEST(RadiusTies, CapsulesSideBySide) {
    test::Random random(5);
    judge<OrientedBox>(test::quick_cases(20000), random, [&] {
        const auto half = [&](double low, double high) { return static_cast<float>(random.uniform(low, high)); };
        const float turn = static_cast<float>(random.uniform(-1, 1) * std::pow(10.0, random.uniform(-8, 0)));
        return test::BoxDuo{{{0, 0, 0}, {half(1, 10), 0, 0}, {0, 0, 0, 1}},
                            {{half(-12, 12), half(-1, 1), half(-1, 1)}, {half(1, 10), 0, 0}, {0, turn, turn, 1}}};
    });
}

INSTANTIATE_TEST_SUITE_P(Regimes, RadiusOracle, testing::ValuesIn(test::kPairRegimes),
                         testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(Regimes, NightlyRadiusOracle, testing::ValuesIn(test::kPairRegimes),
                         testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(Regimes, RectRadiusOracle, testing::ValuesIn(test::kRectRegimes),
                         testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(Regimes, NightlyRectRadiusOracle, testing::ValuesIn(test::kRectRegimes),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace satori
