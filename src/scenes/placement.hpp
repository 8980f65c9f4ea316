#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <satori/types.hpp>

#include "scenes/generator.hpp"
#include "scenes/progress_callback.hpp"
#include "scenes/random.hpp"

namespace satori::scenes {

/// The first frame of a scene, as its kind places it.
struct Placement {
    std::vector<OrientedBox> boxes;
    double expected_overlaps = 0;
    float static_from = std::numeric_limits<float>::infinity();  ///< see MotionRules
};

/// Kinds whose centres are independent of each other: all but the ones below.
Placement place_spread(const SceneRecipe& recipe, const ProgressCallback& progress);

/// `identical` and `clustered`: groups in cells of a lattice, so far apart that boxes of different groups never overlap.
Placement place_groups(const SceneRecipe& recipe, const ProgressCallback& progress);

/// `pile`: a stepped pyramid on one ground box. Layer on layer of boxes of equal height, each layer sunk 0.4 % of that
/// into the one below; boxes turned about the vertical, each alone in its cell; rows shifted against each other and crossing
/// from layer to layer. Cells are as wide as the overlaps ask for, between 1.6 and 4 m: 1 to 5 overlaps per box in large piles.
Placement place_pile(const SceneRecipe& recipe, const ProgressCallback& progress);

/// The first frame of `rects`.
struct RectPlacement {
    std::vector<OrientedRect> rects;
    double expected_overlaps = 0;
};
RectPlacement place_rects(const SceneRecipe& recipe, const ProgressCallback& progress);

/// Tells `progress` now and then that `done` of `total` boxes are placed.
inline void report_boxes(const ProgressCallback& progress, std::uint64_t done, std::uint64_t total) {
    if (progress && done % 65536 == 0) progress(done, total);
}

/// A box at the origin with half extents of 0.3 to 0.7 times `size`, each drawn alone, and any rotation.
OrientedBox draw_box(Random& random, double size = 1) noexcept;

/// Brings the boxes into random order.
void shuffle(std::vector<OrientedBox>& boxes, Random& random) noexcept;

/// Random streams of a recipe's seed, one for each purpose.
enum class Stream : unsigned {
    shape,
    position,
    order,
    cell,
};
Random random_stream(const SceneRecipe& recipe, Stream stream) noexcept;

}  // namespace satori::scenes
