// The kernels of satori::mpi of one instruction set. This file is compiled as isa_unit.cpp is, once per set.

#include SATORI_LANES_HEADER

#include "simd/kernels/parts.hpp"

namespace satori::v0::simd::part_kernels {

constinit const PartKernels SATORI_ISA_SET = {find_parts<Lanes<SATORI_ARCH>>};

}  // namespace satori::v0::simd::part_kernels
