#include "contacts/answers.hpp"

#include <algorithm>
#include <cstddef>
#include <list>
#include <utility>

#include <xxhash.h>

#include <satori/satori.hpp>

#include "common/expect.hpp"

namespace satori::bench {

namespace {

/// A call of satori with its warm workspace: test_pairs() (pairs to bytes) or find_overlaps() (boxes to pairs).
struct Ours {
    std::string name;
    Execution execution;
    bool fused = false;
    Workspace workspace;
    std::vector<std::uint8_t> answers;
    PairResult found;
    Times narrowphase;

    void run(const StreamCandidates& stream) {
        if (fused) {
            expect(find_overlaps(stream.boxes(), workspace, found, {.execution = execution}), "find_overlaps");
            narrowphase.add(1e-6 * static_cast<double>(found.times.narrowphase));
        } else {
            expect(test_pairs(stream.boxes(), stream.pairs(), answers, workspace, {.execution = execution}),
                   "test_pairs");
        }
    }
};

}  // namespace

AnswerComparison compare_answers(const StreamCandidates& stream, std::span<const Isa> isas, const AnswerPeers& peers,
                                 const Patience& patience) {
    std::list<Ours> ours;
    std::vector<Contender> contenders;
    for (const bool fused : {false, true}) {
        for (const Isa isa : isas) {
            Ours& call = ours.emplace_back();
            call.name = std::string(fused ? "satori_fused/" : "satori/") + isa_name(isa);
            call.execution = {isa, &serial_executor()};
            call.fused = fused;
            call.answers.resize(stream.pairs().size());
            contenders.push_back({[&call, &stream] { call.run(stream); }, {}, {}, {}});
        }
    }

    AnswerComparison comparison;
    comparison.candidate_count = stream.pairs().size();
    comparison.probe = time_with_peers(contenders, peers, {stream.rows(), stream.pairs()}, patience);
    std::span<const std::uint8_t> first = ours.front().answers;
    const auto add = [&](AnswerEntry entry, std::span<const std::uint8_t> answers, bool variant = false) {
        if (!entry.fused) entry.times = contenders[comparison.entries.size()].times;
        entry.summary = summarise(stream.candidates(), first, answers);
        entry.hash = XXH64(answers.data(), answers.size_bytes(), 0);
        if (entry.ours) entry.fault = fault_of(stream.candidates(), answers, kAnswerDoubt);
        if (!entry.ours && !variant) entry.fault = fault_of_peer(entry.summary);
        if (entry.ours && !std::equal(first.begin(), first.end(), answers.begin(), answers.end()))
            entry.fault = "other answers than " + ours.front().name;
        comparison.entries.push_back(std::move(entry));
    };
    for (Ours& call : ours) {
        if (call.fused) call.answers = answers_of(stream.pairs(), call.found.pairs);
        add({call.name, true, call.fused, call.narrowphase, {}, 0, {}}, call.answers);
    }
    for (const auto& peer : peers)
        add({peer->name(), false, false, {}, {}, 0, {}}, peer->answers(), peer->is_variant());
    return comparison;
}

}  // namespace satori::bench
