#pragma once

#include <satori/c/world.h>

// A world's calls written down, and made again: satori/world_recording.hpp, which has the format.

SATORI_C_BEGIN

/// Where satori_world_record() sends its bytes, and what they tell.
typedef struct satori_record_options {
    /// Takes `size` bytes that follow those before; 0 when it cannot, else 1. Called by the world's calls on their own thread, and by
    /// satori_world_destroy(); must not call into the world.
    uint8_t (*write)(const void* bytes, size_t size, void* user) SATORI_NOEXCEPT;
    void* user;           ///< given to `write`
    uint32_t hash_every;  ///< the state hash goes with every so many updates; 0: with none
} satori_record_options;
/// A hash with every update; `write` is NULL and has to be given.
SATORI_API satori_record_options satori_record_options_default(void) SATORI_NOEXCEPT;

/// From here on all that changes this world goes to `write`. Before the first box: later, and when it is recorded already or there
/// is no `write`, SATORI_INVALID_ARGUMENT. SATORI_RECORDING_FAILED, SATORI_OUT_OF_MEMORY: it is not recorded.
SATORI_API satori_status satori_world_record(satori_world* world, const satori_record_options* options) SATORI_NOEXCEPT;
/// SATORI_INVALID_ARGUMENT when it is not recorded; SATORI_RECORDING_FAILED when not all of it has arrived.
SATORI_API satori_status satori_world_stop_recording(satori_world* world) SATORI_NOEXCEPT;

/// Version of what is recorded; a replay reads no other.
enum { SATORI_RECORDING_VERSION = 2 };

/// What a step of a replay has come to.
typedef uint32_t satori_replay_outcome;
enum {
    SATORI_REPLAY_SAME = 0,          ///< an update, and the state is what it was; or no hash was recorded with it
    SATORI_REPLAY_OTHER_STATE = 1,   ///< an update, after which the state is not what it was
    SATORI_REPLAY_OTHER_ANSWER = 2,  ///< a call before the update, or the update itself, did something else
    SATORI_REPLAY_END = 3            ///< of the recording: no update
};

/// Why bytes are no recording.
typedef uint32_t satori_recording_fault;
enum {
    SATORI_RECORDING_FAULT_NONE = 0,             ///< they are, as far as they have been read
    SATORI_RECORDING_FAULT_NOT_A_RECORDING = 1,  ///< another beginning
    SATORI_RECORDING_FAULT_OTHER_VERSION = 2,    ///< than SATORI_RECORDING_VERSION
    SATORI_RECORDING_FAULT_CUT_OFF = 3,          ///< it has no end
    SATORI_RECORDING_FAULT_SPOILT = 4            ///< a checksum is wrong, or a record is none of its version
};
/// A short English description. Never NULL; static storage.
SATORI_API const char* satori_describe_recording_fault(satori_recording_fault fault) SATORI_NOEXCEPT;

/// What satori_world_replay_step() has done.
typedef struct satori_replay_step {
    satori_replay_outcome outcome;  ///< where the call gave SATORI_OK
    uint64_t number;                ///< of the update, from 0; at the end, of updates
    uint8_t hashed;                 ///< 1: a hash was recorded with it
    uint64_t recorded_hash;         ///< satori_world_state_hash() then; 0 without
    uint64_t hash;                  ///< and now; 0 without
} satori_replay_step;

/// Makes a world do again what a recording tells.
typedef struct satori_world_replay satori_world_replay;
/// Of `size` bytes, which have to stay as they are while the replay lives. Nothing is read yet.
SATORI_API satori_status satori_world_replay_create(const void* recording, size_t size,
                                                    const satori_allocator* allocator,
                                                    satori_world_replay** replay) SATORI_NOEXCEPT;
/// Gives back all memory, its world with it.
SATORI_API void satori_world_replay_destroy(satori_world_replay* replay) SATORI_NOEXCEPT;
/// All calls up to the next update, and that. After any outcome but SATORI_REPLAY_SAME, and after an error, nothing more is done:
/// they stay. Errors: SATORI_INVALID_RECORDING, see satori_world_replay_fault(); those of satori_world_update();
/// SATORI_CAPACITY_EXCEEDED.
SATORI_API satori_status satori_world_replay_step(satori_world_replay* replay, satori_replay_step* step,
                                                  satori_world_update_result* update,
                                                  const satori_execution* execution) SATORI_NOEXCEPT;
/// As the last step left it, to be asked alone; it lives as long as the replay. NULL of NULL.
SATORI_API const satori_world* satori_world_replay_world(const satori_world_replay* replay) SATORI_NOEXCEPT;
/// Why a step gave SATORI_INVALID_RECORDING.
SATORI_API satori_recording_fault satori_world_replay_fault(const satori_world_replay* replay) SATORI_NOEXCEPT;
/// Of the first byte that has not been replayed.
SATORI_API uint64_t satori_world_replay_offset(const satori_world_replay* replay) SATORI_NOEXCEPT;

SATORI_C_END
