#pragma once

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

#include <satori/manifold.hpp>

namespace satori::v0::bullet {

/// Writes the points of `contact`, at least one, to the persistent manifold of a pair. Body 0 is A. A point takes over
/// the place, impulses, user data and lifetime of the point of the last step with the same feature id, which m_index0
/// stores; else of the nearest point within the threshold of the manifold. Points of earlier steps fill the remaining
/// places as long as they are valid by Bullet's rules: where the axis changes from step to step, they carry the load
/// together. Without `keep_others` they are removed, because the boxes have other sizes now. `from_opposite`: the order
/// of the points begins at the opposite point. Calls Bullet's contact callbacks as Bullet does.
void write_points(btPersistentManifold& manifold, const ContactManifold& contact, bool from_opposite, bool keep_others);

}  // namespace satori::v0::bullet
