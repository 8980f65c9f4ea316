#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <satori/types.hpp>

#include "geometry/rounding.hpp"

namespace satori::scenes {

/// From here on coordinates are those of a map: floats would lose their millimetres. Metres.
inline constexpr float kMapCoordinate = 1e5F;

/// What is taken off the coordinates of a file before they are rounded to float32: whole metres, 0 on axes that stay below kMapCoordinate.
using MapOrigin = std::array<double, 3>;

inline bool is_zero(const MapOrigin& origin) noexcept {
    return origin == MapOrigin{};
}

/// Whether a coordinate is one that boxes and points may have.
inline bool is_legal_coordinate(double coordinate) noexcept {
    return std::fabs(geometry::rounded(coordinate)) <= kMaxCenter;
}

/// A coordinate as a float, about the origin. One that is not legal stays what it is, to be refused as that.
inline float seen_from(double origin, double coordinate) noexcept {
    return geometry::rounded(is_legal_coordinate(coordinate) ? coordinate - origin : coordinate);
}

/// Where most of `count` coordinates lie: 0 while all are below kMapCoordinate, else the median of some of them, or the middle where the
/// farthest would be too far from that. So a stray point costs the others nothing. coordinate(i) in double. O(count).
template <class Coordinate>
double find_origin(std::uint64_t count, Coordinate&& coordinate) {
    constexpr std::uint64_t kSamples = 4096;
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (std::uint64_t i = 0; i < count; ++i) {
        const double c = coordinate(i);
        if (!is_legal_coordinate(c)) continue;
        least = std::min(least, c);
        most = std::max(most, c);
    }
    if (!(std::fabs(geometry::rounded(least)) >= kMapCoordinate ||
          std::fabs(geometry::rounded(most)) >= kMapCoordinate) ||
        least > most)
        return 0;
    std::vector<double> samples;
    const std::uint64_t step = std::max<std::uint64_t>(count / kSamples, 1);
    for (std::uint64_t i = 0; i < count; i += step) {
        const double c = coordinate(i);
        if (is_legal_coordinate(c)) samples.push_back(c);
    }
    const double middle = std::round(0.5 * (least + most));
    if (samples.empty()) return middle;
    const auto half = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), half, samples.end());
    const double median = std::round(*half);
    return most - median <= kMaxCenter && median - least <= kMaxCenter ? median : middle;
}

/// The same for each axis: coordinate(i, axis).
template <class Coordinate>
MapOrigin find_map_origin(std::uint64_t count, int dimension, Coordinate&& coordinate) {
    MapOrigin origin{};
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimension); ++axis)
        origin[axis] = find_origin(count, [&](std::uint64_t i) { return coordinate(i, axis); });
    return origin;
}

}  // namespace satori::scenes
