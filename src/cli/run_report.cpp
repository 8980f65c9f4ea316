#include "cli/run_report.hpp"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/report.hpp"

namespace satori::cli {

namespace {

nlohmann::ordered_json json_of(const Measurement& measured, const RunOptions& options) {
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
    return json;
}

}  // namespace

std::string json_report(const Measurement& measured, const RunOptions& options) {
    return json_of(measured, options).dump(2) + "\n";
}

std::string json_report(std::span<const Measurement> frames, const RunOptions& options) {
    auto json = nlohmann::ordered_json::array();
    for (const Measurement& frame : frames) {
        nlohmann::ordered_json item{{"frame", json.size()}};
        item.update(json_of(frame, options));
        json.push_back(std::move(item));
    }
    return json.dump(2) + "\n";
}

std::string table_report(std::span<const Measurement> frames, const std::string& scene, const Style& style) {
    std::string text = style.heading(fmt::format("{}, {}", scene, counted(frames.size(), "frame"))) + "\n\n";
    std::string columns = fmt::format("{:>8}{:>14}{:>14}", "frame", "boxes", "candidates");
    if (!frames.empty())
        for (const FoundCount& found : frames[0].found) columns += fmt::format("{:>14}", found.name);
    text += style.heading(fmt::format("{}{:>12}   hash", columns, "ms")) + "\n";
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const Measurement& frame = frames[i];
        text += fmt::format("{:>8}{:>14}{:>14}", i, grouped(frame.box_count), grouped(frame.candidate_count));
        for (const FoundCount& found : frame.found)
            text += fmt::format("{:>14}", found.count ? grouped(*found.count) : "-");
        text += fmt::format("{:>12.3f}   {:016x}\n", frame.total_ms, frame.hash);
    }
    return text;
}

std::string table_report(const Measurement& measured, const RunOptions& options, const std::string& scene,
                         const Style& style) {
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
    text += style.heading(fmt::format("{}, frame {}", scene, options.frame)) + "\n\n";
    fact("boxes", grouped(measured.box_count));
    fact("invalid", grouped(measured.invalid_count));
    fact("candidates", grouped(measured.candidate_count));
    for (const FoundCount& found : measured.found)
        if (found.count) fact(found.name, grouped(*found.count));
    fact("isa", isa_name(measured.isa));
    fact("threads", grouped(measured.thread_count));
    const std::string runs =
        options.repeat == 1 ? "one cold run" : fmt::format("median of {} warm runs", options.repeat);
    text +=
        "\n" + style.heading(fmt::format("{:<12}{:>14}  {:>7}  {:>8}   {}", "stage", "ms", "share", "ns/box", runs));
    text += "\n";
    // Calls on few boxes do not time their stages.
    if (measured.stages.broadphase > 0) {
        stage("aabb", measured.stages.aabb, true);
        stage("broadphase", measured.stages.broadphase, true);
        if (options.stage >= Stage::overlap) stage("narrowphase", measured.stages.narrowphase, true);
        if (options.stage >= Stage::contacts) stage("manifold", measured.stages.manifold, true);
    }
    stage("total", measured.total_ms, true);
    text += "not in the total\n";
    stage("  ingest", measured.stages.ingest, false);
    stage("  sort", measured.stages.sort, false);
    text += fmt::format("\n{:<12}{:>14.1f} MB\n{:<12}{:016x}\n", "peak memory",
                        static_cast<double>(measured.peak_bytes) * 1e-6, "hash", measured.hash);
    return text;
}

}  // namespace satori::cli
