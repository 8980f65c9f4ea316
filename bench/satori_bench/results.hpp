#pragma once

#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace satori::bench {

/// The best repetition of one benchmark: disturbances only ever add.
struct Result {
    std::string what, where, isa, threads;  ///< parts of its name
    std::string item;
    double ns = 0;  ///< per item; CPU time on one thread, else the time that passes
    std::map<std::string, double> counters;
    /// Counters of a kernel, and best_ns also of a probe (see kernels.cpp): the minimum over all repetitions. 0: it has
    /// no such counter.
    double best_ns = 0, bound_ns = 0, multiply_add_ns = 0;
    double share() const noexcept { return best_ns == 0 ? 0 : bound_ns / best_ns; }
    double multiply_add_share() const noexcept { return best_ns == 0 ? 0 : multiply_add_ns / best_ns; }
};

/// Of all repetitions of one benchmark; aggregates are passed over.
Result best_of(const std::vector<benchmark::BenchmarkReporter::Run>& runs);

/// Into `results`, the better of those that are in both.
void merge_best(std::vector<Result>& results, const std::vector<Result>& more);

/// Prints tables for people: probes, kernels, and the rest. Each measured thing has a row; each instruction set and
/// number of threads has a column.
void print_tables(const std::vector<Result>& results);

/// Keeps results, and tells on stderr how far it is.
class Collector : public benchmark::BenchmarkReporter {
public:
    /// Of that many; 0: tells nothing.
    explicit Collector(std::size_t benchmark_count) : count_(benchmark_count) {}

    bool ReportContext(const Context& context) override;
    void ReportRuns(const std::vector<Run>& runs) override;
    void Finalize() override;

    const std::vector<Result>& results() const noexcept { return results_; }
    /// Benchmarks that gave an error instead of a time.
    std::size_t failures() const noexcept { return failures_; }

private:
    void show_progress(const std::string& name);

    std::size_t count_, done_ = 0, failures_ = 0;
    std::vector<Result> results_;
};

}  // namespace satori::bench
