#include "scenes/obj.hpp"

#include <fmt/format.h>

#include <satori/types.hpp>

#include "scenes/number_rows.hpp"
#include "scenes/scene_error.hpp"
#include "scenes/text_fields.hpp"

namespace satori::scenes {

namespace {

constexpr std::uint64_t kVerticesPerReport = 1 << 16;
constexpr const char* kCoordinates = "xyz";

// Removes lines from the text up to the next vertex. `line` becomes the text behind its v.
bool next_vertex(std::string_view& text, std::string_view& line, std::uint64_t& line_number) noexcept {
    while (next_line(text, line, line_number))
        if (next_word(line) == "v") return true;
    return false;
}

/// Calls take(axis, word) for each coordinate. take() returns whether the word is a number.
template <class Take>
void read_vertices(std::string_view text, const std::string& name, const ProgressCallback& progress, Take&& take) {
    const std::size_t size = text.size();
    std::uint64_t line_number = 0;
    std::string_view line;
    for (std::uint64_t vertex = 0; next_vertex(text, line, line_number); ++vertex) {
        const auto fail = [&](const std::string& reason) {
            throw SceneError(SceneFault::content,
                             fmt::format("{}: vertex {} (line {}){}", name, vertex, line_number, reason));
        };
        if (vertex == kMaxBoxCount) fail(": at most 2^31 - 1 vertices are possible");
        for (std::size_t a = 0; a < 3; ++a) {
            const std::string_view word = next_word(line);
            if (word.empty()) fail(fmt::format(": {} numbers, at least 3 are needed", a));
            if (!take(a, word)) fail(fmt::format(", column {}: {} is not a number", kCoordinates[a], quoted(word)));
        }
        if (progress && (vertex + 1) % kVerticesPerReport == 0) progress(size - text.size(), size);
    }
}

}  // namespace

TextNumbers parse_obj_vertices(std::string_view text, const std::string& name, const ProgressCallback& progress) {
    TextNumbers points;
    read_vertices(text, name, progress, [&](std::size_t, std::string_view word) {
        return parse_number(word, points.numbers.emplace_back());
    });
    points.origin = find_map_origin(points.numbers.size() / 3, kPointRow, [&](std::uint64_t i, std::size_t axis) {
        return double{points.numbers[3 * static_cast<std::size_t>(i) + axis]};
    });
    if (!points.origin.is_map) return points;
    points.coordinates.reserve(points.numbers.size());
    read_vertices(text, name, progress, [&](std::size_t axis, std::string_view word) {
        double& coordinate = points.coordinates.emplace_back();
        const bool is_number = parse_number(word, coordinate);
        points.numbers[points.coordinates.size() - 1] = seen_from(points.origin[axis], coordinate);
        return is_number;
    });
    return points;
}

bool is_obj(std::string_view text) noexcept {
    std::uint64_t line_number = 0;
    std::string_view line;
    while (next_line(text, line, line_number)) {
        if (line.starts_with('#')) continue;
        const std::string_view word = next_word(line);
        for (const char* const known : {"v", "vn", "vt", "vp", "f", "o", "g", "s", "mtllib", "usemtl"})
            if (word == known) return true;
        return false;
    }
    return false;
}

std::uint64_t obj_line_of_vertex(std::string_view text, std::uint64_t vertex) noexcept {
    std::uint64_t line_number = 0;
    std::string_view line;
    for (std::uint64_t vertices = 0; vertices <= vertex && next_vertex(text, line, line_number);) ++vertices;
    return line_number;
}

}  // namespace satori::scenes
