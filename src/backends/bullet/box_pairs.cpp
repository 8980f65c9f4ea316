#include "backends/bullet/box_pairs.hpp"

#include <algorithm>
#include <new>
#include <span>

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btConvexConvexAlgorithm.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>

#include "backends/bullet/allocator.hpp"
#include "backends/bullet/contact_points.hpp"
#include "parallel/stopwatch.hpp"
#include "simd/prefetch.hpp"

namespace satori::inline v0 {

namespace {

constexpr int kAhead = 8;  // manifolds asked for before they are written

template <class T>
std::span<T> all(btAlignedObjectArray<T>& array) noexcept {
    return array.size() == 0 ? std::span<T>() : std::span<T>(&array[0], static_cast<std::size_t>(array.size()));
}

const btCollisionObject& object(const btBroadphaseProxy& proxy) noexcept {
    return *static_cast<const btCollisionObject*>(proxy.m_clientObject);
}

bool is_box_in_world(const btBroadphaseProxy& proxy) noexcept {
    return object(proxy).getCollisionShape()->getShapeType() == BOX_SHAPE_PROXYTYPE &&
           object(proxy).getWorldArrayIndex() >= 0;
}

/// A manifold is 14 cache lines, which the machine does not foresee.
void prefetch_points(const btPersistentManifold* manifold) noexcept {
    if (manifold == nullptr) return;
    for (std::size_t byte = 0; byte < sizeof(btPersistentManifold); byte += 64)
        simd::prefetch_for_write(reinterpret_cast<const char*>(manifold) + byte);
}

OrientedBox to_box(const btCollisionObject& body) noexcept {
    const btTransform& place = body.getWorldTransform();
    const btVector3 half = static_cast<const btBoxShape*>(body.getCollisionShape())->getHalfExtentsWithMargin();
    btQuaternion rotation;
    place.getBasis().getRotation(rotation);
    return {{place.getOrigin().x(), place.getOrigin().y(), place.getOrigin().z()},
            {half.x(), half.y(), half.z()},
            {rotation.x(), rotation.y(), rotation.z(), rotation.w()}};
}

// Elements of Bullet's pool of algorithms are at least as large.
static_assert(sizeof(bullet::BoxPairAlgorithm) <= sizeof(btConvexConvexAlgorithm));

}  // namespace

namespace bullet {

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

bool BoxPairAlgorithm::write(const ContactManifold& contact) {
    last_axis_ = kNoAxis;
    if (contact.point_count == 0) {
        refresh();
        return touched_;
    }
    // Not touched_: a program may have taken points out of the manifold since.
    if (manifold_ == nullptr || manifold_->getNumContacts() == 0) {
        const std::span points(contact.points, contact.point_count);
        if (std::ranges::none_of(points, [](const ContactPoint& point) { return point.separation <= 0; })) return false;
        if (manifold_ == nullptr) manifold_ = m_dispatcher->getNewManifold(&first_, &second_);
        if (manifold_ == nullptr) return false;  // the pool is full, and Bullet was told not to go beyond it
    }
    write_points(*manifold_, contact);
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

BulletBoxes::BulletBoxes(const Execution& execution) noexcept
    : execution_(execution), batch_(bullet::allocator()), workspace_(bullet::allocator()) {}

bool BulletBoxes::takes(const btBroadphasePair& pair) noexcept {
    return is_box_in_world(*pair.m_pProxy0) && is_box_in_world(*pair.m_pProxy1);
}

btCollisionAlgorithm* BulletBoxes::make_algorithm(const btBroadphasePair& pair,
                                                  btCollisionDispatcher& dispatcher) noexcept {
    void* const memory = dispatcher.allocateCollisionAlgorithm(sizeof(bullet::BoxPairAlgorithm));
    if (memory == nullptr) return nullptr;
    return new (memory) bullet::BoxPairAlgorithm(btCollisionAlgorithmConstructionInfo(&dispatcher, 0), *this,
                                                 object(*pair.m_pProxy0), object(*pair.m_pProxy1));
}

void BulletBoxes::begin() noexcept {
    listing_ = true;
    pairs_.resizeNoInitialize(0);
    row_pairs_.resizeNoInitialize(0);
    last_axes_.resizeNoInitialize(0);
    bodies_.resizeNoInitialize(0);
}

void BulletBoxes::list_body(const btCollisionObject& body) {
    const int index = body.getWorldArrayIndex();
    if (index >= bodies_.size()) bodies_.resize(index + 1, nullptr);
    bodies_[index] = &body;
}

void BulletBoxes::add(bullet::BoxPairAlgorithm& pair) {
    list_body(pair.first());
    list_body(pair.second());
    pairs_.push_back(&pair);
    row_pairs_.push_back({static_cast<std::uint32_t>(pair.first().getWorldArrayIndex()),
                          static_cast<std::uint32_t>(pair.second().getWorldArrayIndex())});
    last_axes_.push_back(pair.last_axis());
}

void BulletBoxes::finish() {
    listing_ = false;
    report.box_pair_count = static_cast<std::uint64_t>(pairs_.size());
    report.contact_count = 0;

    const parallel::Stopwatch intake;
    collect_bodies();
    Status result = take_bodies();
    report.intake_ns = intake.nanoseconds();

    const parallel::Stopwatch contacts;
    if (result == Status::ok) result = find_contacts();
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

/// Gives the bodies of all pairs a row each, by ascending unique id: so body 0 of a pair is box A, whatever other pairs there are.
void BulletBoxes::collect_bodies() {
    rows_of_bodies_.resizeNoInitialize(bodies_.size());
    int count = 0;
    for (int i = 0; i < bodies_.size(); ++i)
        if (bodies_[i] != nullptr) bodies_[count++] = bodies_[i];
    bodies_.resizeNoInitialize(count);
    const auto earlier = [](const btCollisionObject* a, const btCollisionObject* b) {
        return a->getBroadphaseHandle()->m_uniqueId < b->getBroadphaseHandle()->m_uniqueId;
    };
    // In order already where no body was ever taken out.
    if (!std::ranges::is_sorted(all(bodies_), earlier)) std::ranges::sort(all(bodies_), earlier);
    rows_.resizeNoInitialize(count);
    for (int i = 0; i < count; ++i) {
        rows_of_bodies_[bodies_[i]->getWorldArrayIndex()] = static_cast<std::uint32_t>(i);
        rows_[i] = to_box(*bodies_[i]);
    }
    for (BoxPair& pair : all(row_pairs_)) {
        pair.first = rows_of_bodies_[static_cast<int>(pair.first)];
        pair.second = rows_of_bodies_[static_cast<int>(pair.second)];
    }
}

Status BulletBoxes::take_bodies() noexcept {
    return batch_.assign(box_rows(std::span<const OrientedBox>(all(rows_))), OnInvalid::skip, execution_);
}

Status BulletBoxes::find_contacts() noexcept {
    const int count = pairs_.size();
    axes_.resizeNoInitialize(count);
    CollideOptions options;
    options.speculative_distance = std::clamp(gContactBreakingThreshold, 0.0F, kMaxSpeculativeDistance);
    Status result =
        separating_axes(batch_, all(row_pairs_), all(axes_), workspace_, options, execution_, all(last_axes_));
    if (result != Status::ok) return result;

    near_.resizeNoInitialize(0);
    for (int k = 0; k < count; ++k) {
        if (!(axes_[k].separation <= options.speculative_distance)) continue;
        row_pairs_[near_.size()] = row_pairs_[k];
        axes_[near_.size()] = axes_[k];
        near_.push_back(k);
    }
    const auto near_count = static_cast<std::size_t>(near_.size());
    contacts_.resizeNoInitialize(near_.size());
    return build_manifolds(batch_, all(row_pairs_).first(near_count), all(axes_).first(near_count), all(contacts_),
                           workspace_, options, execution_);
}

void BulletBoxes::write_contacts() {
    const ContactManifold none{};
    int next = 0;
    for (int k = 0; k < pairs_.size(); ++k) {
        if (k + kAhead < pairs_.size()) prefetch_points(pairs_[k + kAhead]->manifold());
        const bool near = next < near_.size() && near_[next] == k;
        if (!near && !pairs_[k]->touched()) continue;
        if (pairs_[k]->write(near ? contacts_[next] : none)) ++report.contact_count;
        if (near) ++next;
    }
}

}  // namespace detail

}  // namespace satori::inline v0
