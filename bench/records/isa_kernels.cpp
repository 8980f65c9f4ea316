// One set's record kernels. Compiled once per set, with that set's flags and these macros: SATORI_LANES_HEADER, SATORI_ARCH and
// SATORI_TABLE, the name of its table.

#include SATORI_LANES_HEADER

#include "records/compact_sat.hpp"

namespace satori::bench {

constinit const RecordKernelTable SATORI_TABLE = simd::record_kernel_table<SATORI_ARCH>();

}  // namespace satori::bench
