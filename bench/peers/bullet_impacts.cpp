// Bullet's time of impact of two boxes, by conservative advancement.

#include <string>

#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <LinearMath/btTransformUtil.h>

#include "peers/answer_peer.hpp"
#include "peers/bullet_shape.hpp"

namespace satori::bench {

namespace {

/// A shape and its last pose.
struct MovingBulletBox {
    BulletBox begin;
    btTransform end;
};

struct Continuous {
    using Box = MovingBulletBox;
    static constexpr const char* kName = "bullet";
    static constexpr bool kVariant = false;
    static constexpr const char* kTimed =
        "btContinuousConvexCollision with btVoronoiSimplexSolver and btGjkEpaPenetrationDepthSolver in single "
        "precision, shapes without a margin,";
    static std::string version() { return bullet_version(); }
    static Box to_box(const MovingBox& moving) {
        Box box{bullet_box(moving.box), btTransform::getIdentity()};
        btTransformUtil::integrateTransform(box.begin.place, to_bullet(moving.motion.translation),
                                            to_bullet(moving.motion.rotation), 1, box.end);
        return box;
    }

    float answer(const Box& a, const Box& b) {
        btContinuousConvexCollision cast(&a.begin.shape, &b.begin.shape, &simplex, &depth);
        btConvexCast::CastResult result;
        return cast.calcTimeOfImpact(a.begin.place, a.end, b.begin.place, b.end, result)
                   ? static_cast<float>(result.m_fraction)
                   : 2.0F;
    }

    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
};

}  // namespace

ImpactPeers make_bullet_impact_peers() {
    ImpactPeers peers;
    peers.push_back(std::make_unique<ValuePeerOf<float, Continuous, MovingBox>>());
    return peers;
}

}  // namespace satori::bench
