#include "simd/kernels/table.hpp"
#include "simd/lanes_neon64.hpp"

namespace satori::inline v0::simd {

constinit const KernelTable kNeon64Kernels = kernel_table<xsimd::neon64>();

}  // namespace satori::inline v0::simd
