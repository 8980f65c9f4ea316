#pragma once

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

#include <satori/manifold.hpp>

namespace satori::inline v0::bullet {

/// Brings the points of `contact`, at least one, into a pair's persistent manifold, body 0 being A. A point takes the place,
/// impulses, user data and lifetime of the last step's with its feature id, which is kept in m_index0, else of the nearest within
/// the manifold's threshold. Points of earlier steps fill what places are left as long as they hold by Bullet's rules: where axes
/// take turns from step to step, they bear the load together. Without `keep_others` they go: the boxes have other sizes now.
/// `from_opposite`: the points' order begins at the opposite one. Calls Bullet's contact callbacks as Bullet does.
void write_points(btPersistentManifold& manifold, const ContactManifold& contact, bool from_opposite, bool keep_others);

}  // namespace satori::inline v0::bullet
