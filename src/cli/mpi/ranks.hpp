#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <mpi.h>

#include "cli/cli_error.hpp"

namespace satori::cli {

/// A failure that all ranks have, with the same text. Rank 0 prints it.
class SharedError : public CliError {
public:
    using CliError::CliError;
};

/// The ranks of MPI_COMM_WORLD, which ends the program when one of its calls fails. All ranks must make the same calls
/// in the same order.
class Ranks {
public:
    Ranks();

    int rank() const noexcept { return rank_; }
    int count() const noexcept { return count_; }
    bool is_first() const noexcept { return rank_ == 0; }

    /// Runs work that has no calls of MPI. When it throws on some ranks, all of them throw a SharedError: that of the
    /// lowest such rank, which the text names unless all have failed.
    void together(const std::function<void()>& work) const;

    std::uint64_t sum(std::uint64_t value) const;
    double most(double value) const;
    /// Returns the sum of the values of lower ranks.
    std::uint64_t sum_before(std::uint64_t value) const;
    /// Returns whether all ranks have these bytes.
    bool agree(const void* data, std::size_t size) const;

private:
    int rank_ = 0;
    int count_ = 1;
};

/// Returns a name with {rank} replaced by the number.
std::string name_of_rank(const std::string& name, int rank);
/// Returns whether {rank} is in the name.
bool has_rank(const std::string& name);

}  // namespace satori::cli
