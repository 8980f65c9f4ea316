#pragma once

// What bounds a kernel on one CPU, and what to try first: sentences, from measured figures by stated rules.

#include <string>
#include <vector>

namespace satori::bench {

/// A kernel on one instruction set. Its data are in the first-level cache.
struct SetFigures {
    std::string isa;
    unsigned lanes = 1;
    double ns = 0;             ///< the best time of an item
    double operations_ns = 0;  ///< the least time for its operations
};

/// The kernel on data of one kind, with Figures::used.
struct DataFigures {
    std::string data;   ///< of pair kernels "l1", "index", "ordered" or "random"; of others "l1" or "memory"
    std::string place;  ///< where the data lie: "L1", "L2" or "memory"
    double ns = 0, median_ns = 0;
    double operations_ns = 0;  ///< the least time for its operations
    double bytes_ns = 0;       ///< the least time for its bytes, from this place
};

struct Figures {
    std::string item;               ///< "pair"
    std::string used;               ///< the set that satori chooses on this CPU, or that SATORI_ISA forces
    std::vector<SetFigures> sets;   ///< those that can run here, narrowest first; not empty
    std::vector<DataFigures> data;  ///< nearest to the core first; the first is "l1"
    bool forced = false;            ///< SATORI_ISA names the set
};

/// The limits of the rules. All are ratios.
inline constexpr double kNoisy = 1.3;     ///< median over best: other programs took time
inline constexpr double kWorthIt = 1.25;  ///< how much slower data must be before advice is given about them
inline constexpr double kFaster = 1.05;   ///< a set is faster than another from here on
inline constexpr double kMostly = 0.8;   ///< computation, or a bound, decides when it is this share of the time or more
inline constexpr double kLittle = 0.5;   ///< data decide, when computation takes this share or less
inline constexpr double kAtBound = 0.9;  ///< from this share of the nearest bound on, a kernel is at it
inline constexpr double kBeyond = 1.005;  ///< from here on, where the share is printed as 101 %, the bound is wrong

struct Sentence {
    std::string rule;  ///< the name of the rule that gave it
    std::string text;
    double gain = 0;  ///< of advice: how many times faster it may be; 0 where nothing is gained
};

struct Explanation {
    std::vector<Sentence> bounds;  ///< what decides the time
    std::vector<Sentence> advice;  ///< what to try, the greatest gain first
};

Explanation explain(const Figures& figures);

/// Returns the greater least time over the time. Above 1 other programs disturbed what measures the bound.
double reached_share(const DataFigures& data);

}  // namespace satori::bench
