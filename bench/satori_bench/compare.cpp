#include "satori_bench/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/color.hpp"
#include "satori_bench/html_report.hpp"

namespace satori::bench {

namespace {

constexpr const char* kDescription =
    "satori-bench --compare OLD.json NEW.json: compares what two runs of satori-bench --json measured";
constexpr const char* kFooter =
    "The time of a case is its fastest repetition, because disturbances only add time. The spread says how well it\n"
    "is known: by how much the third fastest file took longer than the fastest one, old and new added up. A machine\n"
    "that is slow for a minute slows a whole file, so fewer than three files of a side have no spread.\n"
    "A case is slower or faster if new/old differs from 1 by more than threshold and spread together; without a\n"
    "spread, from twice or half the time on. Else it is the same, but too noisy if the spread is above the threshold.\n"
    "The files of a side must be of one build on one machine. Sides of different CPUs: the widest instruction set\n"
    "of each, on one thread and on all.\n"
    "Exit codes: 0 no regression; 1 a case is slower (on one CPU), has failed and did not before, or has another\n"
    "checksum; 2 wrong usage, or files that cannot be on one side; 3 a file that cannot be read, or no report.\n"
    "Examples:\n"
    "  satori-bench --compare before.json after.json\n"
    "  satori-bench --compare before*.json --with after*.json     several runs of each, measured in turns\n"
    "  satori-bench --compare laptop.json server.json --html two.html\n";

constexpr std::size_t kFewestRuns = 3;

bool different_cpus(const SavedRuns& before, const SavedRuns& after) {
    return before.cpu != after.cpu;
}

std::string widest_set(const SavedRuns& runs) {
    return runs.sets.empty() ? "" : runs.sets.back();
}

/// Returns the name that the case is compared by; empty: it is left out.
std::string compared_name(const SavedCase& known, const SavedRuns& runs, bool across_cpus) {
    if (!across_cpus) return known.name;
    if (known.isa != widest_set(runs) || (known.threads != 1 && known.threads != runs.threads)) return {};
    return fmt::format("{}/{}/{}", known.what, known.where, known.threads == 1 ? "1" : "all");
}

double spread(const SavedCase& known) {
    return known.ns[kFewestRuns - 1] / known.ns.front() - 1;
}

/// Nanoseconds per item; 0: none.
double best_ns(const SavedCase* known) {
    return known == nullptr || known->failed() ? 0 : known->ns.front();
}

/// `before` or `after` is null when that side has no such case.
ComparedCase judge(const SavedCase* before, const SavedCase* after, double threshold) {
    const SavedCase& shown = after != nullptr ? *after : *before;
    ComparedCase row;
    row.item = shown.item;
    row.is_probe = shown.is_probe();
    row.old_ns = best_ns(before);
    row.new_ns = best_ns(after);
    const bool has_spread = row.ratio() > 0 && std::min(before->ns.size(), after->ns.size()) >= kFewestRuns;
    if (has_spread) row.spread = spread(*before) + spread(*after);
    const double limit = 1 + (has_spread ? threshold + row.spread : std::max(threshold, kNoSpreadLimit));
    if (after == nullptr)
        row.verdict = Verdict::gone;
    else if (after->failed())
        row.verdict = before != nullptr && before->failed() ? Verdict::failed_before : Verdict::failed;
    else if (before == nullptr || before->failed())
        row.verdict = Verdict::added;
    else if (!before->one_checksum || !after->one_checksum ||
             (before->items == after->items && before->checksum != after->checksum))
        row.verdict = Verdict::other_checksum;
    else if (row.ratio() > limit)
        row.verdict = Verdict::slower;
    else if (row.ratio() < 1 / limit)
        row.verdict = Verdict::faster;
    else if (!has_spread)
        row.verdict = Verdict::no_spread;
    else
        row.verdict = row.spread > threshold ? Verdict::too_noisy : Verdict::same;
    return row;
}

const char* text(Verdict verdict) {
    switch (verdict) {
        case Verdict::gone:
            return "gone";
        case Verdict::added:
            return "new";
        case Verdict::failed_before:
            return "failed before";
        case Verdict::no_spread:
            return "no spread";
        case Verdict::too_noisy:
            return "too noisy";
        case Verdict::same:
            return "same";
        case Verdict::faster:
            return "faster";
        case Verdict::slower:
            return "slower";
        case Verdict::failed:
            return "failed";
        case Verdict::other_checksum:
            return "different checksum";
    }
    return "";
}

/// Returns true when the exit code is 1 because of this row. Probes measure the machine, not the code.
bool is_regression(const ComparedCase& row, bool judge_times) {
    return row.verdict >= Verdict::failed || (row.verdict == Verdict::slower && judge_times && !row.is_probe);
}

std::string nanoseconds(double ns) {
    return ns > 0 ? fmt::format("{:.4g}", ns) : "";
}

bool is_one_sided(const ComparedCase& row) {
    return row.verdict == Verdict::gone || row.verdict == Verdict::added;
}

void print_table(const std::vector<ComparedCase>& rows, bool judge_times) {
    std::size_t width = 12;
    for (const ComparedCase& row : rows)
        if (!is_one_sided(row)) width = std::max(width, row.name.size() + row.item.size() + 3);
    const cli::Style style(stdout);
    fmt::print("{:<{}} {:>10} {:>10} {:>8} {:>8}  verdict\n", "case (items)", width, "old ns", "new ns", "new/old",
               "spread");
    for (const ComparedCase& row : rows) {
        if (is_one_sided(row)) continue;
        const std::string name = row.item.empty() ? row.name : fmt::format("{} ({})", row.name, row.item);
        const std::string line =
            fmt::format("{:<{}} {:>10} {:>10} {:>8} {:>8}  {}", name, width, nanoseconds(row.old_ns),
                        nanoseconds(row.new_ns), row.ratio() > 0 ? fmt::format("{:.3f}", row.ratio()) : "",
                        row.spread >= 0 ? fmt::format("{:.1f} %", 100 * row.spread) : "", text(row.verdict));
        fmt::print("{}\n", is_regression(row, judge_times) ? style.fault(line) : line);
    }
}

/// Prints in one line which cases only one side has: a run with a filter lacks hundreds.
void print_one_sided(const std::vector<ComparedCase>& rows, Verdict verdict) {
    constexpr std::size_t kNamed = 3;
    std::size_t count = 0;
    std::string names;
    for (const ComparedCase& row : rows) {
        if (row.verdict == verdict && ++count <= kNamed) names += fmt::format("{}{}", count == 1 ? "" : ", ", row.name);
    }
    if (count != 0) fmt::print("{}: {}{}\n", text(verdict), names, count > kNamed ? ", ..." : "");
}

void print_side(const char* side, const SavedRuns& runs) {
    fmt::print("{}  {}, {} threads, widest set measured {}, {}, commit {}, {} file{}\n", side, runs.cpu, runs.threads,
               widest_set(runs), runs.compiler, runs.commit, runs.files, runs.files == 1 ? "" : "s");
}

/// Prints how the machine's own rates changed, where both sides have probes.
void print_machine(const std::vector<ComparedCase>& rows, double threshold, bool across_cpus) {
    std::vector<double> ratios;
    for (const ComparedCase& row : rows) {
        if (row.is_probe && row.ratio() > 0) ratios.push_back(row.ratio());
    }
    if (ratios.empty()) return;
    std::sort(ratios.begin(), ratios.end());
    const double median = ratios[ratios.size() / 2];
    fmt::print("machine: the probes took {:.3f} to {:.3f} times as long in new, {:.3f} in the median{}\n",
               ratios.front(), ratios.back(), median,
               !across_cpus && std::abs(median - 1) > threshold
                   ? ": the machine itself ran at another speed, measure again"
                   : "");
}

void print_summary(const std::vector<ComparedCase>& rows, double threshold, bool across_cpus) {
    std::map<Verdict, std::size_t> counts;
    for (const ComparedCase& row : rows) ++counts[row.verdict];
    std::string line;
    for (auto at = counts.rbegin(); at != counts.rend(); ++at)
        line += fmt::format("{}{} {}", line.empty() ? "" : ", ", at->second, text(at->first));
    if (counts[Verdict::no_spread] != 0)
        fmt::print(
            "no spread: a side has fewer than three files; slower or faster is said from {:g} times the time on\n",
            1 + std::max(threshold, kNoSpreadLimit));
    const std::size_t unknown = counts[Verdict::too_noisy] + counts[Verdict::no_spread];
    fmt::print("{} cases: {}{}\n", rows.size(), line,
               unknown != 0 && !across_cpus ? "; measure old and new in turns, three times or more (--with)" : "");
}

struct Options {
    std::vector<std::string> before, after;
    double threshold_percent = 2.5;
    bool strict = false;
    std::string html;
};

int print_comparison(const Options& options) {
    const SavedRuns before = read_runs(options.before), after = read_runs(options.after);
    const bool across_cpus = different_cpus(before, after), judge_times = !across_cpus || options.strict;
    const double threshold = options.threshold_percent / 100;
    const std::vector<ComparedCase> rows = compare(before, after, threshold);
    if (across_cpus) {
        fmt::print("Two CPUs side by side: the widest set of each, on one thread and on all.{}\n",
                   options.strict ? "" : " Slower is no failure here (--strict makes it one).");
    }
    print_side("old", before);
    print_side("new", after);
    fmt::print(
        "ns per item of the fastest repetition: CPU time on one thread, elapsed time on more; threshold {:g} %\n\n",
        options.threshold_percent);
    print_table(rows, judge_times);
    fmt::print("\n");
    print_one_sided(rows, Verdict::gone);
    print_one_sided(rows, Verdict::added);
    print_machine(rows, threshold, across_cpus);
    print_summary(rows, threshold, across_cpus);
    const bool failed =
        std::any_of(rows.begin(), rows.end(), [&](const ComparedCase& row) { return is_regression(row, judge_times); });
    if (!options.html.empty()) {
        std::vector<std::string> arguments = options.after;
        for (const std::string& path : options.before) arguments.insert(arguments.end(), {"--old", path});
        arguments.insert(arguments.end(), {"-o", options.html});
        if (!make_report(arguments)) return failed ? 1 : 3;
    }
    return failed ? 1 : 0;
}

}  // namespace

std::vector<ComparedCase> compare(const SavedRuns& before, const SavedRuns& after, double threshold) {
    const bool across_cpus = different_cpus(before, after);
    std::map<std::string, const SavedCase*> old_cases;
    for (const SavedCase& known : before.cases) old_cases[compared_name(known, before, across_cpus)] = &known;
    old_cases.erase("");
    std::vector<ComparedCase> rows;
    for (const SavedCase& known : after.cases) {
        const std::string name = compared_name(known, after, across_cpus);
        if (name.empty()) continue;
        const auto at = old_cases.find(name);
        rows.push_back(judge(at == old_cases.end() ? nullptr : at->second, &known, threshold));
        rows.back().name = name;
        if (at != old_cases.end()) old_cases.erase(at);
    }
    for (const SavedCase& known : before.cases) {
        const auto at = old_cases.find(compared_name(known, before, across_cpus));
        if (at == old_cases.end() || at->second != &known) continue;
        rows.push_back(judge(&known, nullptr, threshold));
        rows.back().name = at->first;
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const ComparedCase& a, const ComparedCase& b) { return a.verdict < b.verdict; });
    return rows;
}

int run_compare(int argc, char** argv) {
    Options options;
    CLI::App app(kDescription, "satori-bench");
    app.footer(kFooter);
    app.add_option("--compare", options.before, "Files of satori-bench --json: OLD and NEW; with --with, OLD alone")
        ->type_name("FILE...")
        ->expected(0, CLI::detail::expected_max_vector_size);
    app.add_option("--with", options.after, "Files of the new side")->type_name("FILE...");
    app.add_option("--threshold", options.threshold_percent, "Percent that a change may have beside the spread")
        ->type_name("P")
        ->check(CLI::Range(0.0, 1000.0))
        ->capture_default_str();
    app.add_flag("--strict", options.strict, "Exit code 1 for slower cases on different CPUs too");
    app.add_option("--html", options.html, "Also draw the two side by side (needs python3 and matplotlib)")
        ->type_name("FILE");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    std::erase(options.before, "");
    if (options.after.empty() && options.before.size() == 2) {
        options.after = {options.before.back()};
        options.before.pop_back();
    }
    if (options.after.empty() || options.before.empty()) {
        fmt::print(
            stderr,
            "satori-bench: --compare takes two files, OLD and NEW; more of each: --compare OLD... --with NEW...\n");
        return 2;
    }
    try {
        return print_comparison(options);
    } catch (const UnreadableFile& error) {
        fmt::print(stderr, "satori-bench: {}\n", error.what());
        return 3;
    }
}

}  // namespace satori::bench
