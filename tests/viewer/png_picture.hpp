#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace satori::test {

/// A picture read from a .png.
struct PngPicture {
    int width = 0, height = 0;
    std::vector<std::uint8_t> pixels;  ///< red, green, blue; rows from the top

    /// Reads a file. There are no pixels where it cannot be read.
    explicit PngPicture(const std::string& path);

    /// Returns the number of pixels that are far more green, or red, than anything else.
    std::size_t green_count() const { return count(1, 0); }
    std::size_t red_count() const { return count(0, 1); }
    bool is_green(int x, int y) const { return is_mostly(x, y, 1, 0); }
    bool is_red(int x, int y) const { return is_mostly(x, y, 0, 1); }
    /// Returns true where there is only background, without any shade.
    bool is_background(int x, int y) const;

private:
    const std::uint8_t* at(int x, int y) const;
    bool is_mostly(int x, int y, int channel, int other) const;
    std::size_t count(int channel, int other) const;
};

}  // namespace satori::test
