#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "scenes/csv.hpp"
#include "scenes/progress_callback.hpp"

namespace satori::scenes {

/// Returns the vertices of a Wavefront .obj text, x y z each: the first three numbers of every line whose first word is
/// v. Further numbers of such a line (a weight, a color) and all other lines are ignored.
///
/// Throws SceneError (content) with `name`, vertex (from 0), line and coordinate: fewer than three numbers, or a word
/// that is not a number.
TextNumbers parse_obj_vertices(std::string_view text, const std::string& name, const ProgressCallback& progress = {});

/// True when the first line that is no comment begins like a line of such a text.
bool is_obj(std::string_view text) noexcept;

/// Returns the line (from 1) of vertex `vertex` (from 0) of the text.
std::uint64_t obj_line_of_vertex(std::string_view text, std::uint64_t vertex) noexcept;

}  // namespace satori::scenes
