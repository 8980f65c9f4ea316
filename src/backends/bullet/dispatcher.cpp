#include <new>
#include <typeinfo>
#include <utility>

#include <satori/bullet.hpp>

#include "backends/bullet/box_pairs.hpp"
#include "parallel/stopwatch.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0 {

namespace {

constexpr int kAhead = 16;  // distance of the prefetch of pairs' algorithms

/// Bullet's walk over all pairs, with our algorithm for pairs of two boxes.
class DispatchPair final : public btOverlapCallback {
public:
    DispatchPair(btCollisionDispatcher& dispatcher, const btDispatcherInfo& info, detail::BulletBoxes& boxes,
                 const btBroadphasePair* end)
        : dispatcher_(dispatcher),
          info_(info),
          boxes_(boxes),
          end_(end),
          plain_(dispatcher.getNearCallback() == btCollisionDispatcher::defaultNearCallback &&
                 info.m_dispatchFunc == btDispatcherInfo::DISPATCH_DISCRETE) {}

    bool processOverlap(btBroadphasePair& pair) override {
        if (end_ - &pair > kAhead) simd::prefetch((&pair)[kAhead].m_algorithm);
        if (pair.m_algorithm == nullptr && detail::BulletBoxes::takes(pair))
            pair.m_algorithm = boxes_.make_algorithm(pair, dispatcher_);
        btCollisionAlgorithm* const algorithm = pair.m_algorithm;
        if (plain_ && algorithm != nullptr && typeid(*algorithm) == typeid(bullet::BoxPairAlgorithm)) {
            // Does what the default callback does, without the steps that only other algorithms need.
            auto& boxes = static_cast<bullet::BoxPairAlgorithm&>(*algorithm);
            if (dispatcher_.needsCollision(&boxes.first(), &boxes.second())) boxes_.add(boxes);
        } else {
            dispatcher_.getNearCallback()(pair, dispatcher_, info_);
        }
        return false;
    }

private:
    btCollisionDispatcher& dispatcher_;
    const btDispatcherInfo& info_;
    detail::BulletBoxes& boxes_;
    const btBroadphasePair* end_;
    bool plain_;
};

}  // namespace

BulletDispatcher::BulletDispatcher(btCollisionConfiguration* configuration, const Execution& execution,
                                   const ContactOptions& options) noexcept
    : btCollisionDispatcher(configuration),
      boxes_(new (btAlignedAlloc(sizeof(detail::BulletBoxes), 64)) detail::BulletBoxes(execution, options)) {}

BulletDispatcher::~BulletDispatcher() {
    boxes_->~BulletBoxes();
    btAlignedFree(boxes_);
}

void BulletDispatcher::dispatchAllCollisionPairs(btOverlappingPairCache* cache, const btDispatcherInfo& info,
                                                 btDispatcher* dispatcher) {
    const parallel::Stopwatch gather;
    const int count = cache->getNumOverlappingPairs();
    const btBroadphasePair* const end = count == 0 ? nullptr : cache->getOverlappingPairArrayPtr() + count;
    DispatchPair dispatch(*this, info, *boxes_, end);
    boxes_->begin();
    cache->processAllOverlappingPairs(&dispatch, dispatcher, info);
    boxes_->report.gather_ns = gather.nanoseconds();
    boxes_->finish();
}

Status BulletDispatcher::set_covered_sides(const btCollisionObject& body, CoveredSides sides) noexcept {
    if (sides > kAllSides) return Status::invalid_argument;
    boxes_->set_covered_sides(body, sides);
    return Status::ok;
}

Status BulletDispatcher::take_status() noexcept {
    return std::exchange(boxes_->status, Status::ok);
}

BulletDispatchReport BulletDispatcher::report() const noexcept {
    return boxes_->report;
}

}  // namespace satori::v0
