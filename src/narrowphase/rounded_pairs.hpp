#pragma once

#include <algorithm>
#include <cstdint>

#include <satori/pairs.hpp>

#include "base/workspace_state.hpp"
#include "geometry/dimension.hpp"
#include "narrowphase/distance_rows.hpp"
#include "parallel/call.hpp"

namespace satori::v0::narrowphase {

/// Tests pairs of boxes that may have radii. Pairs are sorted by what their cores are, and each sort has its kernel.
template <int Dim>
class RoundedTest {
public:
    RoundedTest(const simd::KernelTable& kernels, Boundary boundary) noexcept
        : kernels_(kernels), open_(boundary == Boundary::open) {}

    /// Reads what the boxes are, before the first test(). O(boxes). Memory: a byte per box.
    Status prepare(parallel::Call& call, WorkspaceLock& workspace, const geometry::Sets<Dim>& sets) noexcept;

    /// Writes one byte for each of up to kTilePairs pairs: 1 when it overlaps. Records hold radii.
    void test(const RecordPairs<Dim>& pairs, std::uint8_t* overlaps) const noexcept;

private:
    void test_alike(std::uint32_t sort, const RecordPairs<Dim>& pairs, std::uint8_t* overlaps) const noexcept;

    const simd::KernelTable& kernels_;
    bool open_;
    const std::uint8_t* kinds_[2] = {nullptr, nullptr};
    std::uint32_t common_sort_ = 0;  ///< of all pairs; kSortCount when there are several sorts
};

}  // namespace satori::v0::narrowphase
