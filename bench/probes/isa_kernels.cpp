// The probes of one instruction set. This file is compiled once per set, with the flags and macros of the set, like
// src/simd/isa_unit.cpp.

#include SATORI_LANES_HEADER

#include "probes/kernels.hpp"

namespace satori::bench::probe_tables {

constinit const ProbeTable SATORI_ISA_SET = simd::probe_table<SATORI_ARCH>();

}  // namespace satori::bench::probe_tables
