#pragma once

#include <satori/c/world.h>

SATORI_C_BEGIN

/// @addtogroup c_snapshot
///
/// Copies and snapshots of a world: World::copy_from() and satori/world_snapshot.hpp.
/// @{

/// Makes `world` a copy of `other`, except for its predicate and predicate_user. Errors, which change nothing:
/// SATORI_INVALID_ARGUMENT, SATORI_RECORDING_FAILED, SATORI_OUT_OF_MEMORY.
SATORI_API satori_status satori_world_copy_from(satori_world* world, const satori_world* other) SATORI_NOEXCEPT;

/// The sink of satori_world_save().
typedef struct satori_snapshot_sink {
    /// Takes `size` bytes that follow the ones before; returns 1, or 0 when it cannot. It must not change the world.
    uint8_t (*write)(const void* bytes, size_t size, void* user) SATORI_NOEXCEPT;
    void* user;  ///< passed to `write`
} satori_snapshot_sink;

/// The version of snapshots. satori_world_load() reads only this version.
enum { SATORI_SNAPSHOT_VERSION = 3 };

/// Writes a snapshot of a world to a sink. Errors: SATORI_INVALID_ARGUMENT, SATORI_WRITE_FAILED.
SATORI_API satori_status satori_world_save(const satori_world* world, const satori_snapshot_sink* sink) SATORI_NOEXCEPT;
/// Makes a world what it was when satori_world_save() wrote these bytes, except for its predicate and predicate_user.
/// Errors, which change nothing: SATORI_INVALID_SNAPSHOT, SATORI_INVALID_ARGUMENT, SATORI_RECORDING_FAILED,
/// SATORI_OUT_OF_MEMORY, SATORI_EXECUTOR_FAILED, SATORI_UNSUPPORTED_ISA.
SATORI_API satori_status satori_world_load(satori_world* world, const void* snapshot, size_t size,
                                           const satori_execution* execution) SATORI_NOEXCEPT;

/// @}

SATORI_C_END
