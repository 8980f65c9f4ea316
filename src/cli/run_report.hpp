#pragma once

#include <span>
#include <string>

#include "cli/run_options.hpp"
#include "cli/scene_run.hpp"

namespace satori::cli {

/// What a run found and how long it took, for scripts and for people.
std::string json_report(const Measurement& measured, const RunOptions& options);
std::string table_report(const Measurement& measured, const RunOptions& options, const std::string& scene);
/// The same of all frames: an array of such objects, each with its frame; a line for each.
std::string json_report(std::span<const Measurement> frames, const RunOptions& options);
std::string table_report(std::span<const Measurement> frames, const std::string& scene);

}  // namespace satori::cli
