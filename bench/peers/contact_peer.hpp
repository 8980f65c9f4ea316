#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <satori/types.hpp>

#include "peers/peer_info.hpp"
#include "simd/prefetch.hpp"

namespace satori::bench {

/// How two boxes touch, as far as libraries can be compared.
struct PairContact {
    std::uint32_t point_count = 0;  ///< 0: they do not touch
    double depth = 0;               ///< of the deepest point, metres
};

/// How many pairs ahead a peer asks for its objects: of 100k boxes in random order that saves it a quarter of its time.
inline constexpr std::size_t kPairsAhead = 8;

/// Asks for all cache lines of an object.
template <class T>
void prefetch_object(const T& object) noexcept {
    constexpr std::size_t kLineBytes = 64;
    const char* const bytes = reinterpret_cast<const char*>(&object);
    for (std::size_t at = 0; at < sizeof(T); at += kLineBytes) simd::prefetch(bytes + at);
    simd::prefetch(bytes + sizeof(T) - 1);
}

/// Another way from candidate pairs to points of contact, a pair at a time.
class ContactPeer : public PeerInfo {
public:
    /// Untimed, once for each stream: shapes and transforms, as the library wants them, and memory for four points of every
    /// pair. `boxes` and `pairs` stay where they are until the next prepare().
    virtual void prepare(std::span<const OrientedBox> boxes, std::span<const BoxPair> pairs) = 0;
    /// Timed: normal, points and depths of every pair, in order, to memory, one behind the other.
    virtual void find_contacts() = 0;
    /// Untimed: what find_contacts() found, contacts[k] for pair k.
    virtual void read_contacts(std::span<PairContact> contacts) const = 0;
};

using ContactPeers = std::vector<std::unique_ptr<ContactPeer>>;

/// All that are built in.
ContactPeers make_contact_peers();

std::unique_ptr<ContactPeer> make_bullet_contact_peer();
std::unique_ptr<ContactPeer> make_ode_contact_peer();

/// Rows of the rotation matrix of a quaternion, normalised in double.
void to_matrix(const Quat& rotation, double (&rows)[3][3]) noexcept;

}  // namespace satori::bench
