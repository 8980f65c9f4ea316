#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satori/types.hpp>

#include "peers/peer_info.hpp"
#include "simd/prefetch.hpp"

namespace satori::bench {

/// A peer that tests candidate pairs of boxes, a pair at a time. Box: OrientedBox or MovingBox.
template <class Box>
class PairPeerOn : public PeerInfo {
public:
    /// Untimed, once for each stream: makes the library's own boxes, and reserves memory for the results. `boxes` and
    /// `pairs` stay valid and in place until the next prepare().
    virtual void prepare(std::span<const Box> boxes, std::span<const BoxPair> pairs) = 0;
    /// Timed: writes every pair's result to memory, in order.
    virtual void run() = 0;
};
using PairPeer = PairPeerOn<OrientedBox>;

/// How many pairs ahead a peer prefetches its objects. With 100k boxes in random order this saves a quarter of its
/// time.
inline constexpr std::size_t kPairsAhead = 8;

/// Prefetches all cache lines of an object.
template <class T>
void prefetch_object(const T& object) noexcept {
    constexpr std::size_t kLineBytes = 64;
    const char* const bytes = reinterpret_cast<const char*>(&object);
    for (std::size_t at = 0; at < sizeof(T); at += kLineBytes) simd::prefetch(bytes + at);
    simd::prefetch(bytes + sizeof(T) - 1);
}

/// Calls judge(k, pairs[k]) in order. Before that it calls ahead(id) for both boxes of the pair kPairsAhead places
/// later.
template <class Ahead, class Judge>
void for_each_pair(std::span<const BoxPair> pairs, Ahead&& ahead, Judge&& judge) {
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        if (k + kPairsAhead < pairs.size()) {
            ahead(pairs[k + kPairsAhead].first);
            ahead(pairs[k + kPairsAhead].second);
        }
        judge(k, pairs[k]);
    }
}

/// Computes the rows of the rotation matrix of a quaternion, normalized in double.
void to_matrix(const Quat& rotation, double (&rows)[3][3]) noexcept;

}  // namespace satori::bench
