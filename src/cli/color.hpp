#pragma once

#include <cstdio>
#include <string>

namespace satori::cli {

/// When text has colors. `automatic`: on a terminal, unless the environment has NO_COLOR or TERM=dumb.
enum class ColorMode { automatic, always, never };

/// Sets the mode of this process, `automatic` at first.
void set_color_mode(ColorMode mode) noexcept;

/// Colors text for one stream, or leaves it as it is.
class Style {
public:
    explicit Style(std::FILE* stream);

    std::string heading(const std::string& text) const;
    std::string fault(const std::string& text) const;

private:
    bool has_colors_;
};

}  // namespace satori::cli
