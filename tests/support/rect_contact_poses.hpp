#pragma once

#include <ostream>

#include <satori/rect.hpp>

#include "random.hpp"
#include "rect_regimes.hpp"

namespace satori::test {

/// How the rectangles of a pair touch, or nearly touch. In all poses except the ground's, the pair is turned and moved
/// at random, and either rectangle may come first.
enum class RectContactPose {
    generic,         ///< any angles, any side, overlapping by 1e-5 of the size up to all of it
    shallow,         ///< the same, but within a few slacks of touching, overlapping or not
    separated,       ///< the same, but separated: half within rect_pose_speculative(), half further apart
    on_ground,       ///< a small rectangle flat on a ground of 4 km
    squares_flush,   ///< equal squares edge to edge, exactly aligned or shifted by a share of their size
    squares_tilted,  ///< the same with tilts of 1e-6 to 1e-2 rad and offsets of 1e-6 to 1e-2 of the size
    corner_on_edge,
    corner_to_corner,  ///< along a diagonal, both by 45 degrees off the edges or nearly
    deep,              ///< centers 1e-7 to 1e-1 of the size apart, or the same
    identical,         ///< the same rectangle, or rectangles that share center and angle
    zero_extents,      ///< one or both extents of one or both rectangles are 0
    needles,           ///< an extent 1e-4 to 1e-2 of the other
    far_1e6,           ///< edge and corner contacts of rectangles of 1 to 30 m, 1e6 m from the origin
    all_extents,       ///< the regime of that name, of rect_regimes.hpp: not turned or moved
};
inline constexpr RectContactPose kRectContactPoses[] = {
    RectContactPose::generic,        RectContactPose::shallow,          RectContactPose::separated,
    RectContactPose::on_ground,      RectContactPose::squares_flush,    RectContactPose::squares_tilted,
    RectContactPose::corner_on_edge, RectContactPose::corner_to_corner, RectContactPose::deep,
    RectContactPose::identical,      RectContactPose::zero_extents,     RectContactPose::needles,
    RectContactPose::far_1e6,        RectContactPose::all_extents,
};
const char* rect_contact_pose_name(RectContactPose pose) noexcept;
inline void PrintTo(RectContactPose pose, std::ostream* out) {
    *out << rect_contact_pose_name(pose);
}

/// Returns the speculative distance for calls with pairs of this pose, meters.
float rect_pose_speculative(RectContactPose pose) noexcept;

/// Returns a legal pair in this pose.
RectDuo make_rect_pose(RectContactPose pose, Random& random);

}  // namespace satori::test
