#include "contacts/distances.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <list>
#include <utility>

#include <xxhash.h>

#include <satori/satori.hpp>

#include "common/expect.hpp"
#include "contacts/stream_candidates.hpp"
#include "oracles/reference_distance.hpp"
#include "oracles/reference_overlap.hpp"

namespace satori::bench {

namespace {

/// A call of satori with its warm workspace: distances() or test_pairs().
struct Ours {
    std::string name;
    Execution execution;
    bool test = false;
    Workspace workspace;
    std::vector<PairDistance> distances;
    std::vector<std::uint8_t> answers;

    void run(const BoxBatch& boxes, std::span<const BoxPair> pairs) {
        if (test)
            expect(test_pairs(boxes, pairs, answers, workspace, {.execution = execution}), "test_pairs");
        else
            expect(satori::distances(boxes, pairs, distances, workspace, {.execution = execution}), "distances");
    }
};

/// Returns the worst error of the distances of the first pairs, in deltas.
double worst_error(std::span<const OrientedBox> boxes, std::span<const BoxPair> pairs,
                   std::span<const PairDistance> found) {
    constexpr std::size_t kJudged = 20'000;
    double worst = 0;
    for (std::size_t k = 0; k < std::min(kJudged, pairs.size()); ++k) {
        const OrientedBox &a = boxes[pairs[k].first], &b = boxes[pairs[k].second];
        const DistanceBounds truth = reference_distance(a, b);
        const double distance = found[k].distance;
        const double error = std::max({distance - truth.upper, truth.lower - distance, 0.0});
        worst = std::max(worst, error / overlap_tolerance(a, b));
    }
    return worst;
}

}  // namespace

DistanceComparison compare_distances(std::span<const OrientedBox> boxes, std::span<const Isa> isas,
                                     const DistancePeers& peers, const Patience& patience) {
    BoxBatch batch;
    Workspace pair_workspace;
    PairResult near;
    expect(batch.assign(box_rows(boxes)), "assign");
    expect(find_near_pairs(batch, kNear, pair_workspace, near), "find_near_pairs");
    const std::span<const BoxPair> pairs = near.pairs;
    std::list<Ours> ours;
    std::vector<Contender> contenders;
    for (const bool test : {false, true}) {
        for (const Isa isa : isas) {
            Ours& call = ours.emplace_back();
            call.name = std::string(test ? "satori_test/" : "satori/") + isa_name(isa);
            call.execution = {isa, &serial_executor()};
            call.test = test;
            call.distances.resize(pairs.size());
            call.answers.resize(pairs.size());
            contenders.push_back({[&] { call.run(batch, pairs); }, {}, {}, {}});
        }
    }
    DistanceComparison comparison;
    comparison.pair_count = pairs.size();
    comparison.probe = time_with_peers(contenders, peers, {boxes, pairs}, patience);
    const std::span<const PairDistance> first = ours.front().distances;
    for (const PairDistance& each : first) comparison.overlap_count += each.distance == 0 ? 1U : 0U;
    const double worst = worst_error(boxes, pairs, first);
    for (const Ours& call : ours) {
        DistanceEntry entry{call.name, true, call.test, contenders[comparison.entries.size()].times, 0, 0, {}};
        const auto bytes =
            call.test ? std::as_bytes(std::span(call.answers)) : std::as_bytes(std::span(call.distances));
        entry.hash = XXH64(bytes.data(), bytes.size(), 0);
        if (!call.test) {
            entry.worst = worst;
            if (std::memcmp(bytes.data(), first.data(), bytes.size()) != 0)
                entry.fault = "other distances than " + ours.front().name;
            else if (!(worst <= 0.25))
                entry.fault = "error of more than a quarter of delta";
        }
        comparison.entries.push_back(std::move(entry));
    }
    for (const auto& peer : peers) {
        DistanceEntry entry{peer->name(), false, false, contenders[comparison.entries.size()].times, 0, 0, {}};
        const std::span<const float> found = peer->answers();
        entry.hash = XXH64(found.data(), found.size_bytes(), 0);
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            const double error = std::fabs(static_cast<double>(found[k]) - first[k].distance);
            entry.worst =
                std::max(entry.worst, error / overlap_tolerance(boxes[pairs[k].first], boxes[pairs[k].second]));
        }
        comparison.entries.push_back(std::move(entry));
    }
    return comparison;
}

}  // namespace satori::bench
