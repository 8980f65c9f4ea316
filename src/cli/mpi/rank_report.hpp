#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <satori/isa.hpp>
#include <satori/mpi.hpp>

#include "cli/color.hpp"
#include "cli/mpi/ranks.hpp"

namespace satori::cli {

/// What a rank did. Times are wall-clock time, those of `call` CPU time.
struct RankFigures {
    mpi::RankReport call;
    std::uint64_t pair_count = 0;  ///< that it kept
    std::uint64_t peak_bytes = 0;
    double read_ms = 0;
    double call_ms = 0;
    double sort_ms = 0;  ///< of its share of all pairs, with the way there
};

/// What all ranks did together.
struct RanksMeasurement {
    std::vector<RankFigures> ranks;  ///< on rank 0
    std::string scene;
    std::uint32_t frame = 0;
    const char* found_name = "overlaps";
    Isa isa = Isa::best;  ///< of rank 0
    unsigned threads = 1;
    std::uint64_t hash = 0;
};

/// Returns the figures of all ranks on rank 0.
std::vector<RankFigures> gathered(const Ranks& ranks, const RankFigures& own);

/// Return the results and times, for scripts (JSON) and for readers (table).
std::string json_report(const RanksMeasurement& measured);
std::string table_report(const RanksMeasurement& measured, const Style& style);

}  // namespace satori::cli
