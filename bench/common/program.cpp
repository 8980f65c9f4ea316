#include "common/program.hpp"

#include <charconv>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/build_info.hpp"
#include "cli/system_info.hpp"
#include "common/usable_isas.hpp"

namespace satori::bench {

namespace {

std::vector<Isa> parse_isas(const std::vector<std::string>& names) {
    std::vector<Isa> isas;
    for (const std::string& name : names) {
        if (name == "all") {
            isas = usable_isas();
            continue;
        }
        Isa isa = Isa::best;
        if (parse_isa(name.c_str(), isa) != Status::ok || resolve_isa(isa, isa) != Status::ok)
            throw std::invalid_argument("no such instruction set here: " + name);
        isas.push_back(isa);
    }
    return isas;
}

nlohmann::ordered_json print_machine() {
    const cli::CpuInfo cpu = cli::read_cpu_info();
    const cli::BuildInfo build = cli::build_info();
    std::string caches;
    for (const cli::CacheInfo& cache : cpu.caches) caches += fmt::format(" {} {}", cache.name, cache.size);
    std::string sets;
    for (const Isa isa : usable_isas()) sets += fmt::format(" {}", isa_name(isa));
    fmt::print("cpu       {}, {} threads,{}\nisa       {}\ncompiler  {}\nflags     {}\ncommit    {}\n\n", cpu.name,
               cpu.thread_count, caches, sets.substr(1), build.compiler, build.flags, build.commit);
    return {{"cpu", cpu.name},
            {"threads", cpu.thread_count},
            {"compiler", build.compiler},
            {"flags", build.flags},
            {"commit", build.commit}};
}

int run_checked(int argc, char** argv, const Program& program) {
    ReportOptions options;
    std::vector<std::string> isa_names;
    std::string json_path;
    CLI::App app(program.description, program.name);
    if (program.add_options) program.add_options(app);
    app.add_option("--scene", options.scenes, program.scene_help)->type_name("KIND[:COUNT]");
    app.add_option("--peers", options.peers,
                   "Other libraries: names, all (with their slower variants) or none; default each in its fastest form")
        ->type_name("LIST")
        ->delimiter(',');
    app.add_option("--isa", isa_names, program.isa_help)->type_name("LIST")->delimiter(',');
    app.add_option("--count", options.count, program.count_help)->type_name("N");
    app.add_option("--seed", options.seed, "Seed of the scenes")->type_name("S");
    app.add_flag("--quick", options.quick, "Small scenes, few rounds: to see that it works");
    app.add_option("--json", json_path, "Also write what was measured to this file")->type_name("FILE");
    try {
        app.parse(argc, argv);
        expect_best_isa();
        if (isa_names.empty()) isa_names.push_back(program.one_isa && program.one_isa() ? "best" : "all");
        options.isas = parse_isas(isa_names);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }

    nlohmann::ordered_json json;
    json["machine"] = print_machine();
    bool passed = true;
    program.report(options, [&](const char* name, Report report) {
        passed = passed && report.passed;
        json[name] = std::move(report.json);
    });
    if (!json_path.empty()) {
        std::ofstream file(json_path);
        file << json.dump(2) << '\n';
        if (!file.flush()) throw std::runtime_error("cannot write " + json_path);
    }
    return passed ? 0 : 1;
}

}  // namespace

int run_program(int argc, char** argv, const Program& program) {
    try {
        return run_checked(argc, argv, program);
    } catch (const std::invalid_argument& error) {
        std::fputs(fmt::format("{}: {}\n", program.name, error.what()).c_str(), stderr);
        return 2;
    } catch (const std::exception& error) {
        std::fputs(fmt::format("{}: {}\n", program.name, error.what()).c_str(), stderr);
        return 1;
    }
}

void progress(const std::string& what) {
    std::fputs(("  " + what + "\n").c_str(), stderr);
}

SceneName parse_scene_name(const std::string& text, std::uint32_t default_count, std::uint32_t count) {
    const std::size_t colon = text.find(':');
    SceneName name{text.substr(0, colon), default_count};
    if (colon != std::string::npos) {
        const char *const first = text.data() + colon + 1, *const last = text.data() + text.size();
        const auto [end, error] = std::from_chars(first, last, name.count);
        if (error != std::errc{} || end != last || name.count == 0)
            throw std::invalid_argument("--scene " + text +
                                        ": after the colon a number of boxes is expected, from 1 on");
    }
    if (count != 0) name.count = count;
    return name;
}

}  // namespace satori::bench
