// One set's probes. Compiled once per set, with that set's flags and these macros: SATORI_LANES_HEADER, SATORI_ARCH and
// SATORI_TABLE, the name of its table.

#include SATORI_LANES_HEADER

#include "probes/kernels.hpp"

namespace satori::bench {

constinit const ProbeTable SATORI_TABLE = simd::probe_table<SATORI_ARCH>();

}  // namespace satori::bench
