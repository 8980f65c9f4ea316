#include "satori_bench/results.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <sstream>
#include <tuple>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "common/usable_isas.hpp"

namespace satori::bench {

namespace {

using Run = benchmark::BenchmarkReporter::Run;

/// Members that were renamed in Google Benchmark 1.8.
template <class AnyRun>
bool failed(const AnyRun& run) {
    if constexpr (requires { run.error_occurred; })
        return run.error_occurred;
    else
        return run.skipped != 0;
}
template <class AnyRun>
std::string message(const AnyRun& run) {
    if constexpr (requires { run.error_message; })
        return run.error_message;
    else
        return run.skip_message;
}

double counter(const Run& run, const char* name) {
    const auto at = run.counters.find(name);
    return at == run.counters.end() ? 0 : static_cast<double>(at->second);
}

/// Returns nanoseconds per item: CPU time, or elapsed time when the benchmark's name says so.
double ns_per_item(const Run& run) {
    const std::string name = run.benchmark_name();
    const bool passes = name.find("/real_time") != std::string::npos || name.find("/manual_time") != std::string::npos;
    const double seconds = (passes ? run.GetAdjustedRealTime() : run.GetAdjustedCPUTime()) /
                           benchmark::GetTimeUnitMultiplier(run.time_unit);
    return 1e9 * seconds / std::max(1.0, counter(run, "items"));
}

void lower(double& least, double value) {
    if (value != 0 && (least == 0 || value < least)) least = value;
}

struct Section {
    const char* title;
    const char* note;  ///< how to read it
    bool (*holds)(const Result&);
    std::string (*cell)(const Result&);
};

bool is_probe(const Result& r) {
    return r.what.starts_with("probe_");
}
bool is_kernel(const Result& r) {
    return r.what.starts_with("kernel_");
}

/// Returns the time that shares are computed from: best_ns, or the CPU time of a repetition where there is no best_ns.
double least_ns(const Result& r) {
    return r.best_ns != 0 ? r.best_ns : r.ns;
}

constexpr Section kSections[] = {
    {"limits of this machine: billions of operations or bytes per second",
     "mix: a multiply, an add and an absolute value; L1, L2, memory: where the bytes are; copied bytes count twice",
     is_probe, [](const Result& r) { return fmt::format("{:.4g}", 1 / least_ns(r)); }},
    {"kernels: nanoseconds per item, and the share of this machine's limits that they reach",
     "a kernel is one function, run alone; at 100% its operations or its bytes go at a rate of the table above",
     is_kernel, [](const Result& r) { return fmt::format("{:.4g} {:3.0f}%", least_ns(r), 100 * r.share()); }},
    {"calls: nanoseconds per item", "calls of the library; x2: on 2 threads",
     [](const Result& r) { return !is_probe(r) && !is_kernel(r); },
     [](const Result& r) { return fmt::format("{:.4g}", r.ns); }},
};

/// An instruction set and a number of threads. Order: narrow sets before wide sets, then few threads before many.
using Column = std::pair<std::ptrdiff_t, unsigned long>;

Column column_of(const Result& r) {
    const std::vector<Isa> isas = usable_isas();
    const auto at = std::find_if(isas.begin(), isas.end(), [&](Isa isa) { return r.isa == isa_name(isa); });
    return {at - isas.begin(), std::stoul(r.threads)};
}

void print_section(const Section& section, const std::vector<Result>& results) {
    constexpr std::size_t kWide = 14;
    std::vector<std::string> rows;
    std::map<Column, std::string> titles;
    std::map<std::pair<std::string, Column>, std::string> cells;
    std::size_t row_width = 0;
    for (const Result& r : results) {
        if (!section.holds(r)) continue;
        const std::string what = r.what.substr(is_probe(r) ? 6 : is_kernel(r) ? 7 : 0);
        const std::string row = fmt::format("{} / {}, {}", what, r.where, r.item);
        const Column column = column_of(r);
        titles[column] = r.isa + (r.threads == "1" ? "" : " x" + r.threads);
        cells[{row, column}] = section.cell(r);
        if (std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
        row_width = std::max(row_width, row.size());
    }
    if (rows.empty()) return;
    fmt::print("\n{}\n({})\n{:{}}", section.title, section.note, "", row_width);
    for (const auto& [column, title] : titles) fmt::print("{:>{}}", title, kWide);
    for (const std::string& row : rows) {
        fmt::print("\n{:{}}", row, row_width);
        for (const auto& [column, title] : titles) fmt::print("{:>{}}", cells[{row, column}], kWide);
    }
    fmt::print("\n");
}

}  // namespace

Result best_of(const std::vector<Run>& runs) {
    Result best;
    for (const Run& run : runs) {
        if (run.run_type != Run::RT_Iteration || failed(run)) continue;
        const double ns = ns_per_item(run);
        lower(best.best_ns, std::min(ns, counter(run, "best_ns")));
        lower(best.bound_ns, counter(run, "bound_ns"));
        lower(best.multiply_add_ns, counter(run, "multiply_add_ns"));
        if (best.ns != 0 && ns >= best.ns) continue;
        best.ns = ns;
        std::istringstream parts(run.benchmark_name());
        for (std::string* part : {&best.what, &best.where, &best.isa, &best.threads}) std::getline(parts, *part, '/');
        best.item = run.report_label;
        best.counters.clear();
        for (const auto& [name, value] : run.counters) best.counters[name] = value;
    }
    return best;
}

void merge_best(std::vector<Result>& results, const std::vector<Result>& more) {
    const auto key = [](const Result& r) { return std::tie(r.what, r.where, r.isa, r.threads); };
    for (const Result& r : more) {
        const auto at =
            std::find_if(results.begin(), results.end(), [&](const Result& old) { return key(old) == key(r); });
        if (at == results.end()) {
            results.push_back(r);
            continue;
        }
        lower(at->ns, r.ns);
        lower(at->best_ns, r.best_ns);
        lower(at->bound_ns, r.bound_ns);
        lower(at->multiply_add_ns, r.multiply_add_ns);
    }
}

void print_tables(const std::vector<Result>& results) {
    for (const Section& section : kSections) print_section(section, results);
}

bool Collector::ReportContext(const Context&) {
    return true;
}

void Collector::ReportRuns(const std::vector<Run>& runs) {
    // Google Benchmark calls this a second time for the aggregates.
    if (runs.empty() || runs.front().run_type == Run::RT_Aggregate) return;
    ++done_;
    const std::string name = runs.front().run_name.str();
    show_progress(name);
    for (const Run& run : runs) {
        if (!failed(run)) continue;
        fmt::print(stderr, "\n{}: {}\n", name, message(run));
        ++failures_;
        return;
    }
    const Result best = best_of(runs);
    if (!best.what.empty()) results_.push_back(best);
}

void Collector::show_progress(const std::string& name) {
    constexpr std::size_t kBar = 30;
    if (count_ == 0) return;
    if (::isatty(STDERR_FILENO) == 0) {
        fmt::print(stderr, "{}/{} {}\n", done_, count_, name);
        return;
    }
    const std::size_t filled = std::min(kBar, kBar * done_ / std::max<std::size_t>(1, count_));
    fmt::print(stderr, "\r\x1b[K[{:<{}}] {}/{} {}", std::string(filled, '#'), kBar, done_, count_, name);
    if (done_ == count_) fmt::print(stderr, "\n");
    std::fflush(stderr);
}

void Collector::Finalize() {
    std::fflush(stderr);
}

}  // namespace satori::bench
