#include "mpi/cutting.hpp"

#include <algorithm>

namespace satori::v0::mpi {

namespace {

/// How many of `count` boxes are samples.
std::uint64_t sample_count(std::uint64_t count, std::uint64_t all_count) noexcept {
    if (all_count <= kSampleCount) return count;
    // In double: the product of both may have more than 64 bits. Every rank rounds its own share only.
    const double share = static_cast<double>(kSampleCount) / static_cast<double>(all_count);
    return std::min(count, static_cast<std::uint64_t>(static_cast<double>(count) * share) + 1);
}

/// Room for the samples of all ranks.
std::uint64_t most_samples(const Ranks& ranks) noexcept {
    return std::uint64_t{kSampleCount} + ranks.count();
}

/// Gathers the samples of all ranks on rank 0. Returns their number there.
std::uint64_t gather_samples(Ranks& ranks, std::uint32_t count, std::uint64_t all_count,
                             detail::PartitionState& state) noexcept {
    const std::uint64_t own_count = sample_count(count, all_count);
    // Own bounds stay in place: each sample is copied behind the room for those of all ranks.
    Aabb* const own = state.samples.data() + (ranks.rank() == 0 ? most_samples(ranks) : 0);
    for (std::uint64_t i = 0; i < own_count; ++i) own[i] = state.bounds()[i * count / own_count];

    constexpr int kFloats = 6;
    const int sent = static_cast<int>(own_count) * kFloats;
    int* const counts = state.message_counts.data();
    int* const begins = counts + ranks.count();
    ranks.sent(MPI_Gather(&sent, 1, MPI_INT, counts, 1, MPI_INT, 0, ranks.communicator()));
    int all = 0;
    if (ranks.rank() == 0) {
        for (std::uint32_t r = 0; r < ranks.count(); ++r) {
            begins[r] = all;
            all += counts[r];
        }
    }
    ranks.sent(
        MPI_Gatherv(own, sent, MPI_FLOAT, state.samples.data(), counts, begins, MPI_FLOAT, 0, ranks.communicator()));
    return static_cast<std::uint64_t>(all / kFloats);
}

}  // namespace

bool reserve_cuts(const Ranks& ranks, detail::PartitionState& state) noexcept {
    const bool first = ranks.rank() == 0;
    return state.tree.reset(ranks.count()) && state.slabs.reserve(1, 0) && state.cells.reserve(kCellCount, 0) &&
           state.samples.reserve(kSampleCount + 1 + (first ? most_samples(ranks) : 0), 0) &&
           (!first || (state.all_cells.reserve(kCellCount, 0) && state.sums.reserve(1, 0)));
}

void cut_space(Ranks& ranks, std::uint32_t count, detail::PartitionState& state) noexcept {
    std::uint64_t all_count = count;
    ranks.sent(MPI_Allreduce(MPI_IN_PLACE, &all_count, 1, MPI_UINT64_T, MPI_SUM, ranks.communicator()));
    const bool first = ranks.rank() == 0;
    if (ranks.count() > 1 && all_count > 0) {
        const std::uint64_t samples = gather_samples(ranks, count, all_count, state);
        Slabs& slabs = state.slabs[0];
        if (first) {
            // The cells are not in use yet.
            auto* const scratch = reinterpret_cast<float*>(state.cells.data());
            static_assert(sizeof(float) * (kSampleCount + 1) <= sizeof(std::uint64_t) * kCellCount);
            make_slabs({state.samples.data(), samples}, scratch, slabs);
        }
        ranks.sent(MPI_Bcast(&slabs, sizeof slabs, MPI_BYTE, 0, ranks.communicator()));
        std::fill_n(state.cells.data(), kCellCount, 0);
        if (ranks.ok())  // else the slabs may not have come
            for (std::uint32_t i = 0; i < count; ++i) ++state.cells[slabs.cell_of(middle_of(state.bounds()[i]))];
        ranks.sent(MPI_Reduce(state.cells.data(), first ? state.all_cells.data() : nullptr, int{kCellCount},
                              MPI_UINT64_T, MPI_SUM, 0, ranks.communicator()));
        if (first) bisect(slabs, state.all_cells.data(), state.sums[0], ranks.count(), state.tree);
        ranks.sent(MPI_Bcast(state.tree.nodes(), static_cast<int>(state.tree.node_count() * sizeof(Cut)), MPI_BYTE, 0,
                             ranks.communicator()));
    }
    state.slabs.give_back();
    state.cells.give_back();
    state.all_cells.give_back();
    state.samples.give_back();
    state.sums.give_back();
}

}  // namespace satori::v0::mpi
