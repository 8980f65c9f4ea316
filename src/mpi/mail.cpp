#include "mpi/mail.hpp"

#include <algorithm>
#include <cstring>

#include "base/assert.hpp"
#include "mpi/messages.hpp"
#include "mpi/state.hpp"

namespace satori::v0::mpi {

/// Sorts the records by rank, with counts and begins in state.out. Returns false when there is no memory.
bool Mail::sort(const Records& records, std::uint32_t rank_count, detail::PartitionState& state) noexcept {
    if (!sorted_.reserve(records.count * records.size, 0)) return false;
    for (std::uint64_t i = 0; i < records.count; ++i) {
        SATORI_ASSERT(to_[static_cast<std::size_t>(i)] < rank_count);
        ++state.out.counts[to_[static_cast<std::size_t>(i)]];
    }
    state.out.sum(rank_count);
    const auto* const from = static_cast<const std::byte*>(records.data);
    for (std::uint64_t i = 0; i < records.count; ++i) {
        const std::uint64_t place = state.out.begins[to_[static_cast<std::size_t>(i)]]++;
        std::memcpy(sorted_.data() + place * records.size, from + i * records.size, records.size);
    }
    state.out.sum(rank_count);  // the begins again
    return true;
}

bool Mail::send(const Records& records, Ranks& ranks, std::uint64_t message_bytes,
                detail::PartitionState& state) noexcept {
    const std::uint32_t rank_count = ranks.count();
    const std::uint64_t quota = std::clamp<std::uint64_t>(message_bytes / records.size, 1, kMaxBoxCount);
    std::fill_n(state.out.counts.data(), rank_count, 0);
    if (ranks.ok() && records.count > kMaxBoxCount) ranks.fail(Status::capacity_exceeded);
    if (ranks.ok() && !sort(records, rank_count, state)) ranks.fail(Status::out_of_memory);
    ranks.sent(MPI_Alltoall(state.out.counts.data(), 1, MPI_UINT64_T, state.in.counts.data(), 1, MPI_UINT64_T,
                            ranks.communicator()));
    std::uint64_t rounds = 0;
    if (ranks.ok()) {
        came_count_ = state.in.sum(rank_count);
        for (std::uint32_t r = 0; r < rank_count; ++r)
            if (r != ranks.rank()) rounds = std::max(rounds, (state.out.counts[r] + quota - 1) / quota);
        if (came_count_ > kMaxBoxCount)
            ranks.fail(Status::capacity_exceeded);
        else if (!came_.reserve(came_count_ * records.size, 0))
            ranks.fail(Status::out_of_memory);
    }
    if (!ranks.agree_on_greatest(rounds)) return false;
    const std::uint32_t own = ranks.rank();
    if (state.out.counts[own] != 0)
        std::memcpy(came_.data() + state.in.begins[own] * records.size,
                    sorted_.data() + state.out.begins[own] * records.size, state.out.counts[own] * records.size);
    const ItemType type(ranks, records.size);
    for (std::uint64_t round = 0; round < rounds; ++round) {
        const Messages messages(state.message_counts.data(), rank_count);
        for (std::uint32_t r = 0; r < rank_count; ++r) {
            const std::uint64_t done = round * quota;
            const std::uint64_t sent = r == own ? 0 : in_round(state.out.counts[r], done, quota);
            const std::uint64_t received = r == own ? 0 : in_round(state.in.counts[r], done, quota);
            messages.send_counts[r] = static_cast<int>(sent);
            messages.send_begins[r] = static_cast<int>(sent == 0 ? 0 : state.out.begins[r] + done);
            messages.receive_counts[r] = static_cast<int>(received);
            messages.receive_begins[r] = static_cast<int>(received == 0 ? 0 : state.in.begins[r] + done);
        }
        messages.send(ranks, type.get(), sorted_.data(), came_.data());
    }
    return true;
}

}  // namespace satori::v0::mpi
