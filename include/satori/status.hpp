#pragma once

#include <cstdint>

#include <satori/export.hpp>
#include <satori/version.hpp>

SATORI_NAMESPACE_BEGIN

/// @addtogroup status
/// @{

/// The outcome of a call that can fail. No exception crosses the API. Most errors leave outputs unchanged, and only
/// the Status tells, so compilers warn when a program ignores one. After `out_of_memory` and `executor_failed` the
/// contents of the caller's output arrays are unspecified, unless the call promises more.
enum class [[nodiscard]] Status : std::uint32_t{
    ok = 0,  ///< the call did what it promises
    /// An argument that is not legal. A null view of a non-empty set, a stride that is no multiple of 4, an unknown
    /// enumerator (except Isa), options outside their limits, spans whose sizes do not fit, an axis or a point count
    /// that does not exist.
    invalid_argument,
    /// A box that is not legal; BoxBatch::invalid() lists index, column and reason.
    invalid_box,
    /// An AABB that is not finite or whose minimum exceeds its maximum; the result names the first.
    invalid_bounds,
    /// A pair names a box that does not exist, or one box twice; an id names no box; a match names no payload.
    invalid_id,
    /// The caller's buffer is too small (the result holds the exact size needed), or there are >= 2^31 boxes.
    capacity_exceeded,
    /// The Allocator returned null, or positions do not fit 32 bits; boxes are unchanged.
    out_of_memory,
    /// The requested instruction set is not compiled in, or this CPU lacks it, or SATORI_ISA is unknown.
    unsupported_isa,
    /// Another call uses the Workspace (on another thread, or further up this thread's stack).
    workspace_in_use,
    /// The Executor threw, or did not run every chunk exactly once.
    executor_failed,
    /// A moved or changed box would not be legal: too far away, too large, a size below 0.
    result_out_of_range,
    /// A corner beyond kMaxGridCoordinate, or four corners that are not those of a convex quadrilateral in order.
    invalid_corners,
    /// A point is not finite or too far from the origin; the report names the first.
    invalid_point,
    /// A point, sphere, plane, ray or other shape that is not legal; see satori/shapes.hpp.
    invalid_shape,
    /// A World's recording ended by itself (satori/world_recording.hpp); the call can be repeated.
    recording_failed,
    /// The bytes are not a complete recording of a World; WorldReplay::fault() tells more.
    invalid_recording,
    /// There are more pairs than Execution::max_pairs. No box, pair or contact has changed.
    limit_exceeded,
    /// A World has changed since its queries were prepared, or they never were. See prepare_queries().
    not_prepared,
    /// The bytes are not a whole snapshot of a World, of the version that this library reads.
    invalid_snapshot,
    /// The sink of satori::save() returned false.
    write_failed,
    /// Ranks could not exchange their boxes: MPI returned an error (satori/mpi.hpp).
    exchange_failed,
};

/// Returns a short English description of `status`, for messages. Never null; static storage.
SATORI_API const char* describe(Status status) noexcept;

/// @}

SATORI_NAMESPACE_END
