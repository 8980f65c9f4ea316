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

    /// Without pixels where the file cannot be read.
    explicit PngPicture(const std::string& path);

    /// Pixels that are far more green, red, than anything else.
    std::size_t green_count() const { return count(1, 0); }
    std::size_t red_count() const { return count(0, 1); }
    bool is_green(int x, int y) const { return is_mostly(x, y, 1, 0); }
    bool is_red(int x, int y) const { return is_mostly(x, y, 0, 1); }
    /// Nothing but background, and no shade of it.
    bool is_background(int x, int y) const;

private:
    const std::uint8_t* at(int x, int y) const;
    bool is_mostly(int x, int y, int channel, int other) const;
    std::size_t count(int channel, int other) const;
};

}  // namespace satori::test
