#include <algorithm>
#include <cmath>
#include <cstring>

#include <satori/pairs.hpp>

#include "narrowphase/options.hpp"
#include "parallel/fp_environment.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::inline v0 {

// The batch kernels' scalar set on a batch of two, all on the stack: the same arithmetic, so the same answer.
Status overlaps(const OrientedBox& a, const OrientedBox& b, bool& overlap, const CollideOptions& options) noexcept {
    if (!narrowphase::known(options.boundary)) return Status::invalid_argument;
    const parallel::FpEnvironment ieee;
    constexpr std::uint32_t kRowFloats = 10;
    float rows[simd::kMaxLanes * kRowFloats];
    std::fill(std::begin(rows), std::end(rows), NAN);
    std::memcpy(rows, &a, sizeof a);
    std::memcpy(rows + kRowFloats, &b, sizeof b);
    alignas(64) float arrays[kBoxComponentCount * simd::kMaxLanes];
    const simd::BoxArrays boxes{arrays, simd::kMaxLanes};
    if (simd::kScalarKernels.ingest({rows, kRowFloats, simd::kMaxLanes, boxes, 0}) != simd::kMaxLanes - 2)
        return Status::invalid_box;

    simd::BoundsEntry<3> entries[simd::kMaxLanes];
    simd::BoxRecord records[simd::kMaxLanes];
    simd::kScalarKernels.bounds({boxes, 0, 2, entries, records, 0});
    const std::uint32_t first[simd::kMaxLanes] = {0}, second[simd::kMaxLanes] = {1};
    std::uint8_t result = 0;
    simd::kScalarKernels.test_pairs({{records, records, first, second, 1}, options.boundary == Boundary::open},
                                    &result);
    overlap = result != 0;
    return Status::ok;
}

}  // namespace satori::inline v0
