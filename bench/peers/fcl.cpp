// FCL's DynamicAABBTreeCollisionManager: a tree of AABBs, traversed against itself.

#include <cstddef>
#include <cstdint>
#include <optional>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/config.h>
#include <fcl/geometry/collision_geometry.h>
#include <fcl/narrowphase/collision_object.h>

#include "peers/peer.hpp"

namespace satori::bench {

namespace {

using Scalar = float;  // a fifth faster than double, which the library has compiled in
constexpr int kMortonCodes = 2;
using Manager = fcl::DynamicAABBTreeCollisionManager<Scalar>;
using Object = fcl::CollisionObject<Scalar>;

fcl::Vector3<Scalar> to_fcl(const Vec3& v) {
    return {v.x, v.y, v.z};
}

// A geometry that is its AABB, to the bit.
class Bounds final : public fcl::CollisionGeometry<Scalar> {
public:
    explicit Bounds(const Aabb& box) : box_(to_fcl(box.min), to_fcl(box.max)) {}
    fcl::NODE_TYPE getNodeType() const override { return fcl::GEOM_BOX; }
    fcl::OBJECT_TYPE getObjectType() const override { return fcl::OT_GEOM; }
    void computeLocalAABB() override { aabb_local = box_; }

private:
    fcl::AABB<Scalar> box_;
};

class FclPeer final : public Peer {
public:
    std::string name() const override { return "fcl"; }
    std::string version() const override { return FCL_VERSION; }
    std::string timed() const override {
        return "DynamicAABBTreeCollisionManager<float>: registerObjects (tree built by Morton codes), setup, collide "
               "with "
               "itself; the collision objects are made before";
    }

    void prepare(std::span<const Aabb> bounds) override {
        Peer::prepare(bounds);
        objects_.clear();
        pointers_.clear();
        objects_.reserve(bounds.size());
        for (const Aabb& box : bounds) {
            objects_.emplace_back(std::make_shared<Bounds>(box));
            pointers_.push_back(&objects_.back());
        }
    }
    void find_pairs(std::vector<BoxPair>& candidates) override {
        manager_.emplace();
        manager_->tree_init_level = kMortonCodes;
        manager_->registerObjects(pointers_);
        manager_->setup();
        candidates_ = &candidates;
        manager_->collide(this, take_pair);
    }
    void tidy_up() override { manager_.reset(); }

private:
    static bool take_pair(Object* a, Object* b, void* user) {
        const auto& self = *static_cast<const FclPeer*>(user);
        const Object* const first = self.objects_.data();
        self.candidates_->push_back({static_cast<std::uint32_t>(a - first), static_cast<std::uint32_t>(b - first)});
        return false;
    }

    std::vector<Object> objects_;
    std::vector<Object*> pointers_;
    std::optional<Manager> manager_;
    std::vector<BoxPair>* candidates_ = nullptr;
};

}  // namespace

std::unique_ptr<Peer> make_fcl_peer() {
    return std::make_unique<FclPeer>();
}

}  // namespace satori::bench
