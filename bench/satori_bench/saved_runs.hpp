#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace satori::bench {

/// A file that is not what satori-bench --json writes. The message names the file and the reason.
class UnreadableFile : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The repetitions of one benchmark.
struct SavedCase {
    std::string name;  ///< WHAT/WHERE/ISA/THREADS, and its parts
    std::string what, where, isa;
    unsigned threads = 1;
    std::string item;
    /// Nanoseconds per item of the fastest repetition of each file, ascending: a machine that is slow for a minute
    /// slows all repetitions of a file. Empty: a repetition gave an error, or no time.
    std::vector<double> ns;
    double items = 0;  ///< of an iteration
    /// The checksum of the first repetition, and whether all others have the same. Probes have none.
    std::optional<std::uint64_t> checksum;
    bool one_checksum = true;

    bool failed() const noexcept { return ns.empty(); }
    bool is_probe() const noexcept { return what.starts_with("probe_"); }
};

/// What one or more files of satori-bench --json say of one build on one machine.
struct SavedRuns {
    std::size_t files = 0;
    std::string cpu;  ///< "emulator on", where it was one
    std::string commit, compiler, flags;
    unsigned threads = 1;           ///< of the machine
    std::vector<std::string> sets;  ///< the instruction sets that were measured, narrowest first
    std::vector<SavedCase> cases;   ///< in the order of the files
};

/// Reads the files. Throws UnreadableFile, and std::invalid_argument where they are not of one build on one machine.
SavedRuns read_runs(const std::vector<std::string>& paths);

}  // namespace satori::bench
