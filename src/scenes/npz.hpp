#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace satori::scenes {

/// Whether the bytes begin as a zip archive does, which an .npz file is.
bool is_zip(std::span<const std::byte> file) noexcept;

/// The .npy file that an .npz file holds, where it lies. Format: PKWARE, APPNOTE.TXT 6.3, as numpy.savez() writes it. SceneError (content),
/// beginning with `name`: more arrays than one (their names are told), none, compressed ones, and whatever is no such archive.
std::span<const std::byte> npz_array(std::span<const std::byte> file, const std::string& name);

}  // namespace satori::scenes
