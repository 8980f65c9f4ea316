// The same calls as calls.py makes, from C++: what Python adds is the difference.
//
//     satori-bench-calls ROWS RUNS THREADS
//
// ROWS: rows of ten float32. THREADS: 1, or 0 for all. Prints one line: medians in milliseconds of assign to a new
// batch, assign to a kept one, find_overlaps, find_overlaps with sort_pairs, collide; the number of pairs, a hash of
// the sorted pairs.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <span>
#include <utility>
#include <vector>

#include <satori/satori.hpp>

namespace {

using Clock = std::chrono::steady_clock;

double median(std::vector<double> times) {
    std::ranges::sort(times);
    const std::size_t half = times.size() / 2;
    return times.size() % 2 != 0 ? times[half] : 0.5 * (times[half - 1] + times[half]);
}

/// Calls once without counting, then `runs` times; returns the median in milliseconds, or ends the program.
template <class Call>
double time_of(int runs, const Call& call) {
    std::vector<double> times;
    for (int run = -1; run < runs; ++run) {
        const auto begin = Clock::now();
        const satori::Status status = call();
        const std::chrono::duration<double, std::milli> taken = Clock::now() - begin;
        if (status != satori::Status::ok) {
            std::fprintf(stderr, "%s\n", satori::describe(status));
            std::exit(1);
        }
        if (run >= 0) times.push_back(taken.count());
    }
    return median(std::move(times));
}

std::vector<float> floats_of(const char* path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    std::vector<float> floats(file ? static_cast<std::size_t>(file.tellg()) / sizeof(float) : 0);
    file.seekg(0);
    file.read(reinterpret_cast<char*>(floats.data()), static_cast<std::streamsize>(floats.size() * sizeof(float)));
    if (!file || floats.empty() || floats.size() % 10 != 0) {
        std::fprintf(stderr, "%s: cannot be read, or has no rows of ten floats\n", path);
        std::exit(1);
    }
    return floats;
}

/// Of all pairs and their order; numpy computes the same.
std::uint64_t hash_of(std::span<const satori::BoxPair> pairs) {
    std::uint64_t hash = 0, weight = 1;
    for (const auto& [first, second] : pairs) {
        hash += weight * (std::uint64_t{first} << 32 | second);
        weight += 2;
    }
    return hash;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) return std::puts("usage: satori-bench-calls ROWS RUNS THREADS"), 2;
    const std::vector<float> rows = floats_of(arguments[1]);
    const int runs = std::max(1, std::atoi(arguments[2]));
    satori::Execution execution;
    if (std::atoi(arguments[3]) == 1) execution.executor = &satori::serial_executor();

    satori::BoxBatch batch;
    satori::Workspace workspace;
    satori::PairResult found;
    satori::ContactResult contacts;
    const auto assign_to = [&](satori::BoxBatch& taking) {
        return taking.assign(satori::box_rows(rows.data(), rows.size() / 10), satori::OnInvalid::refuse, execution);
    };
    const auto assign_new = [&] {
        satori::BoxBatch taking;
        return assign_to(taking);
    };
    const auto assign = [&] { return assign_to(batch); };
    const auto find = [&] { return satori::find_overlaps(batch, workspace, found, {.execution = execution}); };
    const auto find_and_sort = [&] {
        const satori::Status status = find();
        return status == satori::Status::ok ? satori::sort_pairs(found.pairs, workspace) : status;
    };
    const auto collide = [&] { return satori::collide(batch, workspace, contacts, {.execution = execution}); };
    const double new_ms = time_of(runs, assign_new);
    const double assign_ms = time_of(runs, assign);
    const double find_ms = time_of(runs, find);
    const double sorted_ms = time_of(runs, find_and_sort);
    const std::uint64_t hash = hash_of(found.pairs);
    const std::size_t pairs = found.pairs.size();
    const double collide_ms = time_of(runs, collide);
    std::printf("%.6f %.6f %.6f %.6f %.6f %zu %llu\n", new_ms, assign_ms, find_ms, sorted_ms, collide_ms, pairs,
                static_cast<unsigned long long>(hash));
}
