#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace satori::scenes {

/// The kinds of scene that the generator makes. "Overlaps" are AABB overlaps per box; a pair counts for both of its
/// boxes. Lengths are in meters. Unless stated otherwise, a box has half extents of 0.3 to 0.7, each drawn
/// independently, and any rotation.
enum class SceneKind {
    uniform,      ///< anywhere in a cube; calibrated
    dense,        ///< uniform with 40 overlaps
    pile,         ///< layers of boxes resting on each other, a stepped pyramid on one ground box; see place_pile()
    mixed,        ///< uniform, sizes log-uniform over two decades; calibrated
    flat,         ///< towers standing on one plane, rotated about the vertical only; calibrated
    clustered,    ///< clusters of clusters of boxes, with empty space between; calibrated
    line,         ///< all centers on the x axis; calibrated
    plane,        ///< all centers on the plane x = z; calibrated
    identical,    ///< groups of coincident boxes, apart from other groups; overlaps + 1 boxes in each, rounded
    rods,         ///< thin boxes along x, y or z, as long as the world; calibrated
    rects,        ///< 2D: rectangles anywhere in a square, half extents and angles as boxes'; calibrated
    diagonal,     ///< all centers on the line x = y = z; calibrated
    height,       ///< all centers on the plane y = 0; calibrated
    six_decades,  ///< uniform, sizes log-uniform over six decades; calibrated
    huge_tiny,    ///< uniform, one box in a hundred a hundred times as large; calibrated
    far,          ///< uniform about (1e6, 1e6, 1e6); calibrated
    half_static,  ///< uniform, half of the boxes never move in a trajectory; calibrated
    heap,         ///< boxes that rest on a heap, none in another; takes no overlaps to ask for; see place_heap()
};

/// Information about a kind of scene.
struct SceneKindInfo {
    SceneKind kind;
    const char* name;
    const char* summary;
    double default_overlaps;
    int dimension = 3;
};

/// Returns all kinds, in the order of the enumeration. Static storage.
std::span<const SceneKindInfo> scene_kinds() noexcept;

/// Returns the kind's entry in scene_kinds().
const SceneKindInfo& describe_kind(SceneKind kind) noexcept;

/// Returns the kind with that name.
std::optional<SceneKind> parse_scene_kind(std::string_view name) noexcept;

}  // namespace satori::scenes
