#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "scenes/csv.hpp"
#include "scenes/progress_callback.hpp"

namespace satori::scenes {

/// Vertices of a Wavefront .obj text, x y z each: the first three numbers of every line whose first word is v. What
/// follows them (a weight, a colour) is ignored, and so are all other lines.
///
/// SceneError (content) naming `name`, vertex (from 0), line and coordinate: less than three numbers, something that is
/// no number.
TextNumbers parse_obj_vertices(std::string_view text, const std::string& name, const ProgressCallback& progress = {});

/// Whether the first line that is no comment begins as lines of such a text do.
bool is_obj(std::string_view text) noexcept;

/// The line (from 1) on which vertex `vertex` (from 0) of the text stands.
std::uint64_t obj_line_of_vertex(std::string_view text, std::uint64_t vertex) noexcept;

}  // namespace satori::scenes
