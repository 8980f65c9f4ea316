#include "scenes/motion.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

#include "base/assert.hpp"
#include "scenes/random.hpp"

namespace satori::scenes {

namespace {

constexpr double kStepPerExtent = 0.01;  // per frame
constexpr double kTurnPerFrame = 0.01;   // radians, for a cube
constexpr std::uint32_t kReach = 100;    // frames from the start until a box turns back

// Returns 0 at frame 0, then counts up to kReach, down to -kReach and back, by one per frame.
double swing(std::uint32_t frame) noexcept {
    const std::uint32_t phase = (frame + kReach) % (4 * kReach);
    return static_cast<double>(phase < 2 * kReach ? phase : 4 * kReach - phase) - kReach;
}

std::uint64_t bits_of(const Vec2& half_extents) noexcept {
    const std::uint64_t x = std::bit_cast<std::uint32_t>(half_extents.x);
    const std::uint64_t y = std::bit_cast<std::uint32_t>(half_extents.y);
    return x ^ std::rotl(y, 21);
}

std::uint64_t bits_of(const Vec3& half_extents) noexcept {
    const std::uint64_t z = std::bit_cast<std::uint32_t>(half_extents.z);
    return bits_of(Vec2{half_extents.x, half_extents.y}) ^ std::rotl(z, 42);
}

// Returns q + (turn, 0) q / 2, normalized: one step of a rotation by `turn` radians about the world axis `turn`.
Quat turned(const Quat& q, const std::array<double, 3>& turn) noexcept {
    const double x = q.x, y = q.y, z = q.z, w = q.w;
    const double new_x = x + 0.5 * (turn[0] * w + turn[1] * z - turn[2] * y);
    const double new_y = y + 0.5 * (turn[1] * w + turn[2] * x - turn[0] * z);
    const double new_z = z + 0.5 * (turn[2] * w + turn[0] * y - turn[1] * x);
    const double new_w = w - 0.5 * (turn[0] * x + turn[1] * y + turn[2] * z);
    const double norm = std::sqrt(new_x * new_x + new_y * new_y + new_z * new_z + new_w * new_w);
    SATORI_ASSERT(norm > 0);
    return {static_cast<float>(new_x / norm), static_cast<float>(new_y / norm), static_cast<float>(new_z / norm),
            static_cast<float>(new_w / norm)};
}

}  // namespace

void move_boxes(std::span<OrientedBox> boxes, std::span<const Vec3> starts, std::uint32_t frame,
                const MotionRules& rules) noexcept {
    SATORI_ASSERT(frame >= 1 && starts.size() == boxes.size());
    const double steps = swing(frame);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        OrientedBox& box = boxes[i];
        const auto [thinnest, longest] = std::minmax({box.half_extents.x, box.half_extents.y, box.half_extents.z});
        if (longest >= rules.static_from) continue;
        Random random(rules.seed, bits_of(box.half_extents));
        if (rules.half_static && (random.next() >> 63) != 0) continue;
        const double step = kStepPerExtent * 2 * static_cast<double>(thinnest);
        const std::array<double, 3> velocity = random.in_ball();
        std::array<double, 3> turn = random.in_ball();
        for (double& component : turn)
            component *= kTurnPerFrame * (static_cast<double>(thinnest) / static_cast<double>(longest));
        box.center.x = static_cast<float>(starts[i].x + velocity[0] * step * steps);
        box.center.y = static_cast<float>(starts[i].y + velocity[1] * step * steps);
        box.center.z = static_cast<float>(starts[i].z + velocity[2] * step * steps);
        box.rotation = turned(box.rotation, turn);
    }
}

void move_rects(std::span<OrientedRect> rects, std::span<const Vec2> starts, std::uint32_t frame,
                const MotionRules& rules) noexcept {
    SATORI_ASSERT(frame >= 1 && starts.size() == rects.size());
    const double steps = swing(frame);
    for (std::size_t i = 0; i < rects.size(); ++i) {
        OrientedRect& rect = rects[i];
        const auto [thinnest, longest] = std::minmax({double{rect.half_extents.x}, double{rect.half_extents.y}});
        Random random(rules.seed, bits_of(rect.half_extents));
        const double step = kStepPerExtent * 2 * thinnest;
        const std::array<double, 3> velocity = random.in_ball();
        rect.center.x = static_cast<float>(starts[i].x + velocity[0] * step * steps);
        rect.center.y = static_cast<float>(starts[i].y + velocity[1] * step * steps);
        rect.angle = static_cast<float>(rect.angle + random.between(-1, 1) * kTurnPerFrame * (thinnest / longest));
    }
}

}  // namespace satori::scenes
