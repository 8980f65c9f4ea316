#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace satori::scenes {

/// What a scene or a list is written as.
enum class FileFormat {
    npy,
    csv,
};

/// The name of standard input and of standard output.
inline constexpr const char* kStandardStream = "-";

/// By the name's end, .npy or .csv in any case. npy for what exists and is no regular file (a pipe, -).
/// SceneError (argument) for other names.
FileFormat output_format(const std::string& path);
/// The same path, for what is written as .csv only: SceneError (argument) unless the name ends with .csv, or is one of those.
const std::string& require_csv_name(const std::string& path);

/// What a path stands for: symbolic links at its end followed, whether or not the last one leads to a file.
std::string output_target(const std::string& path);

/// A file that comes into being whole or not at all: written beside the target under another name, renamed on commit().
/// Until then a file of that name keeps its old content. Targets that are no regular files are written to directly. Symbolic links are
/// written through and stay, also one that leads to no file yet, if the folder is there.
/// Every failure is a SceneError (io).
class OutputFile {
public:
    explicit OutputFile(const std::string& path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    /// Removes what was written, unless committed.
    ~OutputFile();

    void write(const void* data, std::size_t size);
    void write(std::string_view text) { write(text.data(), text.size()); }
    /// Writes what is buffered, checks that all arrived, and gives the file its name.
    void commit();

    /// Whether the target is where standard output goes, so that nothing else should be printed there.
    bool is_standard_output() const noexcept;

    /// Removes the unfinished files of this process: two at most can be open at a time. For signal handlers: async-signal-safe.
    static void remove_unfinished() noexcept;

    struct Unfinished;  // its own business

private:
    [[noreturn]] void fail(int error);
    void write_through(const std::byte* data, std::size_t size);
    void abandon() noexcept;
    void forget_temporary() noexcept;

    std::string path_;       // as the caller named it
    std::string target_;     // output_target() of it
    std::string temporary_;  // empty when written to directly
    Unfinished* unfinished_ = nullptr;
    std::vector<std::byte> buffer_;
    int descriptor_ = -1;
};

}  // namespace satori::scenes
