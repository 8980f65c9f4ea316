#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <satori/bullet.hpp>

int main() {
    btDefaultCollisionConfiguration configuration;
    satori::BulletDispatcher dispatcher(&configuration);
    satori::BulletBroadphase broadphase;
    for (int i = 0; i < 2; ++i)
        broadphase.createProxy(btVector3(0, 0, 0), btVector3(1, 1, 1), 0, nullptr, 1, 1, &dispatcher);
    broadphase.calculateOverlappingPairs(&dispatcher);
    const bool found = broadphase.getOverlappingPairCache()->getNumOverlappingPairs() == 1;
    return found && dispatcher.take_status() == satori::Status::ok ? 0 : 1;
}
