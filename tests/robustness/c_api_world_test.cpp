// Worlds in C give the same results as in C++, to the bit: updates, recordings, replays, drawing. The test of queries
// is c_api_world_query_test.cpp.

#include <cstddef>
#include <cstdint>
#include <span>

#include <gtest/gtest.h>

#include <satori/satori.h>
#include <satori/satori.hpp>

#include "support/both_worlds.hpp"
#include "support/bytes.hpp"
#include "support/world_driver.hpp"
#include "support/world_events.hpp"

namespace satori {
namespace {

using test::BothWorlds;

TEST(CApi, WorldsGiveTheSameBytes) {
    BothWorlds both;
    ASSERT_NO_FATAL_FAILURE(both.fill());
    std::uint64_t begun = 0, persisted = 0, ended = 0, contacts = 0;
    for (std::uint32_t step = 0; step < 12; ++step) {
        SCOPED_TRACE(step);
        ASSERT_NO_FATAL_FAILURE(both.step(step));
        EXPECT_EQ(satori_world_state_hash(both.c_world), both.world.state_hash());
        EXPECT_EQ(satori_world_validate(both.c_world), 1);
        const test::WorldEvents events(both.world, both.update);
        begun += events.begun.size();
        persisted += events.persisted.size();
        ended += events.ended.size();
        contacts += events.contacts.size();
    }
    EXPECT_GT(begun, 100U);
    EXPECT_GT(persisted, 100U);
    EXPECT_GT(ended, 10U);
    EXPECT_GT(contacts, 100U);
}

/// Compares impacts member by member, because their padding bytes can have any value.
void expect_same_impacts(const satori_world_update_result& c, const WorldUpdate& cpp) {
    ASSERT_EQ(c.impact_count, cpp.impacts.size());
    for (std::size_t k = 0; k < cpp.impacts.size(); ++k) {
        const satori_world_impact& c_impact = c.impacts[k];
        const WorldImpact& impact = cpp.impacts[k];
        EXPECT_TRUE(test::bytes_of(&c_impact.pair, 1) == test::bytes_of(&impact.pair, 1)) << k;
        EXPECT_TRUE(test::bytes_of(&c_impact.impact, 1) == test::bytes_of(&impact.impact, 1)) << k;
        EXPECT_EQ(c_impact.shrink, impact.shrink) << k;
        EXPECT_EQ(c_impact.sensor, impact.sensor) << k;
    }
}

TEST(CApi, ImpactsOfWorldsGiveTheSameBytes) {
    BothWorlds both;
    ASSERT_NO_FATAL_FAILURE(both.fill());
    ASSERT_EQ(both.world.set_continuous({both.ids.data(), 300}, true), Status::ok);
    ASSERT_EQ(satori_world_set_continuous(both.c_world, both.c_ids.data(), 300, 1, nullptr), SATORI_OK);
    std::uint64_t impacts = 0;
    for (std::uint32_t step = 0; step < 4; ++step) {
        ASSERT_NO_FATAL_FAILURE(both.step(step));
        ASSERT_NO_FATAL_FAILURE(expect_same_impacts(both.c_update, both.update));
        impacts += both.update.impacts.size();
    }
    EXPECT_GT(impacts, 20U);
    EXPECT_EQ(satori_world_state_hash(both.c_world), both.world.state_hash());
}

/// A sink in C that stores the bytes.
std::uint8_t keep(const void* bytes, std::size_t size, void* user) noexcept {
    const auto* const from = static_cast<const std::byte*>(bytes);
    auto& kept = *static_cast<test::Bytes*>(user);
    kept.insert(kept.end(), from, from + size);
    return 1;
}

TEST(CApi, RecordingsGiveTheSameBytes) {
    BothWorlds both;
    test::KeptRecording kept;
    test::Bytes bytes;
    satori_record_options options = satori_record_options_default();
    EXPECT_EQ(options.hash_every, RecordOptions{}.hash_every);
    options = {keep, &bytes, 2};
    ASSERT_EQ(both.world.record(kept.options(2)), Status::ok);
    ASSERT_EQ(satori_world_record(both.c_world, &options), SATORI_OK);
    ASSERT_NO_FATAL_FAILURE(both.fill());
    for (std::uint32_t step = 0; step < 6; ++step) ASSERT_NO_FATAL_FAILURE(both.step(step));
    // The call fails, and the recording goes on to its sink.
    const satori_record_options nowhere{keep, nullptr, 1};
    EXPECT_EQ(satori_world_record(both.c_world, &nowhere), SATORI_INVALID_ARGUMENT);
    ASSERT_EQ(both.world.stop_recording(), Status::ok);
    ASSERT_EQ(satori_world_stop_recording(both.c_world), SATORI_OK);
    ASSERT_TRUE(bytes == kept.bytes);

    // Three recordings: complete, with a wrong bit in the last update, and cut off.
    test::Bytes spoilt = bytes, cut(bytes.begin(), bytes.end() - 1);
    spoilt[spoilt.size() - 30] ^= std::byte{1};
    std::uint64_t faults = 0;
    for (const test::Bytes* recording : {&bytes, &spoilt, &cut}) {
        WorldReplay replay(*recording);
        satori_world_replay* c_replay = nullptr;
        ASSERT_EQ(satori_world_replay_create(recording->data(), recording->size(), nullptr, &c_replay), SATORI_OK);
        ReplayStep step;
        Status status = Status::ok;
        std::uint64_t updates = 0;
        for (;;) {
            WorldUpdate update;
            satori_replay_step c_step;
            satori_world_update_result c_update;
            status = replay.step(step, update, both.on);
            ASSERT_EQ(satori_world_replay_step(c_replay, &c_step, &c_update, &both.c_on),
                      static_cast<satori_status>(status));
            test::expect_same(c_update, update);
            test::expect_same_contacts(satori_world_replay_world(c_replay), replay.world());
            EXPECT_EQ(c_step.outcome, static_cast<satori_replay_outcome>(step.outcome));
            EXPECT_EQ(c_step.number, step.number);
            EXPECT_EQ(c_step.hashed, step.hashed);
            EXPECT_EQ(c_step.recorded_hash, step.recorded_hash);
            EXPECT_EQ(c_step.hash, step.hash);
            EXPECT_EQ(satori_world_state_hash(satori_world_replay_world(c_replay)), replay.world().state_hash());
            EXPECT_EQ(satori_world_replay_fault(c_replay), static_cast<satori_recording_fault>(replay.fault()));
            EXPECT_EQ(satori_world_replay_offset(c_replay), replay.offset());
            if (status != Status::ok || step.outcome != ReplayOutcome::same) break;
            ++updates;
        }
        EXPECT_EQ(updates, recording == &spoilt ? 5U : 6U);
        EXPECT_EQ(satori_world_size(satori_world_replay_world(c_replay)), both.ids.size());
        faults += status == Status::invalid_recording;
        satori_world_replay_destroy(c_replay);
    }
    EXPECT_EQ(faults, 2U);
}

/// The output of either API's drawing, value by value, because padding bytes can have any value.
struct Drawn {
    test::Bytes boxes, bounds, contacts, columns;

    template <class Box>
    void add_box(const Box& drawn) {
        const auto& box = drawn.box;
        add(boxes, drawn.id, box.pose.position, box.pose.rotation, box.half_extents, box.motion, box.sensor,
            box.sleeping, box.continuous, box.covered_sides, box.speculative_distance, box.radius, box.filter,
            box.user_data, drawn.corners);
    }
    template <class Bounds>
    void add_bounds(const Bounds& drawn) {
        add(bounds, drawn.id, drawn.min, drawn.max);
    }
    template <class Contact>
    void add_contact(const Contact& drawn) {
        add(contacts, drawn.pair, drawn.position, drawn.normal, drawn.separation, drawn.feature_id);
    }
    template <class Column>
    void add_column(const Column& drawn) {
        add(columns, drawn.min, drawn.max, drawn.box_count, drawn.grid);
    }

private:
    template <class... Value>
    static void add(test::Bytes& bytes, const Value&... values) {
        (test::append(bytes, std::span(&values, 1)), ...);
    }
};

TEST(CApi, DebugDrawGivesTheSameBytes) {
    BothWorlds both;
    ASSERT_NO_FATAL_FAILURE(both.fill());
    for (std::uint32_t step = 0; step < 2; ++step) ASSERT_NO_FATAL_FAILURE(both.step(step));
    ASSERT_NO_FATAL_FAILURE(both.move(2));
    // A query without rays sorts the boxes into columns.
    ASSERT_EQ(any_hits(both.world, {}, {}), Status::ok);
    ASSERT_EQ(satori_world_any_hits(both.c_world, nullptr, nullptr, 0, nullptr), SATORI_OK);
    Drawn drawn, c_drawn;
    const DebugDraw draw{
        .box = [](const DebugBox& box, void* user) noexcept { static_cast<Drawn*>(user)->add_box(box); },
        .bounds = [](const DebugBounds& of_box, void* user) noexcept { static_cast<Drawn*>(user)->add_bounds(of_box); },
        .contact = [](const DebugContact& of, void* user) noexcept { static_cast<Drawn*>(user)->add_contact(of); },
        .column = [](const DebugColumn& of, void* user) noexcept { static_cast<Drawn*>(user)->add_column(of); },
        .user = &drawn};
    const satori_debug_drawer drawer{
        [](const satori_debug_box* box, void* user) noexcept { static_cast<Drawn*>(user)->add_box(*box); },
        [](const satori_debug_bounds* of_box, void* user) noexcept { static_cast<Drawn*>(user)->add_bounds(*of_box); },
        [](const satori_debug_contact* of, void* user) noexcept { static_cast<Drawn*>(user)->add_contact(*of); },
        [](const satori_debug_column* of, void* user) noexcept { static_cast<Drawn*>(user)->add_column(*of); },
        &c_drawn};
    debug_draw(both.world, draw);
    satori_debug_draw(both.c_world, &drawer);
    EXPECT_TRUE(c_drawn.boxes == drawn.boxes);
    EXPECT_TRUE(c_drawn.bounds == drawn.bounds);
    EXPECT_TRUE(c_drawn.contacts == drawn.contacts);
    EXPECT_TRUE(c_drawn.columns == drawn.columns);
    EXPECT_GT(drawn.boxes.size(), 600 * sizeof(Vec3d[8]));
    EXPECT_GT(drawn.bounds.size(), 100 * sizeof(DebugBounds));
    EXPECT_GT(drawn.contacts.size(), 100 * sizeof(DebugContact));
    EXPECT_GE(drawn.columns.size(), sizeof(DebugColumn));
}

}  // namespace
}  // namespace satori
