#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace satori::scenes {

/// A whole file, to read: mapped into memory, so that it costs no memory of the process's own; read where it cannot be
/// mapped (a pipe). Where another program shortens it meanwhile, reading beyond its end raises SIGBUS: mapped_at() is for its handler.
class InputFile {
public:
    /// A path of - is standard input. SceneError (io) where the file is missing, not readable, or a directory.
    explicit InputFile(const std::string& path);
    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&& other) noexcept;
    ~InputFile();

    /// At least 16-byte aligned. Valid as long as this object, also after it was moved.
    std::span<const std::byte> bytes() const noexcept { return bytes_; }

    /// The path of the mapped file that has this address, null where none has. For signal handlers: async-signal-safe.
    static const char* mapped_at(const void* address) noexcept;

    struct Mapping;  // its own business

private:
    std::span<const std::byte> bytes_;
    Mapping* mapping_ = nullptr;  // null: read
    std::vector<std::byte> read_;
};

}  // namespace satori::scenes
