#include "cli/mpi/ranks.hpp"

#include <optional>

#include <fmt/format.h>
#include <xxhash.h>

#include "cli/program.hpp"

namespace satori::cli {

namespace {

constexpr std::string_view kRank = "{rank}";

template <class Number>
Number reduced(Number value, MPI_Datatype type, MPI_Op op) {
    Number result = value;
    MPI_Allreduce(&value, &result, 1, type, op, MPI_COMM_WORLD);
    return result;
}

}  // namespace

Ranks::Ranks() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &count_);
}

void Ranks::together(const std::function<void()>& work) const {
    const std::optional<Failure> own = failure_of(work);
    const int lowest = reduced(own ? rank_ : count_, MPI_INT, MPI_MIN);
    if (lowest == count_) return;
    const int failed_count = reduced(own ? 1 : 0, MPI_INT, MPI_SUM);
    std::string text = rank_ == lowest ? own->message : "";
    int words[2] = {static_cast<int>(text.size()), rank_ == lowest ? static_cast<int>(own->code) : 0};
    MPI_Bcast(words, 2, MPI_INT, lowest, MPI_COMM_WORLD);
    text.resize(static_cast<std::size_t>(words[0]));
    MPI_Bcast(text.data(), words[0], MPI_CHAR, lowest, MPI_COMM_WORLD);
    throw SharedError(static_cast<ExitCode>(words[1]),
                      failed_count == count_ ? text : fmt::format("rank {}: {}", lowest, text));
}

std::uint64_t Ranks::sum(std::uint64_t value) const {
    return reduced(value, MPI_UINT64_T, MPI_SUM);
}

double Ranks::most(double value) const {
    return reduced(value, MPI_DOUBLE, MPI_MAX);
}

std::uint64_t Ranks::sum_before(std::uint64_t value) const {
    std::uint64_t sum = 0;
    MPI_Exscan(&value, &sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return rank_ == 0 ? 0 : sum;  // MPI leaves it undefined there
}

bool Ranks::agree(const void* data, std::size_t size) const {
    // MPICH 4.0 takes unsigned numbers for signed ones in MPI_MIN: ~ then gives the most in the same order.
    const std::uint64_t hash = XXH64(data, size, 0);
    return reduced(hash, MPI_UINT64_T, MPI_MIN) == ~reduced(~hash, MPI_UINT64_T, MPI_MIN);
}

std::string name_of_rank(const std::string& name, int rank) {
    std::string result = name;
    for (std::size_t place = 0; (place = result.find(kRank, place)) != std::string::npos;)
        result.replace(place, kRank.size(), std::to_string(rank));
    return result;
}

bool has_rank(const std::string& name) {
    return name.find(kRank) != std::string::npos;
}

}  // namespace satori::cli
