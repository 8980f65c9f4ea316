// validate() of a Broadphase, a World and their tables finds every kind of damage, and reports none in undamaged data.

#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "broadphase/moving/validate.hpp"
#include "support/columns_next.hpp"
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

/// 3000 boxes in many columns. The dynamic boxes have lists of neighbors.
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
        for (std::uint32_t id = 1; id < 100; ++id) {
            bounds_[id].min.x += 0.001F;
            bounds_[id].max.x += 0.001F;
            ASSERT_EQ(world_.move(id, bounds_[id]), Status::ok);
        }
        test::build_columns_next(world_);
        update();
        ASSERT_EQ(world_.remove(7), Status::ok);
        ASSERT_EQ(world_.remove(100), Status::ok);
        update();
        ASSERT_EQ(world_.remove(9), Status::ok);
        ASSERT_TRUE(state().columns.valid() && state().neighbours.in_use(state().columns));
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
    /// Returns the first list of dynamic natives with at least `least` boxes.
    broadphase::StoredList& some_list(std::uint32_t least) {
        for (std::uint32_t column = 0; column < state().columns.column_count(); ++column) {
            broadphase::StoredList& list = state().columns.list(column, broadphase::kNative);
            if (list.count >= least) return list;
        }
        ADD_FAILURE() << "no such list";
        return state().columns.list(0, 0);
    }

    Broadphase world_;
    std::vector<Aabb> bounds_;
};

TEST_F(ValidateBroadphase, NoticesDamagedBoxes) {
    constexpr float kFar = std::numeric_limits<float>::infinity();
    noticed("a bound that is not a number", box(20).lo[1], std::numeric_limits<float>::quiet_NaN());
    noticed("-0", box(20).lo[2], -0.0F);
    noticed("a minimum above the maximum", box(20).lo[0], box(20).hi[0] + 1);
    noticed("a box that moved and is not listed", box(20).hi[0], box(20).hi[0] + 1);
    noticed("a removed box with bounds", box(9).hi[0], 0.0F);
    noticed("a listed box that is not in the list", box(20).state, box(20).state | simd::kListed);
    noticed("a changed box that is not marked", box(9).state, box(9).state & ~simd::kListed);
    noticed("a motion type with another flag", box(20).state, box(20).state ^ simd::kNotDynamic);
    noticed("an old motion type", box(20).old_state, box(20).old_state ^ simd::kNotDynamic);
    noticed("old bounds of a box that was never there", box(7).old_lo[0], -kFar);
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
    const auto with_old_bounds = [&](float damaged) {
        const simd::TrackedBox before = box(id);
        box(id).lo[0] = box(id).old_lo[0] = damaged - 1;
        box(id).hi[0] = box(id).old_hi[0] = damaged;
        EXPECT_FALSE(world_.validate()) << "a pair of boxes that are apart";
        box(id) = before;
        EXPECT_TRUE(world_.validate());
    };
    with_old_bounds(-100);
}

TEST_F(ValidateBroadphase, NoticesDamagedColumns) {
    broadphase::StoredList& list = some_list(20);
    const simd::SweepArrays<3> arrays = state().columns.arrays(list);
    noticed("a box fewer", list.count, list.count - 1);
    noticed("a box more", list.count, list.count + 1);
    noticed("more boxes than room", list.room, list.count - 1);
    noticed("a list that begins elsewhere", list.begin, list.begin + 16);
    noticed("a list that begins behind the streams", list.begin, 0x7ffffff0U);
    noticed("a box wider than the widest", list.widest, 0.5F);
    noticed("a box below the bounds", list.lo[1], arrays.hi[1][3]);
    noticed("a box above the bounds", list.hi[2], arrays.lo[2][3]);
    noticed("another bound", arrays.hi[1][3], arrays.hi[1][3] + 1);
    noticed("another key", arrays.lo[0][3], arrays.lo[0][2]);
    noticed("another box", arrays.id[3], arrays.id[4]);
    noticed("a box that does not exist", arrays.id[3], kCount + 7);
    noticed("no end", arrays.lo[0][list.count], 0.0F);
    // A whole entry replaces another: the list is sorted, but one box is missing.
    const std::uint32_t id = arrays.id[3];
    arrays.id[3] = arrays.id[4];
    EXPECT_FALSE(world_.validate());
    arrays.id[3] = id;
    EXPECT_TRUE(world_.validate());
}

TEST_F(ValidateBroadphase, NoticesDamagedNeighborLists) {
    std::uint32_t id = 20;
    while (!state().neighbours.has_list(id) || state().neighbours[id].size() < 3) ++id;
    const std::span<const std::uint32_t> list = state().neighbours[id];
    noticed("a neighbor twice", writable(list[0]), list[1]);
    noticed("a box that is its own neighbor", writable(list[0]), id);
    simd::TrackedBox& stored = writable(state().neighbours.stored()[id]);
    noticed("a skin that does not contain the box", stored.lo[0], box(id).lo[0] + 0.1F);
    noticed("another set", stored.state, stored.state ^ simd::kNotDynamic);
    // The list must contain every neighbor that touches the box. It may contain others.
    std::uint32_t noticed_count = 0;
    for (const std::uint32_t& neighbor : list) {
        const std::uint32_t before = neighbor;
        writable(neighbor) = (id + 1500) % kCount;
        noticed_count += world_.validate() ? 0 : 1;
        writable(neighbor) = before;
    }
    EXPECT_GT(noticed_count, 0U);
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
    for (const std::uint8_t flag : {PairState::kFresh, PairState::kFreshSlot, PairState::kGoing, PairState::kSensor})
        noticed("a flag too many", pair.flags, std::uint8_t(pair.flags | flag));
    for (const std::uint8_t flag : {PairState::kTouching, PairState::kWas})
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
    noticed("a touching pair lost", state().touching_count, state().touching_count - 1);
    noticed("a touching pair that there is not", state().touching_count, state().touching_count + 1);
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

}  // namespace
}  // namespace satori
