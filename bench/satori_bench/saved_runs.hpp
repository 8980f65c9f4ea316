#pragma once

#include <cstdint>
#include <map>
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
    /// Nanoseconds per item, ascending: of each repetition. If at least three files have the case: the least of each
    /// file, because a machine that is slow for a minute slows all repetitions of a file.
    std::vector<double> ns;
    double items = 0;     ///< of an iteration
    bool failed = false;  ///< a repetition gave an error instead of a time
    /// The checksum of the first repetition, and whether all others have the same. Probes have none.
    std::optional<std::uint64_t> checksum;
    bool one_checksum = true;

    bool is_probe() const noexcept { return what.starts_with("probe_"); }
};

/// What one or more files of satori-bench --json say of one machine.
struct SavedRuns {
    std::string cpu;  ///< with "emulated", where it was
    std::string commit, compiler;
    unsigned threads = 1;          ///< of the machine
    std::string widest_set;        ///< of the instruction sets that were measured
    std::vector<SavedCase> cases;  ///< in the order of the files
};

/// Reads the files as runs of one machine and build. Throws UnreadableFile, and
/// std::invalid_argument when the files come from different CPUs.
SavedRuns read_runs(const std::vector<std::string>& paths);

}  // namespace satori::bench
