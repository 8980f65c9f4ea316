#pragma once

// Pointers to the rows of a vector's lanes, for load_rows; and stores of vectors as rows.

#include <cstdint>

#include "base/namespace.hpp"
#include "simd/kernels/ahead.hpp"
#include "simd/lanes.hpp"

namespace satori::v0::simd {

/// Writes the pointers of rows that are given by index.
template <class L, class Row>
SATORI_LANES_INLINE void rows_at(const Row* rows, const std::uint32_t* index, const float** out) {
    for (std::uint32_t lane = 0; lane < L::width; ++lane)
        out[lane] = reinterpret_cast<const float*>(rows + index[lane]);
}

/// Writes the pointers of consecutive rows.
template <class L, class Row>
SATORI_LANES_INLINE void rows_from(const Row* rows, const float** out) {
    for (std::uint32_t lane = 0; lane < L::width; ++lane) out[lane] = reinterpret_cast<const float*>(rows + lane);
}

/// Stores a vector of boxes as consecutive rows of 4 * Groups floats. `streamed`: in whole cache lines that bypass the
/// caches.
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

}  // namespace satori::v0::simd
