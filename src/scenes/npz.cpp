#include "scenes/npz.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenes/scene_error.hpp"
#include "scenes/text_fields.hpp"

namespace satori::scenes {

namespace {

constexpr std::uint32_t kLocalMagic = 0x04034b50, kDirectoryMagic = 0x02014b50, kEndMagic = 0x06054b50;
constexpr std::size_t kLocalSize = 30, kDirectorySize = 46, kEndSize = 22;
constexpr std::size_t kLongestComment = 0xffff;
constexpr std::uint32_t kInZip64 = 0xffffffff;
constexpr std::size_t kNamed = 8;

template <class Number>
Number number_at(std::span<const std::byte> file, std::size_t place) noexcept {
    Number number;
    std::memcpy(&number, file.data() + place, sizeof number);
    return number;
}

bool has_magic(std::span<const std::byte> file, std::size_t place, std::size_t size, std::uint32_t magic) noexcept {
    return place <= file.size() && file.size() - place >= size && number_at<std::uint32_t>(file, place) == magic;
}

struct Entry {
    std::string_view name;
    std::uint16_t method;
    std::uint32_t packed_size, size, place;
};

/// Reads the entries of the directory at the end of the archive. Returns false when it cannot be read.
bool read_directory(std::span<const std::byte> file, std::vector<Entry>& entries) {
    if (file.size() < kEndSize) return false;
    std::size_t end = file.size() - kEndSize;
    const std::size_t least = end - std::min(end, kLongestComment);
    while (end > least && !has_magic(file, end, kEndSize, kEndMagic)) --end;
    if (!has_magic(file, end, kEndSize, kEndMagic)) return false;
    const auto count = number_at<std::uint16_t>(file, end + 10);
    std::size_t place = number_at<std::uint32_t>(file, end + 16);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!has_magic(file, place, kDirectorySize, kDirectoryMagic)) return false;
        const std::size_t name_size = number_at<std::uint16_t>(file, place + 28);
        const std::size_t rest =
            std::size_t{number_at<std::uint16_t>(file, place + 30)} + number_at<std::uint16_t>(file, place + 32);
        if (file.size() - place - kDirectorySize < name_size + rest) return false;
        entries.push_back({as_text(file.subspan(place + kDirectorySize, name_size)),
                           number_at<std::uint16_t>(file, place + 10), number_at<std::uint32_t>(file, place + 20),
                           number_at<std::uint32_t>(file, place + 24), number_at<std::uint32_t>(file, place + 42)});
        place += kDirectorySize + name_size + rest;
    }
    return true;
}

}  // namespace

bool is_zip(std::span<const std::byte> file) noexcept {
    return has_magic(file, 0, sizeof kLocalMagic, kLocalMagic) || has_magic(file, 0, sizeof kEndMagic, kEndMagic);
}

std::span<const std::byte> npz_array(std::span<const std::byte> file, const std::string& name) {
    const auto fail = [&](const std::string& reason) { throw SceneError(SceneFault::content, name + ": " + reason); };
    std::vector<Entry> entries;
    if (!read_directory(file, entries)) fail("this zip archive is not whole");
    if (entries.empty()) fail("this archive holds no array");
    if (entries.size() > 1) {
        std::vector<std::string> names;
        for (const Entry& entry : entries)
            if (names.size() < kNamed) names.push_back(quoted(entry.name));
        fail(fmt::format("this archive holds {} files ({}{}); save one array alone", entries.size(),
                         fmt::join(names, ", "), entries.size() > kNamed ? ", ..." : ""));
    }
    const Entry& entry = entries[0];
    if (entry.method != 0) fail("the array is compressed; numpy.savez() and numpy.save() do not");
    if (entry.size == kInZip64 || entry.place == kInZip64) fail("the array has 4 GiB or more; save it as .npy");
    if (!has_magic(file, entry.place, kLocalSize, kLocalMagic)) fail("this zip archive is not whole");
    const std::size_t begin = std::size_t{entry.place} + kLocalSize + number_at<std::uint16_t>(file, entry.place + 26) +
                              number_at<std::uint16_t>(file, entry.place + 28);
    if (entry.size != entry.packed_size || begin > file.size() || file.size() - begin < entry.size)
        fail("this zip archive is not whole");
    return file.subspan(begin, entry.size);
}

}  // namespace satori::scenes
