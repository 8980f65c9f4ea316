#include <satori/pairs.hpp>
#include <satori/rect_pairs.hpp>

#include "narrowphase/options.hpp"
#include "narrowphase/two_boxes.hpp"

namespace satori::v0 {

namespace narrowphase {
namespace {

template <int Dim>
Status boxes_overlap(const typename geometry::Dimension<Dim>::Box& a, const typename geometry::Dimension<Dim>::Box& b,
                     bool& overlap, Boundary boundary) noexcept {
    if (!known(boundary)) return Status::invalid_argument;
    return with_two_boxes<Dim>(a, b, [&](const simd::PairRowsOf<simd::PairRecord<Dim>>& pairs) {
        std::uint8_t result = 0;
        geometry::SmallBatch<Dim>::kernels().test_pairs({pairs, boundary == Boundary::open}, &result);
        overlap = result != 0;
    });
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
