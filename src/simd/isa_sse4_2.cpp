#include "simd/kernels/table.hpp"
#include "simd/lanes_sse4_2.hpp"

namespace satori::inline v0::simd {

constinit const KernelTable kSse42Kernels = kernel_table<xsimd::sse4_2>();

}  // namespace satori::inline v0::simd
