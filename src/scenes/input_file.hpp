#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace satori::scenes {

/// A whole file for reading. It is mapped into memory, so it uses no memory of the process. A file that cannot be
/// mapped (a pipe) is read. If another program truncates the file in the meantime, a read beyond its end raises SIGBUS;
/// mapped_at() is for the signal handler.
class InputFile {
public:
    /// Opens the file; the path - is standard input. Throws SceneError (io) when the file is missing, not readable, or
    /// a directory.
    explicit InputFile(const std::string& path);
    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&& other) noexcept;
    ~InputFile();

    /// Returns the contents, at least 16-byte aligned. Valid as long as this object, also after a move.
    std::span<const std::byte> bytes() const noexcept { return bytes_; }

    /// Returns the path of the mapped file that contains this address, or null. For signal handlers: async-signal-safe.
    static const char* mapped_at(const void* address) noexcept;

    struct Mapping;  // internal

private:
    std::span<const std::byte> bytes_;
    Mapping* mapping_ = nullptr;  // null: the file was read
    std::vector<std::byte> read_;
};

}  // namespace satori::scenes
