#include "viewer/png_file.hpp"

#include <vector>

#include <fmt/format.h>
#include <png.h>

#include "cli/cli_error.hpp"
#include "scenes/output_file.hpp"

namespace satori::viewer {

void write_png(const std::string& path, int width, int height, std::span<const std::uint8_t> pixels) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    image.format = PNG_FORMAT_RGB;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    std::vector<std::uint8_t> file(size);
    if (png_image_write_to_memory(&image, file.data(), &size, 0, pixels.data(), 0, nullptr) == 0)
        throw cli::CliError(cli::ExitCode::failed, fmt::format("{}: {}", path, image.message));
    scenes::OutputFile output(path);
    output.write(file.data(), size);
    output.commit();
}

}  // namespace satori::viewer
