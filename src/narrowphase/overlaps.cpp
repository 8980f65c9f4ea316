#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>

#include "geometry/small_batch.hpp"
#include "narrowphase/options.hpp"

namespace satori::inline v0 {

namespace narrowphase {
namespace {

template <int Dim>
Status boxes_overlap(const typename geometry::Dimension<Dim>::Box& a, const typename geometry::Dimension<Dim>::Box& b,
                     bool& overlap, const CollideOptions& options) noexcept {
    if (!known(options.boundary)) return Status::invalid_argument;
    const parallel::FpEnvironment ieee;
    geometry::SmallBatch<Dim> boxes;
    if (!boxes.assign({a, b})) return Status::invalid_box;
    const std::uint32_t first[simd::kMaxLanes] = {0}, second[simd::kMaxLanes] = {1};
    std::uint8_t result = 0;
    simd::shape_kernels<Dim>(simd::kScalarKernels)
        .test_pairs({{boxes.records, boxes.records, first, second, 1}, options.boundary == Boundary::open}, &result);
    overlap = result != 0;
    return Status::ok;
}

}  // namespace
}  // namespace narrowphase

Status overlaps(const OrientedBox& a, const OrientedBox& b, bool& overlap, const CollideOptions& options) noexcept {
    return narrowphase::boxes_overlap<3>(a, b, overlap, options);
}

Status overlaps(const OrientedRect& a, const OrientedRect& b, bool& overlap, const CollideOptions& options) noexcept {
    return narrowphase::boxes_overlap<2>(a, b, overlap, options);
}

}  // namespace satori::inline v0
