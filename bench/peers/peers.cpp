#include <iterator>

#include "peers/peer.hpp"

namespace satori::bench {

Peers make_peers() {
    Peers peers;
    [[maybe_unused]] const auto add = [&](Peers more) {
        peers.insert(peers.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    };
#ifdef SATORI_HAVE_PEER_CGAL
    add(make_cgal_peers());
#endif
#ifdef SATORI_HAVE_PEER_EMBREE
    add(make_embree_peers());
#endif
#ifdef SATORI_HAVE_PEER_BULLET
    add(make_bullet_peers());
#endif
#ifdef SATORI_HAVE_PEER_FCL
    add(make_fcl_peers());
#endif
#ifdef __x86_64__
    add(make_box_pruning_peers());
#endif
    return peers;
}

}  // namespace satori::bench
