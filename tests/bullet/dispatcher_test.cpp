// Tests BulletDispatcher: what it writes for Bullet, which pairs it leaves to Bullet, and Bullet's rules.

#include <map>
#include <optional>
#include <set>

#include <gtest/gtest.h>

#include "bullet/bullet_world.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori::test {
namespace {

BulletDispatcher& satori_of(BulletWorld& world) {
    return static_cast<BulletDispatcher&>(world.dispatcher());
}

/// Returns the manifold of the only pair that has points.
btPersistentManifold* only_contact(BulletWorld& world) {
    btPersistentManifold* found = nullptr;
    for (int i = 0; i < world.dispatcher().getNumManifolds(); ++i) {
        btPersistentManifold* const manifold = world.dispatcher().getManifoldByIndexInternal(i);
        if (manifold->getNumContacts() == 0) continue;
        EXPECT_EQ(found, nullptr);
        found = manifold;
    }
    return found;
}

void drop_pile(BulletWorld& world, int count) {
    Random random(21);
    world.add_floor();
    for (int i = 0; i < count; ++i) {
        const auto between = [&](double low, double high) { return static_cast<btScalar>(random.uniform(low, high)); };
        const btVector3 half(between(0.2, 0.5), between(0.2, 0.5), between(0.2, 0.5));
        const btVector3 place(between(-1.5, 1.5), 1 + 0.4F * static_cast<btScalar>(i), between(-1.5, 1.5));
        world.add_box(half, half.x() * half.y() * half.z() * 8, place,
                      btQuaternion(between(-3, 3), between(-3, 3), between(-3, 3)));
    }
}

TEST(BulletDispatcher, WritesPointsAsBulletWants) {
    BulletWorld world(Engine::satori, Contacts::satori);
    btRigidBody& lower = world.add_box({2, 0.5F, 2}, 0, {1, -0.5F, 1}, btQuaternion(btVector3(0, 1, 0), 0.3F));
    btRigidBody& upper = world.add_box({0.5F, 0.25F, 0.4F}, 1, {1, 0.249F, 1.2F}, btQuaternion(btVector3(0, 1, 0), 1));
    world.world().performDiscreteCollisionDetection();
    btPersistentManifold* const manifold = only_contact(world);
    ASSERT_NE(manifold, nullptr);
    EXPECT_EQ(manifold->getBody0(), &lower);
    EXPECT_EQ(manifold->getBody1(), &upper);
    ASSERT_EQ(manifold->getNumContacts(), 4);
    std::set<int> ids;
    for (int p = 0; p < 4; ++p) {
        const btManifoldPoint& point = manifold->getContactPoint(p);
        ids.insert(point.m_index0);
        EXPECT_NEAR(point.m_normalWorldOnB.y(), -1, 1e-6) << "from B, which is above, to A";
        EXPECT_NEAR(point.getDistance(), -1e-3, 1e-6);
        EXPECT_NEAR(point.getPositionWorldOnA().y(), 0, 1e-6);
        EXPECT_NEAR(point.getPositionWorldOnB().y(), -1e-3, 1e-6);
        EXPECT_LT((lower.getWorldTransform() * point.m_localPointA - point.getPositionWorldOnA()).length(), 1e-6);
        EXPECT_LT((upper.getWorldTransform() * point.m_localPointB - point.getPositionWorldOnB()).length(), 1e-6);
        EXPECT_NEAR(std::abs(point.m_localPointB.x()), 0.5, 1e-4) << "a corner of the upper box";
        EXPECT_NEAR(std::abs(point.m_localPointB.z()), 0.4, 1e-4);
        EXPECT_FLOAT_EQ(point.m_combinedFriction, lower.getFriction() * upper.getFriction());
        EXPECT_EQ(point.getLifeTime(), 1);
        EXPECT_EQ(point.m_partId0, -1);
    }
    EXPECT_EQ(ids.size(), 4U);
    const BulletDispatchReport report = satori_of(world).report();
    EXPECT_EQ(report.box_pair_count, 1U);
    EXPECT_EQ(report.contact_count, 1U);
}

TEST(BulletDispatcher, PointsGoOnByFeatureId) {
    BulletWorld world(Engine::satori, Contacts::satori);
    world.add_floor();
    btRigidBody& box = world.add_box({0.5F, 0.5F, 0.5F}, 1, {0, 0.499F, 0});
    world.step(30);
    btPersistentManifold* manifold = only_contact(world);
    ASSERT_NE(manifold, nullptr);
    ASSERT_EQ(manifold->getNumContacts(), 4);
    static int marks[4];
    std::map<int, int*> mark_of;
    std::map<int, int> age_of;
    for (int p = 0; p < 4; ++p) {
        btManifoldPoint& point = manifold->getContactPoint(p);
        EXPECT_GT(point.getLifeTime(), 20);
        EXPECT_GT(point.getAppliedImpulse(), 0);
        point.m_userPersistentData = mark_of[point.m_index0] = &marks[p];
        age_of[point.m_index0] = point.getLifeTime();
    }
    // The points keep their places on the box, but not on the floor. Bullet would take them for other points.
    box.getWorldTransform().getOrigin() += btVector3(5, 0, 0);
    world.world().performDiscreteCollisionDetection();
    ASSERT_EQ(only_contact(world), manifold);
    ASSERT_EQ(manifold->getNumContacts(), 4);
    for (int p = 0; p < 4; ++p) {
        const btManifoldPoint& point = manifold->getContactPoint(p);
        EXPECT_EQ(point.m_userPersistentData, mark_of[point.m_index0]);
        EXPECT_EQ(point.getLifeTime(), age_of[point.m_index0] + 1);
        EXPECT_GT(point.getAppliedImpulse(), 0);
    }
    world.remove(box);
    EXPECT_EQ(world.dispatcher().getNumManifolds(), 0);
}

/// A pair begins to touch when it overlaps, not before, and stays in contact up to Bullet's threshold.
TEST(BulletDispatcher, ContactsBeginWithOverlapAndEndBeyondTheThreshold) {
    BulletWorld world(Engine::satori, Contacts::satori);
    world.add_floor();
    btRigidBody& box = world.add_box({0.5F, 0.5F, 0.5F}, 1, {0, 0.505F, 0});
    const auto at_height = [&](btScalar gap) {
        box.getWorldTransform().getOrigin().setY(0.5F + gap);
        world.world().performDiscreteCollisionDetection();
        return only_contact(world) != nullptr;
    };
    EXPECT_FALSE(at_height(0.005F));
    EXPECT_TRUE(at_height(-0.001F));
    EXPECT_TRUE(at_height(0.005F));
    EXPECT_FALSE(at_height(0.03F));
    EXPECT_FALSE(at_height(0.005F));
}

struct CallbackCounts {
    int added = 0, processed = 0, started = 0, ended = 0, destroyed = 0;
};
CallbackCounts counts;  // Bullet's callbacks carry no context

class BulletCallbacks : public testing::Test {
protected:
    void SetUp() override {
        counts = {};
        gContactAddedCallback = [](btManifoldPoint& point, const btCollisionObjectWrapper* a, int, int id,
                                   const btCollisionObjectWrapper* b, int, int) {
            ++counts.added;
            EXPECT_EQ(id, point.m_index0);
            EXPECT_NE(a->getCollisionObject(), b->getCollisionObject());
            point.m_combinedFriction = 0.125F;
            return true;
        };
        gContactProcessedCallback = [](btManifoldPoint&, void*, void*) { return ++counts.processed != 0; };
        gContactStartedCallback = [](btPersistentManifold* const& manifold) {
            ++counts.started;
            EXPECT_GT(manifold->getNumContacts(), 0);
        };
        gContactEndedCallback = [](btPersistentManifold* const&) { ++counts.ended; };
        gContactDestroyedCallback = [](void*) { return ++counts.destroyed != 0; };
    }
    void TearDown() override {
        gContactAddedCallback = nullptr;
        gContactProcessedCallback = nullptr;
        gContactStartedCallback = nullptr;
        gContactEndedCallback = nullptr;
        gContactDestroyedCallback = nullptr;
    }
};

TEST_F(BulletCallbacks, AreCalledAsBulletCallsThem) {
    for (const Contacts contacts : {Contacts::bullet, Contacts::satori}) {
        counts = {};
        {
            BulletWorld world(Engine::satori, contacts);
            world.add_floor();
            btRigidBody& box = world.add_box({0.5F, 0.5F, 0.5F}, 1, {0, 0.499F, 0});
            box.setCollisionFlags(box.getCollisionFlags() | btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
            world.world().performDiscreteCollisionDetection();
            world.world().performDiscreteCollisionDetection();
            EXPECT_EQ(counts.added, 8);
            EXPECT_EQ(counts.processed, 8);
            EXPECT_EQ(counts.started, 1);
            EXPECT_EQ(counts.ended, 0);
            btPersistentManifold* const manifold = only_contact(world);
            ASSERT_NE(manifold, nullptr);
            EXPECT_EQ(manifold->getContactPoint(0).m_combinedFriction, 0.125F);
            static int mark;
            manifold->getContactPoint(2).m_userPersistentData = &mark;
            box.getWorldTransform().getOrigin().setY(0.53F);
            world.world().performDiscreteCollisionDetection();
            EXPECT_EQ(counts.ended, 1);
            EXPECT_EQ(counts.destroyed, 1);
        }
        EXPECT_EQ(counts.started, counts.ended);
    }
}

TEST(BulletDispatcher, NearCallbackOfTheUserDecides) {
    BulletWorld world(Engine::satori, Contacts::satori);
    world.add_floor();
    world.add_box({0.5F, 0.5F, 0.5F}, 1, {0, 0.499F, 0});
    static int calls;
    calls = 0;
    world.dispatcher().setNearCallback(
        [](btBroadphasePair&, btCollisionDispatcher&, const btDispatcherInfo&) { ++calls; });
    world.world().performDiscreteCollisionDetection();
    EXPECT_EQ(only_contact(world), nullptr);
    EXPECT_EQ(calls, 1);
    world.dispatcher().setNearCallback(
        [](btBroadphasePair& pair, btCollisionDispatcher& dispatcher, const btDispatcherInfo& info) {
            ++calls;
            btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
        });
    world.world().performDiscreteCollisionDetection();
    EXPECT_NE(only_contact(world), nullptr);
    EXPECT_EQ(satori_of(world).report().box_pair_count, 1U);

    // The user calls it, for one pair.
    btBroadphasePair& pair = world.broadphase().getOverlappingPairCache()->getOverlappingPairArray()[0];
    const int age = only_contact(world)->getContactPoint(0).getLifeTime();
    btCollisionDispatcher::defaultNearCallback(pair, world.dispatcher(), world.world().getDispatchInfo());
    EXPECT_EQ(only_contact(world)->getContactPoint(0).getLifeTime(), age + 1);
    btManifoldArray manifolds;
    pair.m_algorithm->getAllContactManifolds(manifolds);
    ASSERT_EQ(manifolds.size(), 1);
    EXPECT_EQ(manifolds[0], only_contact(world));
}

TEST(BulletDispatcher, LeavesOtherShapesToBullet) {
    const auto run = [](Contacts contacts) {
        BulletWorld world(Engine::satori, contacts);
        world.add(world.shape<btStaticPlaneShape>(btVector3(0, 1, 0), 0.0F), 0, {0, 0, 0});
        auto& compound = world.shape<btCompoundShape>();
        compound.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(0.2F, 0, 0)),
                               &world.shape<btBoxShape>(btVector3(0.4F, 0.3F, 0.2F)));
        btCollisionShape* const shapes[] = {&compound, &world.shape<btConeShape>(0.4F, 0.8F),
                                            &world.shape<btCylinderShape>(btVector3(0.3F, 0.4F, 0.3F))};
        for (int i = 0; i < 30; ++i)
            world.add(*shapes[i % 3], 1, {0.1F * static_cast<btScalar>(i % 5), 1 + 0.6F * static_cast<btScalar>(i), 0});
        world.step(120);
        if (contacts == Contacts::satori) {
            EXPECT_EQ(satori_of(world).report().box_pair_count, 0U);
        }
        EXPECT_GT(world.dispatcher().getNumManifolds(), 30);
        return world.state();
    };
    EXPECT_TRUE(run(Contacts::bullet) == run(Contacts::satori));
}

/// Where spheres and capsules come to rest on a box, and on how many points.
TEST(BulletDispatcher, TakesSpheresAndCapsules) {
    BulletWorld world(Engine::satori, Contacts::satori);
    btRigidBody& floor = world.add_floor();
    btRigidBody& sphere = world.add(world.shape<btSphereShape>(0.4F), 1, {0, 0.5F, 0});
    btRigidBody& lying = world.add(world.shape<btCapsuleShapeX>(0.3F, 1.0F), 1, {3, 0.5F, 0});
    btRigidBody& scaled = world.add(world.shape<btCapsuleShapeZ>(0.3F, 1.0F), 1, {6, 0.8F, 0});
    scaled.getCollisionShape()->setLocalScaling({2, 2, 2});
    world.step(120);
    EXPECT_EQ(satori_of(world).report().box_pair_count, 3U);
    EXPECT_EQ(satori_of(world).report().contact_count, 3U);
    EXPECT_NEAR(sphere.getWorldTransform().getOrigin().y(), 0.4, 5e-3);
    EXPECT_NEAR(lying.getWorldTransform().getOrigin().y(), 0.3, 5e-3);
    EXPECT_NEAR(scaled.getWorldTransform().getOrigin().y(), 0.6, 5e-3);
    for (int i = 0; i < world.dispatcher().getNumManifolds(); ++i) {
        const btPersistentManifold& manifold = *world.dispatcher().getManifoldByIndexInternal(i);
        const bool is_sphere = manifold.getBody1() == &sphere || manifold.getBody0() == &sphere;
        EXPECT_EQ(manifold.getNumContacts(), is_sphere ? 1 : 2);
        EXPECT_TRUE(manifold.getBody0() == &floor || manifold.getBody1() == &floor);
    }
    EXPECT_EQ(satori_of(world).take_status(), Status::ok);
}

/// Bullet's own contacts of these pairs are right too, and simple: one point between the closest points of the cores.
TEST(BulletDispatcher, SpheresAndCapsulesTouchWhereBulletSaysSo) {
    const auto contact = [](Contacts contacts, btScalar gap, bool capsules) {
        BulletWorld world(Engine::satori, contacts);
        if (capsules) {
            world.add(world.shape<btCapsuleShape>(0.3F, 1.0F), 1, {0, 0, 0});
            world.add(world.shape<btCapsuleShapeX>(0.2F, 1.0F), 1, {0.1F, 0.2F, 0.5F + gap});
        } else {
            world.add(world.shape<btSphereShape>(0.3F), 1, {0, 0, 0});
            world.add(world.shape<btSphereShape>(0.2F), 1, {0, 0.3F, 0.4F + gap});
        }
        world.world().performDiscreteCollisionDetection();
        btPersistentManifold* const manifold = only_contact(world);
        return manifold == nullptr ? std::nullopt : std::optional(manifold->getContactPoint(0));
    };
    for (const bool capsules : {false, true}) {
        const std::optional<btManifoldPoint> ours = contact(Contacts::satori, -0.01F, capsules);
        const std::optional<btManifoldPoint> theirs = contact(Contacts::bullet, -0.01F, capsules);
        ASSERT_TRUE(ours && theirs);
        EXPECT_LT(ours->getDistance(), 0);
        EXPECT_NEAR(ours->getDistance(), theirs->getDistance(), 1e-5);
        EXPECT_LT((ours->m_normalWorldOnB - theirs->m_normalWorldOnB).length(), 1e-4);
        EXPECT_LT((ours->getPositionWorldOnA() - theirs->getPositionWorldOnA()).length(), 1e-4);
        EXPECT_LT((ours->getPositionWorldOnB() - theirs->getPositionWorldOnB()).length(), 1e-4);
        EXPECT_FALSE(contact(Contacts::satori, 0.05F, capsules));
    }
}

/// A pile of boxes, spheres and capsules comes to rest, with the same state from every set of instructions.
TEST(BulletDispatcher, APileOfRoundedBodiesComesToRest) {
    const Bytes state = on_every_isa([](const Execution& execution) {
        BulletWorld world(Engine::satori, Contacts::satori, execution);
        Random random(5);
        world.add_floor();
        // Four walls keep the spheres from rolling away.
        for (const btScalar side : {-2.5F, 2.5F}) {
            world.add_box({0.5F, 2, 3}, 0, {side, 2, 0});
            world.add_box({3, 2, 0.5F}, 0, {0, 2, side});
        }
        btCollisionShape* const shapes[] = {&world.shape<btBoxShape>(btVector3(0.3F, 0.3F, 0.3F)),
                                            &world.shape<btSphereShape>(0.3F),
                                            &world.shape<btCapsuleShape>(0.2F, 0.5F)};
        for (int i = 0; i < 60; ++i) {
            const auto between = [&](double low, double high) {
                return static_cast<btScalar>(random.uniform(low, high));
            };
            world.add(*shapes[i % 3], 1, {between(-1.4, 1.4), 1 + 0.4F * static_cast<btScalar>(i), between(-1.4, 1.4)},
                      btQuaternion(between(-3, 3), between(-3, 3), between(-3, 3)));
        }
        world.step(900);
        EXPECT_LT(world.kinetic_energy(), 0.05);
        EXPECT_LT(world.deepest(), 0.03);
        EXPECT_GT(satori_of(world).report().contact_count, 60U);
        EXPECT_EQ(satori_of(world).take_status(), Status::ok);
        for (const auto& body : world.bodies()) EXPECT_GT(body->getWorldTransform().getOrigin().y(), -1.01);
        return world.state();
    });
    EXPECT_FALSE(state.empty());
}

TEST(BulletDispatcher, SleepingPairsAreNotAsked) {
    BulletWorld world(Engine::satori, Contacts::satori);
    world.add_floor();
    btRigidBody& box = world.add_box({0.5F, 0.5F, 0.5F}, 1, {0, 0.5F, 0});
    world.world().performDiscreteCollisionDetection();
    EXPECT_EQ(satori_of(world).report().box_pair_count, 1U);
    for (const auto& body : world.bodies()) body->forceActivationState(ISLAND_SLEEPING);
    world.world().performDiscreteCollisionDetection();
    EXPECT_EQ(satori_of(world).report().box_pair_count, 0U);
    EXPECT_NE(only_contact(world), nullptr) << "contacts stay";
    box.forceActivationState(ACTIVE_TAG);
    world.world().performDiscreteCollisionDetection();
    EXPECT_EQ(satori_of(world).report().box_pair_count, 1U);
}

TEST(BulletDispatcher, MarginBelongsToTheBox) {
    BulletWorld world(Engine::satori, Contacts::satori);
    world.add_floor();
    auto& shape = world.shape<btBoxShape>(btVector3(0.5F, 0.5F, 0.5F));
    shape.setMargin(0.2F);
    world.add(shape, 1, {0, 0.499F, 0});
    world.world().performDiscreteCollisionDetection();
    btPersistentManifold* const manifold = only_contact(world);
    ASSERT_NE(manifold, nullptr);
    EXPECT_NEAR(manifold->getContactPoint(0).getDistance(), -1e-3, 1e-6);
}

/// The program removes the pairs of a body at rest, or its contacts. The next step has both again.
TEST(BulletDispatcher, ContactsTakenOutByHandComeBack) {
    BulletWorld world(Engine::satori, Contacts::satori);
    world.add_floor();
    btRigidBody& box = world.add_box({0.5F, 0.5F, 0.5F}, 1, {0, 0.5F, 0});
    world.step(60);
    const btScalar height = box.getWorldTransform().getOrigin().y();
    btOverlappingPairCache& cache = *world.broadphase().getOverlappingPairCache();
    for (int i = 0; i < 120; ++i) {
        if (i % 2 == 0)
            cache.removeOverlappingPairsContainingProxy(box.getBroadphaseProxy(), &world.dispatcher());
        else
            cache.cleanProxyFromPairs(box.getBroadphaseProxy(), &world.dispatcher());
        EXPECT_EQ(only_contact(world), nullptr);
        world.world().performDiscreteCollisionDetection();
        ASSERT_NE(only_contact(world), nullptr);
        EXPECT_EQ(only_contact(world)->getNumContacts(), 4);
        world.step();
    }
    EXPECT_NEAR(box.getWorldTransform().getOrigin().y(), height, 0.01);
}

/// A shape is scaled while it is in use, either the body's on the floor or the floor's. The next step uses the new
/// size, with any broadphase.
TEST(BulletDispatcher, BoxesScaledInPlaceHaveTheirNewSize) {
    for (const Engine engine : {Engine::bullet_tree, Engine::bullet_simple, Engine::satori}) {
        BulletWorld world(engine, Contacts::satori);
        auto& floor_shape = world.shape<btBoxShape>(btVector3(50, 1, 50));
        auto& shape = world.shape<btBoxShape>(btVector3(0.5F, 0.5F, 0.5F));
        btRigidBody& ground = world.add(floor_shape, 0, {0, -1, 0});
        btRigidBody& box = world.add(shape, 1, {0, 0.499F, 0});
        // The contact's depth and reach across the floor, with the box's center at a height.
        const auto expect_contact = [&](double height, double depth, double half) {
            box.getWorldTransform().setOrigin({0, static_cast<btScalar>(height), 0});
            world.world().performDiscreteCollisionDetection();
            btPersistentManifold* const manifold = only_contact(world);
            ASSERT_NE(manifold, nullptr);
            ASSERT_EQ(manifold->getNumContacts(), 4);
            for (int p = 0; p < 4; ++p) {
                const btManifoldPoint& point = manifold->getContactPoint(p);
                EXPECT_NEAR(point.getDistance(), -depth, 1e-5);
                EXPECT_NEAR(std::abs(point.getPositionWorldOnB().x()), half, 1e-5);
                EXPECT_NEAR(std::abs(point.getPositionWorldOnB().z()), half, 1e-5);
            }
        };
        expect_contact(0.499, 1e-3, 0.5);
        shape.setLocalScaling({2, 2, 2});
        expect_contact(0.999, 1e-3, 1);
        shape.setLocalScaling({0.5F, 0.5F, 0.5F});
        expect_contact(0.249, 1e-3, 0.25);
        const btScalar margin = shape.getMargin();
        shape.setLocalScaling({1, 1, 1});
        shape.setImplicitShapeDimensions(btVector3(2, 0.75F, 2) - btVector3(margin, margin, margin));
        expect_contact(0.748, 2e-3, 2);
        floor_shape.setLocalScaling({1, 2, 1});
        expect_contact(1.748, 2e-3, 2);
        floor_shape.setLocalScaling({1, 1, 1});
        world.world().performDiscreteCollisionDetection();
        EXPECT_EQ(only_contact(world), nullptr) << "far above the floor";
        expect_contact(0.748, 2e-3, 2);
        // The box grows into the floor and is pushed out.
        shape.setImplicitShapeDimensions(btVector3(2, 1, 2) - btVector3(margin, margin, margin));
        world.step(240);
        EXPECT_NEAR(box.getWorldTransform().getOrigin().y(), 1, 0.02);
        EXPECT_EQ(ground.getWorldTransform().getOrigin().y(), -1);
    }
}

/// The lower box becomes narrow: no point stays at its old place.
TEST(BulletDispatcher, PointsOfABoxScaledInPlaceLieOnIt) {
    for (const Engine engine : {Engine::bullet_tree, Engine::satori}) {
        BulletWorld world(engine, Contacts::satori);
        auto& lower = world.shape<btBoxShape>(btVector3(1, 1, 1));
        world.add(lower, 0, {0, 0, 0}, btQuaternion(btVector3(0, 1, 0), 0.4F));
        world.add_box({1, 0.5F, 1}, 1, {0.2F, 1.499F, 0.1F});
        const auto expect_within = [&](double half) {
            world.world().performDiscreteCollisionDetection();
            btPersistentManifold* const manifold = only_contact(world);
            ASSERT_NE(manifold, nullptr);
            for (int p = 0; p < manifold->getNumContacts(); ++p) {
                const btVector3& on_lower = manifold->getContactPoint(p).m_localPointA;
                EXPECT_LE(std::abs(on_lower.x()), half + 1e-5);
                EXPECT_NEAR(on_lower.y(), 1, 1e-5);
            }
        };
        expect_within(1);
        lower.setLocalScaling({0.2F, 1, 1});
        expect_within(0.2);
        lower.setLocalScaling({1, 1, 1});
        expect_within(1);
        // The lower box now ends half a meter lower. The tree keeps the pair, but its points disappear.
        lower.setLocalScaling({1, 0.5F, 1});
        world.world().performDiscreteCollisionDetection();
        EXPECT_EQ(only_contact(world), nullptr);
    }
}

TEST(BulletDispatcher, IllegalBodiesTouchNothing) {
    BulletWorld world(Engine::satori, Contacts::satori);
    world.add_box({100, 100, 100}, 0, {2e8F, 0, 0});
    world.add_box({100, 100, 100}, 1, {2e8F, 100, 0});
    world.add_box({1, 1, 1}, 0, {0, 0, 0});
    world.add_box({1, 1, 1}, 1, {0, 1.5F, 0});
    world.world().performDiscreteCollisionDetection();
    EXPECT_EQ(satori_of(world).report().box_pair_count, 2U);
    EXPECT_EQ(satori_of(world).report().contact_count, 1U);
    EXPECT_EQ(satori_of(world).take_status(), Status::ok);
}

TEST(BulletDispatcher, ContactsMoveOnWhereACallFails) {
    class Faulty final : public Executor {
    public:
        bool broken = false;
        void run(std::uint32_t count, Body body, void* context) override {
            if (!broken) serial_executor().run(count, body, context);
        }
        unsigned concurrency() const noexcept override { return 2; }
    } executor;
    BulletWorld world(Engine::bullet_tree, Contacts::satori, {Isa::best, &executor});
    world.add_floor();
    btRigidBody& box = world.add_box({0.5F, 0.5F, 0.5F}, 1, {0, 0.499F, 0});
    world.world().performDiscreteCollisionDetection();
    ASSERT_NE(only_contact(world), nullptr);
    // There are so many pairs that the library calls the executor.
    for (int i = 0; i < 100; ++i) world.add_box({0.5F, 0.5F, 0.5F}, 1, {10, 5, 0});
    executor.broken = true;
    box.getWorldTransform().getOrigin().setY(0.497F);
    world.world().performDiscreteCollisionDetection();
    EXPECT_EQ(satori_of(world).take_status(), Status::executor_failed);
    EXPECT_EQ(satori_of(world).take_status(), Status::ok);
    btPersistentManifold* const manifold = only_contact(world);
    ASSERT_NE(manifold, nullptr);
    EXPECT_NEAR(manifold->getContactPoint(0).getDistance(), -3e-3, 1e-6);
}

/// Compares the states of a whole run: every instruction set, any executor, pairs in any order.
TEST(BulletDispatcher, SameStateFromEveryInstructionSetAndExecutor) {
    const auto run = [](const Execution& execution) {
        BulletWorld world(Engine::satori, Contacts::satori, execution);
        drop_pile(world, 40);
        world.step(180);
        EXPECT_GT(satori_of(world).report().contact_count, 40U);
        EXPECT_EQ(satori_of(world).take_status(), Status::ok);
        return world.state();
    };
    const Bytes state = on_every_isa(run);
    ThreadExecutor threads(3);
    EXPECT_TRUE(run({Isa::best, &threads}) == state);
    EXPECT_TRUE(run({}) == state);
}

}  // namespace
}  // namespace satori::test
