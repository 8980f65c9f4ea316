#pragma once

#include <cstdint>

#include <satori/export.hpp>
#include <satori/version.hpp>

SATORI_NAMESPACE_BEGIN

/// The outcome of every call that can fail. No exception crosses the API. Most errors leave outputs as they were, which nothing
/// else tells of: compilers warn of a Status that is dropped. After `out_of_memory` and `executor_failed` the contents of the
/// caller's output arrays are unspecified, where a call does not promise more.
enum class [[nodiscard]] Status : std::uint32_t {
    ok = 0,
    invalid_argument,  ///< a null view of a non-empty set, a stride that is no multiple of 4, an unknown enumerator but Isa,
    ///< options outside their limits, spans whose sizes do not fit, an axis or point count that there is not
    invalid_box,     ///< a box outside the legal input; BoxBatch::invalid() lists index, column and reason
    invalid_bounds,  ///< an AABB that is not finite or whose minimum exceeds its maximum; the result names the first
    invalid_id,  ///< a pair list names a box that does not exist, or pairs a box with itself; a match names no payload
    capacity_exceeded,  ///< the caller's buffer is too small (the result holds the exact size needed), or >= 2^31 boxes
    out_of_memory,      ///< the Allocator returned null, or positions do not fit 32 bits; boxes are as before the call
    unsupported_isa,  ///< the forced instruction set is not compiled in, or this CPU lacks it, or SATORI_ISA is unknown
    workspace_in_use,     ///< the Workspace is serving another call (on another thread, or further up this one's stack)
    executor_failed,      ///< the Executor threw, or did not run every chunk exactly once
    result_out_of_range,  ///< a box moved or changed would be outside the legal input: too far, too large, a size below 0
    invalid_corners,  ///< a corner beyond kMaxGridCoordinate, or four that are not those of a convex quadrilateral in order
    invalid_point,  ///< a point is not finite or too far from the origin; the report names the first
    invalid_shape,  ///< a point, sphere, plane, ray or other shape outside the legal input of satori/shapes.hpp
    recording_failed,   ///< a World's recording has ended by itself (satori/world_recording.hpp); the call can be repeated
    invalid_recording,  ///< bytes that no World has recorded, or not all of them; WorldReplay::fault() says more
    limit_exceeded,     ///< there are more pairs than Execution::max_pairs; nothing has changed
};

/// A short English description of `status`, for messages. Never null; static storage.
SATORI_API const char* describe(Status status) noexcept;

SATORI_NAMESPACE_END
