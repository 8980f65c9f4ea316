#pragma once

#include <cstddef>

#include <satori/fit.hpp>

#include "base/stream.hpp"
#include "fit/vector.hpp"

namespace satori::v0::fit {

/// The code processes this many points at a time, as doubles in three arrays that stay in the first-level cache. Loops
/// over them take steps of kStep. The compiler vectorizes the inner loop over a step; it may not reorder a sum or a
/// maximum by itself.
inline constexpr std::size_t kTilePoints = 256;
inline constexpr std::size_t kStep = 8;
static_assert(kTilePoints % kStep == 0);

/// Points relative to an origin. Padding up to a whole step repeats the last point.
struct PointTile {
    alignas(64) double coordinate[3][kTilePoints];
    std::size_t count = 0;

    std::size_t padded_count() const noexcept { return (count + kStep - 1) / kStep * kStep; }
};

inline const float* point_at(const PointRows& points, std::size_t index) noexcept {
    return base::stream_of(points).item(index);
}

inline Vector to_vector(const float* point) noexcept {
    return {point[0], point[1], point[2]};
}

/// Loads the points [begin, end), at least one and at most kTilePoints.
inline void load_tile(const PointRows& points, std::size_t begin, std::size_t end, const Vector& origin,
                      PointTile& tile) noexcept {
    tile.count = end - begin;
    const base::Stream stream = base::stream_of(points);
    const float* row = stream.item(begin);
    for (std::size_t i = 0; i < tile.count; ++i, row += stream.stride_numbers())
        for (std::size_t a = 0; a < 3; ++a) tile.coordinate[a][i] = double{row[a]} - origin[a];
    for (std::size_t i = tile.count; i < tile.padded_count(); ++i)
        for (std::size_t a = 0; a < 3; ++a) tile.coordinate[a][i] = tile.coordinate[a][tile.count - 1];
}

/// Calls f(tile, index of its first point) for all tiles of [begin, end).
template <class F>
void for_each_tile(const PointRows& points, std::size_t begin, std::size_t end, const Vector& origin, F&& f) noexcept {
    PointTile tile;
    for (; begin < end; begin += kTilePoints) {
        load_tile(points, begin, begin + kTilePoints < end ? begin + kTilePoints : end, origin, tile);
        f(tile, begin);
    }
}

}  // namespace satori::v0::fit
