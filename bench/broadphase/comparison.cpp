#include "comparison.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <utility>

#include <fmt/format.h>

#include <satori/satori.hpp>

#include "common/expect.hpp"

namespace satori::bench {

namespace {

/// A call of satori with its warm workspace.
struct Ours {
    Isa isa = Isa::best;
    Workspace workspace;
    PairResult result;

    void run(std::span<const Aabb> bounds) {
        expect(find_pairs(aabb_rows(bounds), workspace, result, {.execution = {isa, &serial_executor()}}),
               "find_pairs");
    }
};

void judge(Entry& entry, const Entry& reference) {
    const PairDigest& digest = entry.digest;
    if (entry.fault.empty()) entry.fault = difference(reference.digest, digest);
    if (!entry.ours || !entry.fault.empty()) return;
    if (digest.rejected != 0) entry.fault = fmt::format("{} pairs that do not overlap", digest.rejected);
    if (digest.repeated != 0) entry.fault = fmt::format("{} pairs twice", digest.repeated);
}

}  // namespace

Comparison compare(std::span<const Aabb> bounds, std::span<const Isa> isas, std::span<Peer* const> peers,
                   const Patience& patience) {
    std::list<Ours> ours;
    std::vector<std::vector<BoxPair>> candidates(peers.size());
    std::vector<Entry> entries;
    std::vector<Contender> contenders;
    for (const Isa isa : isas) {
        Ours& call = ours.emplace_back();
        call.isa = isa;
        entries.push_back({std::string("satori/") + isa_name(isa), true, {}, {}, {}, {}});
        contenders.push_back({[&call, bounds] { call.run(bounds); }, {}, {}, {}});
    }
    for (std::size_t i = 0; i < peers.size(); ++i) {
        Peer& peer = *peers[i];
        peer.prepare(bounds);
        entries.push_back({peer.name(), false, {}, {}, {}, {}});
        contenders.push_back({[&peer, &found = candidates[i]] {
                                  found.clear();
                                  peer.find_pairs(found);
                              },
                              [&peer] { peer.tidy_up(); },
                              {},
                              {}});
    }

    const auto check_all = [&] {
        auto call = ours.begin();
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const std::span<const BoxPair> found =
                entries[i].ours ? std::span<const BoxPair>((call++)->result.pairs) : candidates[i - isas.size()];
            entries[i].digest = digest_candidates(bounds, found);
            judge(entries[i], entries.front());
        }
    };
    for (Contender& contender : contenders) {
        contender.run();
        if (contender.tidy_up) contender.tidy_up();
    }
    check_all();
    const Times probe = alternate(contenders, patience);
    check_all();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        entries[i].times = contenders[i].times;
        entries[i].cold = contenders[i].cold;
    }
    return {std::move(entries), probe};
}

}  // namespace satori::bench
