#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace satori::viewer {

/// Writes rows of red, green and blue, from the top. Writes the whole file or nothing. CliError (failed); SceneError
/// (io).
void write_png(const std::string& path, int width, int height, std::span<const std::uint8_t> pixels);

}  // namespace satori::viewer
