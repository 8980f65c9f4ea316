#pragma once

#include <cstdint>

#include "broadphase/bounds_set.hpp"

namespace satori::v0::broadphase {

/// The longest edges of the boxes of one class differ by a factor below 2^kClassOctaves. An edge is long when it is at
/// least the box's longest edge divided by this factor.
inline constexpr std::uint32_t kClassOctaves = 3;

/// Returns the octave of a positive edge: the exponent of the float.
std::uint32_t octave(float edge) noexcept;

/// Returns the long edges: bit a for axis a. At least one bit is set.
template <int Dim>
std::uint32_t shape(const simd::BoundsEntry<Dim>& entry) noexcept;

enum class Division : std::uint32_t { one_class, by_size, by_size_and_shape };

/// Returns the division that is expected to cost least, from the sizes of a sample: all boxes in one grid, one grid per
/// size, or one grid per size and shape. Long rods along different axes need the last. Sizes over one or two decades
/// are mostly best in one grid. The estimate assumes that the boxes of a kind are spread evenly over their extent,
/// except where large boxes among them would leave crowded columns for all. Deterministic; O(sample). `scratch` must
/// have room for kDivisionSample entries and one more.
inline constexpr std::uint32_t kDivisionSample = 2048;
template <int Dim>
Division choose_division(const BoundsSet<Dim>& bounds, simd::BoundsEntry<Dim>* scratch) noexcept;

}  // namespace satori::v0::broadphase
