// FCL's DynamicAABBTreeCollisionManager: a tree of AABBs, traversed against itself.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/config.h>
#include <fcl/geometry/collision_geometry.h>
#include <fcl/narrowphase/collision_object.h>

#include "peers/peer.hpp"

namespace satori::bench {

namespace {

// These numbers choose how the tree is built. float is a fifth faster than double; the compiled library contains
// double.
constexpr int kDefaultBuild = 0;
constexpr int kMortonCodes = 2;

template <class Scalar>
fcl::Vector3<Scalar> to_fcl(const Vec3& v) {
    return {v.x, v.y, v.z};
}

// A geometry that equals its AABB, to the bit.
template <class Scalar>
class Bounds final : public fcl::CollisionGeometry<Scalar> {
public:
    explicit Bounds(const Aabb& box) : box_(to_fcl<Scalar>(box.min), to_fcl<Scalar>(box.max)) {}
    fcl::NODE_TYPE getNodeType() const override { return fcl::GEOM_BOX; }
    fcl::OBJECT_TYPE getObjectType() const override { return fcl::OT_GEOM; }
    void computeLocalAABB() override { this->aabb_local = box_; }

private:
    fcl::AABB<Scalar> box_;
};

template <class Scalar>
class FclPeer final : public Peer {
public:
    FclPeer(std::string name, int build) : name_(std::move(name)), build_(build) {}

    std::string name() const override { return name_; }
    std::string version() const override { return FCL_VERSION; }
    bool is_variant() const override { return build_ == kDefaultBuild; }
    std::string timed() const override {
        return std::string("DynamicAABBTreeCollisionManager of ") + (sizeof(Scalar) == 4 ? "float" : "double") +
               ": registerObjects (tree built " + (build_ == kMortonCodes ? "by Morton codes" : "as by default") +
               "), setup, collide with itself; the collision objects are made before";
    }

    void prepare(std::span<const Aabb> bounds) override {
        Peer::prepare(bounds);
        objects_.clear();
        pointers_.clear();
        objects_.reserve(bounds.size());
        for (const Aabb& box : bounds) {
            objects_.emplace_back(std::make_shared<Bounds<Scalar>>(box));
            pointers_.push_back(&objects_.back());
        }
    }
    void find_pairs(std::vector<BoxPair>& candidates) override {
        manager_.emplace();
        manager_->tree_init_level = build_;
        manager_->registerObjects(pointers_);
        manager_->setup();
        candidates_ = &candidates;
        manager_->collide(this, take_pair);
    }
    void tidy_up() override { manager_.reset(); }

private:
    using Manager = fcl::DynamicAABBTreeCollisionManager<Scalar>;
    using Object = fcl::CollisionObject<Scalar>;

    static bool take_pair(Object* a, Object* b, void* user) {
        const auto& self = *static_cast<const FclPeer*>(user);
        const Object* const first = self.objects_.data();
        self.candidates_->push_back({static_cast<std::uint32_t>(a - first), static_cast<std::uint32_t>(b - first)});
        return false;
    }

    std::string name_;
    int build_;
    std::vector<Object> objects_;
    std::vector<Object*> pointers_;
    std::optional<Manager> manager_;
    std::vector<BoxPair>* candidates_ = nullptr;
};

}  // namespace

Peers make_fcl_peers() {
    Peers peers;
    peers.push_back(std::make_unique<FclPeer<float>>("fcl", kMortonCodes));
    peers.push_back(std::make_unique<FclPeer<double>>("fcl_default", kDefaultBuild));
    return peers;
}

}  // namespace satori::bench
