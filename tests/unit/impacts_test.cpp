// times_of_impact(), time_of_impact() and find_impacts(): what they promise beyond exactness
// (property/impact_oracle_test.cpp).

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/moving_twin.hpp"
#include "support/bytes.hpp"
#include "support/executors.hpp"
#include "support/impact_calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/pair_regimes.hpp"
#include "support/posed_pairs.hpp"
#include "support/rect_regimes.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

constexpr float kPi = 3.14159265F;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

MovingBox cube_at(float x, float y, float z, const BoxMotion& motion = {}) {
    return {{{x, y, z}, {0.5F, 0.5F, 0.5F}, {0, 0, 0, 1}}, motion};
}

TimeOfImpact impact_of(const MovingBox& a, const MovingBox& b, const ImpactOptions& options = {}) {
    TimeOfImpact found;
    EXPECT_EQ(time_of_impact(a, b, found, options), Status::ok);
    return found;
}

TEST(Impacts, OfCubesThatMoveStraight) {
    const TimeOfImpact found = impact_of(cube_at(0, 0, 0), cube_at(3, 0.25F, 0, {{-4, 0, 0}, {}}));
    EXPECT_EQ(found.kind, ImpactKind::meets);
    EXPECT_LE(found.time, 0.5F);
    EXPECT_GE(found.time, 0.5F - 1e-3F / 4);
    EXPECT_LE(found.closest.distance, 1e-3F);
    EXPECT_EQ(found.closest.direction, (Vec3{1, 0, 0}));
    EXPECT_EQ(found.closest.first_offset.x, 0.5F);
    EXPECT_EQ(found.closest.second_offset.x, -0.5F);
    // Half a meter earlier with a distance.
    const TimeOfImpact near = impact_of(cube_at(0, 0, 0), cube_at(3, 0.25F, 0, {{-4, 0, 0}, {}}), {.distance = 0.5F});
    EXPECT_NEAR(near.time, 0.375F, 3e-4F);
    EXPECT_LE(near.time, 0.375F);
}

// The bar turns by a right angle and comes to a point beside it.
TEST(Impacts, OfABarThatTurns) {
    const MovingBox bar{{{0, 0, 0}, {2, 0.01F, 0.1F}, {0, 0, 0, 1}}, {{}, {0, 0, kPi / 2}}};
    const MovingBox point{{{0, 1.5F, 0}, {0, 0, 0}, {0, 0, 0, 1}}, {}};
    const TimeOfImpact found = impact_of(bar, point, {.tolerance = 1e-4F});
    const double expected = 1 - std::asin(0.01 / 1.5) / (kPi / 2.0);
    EXPECT_EQ(found.kind, ImpactKind::meets);
    EXPECT_LE(found.time, expected);
    EXPECT_GE(found.time, expected - 1e-4);
    EXPECT_EQ(impact_of(bar, {{{0, 2.1F, 0}, {0, 0, 0}, {0, 0, 0, 1}}, {}}).kind, ImpactKind::none);
}

// At no time of a step does the bullet overlap the wall.
TEST(Impacts, OfABulletAndAThinWall) {
    const MovingBox wall{{{0, 0, 0}, {0.01F, 5, 5}, {0, 0, 0, 1}}, {}};
    MovingBox bullet{{{-10, 1, 1}, {0.02F, 0.005F, 0.005F}, {0, 0, 0, 1}}, {{1000, 0, 0}, {0, 60, 0}}};
    const TimeOfImpact found = impact_of(wall, bullet);
    EXPECT_EQ(found.kind, ImpactKind::meets);
    EXPECT_NEAR(found.time, 9.98 / 1000, 3e-5);
    bullet.motion.translation = {1000, 1000, 0};
    EXPECT_EQ(impact_of(wall, bullet).kind, ImpactKind::none);
}

TEST(Impacts, OfBoxesThatDoNotMeetAreTimeOne) {
    const TimeOfImpact found = impact_of(cube_at(0, 0, 0), cube_at(3, 0, 0, {{1, 0, 0}, {1, 2, 3}}));
    EXPECT_TRUE(test::same_bytes(std::vector{found}, std::vector{TimeOfImpact{}}));
    EXPECT_EQ(found.time, 1);
    EXPECT_EQ(found.kind, ImpactKind::none);
}

TEST(Impacts, AreAtTimeZeroWhereBoxesOverlapOrAreTooNear) {
    const TimeOfImpact overlap = impact_of(cube_at(0, 0, 0), cube_at(0.75F, 0, 0, {{9, 0, 0}, {}}));
    EXPECT_EQ(overlap.kind, ImpactKind::meets);
    EXPECT_EQ(overlap.time, 0);
    EXPECT_EQ(overlap.closest.distance, 0);
    EXPECT_EQ(overlap.closest.direction, (Vec3{}));
    EXPECT_FLOAT_EQ(overlap.closest.first_offset.x, 0.75F + overlap.closest.second_offset.x);
    const TimeOfImpact near = impact_of(cube_at(0, 0, 0), cube_at(1.25F, 0, 0, {{9, 0, 0}, {}}), {.distance = 0.5F});
    EXPECT_EQ(near.kind, ImpactKind::meets);
    EXPECT_EQ(near.time, 0);
    EXPECT_EQ(near.closest.distance, 0.25F);
    // Within the tolerance, but moving apart.
    EXPECT_EQ(impact_of(cube_at(0, 0, 0), cube_at(1.0005F, 0, 0, {{1, 0, 0}, {}})).kind, ImpactKind::none);
}

// Only the relative motion counts: what both do in common changes nothing, also far from the origin.
TEST(Impacts, DoNotDependOnACommonTranslation) {
    const TimeOfImpact alone = impact_of(cube_at(0, 0, 0), cube_at(3, 0, 0, {{-4, 0, 0}, {0, 1, 0}}));
    const TimeOfImpact common = impact_of(cube_at(1 << 20, 0, 0, {{1 << 20, 512, 0}, {}}),
                                          cube_at((1 << 20) + 3, 0, 0, {{(1 << 20) - 4, 512, 0}, {0, 1, 0}}));
    EXPECT_TRUE(test::same_bytes(std::vector{alone}, std::vector{common}));
}

// Two balls: the time is that of their centers. With a radius, the points lie on the surfaces.
TEST(Impacts, OfBoxesWithRadii) {
    std::vector<OrientedBox> boxes = {cube_at(0, 0, 0).box, cube_at(5, 0, 0).box};
    for (OrientedBox& box : boxes) box.half_extents = {0, 0, 0};
    BoxBatch batch = test::make_batch(boxes);
    const float radii[] = {1, 0.5F};
    ASSERT_EQ(batch.set_radii(radii), Status::ok);
    const std::vector<BoxMotion> motions = {{{0, 0, 0}, {7, 8, 9}}, {{-7, 0, 0}, {0, 50, 0}}};
    const TimeOfImpact found = test::impacts_of<OrientedBox>(batch, {motions}, {{0, 1}}, {.tolerance = 1e-4F})[0];
    EXPECT_EQ(found.kind, ImpactKind::meets);
    EXPECT_LE(found.time, 0.5F);
    EXPECT_GE(found.time, 0.5F - 1e-4F / 7);
    EXPECT_LE(found.closest.distance, 1e-4F);
    EXPECT_NEAR(found.closest.first_offset.x, 1, 1e-6F);
    EXPECT_NEAR(found.closest.second_offset.x, -0.5F, 1e-6F);
    EXPECT_EQ(test::meeting_pairs_of<OrientedBox>(batch, {motions}).size(), 1U);
    const std::vector<BoxMotion> beside = {{}, {{-7, 2.3F, 0}, {}}};
    EXPECT_EQ(test::impacts_of<OrientedBox>(batch, {beside}, {{0, 1}})[0].kind, ImpactKind::none);
}

// Two rods that mesh like gears and never touch: each step proves little.
TEST(Impacts, AreUnresolvedWhenStepsRunOut) {
    const auto rods = [](float turn) {
        const MovingBox first{{{0, 0, 0}, {1, 0.01F, 0.01F}, {0, 0, 0, 1}}, {{}, {0, 0, turn}}};
        const MovingBox second{{{1.5F, 0, 0}, {0.01F, 1, 0.01F}, {0, 0, 0, 1}}, {{}, {0, 0, turn}}};
        return impact_of(first, second);
    };
    EXPECT_EQ(rods(3).kind, ImpactKind::none);
    const TimeOfImpact fast = rods(kMaxTurn);
    EXPECT_EQ(fast.kind, ImpactKind::unresolved);
    EXPECT_GT(fast.time, 0.1F);
    EXPECT_LT(fast.time, 1);
    EXPECT_GT(fast.closest.distance, 1e-3F);
}

/// Returns the first of 4096 times at which the boxes overlap by more than delta, by the oracle; 2 when there is none.
double first_overlap(const MovingBox& a, const MovingBox& b) {
    MovingTwin twin(a, b);
    for (int step = 0; step <= 4096; ++step)
        if (twin.nearer_by(0, step / 4096.0) > twin.delta()) return step / 4096.0;
    return 2;
}

// A rotation so small that its square underflows, rods that turn about themselves but for a thousandth, and a rod that
// first moves away: bounds of the turning must not lose digits.
TEST(Impacts, AreNotLateWhereBoundsCancel) {
    const OrientedBox plate{{0, 0, 0}, {0.01F, 3, 3}, {0, 0, 0, 1}};
    const MovingBox cases[][2] = {
        {{{{0, 0, 0}, {0.1F, 0.1F, 10}, {0, 0, 0, 1}}, {{}, {0, 0, 1e-40F}}}, cube_at(0, 0, 15, {{0, 0, -10}, {}})},
        {{{{0, 0, 0}, {0.1F, 0.1F, 10}, {0, 0, 0, 1}}, {{}, {0, 0, 1e-37F}}}, cube_at(0, 0, 15, {{0, 0, -10}, {}})},
        {{plate, {}},
         {{{0.02067411318421364F, 0, 0}, {1, 0, 0}, {0, 0, 0.7033441066741943F, 0.7108495235443115F}},
          {{}, {0.03319225832819939F, 2.999816417694092F, 0}}}},
        {{plate, {}},
         {{{0.018763067200779915F, 0, 0}, {1, 0, 0}, {0, 0, 0.7040147185325623F, 0.7101853489875793F}},
          {{0.5F, 0, 0}, {1.5707964F, 2.7206991F, 0}}}},
    };
    for (const auto& [a, b] : cases) {
        const TimeOfImpact found = impact_of(a, b);
        EXPECT_EQ(found.kind, ImpactKind::meets);
        EXPECT_LE(found.time, first_overlap(a, b));
        EXPECT_LE(first_overlap(a, b), 1);
        const std::vector<OrientedBox> boxes = {a.box, b.box};
        const std::vector<BoxMotion> motions = {a.motion, b.motion};
        EXPECT_EQ(test::meeting_pairs_of<OrientedBox>(test::make_batch(boxes), {motions}),
                  (std::vector<BoxPair>{{0, 1}}));
    }
}

// Boxes that cross without a corner in each other, beside a pair that needs more rounds than they do.
TEST(Impacts, OfBoxesThatCrossKeepTheirPointAmongOthers) {
    const float eighth = std::sin(kPi / 8), cosine = std::cos(kPi / 8);
    const std::vector<OrientedBox> boxes = {{{0, 0, 0}, {2, 0.1F, 0.1F}, {0, 0, 0, 1}},
                                            {{0, 0, 0.05F}, {0.1F, 2, 0.1F}, {0, 0, 0, 1}},
                                            {{0, 0, 0}, {2, 0.2F, 0.1F}, {0, 0, 0, 1}},
                                            {{-0.2F, -0.8F, 0.4F}, {1, 1, 0.1F}, {0, 0, eighth, cosine}}};
    const std::vector<BoxMotion> motions = {{}, {}, {}, {{0, 0, -1}, {}}};
    const std::vector<BoxPair> pairs = {{0, 1}, {2, 3}};
    for (const ImpactOptions& limits : {ImpactOptions{}, ImpactOptions{.distance = 0.1F},
                                        ImpactOptions{.tolerance = 0.1F}, ImpactOptions{.distance = 2}}) {
        const auto found = test::on_every_isa([&](const Execution& execution) {
            ImpactOptions options = limits;
            options.execution = execution;
            return test::impacts_of<OrientedBox>(test::make_batch(boxes, execution), {motions}, pairs, options);
        });
        EXPECT_EQ(found[0].kind, ImpactKind::meets);
        EXPECT_EQ(found[0].time, 0);
        EXPECT_EQ(found[0].closest.distance, 0);
        EXPECT_EQ(found[0].closest.direction, (Vec3{}));
        EXPECT_EQ(found[0].closest.first_offset.z, 0.05F + found[0].closest.second_offset.z);
    }
}

// The square of their distance underflows.
TEST(Impacts, OfPointsBesideEachOther) {
    const OrientedBox point{{0, 0, 0}, {0, 0, 0}, {0, 0, 0, 1}};
    OrientedBox beside = point;
    beside.center.x = 2e-23F;
    EXPECT_EQ(impact_of({point, {}}, {beside, {}}, {.distance = 1e-8F}).kind, ImpactKind::meets);
}

TEST(Impacts, OfSkippedBoxesAreNone) {
    std::vector<OrientedBox> boxes = {cube_at(0, 0, 0).box, cube_at(3, 0, 0).box, cube_at(6, 0, 0).box};
    boxes[1].half_extents.x = kNan;
    BoxBatch batch;
    ASSERT_EQ(batch.assign(box_rows(boxes), OnInvalid::skip), Status::ok);
    const std::vector<BoxMotion> motions = {{{6, 0, 0}, {}}, {}, {}};
    const auto found = test::impacts_of<OrientedBox>(batch, {motions}, {{0, 1}, {1, 2}, {0, 2}});
    EXPECT_EQ(found[0].kind, ImpactKind::none);
    EXPECT_EQ(found[0].time, 1);
    EXPECT_EQ(found[1].kind, ImpactKind::none);
    EXPECT_EQ(found[2].kind, ImpactKind::meets);
    EXPECT_EQ(test::meeting_pairs_of<OrientedBox>(batch, {motions}), (std::vector<BoxPair>{{0, 2}}));
}

TEST(Impacts, RestWithoutMotions) {
    const auto first = test::make_batch({cube_at(0, 0, 0).box}), second = test::make_batch({cube_at(3, 0, 0).box});
    const std::vector<BoxMotion> to_second = {{{4, 0, 0}, {}}}, to_first = {{{-4, 0, 0}, {}}};
    const std::span<const BoxMotion> none;
    const BoxSets sets(first, second);
    const BoxPair pair[] = {{0, 0}};
    const auto time = [&](const BoxMotions& motions) {
        return test::impacts_of<OrientedBox>(sets, motions, {pair[0]})[0].time;
    };
    EXPECT_NEAR(time({to_second}), 0.5F, 1e-3);
    EXPECT_NEAR(time({none, to_first}), 0.5F, 1e-3);
    EXPECT_NEAR(time({to_second, to_first}), 0.25F, 1e-3);
    EXPECT_EQ(time(none), 1);
}

/// Boxes that touch or nearly so, each with a motion.
template <class Box>
struct Scene {
    test::PosedPairs<Box> poses;
    std::vector<typename test::ImpactTypes<Box>::Motion> motions;
};

BoxMotion some_motion(test::Random& random, const OrientedBox& box, double turn) {
    const double speed = std::min(4 * box.half_extents.x, kMaxTranslation);
    const auto part = [&](double most) { return static_cast<float>(random.uniform(-most, most)); };
    return {{part(speed), part(speed), part(speed)}, {part(turn), part(turn), part(turn)}};
}
RectMotion some_motion(test::Random& random, const OrientedRect& rect, double turn) {
    const double speed = std::min(4 * rect.half_extents.x, kMaxTranslation);
    const auto part = [&](double most) { return static_cast<float>(random.uniform(-most, most)); };
    return {{part(speed), part(speed)}, part(turn)};
}

template <class Box>
auto exchanged(const typename test::ImpactTypes<Box>::Impact& impact) {
    auto other = impact;
    std::swap(other.closest.first_offset, other.closest.second_offset);
    auto& direction = other.closest.direction;
    direction.x = 0 - direction.x;
    direction.y = 0 - direction.y;
    if constexpr (std::is_same_v<Box, OrientedBox>) direction.z = 0 - direction.z;
    return other;
}

// R5, R10: a pair's answer is its own, in any lane, next to any other pair, in either order, in one set or between two,
// alone or in a batch.
template <class Box, class Duos>
void expect_own_answers(Duos&& next, test::Random& random) {
    using Types = test::ImpactTypes<Box>;
    Scene<Box> scene;
    for (int i = 0; i < 600; ++i) {
        const auto duo = next();
        scene.poses.add(duo);
        scene.motions.push_back(some_motion(random, duo.a, 2));
        scene.motions.push_back(some_motion(random, duo.b, 2));
    }
    const std::span<const typename Types::Motion> motions(scene.motions);
    const ImpactOptions options{.distance = 0.01F};
    const auto batch = test::make_batch(scene.poses.boxes);
    const auto expected = test::impacts_of<Box>(batch, motions, scene.poses.pairs, options);
    for (std::size_t size = 1; size <= 100; ++size) {
        std::vector<BoxPair> asked;
        std::vector<typename Types::Impact> wanted;
        for (std::size_t k = 0; k < size; ++k) {
            const std::uint32_t which = random.below(600);
            const bool reversed = random.coin();
            const BoxPair pair = scene.poses.pairs[which];
            asked.push_back(reversed ? BoxPair{pair.second, pair.first} : pair);
            wanted.push_back(reversed ? exchanged<Box>(expected[which]) : expected[which]);
        }
        ASSERT_TRUE(test::same_bytes(test::impacts_of<Box>(batch, motions, asked, options), wanted)) << size;
    }
    std::vector<Box> boxes[2];
    std::vector<typename Types::Motion> of_set[2];
    std::vector<BoxPair> pairs;
    for (std::uint32_t k = 0; k < scene.poses.pairs.size(); ++k) {
        for (std::uint32_t s = 0; s < 2; ++s) {
            boxes[s].push_back(scene.poses.boxes[2 * k + s]);
            of_set[s].push_back(motions[2 * k + s]);
        }
        pairs.push_back({k, k});
        typename Types::Impact alone;
        ASSERT_EQ(time_of_impact(typename Types::Moving{boxes[0].back(), of_set[0].back()},
                                 typename Types::Moving{boxes[1].back(), of_set[1].back()}, alone, options),
                  Status::ok);
        ASSERT_TRUE(test::same_bytes(std::vector{alone}, std::vector{expected[k]})) << k;
    }
    const auto first = test::make_batch(boxes[0]), second = test::make_batch(boxes[1]);
    const auto view = [](const auto& motion) { return std::span<const typename Types::Motion>(motion); };
    EXPECT_TRUE(test::same_bytes(
        test::impacts_of<Box>({first, second}, {view(of_set[0]), view(of_set[1])}, pairs, options), expected));
    int kinds[3] = {};
    for (const auto& impact : expected) ++kinds[static_cast<int>(impact.kind)];
    EXPECT_GT(kinds[0], 30);
    EXPECT_GT(kinds[1], 60);
}

TEST(Impacts, OfAPairAreItsOwn) {
    test::Random random(1);
    expect_own_answers<OrientedBox>(
        [&] { return test::make_pair(test::kPairRegimes[random.below(std::size(test::kPairRegimes))], random); },
        random);
}

TEST(Impacts, OfAPairOfRectanglesAreItsOwn) {
    test::Random random(2);
    expect_own_answers<OrientedRect>(
        [&] { return test::make_rect_pair(test::kRectRegimes[random.below(std::size(test::kRectRegimes))], random); },
        random);
}

TEST(Impacts, RefuseWhatTestPairsRefuses) {
    const auto batch = test::make_batch({cube_at(0, 0, 0).box, cube_at(3, 0, 0).box});
    Workspace workspace;
    std::vector<TimeOfImpact> found(1);
    found[0].time = 7;
    const BoxPair same[] = {{1, 1}}, unknown[] = {{0, 2}}, good[] = {{0, 1}, {1, 0}};
    std::uint64_t index = 9;
    EXPECT_EQ(times_of_impact({batch, {}}, same, found, workspace, {.invalid_pair = &index}), Status::invalid_id);
    EXPECT_EQ(index, 0U);
    EXPECT_EQ(times_of_impact({batch, {}}, unknown, found, workspace), Status::invalid_id);
    EXPECT_EQ(times_of_impact({batch, {}}, good, found, workspace), Status::invalid_argument);
    const std::span<const BoxPair> one(good, 1);
    PairResult result;
    for (const float bad : {-1.0F, 2e9F, kNan}) {
        for (const ImpactOptions& options : {ImpactOptions{.distance = bad}, ImpactOptions{.tolerance = bad}}) {
            EXPECT_EQ(times_of_impact({batch, {}}, one, found, workspace, options), Status::invalid_argument) << bad;
            EXPECT_EQ(find_impacts({batch, {}}, workspace, result, options), Status::invalid_argument) << bad;
        }
    }
    EXPECT_EQ(found[0].time, 7);
    EXPECT_EQ(times_of_impact({batch, {}}, one, found, workspace), Status::ok);
}

TEST(Impacts, NameTheFirstMotionThatIsNotLegal) {
    const auto first = test::make_batch({cube_at(0, 0, 0).box, cube_at(3, 0, 0).box}),
               second = test::make_batch({cube_at(6, 0, 0).box});
    Workspace workspace;
    std::vector<TimeOfImpact> found(1);
    PairResult result;
    const BoxPair pairs[] = {{0, 0}};
    const std::vector<BoxMotion> few(1), rest(2);
    const auto status_of = [&](const BoxMotions& motions, InvalidMotion* invalid) {
        const ImpactOptions options{.invalid_motion = invalid};
        const Status status = times_of_impact({{first, second}, motions}, pairs, found, workspace, options);
        EXPECT_EQ(find_impacts({{first, second}, motions}, workspace, result, options), status);
        return status;
    };
    EXPECT_EQ(status_of({few}, nullptr), Status::invalid_argument);
    EXPECT_EQ(status_of({rest, rest}, nullptr), Status::invalid_argument);
    EXPECT_EQ(status_of({rest, few}, nullptr), Status::ok);
    const float infinity = std::numeric_limits<float>::infinity();
    for (const BoxMotion& bad : {BoxMotion{{0, kNan, 0}, {}}, BoxMotion{{0, 0, -infinity}, {}},
                                 BoxMotion{{1.1e8F, 0, 0}, {}}, BoxMotion{{}, {kNan, 0, 0}}, BoxMotion{{}, {0, 101, 0}},
                                 BoxMotion{{}, {70, 70, 70}}, BoxMotion{{}, {0, 0, infinity}}}) {
        InvalidMotion invalid{9, 9};
        const std::vector<BoxMotion> of_first = {{}, bad}, of_second = {bad};
        EXPECT_EQ(status_of({of_first, of_second}, &invalid), Status::invalid_argument);
        EXPECT_EQ(invalid.index, 1U);
        EXPECT_EQ(invalid.set, 0U);
        EXPECT_EQ(status_of({rest, of_second}, &invalid), Status::invalid_argument);
        EXPECT_EQ(invalid.index, 0U);
        EXPECT_EQ(invalid.set, 1U);
        TimeOfImpact one;
        EXPECT_EQ(time_of_impact(cube_at(0, 0, 0, bad), cube_at(3, 0, 0), one), Status::invalid_argument);
    }
    TimeOfImpact one;
    one.time = 7;
    EXPECT_EQ(time_of_impact(cube_at(2e8F, 0, 0), cube_at(3, 0, 0), one), Status::invalid_box);
    EXPECT_EQ(one.time, 7);
    RectTimeOfImpact flat;
    EXPECT_EQ(time_of_impact(MovingRect{{}, {{0, 0}, 101}}, MovingRect{}, flat), Status::invalid_argument);
}

// At time 0.003 the boxes would overlap if they had turned, but not moved. They never meet; a corner that passes a
// corner may leave them unresolved.
TEST(Impacts, OfABoxThatTurnsAwayWhileItMoves) {
    const MovingRect a{{{0, 3.1875F}, {3.1875F, 3.1875F}, 3.10584F}, {{5.61573792F, 0}, 0}},
        b{{{-3.18095922F, -3.06715226F}, {0, 3.1875F}, 3.1875F}, {{-4.7670846F, -4.19989634F}, -6.02304363F}};
    RectTimeOfImpact found;
    ASSERT_EQ(time_of_impact(a, b, found), Status::ok);
    EXPECT_NE(found.kind, ImpactKind::meets);
    const auto tall = [](const MovingRect& flat) {
        const OrientedRect& rect = flat.rect;
        const double half = double{rect.angle} / 2;
        return MovingBox{{{rect.center.x, rect.center.y, 0},
                          {rect.half_extents.x, rect.half_extents.y, 1},
                          {0, 0, static_cast<float>(std::sin(half)), static_cast<float>(std::cos(half))}},
                         {{flat.motion.translation.x, flat.motion.translation.y, 0}, {0, 0, flat.motion.rotation}}};
    };
    EXPECT_NE(impact_of(tall(a), tall(b)).kind, ImpactKind::meets);
}

// Motions that come to rest are next to nothing for a while.
TEST(Impacts, OfMotionsNextToNothing) {
    for (float speed = 1; speed > 0; speed /= 2) {
        for (const float v : {speed, -speed}) {
            EXPECT_EQ(impact_of(cube_at(0, 0, 0), cube_at(3, 0, 0, {{v, 1, 0}, {}})).kind, ImpactKind::none) << v;
            EXPECT_EQ(impact_of(cube_at(0, 0, 0), cube_at(3, 0, 0, {{v, 0, v}, {v, v, v}})).kind, ImpactKind::none)
                << v;
            const MovingRect still{{{0, 0}, {0.5F, 0.5F}, 0}, {}}, moving{{{3, 0}, {0.5F, 0.5F}, 0}, {{v, 1}, v}};
            RectTimeOfImpact found;
            EXPECT_EQ(time_of_impact(still, moving, found), Status::ok);
            EXPECT_EQ(found.kind, ImpactKind::none) << v;
        }
    }
}

/// The pairs of which times_of_impact() does not say `none`, of all pairs.
template <class Box, class Batch>
std::vector<BoxPair> all_meeting(const Batch& batch, const typename test::ImpactTypes<Box>::Motions& motions,
                                 const ImpactOptions& options) {
    std::vector<BoxPair> all, meeting;
    for (std::uint32_t i = 0; i < batch.size(); ++i)
        for (std::uint32_t j = i + 1; j < batch.size(); ++j) all.push_back({i, j});
    const auto found = test::impacts_of<Box>(batch, motions, all, options);
    for (std::size_t k = 0; k < all.size(); ++k)
        if (found[k].kind != ImpactKind::none) meeting.push_back(all[k]);
    return meeting;
}

TEST(FoundImpacts, AreThoseOfAllPairs) {
    test::Random random(5);
    for (const test::SceneKind kind : test::kSceneKinds) {
        const auto boxes = test::make_test_scene(kind, 120, 3);
        const auto batch = test::make_batch(boxes);
        for (const double turn : {0.0, 0.5, 20.0}) {
            std::vector<BoxMotion> motions;
            for (const OrientedBox& box : boxes) motions.push_back(some_motion(random, box, turn));
            for (const float distance : {0.0F, 0.3F}) {
                ImpactOptions options{.distance = distance};
                const auto wanted = all_meeting<OrientedBox>(batch, {motions}, options);
                for (const Isa isa : test::supported_isas()) {
                    options.execution = {isa};
                    ASSERT_EQ(test::meeting_pairs_of<OrientedBox>(batch, {motions}, options), wanted)
                        << isa_name(isa) << ' ' << turn << ' ' << distance;
                }
            }
        }
    }
}

// The least tolerance counts for the candidates too.
TEST(FoundImpacts, AreThoseWithinTheLeastTolerance) {
    const std::vector<OrientedBox> boxes = {{{0, 0, 0}, {1e-3F, 1e-3F, 1e-3F}, {0, 0, 0, 1}},
                                            {{1.00201F, 0, 0}, {1e-3F, 1e-3F, 1e-3F}, {0, 0, 0, 1}}};
    const std::vector<BoxMotion> motions = {{}, {{-4e-6F, 0, 0}, {}}};
    const ImpactOptions options{.distance = 1, .tolerance = 0};
    const auto batch = test::make_batch(boxes);
    EXPECT_EQ(test::impacts_of<OrientedBox>(batch, {motions}, {{0, 1}}, options)[0].kind, ImpactKind::meets);
    EXPECT_EQ(test::meeting_pairs_of<OrientedBox>(batch, {motions}, options), (std::vector<BoxPair>{{0, 1}}));
}

TEST(FoundImpacts, OfRectanglesAndOfTwoSets) {
    test::Random random(4);
    std::vector<OrientedRect> rects;
    std::vector<RectMotion> motions;
    for (int i = 0; i < 300; ++i) {
        rects.push_back(test::random_rect(random, 0.01, 2, 30));
        motions.push_back(some_motion(random, rects.back(), 3));
    }
    const auto batch = test::make_batch(rects);
    const ImpactOptions options{.distance = 0.1F, .tolerance = 0.01F};
    const auto all = all_meeting<OrientedRect>(batch, {motions}, options);
    EXPECT_EQ(test::meeting_pairs_of<OrientedRect>(batch, {motions}, options), all);

    const auto left = test::make_batch(std::vector(rects.begin(), rects.begin() + 100)),
               right = test::make_batch(std::vector(rects.begin() + 100, rects.end()));
    std::vector<BoxPair> wanted;
    for (const BoxPair& pair : all)
        if (pair.first < 100 && pair.second >= 100) wanted.push_back({pair.first, pair.second - 100});
    const std::span<const RectMotion> of_all(motions);
    EXPECT_EQ(test::meeting_pairs_of<OrientedRect>({left, right}, {of_all.first(100), of_all.subspan(100)}, options),
              wanted);
    EXPECT_GT(wanted.size(), 20U);
}

TEST(FoundImpacts, ObeyFiltersBuffersAndLimits) {
    std::vector<OrientedBox> row;
    for (int i = 0; i < 50; ++i) row.push_back(cube_at(static_cast<float>(i) * 1.5F, 0, 0).box);
    const auto batch = test::make_batch(row);
    std::vector<BoxMotion> motions(50);
    for (std::size_t i = 0; i < 50; i += 2) motions[i].translation.x = 1;
    Workspace workspace;
    PairResult result;
    std::vector<MotionType> types(50, MotionType::static_box);
    types[8] = MotionType::dynamic_box;
    ASSERT_EQ(find_impacts({batch, {motions}}, workspace, result, {.motions = {types}}), Status::ok);
    EXPECT_EQ(result.pair_count, 1U);
    BoxPair little[10];
    EXPECT_EQ(find_impacts({batch, {motions}}, workspace, result, {.buffer = {little, 10}}), Status::capacity_exceeded);
    EXPECT_EQ(result.pair_count, 25U);
    ImpactOptions limited;
    limited.execution.max_pairs = 10;
    EXPECT_EQ(find_impacts({batch, {motions}}, workspace, result, limited), Status::limit_exceeded);
    // The pairs that the workspace holds can be asked for their times.
    ASSERT_EQ(find_impacts({batch, {motions}}, workspace, result), Status::ok);
    std::vector<TimeOfImpact> found(result.pairs.size());
    ASSERT_EQ(times_of_impact({batch, {motions}}, result.pairs, found, workspace), Status::ok);
    for (const TimeOfImpact& each : found) EXPECT_NEAR(each.time, 0.5F, 1e-3F);
}

}  // namespace
}  // namespace satori
