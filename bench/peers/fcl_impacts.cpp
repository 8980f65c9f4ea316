// FCL's continuous collision of two boxes: the call that users make for two moving shapes.

#include <string>

#include <fcl/narrowphase/continuous_collision.h>

#include "peers/answer_peer.hpp"
#include "peers/fcl_box.hpp"

namespace satori::bench {

namespace {

/// A shape and its first and last pose. In double, for which the library has the code compiled.
struct MovingFclBox {
    fcl::Box<double> shape;
    fcl::Transform3<double> begin, end;
};

struct Advancement {
    using Box = MovingFclBox;
    static constexpr const char* kName = "fcl";
    static constexpr bool kVariant = false;
    static constexpr const char* kTimed =
        "fcl::continuousCollide on two Box<double>, CCDC_CONSERVATIVE_ADVANCEMENT, CCDM_LINEAR, GST_LIBCCD, 100 "
        "iterations,";
    static std::string version() { return FCL_VERSION; }
    static Box to_box(const MovingBox& moving) {
        const FclBox begin = fcl_box(moving.box);
        Box box{fcl::Box<double>(begin.shape.side.cast<double>()), begin.place.cast<double>(),
                begin.place.cast<double>()};
        const fcl::Vector3<double> turn = to_fcl(moving.motion.rotation).cast<double>();
        if (turn.norm() > 0)
            box.end.linear() =
                Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix() * box.begin.linear();
        box.end.translation() += to_fcl(moving.motion.translation).cast<double>();
        return box;
    }

    float answer(const Box& a, const Box& b) {
        fcl::ContinuousCollisionResult<double> result;
        const double time = fcl::continuousCollide(&a.shape, a.begin, a.end, &b.shape, b.begin, b.end, request, result);
        return result.is_collide ? static_cast<float>(time) : 2.0F;
    }

    fcl::ContinuousCollisionRequest<double> request{100, 1e-4, fcl::CCDM_LINEAR, fcl::GST_LIBCCD,
                                                    fcl::CCDC_CONSERVATIVE_ADVANCEMENT};
};

}  // namespace

ImpactPeers make_fcl_impact_peers() {
    ImpactPeers peers;
    peers.push_back(std::make_unique<ValuePeerOf<float, Advancement, MovingBox>>());
    return peers;
}

}  // namespace satori::bench
