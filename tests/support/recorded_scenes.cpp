#include "recorded_scenes.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#ifndef SATORI_SCENES_DIR
#define SATORI_SCENES_DIR ""
#endif

namespace satori::test {

std::string scenes_folder() {
    const char* from_environment = std::getenv("SATORI_SCENES_DIR");
    return from_environment != nullptr && *from_environment != '\0' ? from_environment : SATORI_SCENES_DIR;
}

// Reads only the format of the recordings: version 1 .npy, float32, C order, shape (frames, boxes, 10). The code does
// not use the command's own loader, so that a mistake there cannot hide one here.
std::optional<RecordedScene> load_recorded_scene(const std::string& file_name) {
    const std::string folder = scenes_folder();
    if (folder.empty()) return std::nullopt;
    std::ifstream file(folder + "/" + file_name, std::ios::binary);
    if (!file) return std::nullopt;
    char start[10] = {};
    file.read(start, sizeof(start));
    const std::size_t header_size = static_cast<unsigned char>(start[8]) + 256U * static_cast<unsigned char>(start[9]);
    std::string header(header_size, ' ');
    file.read(header.data(), static_cast<std::streamsize>(header_size));
    RecordedScene scene;
    const std::size_t shape = header.find("'shape': (");
    if (shape == std::string::npos || header.find("'<f4'") == std::string::npos ||
        std::sscanf(header.c_str() + shape, "'shape': (%u, %u, 10)", &scene.frames, &scene.boxes) != 2) {
        throw std::runtime_error(file_name + ": not a recorded scene");
    }
    scene.rows.resize(std::size_t{scene.frames} * scene.boxes);
    file.read(reinterpret_cast<char*>(scene.rows.data()), static_cast<std::streamsize>(scene.rows.size() * 40));
    if (!file) throw std::runtime_error(file_name + ": truncated");
    return scene;
}

}  // namespace satori::test
