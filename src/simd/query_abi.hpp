#pragma once

// Kernels that find the bounds near a query. kernel_abi.hpp includes this header and explains the conventions. Bounds
// are a structure of arrays. A kernel tests the bounds [begin, end); begin is a multiple of kMaxLanes and all arrays
// are readable to padded(end). Either the bounds ascend by lo[0], or `stop` is infinity. Bounds that no query may find
// are infinite and inverted. `out` has room for end - begin + kMaxLanes.

#include <cstdint>

#include "base/namespace.hpp"

namespace satori::v0::simd {

/// Bounds that a query finds.
struct BoundsHit {
    float key;  ///< the distance parameter where the ray enters, or the square of the distance
    std::uint32_t id;
};
static_assert(sizeof(BoundsHit) == 8);

struct BoundsRange {
    const float* lo[3];
    const float* hi[3];
    const std::uint32_t* id;
    std::uint32_t begin;
    std::uint32_t end;
    float stop;  ///< the kernel may stop at a vector whose first lo[0] is greater than this
};

/// A piece of a ray, start + t * direction with 0 <= t <= limit. rises[k]: on axis k the ray enters through lo[k], else
/// through hi[k]. The bounds are enlarged by the distances of entry_at and exit_at from the start.
struct RayBoundsArgs {
    BoundsRange bounds;
    bool rises[3];
    float entry_at[3];
    float exit_at[3];
    float inverse[3];  ///< 1 / direction, finite
    float limit;
};

/// Finds bounds whose distance from [lo, hi] is at most the square root of `limit`, which is finite.
struct NearBoundsArgs {
    BoundsRange bounds;
    float lo[3];
    float hi[3];
    float limit;
};

struct QueryKernels {
    /// Both return the number of bounds found.
    std::uint32_t (*ray)(const RayBoundsArgs&, BoundsHit* out);
    std::uint32_t (*near)(const NearBoundsArgs&, BoundsHit* out);
    /// Sorts ids, of which there are not many; there is room for padded(count) at an address of whole cache lines.
    void (*sort)(std::uint32_t* ids, std::uint32_t count);
};

}  // namespace satori::v0::simd
