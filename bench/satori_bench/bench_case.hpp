#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <satori/satori.hpp>

namespace satori::bench {

/// The runs that include a benchmark.
enum class Level {
    quick,  ///< always
    full,   ///< unless --quick is given
    asked,  ///< only where --benchmark_filter selects it
};

/// One benchmark: its name is WHAT/WHERE/ISA/THREADS.
struct BenchCase {
    std::string what, where;
    Isa isa = Isa::best;
    unsigned threads = 1;
    Level level = Level::asked;
    /// Called with an executor of `threads` threads. It may throw: the result is then an error instead of a time.
    std::function<void(benchmark::State&, const Execution&)> run;
    bool manual_time = false;
    int iterations = 0;  ///< 0: as many as fit the time, with repetitions; else this number, once

    std::string name() const;
};

/// Returns 1, 2, 4, ... and the number of all hardware threads.
std::vector<unsigned> thread_counts();

/// Adds the data that every result has: the name of an item, items per iteration ("items", and items_per_second), and a
/// checksum of the computed result. The checksum keeps the compiler from removing work, and shows whether two runs
/// computed the same.
void report_items(benchmark::State& state, const char* item, double items, std::uint64_t checksum);

// The benchmarks, by subject.
void add_probes(std::vector<BenchCase>& cases);
void add_kernels(std::vector<BenchCase>& cases);
void add_stages(std::vector<BenchCase>& cases);
void add_moving(std::vector<BenchCase>& cases);
void add_worlds(std::vector<BenchCase>& cases);
void add_snapshots(std::vector<BenchCase>& cases);
void add_streaming(std::vector<BenchCase>& cases);
void add_points(std::vector<BenchCase>& cases);
void add_solids(std::vector<BenchCase>& cases);
void add_fits(std::vector<BenchCase>& cases);

}  // namespace satori::bench
