// Tests BulletBroadphase through Bullet's interface, against Bullet's own broadphases.

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include <BulletCollision/BroadphaseCollision/btSimpleBroadphase.h>
#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <LinearMath/btAabbUtil2.h>
#include <gtest/gtest.h>

#include "bullet/bullet_world.hpp"
#include "support/random.hpp"

namespace satori::test {
namespace {

struct Bounds {
    btVector3 min, max;
};

Bounds random_bounds(Random& random) {
    const auto within = [&](double low, double high) { return static_cast<btScalar>(random.uniform(low, high)); };
    const btVector3 min(within(-10, 10), within(-10, 10), within(-10, 10));
    return {min, min + btVector3(within(0.1, 4), within(0.1, 4), within(0.1, 4))};
}

btBroadphaseProxy* create(btBroadphaseInterface& broadphase, const Bounds& bounds, int group = 1, int mask = 1) {
    return broadphase.createProxy(bounds.min, bounds.max, 0, &broadphase, group, mask, nullptr);
}

/// Collects the proxies that a query finds, by unique id.
struct RayHits : btBroadphaseRayCallback {
    std::multiset<int> ids;
    RayHits(const btVector3& from, const btVector3& to) {
        const btVector3 direction = (to - from).normalized();
        for (int k = 0; k < 3; ++k) {
            m_rayDirectionInverse[k] = direction[k] == 0 ? btScalar(BT_LARGE_FLOAT) : 1 / direction[k];
            m_signs[k] = m_rayDirectionInverse[k] < 0;
        }
        m_lambda_max = direction.dot(to - from);
    }
    bool process(const btBroadphaseProxy* proxy) override {
        ids.insert(proxy->m_uniqueId);
        return true;
    }
};
struct AabbHits : btBroadphaseAabbCallback {
    std::multiset<int> ids;
    bool process(const btBroadphaseProxy* proxy) override {
        ids.insert(proxy->m_uniqueId);
        return true;
    }
};

TEST(BulletBroadphase, QueriesFindWhatBulletFinds) {
    Random random(3);
    BulletBroadphase satori;
    btDbvtBroadphase tree;                    // exact as long as nothing has moved
    std::vector<btBroadphaseProxy*> of_tree;  // the tree does not free them
    for (int i = 0; i < 300; ++i) {
        const Bounds bounds = random_bounds(random);
        of_tree.push_back(create(tree, bounds));
        EXPECT_EQ(create(satori, bounds)->m_uniqueId, of_tree.back()->m_uniqueId);
    }
    std::size_t rays = 0, swept = 0, boxes = 0;
    for (int i = 0; i < 500; ++i) {
        const Bounds query = random_bounds(random);
        btVector3 from = random_bounds(random).min;
        const btVector3 to = random_bounds(random).min;
        if (i % 3 == 0) from.setY(to.y());
        const auto cast = [&](btBroadphaseInterface& broadphase, const btVector3& half) {
            RayHits hits(from, to);
            broadphase.rayTest(from, to, hits, -half, half);
            return hits.ids;
        };
        const auto touch = [&](btBroadphaseInterface& broadphase) {
            AabbHits hits;
            broadphase.aabbTest(query.min, query.max, hits);
            return hits.ids;
        };
        const btVector3 none(0, 0, 0), half(0.3F, 0.1F, 0.2F);
        EXPECT_EQ(cast(satori, none), cast(tree, none));
        EXPECT_EQ(cast(satori, half), cast(tree, half));
        EXPECT_EQ(touch(satori), touch(tree));
        rays += cast(tree, none).size();
        swept += cast(tree, half).size();
        boxes += touch(tree).size();
    }
    EXPECT_GT(rays, 500U);
    EXPECT_GT(swept, rays);
    EXPECT_GT(boxes, 500U);
    btVector3 min[2], max[2];
    satori.getBroadphaseAabb(min[0], max[0]);
    tree.getBroadphaseAabb(min[1], max[1]);
    EXPECT_EQ(min[0], min[1]);
    EXPECT_EQ(max[0], max[1]);
    for (btBroadphaseProxy* proxy : of_tree) tree.destroyProxy(proxy, nullptr);
}

/// Proxies are added, moved and removed, with groups and masks. After each step the pairs are those of
/// btSimpleBroadphase.
TEST(BulletBroadphase, PairsAreThoseOfTouchingAabbsThatFiltersLetIn) {
    for (const bool deferred : {false, true}) {
        Random random(5);
        btSortedOverlappingPairCache sorted;
        BulletBroadphase satori(deferred ? &sorted : nullptr);
        btSimpleBroadphase simple(1000);
        // Unique ids differ between the two broadphases. The test identifies proxies by their number.
        struct Twin {
            btBroadphaseProxy* satori;
            btBroadphaseProxy* simple;
        };
        std::vector<Twin> twins;
        std::size_t most = 0;
        for (int step = 0; step < 60; ++step) {
            for (int i = 0; i < (step == 0 ? 200 : 5); ++i) {
                const Bounds bounds = random_bounds(random);
                const int group = 1 << random.below(3), mask = static_cast<int>(random.below(8));
                twins.push_back({create(satori, bounds, group, mask), create(simple, bounds, group, mask)});
            }
            for (int i = 0; i < 5; ++i) {
                const auto at = random.below(static_cast<std::uint32_t>(twins.size()));
                satori.destroyProxy(twins[at].satori, nullptr);
                simple.destroyProxy(twins[at].simple, nullptr);
                twins.erase(twins.begin() + at);
            }
            for (const Twin& twin : twins) {
                if (random.coin()) continue;
                const Bounds bounds = random_bounds(random);
                satori.setAabb(twin.satori, bounds.min, bounds.max, nullptr);
                simple.setAabb(twin.simple, bounds.min, bounds.max, nullptr);
                btVector3 min, max;
                satori.getAabb(twin.satori, min, max);
                EXPECT_EQ(min, bounds.min);
                EXPECT_EQ(max, bounds.max);
            }
            satori.calculateOverlappingPairs(nullptr);
            simple.calculateOverlappingPairs(nullptr);
            const auto by_number = [&](btOverlappingPairCache& cache, auto which) {
                std::set<std::pair<std::size_t, std::size_t>> pairs;
                for (int i = 0; i < cache.getNumOverlappingPairs(); ++i) {
                    const btBroadphasePair& pair = cache.getOverlappingPairArray()[i];
                    EXPECT_LT(pair.m_pProxy0->m_uniqueId, pair.m_pProxy1->m_uniqueId);
                    const auto number = [&](const btBroadphaseProxy* proxy) {
                        const auto found = std::ranges::find(twins, proxy, which);
                        EXPECT_NE(found, twins.end());
                        return static_cast<std::size_t>(found - twins.begin());
                    };
                    EXPECT_TRUE(pairs.insert(std::minmax(number(pair.m_pProxy0), number(pair.m_pProxy1))).second);
                }
                return pairs;
            };
            const auto expected = by_number(*simple.getOverlappingPairCache(), &Twin::simple);
            EXPECT_EQ(by_number(*satori.getOverlappingPairCache(), &Twin::satori), expected);
            most = std::max(most, expected.size());
        }
        EXPECT_GT(most, 40U);
        EXPECT_EQ(satori.take_status(), Status::ok);
        for (const Twin& twin : twins) {
            satori.destroyProxy(twin.satori, nullptr);
            simple.destroyProxy(twin.simple, nullptr);
        }
        EXPECT_EQ(satori.getOverlappingPairCache()->getNumOverlappingPairs(), 0);
    }
}

TEST(BulletBroadphase, AsksTheFilterOfTheUser) {
    struct OddOnly : btOverlapFilterCallback {
        bool all = false;
        bool needBroadphaseCollision(btBroadphaseProxy* a, btBroadphaseProxy* b) const override {
            return all || (a->m_uniqueId % 2 == 1 && b->m_uniqueId % 2 == 1);
        }
    } filter;
    BulletBroadphase satori;
    btOverlappingPairCache& cache = *satori.getOverlappingPairCache();
    cache.setOverlapFilterCallback(&filter);
    for (int i = 0; i < 4; ++i) create(satori, {{0, 0, 0}, {1, 1, 1}}, 0, 0);
    EXPECT_EQ(cache.getNumOverlappingPairs(), 0) << "pairs come with the step";
    satori.calculateOverlappingPairs(nullptr);
    EXPECT_EQ(pairs_of(cache), (std::vector<std::pair<int, int>>{{1, 3}}));

    filter.all = true;
    satori.refresh_pairs(nullptr);
    EXPECT_EQ(cache.getNumOverlappingPairs(), 6);
    filter.all = false;
    satori.refresh_pairs(nullptr);
    EXPECT_EQ(pairs_of(cache), (std::vector<std::pair<int, int>>{{1, 3}}));
}

/// Pairs that the program takes out of the cache are back after the next step, as with Bullet's tree when it defers
/// collision.
TEST(BulletBroadphase, PairsTakenOutByHandComeBack) {
    for (const bool sorted : {false, true}) {
        Random random(23);
        btSortedOverlappingPairCache sorted_cache;
        BulletBroadphase satori(sorted ? &sorted_cache : nullptr);
        btDbvtBroadphase tree;
        tree.m_deferedcollide = true;
        std::vector<btBroadphaseProxy*> ours, theirs;
        for (int i = 0; i < 200; ++i) {
            const Bounds bounds = random_bounds(random);
            const int mask = static_cast<int>(1 + random.below(3));
            ours.push_back(create(satori, bounds, 1 << random.below(2), mask));
            theirs.push_back(create(tree, bounds, ours.back()->m_collisionFilterGroup, mask));
        }
        btOverlappingPairCache &of_satori = *satori.getOverlappingPairCache(),
                               &of_tree = *tree.getOverlappingPairCache();
        const auto step = [&] {
            // A world sets all AABBs. The tree looks only at proxies whose AABB was set.
            for (btBroadphaseProxy* proxy : ours) satori.setAabb(proxy, proxy->m_aabbMin, proxy->m_aabbMax, nullptr);
            for (btBroadphaseProxy* proxy : theirs) tree.setAabb(proxy, proxy->m_aabbMin, proxy->m_aabbMax, nullptr);
            satori.calculateOverlappingPairs(nullptr);
            tree.calculateOverlappingPairs(nullptr);
            EXPECT_EQ(pairs_of(of_satori), pairs_of(of_tree));
        };
        step();
        const int count = of_tree.getNumOverlappingPairs();
        ASSERT_GT(count, 30);
        for (std::size_t i = 0; i < 20; ++i) {
            of_satori.removeOverlappingPairsContainingProxy(ours[i], nullptr);
            of_tree.removeOverlappingPairsContainingProxy(theirs[i], nullptr);
            EXPECT_EQ(of_satori.getNumOverlappingPairs(), of_tree.getNumOverlappingPairs());
            if (i == 5) {  // one of its pairs also ends for good
                satori.destroyProxy(ours.back(), nullptr);
                tree.destroyProxy(theirs.back(), nullptr);
                ours.pop_back();
                theirs.pop_back();
            }
            step();
        }
        // Removes all pairs, by a program's own callback.
        struct All : btOverlapCallback {
            bool processOverlap(btBroadphasePair&) override { return true; }
        } all;
        of_satori.processAllOverlappingPairs(&all, nullptr);
        of_tree.processAllOverlappingPairs(&all, nullptr);
        EXPECT_EQ(of_satori.getNumOverlappingPairs(), 0);
        step();
        EXPECT_GT(of_satori.getNumOverlappingPairs(), count / 2);
        // A removed pair that does not touch any more stays away.
        of_satori.removeOverlappingPairsContainingProxy(ours[0], nullptr);
        satori.setAabb(ours[0], {100, 0, 0}, {101, 1, 1}, nullptr);
        satori.calculateOverlappingPairs(nullptr);
        for (const auto& [first, second] : pairs_of(of_satori)) EXPECT_NE(first, 1);
        EXPECT_EQ(satori.take_status(), Status::ok);
        for (btBroadphaseProxy* proxy : ours) satori.destroyProxy(proxy, nullptr);
        for (btBroadphaseProxy* proxy : theirs) tree.destroyProxy(proxy, nullptr);
    }
}

/// Pairs that a new filter accepts begin in the next step. Pairs that it rejects stay until they separate. Bullet's
/// tree does the same.
TEST(BulletBroadphase, AnotherFilterIsAskedInTheNextStep) {
    struct FirstOnly : btOverlapFilterCallback {
        bool needBroadphaseCollision(btBroadphaseProxy* a, btBroadphaseProxy* b) const override {
            return a->m_uniqueId == 1 || b->m_uniqueId == 1;
        }
    } filter;
    BulletBroadphase satori;
    btDbvtBroadphase tree;
    tree.m_deferedcollide = true;
    std::vector<btBroadphaseProxy*> proxies[2];
    for (const bool let_all_in : {false, true, false, false, true}) {
        std::vector<std::pair<int, int>> pairs[2];
        for (const int k : {0, 1}) {
            btBroadphaseInterface& broadphase = k == 0 ? static_cast<btBroadphaseInterface&>(satori) : tree;
            btOverlappingPairCache& cache = *broadphase.getOverlappingPairCache();
            cache.setOverlapFilterCallback(let_all_in ? nullptr : &filter);
            proxies[k].push_back(create(broadphase, {{0, 0, 0}, {1, 1, 1}}));
            for (btBroadphaseProxy* proxy : proxies[k]) broadphase.setAabb(proxy, {0, 0, 0}, {1, 1, 1}, nullptr);
            broadphase.calculateOverlappingPairs(nullptr);
            pairs[k] = pairs_of(cache);
        }
        EXPECT_EQ(pairs[0], pairs[1]);
    }
    EXPECT_EQ(satori.getOverlappingPairCache()->getNumOverlappingPairs(), 10);
    for (btBroadphaseProxy* proxy : proxies[1]) tree.destroyProxy(proxy, nullptr);
}

TEST(BulletBroadphase, MarginKeepsPairsForLonger) {
    BulletBroadphase satori(nullptr, {0.5F, 0});
    create(satori, {{0, 0, 0}, {1, 1, 1}});
    btBroadphaseProxy* const other = create(satori, {{1.75F, 0, 0}, {3, 1, 1}});
    satori.calculateOverlappingPairs(nullptr);
    EXPECT_EQ(satori.getOverlappingPairCache()->getNumOverlappingPairs(), 1);
    AabbHits hits;
    satori.aabbTest({1.25F, 0, 0}, {1.5F, 1, 1}, hits);
    EXPECT_TRUE(hits.ids.empty()) << "queries are about the AABBs as set";
    satori.setAabb(other, {4, 0, 0}, {5, 1, 1}, nullptr);
    satori.calculateOverlappingPairs(nullptr);
    EXPECT_EQ(satori.getOverlappingPairCache()->getNumOverlappingPairs(), 0);
}

TEST(BulletBroadphase, IllegalAabbsChangeNoPairs) {
    const btScalar nan = std::numeric_limits<btScalar>::quiet_NaN();
    BulletBroadphase satori;
    btBroadphaseProxy* const first = create(satori, {{0, 0, 0}, {1, 1, 1}});
    btBroadphaseProxy* const never = create(satori, {{0, 0, 0}, {nan, 1, 1}});
    EXPECT_EQ(satori.take_status(), Status::invalid_bounds);
    EXPECT_EQ(satori.take_status(), Status::ok);
    create(satori, {{0.5F, 0.5F, 0.5F}, {2, 2, 2}});
    satori.calculateOverlappingPairs(nullptr);
    EXPECT_EQ(pairs_of(*satori.getOverlappingPairCache()), (std::vector<std::pair<int, int>>{{1, 3}}));

    satori.setAabb(first, {9, 0, 0}, {8, 1, 1}, nullptr);
    EXPECT_EQ(satori.take_status(), Status::invalid_bounds);
    satori.calculateOverlappingPairs(nullptr);
    EXPECT_EQ(satori.getOverlappingPairCache()->getNumOverlappingPairs(), 1);
    satori.setAabb(never, {0, 0, 0}, {1, 1, 1}, nullptr);
    satori.calculateOverlappingPairs(nullptr);
    EXPECT_EQ(satori.getOverlappingPairCache()->getNumOverlappingPairs(), 3);
    satori.destroyProxy(never, nullptr);
    satori.destroyProxy(create(satori, {{nan, 0, 0}, {1, 1, 1}}), nullptr);
    EXPECT_EQ(satori.boxes().size(), 2U);
}

/// More AABBs arrive between two steps than one batch moves: several per proxy, some of them illegal. The last legal
/// one counts.
TEST(BulletBroadphase, LastLegalAabbOfManyCounts) {
    const btScalar nan = std::numeric_limits<btScalar>::quiet_NaN();
    Random random(17);
    BulletBroadphase satori;
    std::vector<btBroadphaseProxy*> proxies;
    for (int i = 0; i < 400; ++i) proxies.push_back(create(satori, random_bounds(random)));
    std::vector<Bounds> legal(proxies.size());
    for (int round = 0; round < 3; ++round) {
        for (std::size_t i = 0; i < proxies.size(); ++i) {
            const Bounds passed = random_bounds(random);
            satori.setAabb(proxies[i], passed.min, passed.max, nullptr);
            legal[i] = random_bounds(random);
            satori.setAabb(proxies[i], legal[i].min, legal[i].max, nullptr);
            if ((i + static_cast<std::size_t>(round)) % 7 == 0)
                satori.setAabb(proxies[i], {nan, 0, 0}, {1, 1, 1}, nullptr);
        }
        std::rotate(proxies.begin(), proxies.begin() + 100, proxies.end());  // ids that do not ascend
        std::rotate(legal.begin(), legal.begin() + 100, legal.end());
    }
    // One proxy is destroyed while its move is still pending.
    satori.destroyProxy(proxies.back(), nullptr);
    proxies.pop_back();
    satori.calculateOverlappingPairs(nullptr);
    EXPECT_EQ(satori.take_status(), Status::invalid_bounds);
    EXPECT_EQ(satori.take_status(), Status::ok);

    std::vector<std::pair<int, int>> expected;
    for (std::size_t i = 0; i < proxies.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (TestAabbAgainstAabb2(legal[i].min, legal[i].max, legal[k].min, legal[k].max))
                expected.emplace_back(std::minmax(proxies[i]->m_uniqueId, proxies[k]->m_uniqueId));
    std::ranges::sort(expected);
    EXPECT_GT(expected.size(), 300U);
    EXPECT_EQ(pairs_of(*satori.getOverlappingPairCache()), expected);
}

TEST(BulletBroadphase, ResetPoolStartsAnewWithoutProxies) {
    BulletBroadphase satori;
    btBroadphaseProxy* const proxy = create(satori, {{0, 0, 0}, {1, 1, 1}});
    satori.resetPool(nullptr);
    EXPECT_EQ(satori.boxes().size(), 1U);
    satori.destroyProxy(proxy, nullptr);
    EXPECT_EQ(create(satori, {{0, 0, 0}, {1, 1, 1}})->m_uniqueId, 2);

    BulletBroadphase empty;
    empty.destroyProxy(create(empty, {{0, 0, 0}, {1, 1, 1}}), nullptr);
    empty.resetPool(nullptr);
    btVector3 min(1, 1, 1), max(1, 1, 1);
    empty.getBroadphaseAabb(min, max);
    EXPECT_EQ(min, btVector3(0, 0, 0));
    EXPECT_EQ(max, btVector3(0, 0, 0));
    EXPECT_EQ(create(empty, {{0, 0, 0}, {1, 1, 1}})->m_uniqueId, 1);
}

/// A proxy whose AABB was never legal has no box, but it counts as well: it takes a unique id, and its memory is freed.
TEST(BulletBroadphase, ProxiesWithoutABoxAreProxiesToo) {
    const btScalar nan = std::numeric_limits<btScalar>::quiet_NaN();
    const Bounds nowhere{{nan, 0, 0}, {1, 1, 1}}, somewhere{{0, 0, 0}, {1, 1, 1}};
    BulletBroadphase satori;
    std::vector<btBroadphaseProxy*> proxies;
    for (int i = 0; i < 3; ++i) proxies.push_back(create(satori, nowhere));
    EXPECT_EQ(satori.take_status(), Status::invalid_bounds);
    satori.resetPool(nullptr);
    proxies.push_back(create(satori, nowhere));
    EXPECT_EQ(proxies[3]->m_uniqueId, 4);
    satori.setAabb(proxies[1], somewhere.min, somewhere.max, nullptr);
    EXPECT_EQ(satori.boxes().size(), 1U);
    satori.destroyProxy(proxies[1], nullptr);
    satori.resetPool(nullptr);
    proxies[1] = create(satori, nowhere);
    EXPECT_EQ(proxies[1]->m_uniqueId, 5);
    for (btBroadphaseProxy* proxy : {proxies[3], proxies[0], proxies[1]}) satori.destroyProxy(proxy, nullptr);
    // The broadphase frees the last one.
}

TEST(BulletBroadphase, PrintsItsStatistics) {
    BulletBroadphase satori;
    create(satori, {{0, 0, 0}, {1, 1, 1}});
    create(satori, {{0, 0, 0}, {1, 1, 1}});
    satori.calculateOverlappingPairs(nullptr);
    testing::internal::CaptureStdout();
    satori.printStats();
    EXPECT_EQ(testing::internal::GetCapturedStdout().rfind("satori: 2 boxes, 1 touching pairs, 1 of them", 0), 0U);
}

/// The pair cache's internal callback tells a ghost its overlaps, while bodies pass through it and are removed.
TEST(BulletBroadphase, GhostsKnowWhatTheyOverlap) {
    for (const Engine engine : {Engine::bullet_simple, Engine::satori}) {
        btGhostPairCallback ghosts;
        BulletWorld world(engine, Contacts::satori);
        world.broadphase().getOverlappingPairCache()->setInternalGhostPairCallback(&ghosts);
        btPairCachingGhostObject ghost;
        btBoxShape region(btVector3(1, 1, 1));
        ghost.setCollisionShape(&region);
        ghost.setCollisionFlags(btCollisionObject::CF_NO_CONTACT_RESPONSE);
        ghost.setWorldTransform(btTransform(btQuaternion::getIdentity(), {0, 5, 0}));
        world.world().addCollisionObject(&ghost, btBroadphaseProxy::SensorTrigger, btBroadphaseProxy::AllFilter);
        btRigidBody& falling = world.add_box({0.25F, 0.25F, 0.25F}, 1, {0, 8, 0});
        btRigidBody& resting = world.add_box({0.25F, 0.25F, 0.25F}, 1, {0.5F, 5, 0.5F});
        resting.setGravity({0, 0, 0});

        std::vector<int> counts;
        for (int step = 0; step < 90; ++step) {
            world.step();
            counts.push_back(ghost.getNumOverlappingObjects());
            EXPECT_EQ(counts.back(), ghost.getOverlappingPairCache()->getNumOverlappingPairs());
            if (ghost.getNumOverlappingObjects() == 2) {
                // Its own pairs have contacts too, by the same dispatcher.
                world.world().getDispatcher()->dispatchAllCollisionPairs(
                    ghost.getOverlappingPairCache(), world.world().getDispatchInfo(), world.world().getDispatcher());
            }
        }
        EXPECT_EQ(counts.front(), 1);
        EXPECT_EQ(*std::ranges::max_element(counts), 2);
        EXPECT_EQ(counts.back(), 1) << "it has fallen through";
        world.remove(resting);
        EXPECT_EQ(ghost.getNumOverlappingObjects(), 0);
        EXPECT_LT(falling.getWorldTransform().getOrigin().y(), 3);
        world.world().removeCollisionObject(&ghost);
    }
}

}  // namespace
}  // namespace satori::test
