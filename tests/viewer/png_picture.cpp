#include "png_picture.hpp"

#include <algorithm>

#include <png.h>

namespace satori::test {

PngPicture::PngPicture(const std::string& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&image, path.c_str()) == 0) return;
    image.format = PNG_FORMAT_RGB;
    pixels.resize(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) == 0) {
        pixels.clear();
        return;
    }
    width = static_cast<int>(image.width);
    height = static_cast<int>(image.height);
}

const std::uint8_t* PngPicture::at(int x, int y) const {
    return &pixels.at(3 *
                      (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)));
}

bool PngPicture::is_mostly(int x, int y, int channel, int other) const {
    const std::uint8_t* const pixel = at(x, y);
    // Orange has more of the other channel than of blue.
    return pixel[channel] > 60 && pixel[channel] > pixel[other] + 40 && pixel[channel] > pixel[2] + 20 &&
           pixel[other] < pixel[2] + 25;
}

bool PngPicture::is_background(int x, int y) const {
    const std::uint8_t* const pixel = at(x, y);
    return std::min({pixel[0], pixel[1], pixel[2]}) > 235;
}

std::size_t PngPicture::count(int channel, int other) const {
    std::size_t found = 0;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) found += is_mostly(x, y, channel, other);
    }
    return found;
}

}  // namespace satori::test
