#pragma once

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

#include <satori/manifold.hpp>

namespace satori::inline v0::bullet {

/// Brings a pair's persistent manifold from the last step's contact to `contact`, body 0 being A: points are found again by feature
/// id, which is kept in m_index0, and take their impulses, user data and lifetime with them. Points further apart than the
/// manifold's threshold are left out; contacts end where no point is left. Calls Bullet's contact callbacks as Bullet does.
void write_points(btPersistentManifold& manifold, const ContactManifold& contact);

}  // namespace satori::inline v0::bullet
