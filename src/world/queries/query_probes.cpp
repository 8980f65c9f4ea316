#include "world/queries/query_probes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.hpp"
#include "geometry/rounding.hpp"

namespace satori::v0::world {

namespace {

/// Both are relative to the largest coordinate. kMargin covers a dozen float roundings. kLeastDirection replaces
/// smaller directions, zero among them.
constexpr double kMargin = 0x1p-20, kLeastDirection = 0x1p-24;
/// Relative to the largest coordinate of the ray's origin. It covers the double roundings where rays meet oblique
/// faces.
constexpr double kOriginMargin = 0x1p-47;
/// Prevents a division by zero. Meters.
constexpr double kLeastSize = 1e-20;
/// The margin of keys.
constexpr double kKeyMargin = 1e-6;

}  // namespace

bool RayProbe::aim(const QuerySpace& space, const geometry::Double3& origin, const geometry::Double3& direction,
                   double max_distance, const geometry::Double3& reach) noexcept {
    double first = 0, last = max_distance, size[3];
    const double far = kOriginMargin * std::max({std::fabs(origin[0]), std::fabs(origin[1]), std::fabs(origin[2])});
    for (int k = 0; k < 3; ++k) {
        size[k] = (std::max(std::fabs(space.lo[k]), std::fabs(space.hi[k])) + reach[k]) + kLeastSize;
        margin_[k] = kMargin * size[k] + far + reach[k];
        const double to_lo = (space.lo[k] - margin_[k]) - origin[k], to_hi = (space.hi[k] + margin_[k]) - origin[k];
        if (direction[k] == 0) {
            if (!(to_lo <= 0 && 0 <= to_hi)) return false;
            continue;
        }
        first = std::max(first, (direction[k] > 0 ? to_lo : to_hi) / direction[k]);
        last = std::min(last, (direction[k] > 0 ? to_hi : to_lo) / direction[k]);
    }
    if (!(first <= last)) return false;
    SATORI_ASSERT(first >= 0);
    begin_ = first;
    length_ = last - first;
    limit_ = 1;
    for (int k = 0; k < 3; ++k) {
        const double along = length_ * direction[k], least = kLeastDirection * size[k];
        start_[k] = origin[k] + begin_ * direction[k];
        rises_[k] = along >= 0;
        direction_[k] = rises_[k] ? std::max(along, least) : std::min(along, -least);
        inverse_[k] = static_cast<float>(1 / direction_[k]);
        entry_at_[k] = static_cast<float>(rises_[k] ? start_[k] + margin_[k] : start_[k] - margin_[k]);
        exit_at_[k] = static_cast<float>(rises_[k] ? start_[k] - margin_[k] : start_[k] + margin_[k]);
    }
    return true;
}

void RayProbe::shorten(double distance) noexcept {
    if (!(length_ > 0)) return;
    const double share = (distance - begin_) / length_;
    limit_ = std::min(limit_, geometry::rounded(std::max(share, 0.0) * (1 + kKeyMargin) + kKeyMargin));
}

std::uint32_t RayProbe::find(const simd::KernelTable& kernels, const simd::BoundsRange& bounds, const int* axis,
                             simd::BoundsHit* out) const noexcept {
    simd::RayBoundsArgs args;
    args.bounds = bounds;
    for (int c = 0; c < 3; ++c) {
        args.rises[c] = rises_[axis[c]];
        args.entry_at[c] = entry_at_[axis[c]];
        args.exit_at[c] = exit_at_[axis[c]];
        args.inverse[c] = inverse_[axis[c]];
    }
    args.limit = limit_;
    return kernels.queries.ray(args, out);
}

Window RayProbe::window(const simd::BoundsRange& bounds, std::uint32_t i, int axis) const noexcept {
    // The part of the ray within the bounds.
    double first = 0, last = std::max(double{limit_}, 0.0);
    for (int k = 0; k < 3; ++k) {
        const double lo = bounds.lo[k][i] - margin_[k] - start_[k], hi = bounds.hi[k][i] + margin_[k] - start_[k];
        first = std::max(first, (rises_[k] ? lo : hi) * double{inverse_[k]});
        last = std::min(last, (rises_[k] ? hi : lo) * double{inverse_[k]});
    }
    const double a = start_[axis] + first * direction_[axis], b = start_[axis] + last * direction_[axis];
    return {std::min(a, b) - margin_[axis], std::max(a, b) + margin_[axis]};
}

NearProbe::NearProbe(const float* lo, const float* hi, double max_distance) noexcept
    : limit_(std::numeric_limits<float>::max()) {
    // Farther than any bounds, but finite, so that differences are finite.
    constexpr float kFar = 1e15F;
    for (int k = 0; k < 3; ++k) {
        lo_[k] = std::max(lo[k], -kFar);
        hi_[k] = std::min(hi[k], kFar);
    }
    shorten(max_distance);
}

void NearProbe::shorten(double distance) noexcept {
    SATORI_ASSERT(distance >= 0);
    const double square = distance * distance * (1 + kKeyMargin);
    limit_ = std::min(limit_, base::rounded_up(std::min(square, double{std::numeric_limits<float>::max()})));
}

std::uint32_t NearProbe::find(const simd::KernelTable& kernels, const simd::BoundsRange& bounds, const int* axis,
                              simd::BoundsHit* out) const noexcept {
    simd::NearBoundsArgs args;
    args.bounds = bounds;
    for (int c = 0; c < 3; ++c) {
        args.lo[c] = lo_[axis[c]];
        args.hi[c] = hi_[axis[c]];
    }
    args.limit = limit_;
    return kernels.queries.near(args, out);
}

Window NearProbe::window(const simd::BoundsRange&, std::uint32_t, int axis) const noexcept {
    const double reach = std::sqrt(double{limit_}) * (1 + kKeyMargin);
    return {lo_[axis] - reach, hi_[axis] + reach};
}

}  // namespace satori::v0::world
