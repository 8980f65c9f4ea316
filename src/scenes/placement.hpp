#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <satori/types.hpp>

#include "scenes/generator.hpp"
#include "scenes/progress_callback.hpp"
#include "scenes/random.hpp"

namespace satori::scenes {

/// The first frame of a scene, or some rows of it, as its kind places it.
struct Placement {
    std::vector<OrientedBox> boxes;
    double expected_overlaps = 0;
    float static_from = std::numeric_limits<float>::infinity();  ///< see MotionRules
};

/// Places these rows of the kinds with independent centers: all but the kinds below. Draws all boxes and keeps only the
/// rows: O(recipe.count) time, O(rows.count) memory.
Placement place_spread(const SceneRecipe& recipe, RowRange rows, const ProgressCallback& progress);

/// Places `identical` and `clustered`: groups in cells of a lattice, so far apart that boxes of different groups never
/// overlap.
Placement place_groups(const SceneRecipe& recipe, const ProgressCallback& progress);

/// Places `pile`: a stepped pyramid on one ground box. It has layers of boxes of equal height. Each layer is sunk into
/// the one below by 0.4 % of that height. The boxes are rotated about the vertical, each alone in its cell. Rows are
/// shifted against each other and cross from layer to layer. The width of the cells depends on the wanted overlaps,
/// between 1.6 and 4 m: 1 to 5 overlaps per box in large piles.
Placement place_pile(const SceneRecipe& recipe, const ProgressCallback& progress);

/// Places `heap`: boxes that rest, on one ground box, which is the first row. No box reaches into another one. The
/// heights are multiples of 1/8 m, so boxes that stand on each other touch exactly; side by side they are at least 1 mm
/// apart.
///
/// The boxes fall one by one onto a cone-shaped heap, turned about the vertical. A box rests on the highest surface
/// under it. A box that would tip over moves to the middle of what carries it; if it still would, another one is drawn.
///
/// Each box has a core, a convex part of its footprint. The core of a box on the ground is its footprint, less 2 cm at
/// each side. The core of any other box is the hull of the parts of the cores below that lie in this footprint, less
/// 2 cm likewise. A box stays only where its center is within its core, by 5 cm. So vertical forces alone keep all
/// boxes in balance: a box passes its weight, and loads on its core, on to points of the cores below it.
///
/// Cost: some tens of microseconds per box: a few tries, each of which looks at the highest boxes of nine cells of a
/// grid. The heap grows wider when places run out.
Placement place_heap(const SceneRecipe& recipe, const ProgressCallback& progress);

/// The first frame of `rects`.
struct RectPlacement {
    std::vector<OrientedRect> rects;
    double expected_overlaps = 0;
};
RectPlacement place_rects(const SceneRecipe& recipe, const ProgressCallback& progress);

/// Reports to `progress`, now and then, that `done` of `total` boxes are placed.
inline void report_boxes(const ProgressCallback& progress, std::uint64_t done, std::uint64_t total) {
    if (progress && done % 65536 == 0) progress(done, total);
}

/// Returns a box at the origin with a random rotation. Its half extents are 0.3 to 0.7 times `size`, each drawn
/// independently.
OrientedBox draw_box(Random& random, double size = 1) noexcept;

/// Shuffles the boxes.
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
