#include <satori/pairs.hpp>

#include "geometry/box_tile.hpp"
#include "narrowphase/options.hpp"
#include "parallel/fp_environment.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::inline v0 {

// The batch kernels' scalar set on a batch of two, all on the stack: the same arithmetic, so the same answer.
Status overlaps(const OrientedBox& a, const OrientedBox& b, bool& overlap, const CollideOptions& options) noexcept {
    if (!narrowphase::known(options.boundary)) return Status::invalid_argument;
    const parallel::FpEnvironment ieee;
    geometry::BoxTile tile;
    const OrientedBox both[2] = {a, b};
    if (!tile.assign(both)) return Status::invalid_box;

    simd::BoundsEntry<3> entries[simd::kMaxLanes];
    simd::BoxRecord records[simd::kMaxLanes];
    simd::kScalarKernels.bounds({tile.arrays(), 0, 2, entries, records, 0});
    const std::uint32_t first[simd::kMaxLanes] = {0}, second[simd::kMaxLanes] = {1};
    std::uint8_t result = 0;
    simd::kScalarKernels.test_pairs({{records, records, first, second, 1}, options.boundary == Boundary::open},
                                    &result);
    overlap = result != 0;
    return Status::ok;
}

}  // namespace satori::inline v0
