#pragma once

#include <cmath>

#include <satori/broadphase.hpp>

namespace satori::inline v0::broadphase {

/// Whether a Broadphase can be made with these.
inline bool legal(const BroadphaseOptions& options) noexcept {
    return options.margin >= 0 && std::isfinite(options.margin) && options.relative_margin >= 0 &&
           std::isfinite(options.relative_margin);
}

}  // namespace satori::inline v0::broadphase
