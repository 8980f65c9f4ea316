#pragma once

#include <span>

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <LinearMath/btAlignedObjectArray.h>
#include <LinearMath/btHashMap.h>

#include <satori/bullet.hpp>
#include <satori/contacts.hpp>
#include <satori/workspace.hpp>

namespace satori::inline v0 {

namespace bullet {

/// What a pair of two boxes keeps from step to step.
class BoxPairAlgorithm final : public btCollisionAlgorithm {
public:
    BoxPairAlgorithm(const btCollisionAlgorithmConstructionInfo& info, detail::BulletBoxes& boxes,
                     const btBroadphasePair& pair) noexcept;
    ~BoxPairAlgorithm() override;

    /// Puts the pair on the list of those to be asked; outside of a dispatcher's walk it is asked at once.
    void processCollision(const btCollisionObjectWrapper*, const btCollisionObjectWrapper*, const btDispatcherInfo&,
                          btManifoldResult*) override;
    btScalar calculateTimeOfImpact(btCollisionObject*, btCollisionObject*, const btDispatcherInfo&,
                                   btManifoldResult*) override {
        return 1;  // as Bullet's own of two boxes
    }
    void getAllContactManifolds(btManifoldArray& manifolds) override;

    const btCollisionObject& first() const noexcept { return first_; }
    const btCollisionObject& second() const noexcept { return second_; }
    /// Null before the first contact.
    btPersistentManifold* manifold() const noexcept { return manifold_; }
    /// Whether there are points from the last step.
    bool touched() const noexcept { return touched_; }
    /// The axis of the last contact, for collide_pairs().
    std::uint8_t last_axis() const noexcept { return last_axis_; }

    /// This step's contact; without points there is none. Whether they touch.
    bool write(const ContactManifold& contact);
    /// Moves the last contact with its bodies.
    void refresh();

private:
    /// Whether the boxes have other sizes than at the last call: Bullet's shapes may be scaled while they are in use.
    bool take_sizes() noexcept;

    detail::BulletBoxes& boxes_;
    const btCollisionObject& first_;
    const btCollisionObject& second_;
    btPersistentManifold* manifold_ = nullptr;
    bool touched_ = false;
    bool second_is_odd_;  // by unique id: its contacts' points have the other order
    std::uint8_t last_axis_ = kNoAxis;
    Vec3 sizes_[2];  // half extents
};

}  // namespace bullet

namespace detail {

/// The pairs of two boxes of a step: listed while Bullet walks over all pairs, then asked together.
class BulletBoxes {
public:
    BulletBoxes(const Execution& execution, const CollideOptions& options) noexcept;

    /// Whether both of the pair are boxes in a world.
    static bool takes(const btBroadphasePair& pair) noexcept;
    /// The pair's algorithm, null where there is no memory.
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
    CollideOptions options_;
    Workspace workspace_;
    btAlignedObjectArray<bullet::BoxPairAlgorithm*> pairs_;
    btAlignedObjectArray<BoxPair> numbers_;  // of their bodies: indices in the world
    btAlignedObjectArray<std::uint8_t> last_axes_;
    btAlignedObjectArray<const btCollisionObject*> bodies_;  // by number, null where not listed
    btAlignedObjectArray<OrientedBox> boxes_;
    btAlignedObjectArray<std::uint32_t> box_numbers_;
    btHashMap<btHashPtr, CoveredSides> covered_;            // of bodies that have any
    btAlignedObjectArray<CoveredSides> covered_of_number_;  // where there are such
    std::span<const ContactManifold> contacts_;             // of the pairs that may touch, in their order
    bool listing_ = false;
};

}  // namespace detail

}  // namespace satori::inline v0
