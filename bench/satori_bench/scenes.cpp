#include "satori_bench/scenes.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "scenes/generator.hpp"
#include "scenes/scene_file.hpp"

namespace satori::bench {

namespace {

std::string scenes_folder() {
    const char* folder = std::getenv("SATORI_SCENES_DIR");
    return folder != nullptr ? folder : SATORI_SCENES_DIR;
}

std::vector<OrientedBox> read_first_frame(const std::string& path) {
    scenes::SceneFile file = scenes::SceneFile::open(path);
    const BoxView view = file.frame(0);
    std::vector<OrientedBox> boxes(view.count);
    const auto item = [](const float* stream, std::ptrdiff_t stride, std::size_t i) {
        return stream + stride / 4 * static_cast<std::ptrdiff_t>(i);
    };
    for (std::size_t i = 0; i < view.count; ++i) {
        const float* c = item(view.centers, view.center_stride, i);
        const float* h = item(view.half_extents, view.half_extent_stride, i);
        const float* q = item(view.rotations, view.rotation_stride, i);
        boxes[i] = {{c[0], c[1], c[2]}, {h[0], h[1], h[2]}, {q[0], q[1], q[2], q[3]}};
    }
    return boxes;
}

/// Parses "kind_count", or "kindOVERLAPS_count".
scenes::SceneRecipe recipe_of(const std::string& name) {
    const std::size_t cut = name.rfind('_'), digits = name.find_first_of("0123456789");
    const auto kind = scenes::parse_scene_kind(name.substr(0, std::min(cut, digits)));
    if (!kind) throw std::invalid_argument("no such kind of scene: " + name);
    scenes::SceneRecipe recipe;
    recipe.kind = *kind;
    if (digits < cut) recipe.overlaps = std::stod(name.substr(digits, cut - digits));
    recipe.count = static_cast<std::uint32_t>(std::stoul(name.substr(cut + 1)));
    return recipe;
}

}  // namespace

std::span<const OrientedRect> BenchScene::rects() {
    if (rects_.empty()) rects_ = scenes::make_rects(recipe_of(name_));
    return rects_;
}

std::span<const OrientedBox> BenchScene::boxes() {
    if (boxes_.empty()) {
        if (name_.ends_with(".npy")) {
            boxes_ = read_first_frame((std::filesystem::path(scenes_folder()) / name_).string());
        } else {
            boxes_ = scenes::make_scene(recipe_of(name_)).rows;
        }
    }
    return boxes_;
}

std::vector<BenchScene> bench_scenes() {
    std::vector<BenchScene> scenes;
    for (const char* count : {"1000", "10000", "100000", "1000000"})
        scenes.emplace_back(std::string("uniform_") + count);
    for (const char* count : {"10000", "100000", "1000000"}) scenes.emplace_back(std::string("rects_") + count);
    for (const char* kind : {"dense", "pile", "mixed", "flat", "clustered", "line", "plane", "identical", "rods"})
        scenes.emplace_back(std::string(kind) + "_100000");
    const std::string folder = scenes_folder();
    if (!folder.empty() && std::filesystem::is_directory(folder)) {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            if (entry.path().extension() == ".npy") names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        for (std::string& name : names) scenes.emplace_back(std::move(name));
    }
    return scenes;
}

}  // namespace satori::bench
