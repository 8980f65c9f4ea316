#pragma once

#include <satori/types.hpp>

namespace satori::test {

/// Computes reference_separation() again, in meters, exact to the last bit of a double or nearly: 113-bit arithmetic on
/// the float input, with radii along unnormalized axes instead of corners along unit axes. It is fifty times as slow.
/// It checks the reference, and it decides where the reference's own error (0.01 delta) could change a figure.
double quad_separation(const OrientedBox& a, const OrientedBox& b) noexcept;

}  // namespace satori::test
