#pragma once

#include <cstdint>
#include <vector>

#include <satori/types.hpp>

#include "scenes/generator.hpp"

namespace satori::bench {

/// The AABBs of a made scene's first frame, as compute_aabbs gives them: what every contender gets.
std::vector<Aabb> scene_bounds(const scenes::SceneRecipe& recipe);

/// The same with the boxes that never move apart from the others (`half_static`, the ground of `pile`).
struct DividedBounds {
    std::vector<Aabb> moving;
    std::vector<Aabb> still;
};
DividedBounds divided_scene_bounds(scenes::SceneRecipe recipe);

/// Dense places far apart: heaps (uniform scenes of the default number of overlaps) in a world a million meters wide.
enum class HeapWorld {
    heap_and_far,   ///< one heap of 98 % of the boxes, the others anywhere
    halving_heaps,  ///< a dozen heaps, each of half as many boxes as the one before
    far_heaps,      ///< two heaps of equal size
    far_sheets,     ///< two sheets one box thick across x, which is the longest axis
    nested_heaps,  ///< eight groups of eight groups of eight heaps, each group a hundredth as wide as the one around it
};
const char* describe_heaps(HeapWorld world) noexcept;
std::vector<Aabb> heap_bounds(HeapWorld world, std::uint32_t count, std::uint64_t seed);

/// Returns the AABBs of a uniform scene of `count` boxes with `pairs` pairs, within a relative error of `tolerance`.
/// Throws when the function finds no such scene.
std::vector<Aabb> uniform_bounds_with_pairs(std::uint32_t count, std::uint64_t seed, std::uint64_t pairs,
                                            double tolerance);

/// Pairs among the AABBs, by the library.
std::uint64_t count_pairs(const std::vector<Aabb>& bounds);

}  // namespace satori::bench
