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
    return motion == MotionType::static_box || motion == MotionType::kinematic_box || motion == MotionType::dynamic_box;
}

}  // namespace satori::v0::broadphase
