// validate() of a Broadphase, a World and their tables finds every kind of damage, and reports none in undamaged data.

#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "broadphase/moving/broadphase_state.hpp"
#include "support/random.hpp"
#include "world/ignored_pairs.hpp"
#include "world/world_state.hpp"

namespace satori {
namespace {

/// Changes one number or bit, expects that validate() finds the damage, and restores the value.
template <class T>
void expect_noticed(const char* name, T& place, T damaged, const std::function<bool()>& validate) {
    const T before = place;
    ASSERT_NE(std::memcmp(&before, &damaged, sizeof(T)), 0) << name << ": no damage";
    place = damaged;
    EXPECT_FALSE(validate()) << name;
    place = before;
    EXPECT_TRUE(validate()) << name << ": put back";
}
template <class T>
T& writable(const T& place) {
    return const_cast<T&>(place);
}

/// 3000 boxes in many columns. Some have left them, and some of these have been removed.
class ValidateBroadphase : public testing::Test {
protected:
    static constexpr std::uint32_t kCount = 3000;

    void SetUp() override {
        test::Random random(3);
        for (std::uint32_t i = 0; i < kCount; ++i) {
            const auto at = [&] { return static_cast<float>(random.uniform(0, 24)); };
            const Vec3 lo{at(), at(), at()};
            const Aabb box{lo, {lo.x + 1, lo.y + 1, lo.z + 1}};
            std::uint32_t id = 0;
            ASSERT_EQ(world_.add(box, i % 8 == 0 ? MotionType::static_box : MotionType::dynamic_box, id), Status::ok);
            bounds_.push_back(box);
        }
        update();
        // The first ones leave their standing bounds. Others do not; static boxes would, as they have no skin.
        for (std::uint32_t id = 1; id < 100; ++id) {
            if (id >= 20 && id % 8 == 0) continue;
            const float by = id < 20 ? 1.0F : 0.001F;
            bounds_[id].min.x += by;
            bounds_[id].max.x += by;
            ASSERT_EQ(world_.move(id, bounds_[id]), Status::ok);
        }
        update();
        ASSERT_EQ(world_.remove(7), Status::ok);
        ASSERT_EQ(world_.remove(100), Status::ok);
        update();
        ASSERT_EQ(world_.remove(9), Status::ok);
        ASSERT_TRUE(state().columns.valid());
        ASSERT_EQ(state().standing.stray_count(), 18U);
        ASSERT_GT(state().columns.column_count(), 10U);
        ASSERT_TRUE(world_.validate());
    }
    void update() {
        BroadphaseUpdate result;
        ASSERT_EQ(world_.update(result, {Isa::best, &serial_executor()}), Status::ok);
    }
    detail::BroadphaseState& state() { return *detail::BroadphaseAccess::state_of(world_); }
    template <class T>
    void noticed(const char* name, T& place, T damaged) {
        expect_noticed(name, place, damaged, [&] { return world_.validate(); });
    }
    simd::TrackedBox& box(std::uint32_t id) { return writable(state().boxes.boxes()[id]); }
    broadphase::StandingBox& stands(std::uint32_t id) { return writable(state().standing[id]); }
    /// Returns the first list with at least `least` boxes.
    broadphase::StoredList& some_list(std::uint32_t least) {
        for (std::uint32_t column = 0; column < state().columns.column_count(); ++column) {
            broadphase::StoredList& list = writable(state().columns.list(column));
            if (list.count >= least) return list;
        }
        ADD_FAILURE() << "no such list";
        return writable(state().columns.list(0));
    }
    simd::BoundsRange all_of(const broadphase::StoredList& list) {
        constexpr float kFar = std::numeric_limits<float>::infinity();
        return state().columns.range(list, -kFar, kFar);
    }

    Broadphase world_;
    std::vector<Aabb> bounds_;
};

TEST_F(ValidateBroadphase, NoticesDamagedBoxes) {
    noticed("a bound that is not a number", box(20).lo[1], std::numeric_limits<float>::quiet_NaN());
    noticed("-0", box(20).lo[2], -0.0F);
    noticed("a minimum above the maximum", box(20).lo[0], box(20).hi[0] + 1);
    noticed("a box that moved and is not listed", box(20).hi[0], box(20).hi[0] + 1);
    noticed("a removed box with bounds", box(9).hi[0], 0.0F);
    noticed("a listed box that is not in the list", box(20).state, box(20).state | simd::kListed);
    noticed("a changed box that is not marked", box(9).state, box(9).state & ~simd::kListed);
    noticed("a motion type with another flag", box(20).state, box(20).state ^ simd::kNotDynamic);
    noticed("a list of changed boxes that names another", writable(state().boxes.changed()[0]), 20U);
}

TEST_F(ValidateBroadphase, NoticesDamagedPairs) {
    std::uint32_t id = 20;
    while (world_.partners(id).size() < 3) ++id;
    const std::span<const std::uint32_t> partners = world_.partners(id);
    noticed("a partner twice", writable(partners[1]), partners[0]);
    noticed("a box that is its own partner", writable(partners[0]), id);
    noticed("a partner that does not know of it", writable(partners[0]), partners[0] + 1);
    noticed("a partner that is no box", writable(partners[2]), kCount + 5);
    // The standing bounds go with the box, so that nothing else is wrong.
    const auto at = [&](float x) {
        const simd::TrackedBox before = box(id);
        const broadphase::StandingBox stood = stands(id);
        box(id).lo[0] = stands(id).lo[0] = x - 1;
        box(id).hi[0] = stands(id).hi[0] = x;
        state().columns.drop();
        EXPECT_FALSE(world_.validate()) << "a pair of boxes that are apart";
        box(id) = before;
        stands(id) = stood;
        EXPECT_TRUE(world_.validate());
    };
    at(-100);
}

TEST_F(ValidateBroadphase, NoticesDamagedBonds) {
    std::uint32_t id = 20;
    while (state().near.partners(id).empty() || state().near.near(id).size() < 3) ++id;
    const std::span<const std::uint32_t> near = state().near.near(id), partners = state().near.partners(id);
    noticed("a near box twice", writable(near[1]), near[0]);
    noticed("a box near itself", writable(near[0]), id);
    noticed("a near box that does not know of it", writable(near[1]), near[1] + 1);
    noticed("a near box that is no box", writable(near[2]), kCount + 5);
    const auto missing = [&](const char* name, std::uint32_t a, std::uint32_t b) {
        for (int both = 0; both < 2; ++both) {
            const std::uint32_t of = both == 0 ? a : b, other = both == 0 ? b : a;
            for (const auto ids : {state().near.near(of), state().near.partners(of)})
                for (const std::uint32_t& place : ids)
                    if (place == other) noticed(name, writable(place), of == 0 ? 1U : 0U);
        }
    };
    missing("a near box missing at one end", id, near[0]);
    missing("a partner missing at one end", id, partners[0]);
    // Two boxes that are a pair no more, and still listed as one; two that have become one.
    const auto with_bounds = [&](const char* name, const simd::TrackedBox& moved) {
        const simd::TrackedBox before = box(id);
        box(id) = moved;
        ASSERT_TRUE(state().standing.hold(box(id), id)) << name;
        EXPECT_FALSE(world_.validate()) << name;
        box(id) = before;
        EXPECT_TRUE(world_.validate()) << name << ": put back";
    };
    simd::TrackedBox shrunk = box(id), grown = box(id);
    for (int a = 0; a < 3; ++a) {
        shrunk.lo[a] = shrunk.hi[a] = stands(id).lo[a];
        grown.lo[a] = stands(id).lo[a];
        grown.hi[a] = stands(id).hi[a];
    }
    ASSERT_NO_FATAL_FAILURE(with_bounds("a box near it listed as a partner", shrunk));
    bool meets = false;
    for (const std::uint32_t other : near) {
        bool touches = true;
        for (int a = 0; a < 3; ++a)
            touches = touches && grown.lo[a] <= box(other).hi[a] && box(other).lo[a] <= grown.hi[a];
        meets = meets || touches;
    }
    ASSERT_TRUE(meets);
    ASSERT_NO_FATAL_FAILURE(with_bounds("a partner listed as near", grown));
    // Standing bounds that reach another box which is not listed.
    state().columns.drop();
    noticed("a near box that is listed nowhere", stands(id).hi[0], 100.0F);
}

TEST_F(ValidateBroadphase, NoticesDamagedStandingBounds) {
    noticed("a box beyond its standing bounds", stands(30).hi[1], box(30).hi[1] - 0.1F);
    noticed("other standing bounds than in the columns", stands(30).lo[1], stands(30).lo[1] - 0.01F);
    noticed("other standing bounds than the stray's", stands(5).lo[1], stands(5).lo[1] - 0.01F);
    noticed("a box in the columns that stands nowhere", stands(30).place, +broadphase::StandingBounds::kNowhere);
    noticed("a stray that stands nowhere", stands(5).place, +broadphase::StandingBounds::kNowhere);
    noticed("a stray that stands in the columns", stands(5).place, +broadphase::StandingBounds::kInColumns);
    noticed("a box in the columns that is a stray", stands(30).place, stands(5).place);
    noticed("a place of another stray", stands(5).place, stands(6).place);
    noticed("a place behind the last stray", stands(5).place, state().standing.stray_count());
    noticed("a stray twice", writable(state().standing.strays().id[0]), state().standing.strays().id[1]);
    noticed("a stray that is none", writable(state().standing.strays().id[0]), 30U);
    const simd::BoundsRange strays = state().standing.strays();
    for (int a = 0; a < 3; ++a) {
        noticed("a stray's bound out of date", writable(strays.lo[a][3]), strays.lo[a][3] + 1);
        noticed("a stray's bound out of date", writable(strays.hi[a][3]), strays.hi[a][3] + 1);
    }
    noticed("a stray's id out of date", writable(strays.id[3]), 30U);
}

TEST_F(ValidateBroadphase, NoticesDamagedColumns) {
    broadphase::StoredList& list = some_list(20);
    const simd::BoundsRange all = all_of(list);
    std::uint32_t i = 3;  // some box that stands there still
    while (!state().standing.in_columns(all.id[i]) || !state().standing.in_columns(all.id[i + 1])) ++i;
    noticed("a box fewer", list.count, list.count - 1);
    noticed("a box more", list.count, list.count + 1);
    noticed("a list that begins elsewhere", list.begin, list.begin + simd::kMaxLanes);
    noticed("a box wider than the widest", list.widest, 0.5F);
    noticed("a box below the bounds", list.lo[1], all.hi[1][i]);
    noticed("a box above the bounds", list.hi[2], all.lo[2][i]);
    for (int a = 0; a < 3; ++a) {
        noticed("another bound", writable(all.hi[a][i]), all.hi[a][i] + 0.01F);
        noticed("another bound", writable(all.lo[a][i]), all.lo[a][i] - 0.01F);
    }
    noticed("another key", writable(all.lo[0][i]), all.lo[0][i - 1]);
    noticed("a key out of order", writable(all.lo[0][i]), all.lo[0][i + 1] + 0.5F);
    noticed("another box", writable(all.id[i]), all.id[i + 1]);
    noticed("a box that has left", writable(all.id[i]), 5U);
    noticed("a box that does not exist", writable(all.id[i]), kCount + 7);
}

TEST(ValidateIgnoredPairs, NoticesDamage) {
    base::CountedMemory memory(default_allocator());
    world::IgnoredPairs pairs(memory);
    EXPECT_TRUE(pairs.validate());
    for (std::uint32_t box = 0; box < 40; ++box) ASSERT_TRUE(pairs.add({box, box + 1 + box % 5}));
    pairs.remove(12);
    ASSERT_TRUE(pairs.validate());
    const BoxPair* first = nullptr;
    pairs.for_each([&](const BoxPair& pair) {
        if (first == nullptr && pair.first != 0) first = &pair;
    });
    // A node: its pair, the next nodes in two lists, the previous nodes.
    auto* const words = reinterpret_cast<std::uint32_t*>(const_cast<BoxPair*>(first));
    const char* const names[] = {"first", "second", "next", "other next", "previous", "other previous"};
    for (std::size_t k = 0; k < std::size(names); ++k) {
        for (const std::uint32_t damaged : {3U, 1000U}) {
            if (words[k] == damaged) continue;
            expect_noticed(names[k], words[k], damaged, [&] { return pairs.validate(); });
        }
    }
}

/// Boxes on a ground: some ignore each other, one is a sensor. The World is updated and then changed.
class ValidateWorld : public testing::Test {
protected:
    void SetUp() override {
        std::vector<BoxDef> defs(12);
        for (std::size_t i = 0; i < defs.size(); ++i) defs[i].pose.position = {0.95 * static_cast<double>(i), 0, 0};
        defs[11].sensor = true;
        ids_.resize(defs.size());
        ASSERT_EQ(world_.create(defs, ids_), Status::ok);
        ASSERT_EQ(world_.ignore(ids_[0], ids_[1]), Status::ok);
        update();
        const BoxPose away{{0, 50, 0}, {}};
        ASSERT_EQ(world_.set_pose(ids_[5], away), Status::ok);
        ASSERT_EQ(world_.destroy(ids_[8]), Status::ok);
        update();
        const BoxPose back{{4.75, 0.001, 0}, {}};
        ASSERT_EQ(world_.set_pose(ids_[3], back), Status::ok);
        ASSERT_EQ(world_.set_filters({&ids_[4], 1}, std::vector<BoxFilter>(1)), Status::ok);
        ASSERT_GE(state().free_slot_count, 2U);
        ASSERT_GE(state().pairs.count(), 3U);
        ASSERT_GE(state().pairs.limit() - state().pairs.count(), 2U);
        ASSERT_TRUE(world_.validate());
    }
    void update() {
        WorldUpdate result;
        ASSERT_EQ(world_.update(result, {Isa::best, &serial_executor()}), Status::ok);
    }
    detail::WorldState& state() { return *detail::WorldState::of(world_); }
    /// Returns the first row of which `wanted` is true.
    std::uint32_t row_where(const std::function<bool(std::uint32_t)>& wanted) {
        for (std::uint32_t row = 0; row < state().pairs.limit(); ++row)
            if (wanted(row)) return row;
        ADD_FAILURE() << "no such row";
        return 0;
    }
    template <class T>
    void noticed(const char* name, T& place, T damaged) {
        expect_noticed(name, place, damaged, [&] { return world_.validate(); });
    }

    World world_;
    std::vector<BoxId> ids_;
};

TEST_F(ValidateWorld, NoticesDamagedPairs) {
    using world::PairState;
    const auto solid = [&](std::uint32_t row) {
        const PairState& pair = state().pairs[row];
        return pair.has(PairState::kTouching) && !pair.has(PairState::kSensor);
    };
    const std::uint32_t row = row_where(solid);
    const std::uint32_t other = row_where([&](std::uint32_t r) { return solid(r) && r != row; });
    PairState& pair = state().pairs[row];
    noticed("another first box", pair.pair.first, state().pairs[other].pair.first);
    noticed("another second box", pair.pair.second, pair.pair.second + 2);
    noticed("a box that there is not", pair.pair.second, 1000U);
    noticed("a pair of a box with itself", pair.pair.second, pair.pair.first);
    noticed("two boxes in the wrong order", pair.pair, BoxPair{pair.pair.second, pair.pair.first});
    noticed("a pair twice", pair.pair, state().pairs[other].pair);
    for (const std::uint8_t flag : {PairState::kFresh, PairState::kFreshSlot, PairState::kGoing, PairState::kSensor,
                                    PairState::kOff, PairState::kSwitched})
        noticed("a flag too many", pair.flags, std::uint8_t(pair.flags | flag));
    for (const std::uint8_t flag : {PairState::kTouching, PairState::kTold})
        noticed("a flag missing", pair.flags, std::uint8_t(pair.flags & ~flag));
    noticed("a touching pair that does not know it", pair.flags, std::uint8_t{0});
    noticed("an axis that there is not", pair.axis, std::uint8_t{15});
    noticed("a touching pair without an axis", pair.axis, kNoAxis);
    noticed("a slot of another pair", pair.slot, state().pairs[other].slot);
    noticed("a slot that is free", pair.slot, state().free_slots[0]);
    noticed("a slot that there is not", pair.slot, state().slot_limit);
    noticed("a touching pair without a slot", pair.slot, kNoSlot);

    const auto of_sensor = [&](std::uint32_t r) { return state().pairs[r].has(PairState::kSensor); };
    PairState& sensed = state().pairs[row_where(of_sensor)];
    noticed("a sensor's pair with a slot", sensed.slot, state().free_slots[0]);
    noticed("a sensor's pair that does not know it", sensed.flags, std::uint8_t(sensed.flags & ~PairState::kSensor));
}

TEST_F(ValidateWorld, NoticesDamagedFreeRows) {
    const auto free = [&](std::uint32_t row) { return !state().pairs.holds(row); };
    const auto first_of_two = [&](std::uint32_t row) { return free(row) && state().pairs[row].slot != world::kNoRow; };
    const std::uint32_t row = row_where(first_of_two);
    world::PairState& pair = state().pairs[row];
    noticed("a free row with a pair", pair.pair, BoxPair{0, 9});
    noticed("a free row with the pair of another", pair.pair,
            state().pairs[row_where([&](std::uint32_t r) { return !free(r); })].pair);
    noticed("the last free row, but others follow", pair.slot, world::kNoRow);
    noticed("a free row that follows itself", pair.slot, row);
    noticed("a row that there is not", pair.slot, state().pairs.limit());
    noticed("a row that is not free", pair.slot, row_where([&](std::uint32_t r) { return !free(r); }));
}

TEST_F(ValidateWorld, NoticesDamage) {
    const auto has_slot = [&](std::uint32_t r) { return state().pairs.holds(r) && state().pairs[r].slot != kNoSlot; };
    const std::uint32_t slot = state().pairs[row_where(has_slot)].slot;
    noticed("a free slot twice", state().free_slots[0], state().free_slots[1]);
    noticed("a free slot in use", state().free_slots[0], slot);
    noticed("a free slot lost", state().free_slot_count, state().free_slot_count - 1);
    noticed("a manifold without points", state().manifolds[slot].point_count, 0U);
    noticed("a manifold of another pair", state().manifolds[slot].pair.first, 9U);
    noticed("a free slot with a manifold", state().manifolds[state().free_slots[0]].point_count, 1U);
    noticed("a told pair lost", state().told_count, state().told_count - 1);
    noticed("a told pair that there is not", state().told_count, state().told_count + 1);
    noticed("a stale box that is not marked", state().flags[ids_[3].index], world::kPresent);
    noticed("a box marked as stale that is not listed", state().flags[1],
            std::uint8_t(world::kPresent | world::kStale));
    noticed("a stale box twice", state().stale_count, state().stale_count + 1);
    noticed("a refiltered box that is not marked", state().flags[ids_[4].index], world::kPresent);
    noticed("a destroyed box with flags", state().flags[ids_[8].index], world::kSleeping);
    noticed("a box that the Broadphase has not", state().flags[ids_[8].index], world::kPresent);
    noticed("a generation of zero", state().generations[2], 0U);
    noticed("a box without rotation", state().bodies[2].rotation, Quat{0, 0, 0, 0});
    noticed("a box of no size", state().bodies[2].half_extents.y, -1.0F);
    noticed("a negative distance", state().bodies[2].speculative_distance, -1.0F);
    noticed("sides that there are not", state().bodies[2].covered_sides, CoveredSides{64});
    noticed("an ignored pair of a box that there is not", state().flags[ids_[0].index], std::uint8_t{0});
}

TEST_F(ValidateWorld, NoticesDamagedWays) {
    ASSERT_EQ(world_.set_continuous(ids_[2], true), Status::ok);
    std::uint8_t& flags = state().flags[ids_[2].index];
    noticed("a continuous box that is not counted", state().continuous_count, 0U);
    noticed("a continuous box too many", state().continuous_count, 2U);
    noticed("a continuous box that is not marked", flags, std::uint8_t(flags & ~world::kContinuous));
    noticed("a way of a box that has not moved", state().starts[ids_[6].index].position.x, 7.0);
    noticed("a way of a box that has not turned", state().starts[ids_[6].index].rotation, Quat{0, 1, 0, 0});
    noticed("a way from nowhere", state().starts[ids_[3].index].position.y, 1e300);
}

}  // namespace
}  // namespace satori
