// When nothing has changed, an update reports what the one before reported, without making the lists again.

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

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

std::vector<WorldPair> copy(std::span<const WorldPair> pairs) {
    return {pairs.begin(), pairs.end()};
}
std::vector<std::pair<WorldPair, std::uint32_t>> copy(std::span<const WorldContact> contacts) {
    std::vector<std::pair<WorldPair, std::uint32_t>> copies;
    for (const WorldContact& contact : contacts) copies.emplace_back(contact.pair, contact.slot);
    return copies;
}

void expect_same(const WorldUpdate& a, const WorldUpdate& b) {
    EXPECT_EQ(copy(a.begun), copy(b.begun));
    EXPECT_EQ(copy(a.persisted), copy(b.persisted));
    EXPECT_EQ(copy(a.ended), copy(b.ended));
    EXPECT_EQ(copy(a.contacts), copy(b.contacts));
    EXPECT_EQ(a.pair_count, b.pair_count);
}

TEST(WorldAtRest, ReportsTheSameListsWithoutMakingThemAgain) {
    Row row;
    EXPECT_EQ(row.update().begun.size(), 4U);
    const WorldUpdate second = row.update();
    EXPECT_EQ(second.persisted.size(), 4U);
    EXPECT_EQ(second.contacts.size(), 2U);
    const std::uint64_t hash = row.world.state_hash();
    for (int i = 0; i < 3; ++i) {
        const WorldUpdate again = row.update();
        expect_same(again, second);
        EXPECT_EQ(again.contacts.data(), second.contacts.data()) << "the lists were made again";
        EXPECT_EQ(again.tested_count + again.changed_count, 0U);
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
        expect_same(rested.update(), twin.update());
        expect_same(rested.update(), twin.update());
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
    EXPECT_EQ(found.persisted.size(), 4U);
}

}  // namespace
}  // namespace satori
