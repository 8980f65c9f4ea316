#pragma once

#include <cstdint>
#include <vector>

#include <satori/types.hpp>

#include "scenes/generator.hpp"

namespace satori::bench {

/// Returns the AABBs of a generated scene's first frame, computed by compute_aabbs. Every contender gets these AABBs.
std::vector<Aabb> scene_bounds(const scenes::SceneRecipe& recipe);

/// The same AABBs in two lists. The boxes that never move (`half_static`, the ground of `pile`) have their own list.
struct DividedBounds {
    std::vector<Aabb> moving;
    std::vector<Aabb> still;
};
DividedBounds divided_scene_bounds(scenes::SceneRecipe recipe);

/// Worlds a million meters wide with dense places far apart: heaps (uniform scenes of the default number of overlaps).
/// And fields one box high, with plates above.
enum class HeapWorld {
    heap_and_far,   ///< one heap of 98 % of the boxes, the others anywhere
    halving_heaps,  ///< a dozen heaps, each of half as many boxes as the one before
    far_heaps,      ///< two heaps of equal size
    far_sheets,     ///< two sheets one box thick across x, which is the longest axis
    nested_heaps,  ///< eight groups of eight groups of eight heaps, each group a hundredth as wide as the one around it
    high_plates,   ///< 0.3 % plates, each as large as the field, far above it
    low_plates,    ///< the same, close above it
};
const char* describe_heaps(HeapWorld world) noexcept;
std::vector<Aabb> heap_bounds(HeapWorld world, std::uint32_t count, std::uint64_t seed);

/// Returns the AABBs of a uniform scene of `count` boxes with `pairs` pairs, within a relative error of `tolerance`.
/// Throws when the function finds no such scene.
std::vector<Aabb> uniform_bounds_with_pairs(std::uint32_t count, std::uint64_t seed, std::uint64_t pairs,
                                            double tolerance);

/// Returns the number of pairs among the AABBs, by the library.
std::uint64_t count_pairs(const std::vector<Aabb>& bounds);

}  // namespace satori::bench
