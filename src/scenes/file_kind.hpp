#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace satori::scenes {

/// The .npy file that a file is, or that it holds as .npz, where it lies; empty: it is text. First bytes tell, names do not count. SceneError
/// (content) for all else, which says what it is where it can be told, and those of npz_array().
std::optional<std::span<const std::byte>> find_array(std::span<const std::byte> file, const std::string& name);

}  // namespace satori::scenes
