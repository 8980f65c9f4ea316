// Measures kernels through their table, with each instruction set in turn on the same data, and compares them with the
// limits of the machine.

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "common/usable_isas.hpp"
#include "satori_bench/kernel_case.hpp"
#include "satori_bench/shortest.hpp"
#include "simd/dispatch.hpp"

namespace satori::bench {

namespace {

/// Returns nanoseconds per item, by the shortest of some pieces of work. A piece takes about as long as the pieces that
/// measure the bound.
double best_ns(const KernelRun& run) {
    constexpr double kPiece = 30e3, kAll = 4e6;
    const double once = shortest_ns(3, run.call);
    const int calls = static_cast<int>(std::clamp(kPiece / once, 1.0, 1e6));
    const int pieces = static_cast<int>(std::clamp(kAll / (once * calls), 2.0, 100.0));
    return shortest_ns(pieces,
                       [&] {
                           for (int i = 0; i < calls; ++i) run.call();
                       }) /
           calls / run.items;
}

/// Adds counters to the items. best_ns: the minimum time per item. bound_ns: the least time that the machine needs,
/// measured in the same run, the greater of arithmetic_ns and memory_ns. multiply_add_ns: the bound of its multiplies
/// and adds alone.
void run_kernel(benchmark::State& state, const KernelCase& kernel, Isa isa) {
    const simd::KernelTable& table = *simd::kernel_table_of(isa);
    const KernelRun run = kernel.make(table), reference = kernel.make(*simd::kernel_table_of(Isa::scalar));
    reference.call();
    const std::uint64_t expected = reference.checksum();
    run.call();
    for (auto _ : state) run.call();
    const Bound before = measure_bound(isa, kernel.cost, kernel.place);
    const double best = best_ns(run);
    const Bound after = measure_bound(isa, kernel.cost, kernel.place);
    const std::uint64_t sum = run.checksum();
    if (sum != expected) state.SkipWithError("the result differs from the scalar set's");
    report_items(state, kernel.item, run.items, sum);
    const double arithmetic = std::min(before.arithmetic, after.arithmetic);
    state.counters["best_ns"] = best;
    state.counters["multiply_add_ns"] = std::min(before.multiply_add, after.multiply_add);
    state.counters["arithmetic_ns"] = arithmetic;
    state.counters["memory_ns"] = after.memory;
    state.counters["bound_ns"] = std::max(arithmetic, after.memory);
    state.counters["operations"] = operations(kernel.cost, table.lanes);
    state.counters["bytes"] = kernel.cost.read + kernel.cost.written;
}

}  // namespace

void add_kernels(std::vector<BenchCase>& cases) {
    static const std::vector<KernelCase> kernels = [] {
        std::vector<KernelCase> all;
        add_box_kernels(all);
        add_column_kernels(all);
        add_pair_kernels(all);
        return all;
    }();
    for (const KernelCase& kernel : kernels) {
        for (const Isa isa : usable_isas()) {
            cases.push_back(
                {std::string("kernel_") + kernel.name, kernel.where, isa, 1, kernel.level,
                 [&kernel, isa](benchmark::State& state, const Execution&) { run_kernel(state, kernel, isa); }});
        }
    }
}

}  // namespace satori::bench
