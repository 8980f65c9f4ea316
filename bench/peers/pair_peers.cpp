#include <iterator>

#include "peers/answer_peer.hpp"
#include "peers/contact_peer.hpp"

namespace satori::bench {

ContactPeers make_contact_peers() {
    ContactPeers peers;
#ifdef SATORI_HAVE_PEER_ODE
    peers.push_back(make_ode_contact_peer());
#endif
#ifdef SATORI_HAVE_PEER_BULLET
    peers.push_back(make_bullet_contact_peer());
#endif
    return peers;
}

namespace {

template <class Peers>
[[maybe_unused]] void add(Peers& peers, Peers more) {
    peers.insert(peers.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

AnswerPeers make_answer_peers() {
    AnswerPeers peers;
#ifdef SATORI_HAVE_PEER_ODE
    add(peers, make_ode_answer_peers());
#endif
#ifdef SATORI_HAVE_PEER_BULLET
    add(peers, make_bullet_answer_peers());
#endif
#ifdef SATORI_HAVE_PEER_FCL
    add(peers, make_fcl_answer_peers());
#endif
    return peers;
}

DistancePeers make_distance_peers() {
    DistancePeers peers;
#ifdef SATORI_HAVE_PEER_BULLET
    add(peers, make_bullet_distance_peers());
#endif
#ifdef SATORI_HAVE_PEER_FCL
    add(peers, make_fcl_distance_peers());
#endif
    return peers;
}

ImpactPeers make_impact_peers() {
    ImpactPeers peers;
#ifdef SATORI_HAVE_PEER_BULLET
    add(peers, make_bullet_impact_peers());
#endif
#ifdef SATORI_HAVE_PEER_FCL
    add(peers, make_fcl_impact_peers());
#endif
    return peers;
}

void to_matrix(const Quat& rotation, double (&rows)[3][3]) noexcept {
    const double u[3] = {rotation.x, rotation.y, rotation.z}, w = rotation.w;
    const double norm_sq = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] + w * w;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        rows[i][i] = 1 - 2 * (u[j] * u[j] + u[k] * u[k]) / norm_sq;
        rows[i][j] = 2 * (u[i] * u[j] - w * u[k]) / norm_sq;
        rows[i][k] = 2 * (u[i] * u[k] + w * u[j]) / norm_sq;
    }
}

}  // namespace satori::bench
