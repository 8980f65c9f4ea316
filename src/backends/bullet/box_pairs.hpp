#pragma once

#include <span>

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <LinearMath/btAlignedObjectArray.h>
#include <LinearMath/btHashMap.h>

#include <satori/bullet.hpp>
#include <satori/contacts.hpp>
#include <satori/workspace.hpp>

namespace satori::v0 {

namespace bullet {

/// The size of a box, a sphere or a capsule.
struct Size {
    Vec3 half_extents;  ///< of the core
    float radius;
};

/// The state of a pair of two boxes that stays from step to step. Spheres and capsules count as boxes with a radius.
class BoxPairAlgorithm final : public btCollisionAlgorithm {
public:
    BoxPairAlgorithm(const btCollisionAlgorithmConstructionInfo& info, detail::BulletBoxes& boxes,
                     const btBroadphasePair& pair) noexcept;
    ~BoxPairAlgorithm() override;

    /// Adds the pair to the list. Outside of a dispatcher's walk over the pairs, it computes the contact at once.
    void processCollision(const btCollisionObjectWrapper*, const btCollisionObjectWrapper*, const btDispatcherInfo&,
                          btManifoldResult*) override;
    btScalar calculateTimeOfImpact(btCollisionObject*, btCollisionObject*, const btDispatcherInfo&,
                                   btManifoldResult*) override {
        return 1;  // the same as Bullet's own algorithm of two boxes
    }
    void getAllContactManifolds(btManifoldArray& manifolds) override;

    const btCollisionObject& first() const noexcept { return first_; }
    const btCollisionObject& second() const noexcept { return second_; }
    /// Returns null before the first contact.
    btPersistentManifold* manifold() const noexcept { return manifold_; }
    /// True when there are points from the last step.
    bool touched() const noexcept { return touched_; }
    /// Returns the axis of the last contact, for collide_listed().
    std::uint8_t last_axis() const noexcept { return last_axis_; }

    /// Writes the contact of this step; a contact without points means that there is none. Returns true when the boxes
    /// touch.
    bool write(const ContactManifold& contact);
    /// Moves the points of the last contact with its bodies.
    void refresh();

private:
    /// True when the boxes have other sizes than at the last call. Programs may scale Bullet's shapes while they are in
    /// use.
    bool take_sizes() noexcept;

    detail::BulletBoxes& boxes_;
    const btCollisionObject& first_;
    const btCollisionObject& second_;
    btPersistentManifold* manifold_ = nullptr;
    bool touched_ = false;
    bool second_is_odd_;  // by unique id: then the points of the contacts are in the other order
    std::uint8_t last_axis_ = kNoAxis;
    Size sizes_[2] = {};
};

}  // namespace bullet

namespace detail {

/// The pairs of two boxes of a step. They are listed while Bullet walks over all pairs, and then computed together.
class BulletBoxes {
public:
    BulletBoxes(const Execution& execution, const ContactOptions& options) noexcept;

    /// True when both objects of the pair are boxes, spheres or capsules in a world.
    static bool takes(const btBroadphasePair& pair) noexcept;
    /// Returns a new algorithm for the pair, or null when there is no memory.
    btCollisionAlgorithm* make_algorithm(const btBroadphasePair& pair, btCollisionDispatcher& dispatcher) noexcept;

    void set_covered_sides(const btCollisionObject& body, CoveredSides sides);

    void begin() noexcept;
    void add(bullet::BoxPairAlgorithm& algorithm);
    bool listing() const noexcept { return listing_; }
    void finish();

    Status status = Status::ok;  ///< the first error
    BulletDispatchReport report;

private:
    void take_bodies();
    Status find_contacts() noexcept;
    void write_contacts();

    Execution execution_;
    ContactOptions options_;
    Workspace workspace_;
    btAlignedObjectArray<bullet::BoxPairAlgorithm*> pairs_;
    btAlignedObjectArray<BoxPair> numbers_;  // bodies of the pairs, as indices in the world
    btAlignedObjectArray<std::uint8_t> last_axes_;
    btAlignedObjectArray<const btCollisionObject*> bodies_;  // by number, null where not listed
    btAlignedObjectArray<OrientedBox> boxes_;
    btAlignedObjectArray<float> radii_;  // of the boxes; empty when there are none
    btAlignedObjectArray<std::uint32_t> box_numbers_;
    btHashMap<btHashPtr, CoveredSides> covered_;            // of bodies that have covered sides
    btAlignedObjectArray<CoveredSides> covered_of_number_;  // empty when no body has covered sides
    std::span<const ContactManifold> contacts_;             // of the pairs that may touch, in their order
    bool listing_ = false;
};

}  // namespace detail

}  // namespace satori::v0
