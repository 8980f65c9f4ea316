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

/// What is taken off the coordinates of a file before they are rounded to float32: whole metres, 0 on axes where most stay below
/// kMapCoordinate.
struct MapOrigin {
    std::array<double, 3> place{};
    bool is_map = false;  ///< a coordinate reaches kMapCoordinate, whatever the origin

    double operator[](std::size_t axis) const noexcept { return place[axis]; }
    double& operator[](std::size_t axis) noexcept { return place[axis]; }
};

inline bool is_zero(const MapOrigin& origin) noexcept {
    return origin.place == std::array<double, 3>{};
}

/// Whether a coordinate is one that boxes and points may have.
inline bool is_legal_coordinate(double coordinate) noexcept {
    return std::fabs(geometry::rounded(coordinate)) <= kMaxCenter;
}

/// A coordinate as a float, about the origin. One that is not legal stays what it is, to be refused as that.
inline float seen_from(double origin, double coordinate) noexcept {
    return geometry::rounded(is_legal_coordinate(coordinate) ? coordinate - origin : coordinate);
}

/// How far a coordinate is moved where it becomes that float about the origin; 0 of one that is not legal.
inline double rounding_loss(double origin, double coordinate, float seen) noexcept {
    return is_legal_coordinate(coordinate) ? std::fabs(coordinate - origin - double{seen}) : 0;
}
/// A loss is told from this part of a size on.
inline constexpr double kToldLoss = 1e-3;

/// The origin of `count` items: on each axis the median of some of their coordinates, where that reaches kMapCoordinate; moved as far as
/// the farthest coordinate needs to stay legal. So a stray item costs the others nothing. coordinate(i, axis) in double; counts(i): whether
/// an item is asked, as padding should not be. O(count).
template <class Coordinate, class Counts>
MapOrigin find_map_origin(std::uint64_t count, int dimension, Coordinate&& coordinate, Counts&& counts) {
    constexpr std::uint64_t kSamples = 4096;
    const auto is_far = [](double c) { return std::fabs(geometry::rounded(c)) >= kMapCoordinate; };
    const std::uint64_t step = std::max<std::uint64_t>(count / kSamples, 1);
    MapOrigin origin;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimension); ++axis) {
        double least = std::numeric_limits<double>::infinity(), most = -least;
        for (std::uint64_t i = 0; i < count; ++i) {
            const double c = coordinate(i, axis);
            if (!is_legal_coordinate(c)) continue;
            least = std::min(least, c);
            most = std::max(most, c);
        }
        if (!(least <= most && (is_far(least) || is_far(most)))) continue;
        origin.is_map = true;
        std::vector<double> samples;
        for (std::uint64_t begin = 0, mixed = 1; begin < count; begin += step) {
            // Anywhere in the step: a layout that repeats must not meet the same place each time.
            mixed = mixed * 0x5851f42d4c957f2d + 0x14057b7ef767814f;  // Knuth's MMIX
            const std::uint64_t i = begin + (mixed >> 32) % step;
            if (i >= count || !counts(i)) continue;
            const double c = coordinate(i, axis);
            if (is_legal_coordinate(c)) samples.push_back(c);
        }
        if (samples.empty()) continue;
        const auto half = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
        std::nth_element(samples.begin(), half, samples.end());
        if (is_far(*half))
            origin[axis] = std::round(std::clamp(*half, most - double{kMaxCenter}, least + double{kMaxCenter}));
    }
    return origin;
}

}  // namespace satori::scenes
