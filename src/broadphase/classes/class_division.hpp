#pragma once

#include <cstdint>

#include "broadphase/bounds_set.hpp"

namespace satori::inline v0::broadphase {

/// Boxes of one class differ in their longest edge by less than 2^kClassOctaves; an edge is long when it is at least the
/// longest one divided by as much.
inline constexpr std::uint32_t kClassOctaves = 3;

/// Octave of a positive edge: the exponent of the float.
std::uint32_t octave(float edge) noexcept;

/// Which edges are long: bit a for axis a. At least one is.
template <int Dim>
std::uint32_t shape(const simd::BoundsEntry<Dim>& entry) noexcept;

enum class Division : std::uint32_t { one_class, by_size, by_size_and_shape };

/// What is expected to cost least, from the sizes of a sample: all boxes in one grid, a grid for each size, or for each size
/// and shape. Long rods along different axes need the last; boxes of sizes over a decade or two are mostly best together. Takes
/// the boxes of a kind as spread evenly where they lie, unless large ones among them would leave crowds in the columns of all.
/// Deterministic; O(sample). `scratch` has room for kDivisionSample entries and one more.
inline constexpr std::uint32_t kDivisionSample = 2048;
template <int Dim>
Division choose_division(const BoundsSet<Dim>& bounds, simd::BoundsEntry<Dim>* scratch) noexcept;

}  // namespace satori::inline v0::broadphase
