#pragma once

#include <cstdint>
#include <vector>

#include <satori/types.hpp>

#include "oracles/double_quat.hpp"
#include "support/random.hpp"

namespace satori::test {

/// Kinds of point sets for box fitting. All but the last three are turned at random, and lie somewhere near the origin.
enum class PointSetKind {
    uniform,          ///< in a box
    gaussian,         ///< three widths
    box_corners,      ///< the eight corners of a box
    box_surface,      ///< of a box
    cube_surface,     ///< of a cube: the principal axes say nothing
    sphere,           ///< surface
    cylinder,         ///< surface, with its rims
    tetrahedron,      ///< corners of a regular one: its least box has no face along one of its faces
    uneven_box,       ///< a box's corners, and crowds at a few places of its surface
    uneven_gaussian,  ///< the same as gaussian, and a far crowd
};
inline constexpr PointSetKind kPointSetKinds[] = {
    PointSetKind::uniform,      PointSetKind::gaussian,        PointSetKind::box_corners, PointSetKind::box_surface,
    PointSetKind::cube_surface, PointSetKind::sphere,          PointSetKind::cylinder,    PointSetKind::tetrahedron,
    PointSetKind::uneven_box,   PointSetKind::uneven_gaussian,
};
const char* point_set_name(PointSetKind kind) noexcept;

/// Points of a kind, and the known volume of a box around them.
struct PointSet {
    std::vector<Vec3> points;
    double known_volume = 0;  ///< of a box that contains them, apart from their rounding; 0: none is known
};
PointSet make_point_set(PointSetKind kind, std::uint32_t count, Random& random);

/// Returns a normally distributed number, by the method of Box and Muller.
double random_normal(Random& random);

}  // namespace satori::test
