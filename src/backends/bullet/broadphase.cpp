#include <cstdio>
#include <new>
#include <span>
#include <utility>

#include <LinearMath/btAabbUtil2.h>

#include <satori/bullet.hpp>

#include "backends/bullet/allocator.hpp"
#include "backends/bullet/arrays.hpp"

namespace satori::v0 {

namespace {

/// A proxy has no box until its AABB is legal for the first time.
constexpr std::uint32_t kNoBox = 0xffffffffU;

Aabb to_aabb(const btVector3& min, const btVector3& max) noexcept {
    return {{min.x(), min.y(), min.z()}, {max.x(), max.y(), max.z()}};
}

btOverlappingPairCache* make_cache() noexcept {
    return new (btAlignedAlloc(sizeof(btHashedOverlappingPairCache), 16)) btHashedOverlappingPairCache();
}

/// Removes from a cache the pairs for which `gone` returns true.
template <class Gone>
class RemovePairs final : public btOverlapCallback {
public:
    explicit RemovePairs(Gone gone) : gone_(gone) {}
    bool processOverlap(btBroadphasePair& pair) override { return gone_(pair); }

private:
    Gone gone_;
};

}  // namespace

struct BulletBroadphase::Proxy : btBroadphaseProxy {
    using btBroadphaseProxy::btBroadphaseProxy;
    std::uint32_t box = kNoBox;
};

BulletBroadphase::BulletBroadphase(btOverlappingPairCache* cache, const BroadphaseOptions& options,
                                   const Execution& execution) noexcept
    : options_(options),
      execution_(execution),
      boxes_(options, bullet::allocator()),
      cache_(cache != nullptr ? cache : make_cache()),
      owns_cache_(cache == nullptr) {
    note_cache();
}

BulletBroadphase::~BulletBroadphase() {
    for (int i = 0; i < proxies_.size(); ++i) delete proxies_[i];
    for (int i = 0; i < unplaced_.size(); ++i) delete unplaced_[i];
    if (!owns_cache_) return;
    cache_->~btOverlappingPairCache();
    btAlignedFree(cache_);
}

void BulletBroadphase::note(Status status) noexcept {
    if (status_ == Status::ok) status_ = status;
}

Status BulletBroadphase::take_status() noexcept {
    move_boxes();
    return std::exchange(status_, Status::ok);
}

/// Queues the proxy's AABB as a move of its box, or adds a new box if it has none.
void BulletBroadphase::place(Proxy& proxy) noexcept {
    const Aabb bounds = to_aabb(proxy.m_aabbMin, proxy.m_aabbMax);
    if (proxy.box != kNoBox) {
        if (move_count_ == kMoves) move_boxes();
        moved_boxes_[move_count_] = proxy.box;
        moves_[move_count_++] = bounds;
        return;
    }
    const Status status = boxes_.add(bounds, MotionType::dynamic_box, proxy.box);
    if (status != Status::ok) return note(status);
    const int index = static_cast<int>(proxy.box);
    bullet::resize_to_hold(proxies_, index);
    proxies_[index] = &proxy;
    unplaced_.remove(&proxy);
}

/// Moves many boxes at a time, so that the kernels can use whole vectors. A box with an illegal AABB does not move.
void BulletBroadphase::move_boxes() noexcept {
    std::span<const std::uint32_t> ids(moved_boxes_, std::exchange(move_count_, 0));
    std::span<const Aabb> bounds(moves_, ids.size());
    while (!ids.empty()) {
        std::uint64_t illegal = ids.size();
        const Status status = boxes_.move(ids, aabb_rows(bounds), &illegal, execution_);
        if (status == Status::ok) return;
        note(status);
        if (status != Status::invalid_bounds) return;
        note(boxes_.move(ids.first(illegal), aabb_rows(bounds.first(illegal)), nullptr, execution_));
        ids = ids.subspan(illegal + 1);
        bounds = bounds.subspan(illegal + 1);
    }
}

btBroadphaseProxy* BulletBroadphase::createProxy(const btVector3& aabb_min, const btVector3& aabb_max, int, void* user,
                                                 int filter_group, int filter_mask, btDispatcher*) noexcept {
    Proxy* const proxy = new Proxy(aabb_min, aabb_max, user, filter_group, filter_mask);
    proxy->m_uniqueId = ++last_uid_;
    unplaced_.push_back(proxy);
    place(*proxy);
    return proxy;
}

void BulletBroadphase::destroyProxy(btBroadphaseProxy* base, btDispatcher* dispatcher) {
    Proxy* const proxy = static_cast<Proxy*>(base);
    const int pair_count = cache_->getNumOverlappingPairs();
    cache_->removeOverlappingPairsContainingProxy(proxy, dispatcher);
    cache_pair_count_ -= pair_count - cache_->getNumOverlappingPairs();
    if (proxy->box != kNoBox) {
        move_boxes();
        note(boxes_.remove(proxy->box));
        proxies_[static_cast<int>(proxy->box)] = nullptr;
    } else {
        unplaced_.remove(proxy);
    }
    delete proxy;
}

void BulletBroadphase::setAabb(btBroadphaseProxy* base, const btVector3& aabb_min, const btVector3& aabb_max,
                               btDispatcher*) noexcept {
    Proxy& proxy = *static_cast<Proxy*>(base);
    proxy.m_aabbMin = aabb_min;
    proxy.m_aabbMax = aabb_max;
    place(proxy);
}

void BulletBroadphase::getAabb(btBroadphaseProxy* proxy, btVector3& aabb_min, btVector3& aabb_max) const noexcept {
    aabb_min = proxy->m_aabbMin;
    aabb_max = proxy->m_aabbMax;
}

void BulletBroadphase::rayTest(const btVector3& from, const btVector3&, btBroadphaseRayCallback& callback,
                               const btVector3& aabb_min, const btVector3& aabb_max) {
    const btScalar length = callback.m_lambda_max;
    for (int i = 0; i < proxies_.size(); ++i) {
        const Proxy* const proxy = proxies_[i];
        if (proxy == nullptr) continue;
        const btVector3 bounds[2] = {proxy->m_aabbMin - aabb_max, proxy->m_aabbMax - aabb_min};
        btScalar entry = 1;
        if (btRayAabb2(from, callback.m_rayDirectionInverse, callback.m_signs, bounds, entry, 0, length))
            callback.process(proxy);
    }
}

void BulletBroadphase::aabbTest(const btVector3& aabb_min, const btVector3& aabb_max,
                                btBroadphaseAabbCallback& callback) {
    for (int i = 0; i < proxies_.size(); ++i) {
        const Proxy* const proxy = proxies_[i];
        if (proxy != nullptr && TestAabbAgainstAabb2(aabb_min, aabb_max, proxy->m_aabbMin, proxy->m_aabbMax))
            callback.process(proxy);
    }
}

void BulletBroadphase::calculateOverlappingPairs(btDispatcher* dispatcher) {
    move_boxes();
    BroadphaseUpdate update;
    const Status status = boxes_.update(update, execution_);
    if (status != Status::ok) return note(status);

    const bool as_it_was =
        cache_->getNumOverlappingPairs() == cache_pair_count_ && cache_->getOverlapFilterCallback() == cache_filter_;
    if (cache_->hasDeferredRemoval() && !update.lost_pairs.empty()) {
        RemovePairs apart([this](const btBroadphasePair& pair) {
            const Aabb a = boxes_.fat_bounds(static_cast<const Proxy*>(pair.m_pProxy0)->box);
            const Aabb b = boxes_.fat_bounds(static_cast<const Proxy*>(pair.m_pProxy1)->box);
            return a.min.x > b.max.x || b.min.x > a.max.x || a.min.y > b.max.y || b.min.y > a.max.y ||
                   a.min.z > b.max.z || b.min.z > a.max.z;
        });
        cache_->processAllOverlappingPairs(&apart, dispatcher);
    } else {
        for (const BoxPair& pair : update.lost_pairs) {
            Proxy* const first = proxies_[static_cast<int>(pair.first)];
            Proxy* const second = proxies_[static_cast<int>(pair.second)];
            if (first != nullptr && second != nullptr) cache_->removeOverlappingPair(first, second, dispatcher);
        }
    }
    for (const BoxPair& pair : update.new_pairs)
        cache_->addOverlappingPair(proxies_[static_cast<int>(pair.first)], proxies_[static_cast<int>(pair.second)]);
    if (!as_it_was) offer_missing_pairs();
    note_cache();
}

void BulletBroadphase::note_cache() {
    cache_pair_count_ = cache_->getNumOverlappingPairs();
    cache_filter_ = cache_->getOverlapFilterCallback();
}

/// Offers the cache the pairs that it rejected before, or that a program has removed.
void BulletBroadphase::offer_missing_pairs() {
    for (int i = 0; i < proxies_.size(); ++i) {
        Proxy* const proxy = proxies_[i];
        if (proxy == nullptr) continue;
        for (const std::uint32_t partner : boxes_.partners(proxy->box)) {
            Proxy* const other = proxies_[static_cast<int>(partner)];
            if (other == nullptr || partner < proxy->box || cache_->findPair(proxy, other) != nullptr) continue;
            cache_->addOverlappingPair(proxy, other);
        }
    }
}

void BulletBroadphase::refresh_pairs(btDispatcher* dispatcher) {
    RemovePairs refused([this](const btBroadphasePair& pair) {
        return !cache_->needsBroadphaseCollision(pair.m_pProxy0, pair.m_pProxy1);
    });
    cache_->processAllOverlappingPairs(&refused, dispatcher);
    offer_missing_pairs();
    note_cache();
}

void BulletBroadphase::getBroadphaseAabb(btVector3& aabb_min, btVector3& aabb_max) const noexcept {
    bool any = false;
    aabb_min = aabb_max = btVector3(0, 0, 0);
    for (int i = 0; i < proxies_.size(); ++i) {
        const Proxy* const proxy = proxies_[i];
        if (proxy == nullptr) continue;
        if (!std::exchange(any, true)) {
            aabb_min = proxy->m_aabbMin;
            aabb_max = proxy->m_aabbMax;
        }
        aabb_min.setMin(proxy->m_aabbMin);
        aabb_max.setMax(proxy->m_aabbMax);
    }
}

void BulletBroadphase::resetPool(btDispatcher*) noexcept {
    if (boxes_.size() != 0 || unplaced_.size() != 0) return;
    boxes_ = Broadphase(options_, bullet::allocator());
    proxies_.clear();
    last_uid_ = 0;
}

void BulletBroadphase::printStats() {
    std::printf("satori: %u boxes, %llu touching pairs, %d of them kept by the filters, %llu bytes\n", boxes_.size(),
                static_cast<unsigned long long>(boxes_.pair_count()), cache_->getNumOverlappingPairs(),
                static_cast<unsigned long long>(boxes_.bytes()));
}

}  // namespace satori::v0
