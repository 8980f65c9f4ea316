#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "scenes/scene_kinds.hpp"
#include "scenes/solids.hpp"

namespace satori::cli {

// The kinds of generated scenes, as command lines name them.

/// Returns a line for each kind, 2D ones too unless has_2d is false, with its AABB overlaps per box by default. Begins
/// with a line break.
std::string kind_list(bool has_2d = true);
/// Returns uniform|dense|...
std::string kind_words();
/// Returns the kind of this name. CliError (usage) when there is none.
scenes::SceneKind resolve_kind(const std::string& name);
/// Adds --solids.
void add_solids_option(CLI::App& command, scenes::Solid& solid);

}  // namespace satori::cli
