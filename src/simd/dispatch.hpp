#pragma once

#include <satori/isa.hpp>

#include "simd/kernel_abi.hpp"

namespace satori::v0::simd {

/// Returns the kernels of `isa`, or null when they are not compiled in. Returns null for Isa::best, which is not an
/// instruction set of its own.
const KernelTable* kernel_table_of(Isa isa) noexcept;

/// Returns the broadphase kernels for boxes of `Dim` dimensions.
template <int Dim>
const BroadphaseKernels<Dim>& kernels_for(const KernelTable& table) noexcept {
    if constexpr (Dim == 2)
        return table.flat;
    else
        return table.solid;
}

/// Returns the kernels for boxes of `Dim` dimensions. The members that both dimensions have are ingest, bounds,
/// filter_pairs, test_pairs, filter_contacts, find_axes, find_distances and find_impacts.
template <int Dim>
const auto& box_kernels(const KernelTable& table) noexcept {
    if constexpr (Dim == 2)
        return table.rects;
    else
        return table;
}

}  // namespace satori::v0::simd
