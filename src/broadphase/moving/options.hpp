#pragma once

#include <cmath>

#include <satori/broadphase.hpp>

namespace satori::v0::broadphase {

/// Whether a Broadphase can be made with these.
inline bool legal(const BroadphaseOptions& options) noexcept {
    return options.margin >= 0 && std::isfinite(options.margin) && options.relative_margin >= 0 &&
           std::isfinite(options.relative_margin);
}

/// Whether `motion` is an enumerator, not a number cast to one.
constexpr bool known(MotionType motion) noexcept {
    return motion <= MotionType::detector_box;
}

/// Whether a box of this type makes pairs with boxes of every type.
constexpr bool pairs_with_all(MotionType motion) noexcept {
    return motion == MotionType::dynamic_box || motion == MotionType::detector_box;
}

}  // namespace satori::v0::broadphase
