#include "satori_bench/saved_runs.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
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
/// CPU time on one thread and elapsed time on more. 0: it gave an error, or no time.
double ns_per_item(const Json& run, const std::string& name) {
    if (run.value("error_occurred", false) || run.contains("skipped")) return 0;
    if (const double best = number_of(run, "best_ns"); best > 0) return best;
    const bool elapsed = name.find("/real_time") != std::string::npos || name.find("/manual_time") != std::string::npos;
    const std::string unit = text_of(run, "time_unit");
    const double scale = unit == "ns" ? 1 : unit == "us" ? 1e3 : unit == "ms" ? 1e6 : unit == "s" ? 1e9 : 0;
    const double ns = scale * number_of(run, elapsed ? "real_time" : "cpu_time") / number_of(run, "items");
    return std::isfinite(ns) ? std::max(0.0, ns) : 0;
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
    at->ns.push_back(ns_per_item(run, name));
    if (at->ns.back() == 0) return;
    at->items = number_of(run, "items");
    at->item = text_of(run, "label");
    if (!at->is_probe() && run.contains("checksum")) {
        const auto checksum = static_cast<std::uint64_t>(number_of(run, "checksum"));
        if (!at->checksum) at->checksum = checksum;
        at->one_checksum = at->one_checksum && at->checksum == checksum;
    }
}

void add_context(SavedRuns& runs, const Json& context) {
    std::string cpu = text_of(context, "cpu");
    if (cpu.empty()) cpu = "unknown CPU";
    if (!text_of(context, "emulator").empty()) cpu = "emulator on " + cpu;
    runs.cpu = cpu;
    runs.commit = text_of(context, "commit");
    runs.compiler = text_of(context, "compiler");
    runs.flags = text_of(context, "flags");
    if (const std::string count = text_of(context, "threads"); !count.empty() && count.size() < 7)
        runs.threads = static_cast<unsigned>(std::strtoul(count.c_str(), nullptr, 10));
    std::istringstream sets(text_of(context, "isas"));
    for (std::string set; sets >> set;) runs.sets.push_back(set);
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
    for (SavedCase& known : runs.cases) known.ns = {*std::min_element(known.ns.begin(), known.ns.end())};
    return runs;
}

/// Adds what another file says of a case.
void merge(SavedCase& into, const SavedCase& more) {
    into.ns.insert(into.ns.end(), more.ns.begin(), more.ns.end());
    into.one_checksum = into.one_checksum && more.one_checksum && into.checksum == more.checksum;
}

/// Throws std::invalid_argument where two files are not of one build on one machine.
void expect_one_build(const std::string& path, const SavedRuns& runs, const std::string& other_path,
                      const SavedRuns& other) {
    const auto same = [&](const char* what, const std::string& value, const std::string& other_value) {
        if (value == other_value) return;
        throw std::invalid_argument(
            fmt::format("{} and {} cannot be on one side: {} {} and {}", other_path, path, what, other_value, value));
    };
    same("their CPUs are", runs.cpu, other.cpu);
    same("their numbers of threads are", std::to_string(runs.threads), std::to_string(other.threads));
    same("their commits are", runs.commit, other.commit);
    same("their compilers are", runs.compiler, other.compiler);
    same("their compiler flags are", runs.flags, other.flags);
}

}  // namespace

SavedRuns read_runs(const std::vector<std::string>& paths) {
    SavedRuns all = read_file(paths.at(0));
    for (std::size_t i = 1; i < paths.size(); ++i) {
        const SavedRuns runs = read_file(paths[i]);
        expect_one_build(paths[i], runs, paths[0], all);
        for (const SavedCase& known : runs.cases) {
            const auto at = std::find_if(all.cases.begin(), all.cases.end(),
                                         [&](const SavedCase& old) { return old.name == known.name; });
            if (at == all.cases.end())
                all.cases.push_back(known);
            else
                merge(*at, known);
        }
    }
    all.files = paths.size();
    for (SavedCase& known : all.cases) {
        std::sort(known.ns.begin(), known.ns.end());
        if (known.ns.front() == 0) known.ns.clear();
    }
    std::erase_if(all.sets, [&](const std::string& set) {
        return std::none_of(all.cases.begin(), all.cases.end(),
                            [&](const SavedCase& known) { return known.isa == set; });
    });
    return all;
}

}  // namespace satori::bench
