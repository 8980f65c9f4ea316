#include "bullet/bullet_world.hpp"

#include <algorithm>
#include <numeric>

#include <BulletCollision/BroadphaseCollision/btSimpleBroadphase.h>

namespace satori::test {

namespace {

std::unique_ptr<btBroadphaseInterface> make_broadphase(Engine engine, const Execution& execution) {
    switch (engine) {
        case Engine::bullet_tree:
            return std::make_unique<btDbvtBroadphase>();
        case Engine::bullet_simple:
            return std::make_unique<btSimpleBroadphase>();
        case Engine::satori:
            break;
    }
    return std::make_unique<BulletBroadphase>(nullptr, BroadphaseOptions{}, execution);
}

}  // namespace

BulletWorld::BulletWorld(Engine engine, Contacts contacts, const Execution& execution)
    : dispatcher_(contacts == Contacts::satori ? std::make_unique<BulletDispatcher>(&configuration_, execution)
                                               : std::make_unique<btCollisionDispatcher>(&configuration_)),
      broadphase_(make_broadphase(engine, execution)),
      world_(
          std::make_unique<btDiscreteDynamicsWorld>(dispatcher_.get(), broadphase_.get(), &solver_, &configuration_)) {
    world_->getDispatchInfo().m_deterministicOverlappingPairs = true;
}

BulletWorld::~BulletWorld() {
    for (const auto& body : bodies_) world_->removeRigidBody(body.get());
}

btRigidBody& BulletWorld::add(btCollisionShape& shape, btScalar mass, const btVector3& place,
                              const btQuaternion& turn) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape.calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
    info.m_startWorldTransform = btTransform(turn, place);
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    btRigidBody& body = *bodies_.back();
    body.setActivationState(DISABLE_DEACTIVATION);
    world_->addRigidBody(&body);
    return body;
}

void BulletWorld::remove(btRigidBody& body) {
    world_->removeRigidBody(&body);
    std::erase_if(bodies_, [&](const auto& owned) { return owned.get() == &body; });
}

void BulletWorld::step(int count, btScalar seconds) {
    for (int i = 0; i < count; ++i) world_->stepSimulation(seconds, 0);
}

Bytes BulletWorld::state() const {
    Bytes bytes;
    for (const auto& body : bodies_) {
        const btTransform& place = body->getWorldTransform();
        // The fourth number of a btVector3 has no meaning.
        for (const btVector3& v : {place.getOrigin(), place.getBasis()[0], place.getBasis()[1], place.getBasis()[2],
                                   body->getLinearVelocity(), body->getAngularVelocity()})
            append(bytes, std::vector{v.x(), v.y(), v.z()});
    }
    return bytes;
}

std::vector<double> BulletWorld::depths() const {
    std::vector<double> result;
    for (int i = 0; i < dispatcher_->getNumManifolds(); ++i) {
        const btPersistentManifold& manifold = *dispatcher_->getManifoldByIndexInternal(i);
        if (manifold.getNumContacts() == 0) continue;
        double depth = 0;
        for (int p = 0; p < manifold.getNumContacts(); ++p)
            depth = std::max(depth, -double{manifold.getContactPoint(p).getDistance()});
        result.push_back(depth);
    }
    return result;
}

double BulletWorld::deepest() const {
    const std::vector<double> all = depths();
    return all.empty() ? 0 : *std::ranges::max_element(all);
}

double BulletWorld::mean_depth() const {
    const std::vector<double> all = depths();
    return all.empty() ? 0 : std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
}

double BulletWorld::kinetic_energy() const {
    double energy = 0;
    for (const auto& body : bodies_)
        if (!body->isStaticObject())
            energy += 0.5 / double{body->getInvMass()} * double{body->getLinearVelocity().length2()};
    return energy;
}

std::vector<std::pair<int, int>> pairs_of(btOverlappingPairCache& cache) {
    std::vector<std::pair<int, int>> pairs;
    for (int i = 0; i < cache.getNumOverlappingPairs(); ++i) {
        const btBroadphasePair& pair = cache.getOverlappingPairArray()[i];
        pairs.emplace_back(std::minmax(pair.m_pProxy0->m_uniqueId, pair.m_pProxy1->m_uniqueId));
    }
    std::ranges::sort(pairs);
    return pairs;
}

}  // namespace satori::test
