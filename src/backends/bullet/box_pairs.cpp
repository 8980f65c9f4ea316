#include "backends/bullet/box_pairs.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <span>

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btConvexConvexAlgorithm.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>

#include "backends/bullet/allocator.hpp"
#include "backends/bullet/arrays.hpp"
#include "backends/bullet/contact_points.hpp"
#include "narrowphase/collide_listed.hpp"
#include "parallel/stopwatch.hpp"
#include "simd/prefetch.hpp"

namespace satori::v0 {

namespace {

// The distance of the prefetch of manifolds and of bodies' shapes. Pairs, which hold the pointers to manifolds, are
// prefetched at twice this distance.
constexpr int kAhead = 8;

template <class T>
std::span<T> all(btAlignedObjectArray<T>& array) noexcept {
    return array.size() == 0 ? std::span<T>() : std::span<T>(&array[0], static_cast<std::size_t>(array.size()));
}

const btCollisionObject& object(const btBroadphaseProxy& proxy) noexcept {
    return *static_cast<const btCollisionObject*>(proxy.m_clientObject);
}

/// True for boxes, spheres and capsules in a world.
bool is_taken(const btBroadphaseProxy& proxy) noexcept {
    const int type = object(proxy).getCollisionShape()->getShapeType();
    return (type == BOX_SHAPE_PROXYTYPE || type == SPHERE_SHAPE_PROXYTYPE || type == CAPSULE_SHAPE_PROXYTYPE) &&
           object(proxy).getWorldArrayIndex() >= 0;
}

/// Returns the size of a box, a sphere or a capsule: the half extents of its core, and its radius.
bullet::Size size_of(const btCollisionObject& body) noexcept {
    const btCollisionShape& shape = *body.getCollisionShape();
    switch (shape.getShapeType()) {
        case SPHERE_SHAPE_PROXYTYPE:
            return {{0, 0, 0}, static_cast<const btSphereShape&>(shape).getRadius()};
        case CAPSULE_SHAPE_PROXYTYPE: {
            const auto& capsule = static_cast<const btCapsuleShape&>(shape);
            btVector3 half(0, 0, 0);
            half[capsule.getUpAxis()] = capsule.getHalfHeight();
            return {{half.x(), half.y(), half.z()}, capsule.getRadius()};
        }
        default: {
            const auto& box = static_cast<const btBoxShape&>(shape);
            // The same as getHalfExtentsWithMargin(), which calls getMargin() three times.
            const btScalar margin = box.getMargin();
            const btVector3 half = box.getHalfExtentsWithoutMargin() + btVector3(margin, margin, margin);
            return {{half.x(), half.y(), half.z()}, 0};
        }
    }
}

OrientedBox to_box(const btCollisionObject& body, const Vec3& half_extents) noexcept {
    const btTransform& place = body.getWorldTransform();
    btQuaternion rotation;
    place.getBasis().getRotation(rotation);
    return {{place.getOrigin().x(), place.getOrigin().y(), place.getOrigin().z()},
            half_extents,
            {rotation.x(), rotation.y(), rotation.z(), rotation.w()}};
}

// Elements of Bullet's pool of algorithms are at least this large.
static_assert(sizeof(bullet::BoxPairAlgorithm) <= sizeof(btConvexConvexAlgorithm));

}  // namespace

namespace bullet {

BoxPairAlgorithm::BoxPairAlgorithm(const btCollisionAlgorithmConstructionInfo& info, detail::BulletBoxes& boxes,
                                   const btBroadphasePair& pair) noexcept
    : btCollisionAlgorithm(info),
      boxes_(boxes),
      first_(object(*pair.m_pProxy0)),
      second_(object(*pair.m_pProxy1)),
      second_is_odd_(pair.m_pProxy1->m_uniqueId % 2 != 0) {}

BoxPairAlgorithm::~BoxPairAlgorithm() {
    if (manifold_ != nullptr) m_dispatcher->releaseManifold(manifold_);
}

void BoxPairAlgorithm::processCollision(const btCollisionObjectWrapper*, const btCollisionObjectWrapper*,
                                        const btDispatcherInfo&, btManifoldResult*) {
    const bool alone = !boxes_.listing();
    if (alone) boxes_.begin();
    boxes_.add(*this);
    if (alone) boxes_.finish();
}

void BoxPairAlgorithm::getAllContactManifolds(btManifoldArray& manifolds) {
    if (manifold_ != nullptr) manifolds.push_back(manifold_);
}

bool BoxPairAlgorithm::take_sizes() noexcept {
    const Size sizes[2] = {size_of(first_), size_of(second_)};
    const bool same = std::memcmp(sizes, sizes_, sizeof sizes) == 0;
    std::memcpy(sizes_, sizes, sizeof sizes);
    return !same;
}

bool BoxPairAlgorithm::write(const ContactManifold& contact) {
    last_axis_ = kNoAxis;
    const bool resized = take_sizes();
    if (contact.point_count == 0) {
        // The old points of boxes with other sizes may be far away from them, and still seem to touch.
        if (resized && manifold_ != nullptr) manifold_->clearManifold();
        refresh();
        return touched_;
    }
    // Not touched_: a program may have removed points from the manifold in the meantime.
    if (manifold_ == nullptr || manifold_->getNumContacts() == 0) {
        const std::span points(contact.points, contact.point_count);
        if (std::ranges::none_of(points, [](const ContactPoint& point) { return point.separation <= 0; })) return false;
        if (manifold_ == nullptr) manifold_ = m_dispatcher->getNewManifold(&first_, &second_);
        if (manifold_ == nullptr) return false;  // the pool is full, and Bullet was told not to allocate beyond it
    }
    write_points(*manifold_, contact, second_is_odd_, !resized);
    last_axis_ = static_cast<std::uint8_t>(feature_axis(contact.points[0].feature_id));
    touched_ = manifold_->getNumContacts() != 0;
    return touched_;
}

void BoxPairAlgorithm::refresh() {
    if (manifold_ == nullptr) return;
    manifold_->refreshContactPoints(first_.getWorldTransform(), second_.getWorldTransform());
    touched_ = manifold_->getNumContacts() != 0;
}

}  // namespace bullet

namespace detail {

BulletBoxes::BulletBoxes(const Execution& execution, const ContactOptions& options) noexcept
    : execution_(execution), options_(options), workspace_(bullet::allocator()) {}

void BulletBoxes::set_covered_sides(const btCollisionObject& body, CoveredSides sides) {
    if (sides != 0)
        covered_.insert(btHashPtr(&body), sides);
    else
        covered_.remove(btHashPtr(&body));
}

bool BulletBoxes::takes(const btBroadphasePair& pair) noexcept {
    return is_taken(*pair.m_pProxy0) && is_taken(*pair.m_pProxy1);
}

btCollisionAlgorithm* BulletBoxes::make_algorithm(const btBroadphasePair& pair,
                                                  btCollisionDispatcher& dispatcher) noexcept {
    void* const memory = dispatcher.allocateCollisionAlgorithm(sizeof(bullet::BoxPairAlgorithm));
    if (memory == nullptr) return nullptr;
    return new (memory) bullet::BoxPairAlgorithm(btCollisionAlgorithmConstructionInfo(&dispatcher, 0), *this, pair);
}

void BulletBoxes::begin() noexcept {
    listing_ = true;
    pairs_.resizeNoInitialize(0);
    numbers_.resizeNoInitialize(0);
    last_axes_.resizeNoInitialize(0);
    bodies_.resizeNoInitialize(0);
}

void BulletBoxes::add(bullet::BoxPairAlgorithm& pair) {
    const int first = pair.first().getWorldArrayIndex(), second = pair.second().getWorldArrayIndex();
    bullet::resize_to_hold(bodies_, std::max(first, second));
    bodies_[first] = &pair.first();
    bodies_[second] = &pair.second();
    pairs_.push_back(&pair);
    numbers_.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second)});
    last_axes_.push_back(pair.last_axis());
}

void BulletBoxes::finish() {
    listing_ = false;
    report.box_pair_count = static_cast<std::uint64_t>(pairs_.size());
    report.contact_count = 0;

    const parallel::Stopwatch intake;
    take_bodies();
    report.intake_ns = intake.nanoseconds();

    const parallel::Stopwatch contacts;
    const Status result = find_contacts();
    report.contacts_ns = contacts.nanoseconds();

    const parallel::Stopwatch write;
    if (result == Status::ok) {
        write_contacts();
    } else {
        if (status == Status::ok) status = result;
        for (bullet::BoxPairAlgorithm* pair : all(pairs_)) pair->refresh();
    }
    report.write_ns = write.nanoseconds();
}

/// Collects the boxes of the bodies of all pairs. Other bodies do not matter.
void BulletBoxes::take_bodies() {
    boxes_.resizeNoInitialize(0);
    radii_.resizeNoInitialize(0);
    box_numbers_.resizeNoInitialize(0);
    bool any_radius = false;
    for (int i = 0; i < bodies_.size(); ++i) {
        if (i + kAhead < bodies_.size() && bodies_[i + kAhead] != nullptr)
            simd::prefetch(bodies_[i + kAhead]->getCollisionShape());
        if (bodies_[i] == nullptr) continue;
        bullet::Size size = size_of(*bodies_[i]);
        // A radius that is not legal makes the whole body illegal: it touches nothing.
        const bool legal = is_legal_radius(size.radius);
        if (!legal) size = {{-1, -1, -1}, 0};
        any_radius |= size.radius != 0;
        boxes_.push_back(to_box(*bodies_[i], size.half_extents));
        radii_.push_back(size.radius);
        box_numbers_.push_back(static_cast<std::uint32_t>(i));
    }
    if (!any_radius) radii_.resizeNoInitialize(0);
    covered_of_number_.resizeNoInitialize(0);
    if (covered_.size() == 0) return;
    covered_of_number_.resize(bodies_.size(), 0);
    for (int i = 0; i < bodies_.size(); ++i) {
        const CoveredSides* const sides = bodies_[i] != nullptr ? covered_.find(btHashPtr(bodies_[i])) : nullptr;
        if (sides != nullptr) covered_of_number_[i] = *sides;
    }
}

Status BulletBoxes::find_contacts() noexcept {
    ContactOptions options = options_;
    if (const btScalar distance = std::min(gContactBreakingThreshold, kMaxSpeculativeDistance);
        options.speculative_distance < distance)
        options.speculative_distance = distance;
    narrowphase::CoveredSets covered;
    if (covered_of_number_.size() != 0) covered = {&covered_of_number_[0], &covered_of_number_[0]};
    const narrowphase::ListedPairs listed{all(boxes_),   all(box_numbers_), static_cast<std::uint32_t>(bodies_.size()),
                                          all(numbers_), all(last_axes_),   covered,
                                          all(radii_)};
    return narrowphase::collide_listed(listed, workspace_, contacts_, options, execution_);
}

void BulletBoxes::write_contacts() {
    const ContactManifold none{};
    auto next = contacts_.begin();
    for (int k = 0; k < pairs_.size(); ++k) {
        if (k + 2 * kAhead < pairs_.size()) simd::prefetch(pairs_[k + 2 * kAhead]);
        // A manifold is 14 cache lines, which the hardware does not prefetch. The loop is here and not in a function,
        // because gcc removes calls of functions that only prefetch.
        const auto* const ahead = k + kAhead < pairs_.size() ? pairs_[k + kAhead]->manifold() : nullptr;
        for (std::size_t byte = 0; ahead != nullptr && byte < sizeof *ahead; byte += 64)
            simd::prefetch_for_write(reinterpret_cast<const char*>(ahead) + byte);
        const bool near = next != contacts_.end() && next->pair == numbers_[k];
        if (!near && !pairs_[k]->touched()) continue;
        if (pairs_[k]->write(near ? *next : none)) ++report.contact_count;
        if (near) ++next;
    }
}

}  // namespace detail

}  // namespace satori::v0
