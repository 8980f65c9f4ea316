// Bullet's distance of two boxes, by GJK.

#include <string>

#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include "peers/answer_peer.hpp"
#include "peers/bullet_shape.hpp"

namespace satori::bench {

namespace {

struct GjkEpa {
    using Box = BulletBox;
    static constexpr const char* kName = "bullet";
    static constexpr bool kVariant = false;
    static constexpr const char* kTimed =
        "btGjkEpaSolver2::Distance in single precision, shapes without a margin, with both points,";
    static std::string version() { return bullet_version(); }
    static Box to_box(const OrientedBox& box) { return bullet_box(box); }

    float answer(const Box& a, const Box& b) const {
        btGjkEpaSolver2::sResults results;
        const btVector3 guess = a.place.getOrigin() - b.place.getOrigin();
        const bool apart = btGjkEpaSolver2::Distance(&a.shape, a.place, &b.shape, b.place, guess, results);
        return apart ? static_cast<float>(results.distance) : 0.0F;
    }
};

struct PairDetector {
    using Box = BulletBox;
    static constexpr const char* kName = "bullet_detector";
    static constexpr bool kVariant = true;
    static constexpr const char* kTimed =
        "btGjkPairDetector with btVoronoiSimplexSolver, no penetration, in single precision, shapes without a margin,";
    static std::string version() { return bullet_version(); }
    static Box to_box(const OrientedBox& box) { return bullet_box(box); }

    float answer(const Box& a, const Box& b) {
        btGjkPairDetector detector(&a.shape, &b.shape, &simplex, nullptr);
        btDiscreteCollisionDetectorInterface::ClosestPointInput input;
        input.m_transformA = a.place;
        input.m_transformB = b.place;
        btPointCollector output;
        detector.getClosestPoints(input, output, nullptr);
        return output.m_hasResult ? static_cast<float>(output.m_distance) : 0.0F;
    }

    btVoronoiSimplexSolver simplex;
};

}  // namespace

DistancePeers make_bullet_distance_peers() {
    DistancePeers peers;
    peers.push_back(std::make_unique<ValuePeerOf<float, GjkEpa>>());
    peers.push_back(std::make_unique<ValuePeerOf<float, PairDetector>>());
    return peers;
}

}  // namespace satori::bench
