#include "contacts/comparison.hpp"

#include <chrono>
#include <cstddef>
#include <list>
#include <utility>

#include <xxhash.h>

#include <satori/satori.hpp>

#include "common/expect.hpp"

namespace satori::bench {

namespace {

using Clock = std::chrono::steady_clock;

/// When the elapsed time of a stage is this many times its CPU time, other programs interrupted it.
constexpr double kInterrupted = 1.2;

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// The serial executor. It also measures the CPU time of the last loop over chunks.
class ClockedExecutor final : public Executor {
public:
    void run(std::uint32_t chunk_count, Body body, void* context) override {
        const double start = cpu_ms();
        serial_executor().run(chunk_count, body, context);
        last_ms_ = cpu_ms() - start;
        last_end_ = Clock::now();
    }
    unsigned concurrency() const noexcept override { return serial_executor().concurrency(); }

    double last_ms() const { return last_ms_; }
    double ms_since_last() const { return ms_since(last_end_); }

private:
    double last_ms_ = 0;
    Clock::time_point last_end_ = {};
};

/// A call of satori with its warm workspace.
struct Ours {
    Isa isa = Isa::best;
    Workspace workspace;
    ContactResult result;
    ClockedExecutor executor;
    Times narrowphase, manifold, contact;

    void run(const BoxBatch& boxes) {
        expect(collide(boxes, workspace, result, {.execution = {isa, &executor}}), "collide");
        const double after_last = executor.ms_since_last();
        const double narrowphase_ms = 1e-6 * static_cast<double>(result.times.narrowphase);
        double manifold_ms = 1e-6 * static_cast<double>(result.times.manifold);
        // The code takes CPU time when the stage was interrupted, else the clock, which is more accurate for short
        // times. The last loop is the manifold loop, unless there are too few manifolds for a loop.
        const bool had_loop = after_last < 0.5 * manifold_ms;
        if (had_loop && manifold_ms > kInterrupted * executor.last_ms()) manifold_ms = executor.last_ms();
        narrowphase.add(narrowphase_ms);
        manifold.add(manifold_ms);
        contact.add(narrowphase_ms + manifold_ms);
    }
};

}  // namespace

ContactComparison compare_contacts(const StreamCandidates& stream, std::span<const Isa> isas, const ContactPeers& peers,
                                   const Patience& patience) {
    const Candidates& candidates = stream.candidates();
    std::list<Ours> ours;
    std::vector<Contender> contenders;
    for (const Isa isa : isas) {
        Ours& call = ours.emplace_back();
        call.isa = isa;
        contenders.push_back({[&call, &stream] { call.run(stream.boxes()); }, {}, {}, {}});
    }

    ContactComparison comparison;
    comparison.candidate_count = stream.pairs().size();
    comparison.probe = time_with_peers(contenders, peers, {stream.rows(), stream.pairs()}, patience);
    std::vector<PairContact> first;
    for (const Ours& call : ours) {
        const Times& whole = contenders[comparison.entries.size()].times;
        ContactEntry entry{std::string("satori/") + isa_name(call.isa), call.isa, true, whole, {}, {}, {}, {}, 0, {}};
        entry.narrowphase = call.narrowphase;
        entry.manifold = call.manifold;
        entry.contact = call.contact;
        const std::span<const ContactManifold> manifolds = call.result.manifolds;
        entry.hash = XXH64(manifolds.data(), manifolds.size_bytes(), 0);
        const std::vector<PairContact> contacts = contacts_of(stream.pairs(), manifolds);
        if (first.empty()) first = contacts;
        entry.summary = summarise(candidates, first, contacts);
        entry.fault = fault_of(candidates, answers_of(contacts), kContactDoubt);
        if (!comparison.entries.empty() && entry.hash != comparison.entries.front().hash)
            entry.fault = "other manifolds than " + comparison.entries.front().name;
        comparison.entries.push_back(std::move(entry));
    }
    for (const auto& peer : peers) {
        const Times& whole = contenders[comparison.entries.size()].times;
        ContactEntry entry{peer->name(), Isa::best, false, whole, {}, {}, whole, {}, 0, {}};
        std::vector<PairContact> contacts(stream.pairs().size());
        peer->read_contacts(contacts);
        entry.summary = summarise(candidates, first, contacts);
        if (!peer->is_variant()) entry.fault = fault_of_peer(entry.summary);
        comparison.entries.push_back(std::move(entry));
    }
    return comparison;
}

}  // namespace satori::bench
