#pragma once

#include <satori/isa.hpp>

#include "simd/kernel_abi.hpp"

namespace satori::inline v0::simd {

/// The kernels of `isa`, or null when they are not compiled in. Isa::best is no set of its own: null.
const KernelTable* kernel_table_of(Isa isa) noexcept;

/// The broadphase kernels for boxes of `Dim` dimensions.
template <int Dim>
const BroadphaseKernels<Dim>& kernels_for(const KernelTable& table) noexcept {
    if constexpr (Dim == 2)
        return table.flat;
    else
        return table.solid;
}

/// The kernels of shapes of `Dim` dimensions: its members ingest, bounds, filter_pairs, test_pairs.
template <int Dim>
const auto& shape_kernels(const KernelTable& table) noexcept {
    if constexpr (Dim == 2)
        return table.rects;
    else
        return table;
}

}  // namespace satori::inline v0::simd
