#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <satori/shapes.hpp>

#include "peers/peer_info.hpp"

namespace satori::bench {

/// A peer that finds the AABBs that a query meets.
class QueryPeer : public PeerInfo {
public:
    /// Untimed: takes the boxes.
    virtual void prepare(std::span<const Aabb> bounds) = 0;
    /// Timed: appends to `found` the indices of the AABBs that a query meets, in any order.
    virtual void find(const Segment& ray, std::vector<std::uint32_t>& found) = 0;
    virtual void find(const Aabb& region, std::vector<std::uint32_t>& found) = 0;
};

using QueryPeers = std::vector<std::unique_ptr<QueryPeer>>;

QueryPeers make_bullet_query_peers();

}  // namespace satori::bench
