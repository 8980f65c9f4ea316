#pragma once

// Kernels of Broadphase: boxes that move. kernel_abi.hpp includes this header and explains the conventions.

#include <cstddef>
#include <cstdint>

#include <satori/types.hpp>

#include "simd/bounds_abi.hpp"
#include "simd/columns_abi.hpp"
#include "simd/entry_abi.hpp"

namespace satori::v0::simd {

/// Bits of the state of a TrackedBox: the box is not dynamic; it sleeps; it is in the list of changed boxes.
inline constexpr std::uint32_t kNotDynamic = 0x80000000U, kAsleep = 4, kListed = 8;
/// A box of a persistent world: half a cache line. A box that does not exist has lo = infinity, hi = -infinity. No
/// value is -0.
struct alignas(32) TrackedBox {
    float lo[3];
    float hi[3];
    std::uint32_t state;
    std::uint32_t marks;  ///< kUnlisted or zero
};
static_assert(sizeof(TrackedBox) == 32);

/// New bounds for boxes, by id. Fat bounds are larger than the new bounds on every side by a distance: `margin` plus
/// `relative_margin` times the longest edge. Old fat bounds stay while they contain the new bounds and reach at most
/// `most_margins` times that distance beyond them.
struct MoveArgs {
    TrackedBox* boxes;
    const std::uint32_t* ids;
    std::uint32_t count;
    BoundsRows bounds;  ///< must be legal
    float margin, relative_margin, most_margins;
};

/// The bonds of this box are not to be judged.
inline constexpr std::uint32_t kUnlisted = 0x80000000U;
/// This bit of `second` marks boxes that are near each other, but no pair.
inline constexpr std::uint32_t kNoPair = 0x80000000U;

/// Bonds: two boxes, and whether they are a pair.
struct JudgeArgs {
    const TrackedBox* boxes;
    BoxPair* bonds;
    std::uint32_t count;
    std::uint32_t marks;  ///< bonds with a box that has one of these marks are left as they are
};

}  // namespace satori::v0::simd
