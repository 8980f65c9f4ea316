#pragma once

// Boolean separating-axis test of two oriented rectangles, all 4 axes, no branch. Lane = pair. The loops over pairs are
// in sat.hpp.

#include "simd/kernels/rect_axes.hpp"
#include "simd/kernels/sat.hpp"

namespace satori::v0::simd {

/// Bit 31 of a lane is set when the two rectangles do not overlap. `pose`: of b in a, which may have moved.
template <class L, bool kOpen>
SATORI_LANES_INLINE typename L::Uint separated(const RectLanes<L>& a, const RectLanes<L>& b,
                                               const RelativeRectPose<L>& pose) {
    using Float = typename L::Float;
    typename L::Uint sign = flat_sign<L, kOpen>(a, b);
    visit_axes<L>(a, b, pose,
                  [&](int, Float overlap) SATORI_INLINE_LAMBDA { sign = sign | face_sign<L, kOpen>(overlap); });
    return sign;
}

}  // namespace satori::v0::simd
