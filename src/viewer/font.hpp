#pragma once

#include <span>
#include <string>

namespace satori::viewer {

/// Where systems keep DejaVu Sans: Debian, Fedora, Arch, FreeBSD.
inline constexpr const char* kFontPlaces[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf", "/usr/local/share/fonts/dejavu/DejaVuSans.ttf"};

/// Returns the first of these files that exists, or an empty string.
std::string find_font(std::span<const char* const> places = kFontPlaces);

}  // namespace satori::viewer
