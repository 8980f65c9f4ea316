#pragma once

#include <span>
#include <string>

#include "cli/color.hpp"
#include "cli/run_options.hpp"
#include "cli/scene_run.hpp"

namespace satori::cli {

/// Return the results and times of a run, for scripts (JSON) and for readers (table).
std::string json_report(const Measurement& measured, const RunOptions& options);
std::string table_report(const Measurement& measured, const RunOptions& options, const std::string& scene,
                         const Style& style);
/// Return the same for all frames: an array of such objects, each with its frame number; a line per frame.
std::string json_report(std::span<const Measurement> frames, const RunOptions& options);
std::string table_report(std::span<const Measurement> frames, const std::string& scene, const Style& style);

}  // namespace satori::cli
