#include "scene_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <random>
#include <span>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <satori/satori.hpp>

#include "common/expect.hpp"

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

constexpr double kWorldWidth = 1e6;  // meters

/// Collects the boxes of several scenes.
class HeapMaker {
public:
    explicit HeapMaker(std::uint64_t seed) : seed_(seed) {}

    /// Adds a uniform scene of `count` boxes about `middle`, with its centers `stretch` times as far apart.
    void add(std::uint32_t count, Vec3 middle, double stretch = 1) {
        if (count == 0) return;
        const scenes::SceneGenerator scene({scenes::SceneKind::uniform, count, seed_++});
        const auto placed = [&](float center, float offset) { return static_cast<float>(stretch * center + offset); };
        for (OrientedBox box : scene.boxes()) {
            box.center = {placed(box.center.x, middle.x), placed(box.center.y, middle.y),
                          placed(box.center.z, middle.z)};
            boxes_.push_back(box);
        }
    }
    /// Adds a plane of `count` boxes that stands across x.
    void add_sheet(std::uint32_t count, Vec3 middle) {
        if (count == 0) return;
        const scenes::SceneGenerator scene({scenes::SceneKind::plane, count, seed_++});
        for (OrientedBox box : scene.boxes()) {
            box.center = {box.center.z + middle.x, box.center.y + middle.y, box.center.x + middle.z};
            boxes_.push_back(box);
        }
    }
    /// With one level: adds a heap at each corner of a cube. With more levels: adds at each corner a cube of one level
    /// less that is a hundredth as wide.
    void add_cube(std::uint32_t count, Vec3 middle, double width, int levels) {
        if (levels == 0) return add(count, middle);
        for (std::uint32_t corner = 0; corner < 8; ++corner) {
            const auto at = [&](float center, unsigned axis) {
                return static_cast<float>(center + width * ((corner >> axis & 1) - 0.5));
            };
            add_cube(count / 8 + (corner < count % 8 ? 1 : 0), {at(middle.x, 0), at(middle.y, 1), at(middle.z, 2)},
                     width / 100, levels - 1);
        }
    }
    /// Adds a field one box high, and 0.3 % plates as large as the field, up to `highest` above it.
    void add_field(std::uint32_t count, float highest) {
        const std::uint32_t plates = count * 3 / 1000;
        const scenes::SceneGenerator scene({scenes::SceneKind::height, count - plates, seed_++});
        Vec3 reach;
        for (const OrientedBox& box : scene.boxes()) {
            boxes_.push_back(box);
            reach = {std::max(reach.x, std::abs(box.center.x)), 3, std::max(reach.z, std::abs(box.center.z))};
        }
        for (std::uint32_t i = 0; i < plates; ++i) {
            const float share = (static_cast<float>(i) + 1) / static_cast<float>(plates);
            boxes_.push_back({{0, reach.y + share * highest, 0}, {reach.x, 0.1F, reach.z}, {}});
        }
    }
    /// Returns all boxes in random order.
    std::vector<OrientedBox> shuffled() {
        std::mt19937_64 random(seed_);
        for (std::size_t i = boxes_.size(); i > 1; --i) std::swap(boxes_[i - 1], boxes_[random() % i]);
        return boxes_;
    }

private:
    std::uint64_t seed_;
    std::vector<OrientedBox> boxes_;
};

}  // namespace

const char* describe_heaps(HeapWorld world) noexcept {
    switch (world) {
        case HeapWorld::heap_and_far:
            return "heap_and_far";
        case HeapWorld::halving_heaps:
            return "halving_heaps";
        case HeapWorld::far_heaps:
            return "far_heaps";
        case HeapWorld::nested_heaps:
            return "nested_heaps";
        case HeapWorld::far_sheets:
            return "far_sheets";
        case HeapWorld::high_plates:
            return "high_plates";
        case HeapWorld::low_plates:
            return "low_plates";
    }
    return "unknown";
}

std::vector<Aabb> heap_bounds(HeapWorld world, std::uint32_t count, std::uint64_t seed) {
    HeapMaker heaps(seed);
    switch (world) {
        case HeapWorld::heap_and_far: {
            const std::uint32_t far = count / 50;
            heaps.add(count - far, {});
            // A uniform scene's cube is about 1.3 m wide per box along an edge.
            heaps.add(far, {}, kWorldWidth / (1.3 * std::cbrt(far)));
            break;
        }
        case HeapWorld::halving_heaps: {
            constexpr unsigned kHeaps = 12;
            for (unsigned heap = 0; heap < kHeaps; ++heap) {
                const std::uint32_t boxes = heap + 1 < kHeaps ? count - count / 2 : count;
                const auto at = [&](unsigned place) {
                    return static_cast<float>(kWorldWidth / kHeaps * (place % kHeaps));
                };
                heaps.add(boxes, {at(heap), at(5 * heap), at(7 * heap)});
                count -= boxes;
            }
            break;
        }
        case HeapWorld::far_heaps:
            heaps.add(count - count / 2, {});
            heaps.add(count / 2, {kWorldWidth, kWorldWidth, kWorldWidth});
            break;
        case HeapWorld::far_sheets:
            heaps.add_sheet(count - count / 2, {});
            heaps.add_sheet(count / 2, {1.5 * kWorldWidth, kWorldWidth, kWorldWidth});
            break;
        case HeapWorld::nested_heaps:
            heaps.add_cube(count, {}, kWorldWidth, 3);
            break;
        case HeapWorld::high_plates:
            heaps.add_field(count, 400);
            break;
        case HeapWorld::low_plates:
            heaps.add_field(count, 10);
            break;
    }
    return bounds_of(heaps.shuffled());
}

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
