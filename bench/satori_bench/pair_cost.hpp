#pragma once

#include "satori_bench/limits.hpp"

namespace satori::bench {

/// The boolean test (simd/kernels/pair_axes.hpp): multiplies and adds, 33 absolute values and 15 ORs. It reads two
/// records and two indices.
inline constexpr Cost kPairTestCost{135, 111, 48, 8, 136, 0};
/// On candidates in column order, two for each box: every record comes from memory once.
inline constexpr Cost kPairStreamCost{135, 111, 48, 8, 40, 0};
/// With axis and depth (simd/kernels/axes.hpp): half of the candidates are written as hits of 16 bytes.
inline constexpr Cost kPairDepthCost{179, 130, 135, 8, 136, 8};

}  // namespace satori::bench
