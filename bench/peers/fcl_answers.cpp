// FCL's overlap test of two boxes: the test of its trees of oriented boxes, or the call that users make for two shapes.

#include <string>

#include <fcl/math/bv/OBB.h>
#include <fcl/narrowphase/collision.h>

#include "peers/answer_peer.hpp"
#include "peers/fcl_box.hpp"

namespace satori::bench {

namespace {

struct Obb {
    using Box = fcl::OBB<FclScalar>;
    static constexpr const char* kName = "fcl";
    static constexpr bool kVariant = false;
    static constexpr const char* kTimed = "OBB<float>::overlap";
    static std::string version() { return FCL_VERSION; }
    static Box to_box(const OrientedBox& box) {
        return {to_fcl(box.rotation), to_fcl(box.center), to_fcl(box.half_extents)};
    }

    bool answer(const Box& a, const Box& b) const { return a.overlap(b); }
};

struct Collide {
    using Box = FclBox;
    static constexpr const char* kName = "fcl_collide";
    static constexpr bool kVariant = true;
    static constexpr const char* kTimed =
        "fcl::collide on two Box<float>, num_max_contacts 1, no contacts enabled, one solver and one result for all,";
    static std::string version() { return FCL_VERSION; }
    static Box to_box(const OrientedBox& box) { return fcl_box(box); }

    bool answer(const Box& a, const Box& b) {
        result.clear();
        return fcl::collide(&a.shape, a.place, &b.shape, b.place, &solver, request, result) != 0;
    }

    fcl::detail::GJKSolver_libccd<FclScalar> solver;
    fcl::CollisionRequest<FclScalar> request{1, false};
    fcl::CollisionResult<FclScalar> result;
};

}  // namespace

AnswerPeers make_fcl_answer_peers() {
    AnswerPeers peers;
    peers.push_back(std::make_unique<AnswerPeerOf<Obb>>());
    peers.push_back(std::make_unique<AnswerPeerOf<Collide>>());
    return peers;
}

}  // namespace satori::bench
