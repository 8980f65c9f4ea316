#pragma once

#include <ostream>

#include "pair_regimes.hpp"
#include "random.hpp"

namespace satori::test {

/// How the boxes of a pair touch, or nearly touch. In all poses the whole pair is turned and moved at random (in some
/// poses only where stated), and either box may come first.
enum class ContactPose {
    generic,        ///< any rotation, any side, overlapping by 1e-5 of the size up to all of it
    shallow,        ///< the same, but within a few slacks of touching, overlapping or not
    separated,      ///< the same, but separated: half within contact_pose_speculative(), half further apart
    on_ground,      ///< a small box flat on a ground box of 4 km
    cubes_flush,    ///< equal cubes face to face, exactly aligned or shifted by a share of their size; half not turned
    cubes_tilted,   ///< the same with tilts of 1e-6 to 1e-2 rad and offsets of 1e-6 to 1e-2 of the size
    crossed_beams,  ///< beams flat on each other, crossing
    plate_rims,     ///< the rim of a plate on the rim of another
    corner_on_face,
    edge_on_edge,           ///< edges crossing at 0.2 rad or more
    deep,                   ///< centers 1e-7 to 1e-1 of the size apart, or the same
    identical,              ///< the same box, or boxes that share center and rotation
    zero_extents,           ///< one or two extents of one or both boxes are 0
    needles,                ///< two extents 1e-4 to 1e-2 of the third
    edges_nearly_parallel,  ///< edge on edge, 1e-8 to 1e-1 rad apart
    far_1e6,                ///< edge, face and corner contacts of boxes of 1 to 30 m, 1e6 m from the origin
    all_extents,            ///< the regime of that name, of pair_regimes.hpp: not turned or moved
};
inline constexpr ContactPose kContactPoses[] = {
    ContactPose::generic,       ContactPose::shallow,     ContactPose::separated,
    ContactPose::on_ground,     ContactPose::cubes_flush, ContactPose::cubes_tilted,
    ContactPose::crossed_beams, ContactPose::plate_rims,  ContactPose::corner_on_face,
    ContactPose::edge_on_edge,  ContactPose::deep,        ContactPose::identical,
    ContactPose::zero_extents,  ContactPose::needles,     ContactPose::edges_nearly_parallel,
    ContactPose::far_1e6,       ContactPose::all_extents,
};
const char* contact_pose_name(ContactPose pose) noexcept;
inline void PrintTo(ContactPose pose, std::ostream* out) {
    *out << contact_pose_name(pose);
}

/// Returns the speculative distance for calls with pairs of this pose, meters.
float contact_pose_speculative(ContactPose pose) noexcept;

/// Returns a legal pair in the pose.
BoxDuo make_contact_pose(ContactPose pose, Random& random);

}  // namespace satori::test
