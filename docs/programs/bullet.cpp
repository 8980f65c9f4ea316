// docs/bullet.md: a Bullet world with the broadphase and the dispatcher of satori. A crate falls on a floor.
#include <cstdio>

#include <btBulletDynamicsCommon.h>
#include <satori/bullet.hpp>

int main() {
    btDefaultCollisionConfiguration configuration;
    satori::BulletDispatcher dispatcher(&configuration);              // for btCollisionDispatcher
    satori::BulletBroadphase broadphase(nullptr, {.margin = 0.02F});  // for btDbvtBroadphase
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);

    btBoxShape floor_shape({10, 1, 10}), crate_shape({0.5F, 0.5F, 0.5F});
    btVector3 inertia;
    crate_shape.calculateLocalInertia(1, inertia);
    btRigidBody floor(0, nullptr, &floor_shape);
    btRigidBody crate(1, nullptr, &crate_shape, inertia);
    crate.setWorldTransform(btTransform(btQuaternion::getIdentity(), {0, 3, 0}));
    world.addRigidBody(&floor);
    world.addRigidBody(&crate);
    for (int step = 0; step < 180; ++step) world.stepSimulation(1 / 60.F, 0);
    std::printf("the crate is at %.2f m, on %d points\n",
                static_cast<double>(crate.getWorldTransform().getOrigin().y()),
                dispatcher.getManifoldByIndexInternal(0)->getNumContacts());
    world.removeRigidBody(&crate);
    world.removeRigidBody(&floor);
}
