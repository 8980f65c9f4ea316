// Tests ContactCache: what it stores, points matched by pair, feature id and distance, payloads carried over, memory.

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "narrowphase/contact_cache.hpp"
#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/contacts.hpp"
#include "support/random.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using narrowphase::LastContacts;
using test::manifold_with;
using test::matches_of;
using Matches = std::vector<std::uint32_t>;

ContactCache cache_of(const std::vector<ContactManifold>& manifolds) {
    ContactCache cache;
    EXPECT_EQ(cache.remember(manifolds), Status::ok);
    return cache;
}

std::uint8_t axis_of(const ContactCache& cache, BoxPair pair) {
    const LastContacts contacts(&cache);
    const std::uint32_t index = contacts.find(pair);
    return index != LastContacts::kNone ? contacts.contact(index).axis : kNoAxis;
}

TEST(ContactCacheObject, MatchesByPairAndFeatureId) {
    const ContactCache last = cache_of({manifold_with({0, 1}, {0x208, 0x209, 0x20a, 0x20b}),
                                        manifold_with({1, 2}, {0x605}), manifold_with({0, 2}, {0x310, 0x312})});
    EXPECT_EQ(last.size(), 3U);
    constexpr std::uint32_t no = kNoPoint;
    EXPECT_EQ(matches_of(last, {manifold_with({0, 2}, {0x312, 0x311, 0x310})}), (Matches{9, no, 8, no}));
    EXPECT_EQ(matches_of(last, {manifold_with({1, 2}, {0x605}), manifold_with({0, 3}, {0x605}),
                                manifold_with({0, 1}, {0x20b, 0x208, 0x20a, 0x209})}),
              (Matches{4, no, no, no, no, no, no, no, 3, 0, 2, 1}));
    EXPECT_EQ(matches_of(last, {manifold_with({2, 1}, {0x605})}), (Matches{no, no, no, no})) << "another pair";
    EXPECT_EQ(matches_of(last, {manifold_with({1, 2}, {})}), (Matches{no, no, no, no}));
    EXPECT_EQ(matches_of(last, {}), Matches{});
}

TEST(ContactCacheObject, OnlyPointsThatCountAreMatched) {
    ContactManifold manifold = manifold_with({4, 5}, {0x101, 0x102, 0x103});
    manifold.point_count = 2;
    const ContactCache last = cache_of({manifold});
    EXPECT_EQ(matches_of(last, {manifold_with({4, 5}, {0x103, 0x102})}), (Matches{kNoPoint, 1, kNoPoint, kNoPoint}));
    manifold.point_count = 1;
    EXPECT_EQ(matches_of(last, {manifold}), (Matches{0, kNoPoint, kNoPoint, kNoPoint}));
    // Zero is a legal feature id. The unused points after the last point also hold zero, and must not match.
    EXPECT_EQ(matches_of(last, {manifold_with({4, 5}, {0})}), (Matches{kNoPoint, kNoPoint, kNoPoint, kNoPoint}));
}

TEST(ContactCacheObject, OfAPairThatComesTwiceTheFirstCounts) {
    const ContactCache last = cache_of({manifold_with({7, 8}, {0x001}), manifold_with({3, 4}, {0x201}),
                                        manifold_with({3, 4}, {0x302, 0x201}), manifold_with({7, 8}, {0x001})});
    EXPECT_EQ(last.size(), 4U);
    const std::vector<ContactManifold> now{manifold_with({3, 4}, {0x302, 0x201}), manifold_with({7, 8}, {0x001})};
    EXPECT_EQ(matches_of(last, now), (Matches{kNoPoint, 4, kNoPoint, kNoPoint, 0, kNoPoint, kNoPoint, kNoPoint}));
    EXPECT_EQ(axis_of(last, {3, 4}), 2);
    // The same holds for a feature id that occurs twice.
    const ContactCache twice = cache_of({manifold_with({3, 4}, {0x201, 0x202, 0x202})});
    EXPECT_EQ(matches_of(twice, {manifold_with({3, 4}, {0x202, 0x202})}), (Matches{1, 1, kNoPoint, kNoPoint}));
}

// Points along a line, each with its own feature id. On cubes of 1 m, the cache finds a point again within 2.25 cm.
struct PointAt {
    std::uint32_t id;
    float x, y = 0, z = 0;
};
ContactManifold points_at(BoxPair pair, const std::vector<PointAt>& points) {
    ContactManifold manifold;
    manifold.pair = pair;
    for (const PointAt& point : points)
        manifold.points[manifold.point_count++] = {{point.x, point.y, point.z}, -1e-3F, point.id};
    return manifold;
}
Matches matches_at(const std::vector<PointAt>& last, const std::vector<PointAt>& now,
                   const MatchOptions& options = {}) {
    return matches_of(cache_of({points_at({0, 1}, last)}), {points_at({0, 1}, now)}, options);
}

TEST(MatchedByDistance, FeatureIdsGoFirst) {
    EXPECT_EQ(matches_at({{0x201, 0}, {0x202, 0.01F}}, {{0x203, 0}, {0x201, 0.01F}}),
              (Matches{1, 0, kNoPoint, kNoPoint}))
        << "a point whose place another has by its id";
    EXPECT_EQ(matches_at({{0x201, 0}}, {{0x203, 0}, {0x201, 9}}), (Matches{kNoPoint, 0, kNoPoint, kNoPoint}))
        << "however far away that is";
}

TEST(MatchedByDistance, TheNearestThatNoOtherHas) {
    EXPECT_EQ(matches_at({{1, 0.003F}, {2, 0.012F}}, {{11, 0.013F}, {12, 0}}), (Matches{1, 0, kNoPoint, kNoPoint}));
    EXPECT_EQ(matches_at({{1, 0.003F}, {2, 0.012F}}, {{11, 0.004F}, {12, 0.003F}}), (Matches{0, 1, kNoPoint, kNoPoint}))
        << "the first point chooses first, though the second is nearer";
    EXPECT_EQ(matches_at({{1, 0}}, {{11, 0.01F}, {12, 0}}), (Matches{0, kNoPoint, kNoPoint, kNoPoint}))
        << "an old point goes to one new point";
    EXPECT_EQ(
        matches_at({{1, 0}, {2, 0.02F}, {3, 0.04F}, {4, 0.06F}}, {{11, 0.06F}, {12, 0.04F}, {13, 0.02F}, {14, 0}}),
        (Matches{3, 2, 1, 0}));
}

TEST(MatchedByDistance, OfEquallyNearOnesTheFirst) {
    EXPECT_EQ(matches_at({{1, 0.0625F}, {2, 0.0078125F}, {3, -0.0078125F}}, {{11, 0}, {12, 0}}),
              (Matches{1, 2, kNoPoint, kNoPoint}));
    EXPECT_EQ(matches_at({{1, 0, 0.0078125F}, {2, 0.0078125F, 0}, {3, 0, 0, 0.0078125F}}, {{11, 0}, {12, 0}, {13, 0}}),
              (Matches{0, 1, 2, kNoPoint}));
}

TEST(MatchedByDistance, NoneBeyondTheDistance) {
    const Matches found{0, kNoPoint, kNoPoint, kNoPoint}, none(4, kNoPoint);
    EXPECT_EQ(matches_at({{1, 0}}, {{11, 0.0224F}}), found);
    EXPECT_EQ(matches_at({{1, 0}}, {{11, 0.0226F}}), none);
    EXPECT_EQ(matches_at({{1, 0}}, {{11, 0.0129F, 0.0129F, 0.0129F}}), found);
    EXPECT_EQ(matches_at({{1, 0}}, {{11, 0.0131F, 0.0131F, 0.0131F}}), none);
    EXPECT_EQ(matches_at({{1, 0}}, {{11, 0.75F}}, {.max_distance = 0.5F}), found) << "exactly that";
    EXPECT_EQ(matches_at({{1, 0}}, {{11, 0}}, {.max_distance = 0}), none) << "feature ids alone";
    EXPECT_EQ(matches_at({{1, 0}}, {{11, 1e-30F}}, {.max_distance = 1e-35F}), none) << "squares that are 0";
    EXPECT_EQ(matches_at({}, {{11, 0}}), none);
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    EXPECT_EQ(
        matches_at({{1, nan}, {2, 3e38F}, {3, inf}}, {{11, nan}, {12, -3e38F}, {13, inf}}, {.max_distance = 1e9F}),
        none);
}

TEST(MatchedByDistance, OfTheSmallerBox) {
    const auto found = [](const std::vector<OrientedBox>& boxes, float x, const MatchOptions& options = {}) {
        const ContactCache last = cache_of({points_at({0, 1}, {{1, 0}})});
        const std::vector<ContactManifold> now{points_at({0, 1}, {{11, x}})};
        Matches matches(4, 7);
        BoxBatch batch;
        EXPECT_EQ(batch.assign(box_rows(boxes), OnInvalid::skip), Status::ok);
        EXPECT_EQ(match_points(last, batch, now, matches, options), Status::ok);
        return matches[0] == 0;
    };
    const OrientedBox ground{{}, {1e8F, 1e8F, 1e8F}, {}}, plate{{}, {0.01F, 0.04F, 0.05F}, {}}, dot{{}, {}, {}};
    for (const auto& boxes : {std::vector<OrientedBox>{ground, plate}, {plate, ground}, {plate, plate}}) {
        EXPECT_TRUE(found(boxes, 0.00149F));
        EXPECT_FALSE(found(boxes, 0.00151F));
    }
    // The largest legal distance.
    EXPECT_TRUE(found({ground, ground}, 2e8F, {.max_distance = kMaxMatchDistance}));
    EXPECT_TRUE(found({ground, ground}, 4.4e6F));
    EXPECT_FALSE(found({ground, ground}, 4.6e6F));
    EXPECT_FALSE(found({ground, dot}, 0, {.max_distance = kMaxMatchDistance}))
        << "a box without extents has no distance";
    const OrientedBox skipped{{}, {-1, 1, 1}, {}};
    EXPECT_FALSE(found({ground, skipped}, 0, {.max_distance = kMaxMatchDistance}));
    EXPECT_FALSE(found({skipped, skipped}, 0));
}

TEST(MatchedByDistance, OfTwoSets) {
    const std::vector<ContactManifold> last{points_at({0, 0}, {{1, 0}}), points_at({1, 0}, {{1, 0}})},
        now{points_at({1, 0}, {{11, 0.01F}}), points_at({0, 0}, {{11, 0.01F}})};
    const OrientedBox cube{{}, {0.5F, 0.5F, 0.5F}, {}}, small{{}, {0.1F, 0.1F, 0.1F}, {}};
    const BoxBatch first = test::make_batch(std::vector<OrientedBox>{cube, small}),
                   second = test::make_batch(std::vector<OrientedBox>{cube});
    Matches matches(8, 7);
    ASSERT_EQ(match_points(cache_of(last), {first, second}, now, matches), Status::ok);
    constexpr std::uint32_t no = kNoPoint;
    EXPECT_EQ(matches, (Matches{no, no, no, no, 0, no, no, no})) << "the small box of the first set finds nothing";
}

TEST(MatchedByDistance, OfRectangles) {
    RectManifold last, now;
    last.pair = now.pair = {0, 1};
    last.point_count = now.point_count = 2;
    last.points[0] = {{0, 0}, 0, 0x130};
    last.points[1] = {{0.008F, 0}, 0, 0x131};
    now.points[0] = {{0.008F, 0.001F}, 0, 0x132};
    now.points[1] = {{0, 0.001F}, 0, 0x133};
    ContactCache cache;
    ASSERT_EQ(cache.remember({&last, 1}), Status::ok);
    const OrientedRect square{{}, {0.5F, 0.5F}, 0}, small{{}, {0.01F, 0.02F}, 0};
    const RectBatch squares = test::make_batch(std::vector<OrientedRect>{square, square}),
                    one_small = test::make_batch(std::vector<OrientedRect>{square, small});
    Matches matches(2, 7);
    ASSERT_EQ(match_points(cache, squares, {&now, 1}, matches), Status::ok);
    EXPECT_EQ(matches, (Matches{1, 0}));
    ASSERT_EQ(match_points(cache, one_small, {&now, 1}, matches), Status::ok);
    EXPECT_EQ(matches, (Matches{kNoPoint, kNoPoint})) << "0.45 mm are the most for this one";
    ASSERT_EQ(match_points(cache, {squares, one_small}, {&now, 1}, matches), Status::ok);
    EXPECT_EQ(matches, (Matches{kNoPoint, kNoPoint}));
    ASSERT_EQ(match_points(cache, {one_small, squares}, {&now, 1}, matches), Status::ok);
    EXPECT_EQ(matches, (Matches{1, 0}));
}

TEST(ContactCacheObject, GivesTheAxisOfAPair) {
    const ContactCache last = cache_of({manifold_with({0, 1}, {0x000}), manifold_with({0, 2}, {0xe00, 0xe01}),
                                        manifold_with({0, 3}, {0xf00}), manifold_with({0, 4}, {})});
    EXPECT_EQ(axis_of(last, {0, 1}), 0);
    EXPECT_EQ(axis_of(last, {0, 2}), 14);
    EXPECT_EQ(axis_of(last, {0, 3}), kNoAxis) << "there is no axis 15";
    EXPECT_EQ(axis_of(last, {0, 4}), kNoAxis) << "it had no point";
    EXPECT_EQ(axis_of(last, {0, 5}), kNoAxis);
}

// Rectangles have two points each instead of four. For manifolds of the other kind the cache is empty.
TEST(ContactCacheObject, OfRectangles) {
    const auto rects_with = [](BoxPair pair, std::vector<std::uint32_t> ids) {
        RectManifold manifold;
        manifold.pair = pair;
        for (const std::uint32_t id : ids) manifold.points[manifold.point_count++].feature_id = id;
        return manifold;
    };
    const std::vector<RectManifold> manifolds{rects_with({0, 1}, {0x130, 0x133}), rects_with({0, 2}, {}),
                                              rects_with({1, 2}, {0x301}), rects_with({2, 3}, {0x401})};
    ContactCache last;
    ASSERT_EQ(last.remember(manifolds), Status::ok);
    EXPECT_EQ(last.size(), 4U);
    const std::vector<RectManifold> now{rects_with({1, 2}, {0x301, 0x300}), rects_with({0, 1}, {0x133, 0x130}),
                                        rects_with({0, 3}, {0x133}), rects_with({0, 2}, {0x130})};
    Matches matches(8, 7);
    const RectBatch rects = test::make_batch(std::vector<OrientedRect>(4));
    const MatchOptions by_id{.max_distance = 0};
    ASSERT_EQ(match_points(last, rects, now, matches, by_id), Status::ok);
    constexpr std::uint32_t no = kNoPoint;
    EXPECT_EQ(matches, (Matches{4, no, 1, 0, no, no, no, no}));
    const LastContacts contacts(&last, 2);
    EXPECT_EQ(contacts.contact(contacts.find({0, 1})).axis, 1);
    EXPECT_EQ(contacts.contact(contacts.find({0, 2})).axis, kNoAxis);
    EXPECT_EQ(contacts.contact(contacts.find({2, 3})).axis, kNoAxis) << "there is no axis 4";

    const std::vector<ContactManifold> of_boxes{manifold_with({0, 1}, {0x130, 0x133})};
    EXPECT_EQ(matches_of(last, of_boxes), Matches(4, no));
    EXPECT_EQ(axis_of(last, {0, 1}), kNoAxis);
    ASSERT_EQ(last.remember(of_boxes), Status::ok);
    EXPECT_EQ(matches_of(last, of_boxes)[0], 0U);
    ASSERT_EQ(match_points(last, rects, now, matches, by_id), Status::ok);
    EXPECT_EQ(matches, Matches(8, no));
    ASSERT_EQ(last.remember(std::span<const RectManifold>()), Status::ok);
    EXPECT_EQ(last.size(), 0U);
}

TEST(ContactCacheObject, WithoutContacts) {
    const std::vector<ContactManifold> one{manifold_with({0, 1}, {0x208})};
    const Matches none(4, kNoPoint);
    EXPECT_EQ(LastContacts(nullptr).find({0, 1}), LastContacts::kNone);
    ContactCache cache;
    EXPECT_EQ(cache.size(), 0U);
    EXPECT_EQ(cache.bytes(), 0U) << "nothing allocated yet";
    EXPECT_EQ(matches_of(cache, one), none);
    ASSERT_EQ(cache.remember(std::vector<ContactManifold>()), Status::ok);
    EXPECT_EQ(cache.bytes(), 0U);
    cache.clear();
    ASSERT_EQ(cache.remember(one), Status::ok);
    EXPECT_EQ(matches_of(cache, one)[0], 0U);
    const std::uint64_t bytes = cache.bytes();
    cache.clear();
    EXPECT_EQ(cache.size(), 0U);
    EXPECT_EQ(cache.bytes(), bytes) << "the memory is kept";
    EXPECT_EQ(matches_of(cache, one), none);
    EXPECT_EQ(axis_of(cache, {0, 1}), kNoAxis);
    ASSERT_EQ(cache.remember(one), Status::ok);
    ASSERT_EQ(cache.remember(std::vector<ContactManifold>()), Status::ok);
    EXPECT_EQ(cache.size(), 0U);
    EXPECT_EQ(matches_of(cache, one), none);
}

TEST(ContactCacheObject, Moves) {
    const std::vector<ContactManifold> one{manifold_with({0, 1}, {0x208})}, other{manifold_with({2, 3}, {0x108})};
    test::CountingAllocator memory;
    {
        ContactCache a(memory.get());
        ASSERT_EQ(a.remember(one), Status::ok);
        ContactCache b(std::move(a));
        EXPECT_EQ(a.size(), 0U);  // NOLINT(bugprone-use-after-move)
        EXPECT_EQ(a.bytes(), 0U);
        EXPECT_EQ(matches_of(b, one)[0], 0U);
        ASSERT_EQ(a.remember(other), Status::ok) << "a moved-from cache can be used";
        ContactCache c;
        c = std::move(b);
        EXPECT_EQ(matches_of(c, one)[0], 0U);
        EXPECT_EQ(matches_of(a, other)[0], 0U);
        a = std::move(c);
        EXPECT_EQ(matches_of(a, one)[0], 0U);
        ContactCache& self = a;
        a = std::move(self);
        EXPECT_EQ(matches_of(a, one)[0], 0U);
    }
    EXPECT_EQ(memory.live_blocks(), 0U);
    EXPECT_EQ(memory.misuses(), 0U);
}

// Steps of changing size, each matched with the step before. The expected result comes from a map.
TEST(ContactCacheObject, SameAsAMap) {
    test::Random random(3);
    ContactCache cache;
    std::map<BoxPair, std::uint32_t> indices;
    std::vector<ContactManifold> last;
    std::uint64_t kept = 0, new_points = 0, new_pairs = 0;
    for (const std::uint32_t count : {1U, 2U, 3U, 100U, 64U, 65U, 3000U, 1U, 5000U, 5000U, 4096U, 0U, 700U}) {
        const std::uint32_t box_count = 40 + count / 40;
        const auto now = test::random_manifolds(count, box_count, random);
        const Matches matches = matches_of(cache, now);
        std::vector<std::uint32_t> all;
        LastContacts(&cache).for_each(
            count, [&](std::size_t m) { return now[m].pair; },
            [&](std::size_t m, std::uint32_t index) {
                EXPECT_EQ(m, all.size()) << "in order";
                all.push_back(index);
            });
        ASSERT_EQ(all.size(), count);
        for (std::uint32_t m = 0; m < count; ++m) {
            const auto found = indices.find(now[m].pair);
            const ContactManifold* const before = found != indices.end() ? &last[found->second] : nullptr;
            new_pairs += before == nullptr;
            ASSERT_EQ(all[m], before != nullptr ? found->second : LastContacts::kNone);
            ASSERT_EQ(LastContacts(&cache).find(now[m].pair), all[m]);
            const bool had_points = before != nullptr && before->point_count != 0;
            const std::uint32_t axis = had_points ? feature_axis(before->points[0].feature_id) : kNoAxis;
            ASSERT_EQ(axis_of(cache, now[m].pair), axis);
            for (std::uint32_t p = 0; p < 4; ++p) {
                std::uint32_t expected = kNoPoint;
                for (std::uint32_t q = 0; before != nullptr && p < now[m].point_count && q < before->point_count; ++q)
                    if (before->points[q].feature_id == now[m].points[p].feature_id) expected = 4 * found->second + q;
                ASSERT_EQ(matches[4 * m + p], expected) << "step of " << count << ", manifold " << m;
                kept += expected != kNoPoint;
                new_points += before != nullptr && p < now[m].point_count && expected == kNoPoint;
            }
        }
        ASSERT_EQ(cache.remember(now), Status::ok);
        EXPECT_EQ(cache.size(), count);
        last = now;
        indices.clear();
        for (std::uint32_t m = 0; m < count; ++m) indices[now[m].pair] = m;
    }
    EXPECT_GT(kept, 100U);
    EXPECT_GT(new_points, 100U);
    EXPECT_GT(new_pairs, 1000U);
}

// Fills the table with pairs like those of grids, chains and crowds. The cache must find each pair.
TEST(ContactCacheObject, PairsInRegularOrder) {
    constexpr std::uint32_t kSide = 30, kBoxes = kSide * kSide * kSide;
    std::vector<ContactManifold> manifolds;
    for (std::uint32_t i = 0; i < kBoxes; ++i) {
        for (const std::uint32_t step : {1U, kSide, kSide * kSide})
            if (i + step < kBoxes) manifolds.push_back(manifold_with({i, i + step}, {i % 15 << 8 | step % 16}));
        if (i != 0) manifolds.push_back(manifold_with({0x7ffffffe - i, 0x7ffffffe}, {0x501}));
    }
    const ContactCache last = cache_of(manifolds);
    for (std::uint32_t m = 0; m < manifolds.size(); ++m) ASSERT_EQ(LastContacts(&last).find(manifolds[m].pair), m);
}

TEST(ContactCacheObject, MemoryIsAsStated) {
    test::Random random(5);
    test::CountingAllocator memory;
    ContactCache cache(memory.get());
    EXPECT_EQ(memory.allocations(), 0U);
    constexpr std::uint64_t kObject = 512;
    std::uint32_t largest = 0;
    for (const std::uint32_t count : {100U, 8192U, 9000U, 8191U, 1U, 20000U, 16384U, 20000U, 20001U}) {
        const auto manifolds = test::random_manifolds(count, 1000, random);
        const std::uint64_t allocations = memory.allocations();
        ASSERT_EQ(cache.remember(manifolds), Status::ok);
        EXPECT_EQ(cache.bytes(), memory.live_bytes());
        if (count <= largest) {
            EXPECT_EQ(memory.allocations(), allocations);
        }
        largest = std::max(largest, count);
        EXPECT_GE(cache.bytes(), (76 + 8) * std::uint64_t{largest});
        EXPECT_LE(cache.bytes(), (76 + 76 / 2 + 16) * std::uint64_t{largest} + kObject);
    }
    ContactCache fresh(memory.get());
    const std::uint64_t before = memory.live_bytes();
    ASSERT_EQ(fresh.remember(test::random_manifolds(16384, 1000, random)), Status::ok);
    EXPECT_LE(memory.live_bytes() - before, (76 + 8) * 16384 + kObject);
}

// Uses the cache as a simulation does. Boxes that do not move keep every point. Boxes that moved a little keep most
// points.
TEST(ContactCacheObject, StepAfterStep) {
    auto rows = test::make_test_scene(test::SceneKind::uniform, 3000, 1);
    Workspace workspace;
    ContactResult result;
    ContactCache cache;
    std::vector<ContactManifold> first;
    for (int step = 0; step < 4; ++step) {
        const bool moved = step >= 2;
        for (std::size_t i = 0; moved && i < rows.size(); ++i) rows[i].center.x += i % 2 == 0 ? 1e-4F : -1e-4F;
        ASSERT_EQ(collide(test::make_batch(rows), workspace, result, {.last = &cache}), Status::ok);
        const std::vector<ContactManifold> now(result.manifolds.begin(), result.manifolds.end());
        const Matches matches = matches_of(cache, now);
        std::uint64_t kept = 0;
        for (std::uint32_t m = 0; m < now.size(); ++m) {
            for (std::uint32_t p = 0; p < now[m].point_count; ++p) {
                kept += matches[4 * m + p] != kNoPoint;
                if (step == 1) {
                    ASSERT_EQ(matches[4 * m + p], 4 * m + p);
                }
            }
        }
        ASSERT_GT(result.point_count, 1000U);
        if (step == 0) {
            EXPECT_EQ(kept, 0U);
            first = now;
        } else {
            EXPECT_GT(static_cast<double>(kept), 0.95 * static_cast<double>(result.point_count)) << "step " << step;
        }
        if (step == 1) {
            EXPECT_TRUE(test::same_bytes(now, first));
        }
        ASSERT_EQ(cache.remember(result.manifolds), Status::ok);
    }
}

TEST(CarriedPayloads, FollowTheMatches) {
    const std::vector<PointPayload> last{test::payload_of(10), test::payload_of(11), test::payload_of(12)};
    const Matches matches{2, kNoPoint, 0, 2, kNoPoint};
    std::vector<PointPayload> now(5, test::payload_of(99));
    ASSERT_EQ(carry_payloads(matches, last, now), Status::ok);
    const std::vector<PointPayload> expected{last[2], {}, last[0], last[2], {}};
    EXPECT_TRUE(test::same_bytes(now, expected));
    EXPECT_EQ(carry_payloads({}, last, {}), Status::ok);
    EXPECT_EQ(carry_payloads({}, {}, {}), Status::ok);
    now.assign(2, test::payload_of(99));
    ASSERT_EQ(carry_payloads(Matches(2, kNoPoint), {}, now), Status::ok);
    EXPECT_TRUE(test::same_bytes(now, std::vector<PointPayload>(2)));
}

TEST(CarriedPayloads, ThroughAStep) {
    const ContactCache last = cache_of({manifold_with({0, 1}, {0x208, 0x209}), manifold_with({5, 6}, {0x710})});
    std::vector<PointPayload> payloads;
    for (std::uint32_t k = 0; k < 8; ++k) payloads.push_back(test::payload_of(k));
    const auto matches =
        matches_of(last, {manifold_with({5, 6}, {0x711, 0x710}), manifold_with({0, 1}, {0x209, 0x208})});
    std::vector<PointPayload> now(8);
    ASSERT_EQ(carry_payloads(matches, payloads, now), Status::ok);
    const std::vector<PointPayload> expected{{}, payloads[4], {}, {}, payloads[1], payloads[0], {}, {}};
    EXPECT_TRUE(test::same_bytes(now, expected));
}

}  // namespace
}  // namespace satori
