#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace satori::scenes {

/// A whole file, to read: mapped into memory, so that it costs no memory of the process's own; read where it cannot be
/// mapped (a pipe). Like every mapping it must not be shortened by another program meanwhile.
class InputFile {
public:
    /// SceneError (io) where the file is missing, not readable, or a directory.
    explicit InputFile(const std::string& path);
    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&& other) noexcept;
    ~InputFile();

    /// At least 16-byte aligned. Valid as long as this object, also after it was moved.
    std::span<const std::byte> bytes() const noexcept { return bytes_; }

private:
    std::span<const std::byte> bytes_;
    bool mapped_ = false;
    std::vector<std::byte> read_;
};

}  // namespace satori::scenes
