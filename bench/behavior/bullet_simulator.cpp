#include <memory>
#include <vector>

#include <btBulletDynamicsCommon.h>

#include "behavior/simulator.hpp"

namespace satori::behavior {

namespace {

btVector3 to_bullet(const Vector& v) {
    return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}
Vector from_bullet(const btVector3& v) {
    return {v.x(), v.y(), v.z()};
}

class BulletSimulator final : public Simulator {
public:
    explicit BulletSimulator(const Scene& scene) {
        world_.setGravity({0, 0, btScalar(-9.81)});
        for (const rigid_bodies::BodyDef& def : scene.bodies) add(def);
        for (const rigid_bodies::BallJointDef& def : scene.joints) {
            btRigidBody &a = *bodies_[def.a], &b = *bodies_[def.b];
            const btVector3 point = to_bullet(def.point);
            joints_.push_back(std::make_unique<btPoint2PointConstraint>(a, b, a.getWorldTransform().invXform(point),
                                                                        b.getWorldTransform().invXform(point)));
            world_.addConstraint(joints_.back().get(), true);
        }
    }
    ~BulletSimulator() override {
        for (const auto& joint : joints_) world_.removeConstraint(joint.get());
        for (const auto& body : bodies_) world_.removeRigidBody(body.get());
    }

    void step() override { world_.stepSimulation(btScalar(1) / 60, 0); }
    BodyState state(std::size_t body) const override {
        const btRigidBody& from = *bodies_[body];
        const btQuaternion turn = from.getWorldTransform().getRotation();
        return {from_bullet(from.getWorldTransform().getOrigin()),
                {turn.x(), turn.y(), turn.z(), turn.w()},
                from_bullet(from.getLinearVelocity()),
                from_bullet(from.getAngularVelocity())};
    }

private:
    void add(const rigid_bodies::BodyDef& def) {
        const Vector& h = def.half_extents;
        shapes_.push_back(std::make_unique<btBoxShape>(to_bullet(h)));
        const auto mass = static_cast<btScalar>(8 * h.x * h.y * h.z * def.density);
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shapes_.back()->calculateLocalInertia(mass, inertia);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shapes_.back().get(), inertia);
        const Rotation& q = def.rotation;
        info.m_startWorldTransform = btTransform({static_cast<btScalar>(q.x), static_cast<btScalar>(q.y),
                                                  static_cast<btScalar>(q.z), static_cast<btScalar>(q.w)},
                                                 to_bullet(def.position));
        // Bullet multiplies the frictions of two bodies.
        info.m_friction = static_cast<btScalar>(def.friction);
        info.m_restitution = static_cast<btScalar>(def.restitution);
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        btRigidBody& body = *bodies_.back();
        body.setFriction(static_cast<btScalar>(std::sqrt(def.friction)));
        body.setActivationState(DISABLE_DEACTIVATION);
        if (mass > 0) {
            body.setLinearVelocity(to_bullet(def.velocity));
            body.setAngularVelocity(to_bullet(def.spin));
        }
        if (def.bullet) {
            body.setCcdMotionThreshold(static_cast<btScalar>(h.x));
            body.setCcdSweptSphereRadius(static_cast<btScalar>(0.5 * h.x));
        }
        world_.addRigidBody(&body);
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
    std::vector<std::unique_ptr<btBoxShape>> shapes_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
    std::vector<std::unique_ptr<btPoint2PointConstraint>> joints_;
};

}  // namespace

std::unique_ptr<Simulator> make_bullet_simulator(const Scene& scene) {
    return std::make_unique<BulletSimulator>(scene);
}

}  // namespace satori::behavior
