#include "backends/bullet/contact_points.hpp"

#include <utility>

#include <BulletCollision/CollisionDispatch/btManifoldResult.h>

namespace satori::inline v0::bullet {

namespace {

btVector3 to_bullet(const Vec3& v) {
    return {v.x, v.y, v.z};
}

bool either_has(const btCollisionObject& a, const btCollisionObject& b, int flag) {
    return ((a.getCollisionFlags() | b.getCollisionFlags()) & flag) != 0;
}

/// What all points of a contact have in common.
btManifoldPoint common_point(const btCollisionObject& a, const btCollisionObject& b, const btVector3& normal_on_b) {
    btManifoldPoint point(btVector3(0, 0, 0), btVector3(0, 0, 0), normal_on_b, 0);
    point.m_combinedFriction = gCalculateCombinedFrictionCallback(&a, &b);
    point.m_combinedRestitution = gCalculateCombinedRestitutionCallback(&a, &b);
    point.m_combinedRollingFriction = gCalculateCombinedRollingFrictionCallback(&a, &b);
    point.m_combinedSpinningFriction = gCalculateCombinedSpinningFrictionCallback(&a, &b);
    if (either_has(a, b, btCollisionObject::CF_HAS_CONTACT_STIFFNESS_DAMPING)) {
        point.m_combinedContactDamping1 = gCalculateCombinedContactDampingCallback(&a, &b);
        point.m_combinedContactStiffness1 = gCalculateCombinedContactStiffnessCallback(&a, &b);
        point.m_contactPointFlags |= BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING;
    }
    if (either_has(a, b, btCollisionObject::CF_HAS_FRICTION_ANCHOR))
        point.m_contactPointFlags |= BT_CONTACT_FLAG_FRICTION_ANCHOR;
    btPlaneSpace1(point.m_normalWorldOnB, point.m_lateralFrictionDir1, point.m_lateralFrictionDir2);
    return point;
}

/// Points of a contact that are to be written, by their places in the manifold: those in [0, kept) are there already.
struct Places {
    int kept = 0;
    int count = 0;
    std::uint32_t points[4];
};

/// Sorts the manifold's points: those that go on first. The others it forgets.
Places find_places(btPersistentManifold& manifold, const ContactManifold& contact) {
    Places places;
    const int last_count = manifold.getNumContacts();
    const btScalar threshold = manifold.getContactBreakingThreshold();
    std::uint32_t new_points[4];
    int new_count = 0;
    for (std::uint32_t p = 0; p < contact.point_count; ++p) {
        const ContactPoint& point = contact.points[p];
        if (point.separation > threshold) continue;
        const int id = static_cast<int>(point.feature_id);
        int last = places.kept;
        while (last < last_count && manifold.getContactPoint(last).m_index0 != id) ++last;
        if (last == last_count) {
            new_points[new_count++] = p;
            continue;
        }
        if (last != places.kept) std::swap(manifold.getContactPoint(last), manifold.getContactPoint(places.kept));
        places.points[places.kept++] = p;
    }
    places.count = places.kept;
    for (int i = 0; i < new_count; ++i) places.points[places.count++] = new_points[i];
    return places;
}

void call_added(btPersistentManifold& manifold, int index) {
    const btCollisionObject* const a = manifold.getBody0();
    const btCollisionObject* const b = manifold.getBody1();
    const btCollisionObjectWrapper a_wrap(nullptr, a->getCollisionShape(), a, a->getWorldTransform(), -1, -1);
    const btCollisionObjectWrapper b_wrap(nullptr, b->getCollisionShape(), b, b->getWorldTransform(), -1, -1);
    btManifoldPoint& point = manifold.getContactPoint(index);
    gContactAddedCallback(point, &a_wrap, point.m_partId0, point.m_index0, &b_wrap, point.m_partId1, point.m_index1);
}

}  // namespace

void write_points(btPersistentManifold& manifold, const ContactManifold& contact) {
    const Places places = find_places(manifold, contact);
    if (places.count == 0) return manifold.clearManifold();
    const int last_count = manifold.getNumContacts();
    for (int i = places.kept; i < last_count; ++i) manifold.clearUserCache(manifold.getContactPoint(i));
    manifold.setNumContacts(places.count);

    const btCollisionObject& a = *manifold.getBody0();
    const btCollisionObject& b = *manifold.getBody1();
    const btTransform& a_place = a.getWorldTransform();
    const btTransform& b_place = b.getWorldTransform();
    const btVector3 a_from_b = a_place.getOrigin() - b_place.getOrigin();
    const btVector3 normal = to_bullet(contact.normal);
    const bool added = gContactAddedCallback != nullptr &&
                       either_has(a, b, btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
    btManifoldPoint point = common_point(a, b, -normal);
    for (int i = 0; i < places.count; ++i) {
        const ContactPoint& source = contact.points[places.points[i]];
        const btVector3 half_gap = normal * (source.separation * btScalar(0.5));
        const btVector3 on_a = to_bullet(source.offset) - half_gap;
        const btVector3 on_b = to_bullet(source.offset) + half_gap;
        point.m_localPointA = on_a * a_place.getBasis();
        point.m_localPointB = (on_b + a_from_b) * b_place.getBasis();
        point.m_positionWorldOnA = a_place.getOrigin() + on_a;
        point.m_positionWorldOnB = a_place.getOrigin() + on_b;
        point.m_distance1 = source.separation;
        point.m_index0 = static_cast<int>(source.feature_id);
        if (i < places.kept)
            manifold.replaceContactPoint(point, i);
        else
            manifold.getContactPoint(i) = point;
        if (added) call_added(manifold, i);
    }
    if (gContactStartedCallback != nullptr && last_count == 0) gContactStartedCallback(&manifold);

    // Bullet's own look at all points: lifetimes, and where an anchor has kept a point from being replaced.
    manifold.refreshContactPoints(a_place, b_place);
}

}  // namespace satori::inline v0::bullet
