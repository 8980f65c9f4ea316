#pragma once

// Where the rows of a vector's lanes are, for load_rows; and vectors written as rows.

#include <cstdint>

#include "simd/kernels/ahead.hpp"
#include "simd/lanes.hpp"

namespace satori::inline v0::simd {

/// Rows by index.
template <class L, class Row>
SATORI_LANES_INLINE void rows_at(const Row* rows, const std::uint32_t* index, const float** out) {
    for (std::uint32_t lane = 0; lane < L::width; ++lane)
        out[lane] = reinterpret_cast<const float*>(rows + index[lane]);
}

/// Rows that follow one another.
template <class L, class Row>
SATORI_LANES_INLINE void rows_from(const Row* rows, const float** out) {
    for (std::uint32_t lane = 0; lane < L::width; ++lane) out[lane] = reinterpret_cast<const float*>(rows + lane);
}

/// A vector of boxes as rows of 4 * Groups floats that follow one another. `streamed`: past the caches, in whole lines.
template <class L, int Groups>
SATORI_LANES_INLINE void put_rows(void* rows, const typename L::Float* in, bool streamed) {
    constexpr int kVectors = 4 * Groups;
    auto* const out = static_cast<float*>(rows);
    if (!streamed) {
        ask_ahead<kVectors * sizeof(typename L::Float)>(out);
        L::template store_rows<Groups>(out, in);
        return;
    }
    alignas(64) float tile[kVectors * L::width];
    L::template store_rows<Groups>(tile, in);
    for (int k = 0; k < kVectors; ++k) L::stream(out + k * L::width, L::load(tile + k * L::width));
}

}  // namespace satori::inline v0::simd
