// R13 for satori::bullet, at compile time: functions that call neither Bullet nor the program's callbacks are noexcept.
// The test passes if this file compiles.

#include <type_traits>
#include <utility>

#include <satori/bullet.hpp>

#define CANNOT_THROW(...) static_assert(noexcept(__VA_ARGS__))

namespace satori {
namespace {

[[maybe_unused]] void broadphase(BulletBroadphase& boxes, const BulletBroadphase& same, btBroadphaseProxy* proxy,
                                 btVector3& v) {
    CANNOT_THROW(BulletBroadphase());
    CANNOT_THROW(boxes.createProxy(v, v, 0, nullptr, 0, 0, nullptr));
    CANNOT_THROW(boxes.setAabb(proxy, v, v, nullptr));
    CANNOT_THROW(boxes.getAabb(proxy, v, v));
    CANNOT_THROW(boxes.getOverlappingPairCache());
    CANNOT_THROW(same.getOverlappingPairCache());
    CANNOT_THROW(boxes.getBroadphaseAabb(v, v));
    CANNOT_THROW(boxes.resetPool(nullptr));
    CANNOT_THROW(boxes.take_status());
    CANNOT_THROW(boxes.boxes());
}

[[maybe_unused]] void dispatcher(BulletDispatcher& contacts, btCollisionConfiguration* configuration,
                                 const btCollisionObject& body) {
    CANNOT_THROW(BulletDispatcher(configuration));
    CANNOT_THROW(contacts.set_covered_sides(body, 0));
    CANNOT_THROW(contacts.take_status());
    CANNOT_THROW(contacts.report());
}

}  // namespace
}  // namespace satori
