#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace satori::scenes {

/// What can be read.
enum class FileKind {
    npy,
    npz,
    text,
};

/// What a file is, by its first bytes: names do not count. SceneError (content) that says what it is where it can be told, for all else.
FileKind find_file_kind(std::span<const std::byte> file, const std::string& name);

}  // namespace satori::scenes
