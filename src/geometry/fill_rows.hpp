#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "base/assert.hpp"
#include "parallel/run_chunks.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::v0::geometry {

/// Calls fill(begin, end, out) for the boxes of a range, one row per box. `fill` writes whole vectors of rows: in place
/// where there is room for that, and into a tile for the last rows.
template <class Row, class Fill>
void fill_rows(parallel::ChunkRange range, std::span<Row> rows, Fill&& fill) noexcept {
    SATORI_ASSERT(range.begin % simd::kMaxLanes == 0);
    SATORI_ASSERT(range.begin <= range.end && range.end <= rows.size());
    const std::size_t whole = range.end / simd::kMaxLanes * simd::kMaxLanes;
    if (whole > range.begin) fill(range.begin, whole, rows.data() + range.begin);
    if (whole == range.end) return;
    Row tile[simd::kMaxLanes];
    fill(whole, range.end, tile);
    std::copy_n(tile, range.end - whole, rows.data() + whole);
}

}  // namespace satori::v0::geometry
