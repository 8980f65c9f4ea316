#include "mpi/ranks.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>

#include "base/assert.hpp"

namespace satori::v0::mpi {

Ranks::Ranks(MPI_Comm communicator, Fault& fault) noexcept : communicator_(communicator), fault_(fault) {
    int rank = 0, count = 1;
    sent(MPI_Comm_rank(communicator, &rank));
    sent(MPI_Comm_size(communicator, &count));
    rank_ = static_cast<std::uint32_t>(rank);
    count_ = static_cast<std::uint32_t>(count);
}

void Ranks::fail(Status status) noexcept {
    if (!ok()) return;
    fault_.status = status;
    fault_.rank = static_cast<std::int32_t>(rank_);
    std::snprintf(fault_.message, sizeof fault_.message, "rank %d: %s", fault_.rank, describe(status));
}

void Ranks::fail_at(Status status, const RankBox& box, const char* reason) noexcept {
    if (!ok()) return;
    fault_.status = status;
    fault_.rank = box.rank;
    fault_.names_box = true;
    fault_.index = box.index;
    fault_.id = box.id;
    std::snprintf(fault_.message, sizeof fault_.message, "rank %d, box %llu, id %llu: %s", box.rank,
                  static_cast<unsigned long long>(fault_.index), static_cast<unsigned long long>(box.id), reason);
}

bool Ranks::agree(std::int64_t* values, int count) noexcept {
    SATORI_ASSERT(count < kMostValues);
    // Signed: MPICH 4.0 takes unsigned numbers for signed ones when it looks for the least.
    constexpr std::int64_t kNobody = std::numeric_limits<std::int64_t>::max();
    std::int64_t mine[kMostValues], least[kMostValues];
    mine[0] = ok() ? kNobody : rank_;
    std::copy_n(values, count, mine + 1);
    const int result = MPI_Allreduce(mine, least, count + 1, MPI_INT64_T, MPI_MIN, communicator_);
    if (result != MPI_SUCCESS) {
        fail(Status::exchange_failed);
        return false;
    }
    std::copy_n(least + 1, count, values);
    if (least[0] == kNobody) return true;
    if (MPI_Bcast(&fault_, sizeof fault_, MPI_BYTE, static_cast<int>(least[0]), communicator_) != MPI_SUCCESS)
        fail(Status::exchange_failed);
    return false;
}

bool Ranks::agree_on(std::uint64_t value, std::uint32_t& flags) noexcept {
    // The least value and the greatest one, and 0 for each flag that is set anywhere.
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const auto positive = static_cast<std::int64_t>(value >> 1);
    std::int64_t least[2 + kFlagCount] = {positive, kMost - positive};
    for (int k = 0; k < kFlagCount; ++k) least[2 + k] = (flags >> k & 1) != 0 ? 0 : 1;
    if (!agree(least, 2 + kFlagCount)) return false;
    for (int k = 0; k < kFlagCount; ++k) flags |= (least[2 + k] == 0 ? 1U : 0U) << k;
    if (least[0] == kMost - least[1]) return true;
    fault_.status = Status::invalid_argument;
    std::snprintf(fault_.message, sizeof fault_.message,
                  "the ranks make different calls, or the same call with other options, distances or origins");
    return false;
}

bool Ranks::agree_on_greatest(std::uint64_t& value) noexcept {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    SATORI_ASSERT(value <= static_cast<std::uint64_t>(kMost));
    std::int64_t least = kMost - static_cast<std::int64_t>(value);
    if (!agree(&least, 1)) return false;
    value = static_cast<std::uint64_t>(kMost - least);
    return true;
}

}  // namespace satori::v0::mpi
