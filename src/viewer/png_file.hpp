#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace satori::viewer {

/// Writes rows of red, green, blue from the top, whole or not at all. CliError (failed); SceneError (io).
void write_png(const std::string& path, int width, int height, std::span<const std::uint8_t> pixels);

}  // namespace satori::viewer
