#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace satori::scenes {

/// The format of an output file.
enum class FileFormat {
    npy,
    csv,
};

/// The name of standard input and of standard output.
inline constexpr const char* kStandardStream = "-";

/// Returns the format by the end of the name, .npy or .csv in any case. Returns `of_special` for a path that exists and
/// is no regular file (a pipe, -). Throws SceneError (argument) for other names.
FileFormat output_format(const std::string& path, FileFormat of_special = FileFormat::npy);
/// Returns the path, for output that is always .csv. Throws SceneError (argument) unless the name ends with .csv or
/// exists and is no regular file.
const std::string& require_csv_name(const std::string& path);

/// Returns the path with the symbolic links at its end resolved, whether or not the last link leads to a file.
std::string output_target(const std::string& path);

/// A file that is written completely or not at all. The data go to a file without a name, which commit() gives it: a
/// process that is killed leaves nothing. Where the system has no such files, the data go to a temporary file beside
/// the target, and this one stays. Until commit() an existing file keeps its old contents. Targets that are no regular
/// files are written directly. Symbolic links stay, and the file that they lead to is written; that file need not exist
/// yet if its folder does. Every failure is a SceneError (io).
class OutputFile {
public:
    explicit OutputFile(const std::string& path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    /// Removes the written data, unless committed.
    ~OutputFile();

    void write(const void* data, std::size_t size);
    void write(std::string_view text) { write(text.data(), text.size()); }
    /// Writes the buffered data.
    void flush();
    /// Writes the buffered data, checks that all data were written, and gives the file its name.
    void commit();

    /// True when the target is the standard output. Then the program must print nothing else there.
    bool is_standard_output() const noexcept;

    /// Removes the unfinished files of this process. At most two can be open at a time. For signal handlers:
    /// async-signal-safe.
    static void remove_unfinished() noexcept;

    struct Unfinished;  // internal

private:
    [[noreturn]] void fail(int error);
    bool open_unnamed();
    bool create(const char* name);
    bool create_temporary();
    void write_through(const std::byte* data, std::size_t size);
    void abandon() noexcept;
    void forget_temporary() noexcept;

    std::string path_;       // as given by the caller
    std::string target_;     // output_target(path_)
    std::string temporary_;  // a name that the file has until it is committed
    bool is_unnamed_ = false;
    Unfinished* unfinished_ = nullptr;
    std::vector<std::byte> buffer_;
    int descriptor_ = -1;
};

}  // namespace satori::scenes
