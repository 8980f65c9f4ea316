#include "viewer/usual_part.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <satori/box_construction.hpp>

#include "base/assert.hpp"

namespace satori::viewer {

namespace {

constexpr double kMost = 0.98;  // share of the centers on each side of an axis
constexpr double kLarge = 10;   // relative to the usual box
constexpr double kFarOff = 3;   // relative to the part where most boxes are

double half_diagonal_of(const OrientedBox& box) {
    return geometry::length(geometry::widened(box.half_extents));
}

}  // namespace

double at_share(std::vector<double>& values, double share) {
    SATORI_ASSERT(!values.empty());
    const double index = share * static_cast<double>(values.size() - 1);
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(share < 0.5 ? std::floor(index) : std::ceil(index));
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

UsualPart::UsualPart(std::span<const OrientedBox> boxes) {
    std::array<std::vector<double>, 3> centers;
    std::vector<double> sizes;
    for (const OrientedBox& box : boxes) {
        const Double3 center = geometry::widened(box.center);
        for (std::size_t k = 0; k < 3; ++k) centers[k].push_back(center[k]);
        if (check_box(box) == BoxFault::none) sizes.push_back(half_diagonal_of(box));
    }
    for (std::size_t k = 0; k < 3; ++k) {
        min_[k] = at_share(centers[k], 1 - kMost);
        max_[k] = at_share(centers[k], kMost);
    }
    if (!sizes.empty()) half_diagonal_ = at_share(sizes, 0.5);
    large_ = std::max(kLarge * half_diagonal_, 0.5 * reach());
}

bool UsualPart::is_far_off(const OrientedBox& box) const {
    const Double3 center = geometry::widened(box.center);
    const double most = kFarOff * reach() + large_;
    for (std::size_t k = 0; k < 3; ++k) {
        if (center[k] < min_[k] - most || center[k] > max_[k] + most) return true;
    }
    return false;
}

bool UsualPart::is_large(const OrientedBox& box) const {
    return half_diagonal_of(box) > large_;
}

}  // namespace satori::viewer
