#pragma once

#include <memory>
#include <vector>

#include <btBulletDynamicsCommon.h>

#include <satori/bullet.hpp>

#include "support/bytes.hpp"

namespace satori::test {

/// The broadphase and the dispatcher of a world: Bullet's own, or satori's.
enum class Engine { bullet_tree, bullet_simple, satori };
enum class Contacts { bullet, satori };

/// A rigid-body world without deactivation, pairs in Bullet's deterministic order.
class BulletWorld {
public:
    explicit BulletWorld(Engine engine, Contacts contacts,
                         const Execution& execution = {Isa::best, &serial_executor()});
    BulletWorld(const BulletWorld&) = delete;
    BulletWorld& operator=(const BulletWorld&) = delete;
    ~BulletWorld();

    /// Returns a new shape, which the world owns. In the functions below, mass 0 means a static body.
    template <class Shape, class... Args>
    Shape& shape(const Args&... args) {
        auto owned = std::make_unique<Shape>(args...);
        Shape& result = *owned;
        shapes_.push_back(std::move(owned));
        return result;
    }
    btRigidBody& add(btCollisionShape& shape, btScalar mass, const btVector3& place,
                     const btQuaternion& turn = btQuaternion::getIdentity());
    btRigidBody& add_box(const btVector3& half_extents, btScalar mass, const btVector3& place,
                         const btQuaternion& turn = btQuaternion::getIdentity()) {
        return add(shape<btBoxShape>(half_extents), mass, place, turn);
    }
    /// Adds a floor whose top is at height 0.
    btRigidBody& add_floor() { return add_box({50, 1, 50}, 0, {0, -1, 0}); }
    void remove(btRigidBody& body);

    void step(int count = 1, btScalar seconds = btScalar(1) / 60);

    /// Returns the transforms and velocities of all bodies, bit for bit.
    Bytes state() const;
    /// These functions return the depth of the deepest contact point, and the mean over the deepest points of all
    /// contact pairs: meters, 0 without contacts.
    double deepest() const;
    double mean_depth() const;
    /// Returns the kinetic energy of the linear motion of all bodies that are not static, J.
    double kinetic_energy() const;

    btDiscreteDynamicsWorld& world() { return *world_; }
    btCollisionDispatcher& dispatcher() { return *dispatcher_; }
    btBroadphaseInterface& broadphase() { return *broadphase_; }
    const std::vector<std::unique_ptr<btRigidBody>>& bodies() const { return bodies_; }

private:
    std::vector<double> depths() const;

    btDefaultCollisionConfiguration configuration_;
    std::unique_ptr<btCollisionDispatcher> dispatcher_;
    std::unique_ptr<btBroadphaseInterface> broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    std::unique_ptr<btDiscreteDynamicsWorld> world_;
    std::vector<std::unique_ptr<btCollisionShape>> shapes_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

/// Returns the pairs of a cache by unique id, sorted.
std::vector<std::pair<int, int>> pairs_of(btOverlappingPairCache& cache);

}  // namespace satori::test
