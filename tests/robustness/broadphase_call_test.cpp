// R12, R13, R14 for Broadphase: calls that fail change nothing, and can be repeated.

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "broadphase/moving/broadphase_state.hpp"
#include "oracles/brute_force.hpp"
#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/guard_pages.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

using enum MotionType;

// Every property of a world that calls can read.
struct Snapshot {
    std::vector<BoxPair> pairs;
    std::vector<Aabb> bounds;
    std::vector<std::uint32_t> states;

    explicit Snapshot(const Broadphase& world) : pairs(world.pair_count()) {
        EXPECT_EQ(world.copy_pairs(pairs), Status::ok);
        for (std::uint32_t id = 0; id < world.id_limit(); ++id) {
            bounds.push_back(world.fat_bounds(id));
            states.push_back(world.contains(id) | world.sleeping(id) << 1 |
                             static_cast<std::uint32_t>(world.motion(id)) << 2);
        }
    }
    friend bool operator==(const Snapshot& a, const Snapshot& b) {
        return a.pairs == b.pairs && test::same_bytes(a.bounds, b.bounds) && a.states == b.states;
    }
};

std::vector<Aabb> scene(std::uint32_t count, std::uint64_t seed, test::SceneKind kind = test::SceneKind::uniform) {
    return test::upright_bounds(test::make_test_scene(kind, count, seed));
}

class BroadphaseCalls : public testing::Test {
protected:
    void SetUp() override {
        ids_.resize(100);
        ASSERT_EQ(world_.add(aabb_rows(bounds_), dynamic_box, ids_), Status::ok);
        BroadphaseUpdate result;
        ASSERT_EQ(world_.update(result), Status::ok);
        ASSERT_EQ(world_.remove(ids_[50]), Status::ok);
    }
    // Expects that `call` returns `status`, writes `index`, and changes nothing, not even the report of the next
    // update.
    void refused(Status status, std::uint64_t index, const std::function<Status(std::uint64_t*)>& call) {
        constexpr std::uint64_t kUntouched = 987654321;
        const Snapshot before(world_);
        std::uint64_t named = kUntouched;
        EXPECT_EQ(call(&named), status);
        EXPECT_EQ(named, index == UINT64_MAX ? kUntouched : index);
        EXPECT_EQ(call(nullptr), status);
        EXPECT_TRUE(Snapshot(world_) == before);
    }
    void TearDown() override {
        BroadphaseUpdate result;
        ASSERT_EQ(world_.update(result), Status::ok);
        EXPECT_EQ(result.changed_count, 1U) << "a refused call has left something behind";
        EXPECT_TRUE(result.new_pairs.empty());
    }

    std::vector<Aabb> bounds_ = scene(100, 1);
    std::vector<std::uint32_t> ids_;
    Broadphase world_;
};
constexpr std::uint64_t kNoIndex = UINT64_MAX;

TEST_F(BroadphaseCalls, IdsThatDoNotExist) {
    for (const std::uint32_t bad : {ids_[50], 100U, 5000U, UINT32_MAX}) {
        const std::vector<std::uint32_t> ids = {ids_[3], ids_[4], bad, ids_[5]};
        const std::vector<Aabb> to(4, Aabb{{1, 1, 1}, {2, 2, 2}});
        refused(Status::invalid_id, 2, [&](std::uint64_t* i) { return world_.remove(ids, i); });
        refused(Status::invalid_id, 2, [&](std::uint64_t* i) { return world_.move(ids, aabb_rows(to), i); });
        refused(Status::invalid_id, 2, [&](std::uint64_t* i) { return world_.set_motion(ids, static_box, i); });
        refused(Status::invalid_id, 2, [&](std::uint64_t* i) { return world_.set_sleeping(ids, true, i); });
        refused(Status::invalid_id, kNoIndex, [&](std::uint64_t*) { return world_.remove(bad); });
        refused(Status::invalid_id, kNoIndex, [&](std::uint64_t*) { return world_.move(bad, to[0]); });
    }
    const std::vector<std::uint32_t> twice = {ids_[3], ids_[4], ids_[5], ids_[4]};
    refused(Status::invalid_id, 3, [&](std::uint64_t* i) { return world_.remove(twice, i); });
    Broadphase empty;
    EXPECT_EQ(empty.remove(0), Status::invalid_id);
    EXPECT_EQ(empty.move(0, {}), Status::invalid_id);
}

TEST_F(BroadphaseCalls, BoundsThatAreNotLegal) {
    constexpr float kInf = std::numeric_limits<float>::infinity();
    for (const float bad : {NAN, kInf, -kInf}) {
        for (int column = 0; column < 6; ++column) {
            std::vector<Aabb> to(3, Aabb{{1, 1, 1}, {2, 2, 2}});
            std::memcpy(reinterpret_cast<char*>(&to[1]) + 4 * column, &bad, sizeof bad);
            std::uint32_t id = 77;
            std::vector<std::uint32_t> fresh(3, 77);
            refused(Status::invalid_bounds, 1,
                    [&](std::uint64_t* i) { return world_.add(aabb_rows(to), static_box, fresh, i); });
            refused(Status::invalid_bounds, kNoIndex,
                    [&](std::uint64_t*) { return world_.add(to[1], static_box, id); });
            refused(Status::invalid_bounds, kNoIndex, [&](std::uint64_t*) { return world_.move(ids_[0], to[1]); });
            refused(Status::invalid_bounds, 1,
                    [&](std::uint64_t* i) { return world_.move(std::span(ids_).first(3), aabb_rows(to), i); });
            EXPECT_EQ(id, 77U);
            EXPECT_EQ(fresh, std::vector<std::uint32_t>(3, 77));
        }
    }
    const Aabb inverted{{1, 1, 2}, {2, 2, 1}};
    refused(Status::invalid_bounds, kNoIndex, [&](std::uint64_t*) { return world_.move(ids_[0], inverted); });
}

TEST_F(BroadphaseCalls, ArgumentsThatDoNotFit) {
    std::vector<std::uint32_t> fresh(3);
    const auto unknown = static_cast<MotionType>(4);
    const std::vector<Aabb> to(3, Aabb{{1, 1, 1}, {2, 2, 2}});
    AabbView odd = aabb_rows(to), null = aabb_rows(to);
    odd.stride = 23;
    null.maxima = nullptr;
    for (const AabbView& view : {odd, null, aabb_rows(std::span(to).first(2))}) {
        refused(Status::invalid_argument, kNoIndex,
                [&](std::uint64_t* i) { return world_.add(view, dynamic_box, fresh, i); });
        refused(Status::invalid_argument, kNoIndex,
                [&](std::uint64_t* i) { return world_.move(std::span(ids_).first(3), view, i); });
    }
    refused(Status::invalid_argument, kNoIndex,
            [&](std::uint64_t* i) { return world_.add(aabb_rows(to), unknown, fresh, i); });
    refused(Status::invalid_argument, kNoIndex, [&](std::uint64_t* i) { return world_.set_motion(fresh, unknown, i); });
    const BoxBatch boxes = test::make_batch(std::vector<OrientedBox>(2));
    refused(Status::invalid_argument, kNoIndex,
            [&](std::uint64_t* i) { return world_.add(boxes, dynamic_box, fresh, i); });
    refused(Status::invalid_argument, kNoIndex, [&](std::uint64_t* i) { return world_.move(fresh, boxes, i); });
    std::vector<BoxPair> few(world_.pair_count() - 1);
    EXPECT_EQ(world_.copy_pairs(few), Status::capacity_exceeded);
}

TEST_F(BroadphaseCalls, BoxesSkippedAsIllegal) {
    std::vector<OrientedBox> rows(3);
    rows[1].center.x = NAN;
    BoxBatch boxes;
    ASSERT_EQ(boxes.assign(box_rows(rows), OnInvalid::skip), Status::ok);
    std::vector<std::uint32_t> fresh(3);
    refused(Status::invalid_bounds, 1, [&](std::uint64_t* i) { return world_.add(boxes, dynamic_box, fresh, i); });
    refused(Status::invalid_bounds, 1,
            [&](std::uint64_t* i) { return world_.move(std::span(ids_).first(3), boxes, i); });
}

TEST(BroadphaseOptionsCheck, IllegalMargins) {
    for (const float bad : {-1.0F, NAN, std::numeric_limits<float>::infinity()}) {
        for (const BroadphaseOptions& options : {BroadphaseOptions{bad, 0}, BroadphaseOptions{0, bad}}) {
            Broadphase world(options);
            std::uint32_t id = 0;
            EXPECT_EQ(world.add({{0, 0, 0}, {1, 1, 1}}, dynamic_box, id), Status::invalid_argument);
            EXPECT_EQ(world.size(), 0U);
        }
    }
}

// A world in which every kind of update occurs. In frame 0 all boxes are new. Frames 1 and 2 move one in 24. Frame
// 3 moves all. Frame 4 moves two. Frame 5 removes and adds. In frames 6 and 7 a tile of static boxes comes, and the one
// of frame 6 goes. Boxes move by up to `reach` of their width: within their standing bounds or beyond.
struct ScriptKind {
    test::SceneKind scene;
    float reach;
};

class Script {
public:
    explicit Script(const ScriptKind& kind) : reach_(kind.reach), bounds_(scene(1400, 3, kind.scene)) {}

    void add_all(Broadphase& world) {
        ids_.resize(bounds_.size());
        ASSERT_EQ(world.add(aabb_rows(bounds_), dynamic_box, ids_), Status::ok);
    }
    void change(Broadphase& world, int frame) {
        if (frame >= 6) return change_tiles(world);
        test::Random random(static_cast<std::uint64_t>(frame));
        std::vector<std::uint32_t> moved;
        std::vector<Aabb> to;
        for (std::size_t i = 0; i < bounds_.size(); i += frame == 3 ? 1 : frame == 4 ? 700 : 24) {
            const float x = reach_ * static_cast<float>(random.uniform(-1, 1)) * (bounds_[i].max.x - bounds_[i].min.x);
            bounds_[i].min.x += x;
            bounds_[i].max.x += x;
            moved.push_back(ids_[i]);
            to.push_back(bounds_[i]);
        }
        ASSERT_EQ(world.move(moved, aabb_rows(to)), Status::ok);
        if (frame != 5) return;
        for (std::size_t i = 0; i < ids_.size(); i += 9) {
            ASSERT_EQ(world.remove(ids_[i]), Status::ok);
            ASSERT_EQ(world.add(bounds_[i], kinematic_box, ids_[i]), Status::ok);
        }
    }
    static constexpr int kFrames = 8, kFirstTile = 6;

private:
    // The tile begins within the last boxes along x.
    void change_tiles(Broadphase& world) {
        ASSERT_EQ(world.remove(tile_), Status::ok);
        float first = bounds_[0].min.x, last = bounds_[0].max.x;
        for (const Aabb& box : bounds_) {
            first = std::min(first, box.min.x);
            last = std::max(last, box.max.x);
        }
        tile_.resize(300);
        for (std::size_t i = 0; i < tile_.size(); ++i) {
            Aabb box = bounds_[i];
            const float x = last - 0.02F * (last - first) - box.min.x + 0.01F * (box.min.x - first);
            box.min.x += x;
            box.max.x += x;
            ASSERT_EQ(world.add(box, static_box, tile_[i]), Status::ok);
        }
    }

    float reach_;
    std::vector<std::uint32_t> tile_;
    std::vector<Aabb> bounds_;
    std::vector<std::uint32_t> ids_;
};

struct Reports {
    std::vector<std::vector<BoxPair>> lists;
    void take(const BroadphaseUpdate& result) {
        lists.emplace_back(result.new_pairs.begin(), result.new_pairs.end());
        lists.emplace_back(result.lost_pairs.begin(), result.lost_pairs.end());
    }
};

class BroadphaseFailure : public testing::TestWithParam<ScriptKind> {
protected:
    void SetUp() override {
        Broadphase world;
        Script script(GetParam());
        script.add_all(world);
        for (int frame = 0; frame < Script::kFrames; ++frame) {
            if (frame != 0) script.change(world, frame);
            BroadphaseUpdate result;
            ASSERT_EQ(world.update(result), Status::ok);
            paths_[static_cast<std::size_t>(result.path)] += 1;
            if (frame < Script::kFirstTile) rebuilt_ += result.columns_rebuilt;
            if (frame >= Script::kFirstTile) {
                const auto* const state = detail::BroadphaseAccess::state_of(std::as_const(world));
                ASSERT_TRUE(result.path == UpdatePath::incremental && state->columns.next_layer() > 1)
                    << "the tile got no layer";
                met_ += result.new_pairs.size();
            }
            expected_.take(result);
        }
        ASSERT_GT(paths_[1], 0) << "no incremental update";
        if (GetParam().scene == test::SceneKind::uniform) {
            ASSERT_GT(met_, 0U) << "no box meets a tile";
        }
        ASSERT_GT(paths_[2], 1) << "no bulk update but the first";
        ASSERT_EQ(rebuilt_ > 0, GetParam().reach == 1) << "columns are for boxes that leave their standing bounds";
    }
    Reports expected_;
    int paths_[3] = {};
    int rebuilt_ = 0;
    std::size_t met_ = 0;
};

// The k-th allocation of an update fails, for every k. The update reports the error and changes nothing. It works when
// it is repeated.
TEST_P(BroadphaseFailure, OfAnyAllocation) {
    for (int failing = 0; failing < Script::kFrames; ++failing) {
        std::uint64_t k = 0;
        for (bool failed = true; failed; ++k) {
            ASSERT_LT(k, 200U);
            test::CountingAllocator memory;
            {
                Broadphase world({}, memory.get());
                Script script(GetParam());
                script.add_all(world);
                Reports reports;
                for (int frame = 0; frame < Script::kFrames; ++frame) {
                    if (frame != 0) script.change(world, frame);
                    BroadphaseUpdate result;
                    if (frame == failing) {
                        const Snapshot before(world);
                        memory.fail_at(k);
                        const Status status = world.update(result);
                        ASSERT_TRUE(world.validate());
                        failed = memory.failures() != 0;
                        memory.never_fail();
                        if (failed) {
                            ASSERT_EQ(status, Status::out_of_memory) << "frame " << frame << ", allocation " << k;
                            ASSERT_TRUE(result.new_pairs.empty() && result.lost_pairs.empty());
                            ASSERT_TRUE(Snapshot(world) == before);
                            ASSERT_EQ(world.update(result), Status::ok);
                        }
                    } else {
                        ASSERT_EQ(world.update(result), Status::ok);
                    }
                    reports.take(result);
                }
                ASSERT_EQ(reports.lists, expected_.lists) << "frame " << failing << ", allocation " << k;
            }
            ASSERT_EQ(memory.live_blocks(), 0U);
            ASSERT_EQ(memory.misuses(), 0U);
        }
        if (failing == 0) {
            EXPECT_GT(k, 8U) << "hardly anything was allocated";
        }
    }
}

TEST_P(BroadphaseFailure, OfTheExecutor) {
    for (const test::ExecutorFault fault : test::kExecutorFaults) {
        for (unsigned from_run = 0;; ++from_run) {
            ASSERT_LT(from_run, 200U);
            Broadphase world;
            Script script(GetParam());
            script.add_all(world);
            unsigned faults = 0;
            Reports reports;
            for (int frame = 0; frame < Script::kFrames; ++frame) {
                if (frame != 0) script.change(world, frame);
                BroadphaseUpdate result;
                test::FaultyExecutor faulty(fault, from_run);
                const Snapshot before(world);
                const Status status = world.update(result, {Isa::best, &faulty});
                ASSERT_TRUE(world.validate());
                faults += faulty.faults();
                if (faulty.faults() != 0) {
                    ASSERT_EQ(status, Status::executor_failed)
                        << test::executor_fault_name(fault) << " from run " << from_run;
                    ASSERT_TRUE(Snapshot(world) == before);
                    ASSERT_EQ(world.update(result), Status::ok);
                }
                reports.take(result);
            }
            ASSERT_EQ(reports.lists, expected_.lists) << test::executor_fault_name(fault) << " from run " << from_run;
            if (faults == 0) break;
        }
    }
}

TEST_P(BroadphaseFailure, OfAllocationsOutsideUpdates) {
    const auto bounds = scene(300, 5, GetParam().scene);
    for (std::uint64_t k = 0;; ++k) {
        ASSERT_LT(k, 100U);
        test::CountingAllocator memory;
        Broadphase world({}, memory.get());
        std::vector<std::uint32_t> ids(bounds.size(), 5);
        memory.fail_at(k);
        const Status status = world.add(aabb_rows(bounds), dynamic_box, ids);
        if (memory.failures() == 0) {
            EXPECT_GE(k, 4U);
            break;
        }
        ASSERT_EQ(status, Status::out_of_memory);
        ASSERT_EQ(world.size(), 0U);
        ASSERT_EQ(ids, std::vector<std::uint32_t>(bounds.size(), 5));
        memory.never_fail();
        ASSERT_EQ(world.add(aabb_rows(bounds), dynamic_box, ids), Status::ok);
        const std::uint64_t allocations = memory.allocations();
        ASSERT_EQ(world.move(ids, aabb_rows(scene(300, 6, GetParam().scene))), Status::ok);
        ASSERT_EQ(world.remove(ids), Status::ok);
        EXPECT_EQ(memory.allocations(), allocations) << "move and remove allocate nothing";
    }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, BroadphaseFailure,
    testing::Values(ScriptKind{test::SceneKind::uniform, 1}, ScriptKind{test::SceneKind::mixed_sizes, 1},
                    ScriptKind{test::SceneKind::clustered, 1}, ScriptKind{test::SceneKind::uniform, 0.01F}),
    [](const auto& tested) {
        return test::scene_kind_name(tested.param.scene) + std::string(tested.param.reach < 1 ? "_creeping" : "");
    });

/// Every block ends at a page without access or, for its alignment, up to 63 bytes before it.
class GuardedAllocator {
public:
    Allocator get() noexcept {
        Allocator allocator;
        allocator.allocate = [](std::size_t size, std::size_t, void* user) noexcept -> void* {
            auto block = std::make_unique<test::GuardedMemory>((size + 63) / 64 * 64);
            void* const memory = block->data();
            static_cast<GuardedAllocator*>(user)->blocks_.emplace(memory, std::move(block));
            return memory;
        };
        allocator.release = [](void* memory, std::size_t, std::size_t, void* user) noexcept {
            static_cast<GuardedAllocator*>(user)->blocks_.erase(memory);
        };
        allocator.user = this;
        return allocator;
    }

private:
    std::map<void*, std::unique_ptr<test::GuardedMemory>> blocks_;
};

// Four boxes that all overlap have lists of three partners each. Each list has capacity for four: a block of 64 bytes.
TEST(BroadphaseMemory, IsNotLookedAtBehindTheLastList) {
    if (!test::guard_pages_available()) GTEST_SKIP() << "no guard pages";
    for (const Isa isa : test::supported_isas()) {
        GuardedAllocator memory;
        Broadphase world({}, memory.get());
        std::uint32_t ids[4];
        const Aabb here{{0, 0, 0}, {1, 1, 1}}, away{{5, 0, 0}, {6, 1, 1}};
        for (std::uint32_t& id : ids) ASSERT_EQ(world.add(here, MotionType::dynamic_box, id), Status::ok);
        BroadphaseUpdate result;
        ASSERT_EQ(world.update(result, {isa}), Status::ok);
        ASSERT_EQ(result.pair_count, 6U);
        ASSERT_EQ(world.move(ids[0], away), Status::ok);
        ASSERT_EQ(world.update(result, {isa}), Status::ok);
        EXPECT_EQ(result.pair_count, 3U);
        const auto of_last = [&] {
            const std::span<const std::uint32_t> partners = world.partners(ids[3]);
            return std::vector(partners.begin(), partners.end());
        };
        EXPECT_EQ(of_last(), (std::vector{ids[1], ids[2]}));
        ASSERT_EQ(world.move(ids[0], here), Status::ok);
        ASSERT_EQ(world.update(result, {isa}), Status::ok);
        EXPECT_EQ(of_last(), (std::vector{ids[0], ids[1], ids[2]}));
    }
}

// All boxes overlap. The first boxes come at once, then `more` boxes at once: each list gets as many new partners in
// one update.
TEST(BroadphaseMemory, HasRoomForAllThatComeAtOnce) {
    if (!test::guard_pages_available()) GTEST_SKIP() << "no guard pages";
    for (const std::uint32_t first : {2U, 5U, 6U, 9U, 10U, 17U, 40U}) {
        for (const std::uint32_t more : {1U, 3U, 4U, 5U, 9U, 30U}) {
            GuardedAllocator memory;
            Broadphase world({}, memory.get());
            std::vector<std::uint32_t> ids;
            for (const std::uint32_t count : {first, first + more}) {
                while (ids.size() < count) {
                    ids.push_back(0);
                    ASSERT_EQ(world.add({{0, 0, 0}, {1, 1, 1}}, MotionType::dynamic_box, ids.back()), Status::ok);
                }
                BroadphaseUpdate result;
                ASSERT_EQ(world.update(result), Status::ok);
                for (const std::uint32_t id : ids) {
                    std::vector<std::uint32_t> others = ids;
                    std::erase(others, id);
                    std::sort(others.begin(), others.end());
                    const std::span<const std::uint32_t> partners = world.partners(id);
                    ASSERT_TRUE(std::equal(partners.begin(), partners.end(), others.begin(), others.end()));
                }
            }
        }
    }
}

// Tiles come and go until columns are made anew, in memory that ends at pages without access.
TEST(BroadphaseMemory, HoldsTilesThatComeAndGo) {
    if (!test::guard_pages_available()) GTEST_SKIP() << "no guard pages";
    GuardedAllocator memory;
    Broadphase world({}, memory.get());
    test::Random random(3);
    const auto box_at = [&](double x, double width) {
        const auto at = [&](double lo, double hi) { return static_cast<float>(random.uniform(lo, hi)); };
        const Vec3 lo{at(x, x + width), at(0, 30), at(0, 30)};
        return Aabb{lo, {lo.x + at(0.1, 1), lo.y + at(0.1, 1), lo.z + at(0.1, 1)}};
    };
    std::vector<std::uint32_t> ids(1500);
    for (std::uint32_t& id : ids) ASSERT_EQ(world.add(box_at(0, 100), dynamic_box, id), Status::ok);
    std::vector<std::vector<std::uint32_t>> tiles;
    int layered = 0, rebuilt = 0;
    for (int frame = 0; frame < 80; ++frame) {
        BroadphaseUpdate result;
        ASSERT_EQ(world.update(result), Status::ok);
        ASSERT_TRUE(world.validate());
        const auto* const state = detail::BroadphaseAccess::state_of(std::as_const(world));
        if (result.path == UpdatePath::incremental) {
            const std::uint64_t standing = state->standing.count() - state->standing.stray_count();
            ASSERT_LE(state->columns.box_count(), 2 * standing + 400) << "too many have gone";
            layered += state->columns.next_layer() > 1;
        }
        rebuilt += result.columns_rebuilt;
        std::vector<Aabb> all(world.id_limit(), Aabb{{1, 1, 1}, {0, 0, 0}});
        for (std::uint32_t id = 0; id < all.size(); ++id)
            if (world.contains(id)) all[id] = world.fat_bounds(id);
        std::vector<BoxPair> wanted = brute_force_pairs(all), found(world.pair_count());
        std::erase_if(wanted, [&](const BoxPair& pair) {
            return world.motion(pair.first) == static_box && world.motion(pair.second) == static_box;
        });
        ASSERT_EQ(world.copy_pairs(found), Status::ok);
        ASSERT_EQ(found, wanted) << frame;
        for (int k = 0; k < 20; ++k) {
            const std::uint32_t id = ids[random.below(1500)];
            ASSERT_EQ(world.move(id, box_at(0, 100)), Status::ok);
        }
        if (frame % 3 == 2 || tiles.size() == 4) {
            ASSERT_EQ(world.remove(tiles.front()), Status::ok);
            tiles.erase(tiles.begin());
        }
        // Seldom so wide a tile that it gets no layer, and all boxes are swept.
        const double x = random.uniform(-20, 100), width = frame % 9 == 8 ? 60 : 5;
        for (std::uint32_t& id : tiles.emplace_back(260 + 10 * random.below(10)))
            ASSERT_EQ(world.add(box_at(x, width), static_box, id), Status::ok);
    }
    EXPECT_GT(layered, 40);
    EXPECT_GT(rebuilt, 1);
}

TEST(BroadphaseExecution, InstructionSetThatCannotRun) {
    Broadphase world;
    BroadphaseUpdate result;
    std::uint32_t id = 0;
    ASSERT_EQ(world.add({{0, 0, 0}, {1, 1, 1}}, dynamic_box, id), Status::ok);
    EXPECT_EQ(world.update(result, {static_cast<Isa>(77)}), Status::unsupported_isa);
    EXPECT_EQ(world.update(result), Status::ok);
    EXPECT_EQ(result.changed_count, 1U);
}

}  // namespace
}  // namespace satori
