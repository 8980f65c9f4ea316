#pragma once

#include <ostream>
#include <span>

#include <satori/types.hpp>

#include "random.hpp"

namespace satori::test {

/// How the two boxes of a random pair lie to each other. In each regime some pairs overlap, some are separated, and
/// most are within a few delta of touching on an axis that the regime names.
enum class PairRegime {
    generic,            ///< any rotation, sizes within a decade, any placement
    touching_faces,     ///< a face axis decides
    touching_edges,     ///< the cross product of two edges decides
    touching_vertices,  ///< corner towards corner
    axis_aligned,       ///< rotations that permute the axes
    parallel,           ///< the same rotation
    edges_1e1,          ///< one pair of edges 1e-1 rad apart, and so on
    edges_1e2,
    edges_1e3,
    edges_1e4,
    edges_1e5,
    edges_1e6,
    edges_1e7,
    edges_1e8,
    plates,           ///< one extent 1e-4 to 1e-2 of the others
    needles,          ///< two extents 1e-4 to 1e-2 of the third
    zero_extents,     ///< one or two extents of a box are 0
    huge_on_tiny,     ///< sizes 1e2 to 1e5 apart
    far_1e6,          ///< centers 1e6 m from the origin, boxes of 1 to 30 m
    far_1e8,          ///< centers 5e7 to 1e8 m from the origin, boxes of 100 m to 3 km
    raw_quaternions,  ///< quaternion lengths 1e-38 to 1e38
    all_extents,      ///< half extents log-uniform over all legal ones, of each box, or within two decades of a size
};
inline constexpr PairRegime kPairRegimes[] = {
    PairRegime::generic,         PairRegime::touching_faces, PairRegime::touching_edges, PairRegime::touching_vertices,
    PairRegime::axis_aligned,    PairRegime::parallel,       PairRegime::edges_1e1,      PairRegime::edges_1e2,
    PairRegime::edges_1e3,       PairRegime::edges_1e4,      PairRegime::edges_1e5,      PairRegime::edges_1e6,
    PairRegime::edges_1e7,       PairRegime::edges_1e8,      PairRegime::plates,         PairRegime::needles,
    PairRegime::zero_extents,    PairRegime::huge_on_tiny,   PairRegime::far_1e6,        PairRegime::far_1e8,
    PairRegime::raw_quaternions, PairRegime::all_extents,
};
const char* pair_regime_name(PairRegime regime) noexcept;
inline void PrintTo(PairRegime regime, std::ostream* out) {
    *out << pair_regime_name(regime);
}

struct BoxDuo {
    OrientedBox a, b;
};

/// Returns a legal pair of the regime.
BoxDuo make_pair(PairRegime regime, Random& random);

/// Returns a rotation uniform over all rotations (Shoemake 1992), rounded to float.
Quat random_rotation(Random& random);

/// Returns any legal box near the origin: random rotation, extents log-uniform in [min_half, max_half], center in a
/// cube of the given half width.
OrientedBox random_box(Random& random, double min_half, double max_half, double half_width);

}  // namespace satori::test
