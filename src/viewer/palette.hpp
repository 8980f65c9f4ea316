#pragma once

#include "viewer/picture.hpp"

namespace satori::viewer {

// Green and red differ in lightness too, and what overlaps is striped: nobody needs to tell the hues apart.
inline constexpr Color kOverlapping{46, 184, 92};
inline constexpr Color kApart{196, 48, 43};
inline constexpr Color kSleeping{86, 140, 200};
inline constexpr Color kStatic{176, 174, 168};
inline constexpr Color kInvalid{150, 20, 160};

inline constexpr Color kBackground{247, 247, 243};
inline constexpr Color kInk{40, 42, 48};
inline constexpr Color kFaintInk{120, 122, 128};
inline constexpr Color kContact{20, 20, 24};
inline constexpr Color kNormal{30, 90, 200};
inline constexpr Color kBounds{130, 120, 60};
inline constexpr Color kRejected{205, 120, 20};
inline constexpr Color kPicked{20, 20, 20};
/// A and B of a demo: their projections and names.
inline constexpr Color kFirst{30, 90, 200};
inline constexpr Color kSecond{205, 120, 20};

constexpr Color with_alpha(Color color, std::uint8_t alpha) {
    return {color.r, color.g, color.b, alpha};
}
constexpr Color overlap_color(bool overlap) {
    return overlap ? kOverlapping : kApart;
}

}  // namespace satori::viewer
