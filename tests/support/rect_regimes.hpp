#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

#include <satori/rect.hpp>

#include "random.hpp"

namespace satori::test {

/// How the two rectangles of a random pair lie to each other. In all regimes except the first, most pairs are within a
/// few delta of touching.
enum class RectRegime {
    generic,       ///< any angles, sizes within a decade, any placement
    touching,      ///< any angles: a corner of one at an edge of the other
    corners,       ///< corner towards corner
    axis_aligned,  ///< angles that are multiples of a quarter turn, rounded to float
    parallel,      ///< the same angle
    edges_1e2,     ///< edges 1e-2 rad apart, and so on
    edges_1e4,
    edges_1e6,
    edges_1e8,
    thin,          ///< one extent 1e-4 to 1e-2 of the other
    zero_extents,  ///< one or both extents of a rectangle are 0
    huge_on_tiny,  ///< sizes 1e2 to 1e5 apart
    far_1e6,       ///< centers 1e6 m from the origin, rectangles of 1 to 30 m
    far_1e8,       ///< centers 5e7 to 1e8 m from the origin, rectangles of 100 m to 3 km
    many_turns,    ///< angles up to kMaxAngle
    all_extents,   ///< half extents log-uniform over all legal ones, of each rectangle, or within two decades of a size
};
inline constexpr RectRegime kRectRegimes[] = {
    RectRegime::generic,   RectRegime::touching,  RectRegime::corners,      RectRegime::axis_aligned,
    RectRegime::parallel,  RectRegime::edges_1e2, RectRegime::edges_1e4,    RectRegime::edges_1e6,
    RectRegime::edges_1e8, RectRegime::thin,      RectRegime::zero_extents, RectRegime::huge_on_tiny,
    RectRegime::far_1e6,   RectRegime::far_1e8,   RectRegime::many_turns,   RectRegime::all_extents,
};
const char* rect_regime_name(RectRegime regime) noexcept;
inline void PrintTo(RectRegime regime, std::ostream* out) {
    *out << rect_regime_name(regime);
}

struct RectDuo {
    OrientedRect a, b;
};

/// Returns a legal pair of the regime.
RectDuo make_rect_pair(RectRegime regime, Random& random);

/// Returns any legal rectangle near the origin: any angle, extents log-uniform in [min_half, max_half], center in a
/// square of the given half width.
OrientedRect random_rect(Random& random, double min_half, double max_half, double half_width);

/// Returns pairs of every regime, extents at the small end of the legal ones, and denormal centers, angles and extents.
std::vector<OrientedRect> delicate_rects(std::uint64_t seed);

}  // namespace satori::test
