#include <chrono>
#include <new>
#include <utility>

#include <satori/bullet.hpp>

#include "backends/bullet/box_pairs.hpp"

namespace satori::inline v0 {

namespace {

/// Bullet's walk over all pairs, but that those of two boxes have our algorithm.
class DispatchPair final : public btOverlapCallback {
public:
    DispatchPair(btCollisionDispatcher& dispatcher, const btDispatcherInfo& info, detail::BulletBoxes& boxes)
        : dispatcher_(dispatcher), info_(info), boxes_(boxes) {}

    bool processOverlap(btBroadphasePair& pair) override {
        if (pair.m_algorithm == nullptr && detail::BulletBoxes::takes(pair))
            pair.m_algorithm = boxes_.make_algorithm(dispatcher_);
        dispatcher_.getNearCallback()(pair, dispatcher_, info_);
        return false;
    }

private:
    btCollisionDispatcher& dispatcher_;
    const btDispatcherInfo& info_;
    detail::BulletBoxes& boxes_;
};

}  // namespace

BulletDispatcher::BulletDispatcher(btCollisionConfiguration* configuration, const Execution& execution) noexcept
    : btCollisionDispatcher(configuration),
      boxes_(new (btAlignedAlloc(sizeof(detail::BulletBoxes), 64)) detail::BulletBoxes(execution)) {}

BulletDispatcher::~BulletDispatcher() {
    boxes_->~BulletBoxes();
    btAlignedFree(boxes_);
}

void BulletDispatcher::dispatchAllCollisionPairs(btOverlappingPairCache* cache, const btDispatcherInfo& info,
                                                 btDispatcher* dispatcher) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    DispatchPair dispatch(*this, info, *boxes_);
    boxes_->begin();
    cache->processAllOverlappingPairs(&dispatch, dispatcher, info);
    boxes_->report.gather_ns = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count());
    boxes_->finish();
}

Status BulletDispatcher::take_status() noexcept {
    return std::exchange(boxes_->status, Status::ok);
}

BulletDispatchReport BulletDispatcher::report() const noexcept {
    return boxes_->report;
}

}  // namespace satori::inline v0
