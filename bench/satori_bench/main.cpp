// satori-bench: measures this machine's limits, every kernel and every call. Benchmarks have the names
// WHAT/WHERE/ISA/THREADS; --benchmark_filter=REGEX selects, for instance 'find_overlaps/uniform_100000/.*/1$'.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <satori/executor.hpp>

#include "cli/build_info.hpp"
#include "cli/system_info.hpp"
#include "cli/thread_limit.hpp"
#include "common/usable_isas.hpp"
#include "satori_bench/bench_case.hpp"
#include "satori_bench/check.hpp"
#include "satori_bench/compare.hpp"
#include "satori_bench/html_report.hpp"
#include "satori_bench/results.hpp"

namespace {

using namespace satori;
using bench::BenchCase;
using bench::Level;

constexpr const char* kHelp =
    "satori-bench [OPTIONS]: measures the limits of this machine, single kernels, and whole calls, and prints tables\n"
    "  Without options: all that the report shows; about 8 minutes on two cores.\n"
    "  --quick       the most important benchmarks; under a minute\n"
    "  --all         every benchmark; hours\n"
    "  --json FILE   also write the results to FILE, as JSON of Google Benchmark; --compare reads it\n"
    "  --html FILE   also write a report with pictures (needs python3 and matplotlib); without --json its figures go "
    "to\n"
    "                FILE.json. Runs satori-bench-broadphase and -contacts too, if they are beside this program and "
    "no\n"
    "                filter is given: two minutes more\n"
    "  --compare OLD.json NEW.json\n"
    "                say which benchmarks became slower; measures nothing. --compare --help says how\n"
    "  --check       only test whether the pair test is as fast as this machine allows; exit code 1 if it is slower\n"
    "  --benchmark_filter=REGEX, --benchmark_repetitions=N, --benchmark_min_time=S, --benchmark_list_tests and all "
    "others of\n"
    "                Google Benchmark; --benchmark_format=console prints its own table\n";

struct Options {
    Level level = Level::full;
    bool quick = false, all = false, check = false, help = false, own_table = true;
    std::string json, html;
    std::vector<std::string> passed;  ///< arguments for Google Benchmark
};

/// Parses this program's own options, and keeps the others for Google Benchmark. Throws std::invalid_argument.
Options parse(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        const auto value = [&](std::string_view name, std::string& out) {
            if (argument == name) {
                if (++i == argc) throw std::invalid_argument(std::string(name) + " needs a file");
                out = argv[i];
                return true;
            }
            if (!argument.starts_with(std::string(name) + "=")) return false;
            out = argument.substr(name.size() + 1);
            return true;
        };
        if (argument == "--quick")
            options.quick = true;
        else if (argument == "--all")
            options.all = true;
        else if (argument == "--check")
            options.check = true;
        else if (argument == "--help" || argument == "-h")
            options.help = true;
        else if (!value("--json", options.json) && !value("--html", options.html))
            options.passed.emplace_back(argument);
        if (argument.starts_with("--benchmark_format")) options.own_table = false;
    }
    if (options.quick && options.all) throw std::invalid_argument("--quick and --all contradict each other");
    options.level = options.quick ? Level::quick : options.all ? Level::asked : Level::full;
    const bool filters = std::any_of(options.passed.begin(), options.passed.end(), [](const std::string& argument) {
        return argument.starts_with("--benchmark_filter") || argument.starts_with("--benchmark_list_tests") ||
               argument.starts_with("--benchmark_format");
    });
    if (options.check && (filters || options.quick || options.all || !options.json.empty() || !options.html.empty()))
        throw std::invalid_argument(
            "--check runs alone: without --quick, --all, --json, --html, a filter, list or format");
    if (options.json.empty() && !options.html.empty()) options.json = options.html + ".json";
    return options;
}

/// Returns this program's arguments, then the passed arguments, which override them.
std::vector<std::string> benchmark_arguments(const Options& options) {
    const bool quick = options.level == Level::quick;
    std::vector<std::string> arguments{quick ? "--benchmark_repetitions=3" : "--benchmark_repetitions=5",
                                       quick ? "--benchmark_min_time=0.01" : "--benchmark_min_time=0.05"};
    if (options.check) {
        arguments = {"--benchmark_repetitions=25", "--benchmark_min_time=0.01",
                     "--benchmark_enable_random_interleaving=true",
                     std::string("--benchmark_filter=") + bench::kCheckFilter};
    }
    if (!options.json.empty()) {
        arguments.push_back("--benchmark_out=" + options.json);
        arguments.emplace_back("--benchmark_out_format=json");
    }
    arguments.insert(arguments.end(), options.passed.begin(), options.passed.end());
    return arguments;
}

void run_case(benchmark::State& state, const BenchCase& bench) {
    try {
        if (bench.threads == 1) {
            bench.run(state, Execution{bench.isa, &serial_executor()});
            return;
        }
        cli::ThreadLimit threads(bench.threads);
        bench.run(state, Execution{bench.isa, threads.executor()});
    } catch (const std::exception& error) {
        state.SkipWithError(error.what());
    }
}

void register_case(const BenchCase& bench) {
    auto* const registered = benchmark::RegisterBenchmark(
        bench.name().c_str(), [&bench](benchmark::State& state) { run_case(state, bench); });
    registered->Unit(benchmark::kMicrosecond);
    if (bench.manual_time)
        registered->UseManualTime();
    else if (bench.threads != 1)
        registered->UseRealTime();
    if (bench.iterations != 0) registered->Iterations(bench.iterations)->Repetitions(1);
}

std::vector<BenchCase> all_cases() {
    std::vector<BenchCase> cases;
    bench::add_probes(cases);
    bench::add_kernels(cases);
    bench::add_stages(cases);
    bench::add_moving(cases);
    bench::add_worlds(cases);
    bench::add_snapshots(cases);
    bench::add_streaming(cases);
    bench::add_points(cases);
    bench::add_solids(cases);
    bench::add_fits(cases);
    return cases;
}

/// Returns true when Google Benchmark will run the case. It cannot be queried before it runs, so this function applies
/// the filter.
bool selected(const BenchCase& bench, const std::string& filter) {
    if (filter.empty() || filter == "all") return true;
    const bool negative = filter.front() == '-';
    const std::regex regex(filter.substr(negative ? 1 : 0), std::regex::extended);
    std::string name = bench.name();
    if (bench.iterations != 0) name += fmt::format("/iterations:{}/repeats:1", bench.iterations);
    name += bench.manual_time ? "/manual_time" : bench.threads != 1 ? "/real_time" : "";
    return std::regex_search(name, regex) != negative;
}

/// Returns true when the system describes a CPU of another architecture than the one that this program was built for,
/// as user-mode qemu does. False says nothing: an emulator may hide itself.
bool runs_in_emulator(const std::string& isas) {
    std::ifstream file("/proc/cpuinfo");
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const bool arm_program = isas.find("neon") != std::string::npos;
    return text.find(arm_program ? "vendor_id" : "CPU implementer") != std::string::npos;
}

/// Adds the context of the JSON. `print`: also prints the head of the tables.
void describe_machine(bool print) {
    const cli::CpuInfo cpu = cli::read_cpu_info();
    const cli::BuildInfo build = cli::build_info();
    std::string isas;
    for (const Isa isa : bench::usable_isas()) isas += std::string(isas.empty() ? "" : " ") + isa_name(isa);
    const std::pair<const char*, std::string> facts[] = {
        {"cpu", cpu.name},
        {"emulator", runs_in_emulator(isas) ? "yes: times are those of the emulator" : ""},
        {"threads", std::to_string(cpu.thread_count)},
        {"isas", isas},
        {"compiler", build.compiler},
        {"flags", build.flags},
        {"commit", build.commit},
    };
    for (const auto& [name, value] : facts) {
        if (value.empty()) continue;
        benchmark::AddCustomContext(name, value);
        const std::string label = name == std::string("isas") ? "instruction sets" : name;
        if (print) fmt::print("{:<18}{}\n", label, value);
    }
}

/// Draws the report of what was measured, with other libraries unless the user selected benchmarks.
int write_report(const Options& options, bool with_peers) {
    std::vector<std::string> arguments{options.json, "-o", options.html};
    if (with_peers) {
        for (const std::string& file : bench::measure_peers(options.html, options.quick))
            arguments.insert(arguments.end(), {"--peers-json", file});
    }
    if (bench::make_report(arguments)) return 0;
    fmt::print(stderr, "satori-bench: no report; the figures are in {}\n", options.json);
    return 1;
}

/// Runs the selected benchmarks until no kernel is too slow, at most three times: other programs may cause a slow run.
bool check() {
    constexpr int kAttempts = 3;
    std::vector<bench::Result> results;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        bench::Collector collector(0);
        if (benchmark::RunSpecifiedBenchmarks(&collector) == 0 || collector.failures() != 0) return false;
        bench::merge_best(results, collector.results());
        if (bench::check_shares(results)) return true;
    }
    return false;
}

int run(const Options& options) {
    if (options.help) {
        std::fputs(kHelp, stdout);
        return 0;
    }
    bench::expect_best_isa();
    // Checked before the benchmarks, which take minutes.
    if (!options.html.empty() && bench::plotting_python() == nullptr) return 1;
    std::vector<std::string> arguments = benchmark_arguments(options);
    std::string program = "satori-bench";
    std::vector<char*> pointers{program.data()};
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    int count = static_cast<int>(pointers.size());
    pointers.push_back(nullptr);
    benchmark::Initialize(&count, pointers.data());
    if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;

    const std::string filter = benchmark::GetBenchmarkFilter();
    const auto is = [&](const char* flag) {
        return std::any_of(arguments.begin(), arguments.end(),
                           [&](const std::string& a) { return a.starts_with(flag); });
    };
    const bool listing = is("--benchmark_list_tests") && !is("--benchmark_list_tests=false");
    const Level level = filter.empty() && !listing ? options.level : Level::asked;
    std::vector<BenchCase> cases = all_cases();
    std::erase_if(cases, [&](const BenchCase& bench) { return bench.level > level || !selected(bench, filter); });
    for (const BenchCase& bench : cases) register_case(bench);
    describe_machine(options.own_table && !listing);

    if (!options.own_table || listing) return benchmark::RunSpecifiedBenchmarks() != 0 ? 0 : 1;
    if (options.check) return check() ? 0 : 1;
    bench::Collector collector(cases.size());
    if (benchmark::RunSpecifiedBenchmarks(&collector) == 0) return 1;
    bench::print_tables(collector.results());
    if (collector.failures() != 0) {
        fmt::print(stderr, "satori-bench: {} benchmarks failed\n", collector.failures());
        return 1;
    }
    return options.html.empty() ? 0 : write_report(options, filter.empty());
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    try {
        if (std::any_of(argv + 1, argv + argc, [](const char* word) {
                return std::string_view(word) == "--compare" || std::string_view(word).starts_with("--compare=");
            }))
            return bench::run_compare(argc, argv);
        options = parse(argc, argv);
        return run(options);
    } catch (const std::invalid_argument& error) {
        fmt::print(stderr, "satori-bench: {}\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "satori-bench: {}\n", error.what());
        return 1;
    }
}
