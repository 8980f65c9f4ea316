#include "viewer/axis_picture.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "viewer/palette.hpp"

namespace satori::viewer {

namespace {

// Meters.
constexpr double kAxisGap = 0.3;       // between the shapes and the axis
constexpr double kOverhang = 0.2;      // the axis extends beyond the projections
constexpr double kBarDistance = 0.05;  // between a projection and the axis
constexpr double kLabelDistance = 0.34;

}  // namespace

void add_axis(Picture& picture, const Projections& projections, std::span<const Double3> a, std::span<const Double3> b,
              const Double3& side, const Double3& through, bool overlap) {
    const Double3& direction = projections.direction;
    const auto lesser_along = [](const Double3& way) {
        return [&way](const Double3& l, const Double3& r) { return geometry::dot(l, way) < geometry::dot(r, way); };
    };
    double reach = -1e30;
    for (const std::span<const Double3> corners : {a, b})
        reach =
            std::max(reach, geometry::dot(*std::max_element(corners.begin(), corners.end(), lesser_along(side)), side));
    const Double3 third = geometry::cross(direction, side);
    const Double3 base = (reach + kAxisGap) * side + geometry::dot(through, third) * third;
    const auto at = [&](double along, double beside) { return base + along * direction + beside * side; };

    const Projections& p = projections;
    picture.overlay.push_back({at(std::min(p.a_min, p.b_min) - kOverhang, 0),
                               at(std::max(p.a_max, p.b_max) + kOverhang, 0), kFaintInk, 1.2F});
    const struct {
        std::span<const Double3> corners;
        double min, max, sign;  // `sign`: side of the axis
        Color color;
        const char* name;
    } bars[2] = {{a, p.a_min, p.a_max, -1, kFirst, "A"}, {b, p.b_min, p.b_max, 1, kSecond, "B"}};
    for (const auto& bar : bars) {
        const double beside = bar.sign * kBarDistance;
        const auto [low, high] = std::minmax_element(bar.corners.begin(), bar.corners.end(), lesser_along(direction));
        picture.overlay.push_back({*low, at(bar.min, beside), with_alpha(bar.color, 150), 1, 4});
        picture.overlay.push_back({*high, at(bar.max, beside), with_alpha(bar.color, 150), 1, 4});
        picture.overlay.push_back({at(bar.min, beside), at(bar.max, beside), bar.color, 5});
        picture.labels.push_back({at(0.5 * (bar.min + bar.max), bar.sign * kLabelDistance),
                                  fmt::format("{} [{:.2f}, {:.2f}]", bar.name, bar.min, bar.max), bar.color});
    }
    // The part that both shapes cover; dashed: the gap that neither covers.
    const double from = std::max(p.a_min, p.b_min), to = std::min(p.a_max, p.b_max);
    picture.overlay.push_back({at(from, 0), at(to, 0), overlap_color(overlap), 3, from > to ? 3.F : 0.F});
}

}  // namespace satori::viewer
