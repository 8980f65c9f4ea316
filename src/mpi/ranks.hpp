#pragma once

#include <cstdint>

#include <satori/mpi.hpp>

namespace satori::v0::mpi {

/// The ranks of a communicator, and what went wrong on them. The first failure of a rank is kept. A rank that failed
/// still takes part in all exchanges, with nothing to send, until the ranks agree.
class Ranks {
public:
    Ranks(MPI_Comm communicator, Fault& fault) noexcept;

    MPI_Comm communicator() const noexcept { return communicator_; }
    std::uint32_t rank() const noexcept { return rank_; }
    std::uint32_t count() const noexcept { return count_; }

    bool ok() const noexcept { return fault_.status == Status::ok; }
    void fail(Status status) noexcept;
    void fail_at(Status status, const RankBox& box, const char* reason) noexcept;
    /// Fails with `status` unless it is ok. Returns whether this rank has not failed.
    bool expect(Status status) noexcept {
        if (status != Status::ok) fail(status);
        return ok();
    }
    /// Takes the result of a call of MPI.
    void sent(int result) noexcept {
        if (result != MPI_SUCCESS) fail(Status::exchange_failed);
    }

    /// Replaces each value, none of them negative, by the least of all ranks. Returns whether no rank has failed;
    /// otherwise all have the fault of the lowest rank that has.
    bool agree(std::int64_t* values = nullptr, int count = 0) noexcept;

    /// Fails on all ranks unless they all have the same value; its lowest bit may differ. Sets those of the lowest
    /// kFlagCount bits of `flags` that any rank has set. Returns whether no rank has failed.
    bool agree_on(std::uint64_t value, std::uint32_t& flags) noexcept;
    /// Replaces the value by the greatest of all ranks. Returns whether no rank has failed.
    bool agree_on_greatest(std::uint64_t& value) noexcept;

    static constexpr int kFlagCount = 5;

private:
    static constexpr int kMostValues = 3 + kFlagCount;

    MPI_Comm communicator_;
    Fault& fault_;
    std::uint32_t rank_ = 0;
    std::uint32_t count_ = 1;
};

}  // namespace satori::v0::mpi
