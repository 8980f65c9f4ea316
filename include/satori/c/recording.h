#pragma once

#include <satori/c/world.h>

SATORI_C_BEGIN

/// @addtogroup c_recording
///
/// Recording and replay of a world's calls: satori/world_recording.hpp, which also defines the format.
/// @{

/// Options of satori_world_record().
typedef struct satori_record_options {
    /// The sink of the recording: takes `size` bytes that follow the ones before; returns 1, or 0 when it cannot. The
    /// world's calls and satori_world_destroy() call it on the thread that called them. It must not call into the
    /// world.
    uint8_t (*write)(const void* bytes, size_t size, void* user) SATORI_NOEXCEPT;
    void* user;           ///< passed to `write`
    uint32_t hash_every;  ///< the state hash is recorded with every hash_every-th update; 0: never
} satori_record_options;
/// Returns the defaults: a hash with every update. `write` is NULL: the caller must set it.
SATORI_API satori_record_options satori_record_options_default(void) SATORI_NOEXCEPT;

/// Starts a recording: `write` gets all later changes of this world, after a snapshot if boxes were created before.
/// SATORI_INVALID_ARGUMENT when a recording runs, or when `write` is NULL. After SATORI_RECORDING_FAILED and
/// SATORI_OUT_OF_MEMORY no recording runs.
SATORI_API satori_status satori_world_record(satori_world* world, const satori_record_options* options) SATORI_NOEXCEPT;
/// Ends the recording. SATORI_INVALID_ARGUMENT when none runs; SATORI_RECORDING_FAILED when `write` did not take all
/// bytes.
SATORI_API satori_status satori_world_stop_recording(satori_world* world) SATORI_NOEXCEPT;

/// The version of recordings. A replay reads only this version.
enum { SATORI_RECORDING_VERSION = 5 };

/// The result of a replay step.
typedef uint32_t satori_replay_outcome;
/// The values of satori_replay_outcome.
enum {
    SATORI_REPLAY_SAME = 0,            ///< an update; the state is the recorded one, or no hash was recorded with it
    SATORI_REPLAY_STATE_DIFFERS = 1,   ///< an update; the state is not the recorded one
    SATORI_REPLAY_ANSWER_DIFFERS = 2,  ///< a call before the update, or the update itself, had another result
    SATORI_REPLAY_END = 3              ///< the end of the recording: no update
};

/// Why bytes are not a recording.
typedef uint32_t satori_recording_fault;
/// The values of satori_recording_fault.
enum {
    SATORI_RECORDING_FAULT_NONE = 0,             ///< no fault in the bytes read so far
    SATORI_RECORDING_FAULT_NOT_A_RECORDING = 1,  ///< the first bytes are wrong
    SATORI_RECORDING_FAULT_OTHER_VERSION = 2,    ///< another version than SATORI_RECORDING_VERSION
    SATORI_RECORDING_FAULT_CUT_OFF = 3,          ///< it has no end
    SATORI_RECORDING_FAULT_DAMAGED = 4           ///< a checksum is wrong, or a record is not of this version
};
/// Returns a short English description. Never NULL; static storage.
SATORI_API const char* satori_describe_recording_fault(satori_recording_fault fault) SATORI_NOEXCEPT;

/// The report of satori_world_replay_step().
typedef struct satori_replay_step {
    satori_replay_outcome outcome;  ///< valid when the call returned SATORI_OK
    uint64_t number;                ///< the number of the update, from 0; at the end: number of updates
    uint8_t hashed;                 ///< 1: the update was recorded with a hash
    uint64_t recorded_hash;         ///< satori_world_state_hash() when recorded; 0 without
    uint64_t hash;                  ///< satori_world_state_hash() in the replay; 0 without
} satori_replay_step;

/// Replays a recording of a world.
typedef struct satori_world_replay satori_world_replay;
/// Creates a replay of `size` bytes. They must not change during the replay's lifetime. Reads nothing yet.
SATORI_API satori_status satori_world_replay_create(const void* recording, size_t size,
                                                    const satori_allocator* allocator,
                                                    satori_world_replay** replay) SATORI_NOEXCEPT;
/// Destroys the replay and its world, and releases all of their memory.
SATORI_API void satori_world_replay_destroy(satori_world_replay* replay) SATORI_NOEXCEPT;
/// Replays all calls up to and including the next update. After any outcome but SATORI_REPLAY_SAME, and after an
/// error, later steps do nothing and return the same. Errors: SATORI_INVALID_RECORDING (see
/// satori_world_replay_fault()), those of satori_world_update(), SATORI_CAPACITY_EXCEEDED.
SATORI_API satori_status satori_world_replay_step(satori_world_replay* replay, satori_replay_step* step,
                                                  satori_world_update_result* update,
                                                  const satori_execution* execution) SATORI_NOEXCEPT;
/// Returns the world as the last step left it, to read only. It lives as long as the replay. NULL for NULL.
SATORI_API const satori_world* satori_world_replay_world(const satori_world_replay* replay) SATORI_NOEXCEPT;
/// Returns why a step failed with SATORI_INVALID_RECORDING.
SATORI_API satori_recording_fault satori_world_replay_fault(const satori_world_replay* replay) SATORI_NOEXCEPT;
/// Returns the offset of the first byte not yet replayed.
SATORI_API uint64_t satori_world_replay_offset(const satori_world_replay* replay) SATORI_NOEXCEPT;

/// @}

SATORI_C_END
