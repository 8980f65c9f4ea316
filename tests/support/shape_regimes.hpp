#pragma once

#include <iterator>
#include <ostream>
#include <vector>

#include "oracles/shape_twin.hpp"
#include "support/pair_regimes.hpp"

namespace satori::test {

inline constexpr ShapeKind kShapeKinds[] = {ShapeKind::point,    ShapeKind::aabb,    ShapeKind::sphere,
                                            ShapeKind::plane,    ShapeKind::ray,     ShapeKind::segment,
                                            ShapeKind::triangle, ShapeKind::frustum, ShapeKind::box};
const char* shape_kind_name(ShapeKind kind) noexcept;

/// How random shapes and boxes lie to each other. In all but the first most boxes are within a few delta of touching.
enum class ShapeRegime {
    generic,     ///< anywhere near, any rotation, sizes within a decade
    touching,    ///< the same, moved to where they touch
    aligned,     ///< directions 1e-1 to 1e-8 rad from those of the box, or exactly along them
    flat,        ///< one to three half extents of the box are 0
    degenerate,  ///< segments and triangles without length or area, spheres and AABBs without extents, pyramids
    sizes,       ///< box and shape 1e2 to 1e5 apart in size
    far_1e6,     ///< 1e6 m from the origin
    far_1e8,     ///< 5e7 to 1e8 m from the origin, sizes of 100 m to 3 km
};
inline constexpr ShapeRegime kShapeRegimes[] = {ShapeRegime::generic, ShapeRegime::touching,   ShapeRegime::aligned,
                                                ShapeRegime::flat,    ShapeRegime::degenerate, ShapeRegime::sizes,
                                                ShapeRegime::far_1e6, ShapeRegime::far_1e8};
const char* shape_regime_name(ShapeRegime regime) noexcept;

struct ShapeCase {
    AnyShape shape;
    std::vector<OrientedBox> boxes;
};

/// Returns a legal shape of that kind and `count` legal boxes around it.
ShapeCase make_shape_case(ShapeKind kind, ShapeRegime regime, std::size_t count, Random& random);

/// Returns a perspective frustum at `apex`, turned by `rotation`: tangents of the half angles, distances of near and
/// far.
Frustum perspective(const reference::Point& apex, const Quat& rotation, double tan_x, double tan_y, double near,
                    double far);

}  // namespace satori::test
