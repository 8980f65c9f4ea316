#include "scenes/scene_kinds.hpp"

#include <array>
#include <cstddef>

namespace satori::scenes {

namespace {

constexpr std::array kKinds{
    SceneKindInfo{SceneKind::uniform, "uniform", "boxes of moderately different sizes anywhere in a cube", 4},
    SceneKindInfo{SceneKind::dense, "dense", "uniform, crowded", 40},
    SceneKindInfo{SceneKind::pile, "pile", "layers of boxes resting on each other and on one ground box", 4},
    SceneKindInfo{SceneKind::mixed, "mixed", "uniform, sizes over two decades", 4},
    SceneKindInfo{SceneKind::flat, "flat", "towers standing on one plane", 4},
    SceneKindInfo{SceneKind::clustered, "clustered", "clusters of clusters of boxes", 4},
    SceneKindInfo{SceneKind::line, "line", "all centers on the x axis", 4},
    SceneKindInfo{SceneKind::plane, "plane", "all centers on the plane x = z", 4},
    SceneKindInfo{SceneKind::identical, "identical", "groups of coincident boxes", 63},
    SceneKindInfo{SceneKind::rods, "rods", "thin boxes as long as the world, in three directions", 4},
    SceneKindInfo{SceneKind::rects, "rects", "2D: rectangles anywhere in a square", 4, 2},
    SceneKindInfo{SceneKind::diagonal, "diagonal", "all centers on the line x = y = z", 4},
    SceneKindInfo{SceneKind::height, "height", "all centers on the plane y = 0", 4},
    SceneKindInfo{SceneKind::six_decades, "six_decades", "uniform, sizes over six decades", 4},
    SceneKindInfo{SceneKind::huge_tiny, "huge_tiny", "uniform, one box in a hundred a hundred times as large", 4},
    SceneKindInfo{SceneKind::far, "far", "uniform about (1e6, 1e6, 1e6) m", 4},
    SceneKindInfo{SceneKind::half_static, "half_static", "uniform, half of the boxes never move", 4},
    SceneKindInfo{SceneKind::heap, "heap", "boxes that rest on a heap, none of them in another; one ground box", 3.1},
};

}  // namespace

std::span<const SceneKindInfo> scene_kinds() noexcept {
    return kKinds;
}

const SceneKindInfo& describe_kind(SceneKind kind) noexcept {
    return kKinds[static_cast<std::size_t>(kind)];
}

std::optional<SceneKind> parse_scene_kind(std::string_view name) noexcept {
    for (const SceneKindInfo& info : kKinds) {
        if (name == info.name) return info.kind;
    }
    return std::nullopt;
}

}  // namespace satori::scenes
