// Bullet's overlap test of two boxes: the test of its trees of oriented boxes, or GJK.

#include <string>

#include <BulletCollision/Gimpact/btBoxCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

#include "peers/answer_peer.hpp"
#include "peers/bullet_shape.hpp"

namespace satori::bench {

namespace {

struct SeparatingAxes {
    /// The box in its own frame, and the pose of that frame.
    struct Box {
        btAABB bounds;
        btTransform place;
    };
    static constexpr const char* kName = "bullet";
    static constexpr bool kVariant = false;
    static constexpr const char* kTimed =
        "btAABB::overlapping_trans_cache with all 15 axes, in single precision, and its cache of the relative "
        "transform";
    static std::string version() { return bullet_version(); }
    static Box to_box(const OrientedBox& box) {
        Box result{{}, bullet_transform(box)};
        result.bounds.m_max = to_bullet(box.half_extents);
        result.bounds.m_min = -result.bounds.m_max;
        return result;
    }

    bool answer(const Box& a, const Box& b) const {
        BT_BOX_BOX_TRANSFORM_CACHE cache;
        cache.calc_from_homogenic(a.place, b.place);
        return a.bounds.overlapping_trans_cache(b.bounds, cache, true);
    }
};

struct Gjk {
    using Box = BulletBox;
    static constexpr const char* kName = "bullet_gjk";
    static constexpr bool kVariant = true;
    static constexpr const char* kTimed = "btGjkEpaSolver2::Distance in single precision, shapes without a margin,";
    static std::string version() { return bullet_version(); }
    static Box to_box(const OrientedBox& box) { return bullet_box(box); }

    bool answer(const Box& a, const Box& b) const {
        btGjkEpaSolver2::sResults results;
        const btVector3 guess = a.place.getOrigin() - b.place.getOrigin();
        return !btGjkEpaSolver2::Distance(&a.shape, a.place, &b.shape, b.place, guess, results);
    }
};

}  // namespace

AnswerPeers make_bullet_answer_peers() {
    AnswerPeers peers;
    peers.push_back(std::make_unique<AnswerPeerOf<SeparatingAxes>>());
    peers.push_back(std::make_unique<AnswerPeerOf<Gjk>>());
    return peers;
}

}  // namespace satori::bench
