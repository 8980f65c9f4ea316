#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include <satori/rect.hpp>
#include <satori/types.hpp>

#include "random.hpp"

namespace satori::test {

/// Kinds of scenes on which a broadphase may go wrong. Every kind has an extent such that a box has a few neighbors.
enum class SceneKind {
    uniform,
    clustered,      ///< a few dense heaps
    line,           ///< all along x; the box sizes are the only spread on y and z
    diagonal,       ///< all along (1, 1, 1)
    plane,          ///< all on z = 0
    same_position,  ///< one center for all, extents differ
    identical,      ///< groups of coincident equal boxes
    mixed_sizes,    ///< six decades
    huge_and_tiny,  ///< a few boxes as large as the world among tiny ones
    rods,           ///< as long as the world, along the three axes
    shapes,         ///< thin rods and plates along all axes among cubes, over two decades of sizes
    touching_grid,  ///< unit cubes on a grid: faces, edges and corners touch exactly
    signed_zeros,   ///< bounds at +0 and -0
    far_away,       ///< at 1e8 m, the limit of the legal input
    points,         ///< zero extents, many at the same place
    heap_and_far,   ///< one heap, and one box in fifty anywhere in 2e6 m
};
inline constexpr SceneKind kSceneKinds[] = {
    SceneKind::uniform,       SceneKind::clustered,     SceneKind::line,      SceneKind::diagonal,
    SceneKind::plane,         SceneKind::same_position, SceneKind::identical, SceneKind::mixed_sizes,
    SceneKind::huge_and_tiny, SceneKind::rods,          SceneKind::shapes,    SceneKind::touching_grid,
    SceneKind::signed_zeros,  SceneKind::far_away,      SceneKind::points,    SceneKind::heap_and_far,
};
const char* scene_kind_name(SceneKind kind) noexcept;
inline void PrintTo(SceneKind kind, std::ostream* out) {
    *out << scene_kind_name(kind);
}

/// Returns `count` legal boxes. Boxes of axis-aligned kinds have no rotation: touching_grid, signed_zeros, points, and
/// half of the scenes of the other kinds, by the seed.
std::vector<OrientedBox> make_test_scene(SceneKind kind, std::uint32_t count, std::uint64_t seed);

/// Returns the AABBs center -+ half extents, whatever the rotations: raw bounds for the calls that take them.
std::vector<Aabb> upright_bounds(const std::vector<OrientedBox>& boxes);

/// Returns the same kinds of scenes in 2D: x and y of their boxes, with angles where those boxes have rotations.
std::vector<OrientedRect> make_rect_scene(SceneKind kind, std::uint32_t count, std::uint64_t seed);
std::vector<Aabb2> upright_bounds(const std::vector<OrientedRect>& rects);

/// Returns XXH64 (seed 0) of the pairs as little-endian uint32, and of any bytes.
std::uint64_t hash_pairs(const std::vector<BoxPair>& pairs);
std::uint64_t hash_bytes(const void* data, std::size_t size);

}  // namespace satori::test
