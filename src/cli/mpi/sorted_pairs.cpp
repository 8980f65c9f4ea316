#include "cli/mpi/sorted_pairs.hpp"

#include <algorithm>
#include <climits>
#include <numeric>

#include <fmt/format.h>
#include <xxhash.h>

#include <satori/pairs.hpp>
#include <satori/workspace.hpp>

#include "cli/report.hpp"
#include "cli/scene_run.hpp"

namespace satori::cli {

namespace {

// Pairs go to ranks by the bin of their first box.
constexpr std::uint64_t kBins = 1 << 16;
constexpr int kHashTag = 1;

static_assert(sizeof(BoxPair) == sizeof(std::uint64_t), "a pair travels as one number");

/// Returns the rank of each bin, so that ranks get about as many pairs. `counts`: the pairs of all ranks in each bin.
std::vector<int> ranks_of_bins(const std::vector<std::uint64_t>& counts, int rank_count) {
    const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    std::vector<int> ranks(counts.size());
    std::uint64_t before = 0;
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
        const double middle = static_cast<double>(before) + 0.5 * static_cast<double>(counts[bin]);
        if (counts[bin] > 0) ranks[bin] = static_cast<int>(middle / static_cast<double>(all) * rank_count);
        before += counts[bin];
    }
    return ranks;
}

/// What one rank sends to each, or gets from each.
struct Shares {
    std::vector<int> counts, begins;

    explicit Shares(int rank_count)
        : counts(static_cast<std::size_t>(rank_count)), begins(static_cast<std::size_t>(rank_count)) {}
    /// Computes where they begin. Returns the sum of the counts. Throws CliError (failed).
    std::size_t sum() {
        std::uint64_t all = 0;
        for (std::size_t r = 0; r < counts.size(); ++r) {
            begins[r] = static_cast<int>(all);
            all += static_cast<unsigned>(counts[r]);
            if (all > INT_MAX) throw CliError(ExitCode::failed, "more than 2^31 - 1 pairs: more ranks are needed");
        }
        return static_cast<std::size_t>(all);
    }
};

}  // namespace

std::vector<BoxPair> sorted_over_ranks(const Ranks& ranks, const mpi::PairResult& found, std::uint64_t box_count) {
    std::vector<BoxPair> own, out, in;
    std::vector<std::uint64_t> bins;
    Shares sent(ranks.count()), taken(ranks.count());
    const auto bin_of = [&](const BoxPair& pair) { return static_cast<std::size_t>(pair.first * kBins / box_count); };
    ranks.together([&] {
        bins.resize(kBins);
        own.reserve(found.pairs.size());
        for (const BoxPair& pair : found.pairs) {
            own.push_back({static_cast<std::uint32_t>(found.boxes[pair.first].id),
                           static_cast<std::uint32_t>(found.boxes[pair.second].id)});
            ++bins[bin_of(own.back())];
        }
    });
    MPI_Allreduce(MPI_IN_PLACE, bins.data(), static_cast<int>(kBins), MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    ranks.together([&] {
        const std::vector<int> rank_of = ranks_of_bins(bins, ranks.count());
        if (own.size() > INT_MAX) throw CliError(ExitCode::failed, "more than 2^31 - 1 pairs: more ranks are needed");
        for (const BoxPair& pair : own) ++sent.counts[static_cast<std::size_t>(rank_of[bin_of(pair)])];
        out.resize(sent.sum());
        std::vector<int> next = sent.begins;
        for (const BoxPair& pair : own)
            out[static_cast<std::size_t>(next[static_cast<std::size_t>(rank_of[bin_of(pair)])]++)] = pair;
        own = {};
    });
    MPI_Alltoall(sent.counts.data(), 1, MPI_INT, taken.counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
    ranks.together([&] { in.resize(taken.sum()); });
    MPI_Alltoallv(out.data(), sent.counts.data(), sent.begins.data(), MPI_UINT64_T, in.data(), taken.counts.data(),
                  taken.begins.data(), MPI_UINT64_T, MPI_COMM_WORLD);
    ranks.together([&] {
        out = {};
        Workspace workspace;
        SceneRun::check(sort_pairs(in, workspace), "sorting the pairs");
    });
    return in;
}

std::uint64_t hash_over_ranks(const Ranks& ranks, std::span<const BoxPair> sorted) {
    // The state goes from rank to rank: it depends on the order of all pairs.
    XXH64_state_t state;
    XXH64_reset(&state, 0);
    if (!ranks.is_first())
        MPI_Recv(&state, sizeof state, MPI_BYTE, ranks.rank() - 1, kHashTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    XXH64_update(&state, sorted.data(), sorted.size_bytes());
    if (ranks.rank() + 1 < ranks.count())
        MPI_Send(&state, sizeof state, MPI_BYTE, ranks.rank() + 1, kHashTag, MPI_COMM_WORLD);
    std::uint64_t hash = XXH64_digest(&state);
    MPI_Bcast(&hash, 1, MPI_UINT64_T, ranks.count() - 1, MPI_COMM_WORLD);
    return hash;
}

}  // namespace satori::cli
