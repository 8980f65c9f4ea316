#pragma once

#include <span>
#include <vector>

#include <satori/types.hpp>

SATORI_NAMESPACE_BEGIN

/// Returns true when two closed AABBs overlap or touch. An inverted AABB (minimum above maximum) overlaps nothing.
bool aabbs_overlap(const Aabb& a, const Aabb& b) noexcept;

/// Returns every pair of AABBs that overlap or touch, first < second, sorted. The oracle of the broadphase. O(n^2).
std::vector<BoxPair> brute_force_pairs(std::span<const Aabb> boxes);

/// Returns every pair of one AABB of `first` and one of `second` that overlap or touch, sorted. O(n m).
std::vector<BoxPair> brute_force_pairs(std::span<const Aabb> first, std::span<const Aabb> second);

SATORI_NAMESPACE_END
