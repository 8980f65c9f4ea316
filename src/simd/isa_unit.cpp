// The kernels of one instruction set. This file is compiled once per set, with the set's flags and two macros:
// SATORI_ISA_SET is the set, and SATORI_LANES_HEADER is its header, which defines SATORI_ARCH.

#include "simd/kernels/table.hpp"
#include SATORI_LANES_HEADER

namespace satori::v0::simd::kernel_tables {

constinit const KernelTable SATORI_ISA_SET = kernel_table<SATORI_ARCH>();

}  // namespace satori::v0::simd::kernel_tables
