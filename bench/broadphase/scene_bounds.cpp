#include "scene_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

#include <satori/satori.hpp>

#include "expect.hpp"

namespace satori::bench {

namespace {

constexpr int kMostCalibrations = 12;

std::vector<Aabb> bounds_of(std::span<const OrientedBox> rows) {
    BoxBatch boxes;
    expect(boxes.assign(box_rows(rows)), "taking in the scene");
    std::vector<Aabb> bounds(rows.size());
    expect(compute_aabbs(boxes, bounds), "bounds of the scene");
    return bounds;
}

}  // namespace

std::vector<Aabb> scene_bounds(const scenes::SceneRecipe& recipe) {
    const scenes::SceneGenerator scene(recipe);
    return bounds_of(scene.boxes());
}

DividedBounds divided_scene_bounds(scenes::SceneRecipe recipe) {
    recipe.frames = 2;
    const scenes::Scene scene = scenes::make_scene(recipe);
    const std::vector<Aabb> bounds = bounds_of(scene.frame(0));
    DividedBounds divided;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        const bool moves = std::memcmp(&scene.frame(0)[i], &scene.frame(1)[i], sizeof(OrientedBox)) != 0;
        (moves ? divided.moving : divided.still).push_back(bounds[i]);
    }
    return divided;
}

std::vector<Aabb> uniform_bounds_with_pairs(std::uint32_t count, std::uint64_t seed, std::uint64_t pairs,
                                            double tolerance) {
    scenes::SceneRecipe recipe{scenes::SceneKind::uniform, count, seed};
    const double wanted = static_cast<double>(pairs);
    recipe.overlaps = 2 * wanted / count;
    for (int attempt = 0; attempt < kMostCalibrations && pairs > 0; ++attempt) {
        std::vector<Aabb> bounds = scene_bounds(recipe);
        const double found = static_cast<double>(count_pairs(bounds));
        if (std::abs(found - wanted) <= tolerance * wanted) return bounds;
        recipe.overlaps *= wanted / std::max(found, 1.0);
        ++recipe.seed;
    }
    throw std::runtime_error(fmt::format("no uniform scene of {} boxes with {} pairs", count, pairs));
}

std::uint64_t count_pairs(const std::vector<Aabb>& bounds) {
    Workspace workspace;
    PairResult result;
    expect(find_pairs(aabb_rows(bounds), workspace, result), "counting pairs");
    return result.pair_count;
}

}  // namespace satori::bench
