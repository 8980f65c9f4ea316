#include <satori/bounds_overlap.hpp>

#include <algorithm>
#include <cmath>

#include "narrowphase/options.hpp"
#include "parallel/fp_environment.hpp"

// Source: Ericson, Real-Time Collision Detection, 4.2.1 (AABBs: one interval per axis).

namespace satori::v0 {

namespace narrowphase {
namespace {

bool legal(const Interval& interval) noexcept {
    return std::isfinite(interval.min) && std::isfinite(interval.max) && interval.min <= interval.max;
}

/// True when the common part has a point. Under `open` it must have more than one point, so flat intervals overlap
/// nothing.
bool meet(const Interval& a, const Interval& b, bool open) noexcept {
    const float low = std::max(a.min, b.min), high = std::min(a.max, b.max);
    return open ? low < high : low <= high;
}

template <std::size_t Dim>
Status axes_overlap(const Interval (&a)[Dim], const Interval (&b)[Dim], bool& overlap, Boundary boundary) noexcept {
    const parallel::FpEnvironment ieee;  // denormal floats must not count as zeros
    if (!known(boundary)) return Status::invalid_argument;
    bool all = true;
    for (std::size_t k = 0; k < Dim; ++k) {
        if (!legal(a[k]) || !legal(b[k])) return Status::invalid_bounds;
        all = all && meet(a[k], b[k], boundary == Boundary::open);
    }
    overlap = all;
    return Status::ok;
}

}  // namespace
}  // namespace narrowphase

Status overlaps(const Interval& a, const Interval& b, bool& overlap, Boundary boundary) noexcept {
    return narrowphase::axes_overlap<1>({a}, {b}, overlap, boundary);
}

Status overlaps(const Aabb2& a, const Aabb2& b, bool& overlap, Boundary boundary) noexcept {
    return narrowphase::axes_overlap<2>({{a.min.x, a.max.x}, {a.min.y, a.max.y}},
                                        {{b.min.x, b.max.x}, {b.min.y, b.max.y}}, overlap, boundary);
}

Status overlaps(const Aabb& a, const Aabb& b, bool& overlap, Boundary boundary) noexcept {
    return narrowphase::axes_overlap<3>({{a.min.x, a.max.x}, {a.min.y, a.max.y}, {a.min.z, a.max.z}},
                                        {{b.min.x, b.max.x}, {b.min.y, b.max.y}, {b.min.z, b.max.z}}, overlap,
                                        boundary);
}

}  // namespace satori::v0
