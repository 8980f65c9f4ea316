#pragma once

// Lanes, and what the broadphase and the pair kernels read of a box: its entry and its record. kernel_abi.hpp includes
// this header and explains the conventions.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "simd/rect_abi.hpp"

namespace satori::v0::simd {

/// Lanes of the widest set. Every array that kernels read or write is padded to a multiple of this number. An array
/// that "may be written to padded(end)" is written in whole vectors; the scalar set writes it to `end` only.
inline constexpr std::uint32_t kMaxLanes = 16;

constexpr std::size_t padded(std::size_t count) noexcept {
    return (count + kMaxLanes - 1) / kMaxLanes * kMaxLanes;
}

/// Half extents of a box that overlaps nothing. The AABB of such a box is inverted and every axis separates it.
inline constexpr float kInertHalfExtent = -1e30F;

/// The record of one box, as the pair kernels read it: one cache line. The first 15 floats are in the order of
/// BoxComponent.
struct alignas(64) BoxRecord {
    float center[3];
    float half[3];
    float axes[9];
    /// The radius. In a step of a World it is part of the speculative distance of the box's pairs; see
    /// speculative_distance().
    float reach;
};
static_assert(sizeof(BoxRecord) == 64);

/// The record that the pair kernels read in `Dim` dimensions.
template <int Dim>
using PairRecord = std::conditional_t<Dim == 2, RectRecord, BoxRecord>;

/// The entry of one box in `Dim` dimensions: its bounds, as the broadphase scatters them to columns, and its id. The
/// bounds of a box that overlaps nothing are inverted. `tag` is zero. In a column it holds the flags of
/// SweepArrays::missing.
template <int Dim>
struct alignas(32) BoundsEntry {
    float lo[Dim];
    float hi[Dim];
    std::uint32_t id;
    std::uint32_t tag;
};
static_assert(sizeof(BoundsEntry<2>) == 32 && sizeof(BoundsEntry<3>) == 32);

/// Flags of an entry in a column. kMissing[c] set: on cut axis c the box starts in an earlier column.
inline constexpr std::uint32_t kMissing[3] = {1, 2, 4};
inline constexpr std::uint32_t kFlags = kMissing[0] | kMissing[1] | kMissing[2];

}  // namespace satori::v0::simd
