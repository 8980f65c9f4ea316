#pragma once

// Kernels that find the bounds near a query: see kernel_abi.hpp, which includes this. Bounds stand in structure of arrays; [begin,
// end) of them are looked at, begin a multiple of kMaxLanes, all arrays readable to padded(end). They ascend by lo[0], or `stop` is
// infinity. Bounds that nothing may find are infinite and inverted. `out` has room for end - begin + kMaxLanes.

#include <cstdint>

namespace satori::inline v0::simd {

/// Bounds that a query comes near.
struct BoundsHit {
    float key;  ///< the ray's entry, or the square of the distance
    std::uint32_t id;
};
static_assert(sizeof(BoundsHit) == 8);

struct BoundsRange {
    const float* lo[3];
    const float* hi[3];
    const std::uint32_t* id;
    std::uint32_t begin;
    std::uint32_t end;
    float stop;  ///< nothing behind a vector that begins above it is wanted
};

/// A piece of a ray, start + t * direction with 0 <= t <= limit. On axis k it enters through lo[k] where it rises, else through
/// hi[k]: rises[k]. Bounds are larger by how far entry_at and exit_at are from start.
struct RayBoundsArgs {
    BoundsRange bounds;
    bool rises[3];
    float entry_at[3];
    float exit_at[3];
    float inverse[3];  ///< 1 / direction, finite
    float limit;
};

/// Bounds no further than the square root of `limit`, which is finite, from [lo, hi].
struct NearBoundsArgs {
    BoundsRange bounds;
    float lo[3];
    float hi[3];
    float limit;
};

struct QueryKernels {
    /// Return how many there are.
    std::uint32_t (*ray)(const RayBoundsArgs&, BoundsHit* out);
    std::uint32_t (*near)(const NearBoundsArgs&, BoundsHit* out);
};

}  // namespace satori::inline v0::simd
