#pragma once

#include <cstdint>

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>

#include <satori/broadphase.hpp>
#include <satori/contacts.hpp>
#include <satori/covered_sides.hpp>
#include <satori/executor.hpp>
#include <satori/export.hpp>
#include <satori/status.hpp>

#if defined(BT_USE_DOUBLE_PRECISION)
#error "satori::bullet is for Bullet in single precision"
#endif

SATORI_NAMESPACE_BEGIN

namespace detail {
class BulletBoxes;
}

/// @addtogroup bullet
///
/// satori in the Bullet physics engine (single precision; tested with 3.24): a broadphase, and contacts between
/// boxes. This is a separate library, `satori::bullet`; only it needs Bullet. Each of the two parts also works alone,
/// with Bullet's own other part.
/// @{

/// A btBroadphaseInterface on a satori::Broadphase. Bullet's functions cannot return errors: take_status() returns
/// the first one.
///
/// **Pairs** appear and disappear in calculateOverlappingPairs(), which a world calls in each step. This is what
/// btDbvtBroadphase does when it defers collision (m_deferedcollide): before that call a new proxy has no pairs.
/// Pairs are those whose AABBs, enlarged by BroadphaseOptions, touch now, and that the pair cache's filters accept.
/// Unique ids ascend in the order of creation and are never used twice, as in btDbvtBroadphase.
///
/// **Filters** are called when a pair begins to touch, in refresh_pairs(), and in the first step with another filter
/// callback. Pairs that the new callback accepts exist after that step. Pairs that it rejects stay until they
/// separate, as in Bullet, or until refresh_pairs(). The program must call refresh_pairs() after the answers of the
/// same callback, groups or masks change.
///
/// **Pairs removed from the cache by hand** (removeOverlappingPair(), removeOverlappingPairsContainingProxy()) return
/// after the next step while they touch. The step compares the number of pairs in the cache with the number that it
/// left there. When they differ, it offers all pairs again, O(pairs). btDbvtBroadphase restores them by then too when
/// it defers collision; otherwise only when an AABB has moved by more than 5 cm.
///
/// **AABBs** are passed on in batches, at the latest in calculateOverlappingPairs(); boxes() may not have the last
/// ones before that. An AABB that is not legal for Broadphase (not finite, minimum above maximum) leaves the proxy's
/// pairs unchanged; a proxy has no pairs before its first legal AABB.
///
/// Memory comes from Bullet's allocator, which must not fail for this object and for each proxy: Bullet's own classes
/// do not check either. Two threads must not use the object at the same time; only rayTest(), aabbTest() and
/// getAabb() may run at the same time as each other.
class SATORI_API BulletBroadphase final : public btBroadphaseInterface {
public:
    /// Creates a broadphase. When `cache` is null it makes its own btHashedOverlappingPairCache. Another cache must
    /// outlive this object.
    explicit BulletBroadphase(btOverlappingPairCache* cache = nullptr, const BroadphaseOptions& options = {},
                              const Execution& execution = {}) noexcept;
    /// Frees the proxies that still exist; their pairs belong to the cache.
    ~BulletBroadphase() override;
    BulletBroadphase(const BulletBroadphase&) = delete;
    BulletBroadphase& operator=(const BulletBroadphase&) = delete;

    /// Adds a proxy with an AABB.
    btBroadphaseProxy* createProxy(const btVector3& aabb_min, const btVector3& aabb_max, int shape_type, void* user,
                                   int filter_group, int filter_mask, btDispatcher* dispatcher) noexcept override;
    /// Removes a proxy and its pairs.
    void destroyProxy(btBroadphaseProxy* proxy, btDispatcher* dispatcher) override;
    /// Sets the AABB of a proxy.
    void setAabb(btBroadphaseProxy* proxy, const btVector3& aabb_min, const btVector3& aabb_max,
                 btDispatcher* dispatcher) noexcept override;
    /// Returns the AABB that was set last.
    void getAabb(btBroadphaseProxy* proxy, btVector3& aabb_min, btVector3& aabb_max) const noexcept override;

    /// Calls `callback` for each proxy whose AABB (as last set) the ray meets, in the order of the boxes' ids. The
    /// test uses the callback's own inverse direction, signs and length. `aabb_min` and `aabb_max` are the box swept
    /// along the ray. O(proxies).
    void rayTest(const btVector3& from, const btVector3& to, btBroadphaseRayCallback& callback,
                 const btVector3& aabb_min = btVector3(0, 0, 0),
                 const btVector3& aabb_max = btVector3(0, 0, 0)) override;
    /// Calls `callback` for each proxy whose AABB (as last set) touches the given AABB. O(proxies).
    void aabbTest(const btVector3& aabb_min, const btVector3& aabb_max, btBroadphaseAabbCallback& callback) override;

    /// Brings the pairs in the cache up to date.
    void calculateOverlappingPairs(btDispatcher* dispatcher) override;
    /// Returns the pair cache.
    btOverlappingPairCache* getOverlappingPairCache() noexcept override { return cache_; }
    /// Returns the pair cache, to read only.
    const btOverlappingPairCache* getOverlappingPairCache() const noexcept override { return cache_; }
    /// Returns the AABB of all AABBs as last set; zeros when there are no proxies. O(proxies).
    void getBroadphaseAabb(btVector3& aabb_min, btVector3& aabb_max) const noexcept override;
    /// Without proxies: resets everything, unique ids included, so that later results do not depend on the past. With
    /// proxies: does nothing.
    void resetPool(btDispatcher* dispatcher) noexcept override;
    /// Prints boxes, pairs and memory to stdout, in one line.
    void printStats() override;

    /// Offers all pairs to the pair cache again after its filters have changed, and removes those that the filters
    /// now reject. O(pairs).
    void refresh_pairs(btDispatcher* dispatcher);

    /// Returns the first error since the last call, or ok. After `out_of_memory` and `executor_failed` the pairs are
    /// those of the last step, and the next step brings them up to date.
    Status take_status() noexcept;
    /// Returns the Broadphase that holds the boxes: counts, memory, pairs.
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
    btAlignedObjectArray<Proxy*> unplaced_;  // proxies without a box
    btOverlappingPairCache* cache_;
    // The cache as the last step left it.
    int cache_pair_count_ = 0;
    btOverlapFilterCallback* cache_filter_ = nullptr;
    // AABBs that were set and not yet passed to the boxes.
    std::uint32_t move_count_ = 0;
    std::uint32_t moved_boxes_[kMoves];
    Aabb moves_[kMoves];
    int last_uid_ = 0;
    bool owns_cache_;
    Status status_ = Status::ok;
};

/// The report of the last batch of boxes. The batch is that of dispatchAllCollisionPairs(), or one pair that the
/// program tested itself. Wall times in nanoseconds.
struct BulletDispatchReport {
    std::uint64_t box_pair_count = 0;  ///< pairs of boxes, spheres and capsules in the batch
    std::uint64_t contact_count = 0;   ///< those in contact
    std::uint64_t gather_ns = 0;       ///< Bullet's walk over the pairs, with the contacts of other shapes
    std::uint64_t intake_ns = 0;       ///< bodies to boxes
    std::uint64_t contacts_ns = 0;     ///< axes and manifolds
    std::uint64_t write_ns = 0;        ///< to Bullet's persistent manifolds
};

/// A btCollisionDispatcher that makes the contacts between boxes, spheres and capsules (bodies or ghosts) with satori.
/// All contacts of a step are made in one batch. Everything else, children of compounds included, stays with Bullet.
/// What follows says "box" for all three.
///
/// **Contacts.** A pair begins to touch when its boxes, Bullet's margin included, overlap. From then on it keeps the
/// points that are no farther apart than gContactBreakingThreshold and the manifold's own threshold. A point takes
/// over the impulses, user data and lifetime of the last step's point with its feature id (satori/manifold.hpp; in
/// m_index0 of the btManifoldPoint), else of the nearest point within the manifold's threshold. body 0 is the one
/// whose proxy has the lower unique id. A pair has a manifold from its first contact on.
///
/// **Shapes** may be scaled during use (setLocalScaling(), setImplicitShapeDimensions(), setMargin()), with any
/// broadphase. Contacts use the sizes at the time of the step. Of the points of earlier steps only those remain that
/// continue.
///
/// **Bullet's rules** hold: filters, needsCollision(), near callback, contact callbacks, friction anchors, sleep. A
/// near callback of the program is called for each pair and sees the contacts of boxes from before the step. Pairs
/// that it passes to defaultNearCallback() are tested after the walk over all pairs. The order of pairs is Bullet's
/// (btDispatcherInfo::m_deterministicOverlappingPairs), and contacts do not depend on it.
///
/// Bodies that are not legal for BoxBatch (beyond 1e8 m, not finite, or with a radius that set_radii() refuses) touch
/// nothing. When a call fails (take_status()), contacts move on as Bullet's do between two tests. Bodies must be in a
/// btCollisionWorld, else Bullet handles them.
class SATORI_API BulletDispatcher : public btCollisionDispatcher {
public:
    /// Creates a dispatcher. `options` sets how contacts are made. The speculative distance is the larger one of the
    /// options' and gContactBreakingThreshold. With options that are not legal, take_status() returns
    /// `invalid_argument`.
    explicit BulletDispatcher(btCollisionConfiguration* configuration, const Execution& execution = {},
                              const ContactOptions& options = {}) noexcept;
    /// Releases all memory.
    ~BulletDispatcher() override;
    BulletDispatcher(const BulletDispatcher&) = delete;
    BulletDispatcher& operator=(const BulletDispatcher&) = delete;

    /// Makes the contacts of all pairs in the cache.
    void dispatchAllCollisionPairs(btOverlappingPairCache* cache, const btDispatcherInfo& info,
                                   btDispatcher* dispatcher) override;

    /// Sets the sides of a box that its neighbors cover. Contacts do not push through these sides while there is
    /// another way; see @ref guide_inner_edges "docs/inner_edges.md". 0 removes the body from the list, which is
    /// required before the body is deleted. `invalid_argument`: above kAllSides.
    Status set_covered_sides(const btCollisionObject& body, CoveredSides sides) noexcept;

    /// Returns the first error since the last call, or ok.
    Status take_status() noexcept;
    /// Returns the report of the last batch.
    BulletDispatchReport report() const noexcept;

private:
    detail::BulletBoxes* boxes_;
};

/// @}

SATORI_NAMESPACE_END
