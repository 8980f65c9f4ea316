#include "satori_bench/compare.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "satori_bench/html_report.hpp"

namespace satori::bench {

namespace {

constexpr const char* kDescription =
    "satori-bench --compare OLD.json NEW.json: compares what two runs of satori-bench --json measured";
constexpr const char* kFooter =
    "The time of a case is its fastest repetition, because disturbances only add time. The spread says how well it is\n"
    "known: by how much the third fastest repetition took longer, old and new added up. With three files or more of a\n"
    "side, each file counts as one repetition: a machine that is slow for a minute slows a whole file. A case is "
    "slower or faster if\n"
    "new/old differs from 1 by more than threshold and spread together. It is the same otherwise, but too noisy if "
    "the\n"
    "spread is above the threshold: a change of twice the threshold might not be seen.\n"
    "Files of different CPUs: the widest instruction set of each, on one thread and on all.\n"
    "Exit codes: 0 no regression, 1 slower (on one CPU), failed, or another checksum, 2 wrong usage, 3 a file that "
    "cannot\n"
    "be read.\n"
    "Examples:\n"
    "  satori-bench --compare before.json after.json\n"
    "  satori-bench --compare before*.json --with after*.json     several runs of each, measured in turns\n"
    "  satori-bench --compare laptop.json server.json --html two.html\n";

constexpr std::size_t kFewestRuns = 3;

bool different_cpus(const SavedRuns& before, const SavedRuns& after) {
    return before.cpu != after.cpu || before.threads != after.threads;
}

/// Returns the name that the case is compared by; empty: it is left out.
std::string compared_name(const SavedCase& known, const SavedRuns& runs, bool across_cpus) {
    if (!across_cpus) return known.name;
    if (known.isa != runs.widest_set || (known.threads != 1 && known.threads != runs.threads)) return {};
    return fmt::format("{}/{}/{}", known.what, known.where, known.threads == 1 ? "1" : "all");
}

double spread(const SavedCase& known) {
    return known.ns[kFewestRuns - 1] / known.ns.front() - 1;
}

ComparedCase judge(const SavedCase& before, const SavedCase& after, double threshold) {
    ComparedCase row;
    row.item = after.item;
    row.is_probe = after.is_probe();
    row.old_ns = before.ns.empty() ? 0 : before.ns.front();
    row.new_ns = after.ns.empty() ? 0 : after.ns.front();
    const bool enough = std::min(before.ns.size(), after.ns.size()) >= kFewestRuns;
    if (enough) row.spread = spread(before) + spread(after);
    const double limit = 1 + threshold + std::max(0.0, row.spread);
    if (after.failed || after.ns.empty())
        row.verdict = Verdict::failed;
    else if (before.ns.empty())
        row.verdict = Verdict::added;
    else if (before.items == after.items && (before.checksum != after.checksum || !after.one_checksum))
        row.verdict = Verdict::other_checksum;
    else if (!enough)
        row.verdict = Verdict::too_few_runs;
    else if (row.ratio() > limit)
        row.verdict = Verdict::slower;
    else if (row.ratio() < 1 / limit)
        row.verdict = Verdict::faster;
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
        case Verdict::too_few_runs:
            return "too few runs";
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

bool colored() {
    const char* const no_color = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    return ::isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0') &&
           (terminal == nullptr || std::string_view(terminal) != "dumb");
}

std::string nanoseconds(double ns) {
    return ns > 0 ? fmt::format("{:.4g}", ns) : "";
}

void print_table(const std::vector<ComparedCase>& rows, bool judge_times) {
    std::size_t width = 12;
    for (const ComparedCase& row : rows) width = std::max(width, row.name.size() + row.item.size() + 3);
    const bool colors = colored();
    fmt::print("{:<{}} {:>10} {:>10} {:>8} {:>8}  verdict\n", "case (items)", width, "old ns", "new ns", "new/old",
               "spread");
    for (const ComparedCase& row : rows) {
        const bool red = colors && is_regression(row, judge_times);
        const std::string name = row.item.empty() ? row.name : fmt::format("{} ({})", row.name, row.item);
        fmt::print(
            "{}{:<{}} {:>10} {:>10} {:>8} {:>8}  {}{}\n", red ? "\x1b[31m" : "", name, width, nanoseconds(row.old_ns),
            nanoseconds(row.new_ns), row.ratio() > 0 ? fmt::format("{:.3f}", row.ratio()) : "",
            row.spread >= 0 ? fmt::format("{:.1f} %", 100 * row.spread) : "", text(row.verdict), red ? "\x1b[0m" : "");
    }
}

void print_side(const char* side, const SavedRuns& runs) {
    fmt::print("{}  {}, {} threads, widest set {}, {}, commit {}\n", side, runs.cpu, runs.threads, runs.widest_set,
               runs.compiler, runs.commit);
}

/// Prints how the machine's own rates changed, where both sides have probes.
void print_machine(const std::vector<ComparedCase>& rows, double threshold) {
    std::vector<double> ratios;
    for (const ComparedCase& row : rows) {
        if (row.is_probe && row.ratio() > 0) ratios.push_back(row.ratio());
    }
    if (ratios.empty()) return;
    std::sort(ratios.begin(), ratios.end());
    const double median = ratios[ratios.size() / 2];
    fmt::print("machine: the probes took {:.3f} to {:.3f} times as long, {:.3f} in the median{}\n", ratios.front(),
               ratios.back(), median,
               std::abs(median - 1) > threshold ? ": the machine itself ran at another speed, measure again" : "");
}

void print_summary(const std::vector<ComparedCase>& rows, bool across_cpus) {
    std::map<Verdict, std::size_t> counts;
    for (const ComparedCase& row : rows) ++counts[row.verdict];
    std::string line;
    for (auto at = counts.rbegin(); at != counts.rend(); ++at)
        line += fmt::format("{}{} {}", line.empty() ? "" : ", ", at->second, text(at->first));
    const std::size_t unknown = counts[Verdict::too_noisy] + counts[Verdict::too_few_runs];
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
    print_machine(rows, threshold);
    print_summary(rows, across_cpus);
    const bool failed =
        std::any_of(rows.begin(), rows.end(), [&](const ComparedCase& row) { return is_regression(row, judge_times); });
    if (!options.html.empty()) {
        std::vector<std::string> arguments = options.after;
        for (const std::string& path : options.before) arguments.insert(arguments.end(), {"--old", path});
        arguments.insert(arguments.end(), {"-o", options.html});
        if (!make_report(arguments)) return 1;
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
        rows.push_back(judge(at == old_cases.end() ? SavedCase{} : *at->second, known, threshold));
        rows.back().name = name;
        if (at != old_cases.end()) old_cases.erase(at);
    }
    for (const SavedCase& known : before.cases) {
        const auto at = old_cases.find(compared_name(known, before, across_cpus));
        if (at == old_cases.end() || at->second != &known) continue;
        ComparedCase row;
        row.name = at->first;
        row.item = known.item;
        row.is_probe = known.is_probe();
        row.old_ns = known.ns.empty() ? 0 : known.ns.front();
        row.verdict = Verdict::gone;
        rows.push_back(row);
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
