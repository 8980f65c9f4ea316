#include "cli/color.hpp"

#include <cstdlib>
#include <string_view>

#include <unistd.h>

#include <fmt/color.h>

namespace satori::cli {

namespace {

ColorMode mode_of_process = ColorMode::automatic;

bool has_colors(std::FILE* stream) {
    if (mode_of_process != ColorMode::automatic) return mode_of_process == ColorMode::always;
    const auto variable = [](const char* name) {
        const char* const value = std::getenv(name);
        return std::string_view(value == nullptr ? "" : value);
    };
    return variable("NO_COLOR").empty() && variable("TERM") != "dumb" && ::isatty(::fileno(stream)) == 1;
}

}  // namespace

void set_color_mode(ColorMode mode) noexcept {
    mode_of_process = mode;
}

Style::Style(std::FILE* stream) : has_colors_(has_colors(stream)) {}

std::string Style::heading(const std::string& text) const {
    return has_colors_ ? fmt::format(fmt::emphasis::bold, "{}", text) : text;
}

std::string Style::fault(const std::string& text) const {
    return has_colors_ ? fmt::format(fmt::emphasis::bold | fmt::fg(fmt::terminal_color::red), "{}", text) : text;
}

}  // namespace satori::cli
