// Compares queries of a World with a test of all its boxes one by one: in every kind of scene, after any calls, with or
// without updates between them, on every instruction set and many threads.

#include <algorithm>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/query_judge.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

struct Scene {
    const char* name;
    std::uint32_t count;
    test::QueryRegion region;
    bool origin_at_base = false;
    bool all_static = false;
};

constexpr Scene kScenes[] = {
    {.name = "few", .count = 150, .region = {{}, {4, 4, 4}, 0.1, 0.6}},
    {.name = "uniform", .count = 2000, .region = {{}, {11, 11, 11}, 0.2, 0.6}},
    {.name = "pile", .count = 1200, .region = {{}, {3, 3, 6}, 0.3, 0.5}},
    {.name = "line", .count = 2000, .region = {{}, {400, 1, 1}, 0.2, 0.5}},
    {.name = "sizes", .count = 2000, .region = {{}, {40, 40, 10}, 0.02, 8}},
    {.name = "static_sizes", .count = 1500, .region = {{}, {30, 30, 10}, 0.02, 8}, .all_static = true},
    {.name = "far", .count = 1200, .region = {{1e7, -3e7, 2e7}, {9, 9, 9}, 0.2, 0.6}},
    {.name = "far_with_origin",
     .count = 1600,
     .region = {{1e9, -3e9, 2e9}, {10, 10, 10}, 0.2, 0.6},
     .origin_at_base = true},
};

void PrintTo(const Scene& scene, std::ostream* out) {
    *out << scene.name;
}

class WorldQuery : public testing::TestWithParam<Scene> {
protected:
    BoxDef def() {
        BoxDef made;
        made.pose = {judge_.place(), judge_.rotation()};
        made.half_extents = judge_.half();
        made.sensor = random().below(8) == 0;
        made.filter.category = std::uint64_t{1} << random().below(3);
        made.filter.owner = random().below(4);
        const bool fixed = GetParam().all_static || random().below(4) == 0;
        made.motion = fixed ? MotionType::static_box : MotionType::dynamic_box;
        return made;
    }
    // Changes both worlds in the same way. One of them never gets a query.
    void change(double share) {
        const auto count = static_cast<std::size_t>(share * static_cast<double>(ids_.size()));
        std::vector<BoxDef> defs(count / 3 + 1);
        for (BoxDef& made : defs) made = def();
        create(defs);
        std::vector<BoxId> moved, gone, sized;
        std::vector<BoxPose> poses;
        std::vector<Vec3> halves;
        for (std::size_t i = 0; i < count; ++i) {
            moved.push_back(ids_[random().below(static_cast<std::uint32_t>(ids_.size()))]);
            poses.push_back({judge_.place(), judge_.rotation()});
            if (i % 4 != 0) continue;
            sized.push_back(moved.back());
            halves.push_back(judge_.half());
        }
        for (std::size_t i = 0; i < count / 3; ++i) {
            const std::size_t k = random().below(static_cast<std::uint32_t>(ids_.size()));
            gone.push_back(ids_[k]);
            ids_.erase(ids_.begin() + static_cast<std::ptrdiff_t>(k));
        }
        for (World* world : {&world_, &quiet_}) {
            ASSERT_EQ(world->set_poses(moved, poses), Status::ok);
            ASSERT_EQ(world->set_half_extents(sized, halves), Status::ok);
            ASSERT_EQ(world->destroy(gone), Status::ok);
        }
        changed_ = true;
    }
    void create(const std::vector<BoxDef>& defs) {
        std::vector<BoxId> fresh(defs.size()), same_ids(defs.size());
        ASSERT_EQ(world_.create(defs, fresh), Status::ok);
        ASSERT_EQ(quiet_.create(defs, same_ids), Status::ok);
        ASSERT_EQ(fresh, same_ids);
        ids_.insert(ids_.end(), fresh.begin(), fresh.end());
    }
    void update() {
        WorldUpdate asked, quiet;
        ASSERT_EQ(world_.update(asked), Status::ok);
        ASSERT_EQ(quiet_.update(quiet), Status::ok);
        EXPECT_TRUE(std::ranges::equal(asked.begun, quiet.begun));
        EXPECT_TRUE(std::ranges::equal(asked.ended, quiet.ended));
        EXPECT_EQ(asked.pair_count, quiet.pair_count);
        ASSERT_EQ(world_.state_hash(), quiet_.state_hash());
        changed_ = false;
    }

    // Compares the answers of three threads and of every instruction set.
    void ask_everything() {
        std::vector<std::pair<BoxId, BoxDef>> boxes;
        for (std::uint32_t index = 0; index < world_.index_limit(); ++index)
            if (const BoxId id = world_.id_at(index); id != BoxId{}) boxes.emplace_back(id, world_.box(id));
        std::vector<test::QueryJudge::Asked> asked = {{&world_, {Isa::best, &threads_}}};
        for (const Isa isa : test::supported_isas()) {
            asked.push_back({&world_, {isa, &serial_executor()}});
            asked.push_back({&world_, {isa, &serial_executor()}, true});
        }
        asked.push_back({&world_, {Isa::best, &threads_}, true});
        judge_.ask_everything(asked, boxes, 100);
        with_changes_ += changed_ ? 1U : 0U;
    }
    test::Random& random() { return judge_.random(); }

    test::QueryJudge judge_{GetParam().region, 17};
    World world_, quiet_;
    std::vector<BoxId> ids_;
    bool changed_ = true;
    std::size_t with_changes_ = 0;
    test::RendezvousExecutor threads_{3};
};

TEST_P(WorldQuery, AnswersAreThoseOfAllBoxesOneByOne) {
    if (GetParam().origin_at_base) {
        ASSERT_EQ(world_.set_origin(GetParam().region.base), Status::ok);
        ASSERT_EQ(quiet_.set_origin(GetParam().region.base), Status::ok);
    }
    std::vector<BoxDef> defs(GetParam().count);
    for (BoxDef& made : defs) made = def();
    ASSERT_NO_FATAL_FAILURE(create(defs));
    {
        SCOPED_TRACE("before any update");
        ASSERT_NO_FATAL_FAILURE(ask_everything());
    }
    ASSERT_NO_FATAL_FAILURE(update());
    {
        SCOPED_TRACE("after the first update");
        ASSERT_NO_FATAL_FAILURE(ask_everything());
    }
    // Few changes keep the columns up to date. Many changes drop the columns.
    for (const double share : {0.02, 0.5}) {
        SCOPED_TRACE(share);
        ASSERT_NO_FATAL_FAILURE(change(share));
        ASSERT_NO_FATAL_FAILURE(ask_everything());
        ASSERT_NO_FATAL_FAILURE(update());
        ASSERT_NO_FATAL_FAILURE(ask_everything());
    }
    EXPECT_EQ(with_changes_, 3U);
    EXPECT_EQ(threads_.most_threads(), 3U);
    for (const auto* tally : {&judge_.rays(), &judge_.casts(), &judge_.shapes(), &judge_.points()}) {
        EXPECT_GT(tally->hits, 50U);
        EXPECT_GT(tally->misses, 20U);
    }
    EXPECT_GT(judge_.rays().inside, 20U);
    EXPECT_GT(judge_.casts().inside, 20U);
    EXPECT_GT(judge_.casts().left, 5U);
    EXPECT_GT(judge_.shapes().inside, 5U);
    EXPECT_GT(judge_.points().inside, 20U);
}

// A long list of changed boxes and the columns of many boxes give the same answers, group by group.
TEST(FullWorldQuery, ManyColumnsAnswerAsAllBoxesDo) {
    test::Random random(3);
    const auto place = [&] { return Vec3d{random.uniform(-60, 60), random.uniform(-60, 60), random.uniform(-60, 60)}; };
    std::vector<BoxDef> defs(600000);
    for (BoxDef& def : defs) {
        def.pose.position = place();
        const auto half = static_cast<float>(random.uniform(0.2, 0.5));
        def.half_extents = {half, half, half};
    }
    std::vector<BoxId> ids(defs.size());
    World world;
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    std::vector<WorldRay> rays(300);
    std::vector<WorldPoint> points(300);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        points[i].position = rays[i].origin = place();
        rays[i].direction = place();
    }
    const auto ask = [&] {
        WorldHits all;
        std::vector<WorldHit> first(rays.size());
        std::vector<WorldClosest> closest(points.size());
        EXPECT_EQ(all_hits(world, rays, all), Status::ok);
        EXPECT_EQ(closest_hits(world, rays, first), Status::ok);
        EXPECT_EQ(closest_boxes(world, points, closest), Status::ok);
        return std::tuple(std::vector(all.hits.begin(), all.hits.end()), first, closest);
    };
    const auto [all, first, closest] = ask();
    WorldUpdate update;
    ASSERT_EQ(world.update(update), Status::ok);
    const auto [all_later, first_later, closest_later] = ask();
    EXPECT_GT(all.size(), 3000U);
    EXPECT_TRUE(test::same_bytes(all, all_later));
    EXPECT_TRUE(test::same_bytes(first, first_later));
    EXPECT_TRUE(test::same_bytes(closest, closest_later));
}

std::string scene_name(const testing::TestParamInfo<Scene>& tested) {
    return tested.param.name;
}
INSTANTIATE_TEST_SUITE_P(Scenes, WorldQuery, testing::ValuesIn(kScenes), scene_name);

}  // namespace
}  // namespace satori
