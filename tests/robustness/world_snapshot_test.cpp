// Bytes that are no snapshot are refused, and change nothing. Nor does a call without memory, or a sink that fails.

#include <cstring>
#include <span>
#include <vector>

#include <gtest/gtest.h>
#include <xxhash.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/executors.hpp"
#include "support/lockstep.hpp"
#include "support/random.hpp"
#include "support/world_driver.hpp"

namespace satori {
namespace {

using test::saved;

constexpr std::size_t kHashSize = 8;

Execution serial() {
    return {Isa::best, &serial_executor()};
}

/// A World with boxes that changed since its last update.
struct Driven {
    World world;
    test::WorldDriver driver;

    explicit Driven(std::uint64_t seed, std::uint32_t count, int step_count = 4) : driver(seed, count) {
        for (int i = 0; i < step_count; ++i) {
            driver.change(world);
            driver.update(world, serial());
        }
        driver.change(world);
    }
};

void mend_hash(std::span<std::byte> bytes) {
    const std::uint64_t hash = XXH64(bytes.data(), bytes.size() - kHashSize, 0);
    std::memcpy(bytes.data() + bytes.size() - kHashSize, &hash, kHashSize);
}

/// Makes boxes in a row along x from `begin` on, with other distances for another `begin`.
void fill_row(World& world, double begin) {
    std::vector<BoxDef> defs(600);
    for (std::size_t i = 0; i < defs.size(); ++i)
        defs[i].pose.position = {begin + (2 + begin / 1000) * static_cast<double>(i), static_cast<double>(i % 7), 0};
    std::vector<BoxId> ids(defs.size());
    WorldUpdate update;
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    ASSERT_EQ(world.update(update, serial()), Status::ok);
}

// After a failed update a snapshot has no standing bounds: a query of the loaded World makes them.
TEST(SnapshotCopy, QueriesFindBoxesAfterAFailedUpdate) {
    World world, loaded;
    fill_row(world, 0);
    WorldUpdate update;
    ASSERT_EQ(world.set_pose(world.id_at(0), {{2, 0, 0.5}, {}}), Status::ok);
    ASSERT_EQ(world.set_pose(world.id_at(5), {{4, 2, 0.5}, {}}), Status::ok);
    ASSERT_EQ(world.update(update, {Isa::best, &serial_executor(), 1}), Status::limit_exceeded);
    ASSERT_EQ(load(loaded, saved(world)), Status::ok);
    for (World* const asked : {&world, &loaded}) {
        const WorldRay ray{.origin = {600, 6, 50}, .direction = {0, 0, -1}};
        WorldHit hit;
        ASSERT_EQ(closest_hits(*asked, {&ray, 1}, {&hit, 1}), Status::ok);
        EXPECT_EQ(hit.box.index, 300U);
    }
}

// A World that becomes empty counts the builds of its columns anew. Queries do not take the new ones for the old ones.
TEST(SnapshotCopy, QueriesForgetTheColumnsOfBefore) {
    World world, other;
    WorldHit hit, same;
    const std::vector<WorldRay> rays = {{.origin = {5000, 3, 0}, .direction = {-1, 0, 0}}};
    fill_row(world, 0);
    ASSERT_EQ(closest_hits(world, rays, {&hit, 1}), Status::ok);
    ASSERT_EQ(world.copy_from(World{}), Status::ok);
    fill_row(world, 1000);
    fill_row(other, 1000);
    ASSERT_EQ(closest_hits(world, rays, {&hit, 1}), Status::ok);
    ASSERT_EQ(closest_hits(other, rays, {&same, 1}), Status::ok);
    EXPECT_NE(hit.box, BoxId{});
    EXPECT_EQ(hit.box, same.box);
    EXPECT_EQ(hit.distance, same.distance);
}

TEST(SnapshotBytes, EveryTruncationIsRefused) {
    const std::vector<std::byte> bytes = saved(Driven(1, 12).world);
    Driven target(2, 12);
    const std::uint64_t before = target.world.state_hash();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        // The copies are on the heap, so that a sanitizer finds reads after their ends.
        std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        ASSERT_EQ(load(target.world, cut, serial()), Status::invalid_snapshot) << size;
        if (size < kHashSize) continue;
        mend_hash(cut);
        ASSERT_EQ(load(target.world, cut, serial()), Status::invalid_snapshot) << size;
    }
    std::vector<std::byte> longer = bytes;
    longer.push_back(std::byte{0});
    mend_hash(longer);
    EXPECT_EQ(load(target.world, longer, serial()), Status::invalid_snapshot);
    EXPECT_EQ(target.world.state_hash(), before);
    EXPECT_TRUE(target.world.validate());
    EXPECT_EQ(load(target.world, bytes, serial()), Status::ok);
}

TEST(SnapshotBytes, EveryFlippedBitIsRefused) {
    const std::vector<std::byte> bytes = saved(Driven(1, 8, 2).world);
    World target;
    const std::uint64_t before = target.state_hash();
    std::vector<std::byte> spoilt = bytes;
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        const std::byte mask{static_cast<unsigned char>(1U << bit % 8)};
        spoilt[bit / 8] ^= mask;
        ASSERT_EQ(load(target, spoilt, serial()), Status::invalid_snapshot) << bit;
        spoilt[bit / 8] ^= mask;
    }
    EXPECT_EQ(target.state_hash(), before);
}

// Bytes of the correct form that no World has written: refused, or a World that is consistent and goes on.
TEST(SnapshotBytes, WrongValuesBehindARightHash) {
    const std::vector<std::byte> bytes = saved(Driven(3, 12).world);
    test::Random random(1);
    std::uint64_t refused = 0, taken = 0;
    for (std::size_t place = 12; place + kHashSize < bytes.size(); ++place) {
        std::vector<std::byte> wrong = bytes;
        wrong[place] = static_cast<std::byte>(random.coin() ? random.below(256) : 0xff);
        mend_hash(wrong);
        World world;
        const Status status = load(world, wrong, serial());
        if (status != Status::ok) {
            ASSERT_EQ(status, Status::invalid_snapshot) << place;
            ++refused;
            continue;
        }
        ++taken;
        ASSERT_TRUE(world.validate()) << place;
        WorldUpdate update;
        ASSERT_EQ(world.update(update, serial()), Status::ok) << place;
        ASSERT_TRUE(world.validate()) << place;
        const BoxDef def;
        BoxId id;
        ASSERT_EQ(world.create(def, id), Status::ok);
        ASSERT_EQ(world.update(update, serial()), Status::ok);
        ASSERT_TRUE(world.validate()) << place;
    }
    EXPECT_GT(refused, bytes.size() / 10);
    EXPECT_GT(taken, bytes.size() / 10);
}

// Counts that promise more than there is.
TEST(SnapshotBytes, CountsAreHeldAgainstWhatIsThere) {
    const std::vector<std::byte> bytes = saved(Driven(4, 12).world);
    constexpr std::size_t kCounts = 12 + 63;  // behind the head and the options
    for (std::size_t place = kCounts; place < kCounts + 40; place += 4) {
        for (const std::uint32_t count : {0xffffffffU, 0x7fffffffU, 0x10000000U, 0U}) {
            std::vector<std::byte> wrong = bytes;
            if (std::memcmp(wrong.data() + place, &count, sizeof count) == 0) continue;
            std::memcpy(wrong.data() + place, &count, sizeof count);
            mend_hash(wrong);
            World world;
            EXPECT_EQ(load(world, wrong, serial()), Status::invalid_snapshot) << place << ' ' << count;
        }
    }
}

TEST(SnapshotBytes, ASinkMayFailAtAnyWrite) {
    const Driven driven(5, 200);
    std::uint64_t writes = 0, room = 0;
    struct Counter {
        std::uint64_t *writes, *room;
    } counter{&writes, &room};
    SnapshotSink sink;
    sink.write = [](const void*, std::size_t, void* user) noexcept {
        const auto& to = *static_cast<Counter*>(user);
        return (*to.writes)++ < *to.room;
    };
    sink.user = &counter;
    Status status = Status::write_failed;
    for (; status != Status::ok; ++room) {
        ASSERT_LT(room, 1000U);
        writes = 0;
        status = save(driven.world, sink);
        ASSERT_EQ(status, writes > room ? Status::write_failed : Status::ok);
    }
    EXPECT_GT(room, 5U);
    EXPECT_EQ(save(driven.world, {}), Status::invalid_argument);
}

TEST(SnapshotCalls, EmptyWorldsAndOneself) {
    Driven driven(6, 20);
    const std::uint64_t before = driven.world.state_hash();
    EXPECT_EQ(driven.world.copy_from(driven.world), Status::ok);
    EXPECT_EQ(driven.world.state_hash(), before);
    World world, other;
    EXPECT_EQ(world.copy_from(other), Status::ok);
    EXPECT_EQ(load(world, saved(other)), Status::ok);
    EXPECT_EQ(world.state_hash(), World{}.state_hash());
    ASSERT_EQ(other.set_origin({1, 2, 3}), Status::ok);
    EXPECT_EQ(load(world, saved(other)), Status::ok);
    EXPECT_EQ(world.state_hash(), other.state_hash());
    ASSERT_EQ(driven.world.copy_from(other), Status::ok);
    EXPECT_EQ(driven.world.size(), 0U);
    EXPECT_EQ(driven.world.state_hash(), other.state_hash());
    ASSERT_EQ(driven.world.copy_from(World{}), Status::ok);
    EXPECT_TRUE(driven.world.validate());
    BoxId id;
    WorldUpdate update;
    ASSERT_EQ(driven.world.create({}, id), Status::ok);
    EXPECT_EQ(id.index, 0U);
    EXPECT_EQ(id.generation, 1U);
    EXPECT_EQ(driven.world.update(update), Status::ok);
    const World unusable({.bounds = {-1, 0}});
    EXPECT_EQ(driven.world.copy_from(unusable), Status::invalid_argument);
    EXPECT_EQ(driven.world.size(), 1U);
}

TEST(SnapshotCalls, OptionsComeAlongExceptThePredicate) {
    World source({.bounds = {0.02F, 0}, .motion_tolerance = 0.01F, .contact_payloads = true});
    BoxId ids[2];
    BoxDef defs[2];
    defs[1].pose.position = {0.5, 0, 0};
    ASSERT_EQ(source.create(defs, ids), Status::ok);
    WorldUpdate update;
    ASSERT_EQ(source.update(update), Status::ok);
    Driven target(7, 20);
    ASSERT_EQ(target.world.copy_from(source), Status::ok);
    EXPECT_EQ(saved(target.world), saved(source));
    ASSERT_NE(target.world.contact_payload(0), nullptr);
    // A recording holds the options, so a recorded World keeps those that its state depends on.
    test::KeptRecording kept;
    World recorded;
    ASSERT_EQ(recorded.record(kept.options()), Status::ok);
    EXPECT_EQ(recorded.copy_from(source), Status::invalid_argument);
    EXPECT_EQ(load(recorded, saved(source)), Status::invalid_argument);
    EXPECT_EQ(recorded.size(), 0U);
    EXPECT_EQ(recorded.copy_from(World{}), Status::ok);
}

TEST(SnapshotMemory, CopyingWhereThereIsRoomAllocatesNothing) {
    Driven driven(8, 400, 6);
    test::CountingAllocator memory;
    {
        World copy({}, memory.get());
        ASSERT_EQ(copy.copy_from(driven.world), Status::ok);
        const std::uint64_t before = memory.allocations();
        Driven smaller(9, 100);
        ASSERT_EQ(copy.copy_from(smaller.world), Status::ok);
        ASSERT_EQ(copy.copy_from(driven.world), Status::ok);
        EXPECT_EQ(memory.allocations(), before);
    }
    EXPECT_EQ(memory.live_blocks(), 0U);
    EXPECT_EQ(memory.misuses(), 0U);
}

// The k-th allocation of a call fails, for all k. The World is then what it was, and goes on as its twin does.
template <class Call>
void expect_nothing_changes(Call&& call, std::uint64_t least_failures) {
    std::uint64_t k = 0;
    for (bool failed = true; failed; ++k) {
        ASSERT_LT(k, 1000U);
        test::CountingAllocator memory;
        {
            World world({}, memory.get()), twin;
            test::WorldDriver driver(10, 40), twin_driver(10, 40);
            for (int i = 0; i < 3; ++i) {
                driver.change(world);
                driver.update(world, serial());
                twin_driver.change(twin);
                twin_driver.update(twin, serial());
            }
            memory.fail_at(k);
            const Status status = call(world);
            failed = memory.failures() > 0;
            memory.never_fail();
            ASSERT_EQ(status, failed ? Status::out_of_memory : Status::ok) << k;
            ASSERT_TRUE(world.validate()) << k;
            if (!failed) break;
            ASSERT_NO_FATAL_FAILURE(test::go_on_in_lockstep(world, driver, twin, 3, serial(), serial()));
        }
        EXPECT_EQ(memory.live_blocks(), 0U);
        EXPECT_EQ(memory.misuses(), 0U);
    }
    EXPECT_GT(k, least_failures);
}

TEST(SnapshotMemory, EveryAllocationOfACopyMayFail) {
    const Driven driven(11, 900, 2);
    expect_nothing_changes([&](World& world) { return world.copy_from(driven.world); }, 15);
    World other_options({.contact_payloads = true});
    test::WorldDriver driver(12, 60);
    driver.change(other_options);
    driver.update(other_options, serial());
    expect_nothing_changes([&](World& world) { return world.copy_from(other_options); }, 15);
}

TEST(SnapshotMemory, EveryAllocationOfALoadMayFail) {
    const std::vector<std::byte> bytes = saved(Driven(13, 300).world);
    expect_nothing_changes([&](World& world) { return load(world, bytes, serial()); }, 15);
}

TEST(SnapshotMemory, EveryAllocationOfALateRecordingMayFail) {
    test::KeptRecording kept;
    expect_nothing_changes(
        [&](World& world) {
            kept.bytes.clear();
            const Status begun = world.record(kept.options());
            const Status ended = begun == Status::ok ? world.stop_recording() : Status::ok;
            // What a recording lacks memory for ends it.
            const bool whole = begun == Status::ok && ended == Status::ok;
            return whole ? Status::ok : Status::out_of_memory;
        },
        1);
}

}  // namespace
}  // namespace satori
