#include "cli/run_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/report.hpp"

namespace satori::cli {

std::string json_report(const Measurement& measured, const RunOptions& options) {
    const StageMs& stages = measured.stages;
    nlohmann::ordered_json json;
    json["boxes"] = measured.box_count;
    json["invalid"] = measured.invalid_count;
    json["candidates"] = measured.candidate_count;
    for (const FoundCount& found : measured.found) {
        json[found.name] = nullptr;
        if (found.count) json[found.name] = *found.count;
    }
    json["isa"] = isa_name(measured.isa);
    json["threads"] = measured.thread_count;
    json["hash"] = fmt::format("{:016x}", measured.hash);
    json["repeat"] = options.repeat;
    json["stages_ms"] = {{"ingest", stages.ingest},         {"aabb", stages.aabb},
                         {"broadphase", stages.broadphase}, {"narrowphase", stages.narrowphase},
                         {"manifold", stages.manifold},     {"sort", stages.sort}};
    json["total_ms"] = measured.total_ms;
    json["peak_bytes"] = measured.peak_bytes;
    return json.dump(2) + "\n";
}

std::string table_report(const Measurement& measured, const RunOptions& options, const std::string& scene) {
    const double box_count = measured.box_count;
    std::string text;
    const auto fact = [&](const char* name, const std::string& value) {
        text += fmt::format("{:<12}{:>14}\n", name, value);
    };
    const auto stage = [&](const char* name, double ms, bool in_total) {
        const double share = in_total && measured.total_ms > 0 ? 100 * ms / measured.total_ms : 0;
        text += fmt::format("{:<12}{:>14.3f}  {:>7}  {:>8.2f}\n", name, ms,
                            in_total ? fmt::format("{:.1f} %", share) : "", box_count > 0 ? ms * 1e6 / box_count : 0);
    };
    text += fmt::format("{}, frame {}\n\n", scene, options.frame);
    fact("boxes", grouped(measured.box_count));
    fact("invalid", grouped(measured.invalid_count));
    fact("candidates", grouped(measured.candidate_count));
    for (const FoundCount& found : measured.found)
        if (found.count) fact(found.name, grouped(*found.count));
    fact("isa", isa_name(measured.isa));
    fact("threads", grouped(measured.thread_count));
    text += fmt::format("\n{:<12}{:>14}  {:>7}  {:>8}   {}\n", "stage", "ms", "share", "ns/box",
                        options.repeat == 1 ? "one cold run" : fmt::format("median of {} warm runs", options.repeat));
    stage("aabb", measured.stages.aabb, true);
    stage("broadphase", measured.stages.broadphase, true);
    if (options.stage >= Stage::overlap) stage("narrowphase", measured.stages.narrowphase, true);
    if (options.stage >= Stage::contacts) stage("manifold", measured.stages.manifold, true);
    stage("total", measured.total_ms, true);
    text += "besides\n";
    stage("  ingest", measured.stages.ingest, false);
    stage("  sort", measured.stages.sort, false);
    text += fmt::format("\n{:<12}{:>14.1f} MB\n{:<12}{:016x}\n", "peak memory",
                        static_cast<double>(measured.peak_bytes) * 1e-6, "hash", measured.hash);
    return text;
}

}  // namespace satori::cli
