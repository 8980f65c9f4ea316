#pragma once

#include <cstdint>

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>

#include <satori/broadphase.hpp>
#include <satori/covered_sides.hpp>
#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/pairs.hpp>
#include <satori/status.hpp>

/// satori in the Bullet physics engine (single precision; tested with 3.24): its broadphase, and its contacts between boxes. A
/// library of its own, `satori::bullet`: it alone needs Bullet. Both parts work alone as well, with Bullet's own other one.
#if defined(BT_USE_DOUBLE_PRECISION)
#error "satori::bullet is for Bullet in single precision"
#endif

SATORI_NAMESPACE_BEGIN

namespace detail {
class BulletBoxes;
}

/// A btBroadphaseInterface on a satori::Broadphase. Bullet's functions cannot fail: what went wrong is kept for take_status().
///
/// **Pairs** appear and go in calculateOverlappingPairs(), which a world calls in each step, as with btDbvtBroadphase where it defers
/// collision (m_deferedcollide): a new proxy has none before that. They are those whose AABBs touch now, by BroadphaseOptions
/// enlarged ones, and that the pair cache's filters let in. Unique ids ascend in the order of creation and are never used twice, as
/// btDbvtBroadphase's.
///
/// **Filters** are asked when a pair begins to touch, by refresh_pairs(), and in the first step with another filter callback: what
/// that one lets in is there then. What it refuses stays until it parts, as Bullet has it, or until refresh_pairs(). That has to be
/// called after answers of the same callback, groups or masks have changed.
///
/// **Pairs taken out of the cache by hand** (removeOverlappingPair(), removeOverlappingPairsContainingProxy()) are back after the next
/// step while they touch: it compares the number of the cache's pairs with what it left there, and offers all again where that is
/// another one, O(pairs). btDbvtBroadphase has them back by then too where it defers collision; else only when an AABB has moved
/// by more than 5 cm.
///
/// **AABBs** are taken in many at a time, at the latest in calculateOverlappingPairs(); boxes() may not know the last of them
/// before. Those that are no legal input of Broadphase (not finite, minimum above maximum) leave a proxy's pairs as they were; it has
/// none before its first legal one.
///
/// Memory comes from Bullet's allocator, which must have it for this object and for each proxy: Bullet's own classes do not look
/// either. Not to be used by two threads at a time, but for rayTest(), aabbTest() and getAabb() among themselves.
class SATORI_API BulletBroadphase final : public btBroadphaseInterface {
public:
    /// With a btHashedOverlappingPairCache of its own where `cache` is null; another one must outlive this.
    explicit BulletBroadphase(btOverlappingPairCache* cache = nullptr, const BroadphaseOptions& options = {},
                              const Execution& execution = {}) noexcept;
    /// Frees what proxies there still are; their pairs are the cache's.
    ~BulletBroadphase() override;
    BulletBroadphase(const BulletBroadphase&) = delete;
    BulletBroadphase& operator=(const BulletBroadphase&) = delete;

    btBroadphaseProxy* createProxy(const btVector3& aabb_min, const btVector3& aabb_max, int shape_type, void* user,
                                   int filter_group, int filter_mask, btDispatcher* dispatcher) noexcept override;
    void destroyProxy(btBroadphaseProxy* proxy, btDispatcher* dispatcher) override;
    void setAabb(btBroadphaseProxy* proxy, const btVector3& aabb_min, const btVector3& aabb_max,
                 btDispatcher* dispatcher) noexcept override;
    /// What was last set.
    void getAabb(btBroadphaseProxy* proxy, btVector3& aabb_min, btVector3& aabb_max) const noexcept override;

    /// Calls `callback` for each proxy whose AABB (as last set) the ray meets, in the order of their boxes' ids, by the
    /// callback's own inverse direction, signs and length; `aabb_min` and `aabb_max`: what is swept along the ray. O(proxies).
    void rayTest(const btVector3& from, const btVector3& to, btBroadphaseRayCallback& callback,
                 const btVector3& aabb_min = btVector3(0, 0, 0),
                 const btVector3& aabb_max = btVector3(0, 0, 0)) override;
    /// Calls `callback` for each proxy whose AABB (as last set) touches. O(proxies).
    void aabbTest(const btVector3& aabb_min, const btVector3& aabb_max, btBroadphaseAabbCallback& callback) override;

    void calculateOverlappingPairs(btDispatcher* dispatcher) override;
    btOverlappingPairCache* getOverlappingPairCache() noexcept override { return cache_; }
    const btOverlappingPairCache* getOverlappingPairCache() const noexcept override { return cache_; }
    /// What contains all AABBs as last set; zeros where there is no proxy. O(proxies).
    void getBroadphaseAabb(btVector3& aabb_min, btVector3& aabb_max) const noexcept override;
    /// Without proxies: starts anew, unique ids among the rest, so that what follows does not depend on what was. Else nothing.
    void resetPool(btDispatcher* dispatcher) noexcept override;
    /// Prints boxes, pairs and memory to stdout, in one line.
    void printStats() override;

    /// Offers the pair cache all pairs again, after its filters have changed, and takes from it those they refuse now. O(pairs).
    void refresh_pairs(btDispatcher* dispatcher);

    /// The first error since it was last asked, or ok. `out_of_memory` and `executor_failed`: pairs are those of the last step,
    /// and the next one catches up.
    Status take_status() noexcept;
    /// What holds the boxes: counts, memory, pairs.
    const Broadphase& boxes() const noexcept { return boxes_; }

private:
    struct Proxy;
    static constexpr std::uint32_t kMoves = 256;
    void note(Status status) noexcept;
    void offer_missing_pairs();
    void note_cache();
    void place(Proxy& proxy) noexcept;
    void move_boxes() noexcept;

    BroadphaseOptions options_;
    Execution execution_;
    Broadphase boxes_;
    btAlignedObjectArray<Proxy*> proxies_;   // by box
    btAlignedObjectArray<Proxy*> unplaced_;  // in none
    btOverlappingPairCache* cache_;
    // As the last step left the cache.
    int cache_pair_count_ = 0;
    btOverlapFilterCallback* cache_filter_ = nullptr;
    // AABBs set that the boxes do not have yet.
    std::uint32_t move_count_ = 0;
    std::uint32_t moved_boxes_[kMoves];
    Aabb moves_[kMoves];
    int last_uid_ = 0;
    bool owns_cache_;
    Status status_ = Status::ok;
};

/// What the last batch of boxes was: of a dispatchAllCollisionPairs(), or of one pair that the program asked about on its own.
/// Wall times, nanoseconds.
struct BulletDispatchReport {
    std::uint64_t box_pair_count = 0;  ///< pairs of two boxes, asked in one batch
    std::uint64_t contact_count = 0;   ///< of them in contact
    std::uint64_t gather_ns = 0;       ///< Bullet's walk over the pairs, other shapes' contacts included
    std::uint64_t intake_ns = 0;       ///< bodies to boxes
    std::uint64_t contacts_ns = 0;     ///< axes and manifolds
    std::uint64_t write_ns = 0;        ///< to Bullet's persistent manifolds
};

/// A btCollisionDispatcher whose contacts between two bodies (or ghosts) that are boxes are satori's, all of a step in one batch;
/// everything else, children of compounds too, it leaves to Bullet.
///
/// **Contacts.** A pair begins to touch when its boxes, Bullet's margin included, overlap, and then keeps the points that are
/// no further apart than gContactBreakingThreshold and the manifold's own threshold. A point goes on with the impulses, user data and
/// lifetime of the last step's point with its feature id (satori/manifold.hpp; in m_index0 of the btManifoldPoint), else of the
/// nearest one within the manifold's threshold. body 0 is the one whose proxy has the lower unique id. A pair has a manifold from
/// its first contact on.
///
/// **Shapes** may be scaled while they are in use (setLocalScaling(), setImplicitShapeDimensions(), setMargin()), whatever the
/// broadphase: contacts have the sizes of the step, and of points of earlier steps only those stay that go on.
///
/// **Bullet's rules** hold: filters, needsCollision(), near callback (one of the user's own is called for each pair, and finds the
/// contacts of boxes as they were; those that it passes on to defaultNearCallback() are asked after all pairs were walked over),
/// contact callbacks, friction anchors, sleep. Pair order is Bullet's (btDispatcherInfo::m_deterministicOverlappingPairs), and
/// contacts do not depend on it.
///
/// Bodies that are no legal input of BoxBatch (beyond 1e8 m, not finite) touch nothing. Where a call fails (take_status()) contacts
/// move on as Bullet's do between two looks. Bodies must be in a btCollisionWorld, else they are left to Bullet.
class SATORI_API BulletDispatcher : public btCollisionDispatcher {
public:
    /// `options`: how contacts are made. Their speculative distance is the larger of the options' and gContactBreakingThreshold;
    /// options that are not legal make take_status() say `invalid_argument`.
    explicit BulletDispatcher(btCollisionConfiguration* configuration, const Execution& execution = {},
                              const CollideOptions& options = {}) noexcept;
    ~BulletDispatcher() override;
    BulletDispatcher(const BulletDispatcher&) = delete;
    BulletDispatcher& operator=(const BulletDispatcher&) = delete;

    void dispatchAllCollisionPairs(btOverlappingPairCache* cache, const btDispatcherInfo& info,
                                   btDispatcher* dispatcher) override;

    /// Says which sides of a box its neighbors cover. Contacts do not push through them while there is another way:
    /// docs/inner_edges.md. 0 forgets the body, as has to be done before it is deleted. `invalid_argument`: above kAllSides.
    Status set_covered_sides(const btCollisionObject& body, CoveredSides sides) noexcept;

    /// The first error since it was last asked, or ok.
    Status take_status() noexcept;
    BulletDispatchReport report() const noexcept;

private:
    detail::BulletBoxes* boxes_;
};

SATORI_NAMESPACE_END
