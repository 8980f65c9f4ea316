#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace satori::scenes {

/// Returns the bytes of the .npy file: the file itself, or the array in an .npz file, in place. Returns nothing when
/// the file is text. The first bytes decide, not the name. Throws SceneError (content) for any other file, with its
/// format if that is known, and the errors of npz_array().
std::optional<std::span<const std::byte>> find_array(std::span<const std::byte> file, const std::string& name);

}  // namespace satori::scenes
