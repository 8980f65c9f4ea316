#include "viewer/neighbors.hpp"

#include <fmt/format.h>

#include "viewer/palette.hpp"

namespace satori::viewer {

namespace {

constexpr float kPickedWidth = 3.5F, kNeighborWidth = 1.5F, kRejectedWidth = 1.5F;
constexpr float kBorder = 2;  // added to the width, for both sides
// Relative to the middle one of the half extents. Outlines get thinner with distance, so that they do not hide the box.
constexpr float kWidest = 0.25F, kWidestBorder = 0.4F;

float middle_half_extent(const Solid& solid) {
    const auto [x, y, z] = enclosing_box(solid).half_extents;
    return std::max(std::min(x, y), std::min(std::max(x, y), z));
}

// A light border makes the outline visible on every color.
void add_bordered(Picture& picture, const Solid& solid, float width) {
    const float half = middle_half_extent(solid);
    add_outline(picture.overlay, solid, {{}, {}, kBackground, width + kBorder, 0, kWidestBorder * half});
    add_outline(picture.overlay, solid, {{}, {}, kPicked, width, 0, kWidest * half});
}

}  // namespace

std::string others(std::size_t count) {
    return count == 0 ? "none" : fmt::format("{} other{}", count, count == 1 ? "" : "s");
}

void add_picked(Picture& picture, const Solid& solid) {
    add_bordered(picture, solid, kPickedWidth);
}

void add_neighbor(Picture& picture, const Solid& solid) {
    add_bordered(picture, solid, kNeighborWidth);
}

void add_rejected(Picture& picture, const Solid& solid) {
    constexpr float kDash = 5;
    add_outline(picture.overlay, solid,
                {{}, {}, kRejected, kRejectedWidth, kDash, kWidest * middle_half_extent(solid)});
}

}  // namespace satori::viewer
