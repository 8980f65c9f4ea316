#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <satori/manifold.hpp>
#include <satori/types.hpp>

#include "peers/contact_peer.hpp"

namespace satori::bench {

/// Candidate pairs with their exact separation and their delta, both by the reference.
struct Candidates {
    std::span<const BoxPair> pairs;
    std::vector<double> separation;
    std::vector<double> tolerance;
};
Candidates judge_candidates(std::span<const OrientedBox> boxes, std::span<const BoxPair> pairs);

/// Returns the contacts of satori's manifolds, one for each candidate. Throws unless the manifolds belong to
/// candidates, in the candidates' order.
std::vector<PairContact> contacts_of(std::span<const BoxPair> candidates, std::span<const ContactManifold> manifolds);

/// Returns 1 for each candidate that touches, else 0.
std::vector<std::uint8_t> answers_of(std::span<const PairContact> contacts);
/// Returns 1 for each candidate that is in `found`, else 0. Throws unless the pairs in `found` are candidates, in their
/// order.
std::vector<std::uint8_t> answers_of(std::span<const BoxPair> candidates, std::span<const BoxPair> found);

/// How far from touching a pair must be, in units of delta, for a wrong answer to be a fault.
inline constexpr double kContactDoubt = 10;
inline constexpr double kAnswerDoubt = 0.25;

/// Returns what is wrong with `answers`, or an empty string. A fault is answer 0 for a pair that overlaps by more than
/// `doubt` times delta, or answer 1 for a pair that is farther apart than that.
std::string fault_of(const Candidates& candidates, std::span<const std::uint8_t> answers, double doubt);

/// A summary of one contender's answers, and of their differences from satori's answers.
struct AnswerSummary {
    std::uint64_t hits = 0;
    std::uint64_t only_ours = 0;    ///< pairs that only satori has
    std::uint64_t only_theirs = 0;  ///< pairs that satori does not have
    /// The greatest distance of those pairs from touching, in units of delta.
    double most_doubtful = 0;
};
AnswerSummary summarise(const Candidates& candidates, std::span<const std::uint8_t> ours,
                        std::span<const std::uint8_t> theirs);

/// Returns what is wrong with another library's answers, or an empty string. A fault is an answer that differs from
/// satori's for a pair that is farther than kContactDoubt times delta from touching. A peer may round in its own way,
/// but it must not call other pairs contacts.
std::string fault_of_peer(const AnswerSummary& summary);

/// The same for contacts.
struct ContactSummary : AnswerSummary {
    std::uint64_t points = 0;
    /// The depth of the deepest point, theirs - satori's, over pairs that both have, meters: the mean, and the mean of
    /// the absolute values.
    double depth_difference = 0;
    double depth_deviation = 0;
};
ContactSummary summarise(const Candidates& candidates, std::span<const PairContact> ours,
                         std::span<const PairContact> theirs);

}  // namespace satori::bench
