#include "simd/kernels/table.hpp"
#include "simd/lanes_avx2.hpp"

namespace satori::inline v0::simd {

constinit const KernelTable kAvx2Kernels = kernel_table<xsimd::avx2>();

}  // namespace satori::inline v0::simd
