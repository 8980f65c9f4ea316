#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <satori/manifold.hpp>
#include <satori/types.hpp>

#include "peers/contact_peer.hpp"

namespace satori::bench {

/// Candidate pairs and what is true of them: exact separation, and delta, by the reference.
struct Candidates {
    std::span<const BoxPair> pairs;
    std::vector<double> separation;
    std::vector<double> tolerance;
};
Candidates judge_candidates(std::span<const OrientedBox> boxes, std::span<const BoxPair> pairs);

/// The contacts of our manifolds, one for each candidate. Throws unless the manifolds are those of candidates in their order.
std::vector<PairContact> contacts_of(std::span<const BoxPair> candidates, std::span<const ContactManifold> manifolds);

/// What is wrong with `contacts`, empty where nothing is: a pair that overlaps by more than 10 delta and has no contact, or is
/// further apart and has one.
std::string fault_of(const Candidates& candidates, std::span<const PairContact> contacts);

/// All contacts of one contender, and against ours.
struct ContactSummary {
    std::uint64_t contacts = 0;
    std::uint64_t points = 0;
    std::uint64_t only_ours = 0;    ///< pairs that only we have
    std::uint64_t only_theirs = 0;  ///< pairs that we do not have
    /// Of those pairs the greatest distance from touching, in units of delta.
    double most_doubtful = 0;
    /// Deepest points of pairs that both have, theirs - ours, metres: mean, and mean of the absolute values.
    double depth_difference = 0;
    double depth_deviation = 0;
};
ContactSummary summarise(const Candidates& candidates, std::span<const PairContact> ours,
                         std::span<const PairContact> theirs);

}  // namespace satori::bench
