#include "geometry/box_fault.hpp"

#include <cmath>

namespace satori::inline v0::geometry {

InvalidBox find_fault(const float* row, std::uint32_t index) noexcept {
    for (std::uint32_t column = 0; column < 3; ++column) {
        if (!std::isfinite(row[column])) return {index, column, BoxFault::center_not_finite};
        if (std::fabs(row[column]) > kMaxCenter) return {index, column, BoxFault::center_too_far};
    }
    for (std::uint32_t column = 3; column < 6; ++column) {
        const float half = row[column];
        if (!std::isfinite(half)) return {index, column, BoxFault::half_extent_not_finite};
        if (half < 0) return {index, column, BoxFault::half_extent_negative};
        if (half > 0 && half < kMinHalfExtent) return {index, column, BoxFault::half_extent_too_small};
        if (half > kMaxHalfExtent) return {index, column, BoxFault::half_extent_too_large};
    }
    bool zero = true;
    for (std::uint32_t column = 6; column < 10; ++column) {
        if (!std::isfinite(row[column])) return {index, column, BoxFault::rotation_not_finite};
        zero = zero && row[column] == 0;
    }
    if (zero) return {index, 6, BoxFault::rotation_zero};
    return {index, 0, BoxFault::none};
}

}  // namespace satori::inline v0::geometry
