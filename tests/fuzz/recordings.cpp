// Fuzzes recordings of worlds: for any bytes a replay ends, with the same outcome on every instruction set.

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <gtest/gtest.h>
#include <xxhash.h>

#include <satori/satori.hpp>

#include "fuzz/input.hpp"
#include "support/isa_fixture.hpp"

namespace satori::fuzz {

namespace {

/// Writes correct checksums, and sizes that fit, so that the replay reads records instead of only rejecting them.
void mend(std::span<std::byte> bytes) {
    constexpr std::size_t kHead = 9, kHash = 8;
    std::uint64_t hash = 0;
    for (std::size_t at = 12; at + kHead + kHash <= bytes.size();) {
        std::uint64_t size = 0;
        std::memcpy(&size, &bytes[at + 1], sizeof size);
        const std::uint64_t most = bytes.size() - at - kHead - kHash;
        if (size > most) {
            size = most;
            std::memcpy(&bytes[at + 1], &size, sizeof size);
        }
        hash = XXH64(&bytes[at], kHead + size, hash);
        std::memcpy(&bytes[at + kHead + size], &hash, kHash);
        at += kHead + size + kHash;
    }
}

/// Returns everything that a replay reports.
std::vector<std::uint64_t> replayed(std::span<const std::byte> bytes, Isa isa) {
    std::vector<std::uint64_t> said;
    WorldReplay replay(bytes);
    WorldUpdate update;
    ReplayStep step{.outcome = ReplayOutcome::same};
    Status status = Status::ok;
    while (status == Status::ok && step.outcome == ReplayOutcome::same) {
        status = replay.step(step, update, {isa, &serial_executor()});
        EXPECT_TRUE(status == Status::ok || status == Status::invalid_recording) << describe(status);
        EXPECT_TRUE(replay.world().validate());
        EXPECT_LE(replay.offset(), bytes.size());
        for (const std::uint64_t value : {std::uint64_t{step.number}, replay.world().state_hash(), replay.offset(),
                                          std::uint64_t{update.begun.size()}, std::uint64_t{update.changed.size()},
                                          std::uint64_t{update.ended.size()}, std::uint64_t{update.contact_count}})
            said.push_back(value);
    }
    EXPECT_EQ(status == Status::invalid_recording, replay.fault() != RecordingFault::none);
    said.push_back(static_cast<std::uint64_t>(step.outcome));
    said.push_back(static_cast<std::uint64_t>(replay.fault()));
    return said;
}

}  // namespace

void check(Input input) {
    const bool mended = input.flag();
    const auto given = std::as_bytes(input.rest());
    std::vector<std::byte> bytes(given.begin(), given.end());
    if (mended) mend(bytes);
    const auto isas = test::supported_isas();
    EXPECT_EQ(replayed(bytes, isas.front()), replayed(bytes, isas.back()));
}

}  // namespace satori::fuzz
