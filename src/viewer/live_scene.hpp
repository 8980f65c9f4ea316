#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <rigid_bodies/scenes.hpp>

namespace satori::viewer {

/// Returns the names of the scenes that load_live_scene() knows, with commas.
std::string live_scene_names();

/// Returns bodies for Live, with y up: a scene of examples/rigid_bodies by its name, else a frame of a scene file, the
/// first by default. In a file, boxes more than ten times as long as the usual box are static. Where there is none, a
/// ground lies under the lowest box.
///
/// CliError: usage if there is no such scene and no such file, if the file has rectangles, or if a frame is given for a
/// name; invalid_scene for a box that is not legal, or a recording. SceneError: what the file's reader says.
rigid_bodies::Scene load_live_scene(const std::string& name, std::optional<std::uint32_t> frame = {});

}  // namespace satori::viewer
