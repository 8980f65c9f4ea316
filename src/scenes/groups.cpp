#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "base/assert.hpp"
#include "scenes/calibration.hpp"
#include "scenes/placement.hpp"
#include "scenes/random.hpp"
#include "scenes/scene_error.hpp"

namespace satori::scenes {

namespace {

using Point = std::array<double, 3>;

constexpr std::uint64_t kCellsPerGroup = 8;     // for `identical`
constexpr std::uint64_t kCellsPerCluster = 27;  // for `clustered`
constexpr std::uint32_t kLeavesPerCluster = 16;
constexpr std::uint32_t kLeafCellsPerSide = 4;
constexpr double kSmallestLeaf = 256;  // boxes
constexpr double kLeafPerOverlap = 8;  // a leaf has this many times more boxes than each box overlaps
constexpr double kGap = 1.01;

std::uint32_t lattice_side(std::uint64_t cell_count) noexcept {
    std::uint32_t side = 1;
    while (static_cast<std::uint64_t>(side) * side * side < cell_count) ++side;
    return side;
}

Point cell_center(std::uint32_t cell, std::uint32_t side, double pitch) noexcept {
    SATORI_ASSERT(side != 0 && cell / side / side < side);
    const std::array<std::uint32_t, 3> index{cell % side, cell / side % side, cell / side / side};
    Point center;
    for (std::size_t axis = 0; axis < 3; ++axis) center[axis] = pitch * (index[axis] - 0.5 * (side - 1.0));
    return center;
}

// Returns cells of a lattice. The first `count` are different and random.
std::vector<std::uint32_t> choose_cells(std::uint32_t count, std::uint32_t side, Random& random) {
    SATORI_ASSERT(count <= std::uint64_t{side} * side * side);
    std::vector<std::uint32_t> cells(static_cast<std::size_t>(side) * side * side);
    std::iota(cells.begin(), cells.end(), 0U);
    for (std::uint32_t i = 0; i < count; ++i) {
        std::swap(cells[i], cells[i + random.below(static_cast<std::uint32_t>(cells.size() - i))]);
    }
    return cells;
}

void move_to(OrientedBox& box, const Point& center) {
    for (const double coordinate : center) {
        if (std::abs(coordinate) > static_cast<double>(kMaxCenter)) {
            throw SceneError(SceneFault::argument, "the boxes do not fit within 1e8 m of the origin");
        }
    }
    box.center = {static_cast<float>(center[0]), static_cast<float>(center[1]), static_cast<float>(center[2])};
}

std::uint32_t side_for(std::uint64_t group_count, std::uint64_t cells_per_group) {
    if (group_count > UINT32_MAX / (2 * cells_per_group)) {
        throw SceneError(SceneFault::argument, "so many groups of boxes cannot be placed; ask for more overlaps");
    }
    return lattice_side(group_count * cells_per_group);
}

double widest_of(const std::vector<OrientedBox>& boxes) noexcept {
    double widest = 0;
    for (const OrientedBox& box : boxes) {
        for (const double half_width : aabb_half_widths(box)) widest = std::max(widest, 2 * half_width);
    }
    return widest;
}

Placement place_identical(const SceneRecipe& recipe) {
    Placement placement;
    const double rounded = requested_overlaps(recipe) + 1.5;
    const std::uint32_t group_size = rounded < recipe.count ? static_cast<std::uint32_t>(rounded) : recipe.count;
    const std::uint32_t group_count = recipe.count / group_size + (recipe.count % group_size != 0 ? 1 : 0);
    Random shapes = random_stream(recipe, Stream::shape);
    std::vector<OrientedBox> models(group_count);
    for (OrientedBox& model : models) model = draw_box(shapes);

    const double pitch = kGap * widest_of(models);
    const std::uint32_t side = side_for(group_count, kCellsPerGroup);
    Random cell_choice = random_stream(recipe, Stream::cell);
    const std::vector<std::uint32_t> cells = choose_cells(group_count, side, cell_choice);
    placement.boxes.reserve(recipe.count);
    double overlaps = 0;
    for (std::uint32_t group = 0; group < group_count; ++group) {
        move_to(models[group], cell_center(cells[group], side, pitch));
        const std::uint32_t size = std::min<std::uint32_t>(group_size, recipe.count - group * group_size);
        placement.boxes.insert(placement.boxes.end(), size, models[group]);
        overlaps += size * (size - 1.0);
    }
    SATORI_ASSERT(placement.boxes.size() == recipe.count);
    placement.expected_overlaps = overlaps / recipe.count;
    return placement;
}

// Places leaf cubes of boxes: 16 of them in the 64 cells of a cluster, and clusters in 1/27 of the world's cells.
Placement place_clustered(const SceneRecipe& recipe, const ProgressCallback& progress) {
    Placement placement;
    placement.boxes.reserve(recipe.count);
    Random shapes = random_stream(recipe, Stream::shape);
    for (std::uint32_t i = 0; i < recipe.count; ++i) {
        report_boxes(progress, i, recipe.count);
        placement.boxes.push_back(draw_box(shapes));
    }

    const double wanted = requested_overlaps(recipe);
    const double leaf_size = std::max(kSmallestLeaf, kLeafPerOverlap * wanted);
    const std::uint32_t leaf_count =
        leaf_size < recipe.count ? static_cast<std::uint32_t>(recipe.count / leaf_size) : 1;
    const double others = static_cast<double>(recipe.count) / leaf_count - 1;
    const Calibration calibration(placement.boxes, {});
    const double leaf_side = calibration.solve_length(wanted, others);
    placement.expected_overlaps = calibration.expected_overlaps(leaf_side, others);

    const double leaf_pitch = leaf_side + kGap * widest_of(placement.boxes);
    const double cluster_pitch = leaf_pitch * kLeafCellsPerSide;
    const std::uint32_t cluster_count = (leaf_count - 1) / kLeavesPerCluster + 1;
    const std::uint32_t side = side_for(cluster_count, kCellsPerCluster);
    Random cell_choice = random_stream(recipe, Stream::cell);
    const std::vector<std::uint32_t> clusters = choose_cells(cluster_count, side, cell_choice);

    Random positions = random_stream(recipe, Stream::position);
    std::vector<std::uint32_t> leaf_cells;
    for (std::uint32_t leaf = 0; leaf < leaf_count; ++leaf) {
        const std::uint32_t cluster = leaf / kLeavesPerCluster;
        const std::uint32_t leaf_in_cluster = leaf % kLeavesPerCluster;
        if (leaf_in_cluster == 0) leaf_cells = choose_cells(kLeavesPerCluster, kLeafCellsPerSide, cell_choice);
        const Point cluster_center = cell_center(clusters[cluster], side, cluster_pitch);
        const Point leaf_center = cell_center(leaf_cells[leaf_in_cluster], kLeafCellsPerSide, leaf_pitch);
        const auto first = static_cast<std::size_t>(static_cast<std::uint64_t>(recipe.count) * leaf / leaf_count);
        const auto end = static_cast<std::size_t>(static_cast<std::uint64_t>(recipe.count) * (leaf + 1) / leaf_count);
        for (std::size_t i = first; i < end; ++i) {
            Point center;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                center[axis] = cluster_center[axis] + leaf_center[axis] + leaf_side * (positions.unit() - 0.5);
            }
            move_to(placement.boxes[i], center);
        }
    }
    return placement;
}

}  // namespace

Placement place_groups(const SceneRecipe& recipe, const ProgressCallback& progress) {
    if (recipe.count == 0) return {};
    Placement placement =
        recipe.kind == SceneKind::identical ? place_identical(recipe) : place_clustered(recipe, progress);
    Random order = random_stream(recipe, Stream::order);
    shuffle(placement.boxes, order);
    return placement;
}

}  // namespace satori::scenes
