#include "peers/peer.hpp"

namespace satori::bench {

std::vector<std::unique_ptr<Peer>> make_peers() {
    std::vector<std::unique_ptr<Peer>> peers;
#ifdef SATORI_HAVE_PEER_CGAL
    peers.push_back(make_cgal_peer());
#endif
#ifdef SATORI_HAVE_PEER_EMBREE
    peers.push_back(make_embree_peer());
#endif
#ifdef SATORI_HAVE_PEER_BULLET
    peers.push_back(make_bullet_peer());
#endif
#ifdef SATORI_HAVE_PEER_FCL
    peers.push_back(make_fcl_peer());
#endif
#ifdef __x86_64__
    peers.push_back(make_box_pruning_peer());
    peers.push_back(make_bucket_pruning_peer());
#endif
    return peers;
}

}  // namespace satori::bench
