// FCL's distance of two boxes: the call that users make for two shapes.

#include <string>

#include <fcl/narrowphase/distance.h>

#include "peers/answer_peer.hpp"
#include "peers/fcl_box.hpp"

namespace satori::bench {

namespace {

template <class Solver>
struct DistanceTest {
    using Box = FclBox;
    static std::string version() { return FCL_VERSION; }
    static Box to_box(const OrientedBox& box) { return fcl_box(box); }

    float answer(const Box& a, const Box& b) {
        result.clear();
        const float distance = fcl::distance(&a.shape, a.place, &b.shape, b.place, &solver, request, result);
        return distance > 0 ? distance : 0.0F;
    }

    Solver solver;
    fcl::DistanceRequest<FclScalar> request{true};
    fcl::DistanceResult<FclScalar> result;
};

struct Libccd : DistanceTest<fcl::detail::GJKSolver_libccd<FclScalar>> {
    static constexpr const char* kName = "fcl";
    static constexpr bool kVariant = false;
    static constexpr const char* kTimed = "fcl::distance on two Box<float> with both points, GJKSolver_libccd,";
};

struct Independent : DistanceTest<fcl::detail::GJKSolver_indep<FclScalar>> {
    static constexpr const char* kName = "fcl_indep";
    static constexpr bool kVariant = true;
    static constexpr const char* kTimed = "fcl::distance on two Box<float> with both points, GJKSolver_indep,";
};

}  // namespace

DistancePeers make_fcl_distance_peers() {
    DistancePeers peers;
    peers.push_back(std::make_unique<ValuePeerOf<float, Libccd>>());
    peers.push_back(std::make_unique<ValuePeerOf<float, Independent>>());
    return peers;
}

}  // namespace satori::bench
