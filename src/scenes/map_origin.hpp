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

/// Coordinates from this size on belong to a map: as floats they would lose their millimeters. Meters.
inline constexpr float kMapCoordinate = 1e5F;

/// The origin that is subtracted from the coordinates of a file before they are rounded to float32: whole meters, 0 on
/// axes where most coordinates stay below kMapCoordinate.
struct MapOrigin {
    std::array<double, 3> place{};
    bool is_map = false;  ///< a coordinate reaches kMapCoordinate, whatever the origin

    double operator[](std::size_t axis) const noexcept { return place[axis]; }
    double& operator[](std::size_t axis) noexcept { return place[axis]; }
};

inline bool is_zero(const MapOrigin& origin) noexcept {
    return origin.place == std::array<double, 3>{};
}

/// True when boxes and points may have this coordinate.
inline bool is_legal_coordinate(double coordinate) noexcept {
    return std::fabs(geometry::rounded(coordinate)) <= kMaxCenter;
}

/// Returns a coordinate as a float, relative to the origin. An illegal coordinate does not change, so that the library
/// can reject it.
inline float seen_from(double origin, double coordinate) noexcept {
    return geometry::rounded(is_legal_coordinate(coordinate) ? coordinate - origin : coordinate);
}

/// Returns how far a coordinate moves when it becomes the float `seen` relative to the origin; 0 for an illegal
/// coordinate.
inline double rounding_loss(double origin, double coordinate, float seen) noexcept {
    return is_legal_coordinate(coordinate) ? std::fabs(coordinate - origin - double{seen}) : 0;
}
/// A loss is reported from this fraction of a size on.
inline constexpr double kToldLoss = 1e-3;

/// The least and the most legal coordinate on each axis. Of parts of a file they can be joined: by minimum and maximum.
struct CoordinateBounds {
    static constexpr double kNone = std::numeric_limits<double>::infinity();
    std::array<double, 3> least{kNone, kNone, kNone};
    std::array<double, 3> most{-kNone, -kNone, -kNone};
};

/// Adds the coordinates of items [first, first + count) to the bounds. coordinate(i, axis) returns a double.
template <class Coordinate>
void add_to_bounds(CoordinateBounds& bounds, std::uint64_t first, std::uint64_t count, std::size_t dimension,
                   Coordinate&& coordinate) {
    for (std::uint64_t i = first; i < first + count; ++i) {
        for (std::size_t axis = 0; axis < dimension; ++axis) {
            const double c = coordinate(i, axis);
            if (!is_legal_coordinate(c)) continue;
            bounds.least[axis] = std::min(bounds.least[axis], c);
            bounds.most[axis] = std::max(bounds.most[axis], c);
        }
    }
}

/// Returns the origin of `count` items. On each axis it is the median of a sample of the coordinates, if that reaches
/// kMapCoordinate, moved as far as necessary to keep the farthest coordinate legal. So a single stray item does not
/// affect the others. `bounds` are those of all items. coordinate(i, axis) returns a double. counts(i) is false for
/// items that must not be in the sample, such as padding. O(1): the sample has at most some thousand items.
template <class Coordinate, class Counts>
MapOrigin find_map_origin(const CoordinateBounds& bounds, std::uint64_t count, std::size_t dimension,
                          Coordinate&& coordinate, Counts&& counts) {
    constexpr std::uint64_t kSamples = 4096;
    const auto is_far = [](double c) { return std::fabs(geometry::rounded(c)) >= kMapCoordinate; };
    const std::uint64_t step = std::max<std::uint64_t>(count / kSamples, 1);
    MapOrigin origin;
    for (std::size_t axis = 0; axis < dimension; ++axis) {
        const double least = bounds.least[axis], most = bounds.most[axis];
        if (!(least <= most && (is_far(least) || is_far(most)))) continue;
        origin.is_map = true;
        std::vector<double> samples;
        for (std::uint64_t begin = 0, mixed = 1; begin < count; begin += step) {
            // A random position in the step, so that a regular layout does not give the same kind of item each time.
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
