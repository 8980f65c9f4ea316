#pragma once

#include <satori/types.hpp>

namespace satori::test {

/// reference_separation() once more, metres, exact to the last bit of a double or nearly: 113-bit arithmetic on the float input, by
/// radii along unnormalised axes instead of corners along unit ones. Fifty times as slow. It judges the reference, and
/// decides where the reference's own error (0.01 delta) could change a figure.
double quad_separation(const OrientedBox& a, const OrientedBox& b) noexcept;

}  // namespace satori::test
