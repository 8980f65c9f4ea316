#pragma once

#include <cstdint>

#include "geometry/small_batch.hpp"
#include "parallel/fp_environment.hpp"
#include "simd/kernel_abi.hpp"

namespace satori::v0::narrowphase {

/// Calls work(pairs) with the records of two boxes as one pair, for the scalar set. `invalid_box`: one is not legal,
/// and `work` is not called.
template <int Dim, class Work>
Status with_two_boxes(const typename geometry::Dimension<Dim>::Box& a, const typename geometry::Dimension<Dim>::Box& b,
                      Work&& work) noexcept {
    const parallel::FpEnvironment ieee;
    geometry::SmallBatch<Dim> boxes;
    if (!boxes.assign({a, b})) return Status::invalid_box;
    simd::PairRecord<Dim> records[2];
    boxes.kernels().bounds({boxes.view(), 0, 2, nullptr, records, 0});
    const std::uint32_t first[simd::kMaxLanes] = {0}, second[simd::kMaxLanes] = {1};
    work(simd::PairRowsOf<simd::PairRecord<Dim>>{records, records, first, second, 1});
    return Status::ok;
}

}  // namespace satori::v0::narrowphase
