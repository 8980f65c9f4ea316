// The probes of one instruction set. Compiled once per set, with that set's flags and macros, as src/simd/isa_unit.cpp is.

#include SATORI_LANES_HEADER

#include "probes/kernels.hpp"

namespace satori::bench::probe_tables {

constinit const ProbeTable SATORI_ISA_SET = simd::probe_table<SATORI_ARCH>();

}  // namespace satori::bench::probe_tables
