#include "simd/kernels/table.hpp"
#include "simd/lanes_scalar.hpp"

namespace satori::inline v0::simd {

constinit const KernelTable kScalarKernels = kernel_table<Scalar>();

}  // namespace satori::inline v0::simd
