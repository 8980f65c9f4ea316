#pragma once

#include <cstdint>

#include "geometry/double3.hpp"

namespace satori::v0::geometry {

/// A point of a set of differences b - a, and the point a of the first body that it belongs to.
struct Difference {
    Double3 at, on_first;
};

/// The point of a simplex that is nearest to the origin. `kept`: bit i for each corner that it depends on.
struct NearestOfSimplex {
    Double3 at, on_first;
    std::uint32_t kept = 0;
};

/// Returns the point of a simplex of 1 to 4 corners that is nearest to the origin. It tries the origin's projection on
/// each corner, edge and face. When the origin is in a simplex of 4 corners, the result is zero and keeps all of them.
NearestOfSimplex nearest_of(const Difference* corners, std::uint32_t count) noexcept;

/// Finds the point of a convex set that is nearest to the origin: GJK (Gilbert, Johnson and Keerthi 1988), in double.
/// support(direction) returns a point of the set that is farthest in a direction. The error of the distance is about
/// 1e-16 * size^2 / distance; the distance is zero when the origin is in the set.
template <class Support>
Difference nearest_point(Support&& support) noexcept {
    constexpr int kMostSteps = 64;
    constexpr double kNear = 1e-13;
    Difference corners[4] = {support(Double3{{1, 0, 0}})};
    std::uint32_t count = 1;
    Difference best = corners[0];
    for (int step = 0; step < kMostSteps; ++step) {
        const double square = dot(best.at, best.at);
        if (square == 0) break;
        const Difference next = support(-best.at);
        if (square - dot(best.at, next.at) <= kNear * square) break;
        corners[count++] = next;
        const NearestOfSimplex nearest = nearest_of(corners, count);
        if (!(dot(nearest.at, nearest.at) < square)) break;
        best = {nearest.at, nearest.on_first};
        if (nearest.kept == 0xf) break;
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < count; ++i)
            if ((nearest.kept >> i & 1) != 0) corners[kept++] = corners[i];
        count = kept;
    }
    return best;
}

}  // namespace satori::v0::geometry
