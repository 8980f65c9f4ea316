#pragma once

// Kernels that read rows, and that make bounds and records. kernel_abi.hpp includes this header and explains the
// conventions.

#include <cstddef>
#include <cstdint>

#include "simd/box_abi.hpp"
#include "simd/entry_abi.hpp"

namespace satori::v0::simd {

/// Converts rows of 10 floats (center, half extents, quaternion), or of 5 (center, half extents, angle), to BoxArrays.
struct IngestArgs {
    const float* rows;
    std::size_t stride;   ///< floats from one row to the next
    std::uint32_t count;  ///< rows; a multiple of the set's lanes
    BoxArrays boxes;
    std::size_t offset;  ///< index of the first row's box; a multiple of kMaxLanes
};

/// A relative addition to the margin of bounds, beyond half of a distance. It makes sure that rounding cannot make the
/// margin smaller than that half.
inline constexpr float kMarginSlack = 1e-6F;

template <int Dim>
struct BoundsArgsIn {
    BoxArrays boxes;
    std::size_t begin;  ///< a multiple of kMaxLanes
    std::size_t end;
    BoundsEntry<Dim>* entries;     ///< indexed by box; may be written to padded(end); null: not written
    PairRecord<Dim>* records;      ///< indexed by box; may be written to padded(end); null: not written
    float margin;                  ///< added on every side, meters
    bool streamed = false;         ///< entries and records bypass the caches; both must begin at a cache line
    const float* radii = nullptr;  ///< indexed by box; readable to padded(end); null: all are zero
};
using BoundsArgs = BoundsArgsIn<3>;

/// The range of the edges of the AABBs that a call has read, without boxes that overlap nothing.
struct EdgeRange {
    float min;       ///< smallest of the boxes' longest edges
    float max;       ///< largest of the boxes' longest edges
    float shortest;  ///< shortest edge of all boxes
};

/// Raw AABBs. The three upper bounds directly follow the three lower bounds.
struct BoundsRows {
    const float* minima;
    std::ptrdiff_t stride;  ///< floats from one box to the next
};

struct ReadAabbsArgs {
    BoundsRows bounds;
    std::uint32_t count;
    std::uint32_t first;      ///< id of the first box; a multiple of kMaxLanes
    BoundsEntry<3>* entries;  ///< indexed by id
    bool streamed = false;    ///< as in BoundsArgs
};

}  // namespace satori::v0::simd
