#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>

#include "geometry/small_batch.hpp"
#include "narrowphase/options.hpp"
#include "parallel/fp_environment.hpp"

namespace satori::v0 {

namespace narrowphase {
namespace {

template <int Dim>
Status boxes_overlap(const typename geometry::Dimension<Dim>::Box& a, const typename geometry::Dimension<Dim>::Box& b,
                     bool& overlap, Boundary boundary) noexcept {
    const parallel::FpEnvironment ieee;
    if (!known(boundary)) return Status::invalid_argument;
    geometry::SmallBatch<Dim> boxes;
    if (!boxes.assign({a, b})) return Status::invalid_box;
    simd::PairRecord<Dim> records[2];
    boxes.kernels().bounds({boxes.view(), 0, 2, nullptr, records, 0});
    const std::uint32_t first[simd::kMaxLanes] = {0}, second[simd::kMaxLanes] = {1};
    std::uint8_t result = 0;
    boxes.kernels().test_pairs({{records, records, first, second, 1}, boundary == Boundary::open}, &result);
    overlap = result != 0;
    return Status::ok;
}

}  // namespace
}  // namespace narrowphase

Status overlaps(const OrientedBox& a, const OrientedBox& b, bool& overlap, Boundary boundary) noexcept {
    return narrowphase::boxes_overlap<3>(a, b, overlap, boundary);
}

Status overlaps(const OrientedRect& a, const OrientedRect& b, bool& overlap, Boundary boundary) noexcept {
    return narrowphase::boxes_overlap<2>(a, b, overlap, boundary);
}

}  // namespace satori::v0
