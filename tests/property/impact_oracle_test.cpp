// R28: a time of impact is never late, and early by no more than stated. SATORI_PAIRS=<count> sets the number of pairs
// for the Nightly suites (without it 1e6), which look at 4096 times each.

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "oracles/moving_twin.hpp"
#include "support/figure_table.hpp"
#include "support/impact_calls.hpp"
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

enum class Figure { late, early, outside, between, unresolved, kCount };
constexpr std::size_t kFigures = static_cast<std::size_t>(Figure::kCount);

/// The worst errors, in deltas of their pairs, and the share of pairs that stay unresolved.
constexpr std::array<test::FigureInfo, kFigures> kPromised = {{
    {"late", 0},     // by how much a pair is nearer than the distance before its time
    {"early", 1},    // by how much it is beyond distance + tolerance at its time
    {"outside", 1},  // of the points, from the boxes at the time
    {"between", 2},  // of the vector between the points: distance * direction
    {"unresolved", 0.02},
}};

reference::Point point_of(const Vec3& v) {
    return reference::to_point(v);
}
reference::Point point_of(const Vec2& v) {
    return {v.x, v.y, 0};
}

struct ImpactScore {
    test::FigureTable<Figure, kFigures> worst{kPromised};
    std::uint64_t count = 0, at_once = 0, meeting = 0, unresolved = 0;
};

/// Looks at `times` times before `until`, evenly, and at times ever nearer to it.
template <class Look>
void look_before(double until, std::uint32_t times, Look&& look) {
    if (until == 0) return;
    for (std::uint32_t i = 0; i < times; ++i) look(until * i / times);
    for (int k = 1; k < 30; ++k) look(until * (1 - std::ldexp(1.0, -k)));
}

/// What was asked of a pair. A box with a radius is its core: the pair meets when the cores are near enough.
struct Asked {
    double distance, tolerance;
    double radius[2];
    std::uint32_t times;  ///< to look at

    double target() const { return distance + radius[0] + radius[1]; }
};

/// Returns how far a point, an offset from the center, is outside of a box with a radius.
double outside_of(reference::PlacedBox box, double radius, const reference::Point& offset) {
    if (radius == 0) return reference_outside(box, offset);
    box.center = {0, 0, 0};
    return reference_distance(box, reference::PlacedBox{offset, {0, 0, 0}, box.axes}).lower - radius;
}

template <class Moving, class Impact>
void judge_one(const Moving& a, const Moving& b, const Impact& found, const Asked& asked, ImpactScore& score) {
    MovingTwin twin(a, b);
    const double delta = twin.delta() + 32 * static_cast<double>(FLT_EPSILON) * asked.target(), time = found.time;
    const auto note = [&](Figure figure, double error) {
        score.worst.note(figure, error / delta, [&] {
            return "pair " + std::to_string(score.count) + ", time " + std::to_string(time) + ", distance " +
                   std::to_string(found.closest.distance);
        });
    };
    ++score.count;
    ASSERT_TRUE(time >= 0 && time <= 1);
    note(Figure::late, 0);
    look_before(time, asked.times, [&](double at) { note(Figure::late, twin.nearer_by(asked.target(), at)); });
    if (found.kind == ImpactKind::none) {
        note(Figure::late, twin.nearer_by(asked.target(), 1));
        EXPECT_EQ(time, 1);
        return;
    }
    score.unresolved += found.kind == ImpactKind::unresolved;
    score.meeting += found.kind == ImpactKind::meets && time > 0;
    score.at_once += time == 0;
    const reference::PlacedBox first = twin.at(0, time), second = twin.at(1, time);
    const reference::Point on_first = point_of(found.closest.first_offset),
                           on_second = point_of(found.closest.second_offset),
                           direction = point_of(found.closest.direction);
    note(Figure::outside,
         std::max(outside_of(first, asked.radius[0], on_first), outside_of(second, asked.radius[1], on_second)));
    const reference::Point from = reference::add_scaled(first.center, 1, on_first),
                           to = reference::add_scaled(second.center, 1, on_second),
                           between = reference::minus(to, from);
    note(Figure::between,
         reference::length(reference::add_scaled(between, -static_cast<double>(found.closest.distance), direction)));
    if (found.kind != ImpactKind::meets) return;
    const double most = asked.target() + std::max(asked.tolerance, 4 * delta);
    note(Figure::early, std::max(0.0, reference_distance(first, second).lower - most));
}

float part(test::Random& random, double most) {
    return static_cast<float>(random.uniform(-most, most));
}

BoxMotion motion_of(test::Random& random, const OrientedBox&, double speed, double turn) {
    const double share = turn / 1.7321;
    const double most = std::min<double>(speed, kMaxTranslation);
    return {{part(random, most), part(random, most), part(random, most)},
            {part(random, share), part(random, share), part(random, share)}};
}
RectMotion motion_of(test::Random& random, const OrientedRect&, double speed, double turn) {
    const double most = std::min<double>(speed, kMaxTranslation);
    return {{part(random, most), part(random, most)}, part(random, turn)};
}

double size_of(const OrientedBox& box) {
    return reference::length(reference::to_point(box.half_extents));
}
double size_of(const OrientedRect& rect) {
    return std::hypot(rect.half_extents.x, rect.half_extents.y);
}

/// Adds, up to the legal limit.
float moved(float from, float by, float scale) {
    return std::clamp(from + scale * by, -kMaxCenter, kMaxCenter);
}
void shift(Vec3& v, const Vec3& by, float scale) {
    v = {moved(v.x, by.x, scale), moved(v.y, by.y, scale), moved(v.z, by.z, scale)};
}
void shift(Vec2& v, const Vec2& by, float scale) {
    v = {moved(v.x, by.x, scale), moved(v.y, by.y, scale)};
}

struct Cases {
    std::uint64_t count;
    double turn;          ///< the largest angle
    std::uint32_t times;  ///< to look at, per pair
    bool rounded;         ///< most boxes have a radius, and some are points, segments or plates with it
};

/// Makes pairs that touch or nearly touch, moves the second box away, and lets it come back in part, in full or beyond,
/// a little sideways. Sometimes nothing is moved away.
template <class Box, class Make>
void judge(const Cases& cases, test::Random& random, Make&& make) {
    const auto [count, turn, times, rounded] = cases;
    using Types = test::ImpactTypes<Box>;
    constexpr std::uint64_t kBatchPairs = 50;
    ImpactScore score;
    for (std::uint64_t done = 0; done < count && !testing::Test::HasFailure(); done += kBatchPairs) {
        test::PosedPairs<Box> poses;
        std::vector<typename Types::Motion> motions;
        std::vector<float> radii;
        double size = 0;
        for (std::uint64_t i = 0; i < std::min(kBatchPairs, count - done); ++i) {
            auto duo = make();
            double pair_size = size_of(duo.a) + size_of(duo.b);
            const float extent = std::max(duo.a.half_extents.x, duo.b.half_extents.x);
            for (Box* const box : {&duo.a, &duo.b}) {
                radii.push_back(rounded ? test::random_radius(random, extent) : 0);
                if (rounded) test::flatten(*box, random);
                pair_size += double{radii.back()};
            }
            size = std::max(size, pair_size);
            auto first = motion_of(random, duo.a, random.coin() ? 0 : pair_size, random.coin() ? 0 : turn);
            auto second = motion_of(random, duo.b, pair_size * random.uniform(0, 0.3), turn);
            const auto away = motion_of(random, duo.b, pair_size * random.uniform(0.5, 4), 0).translation;
            if (random.below(5) != 0) shift(duo.b.center, away, 1);
            shift(second.translation, away, static_cast<float>(-random.uniform(0.5, 2)));
            shift(second.translation, first.translation, 1);
            if (random.coin()) std::swap(first, second);
            poses.add(duo);
            motions.push_back(first);
            motions.push_back(second);
        }
        ImpactOptions options;
        options.distance = random.coin() ? 0 : static_cast<float>(size * std::pow(10, random.uniform(-6, 0)));
        options.tolerance = random.below(9) == 0 ? 0 : static_cast<float>(size * std::pow(10, random.uniform(-7, -2)));
        const auto found = test::on_every_isa([&](const Execution& execution) {
            ImpactOptions on_one = options;
            on_one.execution = execution;
            return test::impacts_of<Box>(test::make_rounded(poses.boxes, radii, execution),
                                         std::span<const typename Types::Motion>(motions), poses.pairs, on_one);
        });
        for (std::size_t k = 0; k < found.size() && !testing::Test::HasFatalFailure(); ++k) {
            const Asked asked{options.distance, options.tolerance, {radii[2 * k], radii[2 * k + 1]}, times};
            judge_one<typename Types::Moving>({poses.boxes[2 * k], motions[2 * k]},
                                              {poses.boxes[2 * k + 1], motions[2 * k + 1]}, found[k], asked, score);
        }
    }
    score.worst.note(Figure::unresolved, static_cast<double>(score.unresolved) / static_cast<double>(count),
                     [&] { return std::to_string(score.unresolved); });
    std::printf("  meet %.3f at once %.3f", static_cast<double>(score.meeting) / static_cast<double>(count),
                static_cast<double>(score.at_once) / static_cast<double>(count));
    score.worst.print();
    score.worst.expect_promises();
    EXPECT_GT(score.meeting, count / 100);
    EXPECT_GT(count - score.meeting - score.at_once, count / 100);
}

constexpr std::uint32_t kQuickTimes = 100, kNightlyTimes = 4096;

/// Half of the pairs turn by up to half a circle. The others do not turn, or quickly.
void judge_boxes(PairRegime regime, std::uint64_t count, std::uint64_t seed, std::uint32_t times, bool rounded) {
    test::Random random(seed * 1000003 + static_cast<std::uint64_t>(regime));
    for (const double turn : {0.0, 1.0, 3.0, 12.0}) {
        judge<OrientedBox>({count / 4, turn, times, rounded}, random, [&] { return test::make_pair(regime, random); });
    }
}

void judge_rects(RectRegime regime, std::uint64_t count, std::uint64_t seed, std::uint32_t times, bool rounded) {
    test::Random random(seed * 1000003 + static_cast<std::uint64_t>(regime));
    for (const double turn : {0.0, 1.0, 3.0, 12.0}) {
        judge<OrientedRect>({count / 4, turn, times, rounded}, random,
                            [&] { return test::make_rect_pair(regime, random); });
    }
}

class ImpactOracle : public testing::TestWithParam<PairRegime> {};
class NightlyImpactOracle : public ImpactOracle {};
class RectImpactOracle : public testing::TestWithParam<RectRegime> {};
class NightlyRectImpactOracle : public RectImpactOracle {};

TEST_P(ImpactOracle, NoTimeIsLateOrTooEarly) {
    judge_boxes(GetParam(), test::quick_cases(2000), 1, kQuickTimes, false);
}

TEST_P(ImpactOracle, NoTimeOfRoundedBoxesIsLateOrTooEarly) {
    judge_boxes(GetParam(), test::quick_cases(2000), 3, kQuickTimes, true);
}

TEST_P(NightlyImpactOracle, NoTimeIsLateOrTooEarly) {
    const std::uint64_t count = test::pairs_wanted(1000000) / std::size(test::kPairRegimes);
    for (const bool rounded : {false, true}) judge_boxes(GetParam(), count / 2, 2, kNightlyTimes, rounded);
}

TEST_P(RectImpactOracle, NoTimeIsLateOrTooEarly) {
    judge_rects(GetParam(), test::quick_cases(2000), 1, kQuickTimes, false);
}

TEST_P(RectImpactOracle, NoTimeOfRoundedRectanglesIsLateOrTooEarly) {
    judge_rects(GetParam(), test::quick_cases(2000), 3, kQuickTimes, true);
}

TEST_P(NightlyRectImpactOracle, NoTimeIsLateOrTooEarly) {
    const std::uint64_t count = test::pairs_wanted(1000000) / std::size(test::kRectRegimes);
    for (const bool rounded : {false, true}) judge_rects(GetParam(), count / 2, 2, kNightlyTimes, rounded);
}

/// Returns the first time at which two points are at most `reach` apart: the lesser root of a quadratic equation, zero
/// when they are so near at time 0, infinite when they never are. `apart`: at time 0.
double first_time(const reference::Point& apart, const reference::Point& speed, double reach) {
    const double a = reference::dot(speed, speed), b = reference::dot(apart, speed),
                 c = reference::dot(apart, apart) - reach * reach, root = b * b - a * c;
    if (c <= 0) return 0;
    return b < 0 && root >= 0 ? (-b - std::sqrt(root)) / a : INFINITY;
}

TEST(BallImpacts, AreTheRootsOfTheirQuadraticEquation) {
    test::Random random(7);
    std::vector<OrientedBox> balls;
    std::vector<BoxMotion> motions;
    std::vector<BoxPair> pairs;
    std::vector<float> radii;
    for (std::uint32_t i = 0; i < 10000; ++i) {
        balls.push_back({{part(random, 3), part(random, 3), part(random, 3)}, {0, 0, 0}, {0, 0, 0, 1}});
        motions.push_back(motion_of(random, balls[i], 5, random.coin() ? 0 : 9));
        radii.push_back(static_cast<float>(random.uniform(0.01, 1.5)));
        if (i % 2 != 0) pairs.push_back({i - 1, i});
    }
    const BoxBatch batch = test::make_rounded(balls, radii);
    std::uint32_t meeting = 0, missing = 0, at_once = 0;
    for (const float distance : {0.0F, 0.25F}) {
        const float tolerance = 1e-3F;
        const auto found =
            test::impacts_of<OrientedBox>(batch, {motions}, pairs, {.distance = distance, .tolerance = tolerance});
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            const std::uint32_t a = pairs[k].first, b = pairs[k].second;
            const auto apart = reference::minus(point_of(balls[b].center), point_of(balls[a].center)),
                       speed = reference::minus(point_of(motions[b].translation), point_of(motions[a].translation));
            // Delta of sizes below 50 m is below 2e-4, a fifth of the tolerance.
            const double reach = double{distance} + radii[a] + radii[b];
            const double latest = first_time(apart, speed, reach - 1e-9),
                         earliest = first_time(apart, speed, reach + double{tolerance} + 2e-4);
            const bool meets = found[k].kind == ImpactKind::meets;
            ASSERT_NE(found[k].kind, ImpactKind::unresolved) << k;
            if (latest <= 1) {
                ASSERT_TRUE(meets) << k;
                ASSERT_LE(found[k].time, latest) << k;
            }
            if (earliest > 1) {
                ASSERT_FALSE(meets) << k;
            }
            ASSERT_GE(found[k].time, std::min(1.0, earliest)) << k;
            ++(found[k].time == 0 ? at_once : meets ? meeting : missing);
        }
    }
    for (const std::uint32_t count : {meeting, missing, at_once}) EXPECT_GT(count, 500U);
}

INSTANTIATE_TEST_SUITE_P(Regimes, ImpactOracle, testing::ValuesIn(test::kPairRegimes),
                         testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(Regimes, NightlyImpactOracle, testing::ValuesIn(test::kPairRegimes),
                         testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(Regimes, RectImpactOracle, testing::ValuesIn(test::kRectRegimes),
                         testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(Regimes, NightlyRectImpactOracle, testing::ValuesIn(test::kRectRegimes),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace satori
