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

/// @addtogroup recording
/// @{

/// Options of World::record().
struct RecordOptions {
    /// The sink of the recording: takes `size` bytes that follow the ones before; returns false when it cannot. The
    /// calls of the World and its destructor call it on the thread that called them. It must not call into the World.
    bool (*write)(const void* bytes, std::size_t size, void* user) noexcept = nullptr;
    void* user = nullptr;  ///< passed to `write`
    /// The state hash is recorded with every hash_every-th update; 0: never. Computing it is O(boxes + pairs).
    std::uint32_t hash_every = 1;
};

/// The version of recordings that World::record() writes. A replay reads only this version.
inline constexpr std::uint32_t kRecordingVersion = 5;
/// The first bytes of a recording, without the 0 at the end.
inline constexpr char kRecordingMagic[] = "SATORIWR";

/// The result of a replay step.
enum class ReplayOutcome : std::uint32_t {
    same,           ///< an update, and the state is the recorded one, or the update was recorded without a hash
    state_differs,  ///< an update, and the state is not the recorded one
    /// A call before the update, or the update itself, had another result. A call failed, boxes got other ids, a
    /// contact is missing, or the predicate got other pairs.
    answer_differs,
    end,  ///< the end of the recording: no update
};

/// Why bytes are not a recording.
enum class RecordingFault : std::uint32_t {
    none,             ///< no fault in the bytes read so far
    not_a_recording,  ///< the first bytes are wrong
    other_version,    ///< another version than kRecordingVersion
    cut_off,          ///< it has no end: the recording program did not end it, or the sink failed
    damaged,          ///< a checksum is wrong, or a record is not of this version
};

/// Returns a short English description of the fault, for messages. Never null; static storage.
SATORI_API const char* describe(RecordingFault fault) noexcept;

/// The report of a replay step.
struct ReplayStep {
    ReplayOutcome outcome = ReplayOutcome::end;  ///< whether the replay repeats the recording
    std::uint64_t number = 0;                    ///< the number of the update, from 0; at the end: number of updates
    bool hashed = false;                         ///< the update was recorded with a hash
    std::uint64_t recorded_hash = 0;             ///< World::state_hash() when recorded; 0 without
    std::uint64_t hash = 0;                      ///< World::state_hash() in the replay; 0 without
};

/// Replays a recording of a World, update by update: on this machine, with these threads, in this version of the
/// library.
///
///     WorldReplay replay(bytes);
///     WorldUpdate update;
///     ReplayStep step;
///     while (replay.step(step, update) == Status::ok && step.outcome == ReplayOutcome::same) {
///         look_at(replay.world(), update);
///     }
///
/// **Recording** may begin at any time: a World that has or had boxes gives a snapshot first, as satori::save() writes
/// it. The recording holds everything that changes the World: the calls that succeed, and for each update the payloads
/// that differ from those the last update left, and the answers of the predicate. So neither side needs the predicate
/// itself.
///     world.record({.write = append_to_file, .user = file});
/// It ends with World::stop_recording() or with the World. It ends by itself when the sink returns false, when there
/// is no memory for it, or when an update fails with `out_of_memory`, `executor_failed` or `limit_exceeded`, because
/// no replay can repeat a partial update. The next call that would change the World then fails with
/// `recording_failed`, changes nothing, and can be repeated. The World itself continues normally. The sink then has a
/// recording that is cut off; it can be replayed up to that point.
///
/// A recorded World keeps a copy of all payloads. A recorded call passes its values to the sink directly. Without
/// recording the cost is one pointer test per call.
///
/// **Format**, version 5. Numbers are little-endian, floats are IEEE, nothing is padded, bool is a byte.
/// - 8 bytes "SATORIWR", version uint32.
/// - Records: kind uint8, size of the body uint64, body, XXH64 of these three with the last record's hash as the seed
///   (0 for the first record). An id is index, generation (uint32 each). A filter is category, mask, group, owner. A
///   pose is position (3 double), rotation (x y z w, float). Bodies, where `[...]` repeats as often as the size says:
///   - 1 start: margin, relative margin, speculative distance, axis slack, edge share (float), boundary (uint32),
///     motion tolerance, match distance, impact depth (float), point payloads, contact payloads, whether there is a
///     predicate (3 bool), origin (3 double). It is the first record and appears once.
///   - 2 create: [id given, pose, half extents (3 float), motion (uint32), sensor, sleeping, continuous (3 bool),
///     covered sides (uint8), speculative distance, radius (float), filter, user data (uint64)]
///   - 3 destroy: [id]; 4 poses: [id, pose]; 5 half extents: [id, 3 float]; 6 filters: [id, filter]
///   - 7 motion: motion, [id]; 8 sleeping: sleeping, [id]; 9 user data: id, uint64; 10 ignore, 11 restore: id, id
///   - 12 origin: 3 double
///   - 13 payloads: [slot (uint32), place (uint8), 32 bytes], then an update. Place 0 to 3: a point; 4, or 0 without
///     point payloads: the contact
///   - 14 update: whether it is hashed, hash (uint64), [whether the predicate kept the pair: bool], for all pairs
///     that it got
///   - 15 end
///   - 16 covered sides: [id, uint8]; 17 speculative distances: [id, float]; 21 radii: [id, float]
///   - 18 sensor: sensor (bool), [id]; 22 continuous: continuous (bool), [id]
///   - 19 contact enabled: id, id, enabled (bool)
///   - 20 snapshot: the bytes of satori::save(). It comes where the recording begins late, and where another World was
///     copied or loaded into the recorded one
class WorldReplay {
public:
    /// Creates a replay. The bytes must not change during the replay's lifetime. Reads nothing yet.
    SATORI_API explicit WorldReplay(std::span<const std::byte> recording, Allocator allocator = {}) noexcept;
    WorldReplay(const WorldReplay&) = delete;
    WorldReplay& operator=(const WorldReplay&) = delete;
    /// Destroys the replay and its World, and releases all memory.
    SATORI_API ~WorldReplay();

    /// Replays all calls up to and including the next update. After any outcome but `same`, and after an error, later
    /// steps do nothing and return the same. Errors: `invalid_recording` (see fault()), those of World::update(),
    /// `capacity_exceeded`.
    SATORI_API Status step(ReplayStep& step, WorldUpdate& update, const Execution& execution = {}) noexcept;

    /// Returns the World as the last step left it.
    const World& world() const noexcept { return world_; }
    /// Returns why a step failed with `invalid_recording`.
    RecordingFault fault() const noexcept { return fault_; }
    /// Returns the offset of the first byte not yet replayed.
    std::uint64_t offset() const noexcept { return offset_; }

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
    detail::RecordedAnswers* answers_ = nullptr;  // while an update runs
    Status error_ = Status::ok;
    RecordingFault fault_ = RecordingFault::none;
    std::uint64_t offset_ = 0;
    std::uint64_t last_hash_ = 0;  // of the record before
    std::uint64_t update_count_ = 0;
    ReplayStep last_{.outcome = ReplayOutcome::same};
};

/// @}

SATORI_NAMESPACE_END
