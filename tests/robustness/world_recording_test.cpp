// Recordings that are cut off, damaged or invented give errors or divergences. When sinks, memory or executors fail,
// the World is the same as without a recording.

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/executors.hpp"
#include "support/random.hpp"
#include "support/recording_bytes.hpp"
#include "support/world_driver.hpp"

namespace satori {
namespace {

constexpr Execution kSerial{Isa::best, nullptr};

/// The result of a replay.
struct Replayed {
    Status status;
    ReplayOutcome outcome;
    std::uint64_t steps;  // steps that match the recording
    RecordingFault fault;
    std::uint64_t offset;
};

Replayed replay(std::span<const std::byte> bytes) {
    WorldReplay replay(bytes);
    WorldUpdate update;
    ReplayStep step{.outcome = ReplayOutcome::same};
    Status status = Status::ok;
    std::uint64_t steps = 0;
    for (;; ++steps) {
        status = replay.step(step, update, {Isa::best, &serial_executor()});
        if (status != Status::ok || step.outcome != ReplayOutcome::same) break;
    }
    EXPECT_TRUE(replay.world().validate());
    EXPECT_EQ(status == Status::invalid_recording, replay.fault() != RecordingFault::none);
    return {status, step.outcome, steps, replay.fault(), replay.offset()};
}

/// Returns a short recording with records of most kinds.
std::vector<std::byte> short_recording(std::uint64_t steps = 4) {
    test::KeptRecording kept;
    World world({.predicate = test::without_thirds});
    EXPECT_EQ(world.record(kept.options()), Status::ok);
    test::WorldDriver driver(1, 12);
    for (std::uint64_t i = 0; i < steps; ++i) {
        driver.change(world);
        driver.update(world, {Isa::best, &serial_executor()});
    }
    EXPECT_EQ(world.stop_recording(), Status::ok);
    return std::move(kept.bytes);
}

TEST(RecordingCalls, RefuseWhatCannotBe) {
    test::KeptRecording kept;
    World world;
    WorldUpdate update;
    EXPECT_EQ(world.stop_recording(), Status::invalid_argument);
    EXPECT_EQ(world.record({}), Status::invalid_argument);
    ASSERT_EQ(world.set_origin({1, 2, 3}), Status::ok);
    ASSERT_EQ(world.update(update), Status::ok);
    EXPECT_EQ(world.record(kept.options()), Status::ok);
    EXPECT_EQ(world.record(kept.options()), Status::invalid_argument) << "twice";
    EXPECT_EQ(world.stop_recording(), Status::ok);
    EXPECT_EQ(world.stop_recording(), Status::invalid_argument);
    const Replayed empty = replay(kept.bytes);
    EXPECT_EQ(empty.status, Status::ok);
    EXPECT_EQ(empty.outcome, ReplayOutcome::end);
    EXPECT_EQ(empty.steps, 0U);
    World unusable({.bounds = {-1, 0}});
    EXPECT_EQ(unusable.record(kept.options()), Status::invalid_argument);
}

TEST(RecordingCalls, WhatIsRefusedOrEmptyIsNotRecorded) {
    test::KeptRecording kept;
    World world;
    ASSERT_EQ(world.record(kept.options()), Status::ok);
    const std::size_t size = kept.bytes.size();
    const BoxId none;
    BoxId id;
    const BoxPose pose;
    BoxDef wrong;
    wrong.half_extents = {-1, 0, 0};
    EXPECT_EQ(world.set_pose(none, pose), Status::invalid_id);
    EXPECT_EQ(world.create(wrong, id), Status::invalid_box);
    EXPECT_EQ(world.ignore(none, none), Status::invalid_id);
    EXPECT_EQ(world.set_motion(std::span<const BoxId>(), MotionType::static_box), Status::ok);
    EXPECT_EQ(world.set_poses({}, {}), Status::ok);
    EXPECT_EQ(kept.bytes.size(), size);
}

// A moved World takes its recording along. The recording ends when the World is destroyed.
TEST(RecordingCalls, MovingAndDestroyingAWorld) {
    test::KeptRecording kept;
    {
        World world;
        ASSERT_EQ(world.record(kept.options()), Status::ok);
        test::WorldDriver driver(1, 12);
        driver.change(world);
        World moved(std::move(world));
        driver.update(moved, kSerial);
    }
    const Replayed whole = replay(kept.bytes);
    EXPECT_EQ(whole.outcome, ReplayOutcome::end);
    EXPECT_EQ(whole.steps, 1U);
}

TEST(RecordingBytes, EveryTruncationIsTold) {
    const std::vector<std::byte> bytes = short_recording();
    std::vector<std::size_t> update_ends;
    for (const test::RecordAt& record : test::records_of(bytes))
        if (record.kind == test::kUpdateRecord) update_ends.push_back(record.body + record.size + 8);
    ASSERT_EQ(update_ends.size(), 4U);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        // The copy is on the heap, so that a sanitizer finds reads after its end.
        const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        const Replayed result = replay(cut);
        ASSERT_EQ(result.status, Status::invalid_recording) << size;
        ASSERT_EQ(result.fault, size < 12 ? RecordingFault::not_a_recording : RecordingFault::cut_off) << size;
        const auto whole = std::count_if(update_ends.begin(), update_ends.end(), [&](auto end) { return end <= size; });
        ASSERT_EQ(result.steps, whole) << size;
        ASSERT_LE(result.offset, size);
    }
    std::vector<std::byte> longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_EQ(replay(longer).fault, RecordingFault::damaged);
    EXPECT_EQ(replay(bytes).outcome, ReplayOutcome::end);
}

TEST(RecordingBytes, EveryFlippedBitIsTold) {
    const std::vector<std::byte> bytes = short_recording(2);
    test::Random random(1);
    std::vector<std::byte> spoilt = bytes;
    std::uint64_t seen[5] = {};
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        const std::byte mask{static_cast<unsigned char>(1U << bit % 8)};
        spoilt[bit / 8] ^= mask;
        const Replayed result = replay(spoilt);
        ASSERT_EQ(result.status, Status::invalid_recording) << bit;
        ++seen[static_cast<std::size_t>(result.fault)];
        spoilt[bit / 8] ^= mask;
    }
    EXPECT_EQ(seen[static_cast<std::size_t>(RecordingFault::not_a_recording)], 64U);
    EXPECT_EQ(seen[static_cast<std::size_t>(RecordingFault::other_version)], 32U);
    EXPECT_GT(seen[static_cast<std::size_t>(RecordingFault::cut_off)], 0U);
    EXPECT_GT(seen[static_cast<std::size_t>(RecordingFault::damaged)], 5000U);
}

// Records of the correct form that no World has written.
TEST(RecordingBytes, WrongValuesBehindRightChecksums) {
    const std::vector<std::byte> bytes = short_recording(3);
    test::Random random(2);
    std::uint64_t spoilt = 0, diverged = 0, same = 0;
    for (int i = 0; i < 6000; ++i) {
        std::vector<std::byte> wrong = bytes;
        const auto records = test::records_of(bytes);
        const test::RecordAt& record = records[random.below(static_cast<std::uint32_t>(records.size()))];
        const std::uint32_t place = random.below(static_cast<std::uint32_t>(record.size) + 1);
        // A byte of the body, or the byte of the kind.
        wrong[place == record.size ? record.begin : record.body + place] = static_cast<std::byte>(random.below(256));
        test::mend_checksums(wrong);
        const Replayed result = replay(wrong);
        ASSERT_TRUE(result.status == Status::ok || result.status == Status::invalid_recording);
        spoilt += result.status != Status::ok;
        diverged += result.status == Status::ok && result.outcome != ReplayOutcome::end;
        same += result.outcome == ReplayOutcome::end;
    }
    EXPECT_GT(spoilt, 50U);
    EXPECT_GT(diverged, 3000U);
    EXPECT_LT(same, 1500U) << "a byte that says the same again, or that nobody can notice";
}

// A head that states more bytes than there are.
TEST(RecordingBytes, SizesAreHeldAgainstWhatIsThere) {
    const std::vector<std::byte> bytes = short_recording(1);
    for (const test::RecordAt& record : test::records_of(bytes)) {
        for (const std::uint64_t size : {UINT64_MAX, UINT64_MAX - 16, std::uint64_t{1} << 63, std::uint64_t{1} << 32,
                                         std::uint64_t{bytes.size()}}) {
            std::vector<std::byte> wrong = bytes;
            std::memcpy(wrong.data() + record.begin + 1, &size, sizeof size);
            const Replayed result = replay(wrong);
            EXPECT_EQ(result.fault, RecordingFault::cut_off);
            EXPECT_LE(result.offset, record.begin);
        }
    }
}

// The driver repeats a call that returns `recording_failed`, once.
TEST(RecordingTroubles, ASinkMayFailAtAnyWrite) {
    std::uint64_t whole = 0;
    for (std::uint64_t k = 0; whole == 0; ++k) {
        ASSERT_LT(k, 1000U);
        test::KeptRecording kept;
        kept.fail_from(k);
        World world, other;
        const Status begun = world.record(kept.options());
        ASSERT_EQ(begun, k < 2 ? Status::recording_failed : Status::ok);
        test::WorldDriver driver(3, 30), other_driver(3, 30);
        for (int i = 0; i < 6; ++i) {
            driver.change(world);
            driver.update(world, kSerial);
            other_driver.change(other);
            other_driver.update(other, kSerial);
            ASSERT_EQ(world.state_hash(), other.state_hash());
        }
        const Status ended = world.stop_recording();
        if (k < 2) {
            EXPECT_EQ(driver.recording_failed_count(), 0U);
            EXPECT_EQ(ended, Status::invalid_argument);
            continue;
        }
        // The failure is reported once: by a call or by stop_recording().
        EXPECT_EQ(driver.recording_failed_count() + (ended == Status::recording_failed ? 1 : 0),
                  kept.writes > k ? 1U : 0U);
        const Replayed result = replay(kept.bytes);
        if (kept.writes > k) {
            EXPECT_EQ(result.fault, RecordingFault::cut_off);
            EXPECT_LT(result.steps, 7U);
        } else {
            EXPECT_EQ(ended, Status::ok);
            EXPECT_EQ(result.outcome, ReplayOutcome::end);
            EXPECT_EQ(result.steps, 6U);
            ++whole;
        }
    }
}

// The k-th allocation of record(), of each step's calls and of each update fails, for all k. Then the same, but
// allocations of updates do not fail.
TEST(RecordingTroubles, EveryAllocationMayFail) {
    constexpr std::uint64_t kSteps = 5;
    std::uint64_t cut_off = 0, whole = 0;
    for (const bool in_updates : {true, false}) {
        bool failed = true;
        for (std::uint64_t k = 0; failed; ++k) {
            ASSERT_LT(k, 1000U);
            SCOPED_TRACE(testing::Message() << "allocation " << k << (in_updates ? "" : ", none of updates"));
            test::CountingAllocator memory;
            test::KeptRecording kept;
            {
                World troubled({}, memory.get()), other;
                memory.fail_at(k);
                Status status = troubled.record(kept.options());
                if (status == Status::out_of_memory) status = troubled.record(kept.options());
                ASSERT_EQ(status, Status::ok);
                test::WorldDriver driver(4, 40), other_driver(4, 40);
                for (std::uint64_t i = 0; i < kSteps; ++i) {
                    memory.fail_at(k);
                    driver.change(troubled);
                    memory.never_fail();
                    if (in_updates) memory.fail_at(k);
                    driver.update(troubled, kSerial);
                    memory.never_fail();
                    other_driver.change(other);
                    other_driver.update(other, kSerial);
                    ASSERT_EQ(troubled.state_hash(), other.state_hash());
                }
                EXPECT_LE(driver.recording_failed_count(), 1U);
            }
            failed = memory.failures() > 0;
            EXPECT_EQ(memory.live_blocks(), 0U);
            EXPECT_EQ(memory.misuses(), 0U);
            const Replayed result = replay(kept.bytes);
            const bool is_whole = result.outcome == ReplayOutcome::end && result.steps == kSteps;
            EXPECT_NE(is_whole, result.fault == RecordingFault::cut_off) << "what was recorded replays";
            ++(is_whole ? whole : cut_off);
        }
    }
    EXPECT_GT(cut_off, 10U);
    EXPECT_GT(whole, 5U);
}

TEST(RecordingTroubles, AReplayWithoutMemoryEnds) {
    const std::vector<std::byte> bytes = short_recording();
    std::uint64_t k = 0;
    for (bool failed = true; failed; ++k) {
        ASSERT_LT(k, 1000U);
        test::CountingAllocator memory;
        {
            memory.fail_at(k);
            WorldReplay replay(bytes, memory.get());
            WorldUpdate update;
            ReplayStep step{.outcome = ReplayOutcome::same};
            Status status = Status::ok;
            while (status == Status::ok && step.outcome == ReplayOutcome::same)
                status = replay.step(step, update, kSerial);
            failed = memory.failures() > 0;
            if (failed) {
                EXPECT_EQ(status, Status::out_of_memory) << k;
                EXPECT_EQ(replay.step(step, update, kSerial), Status::out_of_memory) << "for good";
                EXPECT_TRUE(replay.world().validate());
            } else {
                EXPECT_EQ(status, Status::ok);
                EXPECT_EQ(step.outcome, ReplayOutcome::end);
            }
        }
        EXPECT_EQ(memory.live_blocks(), 0U);
        EXPECT_EQ(memory.misuses(), 0U);
    }
    EXPECT_GT(k, 50U);
}

TEST(RecordingTroubles, AnUpdateThatFailsOnItsWayEndsTheRecording) {
    test::KeptRecording kept;
    World world;
    ASSERT_EQ(world.record(kept.options()), Status::ok);
    // So many boxes that the work is divided into chunks.
    std::vector<BoxDef> defs(9000);
    for (std::size_t i = 0; i < defs.size(); ++i) defs[i].pose.position = {0.9 * static_cast<double>(i), 0, 0};
    std::vector<BoxId> ids(defs.size());
    WorldUpdate update;
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    ASSERT_EQ(world.update(update, kSerial), Status::ok);
    ASSERT_EQ(world.set_origin({1, 0, 0}), Status::ok);
    test::FaultyExecutor executor(test::ExecutorFault::throws_at_once, 0);
    EXPECT_EQ(world.update(update, {Isa::best, &executor}), Status::executor_failed);
    EXPECT_EQ(world.update(update, kSerial), Status::recording_failed);
    EXPECT_EQ(world.update(update, kSerial), Status::ok);
    EXPECT_EQ(world.stop_recording(), Status::invalid_argument);
    const Replayed result = replay(kept.bytes);
    EXPECT_EQ(result.fault, RecordingFault::cut_off);
    EXPECT_EQ(result.steps, 1U);
}

}  // namespace
}  // namespace satori
