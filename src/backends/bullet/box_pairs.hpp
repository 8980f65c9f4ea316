#pragma once

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <LinearMath/btAlignedObjectArray.h>

#include <satori/bullet.hpp>
#include <satori/contacts.hpp>
#include <satori/workspace.hpp>

namespace satori::inline v0 {

namespace bullet {

/// What a pair of two boxes keeps from step to step.
class BoxPairAlgorithm final : public btCollisionAlgorithm {
public:
    BoxPairAlgorithm(const btCollisionAlgorithmConstructionInfo& info, detail::BulletBoxes& boxes) noexcept
        : btCollisionAlgorithm(info), boxes_(boxes) {}
    ~BoxPairAlgorithm() override;

    /// Puts the pair on the list of those to be asked; outside of a dispatcher's walk it is asked at once.
    void processCollision(const btCollisionObjectWrapper* first, const btCollisionObjectWrapper* second,
                          const btDispatcherInfo& info, btManifoldResult* result) override;
    btScalar calculateTimeOfImpact(btCollisionObject*, btCollisionObject*, const btDispatcherInfo&,
                                   btManifoldResult*) override {
        return 1;  // as Bullet's own of two boxes
    }
    void getAllContactManifolds(btManifoldArray& manifolds) override;

    /// The axis of the last contact, for separating_axes().
    std::uint8_t last_axis() const noexcept { return last_axis_; }
    /// The contact of two bodies in this step; without points there is none. Whether they touch.
    bool write(const ContactManifold& contact, const btCollisionObject* first, const btCollisionObject* second);
    /// Moves the last contact with its bodies.
    void refresh();

private:
    detail::BulletBoxes& boxes_;
    btPersistentManifold* manifold_ = nullptr;
    std::uint8_t last_axis_ = kNoAxis;
};

}  // namespace bullet

namespace detail {

/// The pairs of two boxes of a step: listed while Bullet walks over all pairs, then asked together.
class BulletBoxes {
public:
    explicit BulletBoxes(const Execution& execution) noexcept;

    /// Whether both of the pair are boxes in a world.
    static bool takes(const btBroadphasePair& pair) noexcept;
    /// The pair's algorithm, null where there is no memory.
    btCollisionAlgorithm* make_algorithm(btCollisionDispatcher& dispatcher) noexcept;

    void begin() noexcept;
    void add(bullet::BoxPairAlgorithm& algorithm, const btCollisionObject* first, const btCollisionObject* second);
    bool listing() const noexcept { return listing_; }
    void finish();

    Status status = Status::ok;  ///< the first error
    BulletDispatchReport report;

private:
    struct Pair {
        bullet::BoxPairAlgorithm* algorithm;
        const btCollisionObject* first;
        const btCollisionObject* second;
    };
    void collect_bodies();
    Status take_bodies() noexcept;
    Status find_contacts() noexcept;
    void write_contacts();

    Execution execution_;
    BoxBatch batch_;
    Workspace workspace_;
    btAlignedObjectArray<Pair> pairs_;
    btAlignedObjectArray<const btCollisionObject*> bodies_;
    btAlignedObjectArray<std::uint32_t> rows_of_bodies_;  // by index in the world
    btAlignedObjectArray<OrientedBox> rows_;
    btAlignedObjectArray<BoxPair> row_pairs_;
    btAlignedObjectArray<std::uint8_t> last_axes_;
    btAlignedObjectArray<SeparatingAxis> axes_;
    btAlignedObjectArray<int> near_;  // indices of pairs that may touch
    btAlignedObjectArray<ContactManifold> contacts_;
    bool listing_ = false;
};

}  // namespace detail

}  // namespace satori::inline v0
