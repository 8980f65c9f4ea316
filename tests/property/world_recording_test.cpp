// A recording of a World replays to the same states on every instruction set and number of threads. An altered
// recording diverges at the altered place.

#include <cstring>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"
#include "support/recording_bytes.hpp"
#include "support/world_driver.hpp"
#include "support/world_events.hpp"
#include "support/world_regimes.hpp"

namespace satori {
namespace {

using test::RecordAt;

using Regime = test::WorldRegime;

/// The results of an update, except its spans.
struct Step {
    std::uint64_t begun, persisted, ended, contacts, impacts, points, hash;

    bool operator==(const Step&) const = default;
};

class WorldRecordingTest : public testing::TestWithParam<Regime> {
protected:
    static Step step_of(const World& world, const WorldUpdate& update) {
        const test::WorldEvents events(world, update);
        return {events.begun.size(),   events.persisted.size(), events.ended.size(), events.contacts.size(),
                update.impacts.size(), update.point_count,      world.state_hash()};
    }
    // Selects another instruction set and executor for each update.
    Execution some_execution(test::Random& random) {
        const auto isas = test::supported_isas();
        Executor* const executors[] = {&serial_executor(), &threads_, &shuffled_};
        return {isas[random.below(static_cast<std::uint32_t>(isas.size()))], executors[random.below(3)]};
    }
    void record(std::uint64_t seed, std::size_t step_count) {
        const Regime& regime = GetParam();
        World world(regime.options), other(regime.options);
        ASSERT_EQ(world.record(kept_.options(regime.hash_every)), Status::ok);
        test::WorldDriver driver(seed, regime.count, regime.base, regime.tile),
            other_driver(seed, regime.count, regime.base, regime.tile);
        test::Random random(seed);
        for (std::size_t i = 0; i < step_count; ++i) {
            driver.change(world);
            driver.update(world, some_execution(random));
            steps_.push_back(step_of(world, driver.last()));
            other_driver.change(other);
            other_driver.update(other);
            ASSERT_EQ(steps_.back(), step_of(other, other_driver.last())) << "recording changes something";
            persisted_ += steps_.back().persisted;
        }
        ASSERT_EQ(world.stop_recording(), Status::ok);
    }
    /// Returns the outcome of the replay, and in `number` the step at which it ended.
    static ReplayOutcome replay(const std::vector<std::byte>& bytes, std::uint64_t& number) {
        WorldReplay replay(bytes);
        ReplayStep step{.outcome = ReplayOutcome::same};
        WorldUpdate update;
        while (step.outcome == ReplayOutcome::same) EXPECT_EQ(replay.step(step, update), Status::ok);
        number = step.number;
        return step.outcome;
    }

    test::RendezvousExecutor threads_{3};
    test::ShuffledExecutor shuffled_{5};
    test::KeptRecording kept_;
    std::vector<Step> steps_;
    std::uint64_t persisted_ = 0;
};

TEST_P(WorldRecordingTest, ReplaysTheSameEverywhere) {
    ASSERT_NO_FATAL_FAILURE(record(1, GetParam().count > 500 ? 8 : 60));
    EXPECT_GT(persisted_, 300U);
    std::vector<Execution> executions;
    for (const Isa isa : test::supported_isas()) executions.push_back({isa, &serial_executor()});
    executions.push_back({Isa::best, &threads_});
    executions.push_back({Isa::best, nullptr});
    for (const Execution& execution : executions) {
        WorldReplay replay(kept_.bytes);
        WorldUpdate update;
        ReplayStep step;
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            ASSERT_EQ(replay.step(step, update, execution), Status::ok);
            ASSERT_EQ(step.outcome, ReplayOutcome::same) << i;
            ASSERT_EQ(step.number, i);
            ASSERT_EQ(step.hashed, i % GetParam().hash_every == 0);
            ASSERT_EQ(step.hash, step.hashed ? steps_[i].hash : 0);
            ASSERT_EQ(step.recorded_hash, step.hash);
            ASSERT_EQ(step_of(replay.world(), update), steps_[i]);
        }
        for (int again = 0; again < 2; ++again) {
            ASSERT_EQ(replay.step(step, update, execution), Status::ok);
            EXPECT_EQ(step.outcome, ReplayOutcome::end);
            EXPECT_EQ(step.number, steps_.size());
        }
        EXPECT_EQ(replay.offset(), kept_.bytes.size());
        EXPECT_EQ(replay.fault(), RecordingFault::none);
        EXPECT_TRUE(replay.world().validate());
    }
}

// The same recording with one bit of one record inverted, and with correct checksums.
TEST_P(WorldRecordingTest, AnAlteredRecordDivergesAtItsStep) {
    if (GetParam().hash_every != 1) GTEST_SKIP() << "where no hash is, nothing is noticed";
    if (GetParam().options.motion_tolerance != 0) GTEST_SKIP() << "a pose that is not taken changes nothing";
    ASSERT_NO_FATAL_FAILURE(record(2, GetParam().count > 500 ? 5 : 25));
    const std::vector<RecordAt> records = test::records_of(kept_.bytes);
    std::uint64_t step_number = 0, poses = 0, payloads = 0, payloads_noticed = 0, answers = 0, ids = 0;
    const auto outcome_of = [&](const RecordAt& record, std::size_t offset, std::byte bit, std::uint64_t& number) {
        std::vector<std::byte> altered = kept_.bytes;
        altered[record.body + offset] ^= bit;
        std::uint64_t unmended = 0;
        WorldReplay spoilt(altered);
        ReplayStep step{.outcome = ReplayOutcome::same};
        WorldUpdate update;
        Status status = Status::ok;
        for (; status == Status::ok && step.outcome == ReplayOutcome::same; ++unmended)
            status = spoilt.step(step, update);
        EXPECT_EQ(status, Status::invalid_recording);
        EXPECT_EQ(spoilt.fault(), RecordingFault::damaged);
        EXPECT_EQ(unmended, step_number + 1) << "all steps before the altered record are replayed";
        test::mend_checksums(altered);
        return replay(altered, number);
    };
    for (const RecordAt& record : records) {
        std::uint64_t number = 0;
        switch (record.kind) {
            case test::kCreateRecord:
                EXPECT_EQ(outcome_of(record, 0, std::byte{1}, number), ReplayOutcome::answer_differs);
                EXPECT_EQ(number, step_number);
                ++ids;
                break;
            case test::kPosesRecord:
                // Inverts the last bit of the first box's x.
                EXPECT_EQ(outcome_of(record, 8, std::byte{1}, number), ReplayOutcome::state_differs);
                EXPECT_EQ(number, step_number);
                ++poses;
                break;
            case test::kPayloadsRecord:
                // A payload is gone when its point is gone. Then nothing shows the difference.
                if (outcome_of(record, 5, std::byte{1}, number) == ReplayOutcome::state_differs) {
                    EXPECT_EQ(number, step_number);
                    ++payloads_noticed;
                }
                ++payloads;
                break;
            case test::kUpdateRecord:
                if (record.size > 9) {
                    EXPECT_EQ(outcome_of(record, 9, std::byte{1}, number), ReplayOutcome::state_differs);
                    EXPECT_EQ(number, step_number);
                    ++answers;
                }
                ++step_number;
                break;
            default:
                break;
        }
    }
    EXPECT_EQ(step_number, steps_.size());
    EXPECT_GE(poses, steps_.size() - 1);
    EXPECT_GT(ids, steps_.size() / 3);
    EXPECT_EQ(payloads > steps_.size() / 2, GetParam().has_payloads());
    EXPECT_GE(3 * payloads_noticed, payloads);
    EXPECT_EQ(answers != 0, GetParam().options.predicate != nullptr);
}

TEST_P(WorldRecordingTest, RecordsAreAsDocumented) {
    ASSERT_NO_FATAL_FAILURE(record(3, GetParam().count > 500 ? 5 : 50));
    std::vector<std::uint64_t> seen(23, 0);
    ASSERT_EQ(std::memcmp(kept_.bytes.data(), "SATORIWR\5\0\0\0", 12), 0);
    const auto records = test::records_of(kept_.bytes);
    for (const RecordAt& record : records) {
        // The bytes that occur once and the bytes per item, from the documentation.
        constexpr std::size_t kHead[23] = {0, 63, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 1};
        constexpr std::size_t kItem[23] = {1,  0,  108, 8, 48, 20, 32, 8,  8, 16, 16, 16,
                                           24, 37, 1,   0, 9,  12, 8,  17, 1, 12, 8};
        ASSERT_GE(record.kind, 1U);
        ASSERT_LE(record.kind, 22U);
        ++seen[record.kind];
        ASSERT_GE(record.size, kHead[record.kind]);
        const std::size_t items = record.size - kHead[record.kind];
        EXPECT_EQ(kItem[record.kind] == 0 ? items : items % kItem[record.kind], 0U);
    }
    EXPECT_EQ(records.front().kind, 1U);
    EXPECT_EQ(records.back().kind, 15U);
    EXPECT_EQ(seen[1], 1U);
    EXPECT_EQ(seen[15], 1U);
    EXPECT_EQ(seen[14], steps_.size());
    if (GetParam().count > 500) return;
    for (std::uint32_t kind = 2; kind < 23; ++kind)
        EXPECT_EQ(seen[kind] > 0,
                  (kind != test::kPayloadsRecord || GetParam().has_payloads()) && kind != test::kSnapshotRecord)
            << "records of kind " << kind;
}

INSTANTIATE_TEST_SUITE_P(Regimes, WorldRecordingTest, testing::ValuesIn(test::world_regimes()),
                         [](const testing::TestParamInfo<Regime>& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace satori
