// What filters and predicates of queries select, in a row of boxes.

#include <atomic>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

namespace satori {
namespace {

// Five boxes of edge 1 along x, at 0, 2, 4, 6 and 8: of each motion type, then a static one.
class QueryFilters : public testing::Test {
protected:
    void SetUp() override {
        std::vector<BoxDef> defs(5);
        for (std::size_t i = 0; i < defs.size(); ++i) {
            defs[i].pose.position.x = 2 * static_cast<double>(i);
            defs[i].motion = static_cast<MotionType>(i % 4);
            defs[i].filter.category = std::uint64_t{1} << i;
            defs[i].filter.owner = i < 2 ? 7 : 0;
        }
        ids_.resize(defs.size());
        ASSERT_EQ(world_.create(defs, ids_), Status::ok);
    }
    /// Returns the places of the boxes that all queries of a World find. Every kind of query must find the same.
    std::vector<std::size_t> found(const QueryOptions& options) {
        const WorldRay ray{{-4, 0, 0}, {1, 0, 0}};
        const WorldBoxCast cast{{{-4, 0, 0}, {}}, {0.5F, 0.5F, 0.5F}, {1, 0, 0}};
        const WorldMovingBox moving{{{-4, 0, 0}, {}}, {0.5F, 0.5F, 0.5F}, 0, {{20, 0, 0}, {1, 0, 0}}};
        const Sphere all{{}, 50};
        const WorldShape shape{{}, all};
        const WorldPoint point{{-4, 0, 0}};
        WorldHits hits;
        WorldHit first, pushed;
        WorldBoxImpact met;
        WorldBoxes boxes;
        WorldClosest closest;
        std::uint8_t blocked = 7;
        EXPECT_EQ(all_hits(world_, {&ray, 1}, hits, options), Status::ok);
        EXPECT_EQ(closest_hits(world_, {&ray, 1}, {&first, 1}, options), Status::ok);
        EXPECT_EQ(any_hits(world_, {&ray, 1}, {&blocked, 1}, options), Status::ok);
        EXPECT_EQ(cast_boxes(world_, {&cast, 1}, {&pushed, 1}, options), Status::ok);
        EXPECT_EQ(first_impacts(world_, {&moving, 1}, {&met, 1}, options), Status::ok);
        EXPECT_EQ(find_boxes(world_, {&shape, 1}, boxes, options), Status::ok);
        EXPECT_EQ(closest_boxes(world_, {&point, 1}, {&closest, 1}, options), Status::ok);
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < ids_.size(); ++i)
            for (const WorldHit& hit : hits.hits)
                if (hit.box == ids_[i]) places.push_back(i);
        EXPECT_EQ(boxes.boxes.size(), hits.hits.size());
        for (std::size_t k = 0; k < places.size(); ++k) EXPECT_EQ(boxes.boxes[k], ids_[places[k]]);
        const BoxId nearest = places.empty() ? BoxId{} : ids_[places[0]];
        EXPECT_EQ(first.box, nearest);
        EXPECT_EQ(pushed.box, nearest);
        EXPECT_EQ(met.box, nearest);
        EXPECT_EQ(closest.box, nearest);
        EXPECT_EQ(blocked, places.empty() ? 0 : 1);
        return places;
    }

    World world_;
    std::vector<BoxId> ids_;
};

using Places = std::vector<std::size_t>;

TEST_F(QueryFilters, LeaveOutWhatTheyName) {
    EXPECT_EQ(found({}), (Places{0, 1, 2, 3, 4}));
    EXPECT_EQ(found({.filter = {.mask = 0b10110}}), (Places{1, 2, 4}));
    EXPECT_EQ(found({.filter = {.mask = 0}}), Places{});
    EXPECT_EQ(found({.filter = {.ignored_owner = 7}}), (Places{2, 3, 4}));
    EXPECT_EQ(found({.filter = {.ignored_owner = 8}}), (Places{0, 1, 2, 3, 4}));
    EXPECT_EQ(found({.filter = {.ignored_motions = motion_bit(MotionType::static_box)}}), (Places{1, 2, 3}));
    const std::uint32_t moving = motion_bit(MotionType::dynamic_box) | motion_bit(MotionType::kinematic_box);
    EXPECT_EQ(found({.filter = {.ignored_motions = moving}}), (Places{0, 3, 4}));
    EXPECT_EQ(found({.filter = {.ignored_motions = 15}}), Places{});
    const BoxId out[] = {ids_[3], ids_[0], {}, {ids_[1].index, ids_[1].generation + 1}, {1000, 1}};
    EXPECT_EQ(found({.filter = {.ignored_boxes = out, .ignored_count = 5}}), (Places{1, 2, 4}));
    const QueryFilter all{.mask = 0b11101,
                          .ignored = ids_[4],
                          .ignored_owner = 7,
                          .ignored_motions = motion_bit(MotionType::static_box),
                          .ignored_boxes = out,
                          .ignored_count = 1};
    EXPECT_EQ(found({.filter = all}), Places{2});
    // Changes of the boxes count at once, without an update.
    ASSERT_EQ(world_.set_motion(ids_[1], MotionType::static_box), Status::ok);
    ASSERT_EQ(world_.set_filter(ids_[2], {.owner = 9}), Status::ok);
    EXPECT_EQ(found({.filter = {.ignored_motions = motion_bit(MotionType::static_box)}}), (Places{2, 3}));
    EXPECT_EQ(found({.filter = {.ignored_owner = 9}}), (Places{0, 1, 3, 4}));
}

TEST_F(QueryFilters, EachQueryHasItsOwn) {
    const std::vector<WorldRay> rays(4, {{-4, 0, 0}, {1, 0, 0}});
    const std::vector<QueryFilter> filters{{}, {.ignored = ids_[0]}, {.ignored_owner = 7}, {.mask = 0b10000}};
    std::vector<WorldHit> hits(4);
    // `filter` does not count then.
    ASSERT_EQ(closest_hits(world_, rays, hits, {.filter = {.mask = 0}, .filters = filters}), Status::ok);
    const std::size_t expected[] = {0, 1, 2, 4};
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(hits[i].box, ids_[expected[i]]);
}

TEST_F(QueryFilters, AreRefusedWhenTheyAreNotLegal) {
    const std::vector<WorldRay> rays(2);
    std::vector<WorldHit> hits(2);
    std::vector<QueryFilter> filters(1);
    EXPECT_EQ(closest_hits(world_, rays, hits, {.filters = filters}), Status::invalid_argument) << "too few";
    filters.resize(2);
    EXPECT_EQ(closest_hits(world_, rays, hits, {.filters = filters}), Status::ok);
    filters[1].ignored_count = 1;
    EXPECT_EQ(closest_hits(world_, rays, hits, {.filters = filters}), Status::invalid_argument) << "no boxes";
    EXPECT_EQ(closest_hits(world_, rays, hits, {.filter = {.ignored_count = 1}}), Status::invalid_argument);
    WorldBoxes boxes;
    const Sphere sphere;
    const std::vector<WorldShape> shapes(2, {{}, sphere});
    EXPECT_EQ(find_boxes(world_, shapes, boxes, {.filters = filters}), Status::invalid_argument);
    EXPECT_EQ(closest_hits(world_, {}, {}, {.filters = filters}), Status::invalid_argument) << "too many";
}

// Counts the calls, and lets boxes 2 and 4 pass. Box 1 is left out by the filter, so nobody asks about it.
struct Asked {
    std::vector<BoxId> ids;
    std::atomic<std::size_t> about[5] = {}, wrong = 0;

    static bool even(std::size_t query, BoxId box, void* user) noexcept {
        Asked& asked = *static_cast<Asked*>(user);
        for (std::size_t i = 0; i < asked.ids.size(); ++i) {
            if (asked.ids[i] != box) continue;
            ++asked.about[i];
            if (query != 0) ++asked.wrong;
            return i == 2 || i == 4;
        }
        ++asked.wrong;
        return false;
    }
};

TEST_F(QueryFilters, APredicateDecidesAboutWhatTheFilterLetsPass) {
    Asked asked{.ids = ids_};
    const QueryOptions options{.filter = {.ignored = ids_[1]}, .predicate = Asked::even, .predicate_user = &asked};
    EXPECT_EQ(found(options), (Places{2, 4}));
    EXPECT_EQ(asked.wrong, 0U);
    EXPECT_EQ(asked.about[1], 0U);
    for (const std::size_t i : {0U, 2U, 3U, 4U}) EXPECT_GE(asked.about[i], 2U) << i;
    // A ray that misses a box asks nothing about it.
    Asked again{.ids = ids_};
    const WorldRay up{{4, -3, 0}, {0, 1, 0}};
    WorldHits hits;
    ASSERT_EQ(all_hits(world_, {&up, 1}, hits, {.predicate = Asked::even, .predicate_user = &again}), Status::ok);
    ASSERT_EQ(hits.hits.size(), 1U);
    EXPECT_EQ(hits.hits[0].box, ids_[2]);
    for (const std::size_t i : {0U, 1U, 3U, 4U}) EXPECT_EQ(again.about[i], 0U) << i;
}

}  // namespace
}  // namespace satori
