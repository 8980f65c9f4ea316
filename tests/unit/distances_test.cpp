// distances(), distance(), find_near_pairs() and find_nearest(): what they promise beyond accuracy
// (property/distance_oracle_test.cpp).

#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/bytes.hpp"
#include "support/distance_calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/pair_regimes.hpp"
#include "support/posed_pairs.hpp"
#include "support/rect_regimes.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

const OrientedBox kUnit{{0, 0, 0}, {0.5F, 0.5F, 0.5F}, {0, 0, 0, 1}};

OrientedBox unit_at(float x, float y, float z) {
    OrientedBox box = kUnit;
    box.center = {x, y, z};
    return box;
}

PairDistance distance_to(const OrientedBox& other) {
    PairDistance found;
    EXPECT_EQ(distance(kUnit, other, found), Status::ok);
    return found;
}

TEST(Distances, OfACornerAFaceAndAnEdge) {
    const PairDistance corner = distance_to(unit_at(2, 3, 3));
    EXPECT_EQ(corner.distance, 3);  // 1, 2, 2
    EXPECT_FLOAT_EQ(corner.direction.x, 1.0F / 3);
    EXPECT_FLOAT_EQ(corner.direction.y, 2.0F / 3);
    EXPECT_EQ(corner.first_offset, (Vec3{0.5F, 0.5F, 0.5F}));
    EXPECT_EQ(corner.second_offset, (Vec3{-0.5F, -0.5F, -0.5F}));

    const PairDistance face = distance_to(unit_at(0.25F, 0, -3));
    EXPECT_EQ(face.distance, 2);
    EXPECT_EQ(face.direction, (Vec3{0, 0, -1}));

    // Two edges that cross, a quarter turn of the second about y apart.
    OrientedBox turned = unit_at(0, 3, 0);
    turned.rotation = {0.5F, 0.5F, -0.5F, 0.5F};
    EXPECT_EQ(distance_to(turned).distance, 2);
}

// Two edges cross: neither a face nor a corner is closest.
TEST(Distances, OfTwoEdges) {
    OrientedBox low = kUnit, high = kUnit;
    const float eighth = std::sin(0.39269908F), eighth_cosine = std::cos(0.39269908F);
    low.rotation = {eighth, 0, 0, eighth_cosine};   // an edge along x is on top
    high.rotation = {0, eighth, 0, eighth_cosine};  // an edge along y is at the bottom
    high.center = {0.1F, 0.2F, 2};
    PairDistance found;
    ASSERT_EQ(distance(low, high, found), Status::ok);
    EXPECT_NEAR(found.distance, 2 - std::sqrt(2.0F), 1e-6);
    EXPECT_NEAR(found.direction.z, 1, 1e-6);
    EXPECT_NEAR(found.first_offset.x, 0.1F, 1e-6);
    EXPECT_NEAR(found.second_offset.y, -0.2F, 1e-6);
}

TEST(Distances, AreZeroWhenBoxesOverlapWithOneCommonPoint) {
    // One goes through the other: no corner lies inside.
    OrientedBox rod = unit_at(0.1F, 0.2F, 0);
    rod.half_extents = {0.1F, 0.1F, 5};
    const PairDistance found = distance_to(rod);
    EXPECT_EQ(found.distance, 0);
    EXPECT_EQ(found.direction, (Vec3{0, 0, 0}));
    EXPECT_EQ(found.first_offset.x, rod.center.x + found.second_offset.x);
    EXPECT_EQ(found.first_offset.y, rod.center.y + found.second_offset.y);
    EXPECT_EQ(found.first_offset.z, rod.center.z + found.second_offset.z);
    EXPECT_EQ(distance_to(kUnit).distance, 0);
    EXPECT_EQ(distance_to(unit_at(1, 0, 0)).distance, 0) << "touching";
}

TEST(Distances, OfPointsSegmentsAndPlates) {
    const OrientedBox point{{1, 2, 3}, {0, 0, 0}, {0, 0, 0, 1}};
    OrientedBox other = point;
    PairDistance found;
    ASSERT_EQ(distance(point, other, found), Status::ok);
    EXPECT_EQ(found.distance, 0);
    other.center = {1, 2, 5};
    ASSERT_EQ(distance(point, other, found), Status::ok);
    EXPECT_EQ(found.distance, 2);
    const OrientedBox along_x{{0, 0, 0}, {3, 0, 0}, {0, 0, 0, 1}}, along_y{{1, 0, 1}, {0, 3, 0}, {0, 0, 0, 1}};
    ASSERT_EQ(distance(along_x, along_y, found), Status::ok);
    EXPECT_EQ(found.distance, 1);
    EXPECT_EQ(found.first_offset, (Vec3{1, 0, 0}));
}

TEST(Distances, OfSkippedBoxesAreInfinite) {
    std::vector<OrientedBox> boxes = {kUnit, unit_at(3, 0, 0), unit_at(6, 0, 0)};
    boxes[1].half_extents.x = std::numeric_limits<float>::quiet_NaN();
    BoxBatch batch;
    ASSERT_EQ(batch.assign(box_rows(boxes), OnInvalid::skip), Status::ok);
    const auto found = test::distances_of(batch, {{0, 1}, {1, 2}, {0, 2}});
    for (const int k : {0, 1}) {
        EXPECT_EQ(found[static_cast<std::size_t>(k)].distance, std::numeric_limits<float>::infinity());
        EXPECT_EQ(found[static_cast<std::size_t>(k)].direction, (Vec3{0, 0, 0}));
    }
    EXPECT_EQ(found[2].distance, 5);
    EXPECT_EQ(test::near_pairs_of(batch, 1e9F), (std::vector<BoxPair>{{0, 2}}));
}

template <class Box>
struct Exchanged;
template <>
struct Exchanged<OrientedBox> {
    static PairDistance of(const PairDistance& d) {
        return {d.distance, {0 - d.direction.x, 0 - d.direction.y, 0 - d.direction.z}, d.second_offset, d.first_offset};
    }
};
template <>
struct Exchanged<OrientedRect> {
    static RectDistance of(const RectDistance& d) {
        return {d.distance, {0 - d.direction.x, 0 - d.direction.y}, d.second_offset, d.first_offset};
    }
};

// R5, R10: a pair's answer is its own, in any lane, next to any other pair, in either order, in one set or between two,
// alone or in a batch.
template <class Box, class Duos>
void expect_own_answers(Duos&& next) {
    test::PosedPairs<Box> poses;
    for (int i = 0; i < 700; ++i) poses.add(next());
    const auto batch = test::make_batch(poses.boxes);
    const auto expected = test::distances_of(batch, poses.pairs);
    using Distance = typename std::decay_t<decltype(expected)>::value_type;
    test::Random random(3);
    for (std::size_t size = 1; size <= 130; ++size) {
        std::vector<BoxPair> asked;
        std::vector<Distance> wanted;
        for (std::size_t k = 0; k < size; ++k) {
            const std::uint32_t which = random.below(700);
            const bool reversed = random.coin();
            const BoxPair pair = poses.pairs[which];
            asked.push_back(reversed ? BoxPair{pair.second, pair.first} : pair);
            wanted.push_back(reversed ? Exchanged<Box>::of(expected[which]) : expected[which]);
        }
        ASSERT_TRUE(test::same_bytes(test::distances_of(batch, asked), wanted)) << size;
    }
    std::vector<Box> first, second;
    std::vector<BoxPair> pairs;
    for (std::uint32_t k = 0; k < poses.pairs.size(); ++k) {
        first.push_back(poses.boxes[2 * k]);
        second.push_back(poses.boxes[2 * k + 1]);
        pairs.push_back({k, k});
        Distance alone;
        ASSERT_EQ(distance(first.back(), second.back(), alone), Status::ok);
        ASSERT_TRUE(test::same_bytes(std::vector{alone}, std::vector{expected[k]})) << k;
    }
    const auto first_batch = test::make_batch(first), second_batch = test::make_batch(second);
    using Sets = std::conditional_t<std::is_same_v<Box, OrientedBox>, BoxSets, RectSets>;
    EXPECT_TRUE(test::same_bytes(test::distances_of(Sets{first_batch, second_batch}, pairs), expected));
}

TEST(Distances, OfAPairAreItsOwn) {
    test::Random random(1);
    expect_own_answers<OrientedBox>(
        [&] { return test::make_pair(test::kPairRegimes[random.below(std::size(test::kPairRegimes))], random); });
}

TEST(Distances, OfAPairOfRectanglesAreItsOwn) {
    test::Random random(2);
    expect_own_answers<OrientedRect>(
        [&] { return test::make_rect_pair(test::kRectRegimes[random.below(std::size(test::kRectRegimes))], random); });
}

TEST(Distances, RefuseWhatTestPairsRefuses) {
    const auto batch = test::make_batch({kUnit, unit_at(3, 0, 0)});
    Workspace workspace;
    std::vector<PairDistance> found(1, PairDistance{7, {}, {}, {}});
    const BoxPair same[] = {{1, 1}}, unknown[] = {{0, 2}}, good[] = {{0, 1}, {1, 0}};
    std::uint64_t index = 9;
    EXPECT_EQ(distances(batch, same, found, workspace, {.invalid_pair = &index}), Status::invalid_id);
    EXPECT_EQ(index, 0U);
    EXPECT_EQ(distances(batch, unknown, found, workspace), Status::invalid_id);
    EXPECT_EQ(distances(batch, good, found, workspace), Status::invalid_argument);
    EXPECT_EQ(found[0].distance, 7);
    OrientedBox illegal = kUnit;
    illegal.center.x = 2e8F;
    PairDistance one{7, {}, {}, {}};
    EXPECT_EQ(distance(kUnit, illegal, one), Status::invalid_box);
    EXPECT_EQ(one.distance, 7);
    PairResult result;
    for (const float most : {-1.0F, 2e9F, std::numeric_limits<float>::quiet_NaN()})
        EXPECT_EQ(find_near_pairs(batch, most, workspace, result), Status::invalid_argument) << most;
    EXPECT_EQ(find_near_pairs(batch, kMaxNearDistance, workspace, result), Status::ok);
    EXPECT_EQ(result.pairs.size(), 1U);
}

// The pairs that distances() finds at most `most` apart, of all pairs.
template <class Batch>
std::vector<BoxPair> all_near(const Batch& batch, float most) {
    std::vector<BoxPair> all, near;
    for (std::uint32_t i = 0; i < batch.size(); ++i)
        for (std::uint32_t j = i + 1; j < batch.size(); ++j) all.push_back({i, j});
    const auto found = test::distances_of(batch, all);
    for (std::size_t k = 0; k < all.size(); ++k)
        if (found[k].distance <= most) near.push_back(all[k]);
    return near;
}

TEST(NearPairs, AreThoseWhoseDistanceIsAtMostTheLimit) {
    for (const test::SceneKind kind : test::kSceneKinds) {
        const auto batch = test::make_batch(test::make_test_scene(kind, 400, 3));
        std::vector<BoxPair> before;
        for (const float most : {0.0F, 0.01F, 0.3F, 5.0F}) {
            const auto wanted = all_near(batch, most);
            EXPECT_GE(wanted.size(), before.size());
            for (const Isa isa : test::supported_isas())
                ASSERT_EQ(test::near_pairs_of(batch, most, {.execution = {isa}}), wanted)
                    << isa_name(isa) << ' ' << most;
            before = wanted;
        }
    }
}

// The limit is part of it: a pair exactly so far apart is found, and with the next smaller float it is not. Points have
// bounds without slack.
TEST(NearPairs, IncludeThePairAtTheLimit) {
    test::Random random(8);
    for (int i = 0; i < 2000; ++i) {
        test::BoxDuo duo = test::make_pair(test::PairRegime::generic, random);
        if (i % 2 == 0) duo.a.half_extents = duo.b.half_extents = {0, 0, 0};
        duo.b.center.x += 3;
        const auto batch = test::make_batch({duo.a, duo.b});
        const float apart = test::distances_of(batch, {{0, 1}})[0].distance;
        if (apart == 0) continue;
        ASSERT_EQ(test::near_pairs_of(batch, apart).size(), 1U) << i;
        ASSERT_EQ(test::near_pairs_of(batch, std::nextafter(apart, 0.0F)).size(), 0U) << i;
    }
}

TEST(NearPairs, LeaveOutSkippedBoxesOfEitherSet) {
    std::vector<OrientedBox> boxes = {kUnit, unit_at(2, 0, 0)};
    const auto good = test::make_batch(boxes);
    boxes[0].center.x = std::numeric_limits<float>::infinity();
    BoxBatch skipped;
    ASSERT_EQ(skipped.assign(box_rows(boxes), OnInvalid::skip), Status::ok);
    EXPECT_EQ(test::near_pairs_of(BoxSets{good, skipped}, 10), (std::vector<BoxPair>{{0, 1}, {1, 1}}));
    EXPECT_EQ(test::near_pairs_of(BoxSets{skipped, good}, 10), (std::vector<BoxPair>{{1, 0}, {1, 1}}));
}

TEST(NearPairs, OfRectanglesAndOfTwoSets) {
    test::Random random(4);
    std::vector<OrientedRect> rects;
    for (int i = 0; i < 300; ++i) rects.push_back(test::random_rect(random, 0.01, 2, 20));
    const auto batch = test::make_batch(rects);
    for (const float most : {0.0F, 0.1F, 1.0F}) EXPECT_EQ(test::near_pairs_of(batch, most), all_near(batch, most));

    std::vector<OrientedRect> left(rects.begin(), rects.begin() + 100), right(rects.begin() + 100, rects.end());
    const auto left_batch = test::make_batch(left), right_batch = test::make_batch(right);
    std::vector<BoxPair> wanted;
    for (const BoxPair& pair : all_near(batch, 0.5F))
        if (pair.first < 100 && pair.second >= 100) wanted.push_back({pair.first, pair.second - 100});
    EXPECT_EQ(test::near_pairs_of(RectSets{left_batch, right_batch}, 0.5F), wanted);
}

TEST(NearPairs, ObeyFiltersBuffersAndLimits) {
    std::vector<OrientedBox> row;
    for (int i = 0; i < 50; ++i) row.push_back(unit_at(static_cast<float>(i) * 1.5F, 0, 0));
    const auto batch = test::make_batch(row);
    Workspace workspace;
    PairResult result;
    std::vector<MotionType> motions(50, MotionType::static_box);
    motions[7] = MotionType::dynamic_box;
    ASSERT_EQ(find_near_pairs(batch, 0.5F, workspace, result, {.motions = {motions}}), Status::ok);
    EXPECT_EQ(result.pair_count, 2U);
    BoxPair little[10];
    EXPECT_EQ(find_near_pairs(batch, 0.5F, workspace, result, {.buffer = {little, 10}}), Status::capacity_exceeded);
    EXPECT_EQ(result.pair_count, 49U);
    PairOptions limited;
    limited.execution.max_pairs = 10;
    EXPECT_EQ(find_near_pairs(batch, 0.5F, workspace, result, limited), Status::limit_exceeded);
    // The pairs that the workspace holds can be asked for their distances.
    ASSERT_EQ(find_near_pairs(batch, 0.5F, workspace, result), Status::ok);
    std::vector<PairDistance> found(result.pairs.size());
    ASSERT_EQ(distances(batch, result.pairs, found, workspace), Status::ok);
    for (const PairDistance& each : found) EXPECT_EQ(each.distance, 0.5F);
}

// The nearest boxes by distances(), of all pairs.
template <class Sets>
std::vector<NearestBox> nearest_by_distances(const Sets& sets, float most) {
    const std::size_t first_size = sets.first().size();
    const std::size_t second_size = sets.second() != nullptr ? sets.second()->size() : first_size;
    std::vector<BoxPair> pairs;
    for (std::uint32_t i = 0; i < first_size; ++i)
        for (std::uint32_t j = 0; j < second_size; ++j)
            if (sets.second() != nullptr || i != j) pairs.push_back({i, j});
    const auto found = test::distances_of(sets, pairs);
    std::vector<NearestBox> nearest(first_size);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        NearestBox& best = nearest[pairs[k].first];
        if (found[k].distance <= most && found[k].distance < best.distance) best = {pairs[k].second, found[k].distance};
    }
    return nearest;
}

TEST(Nearest, AreTheLeastDistancesOnEverySetAndThreadCount) {
    ThreadExecutor three(3);
    for (const test::SceneKind kind : test::kSceneKinds) {
        const auto batch = test::make_batch(test::make_test_scene(kind, 120, 5));
        for (const float most : {0.0F, 0.3F, 1e9F}) {
            const auto wanted = nearest_by_distances(BoxSets(batch), most);
            for (const Isa isa : test::supported_isas())
                ASSERT_TRUE(test::same_bytes(test::nearest_of(batch, most, {.execution = {isa}}), wanted)) << most;
            ASSERT_TRUE(test::same_bytes(test::nearest_of(batch, most, {.execution = {Isa::best, &three}}), wanted));
        }
    }
}

// Enough boxes for many tasks: several workers write to the same boxes.
TEST(Nearest, OfManyBoxesDoNotDependOnThreads) {
    ThreadExecutor four(4);
    const auto batch = test::make_batch(test::make_test_scene(test::SceneKind::uniform, 8000, 6));
    const auto wanted = test::nearest_of(batch, 2, {.execution = {Isa::best, &serial_executor()}});
    for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(test::same_bytes(test::nearest_of(batch, 2, {.execution = {Isa::best, &four}}), wanted)) << i;
    std::vector<NearestBox> by_pairs(batch.size());
    const auto pairs = test::near_pairs_of(batch, 2);
    const auto found = test::distances_of(batch, pairs);
    for (std::size_t k = 0; k < pairs.size(); ++k)
        for (const auto& [box, other] : {std::pair(pairs[k].first, pairs[k].second), {pairs[k].second, pairs[k].first}})
            if (std::pair(found[k].distance, other) < std::pair(by_pairs[box].distance, by_pairs[box].index))
                by_pairs[box] = {other, found[k].distance};
    EXPECT_TRUE(test::same_bytes(wanted, by_pairs));
}

TEST(Nearest, OfTwoSetsAndOfRectangles) {
    test::Random random(9);
    std::vector<OrientedRect> rects;
    for (int i = 0; i < 300; ++i) rects.push_back(test::random_rect(random, 0.01, 1, 30));
    const auto all = test::make_batch(rects);
    const auto left = test::make_batch(std::vector(rects.begin(), rects.begin() + 120));
    const auto right = test::make_batch(std::vector(rects.begin() + 120, rects.end()));
    for (const float most : {0.0F, 0.5F, 100.0F}) {
        EXPECT_TRUE(test::same_bytes(test::nearest_of(all, most), nearest_by_distances(RectSets(all), most)));
        const RectSets both(left, right), back(right, left);
        EXPECT_TRUE(test::same_bytes(test::nearest_of(both, most), nearest_by_distances(both, most)));
        EXPECT_TRUE(test::same_bytes(test::nearest_of(back, most), nearest_by_distances(back, most)));
    }
}

TEST(Nearest, OfBoxesWithRadii) {
    auto batch = test::make_batch({unit_at(0, 0, 0), unit_at(3, 0, 0), unit_at(-2.5F, 0, 0), unit_at(0, 20, 0)});
    const float radii[] = {0.25F, 1, 0, 2};
    ASSERT_EQ(batch.set_radii(radii), Status::ok);
    const auto found = test::nearest_of(batch, 10);
    EXPECT_EQ(found[0].index, 1U);
    EXPECT_EQ(found[0].distance, 0.75F);
    EXPECT_EQ(found[2].distance, 1.25F);
    EXPECT_EQ(found[3].index, kNoBox);
    EXPECT_TRUE(test::same_bytes(found, nearest_by_distances(BoxSets(batch), 10)));
}

// Ties, overlaps, none near, a skipped box, no box at all.
TEST(Nearest, OfFewBoxesAreAsPromised) {
    const auto none = [](const NearestBox& found) {
        return found.index == kNoBox && found.distance == std::numeric_limits<float>::infinity();
    };
    std::vector<OrientedBox> boxes = {unit_at(4, 0, 0),    unit_at(2, 0, 0),  unit_at(0, 0, 0),    unit_at(0.5F, 0, 0),
                                      unit_at(0, 0.5F, 0), unit_at(50, 0, 0), unit_at(4, 1.25F, 0)};
    boxes[6].half_extents.y = std::numeric_limits<float>::quiet_NaN();
    BoxBatch batch;
    ASSERT_EQ(batch.assign(box_rows(boxes), OnInvalid::skip), Status::ok);
    const auto found = test::nearest_of(batch, 1);
    EXPECT_EQ(found[0].index, 1U);
    EXPECT_EQ(found[0].distance, 1);
    EXPECT_EQ(found[1].index, 3U);
    EXPECT_EQ(found[1].distance, 0.5F);
    // Three boxes overlap each other: the lowest other index.
    EXPECT_EQ(found[2].index, 3U);
    EXPECT_EQ(found[3].index, 2U);
    EXPECT_EQ(found[4].index, 2U);
    EXPECT_EQ(found[4].distance, 0);
    EXPECT_TRUE(none(found[5]));
    EXPECT_TRUE(none(found[6]));
    EXPECT_EQ(test::nearest_of(batch, 45.5F)[5].index, 0U);
    EXPECT_EQ(test::nearest_of(BoxSets{batch, batch}, 1)[0].index, 0U) << "a box of the second set is another box";
    BoxBatch empty;
    EXPECT_TRUE(test::nearest_of(empty, 1).empty());
    EXPECT_TRUE(none(test::nearest_of(BoxSets{batch, empty}, 1)[0]));
}

TEST(Nearest, ObeyFiltersAndLimits) {
    const auto batch = test::make_batch({unit_at(0, 0, 0), unit_at(1.5F, 0, 0), unit_at(3.5F, 0, 0)});
    const MotionType motions[] = {MotionType::static_box, MotionType::static_box, MotionType::dynamic_box};
    const auto found = test::nearest_of(batch, 5, {.motions = {motions}});
    EXPECT_EQ(found[0].index, 2U) << "two static boxes make no pair";
    EXPECT_EQ(found[1].index, 2U);
    EXPECT_EQ(found[2].index, 1U);
    // A buffer is not read, however small it is.
    BoxPair little[1] = {{7, 7}};
    EXPECT_EQ(test::nearest_of(batch, 5, {.buffer = {little, 1}})[0].index, 1U);
    EXPECT_EQ(little[0], (BoxPair{7, 7}));

    Workspace workspace;
    std::vector<NearestBox> out(3, NearestBox{7, 7});
    PairOptions limited;
    limited.execution.max_pairs = 1;
    EXPECT_EQ(find_nearest(batch, 5, out, workspace, limited), Status::limit_exceeded);
    for (const float most : {-1.0F, 2e9F, std::numeric_limits<float>::quiet_NaN()})
        EXPECT_EQ(find_nearest(batch, most, out, workspace), Status::invalid_argument) << most;
    EXPECT_EQ(find_nearest(batch, 5, {out.data(), 2}, workspace), Status::invalid_argument);
    EXPECT_EQ(find_nearest(batch, 5, out, workspace, {.motions = {{motions, 2}}}), Status::invalid_argument);
    for (const NearestBox& each : out) EXPECT_TRUE(each.index == 7 && each.distance == 7);
}

}  // namespace
}  // namespace satori
