#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include <satori/rect.hpp>
#include <satori/types.hpp>

namespace satori::scenes {

/// Which boxes of a trajectory move, and by what random numbers.
struct MotionRules {
    std::uint64_t seed = 1;
    bool half_static = false;  ///< half of the boxes, chosen at random, stay where they are
    /// Boxes with a half extent of at least this stay too: the ground.
    float static_from = std::numeric_limits<float>::infinity();
};

/// Moves the boxes from frame - 1 to `frame` (at least 1): centres to where `starts` and the frame number put them, rotations one
/// step on from what they are. A box's motion depends on the seed and on its half extents: coincident boxes stay so.
void move_boxes(std::span<OrientedBox> boxes, std::span<const Vec3> starts, std::uint32_t frame,
                const MotionRules& rules) noexcept;

/// The same in 2D.
void move_rects(std::span<OrientedRect> rects, std::span<const Vec2> starts, std::uint32_t frame,
                const MotionRules& rules) noexcept;

}  // namespace satori::scenes
