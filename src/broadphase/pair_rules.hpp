#pragma once

#include <cstdint>

#include <satori/filters.hpp>

namespace satori::v0::broadphase {

/// True for an enumerator, false for another number cast to one.
constexpr bool known(MotionType motion) noexcept {
    return motion <= MotionType::detector_box;
}

/// Returns whether a box of this type makes pairs with boxes of every type.
constexpr bool pairs_with_all(MotionType motion) noexcept {
    return motion == MotionType::dynamic_box || motion == MotionType::detector_box;
}

/// Returns whether the motion types of two boxes let them make a pair. No branches: it decides about random pairs.
constexpr bool lets_pair(MotionType a, MotionType b) noexcept {
    constexpr auto kBit = static_cast<std::uint32_t>(MotionType::dynamic_box);
    static_assert((static_cast<std::uint32_t>(MotionType::detector_box) & kBit) != 0);
    static_assert((static_cast<std::uint32_t>(MotionType::kinematic_box) & kBit) == 0);
    return ((static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b)) & kBit) != 0;
}

/// Returns whether two filters let their boxes make a pair. Likewise without branches.
constexpr bool lets_pair(const BoxFilter& a, const BoxFilter& b) noexcept {
    const bool one_owner = (a.owner != 0) & (a.owner == b.owner);
    const bool one_group = (a.group != 0) & (a.group == b.group);
    const bool in_masks = ((a.category & b.mask) != 0) & ((b.category & a.mask) != 0);
    return (!one_owner) & (one_group ? a.group > 0 : in_masks);
}

}  // namespace satori::v0::broadphase
