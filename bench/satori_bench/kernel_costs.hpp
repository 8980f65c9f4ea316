#pragma once

#include "satori_bench/limits.hpp"

namespace satori::bench {

// Kernels of candidate pairs read two records of 64 bytes (2D: 32), and the pair's indices.

/// The boolean test (simd/kernels/pair_axes.hpp): multiplies and adds, 33 absolute values and 15 ORs.
inline constexpr Cost kPairTestCost{135, 111, 48, 8, 136, 0};
/// On candidates in column order, two for each box: every record comes from memory once.
inline constexpr Cost kPairStreamCost{135, 111, 48, 8, 40, 0};
/// With axis and depth (simd/kernels/axes.hpp): half of the candidates are written as hits of 16 bytes.
inline constexpr Cost kPairDepthCost{179, 130, 135, 8, 136, 8};
inline constexpr Cost kRectTestCost{20, 20, 11, 4, 72, 0};
inline constexpr Cost kRectDepthCost{26, 26, 28, 4, 72, 8};
inline constexpr Cost kFaceManifoldCost{264, 328, 627, 8, 140, 104};
inline constexpr Cost kEdgeManifoldCost{90, 87, 82, 8, 140, 104};
inline constexpr Cost kRectManifoldCost{41, 54, 85, 4, 76, 56};

// Kernels of boxes and points.

inline constexpr Cost kIngestCost{23, 14, 50, 3, 40, 60};
inline constexpr Cost kBoundsCost{13, 29, 46, 2, 60, 32};
inline constexpr Cost kBoundsAndRecordsCost{13, 29, 46, 6, 60, 96};
inline constexpr Cost kCornersCost{9, 60, 4, 6, 60, 96};
inline constexpr Cost kPointsInBoxCost{9, 9, 6, 1, 12, 1};
inline constexpr Cost kRectIngestCost{22, 41, 32, 2, 20, 24};
inline constexpr Cost kRectBoundsAndRecordsCost{7, 17, 28, 4, 24, 64};

}  // namespace satori::bench
