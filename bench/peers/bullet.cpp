// Bullet's btDbvtBroadphase: a dynamic tree of AABBs with each box as a leaf, and a hashed set of pairs.

#include <cstddef>
#include <cstdint>
#include <optional>

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#include "peers/bullet_types.hpp"
#include "peers/peer.hpp"

namespace satori::bench {

namespace {

class BulletPeer final : public Peer {
public:
    std::string name() const override { return "bullet"; }
    std::string version() const override { return bullet_version(); }
    std::string timed() const override {
        return "btDbvtBroadphase in single precision with its hashed pair cache: createProxy per box, collision "
               "deferred "
               "until all are in, calculateOverlappingPairs (tree against itself), reading of the pairs";
    }

    void find_pairs(std::vector<BoxPair>& candidates) override {
        cache_.emplace();
        broadphase_.emplace(&*cache_);
        broadphase_->m_deferedcollide = true;
        proxies_.clear();
        for (std::size_t i = 0; i < bounds().size(); ++i) {
            proxies_.push_back(broadphase_->createProxy(to_bullet(bounds()[i].min), to_bullet(bounds()[i].max), 0,
                                                        reinterpret_cast<void*>(i), 1, 1, nullptr));
        }
        broadphase_->calculateOverlappingPairs(nullptr);
        const btBroadphasePairArray& pairs = cache_->getOverlappingPairArray();
        for (int i = 0; i < pairs.size(); ++i) candidates.push_back({id(pairs[i].m_pProxy0), id(pairs[i].m_pProxy1)});
    }

    void tidy_up() override {
        // This frees the proxies without a search for their pairs: the cache frees the pairs.
        for (btBroadphaseProxy* proxy : proxies_) btAlignedFree(proxy);
        proxies_.clear();
        broadphase_.reset();
        cache_.reset();
    }

private:
    static std::uint32_t id(const btBroadphaseProxy* proxy) {
        return static_cast<std::uint32_t>(reinterpret_cast<std::size_t>(proxy->m_clientObject));
    }

    std::optional<btHashedOverlappingPairCache> cache_;
    std::optional<btDbvtBroadphase> broadphase_;
    std::vector<btBroadphaseProxy*> proxies_;
};

}  // namespace

Peers make_bullet_peers() {
    Peers peers;
    peers.push_back(std::make_unique<BulletPeer>());
    return peers;
}

}  // namespace satori::bench
