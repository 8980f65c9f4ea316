#include "cli/mpi/shared_output.hpp"

#include <algorithm>
#include <vector>

#include "cli/program.hpp"
#include "cli/scene_command.hpp"

namespace satori::cli {

namespace {

constexpr std::size_t kPairsPerMessage = 1 << 16;
constexpr int kPairsTag = 2;

}  // namespace

SharedOutput::SharedOutput(const Ranks& ranks, const std::string& name, const std::string& scene)
    : ranks_(ranks), is_wanted_(!name.empty()), is_of_each_rank_(has_rank(name)) {
    if (!is_wanted_) return;
    const std::string own = name_of_rank(name, ranks.rank());
    ranks.together([&] {
        check_output(scene, own);
        if (is_of_each_rank_ || ranks.is_first()) writer_.emplace(own);
    });
}

void SharedOutput::write(std::span<const BoxPair> pairs) {
    if (!is_wanted_) return;
    const std::uint64_t all = ranks_.sum(pairs.size());
    ranks_.together([&] {
        if (writer_) writer_->begin(is_of_each_rank_ ? pairs.size() : all);
        if (writer_) writer_->append(pairs);
    });
    if (!is_of_each_rank_) collect(pairs);
    // No file gets its name before all of them are written.
    ranks_.together([&] {
        if (writer_) writer_->end();
    });
}

/// Rank 0 takes all messages also after it has failed: nobody waits.
void SharedOutput::collect(std::span<const BoxPair> pairs) {
    const auto send = [&] {
        for (std::size_t done = 0; done < pairs.size(); done += kPairsPerMessage) {
            const auto block = pairs.subspan(done, std::min(kPairsPerMessage, pairs.size() - done));
            MPI_Send(block.data(), static_cast<int>(block.size()), MPI_UINT64_T, 0, kPairsTag, MPI_COMM_WORLD);
        }
    };
    std::vector<BoxPair> block;
    std::vector<std::uint64_t> counts;
    ranks_.together([&] {
        counts.resize(static_cast<std::size_t>(ranks_.count()));
        if (ranks_.is_first()) block.resize(kPairsPerMessage);
    });
    const std::uint64_t own_count = pairs.size();
    MPI_Gather(&own_count, 1, MPI_UINT64_T, counts.data(), 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    std::optional<Failure> failure;
    if (!ranks_.is_first()) send();
    for (int rank = 1; ranks_.is_first() && rank < ranks_.count(); ++rank) {
        for (std::uint64_t left = counts[static_cast<std::size_t>(rank)]; left > 0;) {
            const std::size_t count = std::min<std::uint64_t>(kPairsPerMessage, left);
            MPI_Recv(block.data(), static_cast<int>(count), MPI_UINT64_T, rank, kPairsTag, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            left -= count;
            if (!failure) failure = failure_of([&] { writer_->append({block.data(), count}); });
        }
    }
    ranks_.together([&] {
        if (failure) throw CliError(failure->code, failure->message);
    });
}

}  // namespace satori::cli
