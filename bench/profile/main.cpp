// satori-profile: runs one kernel of one instruction set, alone, on data prepared for it.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <satori/isa.hpp>

#include "cli/build_info.hpp"
#include "cli/system_info.hpp"
#include "profile/counters.hpp"
#include "profile/explain.hpp"
#include "profile/kernel_case.hpp"
#include "profile/measure.hpp"
#include "scenes/suggestion.hpp"
#include "simd/dispatch.hpp"
#include "simd/isa_list.hpp"

namespace satori::bench {

namespace {

constexpr std::uint32_t kBoxesOf[] = {0, 10000, 1000000};  // by PairData; for L1 each kernel has its own number
constexpr std::uint32_t kMostBoxes = 1U << 24;

struct Options {
    std::string kernel, isa = "best", data;
    double seconds = 2;
    std::uint32_t count = 0;
    std::uint64_t seed = 1;
    bool list = false, json = false, explain = false, narrowed = false;
};

/// The reason why the program ends without a measurement.
struct Refusal {
    int exit_code;
    std::string reason;
};

std::vector<KernelCase> all_cases() {
    std::vector<KernelCase> cases;
    for (const auto& some : {batch_cases(), broadphase_cases(), pair_cases(), shape_cases(), change_cases()})
        cases.insert(cases.end(), some.begin(), some.end());
    return cases;
}

void print_list() {
    for (const KernelCase& kernel : all_cases())
        fmt::print("{:<18} {}, per {}{}\n", kernel.name, kernel.summary, kernel.item, kernel.pairs ? " (--data)" : "");
}

KernelCase find_case(const std::string& name) {
    std::vector<std::string> names;
    for (const KernelCase& kernel : all_cases()) {
        if (name == kernel.name) return kernel;
        names.emplace_back(kernel.name);
    }
    throw Refusal{2, fmt::format("{}; kernels: {}{}", name.empty() ? "no kernel named" : "no such kernel: " + name,
                                 fmt::join(names, " "), scenes::suggestion(name, names))};
}

std::string supported_isas() {
    std::string names;
    for (const Isa isa : compiled_isas())
        if (isa_supported(isa)) names += fmt::format(" {}", isa_name(isa));
    return names;
}

Isa find_isa(const std::string& name) {
    Isa isa = Isa::best;
    if (parse_isa(name.c_str(), isa) != Status::ok)
        throw Refusal{2, fmt::format("--isa {} is not a known instruction set; here:{} best", name, supported_isas())};
    if (resolve_isa(isa, isa) != Status::ok)
        throw Refusal{1, fmt::format("--isa {} cannot run here: this CPU or this build lacks it, or SATORI_ISA names "
                                     "such a set; here:{}",
                                     name, supported_isas())};
    return isa;
}

PairData find_data(const KernelCase& kernel, const std::string& name) {
    if (name.empty()) return kernel.data;
    if (!kernel.pairs) throw Refusal{2, fmt::format("--data: {} has data of one kind only", kernel.name)};
    for (std::uint32_t i = 0; i < std::size(kPairDataNames); ++i)
        if (name == kPairDataNames[i]) return static_cast<PairData>(i);
    throw Refusal{2, fmt::format("--data {}: is none of l1, index, random", name)};
}

nlohmann::ordered_json to_json(const Counters& counters, const Measured& measured, std::size_t items) {
    if (!counters.problem().empty()) return {{"available", false}, {"reason", counters.problem()}};
    nlohmann::ordered_json json{{"available", true}};
    const double all_items = static_cast<double>(measured.total_runs) * static_cast<double>(items);
    double cycles = 0, instructions = 0;
    for (const Counters::Value& value : counters.values()) {
        const std::string name = value.name;
        if (name == "cycles") cycles = value.count;
        if (name == "instructions") instructions = value.count;
        json[name + "_per_item"] = value.count / all_items;
    }
    if (cycles > 0 && instructions > 0) json["ipc"] = instructions / cycles;
    return json;
}

void print(const nlohmann::ordered_json& json, const KernelCase& kernel) {
    const auto text = [&](const char* key) { return json[key].get<std::string>(); };
    const auto number = [&](const char* key) { return json[key].get<double>(); };
    fmt::print("kernel    {}: {}\n", kernel.name, kernel.summary);
    fmt::print("data      {}{} boxes, {} {}s per run\n", kernel.pairs ? text("data") + ", " : "",
               json["boxes"].get<std::uint32_t>(), json["items"].get<std::size_t>(), kernel.item);
    fmt::print("cpu       {}\nisa       {}, {} lanes\ncompiler  {}, {}, commit {}\n", text("cpu"), text("isa"),
               json["lanes"].get<unsigned>(), text("compiler"), text("flags"), text("commit"));
    fmt::print("time      {:.4g} ns per {} at best, {:.4g} in the median ({} batches of {} runs)\n", number("ns_min"),
               kernel.item, number("ns_median"), json["batches"].get<std::size_t>(), json["runs"].get<std::size_t>());
    if (number("clock_ghz") > 0)
        fmt::print("cycles    {:.4g} per {} at best, at {:.2f} GHz (timed on a chain of one-cycle operations)\n",
                   number("cycles_min"), kernel.item, number("clock_ghz"));
    const nlohmann::ordered_json& counters = json["counters"];
    if (counters["available"].get<bool>()) {
        std::string line;
        for (const auto& [name, value] : counters.items())
            if (value.is_number()) line += fmt::format(" {} {:.4g}", name, value.get<double>());
        fmt::print("counters {}\n", line);
    } else {
        fmt::print("counters  none: {}\n", counters["reason"].get<std::string>());
    }
    fmt::print("checksum  {}\n", text("checksum"));
}

/// Returns the kernel to explain. The default is `sat`.
KernelCase find_explained(const std::string& name) {
    const KernelCase kernel = find_case(name.empty() ? "sat" : name);
    std::string names;
    for (const std::string& counted : explained_kernels()) {
        if (counted == kernel.name) return kernel;
        names += " " + counted;
    }
    throw Refusal{2, fmt::format("--explain: the operations of {} are not counted; those of these kernels are:{}",
                                 kernel.name, names)};
}

void run_explain(const Options& options) {
    if (options.narrowed)
        throw Refusal{
            2,
            "--explain measures every instruction set and every kind of data: leave out --isa, --data, --count "
            "and --seconds"};
    const KernelCase kernel = find_explained(options.kernel);
    const Figures figures = measure_figures(kernel, options.seed);
    const Explanation explanation = explain(figures);
    const cli::BuildInfo build = cli::build_info();
    const std::string cpu = cli::read_cpu_info().name;
    if (options.json) {
        nlohmann::ordered_json json{
            {"kernel", kernel.name}, {"cpu", cpu}, {"compiler", build.compiler}, {"commit", build.commit}};
        json.update(to_json(figures, explanation));
        fmt::print("{}\n", json.dump(2));
        return;
    }
    fmt::print("kernel    {}: {}\ncpu       {}\ncompiler  {}, commit {}\n", kernel.name, kernel.summary, cpu,
               build.compiler, build.commit);
    print(figures, explanation);
}

void run(const Options& options) {
    if (options.list) {
        print_list();
        return;
    }
    if (options.explain) {
        run_explain(options);
        return;
    }
    const KernelCase kernel = find_case(options.kernel);
    const PairData data = find_data(kernel, options.data);
    const Isa isa = find_isa(options.isa);
    const simd::KernelTable& table = *simd::kernel_table_of(isa);
    std::uint32_t boxes = options.count;
    if (boxes == 0) boxes = data == PairData::l1 ? kernel.boxes : kBoxesOf[static_cast<std::uint32_t>(data)];
    boxes = static_cast<std::uint32_t>(simd::padded(boxes));

    const PreparedKernel prepared = kernel.prepare({table, data, boxes, options.seed});
    if (prepared.items == 0) throw std::runtime_error("there is nothing to do in so small a scene");
    Counters counters;
    const Measured measured = measure(prepared, options.seconds, counters);
    const auto ns_each = [&](double ms) {
        return 1e6 * ms / (static_cast<double>(measured.runs) * static_cast<double>(prepared.items));
    };
    const double ns_min = ns_each(measured.batches.min());
    const cli::BuildInfo build = cli::build_info();
    const nlohmann::ordered_json json{
        {"kernel", kernel.name},
        {"item", kernel.item},
        {"isa", isa_name(isa)},
        {"lanes", isa_lanes(isa)},
        {"data", kernel.pairs ? kPairDataNames[static_cast<std::uint32_t>(data)] : ""},
        {"boxes", boxes},
        {"seed", options.seed},
        {"items", prepared.items},
        {"runs", measured.runs},
        {"batches", measured.batches.count()},
        {"ns_min", ns_min},
        {"ns_median", ns_each(measured.batches.median())},
        {"clock_ghz", measured.clock_ghz},
        {"cycles_min", ns_min * measured.clock_ghz},
        {"counters", to_json(counters, measured, prepared.items)},
        {"checksum", fmt::format("{:016x}", prepared.checksum())},
        {"cpu", cli::read_cpu_info().name},
        {"compiler", build.compiler},
        {"flags", build.flags},
        {"commit", build.commit},
    };
    if (options.json)
        fmt::print("{}\n", json.dump(2));
    else
        print(json, kernel);
}

int main_checked(int argc, char** argv) {
    Options options;
    CLI::App app("Runs one kernel, a function of satori that computes many items, alone, and times it",
                 "satori-profile");
    app.add_option("KERNEL", options.kernel, "Name of the kernel; --list names all");
    auto* const isa =
        app.add_option("--isa", options.isa, "Instruction set: " SATORI_ISA_NAMES "best (default)")->type_name("NAME");
    auto* const seconds = app.add_option("--seconds", options.seconds, "How long to run it (default 2)")
                              ->check(CLI::Range(0.0, 86400.0))
                              ->type_name("S");
    auto* const data =
        app.add_option("--data", options.data,
                       "Pair kernels: l1 (few boxes, default), index (10 000 boxes, column order), random "
                       "(a million boxes)")
            ->type_name("KIND");
    auto* const count = app.add_option("--count", options.count,
                                       "Boxes (points), instead of the data's own number; rounded up to whole vectors")
                            ->check(CLI::Range(1U, kMostBoxes))
                            ->type_name("N");
    app.add_option("--seed", options.seed, "Seed of the scene")->type_name("S");
    app.add_flag("--list", options.list, "Name the kernels");
    app.add_flag("--explain", options.explain,
                 "Say what bounds the kernel (default sat) on this CPU, and what to try first; under 15 seconds");
    app.add_flag("--json", options.json, "Print one JSON object");
    app.footer("Exit codes: 0 done, 1 the work failed or the instruction set cannot run here, 2 wrong usage.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    options.narrowed = isa->count() + seconds->count() + data->count() + count->count() != 0;
    try {
        run(options);
    } catch (const Refusal& refusal) {
        std::fputs(fmt::format("satori-profile: {}\n", refusal.reason).c_str(), stderr);
        return refusal.exit_code;
    } catch (const std::exception& error) {
        std::fputs(fmt::format("satori-profile: {}\n", error.what()).c_str(), stderr);
        return 1;
    }
    return 0;
}

}  // namespace

}  // namespace satori::bench

int main(int argc, char** argv) {
    return satori::bench::main_checked(argc, argv);
}
