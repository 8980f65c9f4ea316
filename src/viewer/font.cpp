#include "viewer/font.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace satori::viewer {

std::string find_font(std::span<const char* const> places) {
    const auto is_there = [](const char* place) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(place, ignored);
    };
    const auto found = std::find_if(places.begin(), places.end(), is_there);
    return found != places.end() ? *found : "";
}

}  // namespace satori::viewer
