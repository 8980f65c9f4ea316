// distances() and find_near_pairs() of a World.

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/reference_distance.hpp"
#include "oracles/reference_overlap.hpp"
#include "support/allocators.hpp"
#include "support/box_defs.hpp"
#include "support/bytes.hpp"
#include "support/isa_fixture.hpp"
#include "support/pair_regimes.hpp"
#include "support/random.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

constexpr float kNear = 0.4F;

/// A World far from its origin. All sums of `base` and the centers of `rows` are exact.
class WorldDistances : public testing::Test {
protected:
    static constexpr Vec3d base{1 << 20, -(1 << 21), 3 << 19};

    BoxDef next_def() {
        OrientedBox box = test::random_box(random_, 0.05, 1, 5);
        for (float* c : {&box.center.x, &box.center.y, &box.center.z}) *c = std::round(*c * 1024) / 1024;
        return test::box_def(box);
    }
    static BoxPose placed(BoxPose pose) {
        pose.position = {pose.position.x + base.x, pose.position.y + base.y, pose.position.z + base.z};
        return pose;
    }
    void fill(std::size_t count) {
        std::vector<BoxDef> defs(count);
        for (BoxDef& def : defs) {
            def = next_def();
            def.pose = placed(def.pose);
            def.motion = static_cast<MotionType>(random_.below(4));
            def.sensor = random_.below(8) == 0;
            def.filter.owner = random_.below(8);
            def.filter.category = 1U << random_.below(3);
            if (random_.below(3) == 0) def.filter.mask = 5;
        }
        ids_.resize(count);
        ASSERT_EQ(world_.create(defs, ids_), Status::ok);
        for (int i = 0; i < 100; ++i) {
            const BoxId a = any_id(), b = any_id();
            if (a == b) continue;
            ASSERT_EQ(world_.ignore(a, b), Status::ok);
            ignored_.insert(std::minmax(a, b));
        }
    }
    BoxId any_id() { return ids_[random_.below(static_cast<std::uint32_t>(ids_.size()))]; }
    /// Moves some boxes, and destroys and creates others.
    void change() {
        for (int i = 0; i < 30; ++i) ASSERT_EQ(world_.set_pose(any_id(), placed(next_def().pose)), Status::ok);
        for (int i = 0; i < 10; ++i) {
            const std::size_t k = random_.below(static_cast<std::uint32_t>(ids_.size()));
            ASSERT_EQ(world_.destroy(ids_[k]), Status::ok);
            BoxDef def = next_def();
            def.pose = placed(def.pose);
            ASSERT_EQ(world_.create(def, ids_[k]), Status::ok);
        }
    }
    OrientedBox row(BoxId id) const {
        const BoxDef def = world_.box(id);
        const Vec3d& at = def.pose.position;
        const auto f = [](double v) { return static_cast<float>(v); };
        return {{f(at.x - base.x), f(at.y - base.y), f(at.z - base.z)}, def.half_extents, def.pose.rotation};
    }
    /// All pairs of boxes, each once.
    std::vector<WorldPair> all_pairs() const {
        std::vector<WorldPair> pairs;
        for (const BoxId a : ids_)
            for (const BoxId b : ids_)
                if (a.index < b.index) pairs.push_back({a, b});
        std::sort(pairs.begin(), pairs.end(), [](const WorldPair& a, const WorldPair& b) {
            return std::pair(a.first.index, a.second.index) < std::pair(b.first.index, b.second.index);
        });
        return pairs;
    }
    std::vector<PairDistance> distances_of(const std::vector<WorldPair>& pairs, const Execution& on = {}) {
        std::vector<PairDistance> found(pairs.size());
        EXPECT_EQ(distances(world_, pairs, found, {.execution = on}), Status::ok);
        return found;
    }
    std::vector<WorldPair> near_pairs(float most, const QueryOptions& options = {}) {
        WorldPairs found;
        EXPECT_EQ(find_near_pairs(world_, most, found, options), Status::ok);
        return {found.pairs.begin(), found.pairs.end()};
    }
    /// Whether the rules of the World let two boxes make a pair, as world.hpp says.
    bool is_wanted(const WorldPair& pair, bool sensors) const {
        const BoxDef a = world_.box(pair.first), b = world_.box(pair.second);
        const auto moves = [](const BoxDef& def) {
            return def.motion == MotionType::dynamic_box || def.motion == MotionType::detector_box;
        };
        if (!moves(a) && !moves(b)) return false;
        if ((a.sensor || b.sensor) && !sensors) return false;
        if (a.sensor && b.sensor) return false;
        if (a.filter.owner != 0 && a.filter.owner == b.filter.owner) return false;
        if ((a.filter.category & b.filter.mask) == 0 || (b.filter.category & a.filter.mask) == 0) return false;
        return !ignored_.contains(std::minmax(pair.first, pair.second));
    }
    std::vector<WorldPair> wanted_pairs(float most, bool sensors) {
        const std::vector<WorldPair> all = all_pairs();
        const std::vector<PairDistance> found = distances_of(all);
        std::vector<WorldPair> wanted;
        for (std::size_t k = 0; k < all.size(); ++k)
            if (found[k].distance <= most && is_wanted(all[k], sensors)) wanted.push_back(all[k]);
        return wanted;
    }
    void expect_all_near_pairs() {
        for (const float most : {0.0F, kNear, 1e9F}) {
            for (const bool sensors : {false, true}) {
                const std::vector<WorldPair> wanted = wanted_pairs(most, sensors);
                ASSERT_GT(wanted.size(), 5U);
                for (const Isa isa : test::supported_isas()) {
                    const QueryOptions options{.filter = {.sensors = sensors}, .execution = {isa}};
                    ASSERT_EQ(near_pairs(most, options), wanted) << most;
                    Workspace workspace;
                    WorldPairs found;
                    ASSERT_EQ(find_near_pairs(std::as_const(world_), most, found, workspace, options), Status::ok);
                    ASSERT_TRUE(std::ranges::equal(found.pairs, wanted));
                }
            }
        }
    }

    test::Random random_{11};
    World world_;
    std::vector<BoxId> ids_;
    std::set<std::pair<BoxId, BoxId>> ignored_;
};

TEST_F(WorldDistances, AreWithinDeltaOfTheTruthFarFromTheOrigin) {
    ASSERT_NO_FATAL_FAILURE(fill(150));
    const std::vector<WorldPair> pairs = all_pairs();
    const auto found = test::on_every_isa([&](const Execution& on) { return distances_of(pairs, on); });
    std::size_t overlapping = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        const OrientedBox a = row(pairs[k].first), b = row(pairs[k].second);
        const DistanceBounds truth = reference_distance(a, b);
        const double delta = overlap_tolerance(a, b);
        ASSERT_GE(found[k].distance, truth.lower - delta) << k;
        ASSERT_LE(found[k].distance, truth.upper + delta) << k;
        ASSERT_LE(reference_outside(a, found[k].first_offset), delta) << k;
        ASSERT_LE(reference_outside(b, found[k].second_offset), delta) << k;
        overlapping += truth.upper == 0;
    }
    EXPECT_GT(overlapping, 10U);
}

TEST_F(WorldDistances, OfAPairInEitherOrder) {
    ASSERT_NO_FATAL_FAILURE(fill(60));
    std::vector<WorldPair> pairs = all_pairs();
    const std::vector<PairDistance> found = distances_of(pairs);
    for (WorldPair& pair : pairs) std::swap(pair.first, pair.second);
    const std::vector<PairDistance> back = distances_of(pairs);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        ASSERT_EQ(back[k].distance, found[k].distance);
        ASSERT_EQ(back[k].first_offset, found[k].second_offset);
        ASSERT_EQ(back[k].second_offset, found[k].first_offset);
        ASSERT_EQ(back[k].direction.x, -found[k].direction.x);
    }
}

TEST_F(WorldDistances, FindAllNearPairsBeforeAndAfterUpdatesAndChanges) {
    ASSERT_NO_FATAL_FAILURE(fill(200));
    ASSERT_NO_FATAL_FAILURE(expect_all_near_pairs());
    WorldUpdate update;
    ASSERT_EQ(world_.update(update), Status::ok);
    ASSERT_NO_FATAL_FAILURE(expect_all_near_pairs());
    ASSERT_NO_FATAL_FAILURE(change());
    ASSERT_NO_FATAL_FAILURE(expect_all_near_pairs());
    ASSERT_EQ(world_.set_origin(base), Status::ok);
    ASSERT_NO_FATAL_FAILURE(expect_all_near_pairs());
}

TEST_F(WorldDistances, OfManyBoxesDoNotDependOnThreads) {
    ThreadExecutor four(4);
    ASSERT_NO_FATAL_FAILURE(fill(5000));
    const std::vector<WorldPair> pairs = near_pairs(0.05F, {.execution = {Isa::best, &serial_executor()}});
    EXPECT_EQ(near_pairs(0.05F, {.execution = {Isa::best, &four}}), pairs);
    EXPECT_TRUE(test::same_bytes(distances_of(pairs, {Isa::best, &four}),
                                 distances_of(pairs, {Isa::best, &serial_executor()})));
    EXPECT_GT(pairs.size(), 10000U);
}

TEST_F(WorldDistances, ObeyTheQueryFilterAndThePredicate) {
    ASSERT_NO_FATAL_FAILURE(fill(200));
    const std::vector<WorldPair> all = near_pairs(kNear);
    const auto expect_those = [&](const QueryOptions& options, auto&& passes) {
        std::vector<WorldPair> wanted;
        for (const WorldPair& pair : all)
            if (passes(pair.first) && passes(pair.second)) wanted.push_back(pair);
        EXPECT_EQ(near_pairs(kNear, options), wanted);
        EXPECT_LT(wanted.size(), all.size());
        EXPECT_GT(wanted.size(), 0U);
    };
    const BoxId left_out = all[0].first;
    expect_those({.filter = {.ignored = left_out}}, [&](BoxId id) { return id != left_out; });
    expect_those({.filter = {.mask = 3}}, [&](BoxId id) { return (world_.box(id).filter.category & 3) != 0; });
    const QueryFilter one[] = {{.ignored = left_out}};
    expect_those({.filters = one}, [&](BoxId id) { return id != left_out; });
    const auto even = [](std::size_t query, BoxId id, void*) noexcept { return query == 0 && id.index % 2 == 0; };
    expect_those({.predicate = even}, [](BoxId id) { return id.index % 2 == 0; });
}

TEST_F(WorldDistances, RefuseWhatIsNotLegal) {
    ASSERT_NO_FATAL_FAILURE(fill(10));
    std::vector<PairDistance> found(2, PairDistance{7, {}, {}, {}});
    std::uint64_t bad = 9;
    const auto refuse = [&](const WorldPair& pair) {
        const WorldPair pairs[] = {{ids_[0], ids_[1]}, pair};
        bad = 9;
        EXPECT_EQ(distances(world_, pairs, found, {.invalid_index = &bad}), Status::invalid_id);
        EXPECT_EQ(bad, 1U);
        EXPECT_EQ(distances(world_, pairs, found), Status::invalid_id);
    };
    refuse({ids_[3], ids_[3]});
    refuse({{}, ids_[3]});
    refuse({ids_[3], {99, 1}});
    refuse({ids_[3], {ids_[4].index, ids_[4].generation + 1}});
    const BoxId gone = ids_[9];
    ASSERT_EQ(world_.destroy(gone), Status::ok);
    refuse({ids_[3], gone});
    const WorldPair good[] = {{ids_[0], ids_[1]}};
    EXPECT_EQ(distances(world_, good, found), Status::invalid_argument);
    WorldPairs pairs{good};
    for (const float most : {-1.0F, 2e9F, std::numeric_limits<float>::quiet_NaN()})
        EXPECT_EQ(find_near_pairs(world_, most, pairs), Status::invalid_argument) << most;
    const QueryFilter two[2] = {};
    EXPECT_EQ(find_near_pairs(world_, 1, pairs, {.filters = two}), Status::invalid_argument);
    EXPECT_EQ(find_near_pairs(world_, 1, pairs, {.filter = {.ignored_count = 1}}), Status::invalid_argument);
    QueryOptions limited;
    limited.execution.max_pairs = 1;
    EXPECT_EQ(find_near_pairs(world_, 1e9F, pairs, limited), Status::limit_exceeded);
    EXPECT_EQ(pairs.pairs.data(), good);
    for (const PairDistance& each : found) EXPECT_EQ(each.distance, 7);
}

TEST_F(WorldDistances, OfAConstWorldMustBePrepared) {
    const World& seen = world_;
    Workspace workspace;
    WorldPairs pairs;
    EXPECT_EQ(find_near_pairs(seen, 1, pairs, workspace), Status::not_prepared);
    EXPECT_EQ(distances(seen, {}, {}), Status::not_prepared);
    ASSERT_NO_FATAL_FAILURE(fill(10));
    const WorldPair pair[] = {{ids_[0], ids_[1]}};
    PairDistance found[1];
    EXPECT_EQ(distances(seen, pair, found), Status::not_prepared);
    ASSERT_EQ(prepare_queries(world_), Status::ok);
    EXPECT_EQ(distances(seen, pair, found), Status::ok);
    EXPECT_EQ(find_near_pairs(seen, 1, pairs, workspace), Status::ok);
    ASSERT_NO_FATAL_FAILURE(change());
    EXPECT_EQ(find_near_pairs(seen, 1, pairs, workspace), Status::not_prepared);
    const std::uint64_t hash = world_.state_hash();
    EXPECT_EQ(find_near_pairs(world_, 1, pairs), Status::ok);
    EXPECT_EQ(world_.state_hash(), hash);
}

TEST_F(WorldDistances, OfAnEmptyWorldAreNone) {
    WorldPairs pairs;
    EXPECT_EQ(find_near_pairs(world_, 1, pairs), Status::ok);
    EXPECT_TRUE(pairs.pairs.empty());
    EXPECT_EQ(distances(world_, {}, {}), Status::ok);
}

TEST_F(WorldDistances, FailWithoutMemoryAndThenWork) {
    ASSERT_NO_FATAL_FAILURE(fill(300));
    ASSERT_EQ(prepare_queries(world_), Status::ok);
    const std::vector<WorldPair> wanted = near_pairs(kNear);
    std::uint64_t k = 0;
    for (;; ++k) {
        ASSERT_LT(k, 1000U);
        test::CountingAllocator memory;
        Workspace workspace(memory.get());
        memory.fail_at(k);
        WorldPairs found;
        const Status status = find_near_pairs(std::as_const(world_), kNear, found, workspace);
        if (memory.failures() == 0) break;
        EXPECT_EQ(status, Status::out_of_memory);
        EXPECT_TRUE(found.pairs.empty());
        memory.never_fail();
        ASSERT_EQ(find_near_pairs(std::as_const(world_), kNear, found, workspace), Status::ok);
        EXPECT_TRUE(std::ranges::equal(found.pairs, wanted));
    }
    EXPECT_GT(k, 3U);
}

}  // namespace
}  // namespace satori
