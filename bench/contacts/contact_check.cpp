#include "contacts/contact_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include <fmt/format.h>

#include "narrowphase/reference_overlap.hpp"

namespace satori::bench {

namespace {

constexpr double kDoubtful = 10;  // delta

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
    std::size_t next = 0;
    for (std::size_t k = 0; k < candidates.size() && next < manifolds.size(); ++k) {
        const ContactManifold& manifold = manifolds[next];
        if (manifold.pair != candidates[k]) continue;
        contacts[k].point_count = manifold.point_count;
        for (std::uint32_t i = 0; i < manifold.point_count; ++i)
            contacts[k].depth = std::max(contacts[k].depth, -double{manifold.points[i].separation});
        ++next;
    }
    if (next != manifolds.size()) throw std::runtime_error("manifolds of other pairs than the candidates");
    return contacts;
}

std::string fault_of(const Candidates& candidates, std::span<const PairContact> contacts) {
    std::uint64_t missing = 0, invented = 0;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        const double separation = candidates.separation[k], doubt = kDoubtful * candidates.tolerance[k];
        if (contacts[k].point_count == 0 && separation < -doubt) ++missing;
        if (contacts[k].point_count != 0 && separation > doubt) ++invented;
    }
    if (missing == 0 && invented == 0) return {};
    return fmt::format("{} overlapping pairs without a contact, {} separated ones with", missing, invented);
}

ContactSummary summarise(const Candidates& candidates, std::span<const PairContact> ours,
                         std::span<const PairContact> theirs) {
    ContactSummary summary;
    std::uint64_t both = 0;
    for (std::size_t k = 0; k < theirs.size(); ++k) {
        const bool we = ours[k].point_count != 0, they = theirs[k].point_count != 0;
        summary.contacts += they ? 1 : 0;
        summary.points += theirs[k].point_count;
        summary.only_ours += we && !they ? 1 : 0;
        summary.only_theirs += they && !we ? 1 : 0;
        if (we != they) {
            const double doubt = std::abs(candidates.separation[k]) / candidates.tolerance[k];
            summary.most_doubtful = std::max(summary.most_doubtful, doubt);
        } else if (we) {
            const double difference = theirs[k].depth - ours[k].depth;
            summary.depth_difference += difference;
            summary.depth_deviation += std::abs(difference);
            ++both;
        }
    }
    for (double* const sum : {&summary.depth_difference, &summary.depth_deviation})
        if (both != 0) *sum /= static_cast<double>(both);
    return summary;
}

}  // namespace satori::bench
