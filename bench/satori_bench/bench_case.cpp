#include "satori_bench/bench_case.hpp"

#include <thread>

namespace satori::bench {

std::string BenchCase::name() const {
    return what + "/" + where + "/" + isa_name(isa) + "/" + std::to_string(threads);
}

std::vector<unsigned> thread_counts() {
    std::vector<unsigned> counts{1};
    const unsigned all = std::thread::hardware_concurrency();
    while (counts.back() * 2 <= all) counts.push_back(counts.back() * 2);
    if (counts.back() < all) counts.push_back(all);
    return counts;
}

void report_items(benchmark::State& state, const char* item, double items, std::uint64_t checksum) {
    state.SetLabel(item);
    state.SetItemsProcessed(static_cast<std::int64_t>(items) * state.iterations());
    state.counters["items"] = items;
    state.counters["checksum"] = static_cast<double>(checksum & 0xffffffffU);  // doubles hold it exactly
}

}  // namespace satori::bench
