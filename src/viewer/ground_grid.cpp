#include "viewer/ground_grid.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viewer/palette.hpp"

namespace satori::viewer {

namespace {

constexpr double kSquares = 8;   // at least, along the longer side of a scene
constexpr double kAround = 1.5;  // squares beside the scene, at least
// Relative to the longest side of a scene: how deep it may sink into its ground, and stand above it.
constexpr double kSunk = 0.05, kAbove = 1;

}  // namespace

double round_length(double length) {
    // Small differences must not lose a step: 10 may come as 9.9999.
    constexpr double kSlack = 1 + 1e-9;
    const double power = std::pow(10.0, std::floor(std::log10(length * kSlack)));
    const double digit = length / power * kSlack;
    return (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power;
}

std::string length_text(double meters) {
    if (meters >= 1000) return fmt::format("{:.5g} km", meters / 1000);
    if (meters >= 1) return fmt::format("{:.5g} m", meters);
    if (meters >= 0.01) return fmt::format("{:.5g} cm", 100 * meters);
    return fmt::format("{:.5g} mm", 1000 * meters);
}

void add_ground_grid(Picture& picture, const Double3& min, const Double3& max, bool flat) {
    const std::size_t across = flat ? 1 : 2;
    const double longer = std::max(max[0] - min[0], max[across] - min[across]);
    if (!(longer > 0)) return;
    const double spacing = round_length(longer / kSquares);
    picture.grid_spacing = spacing;
    const auto first = [&](std::size_t k) { return spacing * std::floor(min[k] / spacing - kAround); };
    const auto last = [&](std::size_t k) { return spacing * std::ceil(max[k] / spacing + kAround); };
    const auto add_lines = [&](std::size_t along, std::size_t beside) {
        const auto count = static_cast<int>(std::lround((last(beside) - first(beside)) / spacing));
        for (int k = 0; k <= count; ++k) {
            Double3 from{{0, flat ? 0 : min[1], 0}}, to = from;
            from[along] = first(along);
            to[along] = last(along);
            from[beside] = to[beside] = first(beside) + k * spacing;
            picture.grid.push_back({from, to, kGrid, 1});
        }
    };
    add_lines(0, across);
    add_lines(across, 0);
}

void GroundGrid::add(const Solid& solid) {
    Aabb bounds;
    if (!find_bounds(solid, bounds)) return;
    const Double3 min = geometry::widened(bounds.min), max = geometry::widened(bounds.max);
    for (std::size_t k = 0; k < 3; ++k) {
        min_[k] = empty_ ? min[k] : std::min(min_[k], min[k]);
        max_[k] = empty_ ? max[k] : std::max(max_[k], max[k]);
    }
    empty_ = false;
}

void GroundGrid::add_ground(const Solid& solid) {
    Aabb bounds;
    if (find_bounds(solid, bounds)) tops_.push_back(static_cast<double>(bounds.max.y));
}

void GroundGrid::paint(Picture& picture, bool flat) const {
    if (empty_) return;
    const Double3 sides = max_ - min_;
    const double longest = std::max({sides[0], sides[1], sides[2]});
    Double3 foot = min_;
    bool on_ground = false;
    for (const double top : tops_) {
        if (flat || top > min_[1] + kSunk * longest || top < min_[1] - kAbove * longest) continue;
        foot[1] = on_ground ? std::max(foot[1], top) : top;
        on_ground = true;
    }
    add_ground_grid(picture, foot, max_, flat);
}

}  // namespace satori::viewer
