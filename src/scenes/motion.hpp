#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include <satori/rect.hpp>
#include <satori/types.hpp>

namespace satori::scenes {

/// Which boxes of a trajectory move, and the seed of their random numbers.
struct MotionRules {
    std::uint64_t seed = 1;
    bool half_static = false;  ///< half of the boxes, chosen at random, do not move
    /// Boxes with a half extent of at least this do not move either: the ground.
    float static_from = std::numeric_limits<float>::infinity();
};

/// Moves the boxes from frame - 1 to `frame` (at least 1). `starts` and the frame number determine the centers; the
/// rotations advance by one step. The motion of a box depends on the seed and on its half extents, so coincident boxes
/// stay coincident.
void move_boxes(std::span<OrientedBox> boxes, std::span<const Vec3> starts, std::uint32_t frame,
                const MotionRules& rules) noexcept;

/// The same in 2D.
void move_rects(std::span<OrientedRect> rects, std::span<const Vec2> starts, std::uint32_t frame,
                const MotionRules& rules) noexcept;

}  // namespace satori::scenes
