// Skins and neighbor lists in a Broadphase: their promises after every update, and that updates use them.
// moving_world_test.cpp tests that reports are right.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "broadphase/moving/broadphase_state.hpp"
#include "broadphase/moving/build_columns.hpp"
#include "oracles/brute_force.hpp"
#include "support/columns_next.hpp"
#include "support/executors.hpp"
#include "support/random.hpp"
#include "support/standing_bounds.hpp"

namespace satori {
namespace {

using detail::BroadphaseAccess;
using detail::BroadphaseState;

class NeighbourLists : public testing::Test {
protected:
    void make(std::uint32_t count, double width, const BroadphaseOptions& options = {}) {
        world_ = Broadphase(options);
        width_ = width;
        bounds_.clear();
        for (std::uint32_t i = 0; i < count; ++i) add();
        update();
        ASSERT_EQ(update_.path, UpdatePath::bulk);
    }
    void add() {
        const double size = random_.uniform(0.5, 1.5);
        const auto at = [&] { return static_cast<float>(random_.uniform(0, width_)); };
        const auto edge = [&] { return static_cast<float>(size * random_.uniform(0.7, 1)); };
        const Vec3 lo{at(), at(), at()};
        const Aabb box{lo, {lo.x + edge(), lo.y + edge(), lo.z + edge()}};
        std::uint32_t id = 0;
        const std::uint32_t kind = random_.below(8);
        ASSERT_EQ(world_.add(box,
                             kind < 2    ? MotionType::static_box
                             : kind == 2 ? MotionType::kinematic_box
                                         : MotionType::dynamic_box,
                             id),
                  Status::ok);
        bounds_.resize(std::max<std::size_t>(bounds_.size(), id + 1));
        bounds_[id] = box;
    }
    /// Moves the box by up to `step` along each axis.
    void move(std::uint32_t id, double step) {
        if (!world_.contains(id)) return;
        Aabb& box = bounds_[id];
        for (float Vec3::*c : {&Vec3::x, &Vec3::y, &Vec3::z}) {
            const auto by = static_cast<float>(random_.uniform(-step, step));
            box.min.*c += by;
            box.max.*c += by;
        }
        ASSERT_EQ(world_.move(id, box), Status::ok);
    }
    void update(Executor& executor = serial_executor()) {
        test::build_columns_next(world_);
        ASSERT_EQ(world_.update(update_, {Isa::best, &executor}), Status::ok);
        ASSERT_TRUE(world_.validate());
    }
    /// Moves the boxes of `count` ids from `first` on a little, and updates.
    void creep(std::uint32_t first, std::uint32_t count, Executor& executor = serial_executor()) {
        for (std::uint32_t k = 0; k < count; ++k) ASSERT_NO_FATAL_FAILURE(move(first + k, 0.0005));
        ASSERT_NO_FATAL_FAILURE(update(executor));
    }

    BroadphaseState& state() { return *BroadphaseAccess::state_of(world_); }
    bool in_use() { return state().neighbours.in_use(state().columns); }
    std::uint32_t listed_count() {
        std::uint32_t count = 0;
        for (std::uint32_t id = 0; id < world_.id_limit(); ++id) count += state().neighbours.has_list(id) ? 1 : 0;
        return count;
    }
    std::uint32_t dynamic_count() {
        std::uint32_t count = 0;
        for (std::uint32_t id = 0; id < world_.id_limit(); ++id) count += is_dynamic(id) ? 1 : 0;
        return count;
    }
    bool is_dynamic(std::uint32_t id) { return world_.contains(id) && world_.motion(id) == MotionType::dynamic_box; }
    /// Makes lists one by one, in columns that were built without lists, until there are so many that the columns are
    /// dropped.
    void creep_until_due() {
        // All these moves are jumps. For jumps, columns are built without lists.
        for (std::uint32_t id = 0; id < 40; ++id) ASSERT_NO_FATAL_FAILURE(move(id, 3));
        ASSERT_NO_FATAL_FAILURE(update());
        ASSERT_TRUE(update_.columns_rebuilt);
        ASSERT_TRUE(in_use());
        ASSERT_EQ(listed_count(), 0U);
        for (std::uint32_t first = 40; in_use(); first += 20) {
            ASSERT_LT(first, world_.size()) << "never due";
            ASSERT_NO_FATAL_FAILURE(creep(first, 20));
            ASSERT_EQ(update_.path, UpdatePath::incremental);
            ASSERT_FALSE(update_.columns_rebuilt);
        }
    }

    static bool contains(const Aabb& a, const Aabb& b) {
        return a.min.x <= b.min.x && b.max.x <= a.max.x && a.min.y <= b.min.y && b.max.y <= a.max.y &&
               a.min.z <= b.min.z && b.max.z <= a.max.z;
    }
    /// Checks every promise of neighbour_lists.hpp.
    void check() {
        if (!in_use()) return;
        const std::uint32_t limit = world_.id_limit();
        std::vector<Aabb> stands(limit);
        for (std::uint32_t id = 0; id < limit; ++id) {
            if (!world_.contains(id)) continue;
            stands[id] = test::standing_bounds(world_, id);
            ASSERT_TRUE(contains(stands[id], world_.fat_bounds(id))) << "box " << id;
        }
        for (std::uint32_t id = 0; id < limit; ++id) {
            if (!state().neighbours.has_list(id)) continue;
            ASSERT_TRUE(world_.contains(id));
            const std::span<const std::uint32_t> list = state().neighbours[id];
            ++lists_;
            for (std::uint32_t other = 0; other < limit; ++other) {
                if (other == id || !world_.contains(other) || !(is_dynamic(id) || is_dynamic(other))) continue;
                if (!aabbs_overlap(stands[id], stands[other])) continue;
                ASSERT_NE(std::find(list.begin(), list.end(), other), list.end())
                    << "box " << id << " has no note of " << other;
                ++neighbours_;
            }
        }
    }

    test::Random random_{1};
    Broadphase world_;
    BroadphaseUpdate update_;
    std::vector<Aabb> bounds_;
    double width_ = 0;
    std::uint64_t lists_ = 0, neighbours_ = 0;
};

TEST_F(NeighbourLists, NameAllThatMayBeMet) {
    make(900, 9.5);
    std::uint64_t with_lists = 0, crowded = 0;
    for (int frame = 0; frame < 400; ++frame) {
        // Most boxes creep. Some move farther than a skin, or farther than half a skin; the code makes no list for
        // these.
        for (int k = 0; k < 40; ++k) {
            const double step = k < 34 ? 0.02 : k < 38 ? 0.1 : 2;
            ASSERT_NO_FATAL_FAILURE(move(random_.below(world_.id_limit()), step));
        }
        const std::uint32_t retyped = random_.below(world_.id_limit());
        if (world_.contains(retyped)) {
            ASSERT_EQ(world_.set_motion(retyped, static_cast<MotionType>(random_.below(3))), Status::ok);
        }
        for (int k = 0; k < 2; ++k) {
            const std::uint32_t gone = random_.below(world_.id_limit());
            if (world_.contains(gone)) {
                ASSERT_EQ(world_.remove(gone), Status::ok);
            }
        }
        while (world_.size() < 900) ASSERT_NO_FATAL_FAILURE(add());
        ASSERT_NO_FATAL_FAILURE(update());
        ASSERT_NO_FATAL_FAILURE(check());
        with_lists += in_use() ? 1 : 0;
        for (std::uint32_t id = 0; in_use() && id < world_.id_limit(); ++id)
            crowded += state().neighbours.has_skin(id) && !state().neighbours.has_list(id) ? 1 : 0;
    }
    EXPECT_GT(with_lists, 350U);
    EXPECT_GT(lists_, 50000U);
    EXPECT_GT(neighbours_, 100000U);
    EXPECT_GT(crowded, 10U) << "no list was ever full";
}

// While boxes stay in their skins, the columns do not change, however many boxes move.
TEST_F(NeighbourLists, AreLookedAtInsteadOfColumns) {
    make(2000, 20);
    std::uint64_t revision = 0;
    for (int frame = 0; frame < 30; ++frame) {
        // A tenth of the boxes moves at a time until all have lists. Then nearly half of them move at once.
        const std::uint32_t first = frame < 20 ? static_cast<std::uint32_t>(frame % 10) * 200 : 0;
        const std::uint32_t count = frame < 20 ? 200 : 900;
        if (frame == 20) {
            revision = state().columns.revision();
            EXPECT_GT(listed_count(), 1900U);
        }
        ASSERT_NO_FATAL_FAILURE(creep(first, count));
        ASSERT_EQ(update_.path, UpdatePath::incremental) << "frame " << frame;
        ASSERT_EQ(update_.changed_count, count);
        if (frame >= 20) {
            EXPECT_EQ(state().columns.revision(), revision) << "frame " << frame;
        }
    }
    // When all boxes move at once, the update is a sweep.
    ASSERT_NO_FATAL_FAILURE(creep(0, 2000));
    EXPECT_EQ(update_.path, UpdatePath::bulk);
    EXPECT_FALSE(in_use()) << "of columns that are no longer";
}

// When most moving boxes creep, the lists of all dynamic boxes are made together with the columns, by any number of
// threads. They name no more boxes than necessary.
TEST_F(NeighbourLists, AreMadeOfAllBoxesAtOnce) {
    test::RendezvousExecutor threads(3);
    for (Executor* executor : {&serial_executor(), static_cast<Executor*>(&threads)}) {
        random_ = test::Random(5);
        make(6000, 19);
        ASSERT_NO_FATAL_FAILURE(creep(10, 60, *executor));
        ASSERT_TRUE(update_.columns_rebuilt);
        lists_ = neighbours_ = 0;
        ASSERT_NO_FATAL_FAILURE(check());
        std::uint64_t named = 0;
        std::uint32_t crowded = 0;
        for (std::uint32_t id = 0; id < world_.id_limit(); ++id) {
            const broadphase::NeighbourLists& lists = state().neighbours;
            // A box that moved in this update has a list, whatever its motion type.
            if (id < 10 || id >= 70) {
                EXPECT_EQ(lists.has_skin(id), is_dynamic(id)) << "box " << id;
            }
            if (lists.has_list(id)) named += lists[id].size();
            crowded += lists.is_crowded(id);
        }
        EXPECT_EQ(named, neighbours_);
        EXPECT_GE(lists_ + crowded, dynamic_count());
        EXPECT_GT(crowded, 5U);
        EXPECT_LT(crowded, 300U);
        ASSERT_NO_FATAL_FAILURE(creep(2000, 1300, *executor));
        EXPECT_EQ(update_.path, UpdatePath::incremental) << "so many would be swept without lists";
        ASSERT_NO_FATAL_FAILURE(check());
    }
}

// The columns were built for boxes that jump.
TEST_F(NeighbourLists, AreMadeAtOnceWhenTooManyWereMadeOneByOne) {
    make(3000, 22);
    ASSERT_NO_FATAL_FAILURE(creep_until_due());
    EXPECT_FALSE(state().columns.valid());
    ASSERT_NO_FATAL_FAILURE(creep(0, 20));
    EXPECT_TRUE(update_.columns_rebuilt);
    EXPECT_GT(listed_count(), dynamic_count() * 9 / 10);
    ASSERT_NO_FATAL_FAILURE(check());
    // The columns are rebuilt only once, whichever boxes creep or jump.
    for (std::uint32_t first = 0; first < 3000; first += 20) {
        ASSERT_NO_FATAL_FAILURE(move(first, 3));
        ASSERT_NO_FATAL_FAILURE(creep(first + 1, 19));
        ASSERT_FALSE(update_.columns_rebuilt);
    }
    ASSERT_NO_FATAL_FAILURE(check());
}

// 14 % of the boxes creep. For so many, columns without lists would not be worth their cost.
TEST_F(NeighbourLists, AreMadeWhenDueThoughMoreCreepThanColumnsAloneAreWorth) {
    make(3000, 22);
    ASSERT_NO_FATAL_FAILURE(creep_until_due());
    for (int frame = 0; frame < 5; ++frame) {
        ASSERT_NO_FATAL_FAILURE(creep(0, 420));
        EXPECT_EQ(update_.path, UpdatePath::incremental) << "frame " << frame;
        EXPECT_EQ(update_.columns_rebuilt, frame == 0) << "frame " << frame;
    }
    ASSERT_NO_FATAL_FAILURE(check());
}

// The same few creep again and again: lists made one by one stay few, and the columns stay.
TEST_F(NeighbourLists, AreMadeOneByOneWhereFewCreep) {
    make(3000, 22);
    int rebuilt = 0;
    for (int frame = 0; frame < 200; ++frame) {
        for (std::uint32_t id = 0; id < 40; ++id) ASSERT_NO_FATAL_FAILURE(move(id, 3));
        ASSERT_NO_FATAL_FAILURE(creep(40, 20));
        rebuilt += update_.columns_rebuilt;
    }
    EXPECT_EQ(rebuilt, 1);
    EXPECT_TRUE(in_use());
    EXPECT_LT(listed_count(), 60U);
}

// Plates close together. No two of them touch, but with skins each touches all others. Static boxes get no lists, and
// do not add capacity for more entries.
TEST_F(NeighbourLists, AreNotMadeAtOnceWhereTheyWouldNameTooMany) {
    for (const std::uint32_t static_boxes : {0U, 30000U}) {
        const auto plate = [](int place) {
            const float x = static_cast<float>(place) * 0.01F;
            return Aabb{{x, 0, 0}, {x + 0.005F, 10, 10}};
        };
        world_ = Broadphase();
        for (std::uint32_t k = 0; k < static_boxes; ++k) {
            std::uint32_t id = 0;
            const float x = static_cast<float>(k) * 3;
            ASSERT_EQ(world_.add(Aabb{{x, -50, 0}, {x + 1, -49, 1}}, MotionType::static_box, id), Status::ok);
        }
        std::vector<std::uint32_t> ids(1000);
        for (int k = 0; k < 1000; ++k)
            ASSERT_EQ(world_.add(plate(k), MotionType::dynamic_box, ids[static_cast<std::size_t>(k)]), Status::ok);
        ASSERT_NO_FATAL_FAILURE(update());
        ASSERT_EQ(update_.pair_count, 0U);
        bounds_.resize(world_.id_limit());
        for (int k = 0; k < 1000; ++k) bounds_[ids[static_cast<std::size_t>(k)]] = plate(k);
        ASSERT_NO_FATAL_FAILURE(creep(ids[0], 100));
        EXPECT_TRUE(update_.columns_rebuilt);
        EXPECT_TRUE(state().columns.valid());
        EXPECT_FALSE(in_use());
        std::uint64_t pairs = 0;
        for (int a = 0; a < 1000; ++a) {
            for (int b = a + 1; b < 1000; ++b)
                pairs +=
                    aabbs_overlap(bounds_[ids[static_cast<std::size_t>(a)]], bounds_[ids[static_cast<std::size_t>(b)]]);
        }
        EXPECT_EQ(update_.pair_count, pairs);
        // The columns have bounds without skins, and updates use them.
        for (int frame = 0; frame < 3; ++frame) {
            const std::uint32_t id = ids[500];
            bounds_[id] = plate(500 + frame);
            ASSERT_EQ(world_.move(id, bounds_[id]), Status::ok);
            ASSERT_NO_FATAL_FAILURE(creep(ids[0], 100));
            EXPECT_FALSE(update_.columns_rebuilt);
            EXPECT_FALSE(in_use());
            EXPECT_EQ(world_.partners(id).size(), frame == 0 ? 0U : 1U);
        }
    }
}

// The plates are too close together for lists, and the columns are dropped and rebuilt many times. Later the plates are
// apart. Builds in between, for boxes that jump, make no lists, because no box would use them.
TEST_F(NeighbourLists, AreTriedLessOftenWhereTheyNamedTooMany) {
    for (const bool with_jumps : {false, true}) {
        world_ = Broadphase();
        std::vector<std::uint32_t> ids(1000);
        for (std::uint32_t& id : ids) ASSERT_EQ(world_.add(Aabb{}, MotionType::dynamic_box, id), Status::ok);
        bounds_.resize(world_.id_limit());
        // Moves all plates, each time elsewhere.
        float y = 0;
        const auto arrange = [&](float pitch) {
            y += 1;
            for (std::size_t k = 0; k < ids.size(); ++k) {
                const float x = static_cast<float>(k) * pitch;
                bounds_[ids[k]] = {{x, y, 0}, {x + 0.005F, y + 10, 10}};
                ASSERT_EQ(world_.move(ids[k], bounds_[ids[k]]), Status::ok);
            }
            ASSERT_NO_FATAL_FAILURE(update());
            ASSERT_EQ(update_.path, UpdatePath::bulk);
        };
        // Returns how many of `builds` builds for boxes that creep try to make lists.
        const auto tried = [&](int builds, float pitch, int frames) {
            int count = 0;
            for (int b = 0; b < builds; ++b) {
                if (with_jumps) {
                    arrange(pitch);
                    for (std::uint32_t k = 0; k < 50; ++k) move(ids[k], 5);
                    update();
                    EXPECT_TRUE(update_.columns_rebuilt);
                }
                arrange(pitch);
                count += state().neighbours.given_up() ? 0 : 1;
                for (int frame = 0; frame < frames; ++frame) {
                    creep(ids[0], 100);
                    EXPECT_EQ(update_.columns_rebuilt, frame == 0);
                }
            }
            return count;
        };
        EXPECT_EQ(tried(4, 0.01F, 1), with_jumps ? 3 : 2);
        EXPECT_FALSE(in_use());
        const int later = tried(64, 0.01F, 1);
        EXPECT_GE(later, 3);
        EXPECT_LE(later, 7);
        EXPECT_FALSE(in_use());
        // For so few frames the lists are hardly of use: at least one build does not try to make them.
        EXPECT_LT(tried(32, 3, 1), 32);
        EXPECT_TRUE(in_use()) << "never tried again";
        EXPECT_EQ(listed_count(), 1000U);
        EXPECT_EQ(tried(4, 0.01F, 1), 1);
        tried(32, 3, 1);
        // For so many frames the lists are of use.
        EXPECT_EQ(tried(5, 3, 12), 5);
        EXPECT_EQ(tried(4, 0.01F, 1), with_jumps ? 3 : 2) << "no less often than at first";
    }
}

// A build fails. If it left columns, their bounds with skins would be in no list, so no later update would find them.
TEST_F(NeighbourLists, AFailedBuildLeavesNoColumns) {
    unsigned run = 0;
    for (bool failed = true; failed; ++run) {
        ASSERT_LT(run, 50U);
        random_ = test::Random(9);
        make(6000, 27);
        ASSERT_NO_FATAL_FAILURE(creep_until_due());
        {
            test::FaultyExecutor faulty(test::ExecutorFault::drops_last, run);
            WorkspaceLock lock(state().workspace);
            ASSERT_EQ(lock.status(), Status::ok);
            parallel::Call call({Isa::best, &faulty});
            const Status status = broadphase::build_columns(call, lock, state());
            failed = faulty.faults() != 0;
            EXPECT_EQ(status, failed ? Status::executor_failed : Status::ok);
            EXPECT_EQ(state().neighbours.due(), failed);
        }
        EXPECT_EQ(state().columns.valid(), !failed) << "run " << run;
        EXPECT_EQ(in_use(), !failed);
        ASSERT_NO_FATAL_FAILURE(creep(0, 50));
        ASSERT_NO_FATAL_FAILURE(check());
    }
    EXPECT_GT(run, 3U);
}

// Lists would not be of use here.
TEST_F(NeighbourLists, AreNotMadeWithAMarginOrInACrowd) {
    const auto creep = [&] {
        for (int frame = 0; frame < 3; ++frame) {
            for (std::uint32_t id = 0; id < 50; ++id) {
                bounds_[id].max.x = (bounds_[id].min.x += 0.1F) + 1;
                ASSERT_EQ(world_.move(id, bounds_[id]), Status::ok);
            }
            ASSERT_NO_FATAL_FAILURE(update());
            ASSERT_EQ(update_.path, UpdatePath::incremental);
        }
    };
    make(1000, 18, {.margin = 0.01F});
    ASSERT_NO_FATAL_FAILURE(creep());
    EXPECT_FALSE(in_use());
    make(1000, 6);
    EXPECT_GT(update_.pair_count, 4000U);
    ASSERT_NO_FATAL_FAILURE(creep());
    EXPECT_FALSE(in_use());
    make(1000, 18);
    ASSERT_NO_FATAL_FAILURE(creep());
    EXPECT_TRUE(in_use());
    EXPECT_EQ(listed_count(), 0U) << "moves of more than half a skin";
}

// These ids did not exist when the lists were made.
TEST_F(NeighbourLists, OfAWorldThatGrows) {
    make(900, 16);
    for (const std::uint32_t more : {1U, 3U, 60U, 3000U, 5U}) {
        for (int frame = 0; frame < 3; ++frame) {
            for (std::uint32_t id = 0; id < 30; ++id) ASSERT_NO_FATAL_FAILURE(move(id, 0.001));
            ASSERT_NO_FATAL_FAILURE(update());
        }
        ASSERT_TRUE(in_use());
        for (std::uint32_t k = 0; k < more; ++k) ASSERT_NO_FATAL_FAILURE(add());
        ASSERT_NO_FATAL_FAILURE(update());
        EXPECT_EQ(update_.path, more < 1000 ? UpdatePath::incremental : UpdatePath::bulk);
        ASSERT_NO_FATAL_FAILURE(check());
    }
    EXPECT_GT(lists_, 100U);
}

// A crowd that moves in a sparse world: the code tries lists and gives them up soon. The crowd of 1500 boxes has more
// candidates than an update may find; the crowd of 300 has only more than lists have room for.
TEST_F(NeighbourLists, AreGivenUpInACrowdOfASparseWorld) {
    for (const std::uint32_t crowd : {1500U, 300U}) {
        make(crowd, crowd == 1500 ? 5 : 3);
        width_ = 60;
        while (world_.size() < 20000) ASSERT_NO_FATAL_FAILURE(add());
        ASSERT_NO_FATAL_FAILURE(update());
        ASSERT_LT(update_.pair_count, 4 * 20000U);
        int bulk = 0, rebuilt = 0, with_lists = 0;
        for (int frame = 0; frame < 40; ++frame) {
            for (std::uint32_t id = 0; id < crowd; ++id) ASSERT_NO_FATAL_FAILURE(move(id, 0.001));
            ASSERT_NO_FATAL_FAILURE(update());
            bulk += update_.path == UpdatePath::bulk;
            rebuilt += update_.columns_rebuilt;
            with_lists += in_use();
        }
        EXPECT_LE(bulk, 1) << crowd;
        EXPECT_EQ(rebuilt, 2) << crowd;
        EXPECT_LE(with_lists, 10) << crowd;
    }
}

// Boxes of no size have no skin. At the end of the range, a skin cannot be complete.
TEST_F(NeighbourLists, OfPointsAndAtTheEndOfTheRange) {
    constexpr float kMost = std::numeric_limits<float>::max();
    make(200, 8);
    std::vector<std::uint32_t> points, far;
    std::vector<Aabb> point_bounds, far_bounds;
    for (int k = 0; k < 10; ++k) {
        const float at = static_cast<float>(k) * 0.7F;
        point_bounds.push_back({{at, at, at}, {at, at, at}});
        far_bounds.push_back({{0.9F * kMost, at, at}, {kMost, at + 1, at + 1}});
    }
    points.resize(10);
    far.resize(10);
    ASSERT_EQ(world_.add(aabb_rows(point_bounds), MotionType::dynamic_box, points), Status::ok);
    ASSERT_EQ(world_.add(aabb_rows(far_bounds), MotionType::dynamic_box, far), Status::ok);
    bounds_.resize(world_.id_limit());
    ASSERT_NO_FATAL_FAILURE(update());
    for (int frame = 0; frame < 6; ++frame) {
        for (std::size_t k = 0; k < 10; ++k) {
            point_bounds[k].min.x = point_bounds[k].max.x += 1e-3F;
            far_bounds[k].min.x *= 0.9999F;
        }
        ASSERT_EQ(world_.move(points, aabb_rows(point_bounds)), Status::ok);
        ASSERT_EQ(world_.move(far, aabb_rows(far_bounds)), Status::ok);
        ASSERT_NO_FATAL_FAILURE(update());
        ASSERT_NO_FATAL_FAILURE(check());
    }
    ASSERT_TRUE(in_use());
    for (const std::uint32_t id : points) EXPECT_FALSE(state().neighbours.has_skin(id));
    for (const std::uint32_t id : far) EXPECT_TRUE(state().neighbours.has_skin(id));
    EXPECT_EQ(world_.partners(far[3]).size(), 2U) << "the next ones";
}

}  // namespace
}  // namespace satori
