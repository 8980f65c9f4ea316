#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.h>
#include <satori/satori.hpp>

#include "support/bytes.hpp"
#include "support/random.hpp"
#include "support/world_events.hpp"

namespace satori::test {

/// Returns the same values as C types.
template <class C, class Cpp>
std::vector<C> as_c(const std::vector<Cpp>& values) {
    static_assert(sizeof(C) == sizeof(Cpp));
    std::vector<C> copies(values.size());
    std::memcpy(static_cast<void*>(copies.data()), static_cast<const void*>(values.data()), sizeof(C) * values.size());
    return copies;
}

/// Returns a heap of boxes of all kinds.
inline std::vector<BoxDef> make_defs(std::uint32_t count, Random& random) {
    std::vector<BoxDef> defs(count);
    for (BoxDef& def : defs) {
        def.pose.position = {random.uniform(-6, 6), random.uniform(-6, 6), random.uniform(-6, 6)};
        def.motion = static_cast<MotionType>(random.below(3));
        def.sensor = random.below(8) == 0;
        def.sleeping = random.below(8) == 0;
        def.covered_sides = static_cast<CoveredSides>(random.below(64));
        def.speculative_distance = random.below(16) == 0 ? static_cast<float>(random.unit()) : 0.0F;
        def.radius = random.below(4) == 0 ? static_cast<float>(random.uniform(0.01, 0.5)) : 0.0F;
        def.filter.category = std::uint64_t{1} << random.below(3);
        def.filter.group = static_cast<std::int32_t>(random.below(4)) - 1;
        def.user_data = random.bits();
    }
    return defs;
}

inline void expect_same(const satori_world_update_result& c, const WorldUpdate& cpp) {
    EXPECT_TRUE(bytes_of(c.begun, c.begun_count) == bytes_of(cpp.begun.data(), cpp.begun.size()));
    EXPECT_TRUE(bytes_of(c.changed, c.changed_count) == bytes_of(cpp.changed.data(), cpp.changed.size()));
    EXPECT_TRUE(bytes_of(c.ended, c.ended_count) == bytes_of(cpp.ended.data(), cpp.ended.size()));
    EXPECT_EQ(c.contact_count, cpp.contact_count);
    EXPECT_EQ(c.pair_count, cpp.pair_count);
    EXPECT_EQ(c.changed_box_count, cpp.changed_box_count);
    EXPECT_EQ(c.tested_count, cpp.tested_count);
    EXPECT_EQ(c.point_count, cpp.point_count);
    EXPECT_EQ(c.path, static_cast<satori_update_path>(cpp.path));
    EXPECT_EQ(c.isa, static_cast<satori_isa>(cpp.isa));
}

/// Compares all contacts of two worlds, and the contacts of each box.
inline void expect_same_contacts(const satori_world* c_world, const World& world) {
    std::vector<WorldContact> contacts(world.contact_count());
    std::vector<satori_world_contact> c_contacts(contacts.size());
    ASSERT_EQ(satori_world_contact_count(c_world), contacts.size());
    ASSERT_EQ(world.copy_contacts(contacts), Status::ok);
    ASSERT_EQ(satori_world_copy_contacts(c_world, c_contacts.data(), c_contacts.size()), SATORI_OK);
    EXPECT_TRUE(bytes_of(c_contacts.data(), c_contacts.size()) == bytes_of(contacts.data(), contacts.size()));
    for (std::uint32_t index = 0; index < world.index_limit(); ++index) {
        std::size_t count = 99, c_count = 99;
        const Status status = world.copy_contacts(world.id_at(index), contacts, count);
        ASSERT_EQ(satori_world_copy_box_contacts(c_world, satori_world_id_at(c_world, index), c_contacts.data(),
                                                 c_contacts.size(), &c_count),
                  static_cast<satori_status>(status));
        ASSERT_EQ(c_count, count);
        if (status != Status::ok) continue;
        EXPECT_TRUE(bytes_of(c_contacts.data(), count) == bytes_of(contacts.data(), count)) << index;
    }
}

/// One world of each API. Both get the same calls: C++ on one thread, C on three.
struct BothWorlds {
    World world{
        {.bounds = {0.1F, 0}, .contacts = {Boundary::closed, 0.02F}, .contact_payloads = true, .predicate = refuse}};
    satori_world* c_world = nullptr;
    std::vector<BoxId> ids;
    std::vector<satori_box_id> c_ids;
    Random random{3};
    Execution on{Isa::best, &serial_executor()};
    satori_execution c_on{satori_executor_threads(3), SATORI_ISA_BEST, 0};
    WorldUpdate update;
    satori_world_update_result c_update{};

    BothWorlds() {
        satori_world_options options = satori_world_options_default();
        options.bounds.margin = 0.1F;
        options.contacts.speculative_distance = 0.02F;
        options.contact_payloads = 1;
        options.predicate = [](const satori_world_pair* pairs, std::uint8_t* keep, std::size_t count, void*) noexcept {
            for (std::size_t k = 0; k < count; ++k) keep[k] = (pairs[k].first.index + pairs[k].second.index) % 5 != 0;
        };
        EXPECT_EQ(satori_world_create(&options, nullptr, &c_world), SATORI_OK);
    }
    BothWorlds(const BothWorlds&) = delete;
    BothWorlds& operator=(const BothWorlds&) = delete;
    ~BothWorlds() { satori_world_destroy(c_world); }

    /// Creates the first boxes.
    void fill() {
        const std::vector<BoxDef> defs = make_defs(1200, random);
        const auto c_defs = as_c<satori_box_def>(defs);
        ids.resize(defs.size());
        c_ids.resize(defs.size());
        ASSERT_EQ(world.create(defs, ids), Status::ok);
        ASSERT_EQ(satori_world_create_boxes(c_world, c_defs.data(), c_ids.data(), c_ids.size(), nullptr), SATORI_OK);
        ASSERT_TRUE(bytes_of(c_ids.data(), c_ids.size()) == bytes_of(ids.data(), ids.size()));
        // find_covered_sides() sets the sides of static boxes. Then the program sets the sides of three boxes.
        ASSERT_EQ(world.find_covered_sides(0.3F, on), Status::ok);
        ASSERT_EQ(satori_world_find_covered_sides(c_world, 0.3F, &c_on), SATORI_OK);
        const std::vector<CoveredSides> sides{kAllSides, kSideMinusY, 0};
        ASSERT_EQ(world.set_covered_sides({ids.data(), 3}, sides), Status::ok);
        ASSERT_EQ(satori_world_set_covered_sides(c_world, c_ids.data(), sides.data(), 3, nullptr), SATORI_OK);
        for (std::size_t i = 0; i < ids.size(); ++i)
            ASSERT_EQ(satori_world_box(c_world, c_ids[i]).covered_sides, world.box(ids[i]).covered_sides);
        const std::vector<float> distances{0.5F, 0, 2};
        ASSERT_EQ(world.set_speculative_distances({ids.data(), 3}, distances), Status::ok);
        ASSERT_EQ(satori_world_set_speculative_distances(c_world, c_ids.data(), distances.data(), 3, nullptr),
                  SATORI_OK);
        for (std::size_t i = 0; i < ids.size(); ++i)
            ASSERT_EQ(satori_world_box(c_world, c_ids[i]).speculative_distance, world.box(ids[i]).speculative_distance);
        const std::vector<float> radii{0.5F, 0, 0.125F};
        ASSERT_EQ(world.set_radii({ids.data(), 3}, radii), Status::ok);
        ASSERT_EQ(satori_world_set_radii(c_world, c_ids.data(), radii.data(), 3, nullptr), SATORI_OK);
        for (std::size_t i = 0; i < ids.size(); ++i)
            ASSERT_EQ(satori_world_box(c_world, c_ids[i]).radius, world.box(ids[i]).radius);
        ASSERT_EQ(world.ignore(ids[3], ids[4]), Status::ok);
        ASSERT_EQ(satori_world_ignore(c_world, c_ids[3], c_ids[4]), SATORI_OK);
    }
    /// Moves every third box.
    void move(std::uint32_t step) {
        for (std::uint32_t i = step % 3; i < ids.size(); i += 3) {
            std::vector<BoxPose> pose{world.box(ids[i]).pose};
            pose[0].position.x += random.uniform(-0.2, 0.2);
            pose[0].rotation = {static_cast<float>(random.unit()), 0, 0, 1};
            ASSERT_EQ(world.set_poses({&ids[i], 1}, pose), Status::ok);
            ASSERT_EQ(satori_world_set_poses(c_world, &c_ids[i], as_c<satori_box_pose>(pose).data(), 1, nullptr),
                      SATORI_OK);
        }
    }
    /// Runs an update, and writes payloads for the contacts that it finds.
    void step(std::uint32_t step) {
        move(step);
        ASSERT_EQ(world.update(update, on), Status::ok);
        ASSERT_EQ(satori_world_update(c_world, &c_update, &c_on), SATORI_OK);
        expect_same(c_update, update);
        ASSERT_NO_FATAL_FAILURE(expect_same_contacts(c_world, world));
        for (const WorldContact& contact : solid_contacts_of(world)) {
            EXPECT_TRUE(bytes_of(satori_world_manifold(c_world, contact.slot), 1) ==
                        bytes_of(&world.manifold(contact.slot), 1));
            const std::span<PointPayload> payloads = world.payloads(contact.slot);
            satori_point_payload* const c_payloads = satori_world_payloads(c_world, contact.slot);
            EXPECT_TRUE(bytes_of(c_payloads, 4) == bytes_of(payloads.data(), 4));
            payloads[0].bytes[5] = std::byte(step);
            c_payloads[0].bytes[5] = static_cast<std::uint8_t>(step);
            satori_point_payload* const c_payload = satori_world_contact_payload(c_world, contact.slot);
            EXPECT_TRUE(bytes_of(c_payload, 1) == bytes_of(world.contact_payload(contact.slot), 1));
            world.contact_payload(contact.slot)->bytes[6] = std::byte(step);
            c_payload->bytes[6] = static_cast<std::uint8_t>(step);
        }
    }

private:
    static void refuse(std::span<const WorldPair> pairs, std::span<std::uint8_t> keep, void*) noexcept {
        for (std::size_t k = 0; k < pairs.size(); ++k)
            keep[k] = (pairs[k].first.index + pairs[k].second.index) % 5 != 0;
    }
};

}  // namespace satori::test
