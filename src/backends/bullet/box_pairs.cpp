#include "backends/bullet/box_pairs.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <span>

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btConvexConvexAlgorithm.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>

#include "backends/bullet/allocator.hpp"
#include "backends/bullet/contact_points.hpp"

namespace satori::inline v0 {

namespace {

constexpr std::uint32_t kNotListed = 0xffffffffU;
constexpr std::uint32_t kListed = 0xfffffffeU;

template <class T>
std::span<T> all(btAlignedObjectArray<T>& array) noexcept {
    return array.size() == 0 ? std::span<T>() : std::span<T>(&array[0], static_cast<std::size_t>(array.size()));
}

bool is_box_in_world(const btBroadphaseProxy& proxy) noexcept {
    const auto& object = *static_cast<const btCollisionObject*>(proxy.m_clientObject);
    return object.getCollisionShape()->getShapeType() == BOX_SHAPE_PROXYTYPE && object.getWorldArrayIndex() >= 0;
}

int unique_id(const btCollisionObject* body) noexcept {
    return body->getBroadphaseHandle()->m_uniqueId;
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

/// What is no box to Bullet's pool of algorithms fits into it.
static_assert(sizeof(bullet::BoxPairAlgorithm) <= sizeof(btConvexConvexAlgorithm));

}  // namespace

namespace bullet {

BoxPairAlgorithm::~BoxPairAlgorithm() {
    if (manifold_ != nullptr) m_dispatcher->releaseManifold(manifold_);
}

void BoxPairAlgorithm::processCollision(const btCollisionObjectWrapper* first, const btCollisionObjectWrapper* second,
                                        const btDispatcherInfo&, btManifoldResult*) {
    const bool alone = !boxes_.listing();
    if (alone) boxes_.begin();
    boxes_.add(*this, first->getCollisionObject(), second->getCollisionObject());
    if (alone) boxes_.finish();
}

void BoxPairAlgorithm::getAllContactManifolds(btManifoldArray& manifolds) {
    if (manifold_ != nullptr) manifolds.push_back(manifold_);
}

bool BoxPairAlgorithm::write(const ContactManifold& contact, const btCollisionObject* first,
                             const btCollisionObject* second) {
    const bool touched = manifold_ != nullptr && manifold_->getNumContacts() != 0;
    last_axis_ = kNoAxis;
    if (!touched) {
        const std::span points(contact.points, contact.point_count);
        if (std::ranges::none_of(points, [](const ContactPoint& point) { return point.separation <= 0; })) return false;
        if (manifold_ == nullptr) manifold_ = m_dispatcher->getNewManifold(first, second);
        if (manifold_ == nullptr) return false;  // the pool is full, and Bullet was told not to go beyond it
    }
    write_points(*manifold_, contact);
    if (contact.point_count != 0) last_axis_ = static_cast<std::uint8_t>(feature_axis(contact.points[0].feature_id));
    return manifold_->getNumContacts() != 0;
}

void BoxPairAlgorithm::refresh() {
    if (manifold_ == nullptr) return;
    manifold_->refreshContactPoints(manifold_->getBody0()->getWorldTransform(),
                                    manifold_->getBody1()->getWorldTransform());
}

}  // namespace bullet

namespace detail {

BulletBoxes::BulletBoxes(const Execution& execution) noexcept
    : execution_(execution), batch_(bullet::allocator()), workspace_(bullet::allocator()) {}

bool BulletBoxes::takes(const btBroadphasePair& pair) noexcept {
    return is_box_in_world(*pair.m_pProxy0) && is_box_in_world(*pair.m_pProxy1);
}

btCollisionAlgorithm* BulletBoxes::make_algorithm(btCollisionDispatcher& dispatcher) noexcept {
    void* const memory = dispatcher.allocateCollisionAlgorithm(sizeof(bullet::BoxPairAlgorithm));
    if (memory == nullptr) return nullptr;
    return new (memory) bullet::BoxPairAlgorithm(btCollisionAlgorithmConstructionInfo(&dispatcher, 0), *this);
}

void BulletBoxes::begin() noexcept {
    listing_ = true;
    pairs_.resizeNoInitialize(0);
}

void BulletBoxes::add(bullet::BoxPairAlgorithm& algorithm, const btCollisionObject* first,
                      const btCollisionObject* second) {
    pairs_.push_back({&algorithm, first, second});
}

void BulletBoxes::finish() {
    listing_ = false;
    using Clock = std::chrono::steady_clock;
    const auto since = [](Clock::time_point start) {
        return static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count());
    };
    report.box_pair_count = static_cast<std::uint64_t>(pairs_.size());
    report.contact_count = 0;

    Clock::time_point start = Clock::now();
    collect_bodies();
    Status result = take_bodies();
    report.intake_ns = since(start);

    start = Clock::now();
    if (result == Status::ok) result = find_contacts();
    report.contacts_ns = since(start);

    start = Clock::now();
    if (result == Status::ok) {
        write_contacts();
    } else {
        if (status == Status::ok) status = result;
        for (const Pair& pair : all(pairs_)) pair.algorithm->refresh();
    }
    report.write_ns = since(start);
}

/// Gives the bodies of all pairs a row each, by ascending unique id: so body 0 of a pair is box A, whatever other pairs there are.
void BulletBoxes::collect_bodies() {
    bodies_.resizeNoInitialize(0);
    const auto list = [this](const btCollisionObject* body) {
        const int index = body->getWorldArrayIndex();
        if (index >= rows_of_bodies_.size()) rows_of_bodies_.resize(index + 1, kNotListed);
        if (rows_of_bodies_[index] == kListed) return;
        rows_of_bodies_[index] = kListed;
        bodies_.push_back(body);
    };
    for (const Pair& pair : all(pairs_)) {
        list(pair.first);
        list(pair.second);
    }
    std::sort(all(bodies_).begin(), all(bodies_).end(),
              [](const btCollisionObject* a, const btCollisionObject* b) { return unique_id(a) < unique_id(b); });
    rows_.resizeNoInitialize(bodies_.size());
    for (int i = 0; i < bodies_.size(); ++i) {
        rows_of_bodies_[bodies_[i]->getWorldArrayIndex()] = static_cast<std::uint32_t>(i);
        rows_[i] = to_box(*bodies_[i]);
    }
}

Status BulletBoxes::take_bodies() noexcept {
    return batch_.assign(box_rows(std::span<const OrientedBox>(all(rows_))), OnInvalid::skip, execution_);
}

Status BulletBoxes::find_contacts() noexcept {
    const int count = pairs_.size();
    row_pairs_.resizeNoInitialize(count);
    last_axes_.resizeNoInitialize(count);
    axes_.resizeNoInitialize(count);
    for (int k = 0; k < count; ++k) {
        const Pair& pair = pairs_[k];
        row_pairs_[k] = {rows_of_bodies_[pair.first->getWorldArrayIndex()],
                         rows_of_bodies_[pair.second->getWorldArrayIndex()]};
        last_axes_[k] = pair.algorithm->last_axis();
    }
    CollideOptions options;
    options.speculative_distance = std::clamp(gContactBreakingThreshold, 0.0F, kMaxSpeculativeDistance);
    Status result = separating_axes(batch_, all(row_pairs_), all(axes_), workspace_, options, execution_,
                                    all(last_axes_));
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
        const bool near = next < near_.size() && near_[next] == k;
        const Pair& pair = pairs_[k];
        if (pair.algorithm->write(near ? contacts_[next] : none, pair.first, pair.second)) ++report.contact_count;
        if (near) ++next;
    }
}

}  // namespace detail

}  // namespace satori::inline v0
