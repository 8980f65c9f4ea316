#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "peers/pair_peer.hpp"

namespace satori::bench {

/// The contact of two boxes, as far as libraries can be compared.
struct PairContact {
    std::uint32_t point_count = 0;  ///< 0: the boxes do not touch
    double depth = 0;               ///< of the deepest point, meters
};

/// Another library that turns candidate pairs into contact points. prepare() reserves memory for four points of every
/// pair; run() writes normal, points and depths, pair after pair.
class ContactPeer : public PairPeer {
public:
    /// Untimed: writes the result of run(), contacts[k] for pair k.
    virtual void read_contacts(std::span<PairContact> contacts) const = 0;
};

using ContactPeers = std::vector<std::unique_ptr<ContactPeer>>;

/// Returns all contact peers that are built in.
ContactPeers make_contact_peers();

std::unique_ptr<ContactPeer> make_bullet_contact_peer();
std::unique_ptr<ContactPeer> make_ode_contact_peer();

}  // namespace satori::bench
