// When nothing has changed, an update tells of nothing, and the contacts stay.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/world_events.hpp"

namespace satori {
namespace {

/// A row of boxes that touch their neighbors, a sensor among them, and one box apart.
class Row {
public:
    Row() {
        std::vector<BoxDef> defs(6);
        for (std::size_t i = 0; i < defs.size(); ++i) defs[i].pose.position.x = 0.9 * static_cast<double>(i);
        defs[3].sensor = true;
        defs[5].pose.position.x = 20;
        ids.resize(defs.size());
        EXPECT_EQ(world.create(defs, ids), Status::ok);
    }
    WorldUpdate update() {
        WorldUpdate found;
        EXPECT_EQ(world.update(found, {Isa::best, &serial_executor()}), Status::ok);
        return found;
    }

    World world;
    std::vector<BoxId> ids;
};

/// Updates both worlds, and expects that they tell the same.
void expect_same_update(Row& a, Row& b) {
    const WorldUpdate of_a = a.update(), of_b = b.update();
    EXPECT_TRUE(test::WorldEvents(a.world, of_a) == test::WorldEvents(b.world, of_b));
    EXPECT_TRUE(std::ranges::equal(of_a.begun, of_b.begun));
    EXPECT_TRUE(std::ranges::equal(of_a.changed, of_b.changed));
    EXPECT_TRUE(std::ranges::equal(of_a.ended, of_b.ended));
    EXPECT_TRUE(test::contacts_of(a.world) == test::contacts_of(b.world));
    EXPECT_EQ(of_a.pair_count, of_b.pair_count);
}

TEST(WorldAtRest, AnUpdateTellsOfNothingAndKeepsTheContacts) {
    Row row;
    const WorldUpdate first = row.update();
    EXPECT_EQ(first.begun.size(), 4U);
    EXPECT_EQ(first.contact_count, 4U);
    const std::uint64_t pair_count = first.pair_count;
    const std::vector<WorldContact> contacts = test::contacts_of(row.world);
    EXPECT_EQ(contacts.size(), 4U);
    EXPECT_EQ(test::solid_contacts_of(row.world).size(), 2U);
    const std::uint64_t hash = row.world.state_hash();
    for (int i = 0; i < 3; ++i) {
        const WorldUpdate again = row.update();
        EXPECT_TRUE(again.begun.empty() && again.changed.empty() && again.ended.empty());
        EXPECT_EQ(again.contact_count, 4U);
        EXPECT_EQ(again.pair_count, pair_count);
        EXPECT_EQ(again.tested_count + again.changed_box_count + again.point_count, 0U);
        EXPECT_TRUE(test::contacts_of(row.world) == contacts);
        EXPECT_EQ(row.world.state_hash(), hash);
    }
}

TEST(WorldAtRest, WhateverChangesEndsIt) {
    const std::vector<std::pair<const char*, std::function<Status(Row&)>>> changes = {
        {"pose",
         [](Row& row) {
             return row.world.set_pose(row.ids[5], {{4.5, 0, 0}, {0, 0, 0, 1}});
         }},
        {"size",
         [](Row& row) {
             return row.world.set_half_extents(row.ids[0], {0.1F, 0.1F, 0.1F});
         }},
        {"filter",
         [](Row& row) {
             return row.world.set_filter(row.ids[1], {1, 0, 0, 0});
         }},
        {"motion", [](Row& row) { return row.world.set_motion(row.ids, MotionType::static_box); }},
        {"ignore", [](Row& row) { return row.world.ignore(row.ids[0], row.ids[1]); }},
        {"sides", [](Row& row) { return row.world.set_covered_sides(row.ids[0], kAllSides); }},
        {"origin",
         [](Row& row) {
             return row.world.set_origin({1000, 0, 0});
         }},
        {"destroy", [](Row& row) { return row.world.destroy(row.ids[1]); }},
        {"create",
         [](Row& row) {
             BoxId id;
             BoxDef def;
             def.pose.position.x = 0.4;
             return row.world.create(def, id);
         }},
    };
    for (const auto& [name, change] : changes) {
        SCOPED_TRACE(name);
        Row rested, twin;
        rested.update();
        twin.update();
        for (int i = 0; i < 3; ++i) rested.update();
        ASSERT_EQ(change(rested), Status::ok);
        ASSERT_EQ(change(twin), Status::ok);
        expect_same_update(rested, twin);
        expect_same_update(rested, twin);
        EXPECT_EQ(rested.world.state_hash(), twin.world.state_hash());
        EXPECT_TRUE(rested.world.validate());
    }
}

TEST(WorldAtRest, StillKeepsTheLimitOfPairs) {
    Row row;
    row.update();
    const std::uint64_t pairs = row.update().pair_count;
    ASSERT_GT(pairs, 1U);
    WorldUpdate found;
    EXPECT_EQ(row.world.update(found, {.max_pairs = pairs - 1}), Status::limit_exceeded);
    EXPECT_EQ(row.world.update(found, {.max_pairs = pairs}), Status::ok);
    EXPECT_EQ(found.contact_count, 4U);
    EXPECT_EQ(test::WorldEvents(row.world, found).persisted.size(), 4U);
}

}  // namespace
}  // namespace satori
