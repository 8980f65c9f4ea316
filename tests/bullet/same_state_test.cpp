// Tests that a Bullet world with satori's broadphase moves exactly as with Bullet's own.

#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "bullet/bullet_world.hpp"
#include "support/random.hpp"

namespace satori::test {
namespace {

/// Shapes of every kind fall on a floor, a slope and a mesh, with a plane below. Compounds have one child: for a pair
/// of bodies with several manifolds, Bullet solves the manifolds in an unspecified order.
class MixedWorld {
public:
    explicit MixedWorld(Engine engine) : world(engine, Contacts::bullet) {
        world.add_floor();
        world.add_box({3, 0.25F, 3}, 0, {0, 1, 0}, btQuaternion(btVector3(0, 0, 1), 0.3F));
        world.add(mesh(), 0, {1, 0.5F, -1});
        world.add(world.shape<btStaticPlaneShape>(btVector3(0, 1, 0), -0.5F), 0, {0, 0, 0});
        shapes_ = {&world.shape<btBoxShape>(btVector3(0.5F, 0.3F, 0.4F)),
                   &world.shape<btSphereShape>(0.4F),
                   &world.shape<btCapsuleShape>(0.3F, 0.5F),
                   &world.shape<btCylinderShape>(btVector3(0.4F, 0.3F, 0.4F)),
                   &world.shape<btConeShape>(0.4F, 0.7F),
                   &hull(),
                   &compound()};
        for (int i = 0; i < 70; ++i) drop(i);
    }

    /// Now and then the test removes a body, and adds another one.
    void exchange_and_step(int step) {
        if (step % 40 == 20) world.remove(*world.bodies()[static_cast<std::size_t>(5 + step / 10)]);
        if (step % 40 == 30) drop(step);
        world.step();
    }

private:
    btTriangleMesh mesh_;  // must outlive the shape that the world makes of it

public:
    BulletWorld world;

private:
    btCollisionShape& hull() {
        auto& result = world.shape<btConvexHullShape>();
        for (const btVector3& corner :
             {btVector3(0.5F, 0, 0), btVector3(-0.4F, 0.1F, 0.3F), btVector3(-0.3F, 0, -0.5F), btVector3(0, 0.6F, 0)})
            result.addPoint(corner);
        return result;
    }
    btCollisionShape& compound() {
        auto& result = world.shape<btCompoundShape>();
        result.addChildShape(btTransform(btQuaternion(btVector3(0, 1, 0), 0.4F), btVector3(0.3F, 0, 0)),
                             &world.shape<btBoxShape>(btVector3(0.4F, 0.2F, 0.2F)));
        return result;
    }
    btCollisionShape& mesh() {
        const btVector3 corners[] = {{-2, 0, -2}, {2, 0.5F, -2}, {0, 0.2F, 2}, {0, 0, 0}};
        mesh_.addTriangle(corners[0], corners[1], corners[3]);
        mesh_.addTriangle(corners[1], corners[2], corners[3]);
        mesh_.addTriangle(corners[2], corners[0], corners[3]);
        return world.shape<btBvhTriangleMeshShape>(&mesh_, true);
    }
    btScalar random(double low, double high) { return static_cast<btScalar>(random_.uniform(low, high)); }
    void drop(int i) {
        const btVector3 place(random(-2, 2), 2 + 0.25F * static_cast<btScalar>(i % 70), random(-2, 2));
        const btQuaternion turn(random(-3, 3), random(-3, 3), random(-3, 3));
        btRigidBody& body = world.add(*shapes_[static_cast<std::size_t>(i) % shapes_.size()], 1, place, turn);
        body.setAngularVelocity({random(-3, 3), 0, random(-3, 3)});
        body.setRestitution(0.3F);
    }

    std::vector<btCollisionShape*> shapes_;
    Random random_{11};
};

TEST(BulletSameState, AfterStepsOfMixedShapes) {
    MixedWorld tree(Engine::bullet_tree), satori(Engine::satori);
    const Bytes begin = tree.world.state();
    ASSERT_TRUE(satori.world.state() == begin);
    for (int step = 0; step < 240; ++step) {
        tree.exchange_and_step(step);
        satori.exchange_and_step(step);
        ASSERT_TRUE(tree.world.state() == satori.world.state()) << step;
    }
    EXPECT_TRUE(tree.world.state() != begin);
    EXPECT_EQ(static_cast<BulletBroadphase&>(satori.world.broadphase()).take_status(), Status::ok);
}

/// The test removes pairs of bodies, or the cached data of their pairs. The tree finds these pairs again in the next
/// step when it defers collision.
TEST(BulletSameState, AfterPairsAreTakenOutByHand) {
    MixedWorld tree(Engine::bullet_tree), satori(Engine::satori);
    static_cast<btDbvtBroadphase&>(tree.world.broadphase()).m_deferedcollide = true;
    const auto disturb = [](BulletWorld& world, int step) {
        btOverlappingPairCache& cache = *world.broadphase().getOverlappingPairCache();
        btBroadphaseProxy* const proxy = world.bodies()[static_cast<std::size_t>(step % 60)]->getBroadphaseProxy();
        if (step % 5 == 1) cache.removeOverlappingPairsContainingProxy(proxy, &world.dispatcher());
        if (step % 5 == 3) cache.cleanProxyFromPairs(proxy, &world.dispatcher());
    };
    for (int step = 0; step < 240; ++step) {
        for (MixedWorld* mixed : {&tree, &satori}) {
            mixed->exchange_and_step(step);
            disturb(mixed->world, step);
        }
        ASSERT_TRUE(tree.world.state() == satori.world.state()) << step;
    }
}

/// Bullet's tree keeps pairs for longer than their AABBs touch; its simple broadphase has exactly satori's.
TEST(BulletSameState, PairsOfEachStep) {
    MixedWorld simple(Engine::bullet_simple), satori(Engine::satori);
    const auto by_body = [](BulletWorld& world) {
        std::vector<std::pair<int, int>> pairs;
        auto& cache = *world.broadphase().getOverlappingPairCache();
        for (int i = 0; i < cache.getNumOverlappingPairs(); ++i) {
            const btBroadphasePair& pair = cache.getOverlappingPairArray()[i];
            const auto index = [](const btBroadphaseProxy* proxy) {
                return static_cast<const btCollisionObject*>(proxy->m_clientObject)->getWorldArrayIndex();
            };
            pairs.emplace_back(std::minmax(index(pair.m_pProxy0), index(pair.m_pProxy1)));
        }
        std::ranges::sort(pairs);
        return pairs;
    };
    std::size_t most = 0;
    for (int step = 0; step < 240; ++step) {
        simple.world.step();
        satori.world.step();
        const auto pairs = by_body(simple.world);
        most = std::max(most, pairs.size());
        ASSERT_EQ(pairs, by_body(satori.world)) << step;
    }
    EXPECT_GT(most, 150U);
    EXPECT_TRUE(simple.world.state() == satori.world.state());
}

}  // namespace
}  // namespace satori::test
