#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/world.hpp>

SATORI_NAMESPACE_BEGIN

namespace detail {
struct Record;
struct RecordedAnswers;
}  // namespace detail

/// Where World::record() sends its bytes, and what they tell.
struct RecordOptions {
    /// Takes `size` bytes that follow those before; false when it cannot. Called by the World's calls on their own thread, and by its
    /// destructor; must not call into the World.
    bool (*write)(const void* bytes, std::size_t size, void* user) noexcept = nullptr;
    void* user = nullptr;
    /// The state hash goes with every so many updates; 0: with none. It is O(boxes + pairs).
    std::uint32_t hash_every = 1;
};

/// Version of what World::record() writes; a replay reads no other.
inline constexpr std::uint32_t kRecordingVersion = 2;
/// What a recording begins with, without the 0 behind it.
inline constexpr char kRecordingMagic[] = "SATORIWR";

/// What a step of a replay has come to.
enum class ReplayOutcome : std::uint32_t {
    same,         ///< an update, and the state is what it was; or no hash was recorded with it
    other_state,  ///< an update, after which the state is not what it was
    other_answer,  ///< a call before the update, or the update itself, did something else: a call was refused, boxes got other ids, a
                   ///< contact is missing, the predicate was asked about other pairs
    end,  ///< of the recording: no update
};

/// Why bytes are no recording.
enum class RecordingFault : std::uint32_t {
    none,
    not_a_recording,  ///< another beginning
    other_version,    ///< than kRecordingVersion
    cut_off,          ///< it has no end: the program that wrote it has none, or the sink has failed
    spoilt,           ///< a checksum is wrong, or a record is none of its version
};

/// For messages. Never null; static storage.
SATORI_API const char* describe(RecordingFault fault) noexcept;

struct ReplayStep {
    ReplayOutcome outcome = ReplayOutcome::end;
    std::uint64_t number = 0;         ///< of the update, from 0; at the end, of updates
    bool hashed = false;              ///< a hash was recorded with it
    std::uint64_t recorded_hash = 0;  ///< World::state_hash() then; 0 without
    std::uint64_t hash = 0;           ///< and now; 0 without
};

/// Makes a World do again what a recording tells, update by update: on this machine, with these threads, in this version of the
/// library.
///
///     WorldReplay replay(bytes);
///     WorldUpdate update;
///     ReplayStep step;
///     while (replay.step(step, update) == Status::ok && step.outcome == ReplayOutcome::same) look_at(replay.world(), update);
///
/// **Recording** begins before a World's first box, and is of all that changes it: the calls that succeed, and at each update
/// payloads that are not as the last one left them, and what the predicate answered. Neither side needs the predicate itself.
///     world.record({.write = append_to_file, .user = file});
/// It ends with World::stop_recording() or the World, or by itself, when the sink gives false, there is no memory for it, or an
/// update fails with `out_of_memory`, `executor_failed` or `limit_exceeded`, whose half-done work no replay could repeat. Then the
/// next call that would change the World says `recording_failed`, changes nothing, and can be repeated. The World itself goes on unharmed. What the
/// sink has got is a recording cut off: it replays up to there.
///
/// A recorded World needs 128 bytes more per contact; a call sends its values as they are. Without recording the cost is a test of
/// a pointer per call.
///
/// **Format**, version 2. Numbers are little-endian, floats IEEE, nothing is padded, bool is a byte.
/// - 8 bytes "SATORIWR", version uint32.
/// - Records: kind uint8, size of the body uint64, body, XXH64 of these three with the last record's hash as the seed (of the
///   first record: 0). An id is index, generation (uint32 each); a filter category, mask, group, owner; a pose position (3 double),
///   rotation (x y z w, float). Bodies, `[...]` as often as the size says:
///   - 1 start: margin, relative margin, speculative distance, axis slack, edge share (float), boundary (uint32), the distance of
///     matching (float), whether there is a predicate, origin (3 double). The first record and no other.
///   - 2 create: [id given, pose, half extents (3 float), motion (uint32), sensor, sleeping, covered sides (uint8), filter,
///     user data (uint64)]
///   - 3 destroy: [id]; 4 poses: [id, pose]; 5 half extents: [id, 3 float]; 6 filters: [id, filter]
///   - 7 motion: motion, [id]; 8 sleeping: sleeping, [id]; 9 user data: id, uint64; 10 ignore, 11 restore: id, id
///   - 12 origin: 3 double
///   - 13 payloads: [slot (uint32), point (uint8), 32 bytes], then an update
///   - 14 update: whether it is hashed, hash (uint64), [whether the predicate kept the pair: bool], of all it was asked about
///   - 15 end
///   - 16 covered sides: [id, uint8]
class WorldReplay {
public:
    /// The bytes have to stay as they are while this lives. Nothing is read yet.
    SATORI_API explicit WorldReplay(std::span<const std::byte> recording, Allocator allocator = {}) noexcept;
    WorldReplay(const WorldReplay&) = delete;
    WorldReplay& operator=(const WorldReplay&) = delete;
    SATORI_API ~WorldReplay();

    /// All calls up to the next update, and that. After any outcome but `same`, and after an error, nothing more is done: they
    /// stay. Errors: `invalid_recording`, see fault(); those of World::update(); `capacity_exceeded`.
    SATORI_API Status step(ReplayStep& step, WorldUpdate& update, const Execution& execution = {}) noexcept;

    /// As the last step left it.
    const World& world() const noexcept { return world_; }
    RecordingFault fault() const noexcept { return fault_; }
    std::uint64_t offset() const noexcept { return offset_; }  ///< of the first byte that has not been replayed

private:
    Status fail(RecordingFault fault) noexcept;
    Status next_step(ReplayStep& step, WorldUpdate& update, const Execution& execution) noexcept;
    Status start() noexcept;
    Status next_record(detail::Record& record) noexcept;
    void pass(const detail::Record& record) noexcept;
    Status update(const detail::Record& record, ReplayStep& step, WorldUpdate& update,
                  const Execution& execution) noexcept;

    std::span<const std::byte> recording_;
    Allocator allocator_;
    World world_;
    detail::RecordedAnswers* answers_ = nullptr;  // while an update is made
    Status error_ = Status::ok;
    RecordingFault fault_ = RecordingFault::none;
    std::uint64_t offset_ = 0;
    std::uint64_t last_hash_ = 0;  // of the record before
    std::uint64_t update_count_ = 0;
    ReplayStep last_{.outcome = ReplayOutcome::same};
};

SATORI_NAMESPACE_END
