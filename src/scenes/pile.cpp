#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/assert.hpp"
#include "scenes/calibration.hpp"
#include "scenes/placement.hpp"
#include "scenes/random.hpp"

namespace satori::scenes {

namespace {

constexpr double kHalfHeight = 0.5;  // of every box, meters
constexpr double kNarrowest = 0.45;  // half extents across
constexpr double kWidest = 0.55;
constexpr double kSunk = 0.004;        // how deep a layer sinks into the one below
constexpr double kSmallestCell = 1.6;  // a box of the widest kind, turned by 45 degrees, just fits
constexpr double kLargestCell = 4;
constexpr double kGroundHalfHeight = 1;
constexpr double kGroundMargin = 2;  // cells
constexpr std::uint32_t kShapeSample = 4096;
constexpr double kFloatMargin = 1e-3;

OrientedBox draw_brick(Random& random) noexcept {
    OrientedBox box;
    box.half_extents.x = static_cast<float>(random.between(kNarrowest, kWidest));
    box.half_extents.y = static_cast<float>(kHalfHeight);
    box.half_extents.z = static_cast<float>(random.between(kNarrowest, kWidest));
    box.rotation = random.rotation_about(1);
    return box;
}

// Returns the number of cells on a side of the lowest layer: the smallest number whose pyramid, with two fewer cells on
// each higher side, has at least `count` cells.
std::uint32_t base_side(std::uint64_t count) noexcept {
    for (std::uint32_t side = 1;; ++side) {
        std::uint64_t capacity = 0;
        for (std::uint32_t layer = side; layer > 0; layer = layer > 2 ? layer - 2 : 0) {
            capacity += static_cast<std::uint64_t>(layer) * layer;
        }
        if (capacity >= count) return side;
    }
}

// Returns the mean, over pairs of bricks, of the area where the center of one brick must be so that its AABB overlaps
// the other's from above.
double mean_reach_area() noexcept {
    Random random(1);
    double sum = 0;
    for (std::uint32_t i = 0; i < kShapeSample; ++i) {
        const auto a = aabb_half_widths(draw_brick(random));
        const auto b = aabb_half_widths(draw_brick(random));
        sum += 4 * (a[0] + b[0]) * (a[2] + b[2]);
    }
    return sum / kShapeSample;
}

// Returns a shift that is evenly distributed over [-0.5, 0.5) for any number of rows. So layers meet at every phase
// equally often.
double row_shift(double first, std::uint32_t row) noexcept {
    constexpr double kGoldenRatio = 0.61803398874989484820;
    const double turns = first + kGoldenRatio * row;
    return turns - static_cast<double>(static_cast<std::uint32_t>(turns)) - 0.5;
}

class Pile {
public:
    explicit Pile(const SceneRecipe& recipe) : bricks_(recipe.count - 1), side_(base_side(bricks_)), recipe_(recipe) {
        const double reach_area = mean_reach_area();
        const double count = recipe.count;
        const double lowest = std::min(static_cast<double>(bricks_), static_cast<double>(side_) * side_);
        const double higher = bricks_ - lowest;
        // Pairs: each of the lowest bricks with the ground, and each higher brick with reach_area / cell^2 bricks below
        // it.
        const double pairs_above = 0.5 * count * requested_overlaps(recipe) - lowest;
        const double per_brick = higher > 0 ? pairs_above / higher : 0;
        const double cell = per_brick > 0 ? std::sqrt(reach_area / per_brick) : kLargestCell;
        cell_ = std::clamp(cell, kSmallestCell, kLargestCell);
        expected_overlaps_ = 2 * (lowest + higher * reach_area / (cell_ * cell_)) / count;
    }

    Placement build(const ProgressCallback& progress) {
        Placement placement;
        placement.expected_overlaps = expected_overlaps_;
        placement.boxes.reserve(recipe_.count);
        OrientedBox ground;
        const auto reach = static_cast<float>((0.5 * side_ + kGroundMargin) * cell_);
        ground.half_extents = {reach, static_cast<float>(kGroundHalfHeight), reach};
        ground.center.y = static_cast<float>(-kGroundHalfHeight);
        placement.boxes.push_back(ground);
        placement.static_from = reach;

        Random random = random_stream(recipe_, Stream::shape);
        std::uint32_t left = bricks_;
        double bottom = -kSunk;
        for (std::uint32_t layer = 0; left > 0; ++layer) {
            const std::uint32_t layer_side = side_ - 2 * layer;
            SATORI_ASSERT(2 * layer < side_);
            const bool rows_along_x = layer % 2 == 0;
            const double first_shift = random.unit();
            for (std::uint32_t row = 0; row < layer_side && left > 0; ++row) {
                const double shift = row_shift(first_shift, row);
                for (std::uint32_t column = 0; column < layer_side && left > 0; ++column, --left) {
                    const double along = cell_ * (column + shift - 0.5 * (layer_side - 1.0));
                    const double across = cell_ * (row - 0.5 * (layer_side - 1.0));
                    OrientedBox brick = draw_brick(random);
                    report_boxes(progress, placement.boxes.size(), recipe_.count);
                    const auto half_widths = aabb_half_widths(brick);
                    const double x = (rows_along_x ? along : across) + jitter(half_widths[0], random);
                    const double z = (rows_along_x ? across : along) + jitter(half_widths[2], random);
                    brick.center = {static_cast<float>(x), static_cast<float>(bottom + kHalfHeight),
                                    static_cast<float>(z)};
                    placement.boxes.push_back(brick);
                }
            }
            bottom += 2 * kHalfHeight - kSunk;
        }
        Random order = random_stream(recipe_, Stream::order);
        shuffle(placement.boxes, order);
        SATORI_ASSERT(placement.boxes.size() == recipe_.count);
        return placement;
    }

private:
    // Returns a random offset of a brick within its cell. The brick does not touch its neighbor.
    double jitter(double half_width, Random& random) const noexcept {
        const double room = 0.5 * cell_ - half_width - kFloatMargin;
        return std::max(room, 0.0) * random.between(-1, 1);
    }

    std::uint32_t bricks_;
    std::uint32_t side_;
    SceneRecipe recipe_;
    double cell_ = 0;
    double expected_overlaps_ = 0;
};

}  // namespace

Placement place_pile(const SceneRecipe& recipe, const ProgressCallback& progress) {
    if (recipe.count == 0) return {};
    return Pile(recipe).build(progress);
}

}  // namespace satori::scenes
