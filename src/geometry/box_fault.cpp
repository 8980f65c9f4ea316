#include "geometry/box_fault.hpp"

#include <cmath>

#include <satori/rect.hpp>

namespace satori::v0::geometry {

namespace {

/// Checks the first 2 * dim columns: center, half extents.
InvalidBox find_extents_fault(const float* row, std::uint32_t index, std::uint32_t dim) noexcept {
    for (std::uint32_t column = 0; column < dim; ++column) {
        if (!std::isfinite(row[column])) return {index, column, BoxFault::center_not_finite};
        if (std::fabs(row[column]) > kMaxCenter) return {index, column, BoxFault::center_too_far};
    }
    for (std::uint32_t column = dim; column < 2 * dim; ++column) {
        const float half = row[column];
        if (!std::isfinite(half)) return {index, column, BoxFault::half_extent_not_finite};
        if (half < 0) return {index, column, BoxFault::half_extent_negative};
        if (half > 0 && half < kMinHalfExtent) return {index, column, BoxFault::half_extent_too_small};
        if (half > kMaxHalfExtent) return {index, column, BoxFault::half_extent_too_large};
    }
    return {index, 0, BoxFault::none};
}

}  // namespace

InvalidBox find_fault(const float* row, std::uint32_t index) noexcept {
    const InvalidBox extents = find_extents_fault(row, index, 3);
    if (extents.fault != BoxFault::none) return extents;
    bool zero = true;
    for (std::uint32_t column = 6; column < 10; ++column) {
        if (!std::isfinite(row[column])) return {index, column, BoxFault::rotation_not_finite};
        zero = zero && row[column] == 0;
    }
    if (zero) return {index, 6, BoxFault::rotation_zero};
    return {index, 0, BoxFault::none};
}

InvalidBox find_rect_fault(const float* row, std::uint32_t index) noexcept {
    const InvalidBox extents = find_extents_fault(row, index, 2);
    if (extents.fault != BoxFault::none) return extents;
    if (!std::isfinite(row[4])) return {index, 4, BoxFault::angle_not_finite};
    if (std::fabs(row[4]) > kMaxAngle) return {index, 4, BoxFault::angle_too_large};
    return {index, 0, BoxFault::none};
}

}  // namespace satori::v0::geometry
