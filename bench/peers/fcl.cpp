// FCL's DynamicAABBTreeCollisionManager: a tree of AABBs, built from the top down, traversed against itself.

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

using Scalar = double;
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
        return "DynamicAABBTreeCollisionManager<double>: registerObjects, setup, collide with itself; the collision "
               "objects are made before";
    }

    void prepare(std::span<const Aabb> bounds) override {
        Peer::prepare(bounds);
        objects_.clear();
        pointers_.clear();
        objects_.reserve(bounds.size());
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            objects_.emplace_back(std::make_shared<Bounds>(bounds[i]));
            objects_.back().setUserData(reinterpret_cast<void*>(i));
            pointers_.push_back(&objects_.back());
        }
    }
    void find_pairs(std::vector<BoxPair>& candidates) override {
        manager_.emplace();
        manager_->registerObjects(pointers_);
        manager_->setup();
        manager_->collide(&candidates, take_pair);
    }
    void tidy_up() override { manager_.reset(); }

private:
    static std::uint32_t id(const Object* object) {
        return static_cast<std::uint32_t>(reinterpret_cast<std::size_t>(object->getUserData()));
    }
    static bool take_pair(Object* a, Object* b, void* candidates) {
        static_cast<std::vector<BoxPair>*>(candidates)->push_back({id(a), id(b)});
        return false;
    }

    std::vector<Object> objects_;
    std::vector<Object*> pointers_;
    std::optional<Manager> manager_;
};

}  // namespace

std::unique_ptr<Peer> make_fcl_peer() {
    return std::make_unique<FclPeer>();
}

}  // namespace satori::bench
