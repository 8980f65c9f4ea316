// FCL's overlap test of two boxes: the test of its trees of oriented boxes, or the call that users make for two shapes.

#include <string>

#include <fcl/config.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/narrowphase/collision.h>

#include "peers/answer_peer.hpp"

namespace satori::bench {

namespace {

/// float, which takes less memory and time than double.
using Scalar = float;

fcl::Matrix3<Scalar> to_fcl(const Quat& rotation) {
    double rows[3][3];
    to_matrix(rotation, rows);
    fcl::Matrix3<Scalar> matrix;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) matrix(i, j) = static_cast<Scalar>(rows[i][j]);
    return matrix;
}

fcl::Vector3<Scalar> to_fcl(const Vec3& v) {
    return {v.x, v.y, v.z};
}

struct Obb {
    using Box = fcl::OBB<Scalar>;
    static constexpr const char* kName = "fcl";
    static constexpr bool kVariant = false;
    static constexpr const char* kTimed = "OBB<float>::overlap";
    static std::string version() { return FCL_VERSION; }
    static Box to_box(const OrientedBox& box) {
        return {to_fcl(box.rotation), to_fcl(box.center), to_fcl(box.half_extents)};
    }

    bool overlap(const Box& a, const Box& b) const { return a.overlap(b); }
};

struct Collide {
    struct Box {
        fcl::Box<Scalar> shape;
        fcl::Transform3<Scalar> place;
    };
    static constexpr const char* kName = "fcl_collide";
    static constexpr bool kVariant = true;
    static constexpr const char* kTimed =
        "fcl::collide on two Box<float>, num_max_contacts 1, no contacts enabled, one solver and one result for all,";
    static std::string version() { return FCL_VERSION; }
    static Box to_box(const OrientedBox& box) {
        Box result{fcl::Box<Scalar>(2 * to_fcl(box.half_extents)), fcl::Transform3<Scalar>::Identity()};
        result.place.linear() = to_fcl(box.rotation);
        result.place.translation() = to_fcl(box.center);
        return result;
    }

    bool overlap(const Box& a, const Box& b) {
        result.clear();
        return fcl::collide(&a.shape, a.place, &b.shape, b.place, &solver, request, result) != 0;
    }

    fcl::detail::GJKSolver_libccd<Scalar> solver;
    fcl::CollisionRequest<Scalar> request{1, false};
    fcl::CollisionResult<Scalar> result;
};

}  // namespace

AnswerPeers make_fcl_answer_peers() {
    AnswerPeers peers;
    peers.push_back(std::make_unique<AnswerPeerOf<Obb>>());
    peers.push_back(std::make_unique<AnswerPeerOf<Collide>>());
    return peers;
}

}  // namespace satori::bench
