#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satori/box_batch.hpp>
#include <satori/rect_batch.hpp>
#include <satori/types.hpp>

#include "scenes/motion.hpp"
#include "scenes/progress_callback.hpp"
#include "scenes/row_range.hpp"
#include "scenes/scene_kinds.hpp"

namespace satori::scenes {

/// Everything that a generated scene depends on. The same recipe gives the same bytes on every machine and compiler.
struct SceneRecipe {
    SceneKind kind = SceneKind::uniform;
    std::uint32_t count = 0;
    std::uint64_t seed = 1;
    double overlaps = 0;  ///< AABB overlaps per box, where a pair counts for both boxes; 0: the kind's default
    std::uint32_t frames = 1;
};

/// Returns the overlaps of a recipe: its own or the kind's default.
double requested_overlaps(const SceneRecipe& recipe) noexcept;

/// Returns the expected pairs of overlapping AABBs in one frame of the recipe's scene. Does not generate the scene.
double expected_pairs(const SceneRecipe& recipe) noexcept;

/// Generates the frames of a scene one after the other, so that only one of them is in memory.
///
/// Trajectory: each box moves to and fro along its own line, at most 1 % of its smallest extent per frame. It rotates
/// about its own axis by at most 0.01 rad times the ratio of its thinnest and its longest extent.
/// 2D scenes have rects(), all others boxes().
class SceneGenerator {
public:
    /// Generates the first frame. O(count). Throws SceneError when the boxes would have to leave the legal range.
    explicit SceneGenerator(const SceneRecipe& recipe, const ProgressCallback& progress = {});

    /// Return the current frame; every box is legal input. Valid until advance().
    std::span<const OrientedBox> boxes() const noexcept { return boxes_; }
    std::span<const OrientedRect> rects() const noexcept { return rects_; }
    /// Advances to the next frame.
    void advance();
    /// Returns the AABB overlaps per box that the model of the kind predicts for the first frame.
    double expected_overlaps() const noexcept { return expected_overlaps_; }

private:
    std::vector<OrientedBox> boxes_;
    std::vector<OrientedRect> rects_;
    std::vector<Vec3> starts_;  // centers of the first frame, when there is more than one frame
    std::vector<Vec2> rect_starts_;
    MotionRules motion_;
    double expected_overlaps_ = 0;
    std::uint32_t frame_ = 0;
};

/// A scene in memory: `rows` holds frame after frame, each of `count` boxes.
struct Scene {
    std::uint32_t count = 0;
    std::uint32_t frames = 1;
    std::vector<OrientedBox> rows;

    std::span<const OrientedBox> frame(std::uint32_t index) const noexcept {
        return {rows.data() + static_cast<std::size_t>(index) * count, count};
    }
    BoxView view(std::uint32_t index = 0) const noexcept { return box_rows(frame(index)); }
};

/// Generates all frames of a recipe at once. Throws SceneError (unsupported) for 2D kinds.
Scene make_scene(const SceneRecipe& recipe);

/// Generates rows of the first frame of a 3D recipe: the same bytes as those rows of make_scene(). Needs memory for
/// these rows alone, but for the kinds `pile`, `clustered`, `identical` and `heap`, of which it makes all boxes first.
/// O(recipe.count). Throws SceneError as make_scene() does.
std::vector<OrientedBox> make_rows(const SceneRecipe& recipe, RowRange rows);

/// Generates the first frame of a 2D recipe.
std::vector<OrientedRect> make_rects(const SceneRecipe& recipe);

}  // namespace satori::scenes
