#pragma once

#include <cstdint>

#include "broadphase/radix_sort.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::v0::broadphase {

/// Memory for the sort of a segment. Each array has room for padded(count), `key_index` for twice that.
struct SortScratch {
    KeyIndex* key_index;
    float* keys;
    std::uint32_t* order;
};

/// Sorts `list.count` entries along axis[0], ties by position, and writes them to the structure of arrays `list`.
template <int Dim>
void gather_sorted(const simd::BroadphaseKernels<Dim>& kernels, const simd::BoundsEntry<Dim>* entries, const int* axis,
                   const SortScratch& scratch, const simd::SweepArrays<Dim>& list) noexcept;

}  // namespace satori::v0::broadphase
