#include "cli/scenes/obj.hpp"

#include <fmt/format.h>

#include <satori/types.hpp>

#include "cli/scenes/scene_error.hpp"
#include "cli/scenes/text_fields.hpp"

namespace satori::scenes {

namespace {

constexpr std::uint64_t kVerticesPerReport = 1 << 16;
constexpr const char* kCoordinates = "xyz";

bool is_space(char c) noexcept {
    return c == ' ' || c == '\t';
}

// Takes the next word off a line.
std::string_view next_word(std::string_view& line) noexcept {
    line = trimmed(line);
    std::size_t length = 0;
    while (length < line.size() && !is_space(line[length])) ++length;
    const std::string_view word = line.substr(0, length);
    line.remove_prefix(length);
    return word;
}

// Takes lines off the text up to the next vertex; `line` is what stands behind its v.
bool next_vertex(std::string_view& text, std::string_view& line, std::uint64_t& line_number) noexcept {
    while (next_line(text, line, line_number))
        if (next_word(line) == "v") return true;
    return false;
}

}  // namespace

std::vector<float> parse_obj_vertices(std::string_view text, const std::string& name,
                                      const ProgressCallback& progress) {
    text = without_byte_order_mark(text);
    const std::size_t size = text.size();
    std::vector<float> numbers;
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
            float number = 0;
            if (!parse_number(word, number))
                fail(fmt::format(", column {}: {} is not a number", kCoordinates[a], quoted(word)));
            numbers.push_back(number);
        }
        if (progress && (vertex + 1) % kVerticesPerReport == 0) progress(size - text.size(), size);
    }
    return numbers;
}

std::uint64_t obj_line_of_vertex(std::string_view text, std::uint64_t vertex) noexcept {
    text = without_byte_order_mark(text);
    std::uint64_t line_number = 0;
    std::string_view line;
    for (std::uint64_t vertices = 0; vertices <= vertex && next_vertex(text, line, line_number);) ++vertices;
    return line_number;
}

}  // namespace satori::scenes
