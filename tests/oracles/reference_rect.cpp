#include "oracles/reference_rect.hpp"

#include <cfloat>
#include <cmath>

#include "oracles/reference_rect_contacts.hpp"

SATORI_NAMESPACE_BEGIN

RectSeparation reference_separation(const OrientedRect& a, const OrientedRect& b) noexcept {
    const auto axes = reference::axes_of({a, b});
    RectSeparation best{-HUGE_VAL, 0};
    for (std::uint32_t axis = 0; axis < 4; ++axis) {
        const auto separation = static_cast<double>(axes[axis].separation);
        if (separation > best.separation) best = {separation, axis};
    }
    return best;
}

double overlap_tolerance(const OrientedRect& a, const OrientedRect& b) noexcept {
    const double x = static_cast<double>(b.center.x) - a.center.x, y = static_cast<double>(b.center.y) - a.center.y;
    const double size = static_cast<double>(a.half_extents.x) + a.half_extents.y + b.half_extents.x + b.half_extents.y;
    return 16.0 * FLT_EPSILON * (size + std::sqrt(x * x + y * y));
}

SATORI_NAMESPACE_END
