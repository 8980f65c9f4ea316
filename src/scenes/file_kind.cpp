#include "scenes/file_kind.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "scenes/npy.hpp"
#include "scenes/npz.hpp"
#include "scenes/recording_magic.hpp"
#include "scenes/scene_error.hpp"
#include "scenes/text_fields.hpp"

namespace satori::scenes {

namespace {

constexpr std::size_t kLookedAt = 4096;
constexpr std::size_t kShown = 8;

using namespace std::string_view_literals;

/// File formats of other programs, and the advice for each.
constexpr struct {
    std::string_view magic;
    const char* what;
} kOthers[] = {
    {"\x1f\x8b"sv, "it is compressed (gzip); unpack it first"},
    {"\x28\xb5\x2f\xfd"sv, "it is compressed (zstd); unpack it first"},
    {"\xfd"
     "7zXZ"sv,
     "it is compressed (xz); unpack it first"},
    {"BZh"sv, "it is compressed (bzip2); unpack it first"},
    {"\x89HDF"sv, "it is an HDF5 file; save the array as .npy"},
    {"PAR1"sv, "it is a Parquet file; save the table as .csv"},
    {"glTF"sv, "it is a glTF file; save the vertices as .npy or .obj"},
    {"ply\n"sv, "it is a PLY file; save the points as .npy or .csv"},
    {"ply\r"sv, "it is a PLY file; save the points as .npy or .csv"},
    {"# .PCD"sv, "it is a PCD file; save the points as .npy or .csv"},
};

// Judges by the first line. The parsers check the other lines.
bool is_text(std::string_view begin) noexcept {
    if (begin.starts_with("\xff\xfe") || begin.starts_with("\xfe\xff")) return true;  // UTF-16
    const std::string_view line = begin.substr(0, begin.find_first_of("\n\r"));
    return std::none_of(line.begin(), line.end(), [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return (code < 0x20 && c != '\t') || code == 0x7f;
    });
}

std::string bytes_shown(std::string_view begin) {
    std::string shown;
    for (const char c : begin.substr(0, kShown)) shown += fmt::format(" {:02x}", static_cast<unsigned char>(c));
    return shown;
}

}  // namespace

std::optional<std::span<const std::byte>> find_array(std::span<const std::byte> file, const std::string& name) {
    const auto fail = [&](const std::string& reason) { throw SceneError(SceneFault::content, name + ": " + reason); };
    if (is_npy(file)) return file;
    if (is_zip(file)) return npz_array(file, name);
    if (file.empty()) fail("the file is empty");
    if (is_recording(file)) fail("it is a recording of a World; satori simulate replays it");
    const std::string_view begin = as_text(file.first(std::min(file.size(), kLookedAt)));
    for (const auto& other : kOthers)
        if (begin.starts_with(other.magic)) fail(other.what);
    if (!is_text(begin)) fail(fmt::format("it is neither .npy nor text: its first bytes are{}", bytes_shown(begin)));
    return std::nullopt;
}

}  // namespace satori::scenes
