#include "contacts/impacts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <list>
#include <random>
#include <utility>

#include <xxhash.h>

#include <satori/satori.hpp>

#include "common/expect.hpp"
#include "contacts/distances.hpp"
#include "contacts/stream_candidates.hpp"
#include "oracles/moving_twin.hpp"

namespace satori::bench {

namespace {

/// times_of_impact() with its warm workspace.
struct Ours {
    std::string name;
    Execution execution;
    Workspace workspace;
    std::vector<TimeOfImpact> impacts;
};

/// Returns a number of [-1, 1], the same on every machine.
float next_part(std::mt19937& random) {
    return static_cast<float>(random()) * 0x1p-31F - 1;
}

std::vector<MovingBox> moving_boxes(std::span<const OrientedBox> boxes) {
    std::mt19937 random(1);
    std::vector<MovingBox> moving;
    for (const OrientedBox& box : boxes) {
        float parts[6];
        for (float& part : parts) part = next_part(random);
        moving.push_back({box, {{parts[0], parts[1], parts[2]}, {parts[3], parts[4], parts[5]}}});
    }
    return moving;
}

/// Judges the first pairs. `time_of(k)`: above 1 where the pair does not meet.
template <class TimeOf>
void judge(std::span<const MovingBox> boxes, std::span<const BoxPair> pairs, TimeOf&& time_of, ImpactEntry& entry) {
    constexpr double kDepth = 1e-3;
    constexpr int kTimes = 100;
    std::uint64_t met = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        MovingTwin twin(boxes[pairs[k].first], boxes[pairs[k].second]);
        const double time = time_of(k), until = std::min(time, 1.0);
        bool late = false;
        for (int i = 0; i < kTimes && !late && until > 0; ++i) late = twin.nearer_by(0, until * i / kTimes) > kDepth;
        entry.late += late ? 1U : 0U;
        if (time > 1 || time == 0) continue;
        entry.early += reference_distance(twin.at(0, time), twin.at(1, time)).upper;
        ++met;
    }
    entry.early /= static_cast<double>(std::max<std::uint64_t>(met, 1));
}

}  // namespace

ImpactComparison compare_impacts(std::span<const OrientedBox> boxes, std::span<const Isa> isas,
                                 const ImpactPeers& peers, const Patience& patience) {
    constexpr std::size_t kJudged = 5000;
    BoxBatch batch;
    Workspace pair_workspace;
    PairResult near;
    expect(batch.assign(box_rows(boxes)), "assign");
    expect(find_near_pairs(batch, kNear, pair_workspace, near), "find_near_pairs");
    const std::span<const BoxPair> pairs = near.pairs;
    const std::vector<MovingBox> moving = moving_boxes(boxes);
    std::vector<BoxMotion> motions;
    for (const MovingBox& box : moving) motions.push_back(box.motion);
    std::list<Ours> ours;
    std::vector<Contender> contenders;
    for (const Isa isa : isas) {
        Ours& call = ours.emplace_back();
        call.name = std::string("satori/") + isa_name(isa);
        call.execution = {isa, &serial_executor()};
        call.impacts.resize(pairs.size());
        const auto run = [&] {
            expect(
                times_of_impact({batch, {motions}}, pairs, call.impacts, call.workspace, {.execution = call.execution}),
                "times_of_impact");
        };
        contenders.push_back({run, {}, {}, {}});
    }
    ImpactComparison comparison;
    comparison.pair_count = pairs.size();
    comparison.probe = time_with_peers(contenders, peers, PairsOf<MovingBox>{moving, pairs}, patience);
    const std::span<const BoxPair> judged = pairs.first(std::min(kJudged, pairs.size()));
    comparison.judged_count = judged.size();
    const std::span<const TimeOfImpact> first = ours.front().impacts;
    for (const TimeOfImpact& each : first) comparison.unresolved_count += each.kind == ImpactKind::unresolved ? 1U : 0U;
    for (const Ours& call : ours) {
        ImpactEntry entry{call.name, true, contenders[comparison.entries.size()].times, 0, 0, 0, 0, {}};
        const auto bytes = std::as_bytes(std::span(call.impacts));
        entry.hash = XXH64(bytes.data(), bytes.size(), 0);
        for (const TimeOfImpact& each : call.impacts) entry.meet += each.kind == ImpactKind::meets ? 1U : 0U;
        judge(
            moving, judged, [&](std::size_t k) { return first[k].kind == ImpactKind::none ? 2 : first[k].time; },
            entry);
        if (std::memcmp(bytes.data(), first.data(), bytes.size()) != 0)
            entry.fault = "other times than " + ours.front().name;
        else if (entry.late != 0)
            entry.fault = "late";
        comparison.entries.push_back(std::move(entry));
    }
    for (const auto& peer : peers) {
        ImpactEntry entry{peer->name(), false, contenders[comparison.entries.size()].times, 0, 0, 0, 0, {}};
        const std::span<const float> found = peer->answers();
        entry.hash = XXH64(found.data(), found.size_bytes(), 0);
        for (const float time : found) entry.meet += time <= 1 ? 1U : 0U;
        judge(
            moving, judged, [&](std::size_t k) { return static_cast<double>(found[k]); }, entry);
        comparison.entries.push_back(std::move(entry));
    }
    return comparison;
}

}  // namespace satori::bench
