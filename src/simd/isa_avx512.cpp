#include "simd/kernels/table.hpp"
#include "simd/lanes_avx512.hpp"

namespace satori::inline v0::simd {

constinit const KernelTable kAvx512Kernels = kernel_table<xsimd::avx512bw>();

}  // namespace satori::inline v0::simd
