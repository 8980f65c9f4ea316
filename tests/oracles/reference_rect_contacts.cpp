#include "oracles/reference_rect_contacts.hpp"

#include <algorithm>

SATORI_NAMESPACE_BEGIN

namespace reference {

namespace {

struct Range {
    long double min, max;
};

Range project(const Rect& rect, const Planar& direction) {
    Range range{HUGE_VALL, -HUGE_VALL};
    for (const Planar& corner : rect.corners) {
        range.min = std::min(range.min, dot(corner, direction));
        range.max = std::max(range.max, dot(corner, direction));
    }
    return range;
}

long double distance_to_segment(const Planar& from, const Planar& to, const Planar& point) {
    const Planar along = minus(to, from), offset = minus(point, from);
    const long double squared = dot(along, along);
    const long double share = squared > 0 ? std::clamp(dot(offset, along) / squared, 0.0L, 1.0L) : 0;
    return length(add_scaled(offset, -share, along));
}

}  // namespace

Rect::Rect(const OrientedRect& rect, const Planar& at) : center(at), half(to_planar(rect.half_extents)) {
    const long double angle = rect.angle, cosine = std::cos(angle), sine = std::sin(angle);
    axes = {Planar{cosine, sine}, Planar{-sine, cosine}};
    place(center, half);
}

void Rect::place(const Planar& at, const Planar& half_extents) {
    center = at;
    half = half_extents;
    constexpr int kSigns[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (std::size_t k = 0; k < 4; ++k) {
        corners[k] = add_scaled(add_scaled(center, kSigns[k][0] * half[0], axes[0]), kSigns[k][1] * half[1], axes[1]);
    }
}

std::array<RectAxis, 4> axes_of(const RectPair& pair) noexcept {
    std::array<RectAxis, 4> axes;
    for (std::size_t axis = 0; axis < 4; ++axis) {
        const Planar direction = axis < 2 ? pair.a.axes[axis] : pair.b.axes[axis - 2];
        const Planar reversed = negative(direction);
        const long double along = separation_along(pair, direction), against = separation_along(pair, reversed);
        axes[axis] = along >= against ? RectAxis{direction, along} : RectAxis{reversed, against};
    }
    return axes;
}

long double best_separation(std::span<const RectAxis> axes, std::uint32_t first, std::uint32_t last) noexcept {
    long double best = -HUGE_VALL;
    for (const RectAxis& axis : axes.subspan(first, last - first)) best = std::max(best, axis.separation);
    return best;
}

long double separation_along(const RectPair& pair, const Planar& normal) noexcept {
    return project(pair.b, normal).min - project(pair.a, normal).max;
}

long double distance(const Rect& rect, const Planar& point) noexcept {
    bool inside = true;
    long double nearest = HUGE_VALL;
    for (std::size_t k = 0; k < 4; ++k) {
        const Planar &from = rect.corners[k], &to = rect.corners[(k + 1) % 4];
        inside = inside && cross(minus(to, from), minus(point, from)) >= 0;
        nearest = std::min(nearest, distance_to_segment(from, to, point));
    }
    // A rectangle without an area has no inside: a point to the left of all its edges may lie beyond its ends.
    return inside && rect.half[0] > 0 && rect.half[1] > 0 ? 0 : nearest;
}

std::uint32_t edge_towards(const Rect& rect, const Planar& direction) noexcept {
    std::uint32_t best = 0;
    for (std::uint32_t edge = 1; edge < 4; ++edge)
        if (dot(edge_normal(rect, edge), direction) > dot(edge_normal(rect, best), direction)) best = edge;
    return best;
}

Planar edge_normal(const Rect& rect, std::uint32_t edge) noexcept {
    return (edge & 1U) != 0 ? negative(rect.axes[edge / 2]) : rect.axes[edge / 2];
}

std::array<Planar, 2> edge_corners(const Rect& rect, std::uint32_t edge) noexcept {
    constexpr std::size_t kCorners[4][2] = {{1, 2}, {0, 3}, {3, 2}, {0, 1}};
    return {rect.corners[kCorners[edge][0]], rect.corners[kCorners[edge][1]]};
}

std::vector<RectContact> clip_edges(const Rect& reference, std::uint32_t reference_edge, const Rect& incident,
                                    std::uint32_t incident_edge, long double outset) {
    const auto ends = edge_corners(reference, reference_edge);
    const Planar outward = edge_normal(reference, reference_edge);
    const Planar to_right = {-outward[1], outward[0]};
    auto [from, to] = edge_corners(incident, incident_edge);
    for (const Planar& side : {to_right, negative(to_right)}) {
        const long double offset = std::max(dot(side, ends[0]), dot(side, ends[1])) + outset;
        const long double from_out = dot(side, from) - offset, to_out = dot(side, to) - offset;
        if (from_out > 0 && to_out > 0) return {};
        const Planar cut = add_scaled(from, from_out / (from_out - to_out), minus(to, from));
        if (from_out > 0) from = cut;
        if (to_out > 0) to = cut;
    }
    std::vector<RectContact> contacts;
    for (const Planar& point : {from, to}) {
        const long double separation = dot(outward, minus(point, ends[0]));
        contacts.push_back({add_scaled(point, -separation / 2, outward), separation});
    }
    return contacts;
}

}  // namespace reference

SATORI_NAMESPACE_END
