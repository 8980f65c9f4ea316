#pragma once

#include <satori/pairs.hpp>

namespace satori::inline v0::narrowphase {

/// Whether `boundary` is an enumerator, not a number cast to one.
constexpr bool known(Boundary boundary) noexcept {
    return boundary == Boundary::closed || boundary == Boundary::open;
}

/// Whether contacts can be made with these. Not a number fails every comparison.
constexpr bool legal(const CollideOptions& options) noexcept {
    return known(options.boundary) && options.speculative_distance >= 0 &&
           options.speculative_distance <= kMaxSpeculativeDistance && options.axis_bias >= 0 &&
           options.axis_bias <= kMaxAxisBias;
}

}  // namespace satori::inline v0::narrowphase
