#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace satori::scenes {

/// True when the bytes begin like a zip archive, which an .npz file is.
bool is_zip(std::span<const std::byte> file) noexcept;

/// Returns the .npy file in an .npz file, in place. Format: PKWARE, APPNOTE.TXT 6.3, as numpy.savez() writes it. Throws
/// SceneError (content), with a message that begins with `name`: more than one array (with their names), no array, a
/// compressed array, or no such archive.
std::span<const std::byte> npz_array(std::span<const std::byte> file, const std::string& name);

}  // namespace satori::scenes
