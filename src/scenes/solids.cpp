#include "scenes/solids.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace satori::scenes {

namespace {

/// Rounds half extents; returns the radius. The radius and the extents that are left are legal.
float round_extents(std::span<float> half, Solid solid) noexcept {
    const float least = *std::ranges::min_element(half);
    const auto longest = std::ranges::max_element(half);
    const auto shorter = [](float extent, float radius) {
        return extent - radius < kMinHalfExtent ? 0 : extent - radius;
    };
    if (solid == Solid::boxes) return 0;
    if (solid == Solid::rounded) {
        const float radius = 0.25F * least < kMinRadius ? 0 : 0.25F * least;
        for (float& extent : half) extent = shorter(extent, radius);
        return radius;
    }
    const float length = solid == Solid::capsules ? shorter(*longest, least) : 0;
    std::ranges::fill(half, 0.0F);
    *longest = length;
    return least;
}

}  // namespace

RadiusRow<OrientedBox> rounded(const OrientedBox& box, Solid solid) noexcept {
    std::array<float, 3> half{box.half_extents.x, box.half_extents.y, box.half_extents.z};
    const float radius = round_extents(half, solid);
    return {{box.center, {half[0], half[1], half[2]}, box.rotation}, radius};
}

RadiusRow<OrientedRect> rounded(const OrientedRect& rect, Solid solid) noexcept {
    std::array<float, 2> half{rect.half_extents.x, rect.half_extents.y};
    const float radius = round_extents(half, solid);
    return {{rect.center, {half[0], half[1]}, rect.angle}, radius};
}

}  // namespace satori::scenes
