#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <satori/types.hpp>

#include "cli/mpi/ranks.hpp"
#include "scenes/pairs_file.hpp"

namespace satori::cli {

/// Where the ranks write their pairs: a file of each rank, or one file that rank 0 writes, to which the others send
/// theirs. That one may be a pipe, and need not be on a disk of all machines. Throws SharedError.
class SharedOutput {
public:
    /// Opens the target, or that of each rank where the name has {rank}. An empty name: there is none.
    SharedOutput(const Ranks& ranks, const std::string& name, const std::string& scene);

    /// Writes the pairs of all ranks in the order of the ranks.
    void write(std::span<const BoxPair> pairs);
    /// Returns whether rank 0 writes to the standard output.
    bool is_standard_output() const noexcept { return writer_ && writer_->is_standard_output(); }

private:
    void collect(std::span<const BoxPair> pairs);

    const Ranks& ranks_;
    bool is_wanted_;
    bool is_of_each_rank_;
    std::optional<scenes::PairsWriter> writer_;
};

}  // namespace satori::cli
