#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

#include "geometry/rounding.hpp"
#include "scenes/map_origin.hpp"

namespace satori::scenes {

/// The kinds of columns of a row, in this order: coordinates, half extents, others, at last a radius.
struct RowShape {
    std::size_t columns = 0;
    std::size_t coordinates = 0;
    std::size_t sizes = 0;
    bool has_radius = false;

    /// True for the columns of half extents and of the radius.
    constexpr bool is_size(std::size_t column) const noexcept {
        return (column >= coordinates && column < coordinates + sizes) || (has_radius && column + 1 == columns);
    }
};

/// Returns the shape of a row of a box (3) or a rectangle (2).
constexpr RowShape scene_row(int dimension, bool has_radius) noexcept {
    const std::size_t radius = has_radius ? 1 : 0;
    if (dimension == 2) return {5 + radius, 2, 2, has_radius};
    return {10 + radius, 3, 3, has_radius};
}
inline constexpr RowShape kPointRow{3, 3, 0, false};

/// Returns the origin of the rows of a file, whose coordinates have these bounds. number(i, column) returns a double.
/// Rows without any positive size are padding and do not count.
template <class Number>
MapOrigin find_map_origin(const CoordinateBounds& bounds, std::uint64_t row_count, const RowShape& shape,
                          Number&& number) {
    const auto counts = [&](std::uint64_t row) {
        for (std::size_t k = 0; k < shape.sizes; ++k)
            if (number(row, shape.coordinates + k) > 0) return true;
        if (shape.has_radius && number(row, shape.columns - 1) > 0) return true;
        return shape.sizes == 0;
    };
    return find_map_origin(bounds, row_count, shape.coordinates, number, counts);
}

/// The same for rows in memory.
template <class Number>
MapOrigin find_map_origin(std::uint64_t row_count, const RowShape& shape, Number&& number) {
    CoordinateBounds bounds;
    add_to_bounds(bounds, 0, row_count, shape.coordinates, number);
    return find_map_origin(bounds, row_count, shape, number);
}

/// Returns a replacement for half extents and radii that are not 0 but would round to 0. The library rejects it, as it
/// does all sizes below kMinHalfExtent.
inline float smallest_like(double size) noexcept {
    return std::copysign(std::numeric_limits<float>::denorm_min(), size < 0 || std::signbit(size) ? -1.0F : 1.0F);
}

/// Returns the number in `column` of such a row as float32. Coordinates are relative to the origin.
inline float row_number(double number, std::size_t column, const RowShape& shape, const MapOrigin& origin) noexcept {
    if (column < shape.coordinates) return seen_from(origin[column], number);
    const float rounded = geometry::rounded(number);
    return shape.is_size(column) && rounded == 0 && number != 0 ? smallest_like(number) : rounded;
}

}  // namespace satori::scenes
