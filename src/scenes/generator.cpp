#include "scenes/generator.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/assert.hpp"
#include "scenes/placement.hpp"
#include "scenes/scene_error.hpp"

namespace satori::scenes {

namespace {

Placement place(const SceneRecipe& recipe, RowRange rows, const ProgressCallback& progress) {
    Placement placement;
    switch (recipe.kind) {
        case SceneKind::identical:
        case SceneKind::clustered:
            placement = place_groups(recipe, progress);
            break;
        case SceneKind::pile:
            placement = place_pile(recipe, progress);
            break;
        case SceneKind::heap:
            placement = place_heap(recipe, progress);
            break;
        default:
            return place_spread(recipe, rows, progress);
    }
    if (rows.count == recipe.count) return placement;
    const auto first = placement.boxes.begin() + rows.first;
    placement.boxes = std::vector(first, first + rows.count);
    return placement;
}

void check_count(const SceneRecipe& recipe) {
    if (recipe.count > kMaxBoxCount) throw SceneError(SceneFault::argument, "more than 2^31 - 1 boxes");
}

void refuse_rects(const SceneRecipe& recipe) {
    if (describe_kind(recipe.kind).dimension != 3) throw SceneError(SceneFault::unsupported, "the boxes of a 2D scene");
}

}  // namespace

OrientedBox draw_box(Random& random, double size) noexcept {
    OrientedBox box;
    box.half_extents.x = static_cast<float>(size * random.between(0.3, 0.7));
    box.half_extents.y = static_cast<float>(size * random.between(0.3, 0.7));
    box.half_extents.z = static_cast<float>(size * random.between(0.3, 0.7));
    box.rotation = random.rotation();
    return box;
}

void shuffle(std::vector<OrientedBox>& boxes, Random& random) noexcept {
    for (std::size_t i = boxes.size(); i > 1; --i) {
        std::swap(boxes[i - 1], boxes[random.below(static_cast<std::uint32_t>(i))]);
    }
}

Random random_stream(const SceneRecipe& recipe, Stream stream) noexcept {
    return Random(recipe.seed, static_cast<std::uint64_t>(stream));
}

double requested_overlaps(const SceneRecipe& recipe) noexcept {
    return recipe.overlaps > 0 ? recipe.overlaps : describe_kind(recipe.kind).default_overlaps;
}

double expected_pairs(const SceneRecipe& recipe) noexcept {
    const double count = recipe.count;
    return 0.5 * count * std::min(requested_overlaps(recipe), std::max(count - 1, 0.0));
}

SceneGenerator::SceneGenerator(const SceneRecipe& recipe, const ProgressCallback& progress) {
    check_count(recipe);
    motion_ = {recipe.seed, false, std::numeric_limits<float>::infinity()};
    if (describe_kind(recipe.kind).dimension == 2) {
        RectPlacement placement = place_rects(recipe, progress);
        rects_ = std::move(placement.rects);
        expected_overlaps_ = placement.expected_overlaps;
        if (recipe.frames > 1) {
            for (const OrientedRect& rect : rects_) rect_starts_.push_back(rect.center);
        }
        return;
    }
    Placement placement = place(recipe, {0, recipe.count}, progress);
    boxes_ = std::move(placement.boxes);
    expected_overlaps_ = placement.expected_overlaps;
    motion_ = {recipe.seed, recipe.kind == SceneKind::half_static, placement.static_from};
    if (recipe.frames > 1) {
        starts_.reserve(boxes_.size());
        for (const OrientedBox& box : boxes_) starts_.push_back(box.center);
    }
}

void SceneGenerator::advance() {
    ++frame_;
    SATORI_ASSERT(starts_.size() == boxes_.size() && rect_starts_.size() == rects_.size());
    move_boxes(boxes_, starts_, frame_, motion_);
    move_rects(rects_, rect_starts_, frame_, motion_);
}

Scene make_scene(const SceneRecipe& recipe) {
    refuse_rects(recipe);
    SceneGenerator generator(recipe);
    Scene scene{recipe.count, recipe.frames, {}};
    scene.rows.reserve(static_cast<std::size_t>(recipe.count) * recipe.frames);
    for (std::uint32_t frame = 0; frame < recipe.frames; ++frame) {
        if (frame > 0) generator.advance();
        scene.rows.insert(scene.rows.end(), generator.boxes().begin(), generator.boxes().end());
    }
    return scene;
}

std::vector<OrientedBox> make_rows(const SceneRecipe& recipe, RowRange rows) {
    check_count(recipe);
    refuse_rects(recipe);
    SATORI_ASSERT(rows.first <= recipe.count && rows.count <= recipe.count - rows.first);
    return place(recipe, rows, {}).boxes;
}

std::vector<OrientedRect> make_rects(const SceneRecipe& recipe) {
    const SceneGenerator generator(recipe);
    return {generator.rects().begin(), generator.rects().end()};
}

}  // namespace satori::scenes
