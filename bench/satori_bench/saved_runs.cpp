#include "satori_bench/saved_runs.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace satori::bench {

namespace {

using Json = nlohmann::json;

/// Google Benchmark writes numbers that are none as they are in C, which is no JSON.
std::string with_null(std::string text) {
    for (const std::string_view word : {": NaN", ": -NaN", ": Infinity", ": -Infinity"}) {
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at))
            text.replace(at, word.size(), ": null");
    }
    return text;
}

Json read_json(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file) throw UnreadableFile(fmt::format("{}: {}", path, std::strerror(errno)));
    if (!(text << file.rdbuf())) throw UnreadableFile(fmt::format("{}: it is empty, or no file", path));
    Json json;
    try {
        json = Json::parse(with_null(text.str()));
    } catch (const Json::exception& error) {
        throw UnreadableFile(fmt::format("{}: no JSON: {}", path, error.what()));
    }
    for (const char* key : {"context", "benchmarks"}) {
        if (!json.is_object() || !json.contains(key))
            throw UnreadableFile(fmt::format("{} is not of satori-bench --json: it has no \"{}\"", path, key));
    }
    return json;
}

std::string text_of(const Json& object, const char* key) {
    const auto at = object.find(key);
    return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

double number_of(const Json& object, const char* key) {
    const auto at = object.find(key);
    return at != object.end() && at->is_number() ? at->get<double>() : 0;
}

/// Returns nanoseconds per item of one repetition: the shortest piece of work where the benchmark measures pieces, else
/// CPU time on one thread and elapsed time on more.
double ns_per_item(const Json& run, const std::string& name) {
    if (const double best = number_of(run, "best_ns"); best > 0) return best;
    const bool elapsed = name.find("/real_time") != std::string::npos || name.find("/manual_time") != std::string::npos;
    const std::string unit = text_of(run, "time_unit");
    const double scale = unit == "ns" ? 1 : unit == "us" ? 1e3 : unit == "ms" ? 1e6 : 1e9;
    return scale * number_of(run, elapsed ? "real_time" : "cpu_time") / number_of(run, "items");
}

/// Returns the case that the name says, without times. Returns nothing when it is not WHAT/WHERE/ISA/THREADS.
std::optional<SavedCase> parse_name(const std::string& name) {
    SavedCase parsed;
    std::istringstream parts(name);
    std::string threads;
    for (std::string* part : {&parsed.what, &parsed.where, &parsed.isa, &threads}) std::getline(parts, *part, '/');
    if (threads.empty() || threads.size() > 6 || threads.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    parsed.threads = static_cast<unsigned>(std::stoul(threads));
    parsed.name = fmt::format("{}/{}/{}/{}", parsed.what, parsed.where, parsed.isa, threads);
    return parsed;
}

void add_run(SavedRuns& runs, const Json& run) {
    const std::string name = text_of(run, "name");
    const std::optional<SavedCase> parsed = parse_name(name);
    if (text_of(run, "run_type") == "aggregate" || !parsed) return;
    auto at = std::find_if(runs.cases.begin(), runs.cases.end(),
                           [&](const SavedCase& known) { return known.name == parsed->name; });
    if (at == runs.cases.end()) at = runs.cases.insert(at, *parsed);
    if (run.value("error_occurred", false) || run.contains("skipped")) {
        at->failed = true;
        return;
    }
    const double items = number_of(run, "items");
    if (items <= 0) return;
    at->items = items;
    at->item = text_of(run, "label");
    at->ns.push_back(ns_per_item(run, name));
    if (!at->is_probe() && run.contains("checksum")) {
        const auto checksum = static_cast<std::uint64_t>(number_of(run, "checksum"));
        at->one_checksum = at->one_checksum && at->checksum.value_or(checksum) == checksum;
        at->checksum = checksum;
    }
}

void add_context(SavedRuns& runs, const Json& context) {
    std::string cpu = text_of(context, "cpu");
    if (cpu.empty()) cpu = "unknown CPU";
    if (!text_of(context, "emulator").empty()) cpu = "emulator on " + cpu;
    runs.cpu = cpu;
    runs.commit = text_of(context, "commit");
    runs.compiler = text_of(context, "compiler");
    if (const std::string count = text_of(context, "threads"); !count.empty() && count.size() < 7)
        runs.threads = static_cast<unsigned>(std::strtoul(count.c_str(), nullptr, 10));
    std::istringstream sets(text_of(context, "isas"));
    for (std::string set; sets >> set;) {
        const bool measured =
            std::any_of(runs.cases.begin(), runs.cases.end(), [&](const SavedCase& known) { return known.isa == set; });
        if (measured) runs.widest_set = set;
    }
}

SavedRuns read_file(const std::string& path) {
    const Json json = read_json(path);
    SavedRuns runs;
    try {
        for (const Json& run : json.at("benchmarks")) add_run(runs, run);
        if (runs.cases.empty())
            throw UnreadableFile(fmt::format("{}: it has no benchmark named WHAT/WHERE/ISA/THREADS", path));
        add_context(runs, json.at("context"));
    } catch (const Json::exception& error) {
        throw UnreadableFile(fmt::format("{} is not of satori-bench --json: {}", path, error.what()));
    }
    return runs;
}

/// Adds the repetitions of another file.
void merge(SavedCase& into, const SavedCase& more) {
    into.ns.insert(into.ns.end(), more.ns.begin(), more.ns.end());
    into.failed = into.failed || more.failed;
    into.one_checksum = into.one_checksum && more.one_checksum && into.checksum == more.checksum;
}

}  // namespace

SavedRuns read_runs(const std::vector<std::string>& paths) {
    constexpr std::size_t kEnoughFiles = 3;
    SavedRuns all;
    std::map<std::string, std::vector<double>> least;  // of each case, in each file
    for (const std::string& path : paths) {
        const SavedRuns runs = read_file(path);
        if (!all.cpu.empty() && runs.cpu != all.cpu)
            throw std::invalid_argument(fmt::format(
                "{} was measured on another CPU than the files before it: {}, not {}", path, runs.cpu, all.cpu));
        for (const SavedCase& known : runs.cases) {
            const auto at = std::find_if(all.cases.begin(), all.cases.end(),
                                         [&](const SavedCase& old) { return old.name == known.name; });
            if (at == all.cases.end())
                all.cases.push_back(known);
            else
                merge(*at, known);
            if (!known.ns.empty()) least[known.name].push_back(*std::min_element(known.ns.begin(), known.ns.end()));
        }
        all.cpu = runs.cpu;
        all.commit = runs.commit;
        all.compiler = runs.compiler;
        all.threads = runs.threads;
        all.widest_set = runs.widest_set;
    }
    for (SavedCase& known : all.cases) {
        if (least[known.name].size() >= kEnoughFiles) known.ns = least[known.name];
        std::sort(known.ns.begin(), known.ns.end());
    }
    return all;
}

}  // namespace satori::bench
