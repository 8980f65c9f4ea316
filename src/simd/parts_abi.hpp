#pragma once

// The kernels of satori::mpi: a table of their own, because that library cannot reach the one of satori.
// kernel_abi.hpp explains the conventions.

#include <cstdint>

#include "base/namespace.hpp"
#include "simd/isa_list.hpp"

namespace satori::v0::simd {

/// A plane across an axis. What is below it is on the left, the plane itself and all above it on the right.
struct Cut {
    float at;
    std::uint32_t axis;
};

/// Stands for the part of a box that touches several parts.
inline constexpr std::uint32_t kSeveralParts = 0xffffffff;
/// The largest tree that a kernel descends. In a larger one it only finds the boxes of one part.
inline constexpr std::uint32_t kMostLaneCuts = 15;

struct FindPartsArgs {
    const float* bounds;  ///< AABBs, six floats each
    std::uint32_t count;
    std::uint32_t part;          ///< the part of most boxes
    const float* space;          ///< of that part: three lower ends, three upper ends
    const Cut* cuts;             ///< of a CutTree; null: only the boxes of `part` are found
    std::uint32_t cut_count;     ///< at most kMostLaneCuts
    const std::uint32_t* parts;  ///< of the leaves of the tree
    std::uint32_t* part_of;      ///< indexed by box
    std::uint32_t* others;       ///< has room for count
};

struct PartKernels {
    /// Writes the part of each box that touches only one; `others` are the boxes for which it found none, ascending.
    /// Stops before the last boxes that do not fill a vector. Returns the number of boxes done.
    std::uint32_t (*find_parts)(const FindPartsArgs&, std::uint32_t& other_count);
};

/// The kernels of each set; those of sets that are not compiled in are only declared.
namespace part_kernels {
#define SATORI_DECLARE_KERNELS(set, SET, name, CPU, needs) extern const PartKernels set;
SATORI_ISA_LIST(SATORI_DECLARE_KERNELS)
#undef SATORI_DECLARE_KERNELS
}  // namespace part_kernels

}  // namespace satori::v0::simd
