// Bullet's btBoxBoxDetector, which comes from ODE, in single precision.

#include <algorithm>
#include <cstddef>
#include <string>

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>

#include "peers/bullet_types.hpp"
#include "peers/contact_peer.hpp"

namespace satori::bench {

namespace {

struct Point {
    btVector3 position;
    btVector3 normal;  // its unused component holds the distance
};

/// Stores the points that the detector finds.
class PointList final : public btDiscreteCollisionDetectorInterface::Result {
public:
    explicit PointList(Point* place) : end_(place) {}
    void setShapeIdentifiersA(int, int) override {}
    void setShapeIdentifiersB(int, int) override {}
    void addContactPoint(const btVector3& normal, const btVector3& point, btScalar distance) override {
        *end_ = {point, normal};
        (end_++)->normal.setW(distance);
    }
    const Point* end() const { return end_; }

private:
    Point* end_;
};

class BulletContactPeer final : public ContactPeer {
public:
    std::string name() const override { return "bullet"; }
    std::string version() const override { return bullet_version(); }
    std::string timed() const override {
        return "btBoxBoxDetector in single precision on each pair, at most 4 points, taken to a plain array by "
               "addContactPoint; boxes of the pairs to come are prefetched; shapes and transforms are made before, no "
               "persistent manifolds";
    }

    void prepare(std::span<const OrientedBox> boxes, std::span<const BoxPair> pairs) override {
        pairs_ = pairs;
        shapes_.clear();
        transforms_.clear();
        shapes_.reserve(boxes.size());
        for (const OrientedBox& box : boxes) {
            shapes_.emplace_back(to_bullet(box.half_extents));
            transforms_.push_back(bullet_transform(box));
        }
        ends_.assign(pairs.size(), 0);
        points_.assign(pairs.size() * 4, {});
    }

    void run() override {
        PointList list(points_.data());
        btDiscreteCollisionDetectorInterface::ClosestPointInput input;
        const auto ahead = [&](std::uint32_t id) {
            prefetch_object(shapes_[id]);
            prefetch_object(transforms_[id]);
        };
        for_each_pair(pairs_, ahead, [&](std::size_t k, BoxPair pair) {
            const auto [a, b] = pair;
            input.m_transformA = transforms_[a];
            input.m_transformB = transforms_[b];
            btBoxBoxDetector detector(&shapes_[a], &shapes_[b]);
            detector.getClosestPoints(input, list, nullptr);
            ends_[k] = static_cast<std::uint32_t>(list.end() - points_.data());
        });
    }

    void read_contacts(std::span<PairContact> contacts) const override {
        std::uint32_t at = 0;
        for (std::size_t k = 0; k < contacts.size(); ++k) {
            contacts[k] = {ends_[k] - at, 0};
            for (; at < ends_[k]; ++at)
                contacts[k].depth = std::max(contacts[k].depth, -double{points_[at].normal.w()});
        }
    }

private:
    std::span<const BoxPair> pairs_;
    std::vector<btBoxShape> shapes_;
    std::vector<btTransform> transforms_;
    std::vector<std::uint32_t> ends_;
    std::vector<Point> points_;
};

}  // namespace

std::unique_ptr<ContactPeer> make_bullet_contact_peer() {
    return std::make_unique<BulletContactPeer>();
}

}  // namespace satori::bench
