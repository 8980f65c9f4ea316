#pragma once

#include <memory>
#include <span>
#include <vector>

#include <satori/types.hpp>

#include "peers/peer_info.hpp"

namespace satori::bench {

/// A peer that finds the pairs of AABBs, on one thread.
class Peer : public PeerInfo {
public:
    /// Untimed, once for each scene: makes the objects that users of this library hold anyway. `bounds` stays valid and
    /// in place until the next prepare().
    virtual void prepare(std::span<const Aabb> bounds) { bounds_ = bounds; }
    /// Timed: finds the pairs of the AABBs, without any knowledge from earlier runs, and writes them to `candidates`,
    /// which is empty but keeps its memory from earlier runs. Each overlapping pair must be in `candidates`, in either
    /// order; other pairs may be, and pairs may occur twice.
    virtual void find_pairs(std::vector<BoxPair>& candidates) = 0;
    /// Untimed, after each find_pairs: releases the objects that find_pairs built.
    virtual void tidy_up() {}

protected:
    std::span<const Aabb> bounds() const noexcept { return bounds_; }

private:
    std::span<const Aabb> bounds_;
};

using Peers = std::vector<std::unique_ptr<Peer>>;

/// Returns all peers that are built in. Each factory below returns a library's fastest form, then its variants.
Peers make_peers();

Peers make_box_pruning_peers();
Peers make_bullet_peers();
Peers make_cgal_peers();
Peers make_embree_peers();
Peers make_fcl_peers();

}  // namespace satori::bench
