#include "scenes/input_file.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scenes/output_file.hpp"
#include "scenes/scene_error.hpp"
#include "scenes/suggestion.hpp"

namespace satori::scenes {

namespace {

constexpr std::size_t kReadBlock = 1 << 20;

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
    throw SceneError(SceneFault::io, path + ": cannot read: " + reason);
}

class Descriptor {
public:
    explicit Descriptor(int number) noexcept : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    int number() const noexcept { return number_; }

private:
    int number_;
};

std::vector<std::byte> read_all(int descriptor, const std::string& path) {
    std::vector<std::byte> content;
    std::size_t size = 0;
    for (;;) {
        if (content.size() - size < kReadBlock) content.resize(2 * content.size() + kReadBlock);
        const ssize_t got = ::read(descriptor, content.data() + size, content.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail(path, std::strerror(errno));
        if (got == 0) break;
        size += static_cast<std::size_t>(got);
    }
    content.resize(size);
    return content;
}

}  // namespace

// For mapped_at(): `is` becomes true after all other members are set, and false before the memory is unmapped.
struct InputFile::Mapping {
    char path[PATH_MAX];
    const std::byte* begin;
    std::size_t size;
    std::atomic<bool> is{false};
};

namespace {

static_assert(std::atomic<bool>::is_always_lock_free);
InputFile::Mapping mappings[4];  // more files than this at a time are read instead

}  // namespace

const char* InputFile::mapped_at(const void* address) noexcept {
    for (const Mapping& mapping : mappings) {
        const auto distance =
            reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(mapping.begin);
        if (mapping.is && distance < mapping.size) return mapping.path;
    }
    return nullptr;
}

InputFile::InputFile(const std::string& path) {
    if (path == kStandardStream) {
        read_ = read_all(STDIN_FILENO, path);
        bytes_ = read_;
        return;
    }
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number() < 0) {
        const int error = errno;
        fail(path, std::strerror(error) + (error == ENOENT ? file_suggestion(path) : std::string()));
    }
    struct stat status {};
    if (::fstat(file.number(), &status) != 0) fail(path, std::strerror(errno));
    if (S_ISDIR(status.st_mode)) fail(path, "it is a directory");
    const auto size = static_cast<std::size_t>(status.st_size);
    Mapping* const free =
        std::find_if(std::begin(mappings), std::end(mappings), [](const Mapping& m) { return !m.is; });
    if (S_ISREG(status.st_mode) && size > 0 && free != std::end(mappings) && path.size() < sizeof free->path) {
        void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
        if (memory != MAP_FAILED) {
            bytes_ = {static_cast<const std::byte*>(memory), size};
            std::memcpy(free->path, path.c_str(), path.size() + 1);
            free->begin = bytes_.data();
            free->size = size;
            free->is = true;
            mapping_ = free;
            return;
        }
    }
    read_ = read_all(file.number(), path);
    bytes_ = read_;
}

InputFile::InputFile(InputFile&& other) noexcept
    : bytes_(std::exchange(other.bytes_, {})),
      mapping_(std::exchange(other.mapping_, nullptr)),
      read_(std::move(other.read_)) {}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(mapping_, other.mapping_);
    std::swap(read_, other.read_);
    return *this;
}

InputFile::~InputFile() {
    if (mapping_ == nullptr) return;
    mapping_->is = false;
    ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace satori::scenes
