// Standing bounds and near boxes in a Broadphase: their promises after every update, and which updates use them.
// moving_world_test.cpp tests that reports are right.

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "broadphase/moving/broadphase_state.hpp"
#include "broadphase/moving/choices.hpp"
#include "oracles/brute_force.hpp"
#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/random.hpp"
#include "support/standing_bounds.hpp"

namespace satori {
namespace {

using detail::BroadphaseAccess;
using detail::BroadphaseState;

class StandingBounds : public testing::Test {
protected:
    void make(std::uint32_t count, double width, const BroadphaseOptions& options = {},
              const Allocator& allocator = default_allocator()) {
        world_ = Broadphase(options, allocator);
        width_ = width;
        bounds_.clear();
        for (std::uint32_t i = 0; i < count; ++i) add();
        ASSERT_NO_FATAL_FAILURE(update());
        ASSERT_EQ(update_.path, UpdatePath::bulk);
    }
    void add() {
        const double size = random_.uniform(0.5, 1.5);
        const auto at = [&] { return static_cast<float>(random_.uniform(0, width_)); };
        const auto edge = [&] { return static_cast<float>(size * random_.uniform(0.7, 1)); };
        const Vec3 lo{at(), at(), at()};
        const Aabb box{lo, {lo.x + edge(), lo.y + edge(), lo.z + edge()}};
        const std::uint32_t kind = random_.below(8);
        const MotionType motion = kind < 2    ? MotionType::static_box
                                  : kind == 2 ? MotionType::kinematic_box
                                  : kind == 3 ? MotionType::detector_box
                                              : MotionType::dynamic_box;
        std::uint32_t id = 0;
        ASSERT_EQ(world_.add(box, motion, id), Status::ok);
        bounds_.resize(std::max<std::size_t>(bounds_.size(), id + 1));
        homes_.resize(bounds_.size());
        homes_[id] = bounds_[id] = box;
    }
    /// Adds a static box that begins between x and x + 1.
    void add_static(double x) {
        const auto at = [&](double lo, double hi) { return static_cast<float>(random_.uniform(lo, hi)); };
        const Vec3 lo{at(x, x + 1), at(0, width_), at(0, width_)};
        std::uint32_t id = 0;
        const Aabb box{lo, {lo.x + at(0.4, 1), lo.y + at(0.4, 1), lo.z + at(0.4, 1)}};
        ASSERT_EQ(world_.add(box, MotionType::static_box, id), Status::ok);
        bounds_.resize(std::max<std::size_t>(bounds_.size(), id + 1));
        homes_.resize(bounds_.size());
        homes_[id] = bounds_[id] = box;
    }
    /// Moves the box by up to `step` along each axis.
    void move(std::uint32_t id, double step) { move(id, bounds_[id], step); }
    /// Moves the box to where it was put by up to `step`, so that it stays there.
    void shake(std::uint32_t id, double step) { move(id, homes_[id], step); }
    void jump(std::uint32_t id) {
        move(id, 3);
        homes_[id] = bounds_[id];
    }
    void move(std::uint32_t id, Aabb from, double step) {
        if (!world_.contains(id)) return;
        for (float Vec3::*c : {&Vec3::x, &Vec3::y, &Vec3::z}) {
            const auto by = static_cast<float>(random_.uniform(-step, step));
            from.min.*c += by;
            from.max.*c += by;
        }
        ASSERT_EQ(world_.move(id, bounds_[id] = from), Status::ok);
    }
    void update(Executor& executor = serial_executor()) {
        ASSERT_EQ(world_.update(update_, {Isa::best, &executor}), Status::ok);
        ASSERT_TRUE(world_.validate());
    }

    BroadphaseState& state() { return *BroadphaseAccess::state_of(world_); }
    std::uint32_t strays() { return state().standing.stray_count(); }
    bool is_dynamic(std::uint32_t id) { return world_.motion(id) >= MotionType::dynamic_box; }
    std::vector<Aabb> standing() {
        std::vector<Aabb> all(world_.id_limit());
        for (std::uint32_t id = 0; id < all.size(); ++id) all[id] = test::standing_bounds(world_, id);
        return all;
    }
    static bool contains(const Aabb& a, const Aabb& b) {
        return a.min.x <= b.min.x && b.max.x <= a.max.x && a.min.y <= b.min.y && b.max.y <= a.max.y &&
               a.min.z <= b.min.z && b.max.z <= a.max.z;
    }
    static bool lists(std::span<const std::uint32_t> ids, std::uint32_t id) {
        return std::find(ids.begin(), ids.end(), id) != ids.end();
    }

    /// The pairs are those of brute force.
    void check_pairs() {
        std::vector<Aabb> all(world_.id_limit(), Aabb{{1, 1, 1}, {0, 0, 0}});
        for (std::uint32_t id = 0; id < all.size(); ++id)
            if (world_.contains(id)) all[id] = world_.fat_bounds(id);
        std::vector<BoxPair> wanted = brute_force_pairs(all), found(world_.pair_count());
        std::erase_if(wanted, [&](const BoxPair& pair) { return !is_dynamic(pair.first) && !is_dynamic(pair.second); });
        ASSERT_EQ(world_.copy_pairs(found), Status::ok);
        ASSERT_EQ(found, wanted);
    }
    /// All promises about standing bounds and lists.
    void check() {
        ASSERT_NO_FATAL_FAILURE(check_pairs());
        const std::vector<Aabb> stands = standing();
        const broadphase::NearTable& near = state().near;
        std::uint64_t listed = 0;
        for (std::uint32_t id = 0; id < stands.size(); ++id) {
            listed += near.count(id);
            ASSERT_TRUE(std::is_sorted(near.partners(id).begin(), near.partners(id).end()));
            if (!world_.contains(id)) {
                ASSERT_EQ(near.count(id), 0U);
                continue;
            }
            ASSERT_TRUE(contains(stands[id], world_.fat_bounds(id))) << "box " << id;
            for (std::uint32_t other = 0; other < id; ++other) {
                if (!world_.contains(other) || !(is_dynamic(id) || is_dynamic(other))) continue;
                if (!aabbs_overlap(stands[id], stands[other])) continue;
                const bool pair = aabbs_overlap(world_.fat_bounds(id), world_.fat_bounds(other));
                ASSERT_EQ(lists(near.partners(id), other), pair) << id << " and " << other;
                ASSERT_EQ(lists(near.partners(other), id), pair) << id << " and " << other;
                ASSERT_NE(lists(near.near(id), other), pair) << id << " and " << other;
                ASSERT_NE(lists(near.near(other), id), pair) << id << " and " << other;
                listed -= 2;
            }
        }
        ASSERT_EQ(listed, 0U) << "boxes that are not near each other";
        ASSERT_FALSE(world_.size() <= broadphase::kFewBoxes && state().columns.valid());
    }

    test::Random random_{1};
    Broadphase world_;
    BroadphaseUpdate update_;
    std::vector<Aabb> bounds_, homes_;
    double width_ = 0;
};

// A tile of static boxes among many dynamic ones gets no layer: its boxes are looked up.
TEST_F(StandingBounds, TilesAmongManyDynamicBoxesAreLookedUp) {
    make(4200, 22);
    for (int tile = 0; tile < 2; ++tile) {
        const std::uint32_t before = world_.pair_count() != 0 ? strays() : 0;
        for (int i = 0; i < 260; ++i) add_static(random_.uniform(0, width_));
        ASSERT_NO_FATAL_FAILURE(update());
        // In the second one there would be too many strays.
        ASSERT_EQ(update_.path, tile == 0 ? UpdatePath::incremental : UpdatePath::bulk);
        if (tile == 0) {
            EXPECT_EQ(state().columns.next_layer(), 1U);
            EXPECT_EQ(strays(), before + 260);
        }
        ASSERT_NO_FATAL_FAILURE(check_pairs());
    }
}

// Tiles beside the dynamic boxes, one after the other, until there are as many layers as there may be.
TEST_F(StandingBounds, ColumnsAreMadeAnewBeforeTheyHaveTooManyLayers) {
    make(9000, 40);
    std::uint32_t most = 0, rebuilt = 0;
    for (std::uint32_t tile = 0; tile < 40; ++tile) {
        for (int i = 0; i < 256; ++i) add_static(width_ + 0.5 * tile - 1);
        const std::uint32_t before = tile == 0 ? 1 : state().columns.next_layer();
        ASSERT_NO_FATAL_FAILURE(update());
        ASSERT_EQ(update_.path, UpdatePath::incremental);
        const std::uint32_t layers = state().columns.next_layer();
        ASSERT_EQ(layers, before == broadphase::kMostLayers ? 2 : before + 1) << "tile " << tile;
        rebuilt += tile != 0 && update_.columns_rebuilt ? 1U : 0U;
        most = std::max(most, layers);
        if (tile % 8 == 7) {
            ASSERT_NO_FATAL_FAILURE(check_pairs());
        }
    }
    EXPECT_EQ(most, broadphase::kMostLayers);
    EXPECT_EQ(rebuilt, 1U);
}

// Many boxes judged in the order of the last sweep, with the bonds of a tile that came since.
TEST_F(StandingBounds, BondsOfATileAreJudgedWithAllOthers) {
    make(6000, 26);
    for (int frame = 0; frame < 12; ++frame) {
        if (frame == 4)
            for (int i = 0; i < 256; ++i) add_static(width_ - 1);
        for (std::uint32_t id = 0; id < 6000; ++id)
            if (is_dynamic(id)) shake(id, 0.01);
        ASSERT_NO_FATAL_FAILURE(update());
        ASSERT_NO_FATAL_FAILURE(check_pairs());
        if (frame >= 4) {
            EXPECT_EQ(update_.path, UpdatePath::incremental);
            EXPECT_GT(state().columns.next_layer(), 1U);
        }
    }
}

// Any changes: most boxes creep, some jump, some are new, removed or of another motion type.
TEST_F(StandingBounds, HoldAfterEveryUpdate) {
    test::RendezvousExecutor threads(3);
    std::uint32_t paths[3] = {}, most_strays = 0;
    for (const float margin : {0.0F, 0.02F}) {
        make(900, 9.5, {.margin = margin});
        for (int frame = 0; frame < 90; ++frame) {
            // Few boxes, nearly all, or every one.
            const std::uint32_t movers = frame % 3 == 0 ? 40 : frame % 3 == 1 ? 600 : 900;
            for (std::uint32_t k = 0; k < movers; ++k) {
                const std::uint32_t id = random_.below(world_.id_limit());
                ASSERT_NO_FATAL_FAILURE(shake(id, k % 200 == 7 ? 0.2 : 0.015));
            }
            for (std::uint32_t k = 0; k < (frame % 30 == 29 ? 80U : 2U); ++k)
                ASSERT_NO_FATAL_FAILURE(jump(random_.below(world_.id_limit())));
            for (int k = 0; k < 2; ++k) {
                const std::uint32_t gone = random_.below(world_.id_limit());
                if (!world_.contains(gone)) continue;
                ASSERT_EQ(world_.remove(gone), Status::ok);
            }
            while (world_.size() < 899) ASSERT_NO_FATAL_FAILURE(add());
            const std::uint32_t retyped = random_.below(world_.id_limit());
            if (world_.contains(retyped)) {
                ASSERT_EQ(world_.set_motion(retyped, static_cast<MotionType>(random_.below(4))), Status::ok);
            }
            ASSERT_NO_FATAL_FAILURE(update(frame % 2 == 0 ? static_cast<Executor&>(threads) : serial_executor()));
            ASSERT_NO_FATAL_FAILURE(check()) << "frame " << frame;
            ++paths[static_cast<std::size_t>(update_.path)];
            most_strays = std::max(most_strays, strays());
        }
    }
    EXPECT_GT(paths[1], 60U);
    EXPECT_GT(paths[2], 5U);
    EXPECT_GT(most_strays, 40U);
}

// While boxes stay in their skins, nothing is looked up, however many boxes move.
TEST_F(StandingBounds, StayWhileBoxesCreep) {
    make(2000, 20);
    const std::vector<Aabb> before = standing();
    for (int frame = 0; frame < 30; ++frame) {
        const std::uint32_t count = frame % 3 == 0 ? 100 : frame % 3 == 1 ? 1000 : 2000;
        for (std::uint32_t id = 0; id < count; ++id) ASSERT_NO_FATAL_FAILURE(shake(id, is_dynamic(id) ? 0.02 : 0));
        ASSERT_NO_FATAL_FAILURE(update());
        ASSERT_EQ(update_.path, UpdatePath::incremental) << "frame " << frame;
        EXPECT_FALSE(update_.columns_rebuilt);
        EXPECT_EQ(strays(), 0U);
        EXPECT_FALSE(state().columns.valid());
        ASSERT_TRUE(test::same_bytes(standing(), before));
        ASSERT_NO_FATAL_FAILURE(check_pairs());
    }
    ASSERT_NO_FATAL_FAILURE(check());
}

TEST_F(StandingBounds, ThatBoxesLeaveMakeStraysUntilASweep) {
    make(1600, 18);
    constexpr std::uint32_t kMost = 1600 / broadphase::kBoxesPerStray;
    for (std::uint32_t k = 0; k < kMost; ++k) {
        ASSERT_NO_FATAL_FAILURE(jump(k));
        ASSERT_NO_FATAL_FAILURE(update());
        ASSERT_EQ(update_.path, UpdatePath::incremental);
        EXPECT_EQ(update_.columns_rebuilt, k == 0);
        EXPECT_EQ(strays(), k + 1);
        EXPECT_FALSE(state().standing.in_columns(k));
    }
    ASSERT_NO_FATAL_FAILURE(check());
    ASSERT_NO_FATAL_FAILURE(jump(5));  // a stray already, but a box that leaves, too
    ASSERT_NO_FATAL_FAILURE(jump(kMost));
    ASSERT_NO_FATAL_FAILURE(update());
    EXPECT_EQ(update_.path, UpdatePath::bulk);
    EXPECT_EQ(strays(), 0U);
    EXPECT_FALSE(state().columns.valid());
    ASSERT_NO_FATAL_FAILURE(check());
    for (std::uint32_t id = 0; id < 400; ++id) ASSERT_NO_FATAL_FAILURE(jump(id));
    ASSERT_NO_FATAL_FAILURE(update());
    EXPECT_EQ(update_.path, UpdatePath::bulk) << "so many at once";
    ASSERT_NO_FATAL_FAILURE(check());
}

// Boxes that jump, and boxes that nothing moves, have no skin. Others have, on every side.
TEST_F(StandingBounds, AreLargerWhereBoxesMoveLittle) {
    make(900, 12);
    for (std::uint32_t id = 0; id < world_.id_limit(); ++id) {
        const Aabb stands = test::standing_bounds(world_, id), own = world_.fat_bounds(id);
        if (is_dynamic(id)) {
            EXPECT_TRUE(stands.min.x < own.min.x && own.max.y < stands.max.y && own.max.z < stands.max.z) << id;
        } else {
            EXPECT_TRUE(contains(own, stands)) << "box " << id << " has a skin";
        }
    }
    ASSERT_NO_FATAL_FAILURE(jump(7));
    ASSERT_NO_FATAL_FAILURE(update());
    EXPECT_TRUE(contains(world_.fat_bounds(7), test::standing_bounds(world_, 7)));
}

// Up to 128 boxes are strays, all of them, whatever they do.
TEST_F(StandingBounds, OfAFewBoxesAreInNoColumns) {
    make(broadphase::kFewBoxes, 5);
    for (int frame = 0; frame < 60; ++frame) {
        for (std::uint32_t id = 0; id < 128; ++id)
            ASSERT_NO_FATAL_FAILURE(random_.below(3) != 0 ? void() : frame % 4 == 0 ? jump(id) : shake(id, 0.03));
        ASSERT_NO_FATAL_FAILURE(update());
        EXPECT_EQ(update_.path, UpdatePath::incremental);
        EXPECT_FALSE(update_.columns_rebuilt);
        EXPECT_EQ(world_.column_count(), 0U);
        EXPECT_EQ(strays(), world_.size());
        ASSERT_NO_FATAL_FAILURE(check());
    }
    // It grows beyond, and shrinks again.
    for (const std::uint32_t count : {200U, 2000U, 50U}) {
        while (world_.size() < count) ASSERT_NO_FATAL_FAILURE(add());
        for (std::uint32_t id = 0; world_.size() > count; ++id) ASSERT_EQ(world_.remove(id), Status::ok);
        for (int frame = 0; frame < 4; ++frame) {
            ASSERT_NO_FATAL_FAILURE(update());
            ASSERT_NO_FATAL_FAILURE(check_pairs());
            ASSERT_NO_FATAL_FAILURE(jump(world_.id_limit() - 1));
        }
    }
}

// Pairs begin and cease by turns: where most boxes move, as bonds of the list of all bonds; where few move, one by one.
// What one way has found must not be out of date for the other. Now and then boxes leave, so that the list is not right
// for them.
TEST_F(StandingBounds, PairsComeAndGoByBothWays) {
    test::RendezvousExecutor threads(3);
    for (const bool with_leavers : {false, true}) {
        make(1500, 9.5);
        std::uint64_t changed = 0, bulk = 0;
        for (int frame = 0; frame < 240; ++frame) {
            const std::uint32_t part = random_.below(5);
            const std::uint32_t count = part == 0 ? 5 : part == 1 ? 100 : part == 2 ? 330 : part == 3 ? 450 : 1500;
            const std::uint32_t first = random_.below(1500);
            // Back to where the box was before, or elsewhere in its skin.
            for (std::uint32_t k = 0; k < count; ++k)
                ASSERT_NO_FATAL_FAILURE(shake((first + k) % 1500, random_.coin() ? 0.02 : 0));
            for (std::uint32_t k = 0; with_leavers && k < random_.below(3); ++k)
                ASSERT_NO_FATAL_FAILURE(jump(random_.below(1500)));
            if (with_leavers && frame % 9 == 0) {
                const auto motion = frame % 2 == 0 ? MotionType::static_box : MotionType::dynamic_box;
                ASSERT_EQ(world_.set_motion(random_.below(1500), motion), Status::ok);
            }
            ASSERT_NO_FATAL_FAILURE(update(frame % 3 == 0 ? static_cast<Executor&>(threads) : serial_executor()));
            ASSERT_NO_FATAL_FAILURE(check_pairs()) << "frame " << frame;
            changed += update_.new_pairs.size() + update_.lost_pairs.size();
            bulk += update_.path == UpdatePath::bulk ? 1 : 0;
        }
        ASSERT_NO_FATAL_FAILURE(check());
        EXPECT_GT(changed, 5000U);
        EXPECT_LT(bulk, 60U);
    }
}

// An update that fails, for want of memory or by too many pairs, changes no pair. The next one is right.
TEST_F(StandingBounds, SurviveUpdatesThatFail) {
    test::CountingAllocator memory;
    make(900, 9, {}, memory.get());
    std::uint32_t out_of_memory = 0, too_many = 0;
    for (int frame = 0; frame < 120; ++frame) {
        const std::uint32_t count = frame % 4 == 0 ? 900 : frame % 4 == 1 ? 20 : 300;
        for (std::uint32_t id = 0; id < count; ++id) ASSERT_NO_FATAL_FAILURE(shake(id, 0.02));
        for (int k = 0; k < frame % 4; ++k) ASSERT_NO_FATAL_FAILURE(jump(random_.below(900)));
        ASSERT_NO_FATAL_FAILURE(frame % 10 == 9 ? add() : void());
        std::vector<BoxPair> before(world_.pair_count());
        ASSERT_EQ(world_.copy_pairs(before), Status::ok);
        Status status = Status::ok;
        if (frame % 2 == 0) {
            Execution limited{Isa::best, &serial_executor()};
            limited.max_pairs = 1;
            status = world_.update(update_, limited);
            ASSERT_EQ(status, Status::limit_exceeded);
            ++too_many;
        } else {
            const std::uint64_t failures = memory.failures();
            memory.fail_at(random_.below(3));
            status = world_.update(update_, {Isa::best, &serial_executor()});
            memory.never_fail();
            ASSERT_EQ(status, memory.failures() != failures ? Status::out_of_memory : Status::ok);
            out_of_memory += status != Status::ok ? 1 : 0;
        }
        if (status != Status::ok) {
            std::vector<BoxPair> after(world_.pair_count());
            ASSERT_EQ(world_.copy_pairs(after), Status::ok);
            ASSERT_EQ(after, before);
            ASSERT_TRUE(world_.validate());
        }
        ASSERT_NO_FATAL_FAILURE(update());
        ASSERT_NO_FATAL_FAILURE(check());
    }
    EXPECT_GT(too_many, 50U);
    EXPECT_GT(out_of_memory, 0U);
    world_ = Broadphase();
    EXPECT_EQ(memory.live_blocks(), 0U);
}

// Boxes of no size have no skin. At the end of the range, a skin cannot be complete.
TEST_F(StandingBounds, OfPointsAndAtTheEndOfTheRange) {
    constexpr float kMost = std::numeric_limits<float>::max();
    make(200, 8);
    std::vector<std::uint32_t> points(10), far(10);
    std::vector<Aabb> point_bounds, far_bounds;
    for (int k = 0; k < 10; ++k) {
        const float at = static_cast<float>(k) * 0.7F;
        point_bounds.push_back({{at, at, at}, {at, at, at}});
        far_bounds.push_back({{0.9F * kMost, at, at}, {kMost, at + 1, at + 1}});
    }
    ASSERT_EQ(world_.add(aabb_rows(point_bounds), MotionType::dynamic_box, points), Status::ok);
    ASSERT_EQ(world_.add(aabb_rows(far_bounds), MotionType::dynamic_box, far), Status::ok);
    for (int frame = 0; frame < 6; ++frame) {
        ASSERT_NO_FATAL_FAILURE(update());
        ASSERT_NO_FATAL_FAILURE(check());
        for (const std::uint32_t id : points)
            EXPECT_TRUE(contains(world_.fat_bounds(id), test::standing_bounds(world_, id)));
        for (const std::uint32_t id : far) {
            EXPECT_EQ(test::standing_bounds(world_, id).max.x, kMost);
            EXPECT_LT(test::standing_bounds(world_, id).min.x, world_.fat_bounds(id).min.x);
        }
        for (std::size_t k = 0; k < 10; ++k) {
            point_bounds[k].min.x = point_bounds[k].max.x += 1e-3F;
            far_bounds[k].min.x *= 0.9999F;
        }
        ASSERT_EQ(world_.move(points, aabb_rows(point_bounds)), Status::ok);
        ASSERT_EQ(world_.move(far, aabb_rows(far_bounds)), Status::ok);
    }
    EXPECT_GT(world_.partners(far[3]).size(), 1U) << "the next ones";
}

}  // namespace
}  // namespace satori
