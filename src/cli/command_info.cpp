#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#ifdef SATORI_HAVE_TBB
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/version.h>
#endif

#include <satori/executor.hpp>
#include <satori/isa.hpp>
#include <satori/version.hpp>

#include "cli/build_info.hpp"
#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "cli/options.hpp"
#include "cli/report.hpp"
#include "cli/system_info.hpp"

namespace satori::cli {

namespace {

std::vector<std::string> isa_names(bool only_supported) {
    std::vector<std::string> names;
    for (const Isa isa : compiled_isas()) {
        if (!only_supported || isa_supported(isa)) names.emplace_back(isa_name(isa));
    }
    return names;
}

nlohmann::ordered_json collect() {
    const CpuInfo cpu = read_cpu_info();
    nlohmann::ordered_json caches = nlohmann::ordered_json::object();
    for (const CacheInfo& cache : cpu.caches) caches[cache.name] = cache.size;
    const BuildInfo build = build_info();
    nlohmann::ordered_json info;
    info["version"] = fmt::format("{}.{}.{}", SATORI_VERSION_MAJOR, SATORI_VERSION_MINOR, SATORI_VERSION_PATCH);
    info["commit"] = build.commit;
    info["compiler"] = build.compiler;
    info["build_type"] = build.type;
    info["flags"] = build.flags;
    info["cpu"] = {{"name", cpu.name}, {"threads", cpu.thread_count}, {"caches", caches}, {"features", cpu.features}};
    info["isa"] = {
        {"compiled", isa_names(false)}, {"supported", isa_names(true)}, {"best", isa_name(resolve_isa_option("best"))}};
    info["executor"] = {{"name", default_executor_name()}, {"threads", default_executor().concurrency()}};
#ifdef SATORI_HAVE_TBB
    info["tbb"] = {{"version", TBB_runtime_version()}, {"threads", oneapi::tbb::info::default_concurrency()}};
#else
    info["tbb"] = nullptr;
#endif
    return info;
}

std::string table_report(const nlohmann::ordered_json& info) {
    std::string text;
    const auto fact = [&](const char* name, const std::string& value) {
        text += fmt::format("{:<12}{}\n", name, value);
    };
    const auto words = [](const nlohmann::ordered_json& list) {
        return fmt::format("{}", fmt::join(list.get<std::vector<std::string>>(), " "));
    };
    std::string caches;
    for (const auto& [name, size] : info["cpu"]["caches"].items()) {
        caches += fmt::format("{}{} {}", caches.empty() ? "" : ", ", name, size.get<std::string>());
    }
    fact("satori", info["version"].get<std::string>());
    fact("commit", info["commit"].get<std::string>());
    fact("compiler", info["compiler"].get<std::string>());
    fact("build", info["build_type"].get<std::string>());
    fact("flags", info["flags"].get<std::string>());
    text += '\n';
    fact("cpu", info["cpu"]["name"].get<std::string>());
    fact("threads", fmt::format("{}", info["cpu"]["threads"].get<unsigned>()));
    fact("caches", caches);
    fact("features", words(info["cpu"]["features"]));
    text += '\n';
    fact("compiled in", words(info["isa"]["compiled"]));
    fact("supported", words(info["isa"]["supported"]));
    fact("best", info["isa"]["best"].get<std::string>());
    text += '\n';
    const std::string version = info["tbb"].is_null() ? "" : " " + info["tbb"]["version"].get<std::string>();
    fact("executor", fmt::format("{}{}, {}", info["executor"]["name"].get<std::string>(), version,
                                 counted(info["executor"]["threads"].get<unsigned>(), "thread")));
    return text;
}

}  // namespace

void add_info_command(CLI::App& program) {
    const auto options = std::make_shared<ReportOptions>();
    CLI::App* command = program.add_subcommand("info", "Show version, build, CPU and instruction sets");
    add_report_options(*command, *options);
    set_footer(*command, "", {"satori info", "satori info --json"});
    command->callback([options] {
        const nlohmann::ordered_json info = collect();
        if (options->json) {
            print(stdout, info.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
        } else if (!options->quiet) {
            print(stdout, table_report(info));
        }
    });
}

}  // namespace satori::cli
