#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/status.hpp>
#include <satori/world.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup snapshots
/// @{

/// The sink of save().
struct SnapshotSink {
    /// Takes `size` bytes that follow the ones before; returns false when it cannot. save() calls it on the calling
    /// thread. It must not call into the World, except for its const functions.
    bool (*write)(const void* bytes, std::size_t size, void* user) noexcept = nullptr;
    void* user = nullptr;  ///< passed to `write`
};

/// The version of snapshots that save() writes. load() reads only this version.
inline constexpr std::uint32_t kSnapshotVersion = 3;
/// The first bytes of a snapshot, without the 0 at the end.
inline constexpr char kSnapshotMagic[] = "SATORIWS";

/// Writes a snapshot of a World: all that World::copy_from() copies, except columns. load() leaves them to the next
/// call that needs them. Two Worlds that received the same calls give the same bytes, on every machine and with any
/// number of threads. Allocates nothing. O(boxes + pairs), about 150 bytes per box and 250 bytes per contact.
///
/// The bytes are "SATORIWS", the version (uint32), the content, and the XXH64 of all before it with seed 0. Numbers
/// are little-endian. The content is internal: only load() of the same version reads it.
///
/// Errors: `invalid_argument` (sink.write is null), `write_failed` (sink.write returned false; the bytes that it took
/// are no snapshot).
SATORI_API Status save(const World& world, const SnapshotSink& sink) noexcept;

/// Makes a World what it was when save() wrote these bytes. Its predicate and predicate_user stay, as in
/// World::copy_from(). Unless the World is being recorded, the call ends the spans of its last update() and queries.
/// Any bytes may be given: a checksum finds damage, and the call checks the new World with World::validate(). (Forged
/// bytes with a right checksum can still leave out that two boxes are near each other. Such a World misses pairs.)
/// O(boxes + pairs log pairs), and O(boxes^2) of up to 4096 boxes; it takes memory for a second World. Errors, which
/// change nothing: `invalid_snapshot` (the bytes are not a whole snapshot of this version), `invalid_argument` (the
/// World is being recorded, and its options differ as World::copy_from() says), `recording_failed`, `out_of_memory`
/// (after it, queries must be prepared again), `executor_failed`, `unsupported_isa`.
SATORI_API Status load(World& world, std::span<const std::byte> snapshot, const Execution& execution = {}) noexcept;

/// @}

SATORI_NAMESPACE_END
