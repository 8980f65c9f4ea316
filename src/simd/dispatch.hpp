#pragma once

#include <satori/isa.hpp>

#include "simd/kernel_abi.hpp"

namespace satori::inline v0::simd {

/// The kernels of `isa`, or null when they are not compiled in. Isa::best is no set of its own: null.
const KernelTable* kernel_table_of(Isa isa) noexcept;

}  // namespace satori::inline v0::simd
