#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <satori/isa.hpp>

namespace satori::bench {

/// What the command line asked for.
struct ReportOptions {
    std::vector<std::string> scenes;  ///< KIND or KIND:COUNT; empty: the default ones
    std::vector<std::string> peers;   ///< names; empty: all that are built in
    std::vector<Isa> isas;            ///< never empty
    std::uint32_t count = 0;          ///< 0: each report's own
    std::uint64_t seed = 1;
    bool quick = false;  ///< small scenes, few rounds: to see that it works
};

/// A report's outcome: printed already, and once more as data.
struct Report {
    nlohmann::ordered_json json;
    bool passed = true;  ///< results agreed; times are no reason to fail
};

/// Ours, each instruction set, against the peers on the same AABBs. Not passed where two found different pairs.
Report report_comparison(const ReportOptions& options);

/// Time against number of boxes (uniform, 4 AABB overlaps per box), 1k to 10M, and the fitted exponent.
Report report_growth(const ReportOptions& options);

/// Difficult scenes against uniform ones of as many boxes and pairs: ratio of times, scratch memory.
Report report_adversaries(const ReportOptions& options);

/// A line on stderr: what is being done.
void progress(const std::string& what);

}  // namespace satori::bench
