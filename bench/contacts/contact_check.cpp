#include "contacts/contact_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include <fmt/format.h>

#include "oracles/reference_overlap.hpp"

namespace satori::bench {

namespace {

/// Calls take(k, i) for each candidate k that is the pair of found[i]. Throws unless all `found` are candidates, in
/// their order.
template <class Found, class PairOf, class Take>
void find_candidates(std::span<const BoxPair> candidates, std::span<const Found> found, PairOf&& pair_of, Take&& take) {
    std::size_t next = 0;
    for (std::size_t k = 0; k < candidates.size() && next < found.size(); ++k)
        if (pair_of(found[next]) == candidates[k]) take(k, next++);
    if (next != found.size()) throw std::runtime_error("results of other pairs than the candidates");
}

}  // namespace

Candidates judge_candidates(std::span<const OrientedBox> boxes, std::span<const BoxPair> pairs) {
    Candidates candidates{pairs, {}, {}};
    for (const auto [first, second] : pairs) {
        candidates.separation.push_back(reference_separation(boxes[first], boxes[second]));
        candidates.tolerance.push_back(overlap_tolerance(boxes[first], boxes[second]));
    }
    return candidates;
}

std::vector<PairContact> contacts_of(std::span<const BoxPair> candidates, std::span<const ContactManifold> manifolds) {
    std::vector<PairContact> contacts(candidates.size());
    const auto take = [&](std::size_t k, std::size_t i) {
        contacts[k].point_count = manifolds[i].point_count;
        for (std::uint32_t p = 0; p < manifolds[i].point_count; ++p)
            contacts[k].depth = std::max(contacts[k].depth, -double{manifolds[i].points[p].separation});
    };
    find_candidates(
        candidates, manifolds, [](const ContactManifold& manifold) { return manifold.pair; }, take);
    return contacts;
}

std::vector<std::uint8_t> answers_of(std::span<const PairContact> contacts) {
    std::vector<std::uint8_t> answers;
    for (const PairContact& contact : contacts) answers.push_back(contact.point_count != 0 ? 1 : 0);
    return answers;
}

std::vector<std::uint8_t> answers_of(std::span<const BoxPair> candidates, std::span<const BoxPair> found) {
    std::vector<std::uint8_t> answers(candidates.size(), 0);
    find_candidates(
        candidates, found, [](const BoxPair& pair) { return pair; },
        [&](std::size_t k, std::size_t) { answers[k] = 1; });
    return answers;
}

std::string fault_of(const Candidates& candidates, std::span<const std::uint8_t> answers, double doubt) {
    std::uint64_t missing = 0, invented = 0;
    for (std::size_t k = 0; k < answers.size(); ++k) {
        const double separation = candidates.separation[k], doubtful = doubt * candidates.tolerance[k];
        if (answers[k] == 0 && separation < -doubtful) ++missing;
        if (answers[k] != 0 && separation > doubtful) ++invented;
    }
    if (missing == 0 && invented == 0) return {};
    return fmt::format("{} overlapping pairs are missing, {} separated ones are not", missing, invented);
}

AnswerSummary summarise(const Candidates& candidates, std::span<const std::uint8_t> ours,
                        std::span<const std::uint8_t> theirs) {
    AnswerSummary summary;
    for (std::size_t k = 0; k < theirs.size(); ++k) {
        const bool we = ours[k] != 0, they = theirs[k] != 0;
        summary.hits += they ? 1 : 0;
        summary.only_ours += we && !they ? 1 : 0;
        summary.only_theirs += they && !we ? 1 : 0;
        if (we == they) continue;
        const double doubt = std::abs(candidates.separation[k]) / candidates.tolerance[k];
        summary.most_doubtful = std::max(summary.most_doubtful, doubt);
    }
    return summary;
}

std::string fault_of_peer(const AnswerSummary& summary) {
    if (summary.most_doubtful <= kContactDoubt) return {};
    return fmt::format("other answers than ours, up to {:.1f} delta from touching", summary.most_doubtful);
}

ContactSummary summarise(const Candidates& candidates, std::span<const PairContact> ours,
                         std::span<const PairContact> theirs) {
    ContactSummary summary{summarise(candidates, answers_of(ours), answers_of(theirs))};
    std::uint64_t both = 0;
    for (std::size_t k = 0; k < theirs.size(); ++k) {
        summary.points += theirs[k].point_count;
        if (ours[k].point_count == 0 || theirs[k].point_count == 0) continue;
        const double difference = theirs[k].depth - ours[k].depth;
        summary.depth_difference += difference;
        summary.depth_deviation += std::abs(difference);
        ++both;
    }
    for (double* const sum : {&summary.depth_difference, &summary.depth_deviation})
        if (both != 0) *sum /= static_cast<double>(both);
    return summary;
}

}  // namespace satori::bench
