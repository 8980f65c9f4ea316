// Bullet's btDbvtBroadphase: rayTest and aabbTest, which call back for each tree leaf with an AABB that is hit.

#include <cstddef>
#include <optional>

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#include "peers/bullet_types.hpp"
#include "peers/query_peer.hpp"

namespace satori::bench {

namespace {

std::uint32_t id(const btBroadphaseProxy* proxy) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::size_t>(proxy->m_clientObject));
}

/// A ray callback with the setup of btCollisionWorld::rayTest.
struct RayCallback final : btBroadphaseRayCallback {
    RayCallback(const btVector3& from, const btVector3& to, std::vector<std::uint32_t>& out) : found(out) {
        const btVector3 way = (to - from).normalized();
        for (int k = 0; k < 3; ++k) {
            m_rayDirectionInverse[k] = way[k] == 0 ? btScalar(BT_LARGE_FLOAT) : btScalar(1) / way[k];
            m_signs[k] = m_rayDirectionInverse[k] < 0 ? 1 : 0;
        }
        m_lambda_max = way.dot(to - from);
    }
    bool process(const btBroadphaseProxy* proxy) override {
        found.push_back(id(proxy));
        return true;
    }
    std::vector<std::uint32_t>& found;
};

struct RegionCallback final : btBroadphaseAabbCallback {
    explicit RegionCallback(std::vector<std::uint32_t>& out) : found(out) {}
    bool process(const btBroadphaseProxy* proxy) override {
        found.push_back(id(proxy));
        return true;
    }
    std::vector<std::uint32_t>& found;
};

class BulletQueryPeer final : public QueryPeer {
public:
    std::string name() const override { return "bullet"; }
    std::string version() const override { return bullet_version(); }
    std::string timed() const override {
        return "btDbvtBroadphase in single precision, its tree built top down before; rayTest and aabbTest, one query "
               "at a "
               "time, indices of the AABBs met kept";
    }

    void prepare(std::span<const Aabb> bounds) override {
        broadphase_.emplace();
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            broadphase_->createProxy(to_bullet(bounds[i].min), to_bullet(bounds[i].max), 0, reinterpret_cast<void*>(i),
                                     1, 1, nullptr);
        }
        for (btDbvt& set : broadphase_->m_sets) set.optimizeTopDown();
    }
    void find(const Segment& ray, std::vector<std::uint32_t>& found) override {
        RayCallback callback(to_bullet(ray.start), to_bullet(ray.end), found);
        broadphase_->rayTest(to_bullet(ray.start), to_bullet(ray.end), callback);
    }
    void find(const Aabb& region, std::vector<std::uint32_t>& found) override {
        RegionCallback callback(found);
        broadphase_->aabbTest(to_bullet(region.min), to_bullet(region.max), callback);
    }

private:
    std::optional<btDbvtBroadphase> broadphase_;
};

}  // namespace

QueryPeers make_bullet_query_peers() {
    QueryPeers peers;
    peers.push_back(std::make_unique<BulletQueryPeer>());
    return peers;
}

}  // namespace satori::bench
