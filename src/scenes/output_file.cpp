#include "scenes/output_file.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scenes/scene_error.hpp"
#include "scenes/text_fields.hpp"

namespace satori::scenes {

namespace {

constexpr std::size_t kBufferSize = 1 << 20;
constexpr std::size_t kLargestWrite = 1 << 30;  // some systems do not accept more at a time
constexpr int kNameAttempts = 100;
constexpr int kMostLinks = 40;  // the limit of Linux

// True for a pipe or a device: it exists and is no regular file, so its name does not determine its format.
bool is_special(const std::string& path) {
    if (path == kStandardStream) return true;
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

/// Returns the link by which Linux knows an open file.
std::string link_to(int descriptor) {
    return "/proc/self/fd/" + std::to_string(descriptor);
}

}  // namespace

// For remove_unfinished(): `is` becomes true before the file is created, and false after it is gone.
struct OutputFile::Unfinished {
    char path[PATH_MAX];
    std::atomic<bool> is{false};
};

namespace {

static_assert(std::atomic<bool>::is_always_lock_free);
OutputFile::Unfinished unfinished_files[2];

}  // namespace

FileFormat output_format(const std::string& path, FileFormat of_special) {
    if (ends_with_any_case(path, ".npy")) return FileFormat::npy;
    if (ends_with_any_case(path, ".csv")) return FileFormat::csv;
    if (is_special(path)) return of_special;
    throw SceneError(SceneFault::argument, path + ": the name of an output file must end with .npy or .csv");
}

const std::string& require_csv_name(const std::string& path) {
    if (ends_with_any_case(path, ".csv") || is_special(path)) return path;
    throw SceneError(SceneFault::argument, path + ": the name of this output file must end with .csv");
}

std::string output_target(const std::string& path) {
    std::string target = path;
    for (int links = 0; links < kMostLinks; ++links) {
        std::error_code no_link;
        const std::string next = std::filesystem::read_symlink(target, no_link).string();
        if (no_link) break;
        target = next.starts_with('/') ? next : folder_of(target) + next;
    }
    return target;
}

OutputFile::OutputFile(const std::string& path) : path_(path), target_(output_target(path)) {
    if (path == kStandardStream) {
        descriptor_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
        if (descriptor_ < 0) fail(errno);
        buffer_.reserve(kBufferSize);
        return;
    }
    struct stat status {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (!exists && errno != ENOENT) fail(errno);  // for example, symbolic links in a circle
    if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
    if (exists && !S_ISREG(status.st_mode)) {
        descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
        if (descriptor_ < 0) fail(errno);
        buffer_.reserve(kBufferSize);
        return;
    }
    if (exists && ::access(path.c_str(), W_OK) != 0) fail(errno);
    buffer_.reserve(kBufferSize);
    is_unnamed_ = open_unnamed();
    if (!is_unnamed_ && !create_temporary()) fail(errno);
    if (exists && ::fchmod(descriptor_, status.st_mode & 07777) != 0) fail(errno);
}

/// Opens a file without a name. False where there are none, or where they cannot get one, because /proc is missing.
bool OutputFile::open_unnamed() {
#ifdef O_TMPFILE
    const std::string folder = folder_of(target_);
    descriptor_ = ::open(folder.empty() ? "." : folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    if (descriptor_ >= 0 && ::access(link_to(descriptor_).c_str(), F_OK) == 0) return true;
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
#endif
    return false;
}

/// Creates a file of this name, or gives it to the one without a name. False, with errno, when it cannot.
bool OutputFile::create(const char* name) {
    if (is_unnamed_) return ::linkat(AT_FDCWD, link_to(descriptor_).c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
    descriptor_ = ::open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return descriptor_ >= 0;
}

/// The same with a name beside the target that no other process uses, not even one with the same number in another
/// container.
bool OutputFile::create_temporary() {
    unfinished_ = std::find_if(std::begin(unfinished_files), std::end(unfinished_files),
                               [](const Unfinished& file) { return !file.is; });
    if (unfinished_ == std::end(unfinished_files)) {
        unfinished_ = nullptr;
        fail(EMFILE);
    }
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    const std::string stem =
        folder_of(target_) + ".satori-" + std::to_string(::getpid()) + "-" + std::to_string(now) + "-";
    for (int attempt = 0; attempt < kNameAttempts; ++attempt) {
        const std::string name = stem + std::to_string(attempt) + ".part";
        if (name.size() >= sizeof Unfinished::path) fail(ENAMETOOLONG);
        // Set before the file exists: a signal may come as soon as it does.
        std::memcpy(unfinished_->path, name.c_str(), name.size() + 1);
        unfinished_->is = true;
        if (create(name.c_str())) {
            temporary_ = name;
            return true;
        }
        unfinished_->is = false;
        if (errno != EEXIST) break;
    }
    return false;
}

OutputFile::~OutputFile() {
    abandon();
}

void OutputFile::abandon() noexcept {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    forget_temporary();
}

void OutputFile::forget_temporary() noexcept {
    if (unfinished_ != nullptr) unfinished_->is = false;
    unfinished_ = nullptr;
    temporary_.clear();
}

void OutputFile::fail(int error) {
    abandon();
    throw SceneError(SceneFault::io, path_ + ": cannot write: " + std::strerror(error));
}

void OutputFile::write(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(data);
    if (buffer_.size() + size > kBufferSize) {
        write_through(buffer_.data(), buffer_.size());
        buffer_.clear();
    }
    if (size > kBufferSize) {
        write_through(bytes, size);
    } else {
        buffer_.insert(buffer_.end(), bytes, bytes + size);
    }
}

void OutputFile::write_through(const std::byte* data, std::size_t size) {
    while (size > 0) {
        const ssize_t written = ::write(descriptor_, data, std::min(size, kLargestWrite));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(errno);
        data += written;
        size -= static_cast<std::size_t>(written);
    }
}

void OutputFile::flush() {
    write_through(buffer_.data(), buffer_.size());
    buffer_.clear();
}

void OutputFile::commit() {
    flush();
    if (is_unnamed_) {
        // Some systems tell only when a descriptor is closed that not all was written. Then the name is too late.
        const int copy = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
        if (copy < 0 || (::close(copy) != 0 && errno != EINTR)) fail(errno);
        // Only rename() replaces an existing file.
        if (!create(target_.c_str()) && (errno != EEXIST || !create_temporary())) fail(errno);
    }
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (::close(descriptor) != 0 && errno != EINTR) fail(errno);
    if (temporary_.empty()) return;
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
    forget_temporary();
}

bool OutputFile::is_standard_output() const noexcept {
    struct stat own {};
    struct stat standard {};
    return temporary_.empty() && !is_unnamed_ && descriptor_ >= 0 && ::fstat(descriptor_, &own) == 0 &&
           ::fstat(STDOUT_FILENO, &standard) == 0 && own.st_dev == standard.st_dev && own.st_ino == standard.st_ino;
}

void OutputFile::remove_unfinished() noexcept {
    for (const Unfinished& file : unfinished_files)
        if (file.is) ::unlink(file.path);
}

}  // namespace satori::scenes
