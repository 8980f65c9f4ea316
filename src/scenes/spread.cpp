#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "base/assert.hpp"
#include "scenes/calibration.hpp"
#include "scenes/placement.hpp"
#include "scenes/random.hpp"
#include "scenes/scene_error.hpp"

namespace satori::scenes {

namespace {

constexpr double kFarAway = 1e6;                 // meters, on each axis
constexpr double kSlackFarAway = 1.25 * 0.0625;  // 1.25 steps between neighboring floats; see calibration.cpp
// AABBs are wider than their boxes by 16 FLT_EPSILON times the sum of the half extents, which is half the world's
// length here.
constexpr double kSlackPerRodLength = 16 * 0x1p-23 * 0.5;
constexpr double kShortestWorldOfRods = 10;
constexpr std::uint32_t kHugeEvery = 100;
constexpr double kHugeFactor = 100;

Spread spread_of(SceneKind kind) noexcept {
    switch (kind) {
        case SceneKind::line:
            return {{0, Spread::kFixed, Spread::kFixed}};
        case SceneKind::diagonal:
            return {{0, 0, 0}};
        case SceneKind::plane:
            return {{0, 1, 0}};
        case SceneKind::height:
        case SceneKind::flat:
            return {{0, Spread::kFixed, 1}};
        default:
            return {};
    }
}

OrientedBox draw_tower(Random& random) noexcept {
    OrientedBox box;
    box.half_extents.x = static_cast<float>(random.between(3, 7));
    box.half_extents.y = static_cast<float>(random.between(5, 50));
    box.half_extents.z = static_cast<float>(random.between(3, 7));
    box.rotation = random.rotation_about(1);
    box.center.y = box.half_extents.y;
    return box;
}

float& half_extent(OrientedBox& box, int axis) noexcept {
    return axis == 0 ? box.half_extents.x : axis == 1 ? box.half_extents.y : box.half_extents.z;
}

// Returns a rod with the largest legal length, until the length of the world is known.
OrientedBox draw_rod(Random& random, int axis) noexcept {
    OrientedBox box = draw_box(random);
    half_extent(box, axis) = kMaxHalfExtent;
    box.rotation = random.rotation_about(axis);
    return box;
}

OrientedBox draw_shape(SceneKind kind, std::uint32_t index, Random& random) noexcept {
    switch (kind) {
        case SceneKind::mixed:
            return draw_box(random, random.log_between(0.1, 2));
        case SceneKind::six_decades:
            return draw_box(random, random.log_between(1e-3, 6));
        case SceneKind::huge_tiny:
            return draw_box(random, index % kHugeEvery == 0 ? kHugeFactor : 1);
        case SceneKind::flat:
            return draw_tower(random);
        case SceneKind::rods:
            return draw_rod(random, static_cast<int>(index % 3));
        default:
            return draw_box(random);
    }
}

}  // namespace

Placement place_spread(const SceneRecipe& recipe, RowRange rows, const ProgressCallback& progress) {
    const std::uint32_t end = rows.first + rows.count;
    Placement placement;
    placement.boxes.reserve(rows.count);
    std::optional<PairSample> sample;
    if (rows.count < recipe.count) sample.emplace(recipe.count);
    Random shapes = random_stream(recipe, Stream::shape);
    const std::uint64_t steps = std::uint64_t{recipe.count} + end;
    for (std::uint32_t i = 0; i < recipe.count; ++i) {
        report_boxes(progress, i, steps);
        const OrientedBox box = draw_shape(recipe.kind, i, shapes);
        if (sample) sample->take(box);
        if (i >= rows.first && i < end) placement.boxes.push_back(box);
    }

    const Spread spread = spread_of(recipe.kind);
    const bool far_away = recipe.kind == SceneKind::far;
    const double middle = far_away ? kFarAway : 0;
    const double others = recipe.count - 1.0;
    Slack slack;
    if (far_away) slack.fixed = kSlackFarAway;
    if (recipe.kind == SceneKind::rods) slack.per_length = kSlackPerRodLength;
    const Calibration calibration =
        sample ? Calibration(*sample, spread, slack) : Calibration(placement.boxes, spread, slack);
    double length = calibration.solve_length(requested_overlaps(recipe), others);
    if (recipe.kind == SceneKind::rods) length = std::max(length, kShortestWorldOfRods);
    if (middle + length / 2 > static_cast<double>(kMaxCenter)) {
        throw SceneError(SceneFault::argument, "the boxes do not fit within 1e8 m of the origin");
    }
    placement.expected_overlaps = calibration.expected_overlaps(length, others);

    Random positions = random_stream(recipe, Stream::position);
    for (std::uint32_t i = 0; i < end; ++i) {
        report_boxes(progress, std::uint64_t{recipe.count} + i, steps);
        std::array<double, 3> coordinates{};
        for (double& coordinate : coordinates) coordinate = length * (positions.unit() - 0.5);
        if (i < rows.first) continue;
        OrientedBox& box = placement.boxes[i - rows.first];
        std::array<float*, 3> center{&box.center.x, &box.center.y, &box.center.z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            SATORI_ASSERT(spread.coordinate[axis] < 3);
            const int coordinate = spread.coordinate[axis];
            if (coordinate == Spread::kFixed) continue;
            *center[axis] = static_cast<float>(middle + coordinates[static_cast<std::size_t>(coordinate)]);
        }
        if (recipe.kind == SceneKind::rods) {
            const int along = static_cast<int>(i % 3);
            *center[static_cast<std::size_t>(along)] = 0;
            half_extent(box, along) = static_cast<float>(length / 2);
        }
    }
    return placement;
}

}  // namespace satori::scenes
