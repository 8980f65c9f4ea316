#pragma once

#include <cstdint>

#include "broadphase/bounds_set.hpp"

namespace satori::inline v0::broadphase {

/// Boxes of one class differ in their longest edge by less than 2^kClassOctaves.
inline constexpr std::uint32_t kClassOctaves = 3;
inline constexpr std::uint32_t kMaxClasses = 256 / kClassOctaves + 1;

/// Entries ordered by size class, finest first, and within a class by set; both orders stable.
template <int Dim>
struct SizeClasses {
    const simd::BoundsEntry<Dim>* entries = nullptr;  ///< readable to padded(count)
    std::uint32_t class_count = 0;
    /// Entries [begin[c][s], begin[c][s + 1]) are set s of class c, begin[c][2] == begin[c + 1][0].
    std::uint32_t begin[kMaxClasses][3] = {};

    std::uint32_t count() const noexcept { return class_count == 0 ? 0 : begin[class_count - 1][2]; }
};

/// Divides the boxes into classes, from the finest box on. Nothing is copied when one class holds all.
template <int Dim>
Status classify(parallel::Call& call, WorkspaceLock& workspace, const BoundsSet<Dim>& bounds,
                SizeClasses<Dim>& out) noexcept;

}  // namespace satori::inline v0::broadphase
