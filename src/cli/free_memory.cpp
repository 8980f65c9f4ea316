#include "cli/free_memory.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace satori::cli {

namespace {

/// Returns the number after `word` at the start of a line, or, when `word` is empty, the number at the start of the
/// file. Empty when there is none.
std::optional<std::uint64_t> number_in(const std::filesystem::path& path, const std::string& word = {}) {
    std::ifstream file(path);
    std::uint64_t number = 0;
    if (word.empty()) return file >> number ? std::optional(number) : std::nullopt;
    for (std::string first, rest; file >> first; std::getline(file, rest)) {
        if (first == word) return file >> number ? std::optional(number) : std::nullopt;
    }
    return std::nullopt;
}

/// The file names of one version of control groups.
struct GroupFiles {
    const char *limit, *used;
    const char* cached;  ///< word in memory.stat: file pages that the system can drop
};
constexpr GroupFiles kVersion1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr GroupFiles kVersion2{"memory.max", "memory.current", "inactive_file"};

/// Returns what is left of a group's limit, if it has one.
std::optional<std::uint64_t> left_in(const std::filesystem::path& group, const GroupFiles& files) {
    const auto limit = number_in(group / files.limit), used = number_in(group / files.used);
    if (!limit || !used) return std::nullopt;
    const std::uint64_t cached = number_in(group / "memory.stat", files.cached).value_or(0);
    const std::uint64_t kept = *used - std::min(*used, cached);
    return *limit - std::min(*limit, kept);
}

/// Returns this process's group, relative to the hierarchy of `controller`. The hierarchy of version 2 has no
/// controller name. "/" when the system does not tell it.
std::filesystem::path group_of(const std::string& controller) {
    std::ifstream file("/proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        // The format of a line is number:controllers:path.
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        if ("," + line.substr(first + 1, second - first - 1) + "," == "," + controller + ",")
            return line.substr(second + 1);
    }
    return "/";
}

}  // namespace

std::optional<std::uint64_t> free_memory() {
    constexpr std::uint64_t kKibibyte = 1024;
    std::optional<std::uint64_t> least = number_in("/proc/meminfo", "MemAvailable:");
    if (!least) return least;
    *least *= kKibibyte;
    const auto ask = [&](const std::filesystem::path& root, const std::string& controller, const GroupFiles& files) {
        // The limits of all enclosing groups apply too. A container may see its own group as the root.
        std::filesystem::path group = group_of(controller).relative_path();
        for (;; group = group.parent_path()) {
            if (const auto left = left_in(root / group, files)) least = std::min(*least, *left);
            if (group.empty()) return;
        }
    };
    ask("/sys/fs/cgroup", "", kVersion2);
    ask("/sys/fs/cgroup/memory", "memory", kVersion1);
    return least;
}

}  // namespace satori::cli
