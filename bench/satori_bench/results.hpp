#pragma once

#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace satori::bench {

/// The best repetition of one benchmark: disturbances only add time.
struct Result {
    std::string what, where, isa, threads;  ///< parts of its name
    std::string item;
    double ns = 0;  ///< per item; CPU time on one thread, else elapsed time
    std::map<std::string, double> counters;
    /// Counters of a kernel, and best_ns also of a probe (see kernels.cpp): the minimum over all repetitions. 0: it has
    /// no such counter.
    double best_ns = 0, bound_ns = 0, multiply_add_ns = 0;
    double share() const noexcept { return best_ns == 0 ? 0 : bound_ns / best_ns; }
    double multiply_add_share() const noexcept { return best_ns == 0 ? 0 : multiply_add_ns / best_ns; }
};

/// Returns the best of all repetitions of one benchmark. Skips aggregates.
Result best_of(const std::vector<benchmark::BenchmarkReporter::Run>& runs);

/// Merges `more` into `results`: for a benchmark in both, keeps the better figures.
void merge_best(std::vector<Result>& results, const std::vector<Result>& more);

/// Prints tables for readers: probes, kernels, and the rest. Each measured thing has a row; each instruction set and
/// number of threads has a column.
void print_tables(const std::vector<Result>& results);

/// Keeps results, and prints its progress on stderr.
class Collector : public benchmark::BenchmarkReporter {
public:
    /// `benchmark_count`: the number of benchmarks that run; 0: no progress is printed.
    explicit Collector(std::size_t benchmark_count) : count_(benchmark_count) {}

    bool ReportContext(const Context& context) override;
    void ReportRuns(const std::vector<Run>& runs) override;
    void Finalize() override;

    const std::vector<Result>& results() const noexcept { return results_; }
    /// Returns the number of benchmarks that gave an error instead of a time.
    std::size_t failures() const noexcept { return failures_; }

private:
    void show_progress(const std::string& name);

    std::size_t count_, done_ = 0, failures_ = 0;
    std::vector<Result> results_;
};

}  // namespace satori::bench
