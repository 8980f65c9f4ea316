#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>

#include "viewer/picture.hpp"

namespace satori::viewer {

// Green and red differ in lightness too, and overlapping boxes are striped. So no reader has to distinguish the hues.
inline constexpr Color kOverlapping{46, 184, 92};
inline constexpr Color kApart{196, 48, 43};
inline constexpr Color kSleeping{86, 140, 200};
inline constexpr Color kStatic{176, 174, 168};
inline constexpr Color kInvalid{150, 20, 160};

inline constexpr Color kBackground{247, 247, 243};
inline constexpr Color kInk{40, 42, 48};
inline constexpr Color kFaintInk{120, 122, 128};
inline constexpr Color kGrid{96, 100, 110, 70};
inline constexpr Color kCommon{16, 110, 52, 170};  // what both shapes of a demo cover
inline constexpr Color kContact{20, 20, 24};
inline constexpr Color kBegun{255, 214, 64};  // in the middle of a point
inline constexpr Color kNormal{30, 90, 200};
inline constexpr Color kBounds{130, 120, 60};
inline constexpr Color kRejected{205, 120, 20};
inline constexpr Color kPicked{20, 20, 20};
/// The colors of A and B in a demo: projections and names.
inline constexpr Color kFirst{30, 90, 200};
inline constexpr Color kSecond{205, 120, 20};

/// Colors from few to many, darker and darker: after viridis, by Smith and van der Walt 2015.
inline constexpr Color kLoads[] = {{196, 200, 60}, {94, 201, 98}, {33, 145, 140}, {59, 82, 139}, {68, 1, 84}};
/// Returns the color for a share of 0 to 1.
inline Color load_color(double share) {
    constexpr std::size_t kSteps = std::size(kLoads) - 1;
    const double place = std::clamp(share, 0.0, 1.0) * kSteps;
    const std::size_t step = std::min(static_cast<std::size_t>(place), kSteps - 1);
    const auto mixed = [&](std::uint8_t from, std::uint8_t to) {
        return static_cast<std::uint8_t>(std::lround(from + (place - static_cast<double>(step)) * (to - from)));
    };
    const Color &a = kLoads[step], &b = kLoads[step + 1];
    return {mixed(a.r, b.r), mixed(a.g, b.g), mixed(a.b, b.b)};
}

constexpr Color with_alpha(Color color, std::uint8_t alpha) {
    return {color.r, color.g, color.b, alpha};
}
/// Returns the color for large boxes (ground and walls) that move. Boxes in the same color in front of them would not
/// be visible.
constexpr Color paler(Color color) {
    const auto mixed = [](int part, int background) {
        return static_cast<std::uint8_t>((2 * part + 3 * background) / 5);
    };
    return {mixed(color.r, kBackground.r), mixed(color.g, kBackground.g), mixed(color.b, kBackground.b), color.a};
}
constexpr Color overlap_color(bool overlap) {
    return overlap ? kOverlapping : kApart;
}

}  // namespace satori::viewer
