#include "backends/bullet/contact_points.hpp"

#include <algorithm>
#include <span>

#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>

namespace satori::v0::bullet {

namespace {

btVector3 to_bullet(const Vec3& v) {
    return {v.x, v.y, v.z};
}

bool either_has(const btCollisionObject& a, const btCollisionObject& b, int flag) {
    return ((a.getCollisionFlags() | b.getCollisionFlags()) & flag) != 0;
}

/// Returns the properties that all points of a contact have in common.
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

/// The points of a contact in the order in which a manifold takes them: around the face, in the order of their ids,
/// from the first point on or from the opposite one. The choice depends on the unique id of the second body: even or
/// odd. Bullet's solver processes the points in order, and leaves an error that leans to the same side in each step. In
/// a stack that was built from below, the alternation makes the stack lean to and fro; otherwise the errors would add
/// up.
class OrderedPoints {
public:
    OrderedPoints(const ContactManifold& contact, bool from_opposite) : count_(contact.point_count) {
        for (std::uint32_t p = 0; p < count_; ++p) points_[p] = &contact.points[p];
        const auto end = points_ + count_;
        std::sort(points_, end, [](const auto* a, const auto* b) { return a->feature_id < b->feature_id; });
        if (from_opposite) std::rotate(points_, points_ + count_ / 2, end);
    }
    std::span<const ContactPoint* const> points() const { return {points_, count_}; }

private:
    const ContactPoint* points_[4];
    std::uint32_t count_;
};

/// Finds the places that points of this step had in the last step.
class Places {
public:
    /// `threshold`: the threshold of the manifold.
    Places(btPersistentManifold& manifold, btScalar threshold) : manifold_(manifold), threshold_(threshold) {}

    /// Takes the place of the point with this feature id. Returns kNone when no free place has it.
    int same(int feature_id) {
        for (int i = 0; i < manifold_.getNumContacts(); ++i)
            if (!taken(i) && manifold_.getContactPoint(i).m_index0 == feature_id) return take(i);
        return kNone;
    }
    /// Takes the place of the nearest point within the threshold, or returns kNone.
    int nearest(const btVector3& on_a) {
        btScalar least = threshold_ * threshold_;
        int best = kNone;
        for (int i = 0; i < manifold_.getNumContacts(); ++i) {
            const btScalar distance = (manifold_.getContactPoint(i).m_localPointA - on_a).length2();
            if (taken(i) || distance >= least) continue;
            least = distance;
            best = i;
        }
        return best == kNone ? kNone : take(best);
    }
    /// Takes a new place: behind the last point if there is room, else the free place of the least deep point.
    int fresh() {
        int place = manifold_.getNumContacts();
        if (place < MANIFOLD_CACHE_SIZE) {
            manifold_.setNumContacts(place + 1);
            return take(place);
        }
        place = kNone;
        for (int i = 0; i < MANIFOLD_CACHE_SIZE; ++i) {
            if (taken(i)) continue;
            if (place == kNone || distance(i) > distance(place)) place = i;
        }
        manifold_.clearUserCache(manifold_.getContactPoint(place));
        return take(place);
    }

    /// Removes the points whose place no point of this step has taken.
    void remove_others() {
        // From the last point on, because the last point moves to the place of a removed one.
        for (int i = manifold_.getNumContacts(); i-- > 0;)
            if (!taken(i)) manifold_.removeContactPoint(i);
    }

    static constexpr int kNone = -1;

private:
    btScalar distance(int i) const { return manifold_.getContactPoint(i).getDistance(); }
    bool taken(int i) const { return (taken_ >> i & 1U) != 0; }
    int take(int i) {
        taken_ |= 1U << i;
        return i;
    }

    btPersistentManifold& manifold_;
    btScalar threshold_;
    unsigned taken_ = 0;
};

void call_added(btPersistentManifold& manifold, int index) {
    const btCollisionObject* const a = manifold.getBody0();
    const btCollisionObject* const b = manifold.getBody1();
    const btCollisionObjectWrapper a_wrap(nullptr, a->getCollisionShape(), a, a->getWorldTransform(), -1, -1);
    const btCollisionObjectWrapper b_wrap(nullptr, b->getCollisionShape(), b, b->getWorldTransform(), -1, -1);
    btManifoldPoint& point = manifold.getContactPoint(index);
    gContactAddedCallback(point, &a_wrap, point.m_partId0, point.m_index0, &b_wrap, point.m_partId1, point.m_index1);
}

}  // namespace

void write_points(btPersistentManifold& manifold, const ContactManifold& contact, bool from_opposite,
                  bool keep_others) {
    const btCollisionObject& a = *manifold.getBody0();
    const btCollisionObject& b = *manifold.getBody1();
    const btTransform& a_place = a.getWorldTransform();
    const btTransform& b_place = b.getWorldTransform();
    const btVector3 a_from_b = a_place.getOrigin() - b_place.getOrigin();
    const btVector3 normal = to_bullet(contact.normal);
    const bool begins = manifold.getNumContacts() == 0;

    const OrderedPoints ordered(contact, from_opposite);
    const btScalar threshold = manifold.getContactBreakingThreshold();
    Places last(manifold, threshold);
    btVector3 on_a[4], on_b[4];
    const ContactPoint* sources[4];
    int places[4];
    int count = 0;
    for (const ContactPoint* const point : ordered.points()) {
        if (point->separation > threshold) continue;
        const btVector3 half_gap = normal * (point->separation * btScalar(0.5));
        on_a[count] = to_bullet(point->offset) - half_gap;
        on_b[count] = to_bullet(point->offset) + half_gap;
        sources[count] = point;
        places[count++] = last.same(static_cast<int>(point->feature_id));
    }
    for (int i = 0; i < count; ++i)
        if (places[i] == Places::kNone) places[i] = last.nearest(on_a[i] * a_place.getBasis());

    btManifoldPoint point = common_point(a, b, -normal);
    for (int i = 0; i < count; ++i) {
        point.m_localPointA = on_a[i] * a_place.getBasis();
        point.m_localPointB = (on_b[i] + a_from_b) * b_place.getBasis();
        point.m_positionWorldOnA = a_place.getOrigin() + on_a[i];
        point.m_positionWorldOnB = a_place.getOrigin() + on_b[i];
        point.m_distance1 = sources[i]->separation;
        point.m_index0 = static_cast<int>(sources[i]->feature_id);
        if (places[i] != Places::kNone) {
            manifold.replaceContactPoint(point, places[i]);
        } else {
            places[i] = last.fresh();
            manifold.getContactPoint(places[i]) = point;
        }
    }
    if (gContactAddedCallback != nullptr && either_has(a, b, btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK))
        for (int i = 0; i < count; ++i) call_added(manifold, places[i]);
    if (gContactStartedCallback != nullptr && begins && count != 0) gContactStartedCallback(&manifold);
    if (!keep_others) last.remove_others();

    // Bullet's own update of all points: it moves the points of earlier steps, and removes those that have come apart.
    manifold.refreshContactPoints(a_place, b_place);
}

}  // namespace satori::v0::bullet
