#include <cmath>
#include <limits>

#include "base/assert.hpp"
#include "geometry/shape_input.hpp"
#include "parallel/fp_environment.hpp"

namespace satori::v0 {

namespace geometry {
namespace {

constexpr std::size_t kPlanes = 6;
constexpr std::size_t kCorners = 8;

struct DoublePlane {
    Double3 normal;
    double offset = 0;

    explicit DoublePlane(const Plane& plane) noexcept : normal(widened(plane.normal)), offset(plane.offset) {}
};

/// Returns the point where three planes meet (Ericson 5.4.5). It is not finite when two of the planes are parallel.
Double3 meeting_point(const DoublePlane& a, const DoublePlane& b, const DoublePlane& c) noexcept {
    const Double3 bc = cross(b.normal, c.normal), ca = cross(c.normal, a.normal), ab = cross(a.normal, b.normal);
    const Double3 sum = (a.offset * bc + b.offset * ca) + c.offset * ab;
    const double volume = dot(a.normal, bc);
    return {{sum[0] / volume, sum[1] / volume, sum[2] / volume}};
}

/// Returns how far the point is on the inner side of the plane, in units that are larger than the rounding error of
/// doubles.
double inwards(const DoublePlane& plane, const Double3& point) noexcept {
    constexpr double kRounding = 1e-12;  // relative to the terms
    double size = std::fabs(plane.offset);
    for (std::size_t k = 0; k < 3; ++k) size += std::fabs(plane.normal[k] * point[k]);
    const double distance = dot(plane.normal, point) - plane.offset;
    return size > 0 ? distance / (kRounding * size) : 0;
}

/// Edges with a sine of their angle up to this value give the same axes within delta.
constexpr double kSameEdge = std::numeric_limits<float>::epsilon();
/// Rays with a sine up to this value count as one. A kernel could not tell on which side of a plane they lead.
constexpr double kSameRay = 4 * kSameEdge;

/// Collects the directions of edges, each once.
class Edges {
public:
    explicit Edges(simd::ConvexShape& convex) noexcept : convex_(convex) { convex_.edge_count = 0; }

    /// Returns the number of the edge. Coincident corners make no edge: the number means nothing then.
    std::uint32_t add(const Double3& edge, double same = kSameEdge) noexcept {
        const double size = length(edge);
        if (!(size > 0)) return convex_.edge_count;
        const Double3 direction = (1 / size) * edge;
        for (std::uint32_t e = 0; e < convex_.edge_count; ++e)
            if (length(cross(direction, directions_[e])) <= same) return e;
        SATORI_ASSERT(convex_.edge_count < 12);
        directions_[convex_.edge_count] = direction;
        store_direction(direction, convex_.edge[convex_.edge_count]);
        return convex_.edge_count++;
    }

private:
    simd::ConvexShape& convex_;
    Double3 directions_[12];
};

/// A frustum while it is checked. Bit k of a corner's number selects plane 2 k or 2 k + 1: the corner lies on it. Bit 2
/// of all corners of an open frustum is that of its one end.
class FrustumCheck {
public:
    FrustumCheck(const Frustum& frustum, simd::ConvexShape& convex) noexcept
        : frustum_(frustum), convex_(convex), edges_(convex) {
        convex.vertex_count = convex.normal_count = convex.ray_count = 0;
        convex.solid = true;
    }

    bool run() noexcept {
        const bool open[2] = {is_open(4), is_open(5)};
        if (open[0] && open[1]) return false;
        for (std::size_t p = 0; p < kPlanes; ++p) {
            if (p >= 4 && open[p - 4]) continue;
            if (!is_legal_plane(frustum_.planes[p])) return false;
        }
        const bool endless = open[0] || open[1];
        if (endless && !add_rays(open[0] ? 5 : 4)) return false;
        for (std::size_t v = 0; v < kCorners; ++v)
            if (!open[v >> 2 & 1] && !add_corner(v, endless)) return false;
        if (!has_depth_[0] || !has_depth_[1] || !has_depth_[2]) return false;
        for (std::size_t v = 0; v < kCorners; ++v)
            for (std::size_t k = 0; k < (endless ? 2 : 3); ++k)
                if ((v >> k & 1) == 0 && !open[v >> 2 & 1])
                    static_cast<void>(edges_.add(corners_[v | std::size_t{1} << k] - corners_[v]));
        for (std::size_t p = 0; p < kPlanes; ++p) {
            if (p >= 4 && open[p - 4]) continue;
            convex_.normal_rays[convex_.normal_count] = rays_of_[p];
            store_direction(widened(frustum_.planes[p].normal), convex_.normal[convex_.normal_count++]);
        }
        return true;
    }

private:
    bool is_open(std::size_t p) const noexcept {
        const Plane& plane = frustum_.planes[p];
        return plane.normal.x == 0 && plane.normal.y == 0 && plane.normal.z == 0 && plane.offset <= 0 &&
               std::isfinite(plane.offset);
    }
    DoublePlane plane(std::size_t p) const noexcept { return DoublePlane(frustum_.planes[p]); }

    /// Adds the four edges that begin at the plane `end`. Together with the corners, all edges of the body lead to a
    /// corner or along a ray. So it has no other corners.
    bool add_rays(std::size_t end) noexcept {
        const Double3 away = plane(end).normal;
        for (std::size_t v = 0; v < 4; ++v) {
            const std::size_t first = v & 1, second = 2 + (v >> 1 & 1);
            Double3 ray = cross(unit(plane(first).normal), unit(plane(second).normal));
            if (dot(ray, away) < 0) ray = -ray;
            // The ray must leave its end, and no other side may stop it.
            if (!(inwards(direction_of(end), ray) > 1)) return false;
            for (std::size_t k = 0; k < 2; ++k) {
                const double opens = inwards(direction_of(2 * k + (~v >> k & 1)), ray);
                if (!(opens >= -1)) return false;
                has_depth_[k] = has_depth_[k] || opens > 1;
            }
            const std::uint32_t number = edges_.add(ray, kSameRay);
            rays_of_[first] |= 1U << number;
            rays_of_[second] |= 1U << number;
        }
        has_depth_[2] = true;
        convex_.ray_count = convex_.edge_count;
        return true;
    }
    static Double3 unit(const Double3& v) noexcept { return (1 / length(v)) * v; }
    /// A plane through the origin: a direction is on its inner side when its point is.
    DoublePlane direction_of(std::size_t p) const noexcept {
        DoublePlane through_origin = plane(p);
        through_origin.offset = 0;
        return through_origin;
    }

    /// If each corner is within all planes, the planes can have no other corners, so the body is bounded but for its
    /// rays. For that, the corners must not all coincide on opposite planes.
    bool add_corner(std::size_t v, bool endless) noexcept {
        corners_[v] = meeting_point(plane(v & 1), plane(2 + (v >> 1 & 1)), plane(4 + (v >> 2 & 1)));
        if (!is_legal_point(corners_[v])) return false;
        for (std::size_t k = 0; k < (endless ? 2 : 3); ++k) {
            const double depth = inwards(plane(2 * k + (~v >> k & 1)), corners_[v]);
            if (!(depth >= -1)) return false;
            has_depth_[k] = has_depth_[k] || depth > 1;
        }
        store_split(corners_[v], convex_.vertex[convex_.vertex_count], convex_.rest[convex_.vertex_count]);
        ++convex_.vertex_count;
        return true;
    }

    const Frustum& frustum_;
    simd::ConvexShape& convex_;
    Edges edges_;
    Double3 corners_[kCorners];
    std::uint32_t rays_of_[kPlanes] = {};
    bool has_depth_[3] = {};
};

}  // namespace

bool prepare(const Frustum& frustum, simd::ConvexShape& convex) noexcept {
    return FrustumCheck(frustum, convex).run();
}

}  // namespace geometry

Status frustum_from_matrix(const Mat4& view_projection, ClipSpace clip_space, Frustum& frustum) noexcept {
    if (clip_space != ClipSpace::zero_to_one && clip_space != ClipSpace::minus_one_to_one)
        return Status::invalid_argument;
    const parallel::FpEnvironment ieee;
    // Inside: w + x >= 0 and so on, where x y z w are the rows of the matrix applied to a point.
    const float* const m = view_projection.m;
    const auto plane = [&](std::size_t row, float sign_of_row, float share_of_w) {
        float sum[4];
        for (std::size_t column = 0; column < 4; ++column)
            sum[column] = share_of_w * m[4 * column + 3] + sign_of_row * m[4 * column + row];
        return Plane{{sum[0], sum[1], sum[2]}, -sum[3]};
    };
    Frustum made{{plane(0, 1, 1), plane(0, -1, 1), plane(1, 1, 1), plane(1, -1, 1),
                  plane(2, 1, clip_space == ClipSpace::zero_to_one ? 0.0F : 1.0F), plane(2, -1, 1)}};
    // A plane at infinity, within the rounding of the matrix.
    constexpr double kRounding = 4 * double{std::numeric_limits<float>::epsilon()};
    const double size = geometry::magnitude(geometry::Double3{{m[3], m[7], m[11]}});
    for (std::size_t p = 4; p < 6; ++p) {
        // A row of the matrix, not a difference of rows: nothing was rounded.
        const bool exact = p == 4 && clip_space == ClipSpace::zero_to_one;
        if (exact && geometry::is_legal_plane(made.planes[p])) continue;
        if (geometry::magnitude(geometry::widened(made.planes[p].normal)) <= kRounding * size)
            made.planes[p].normal = {};
    }
    simd::ConvexShape convex;
    if (!geometry::prepare(made, convex)) return Status::invalid_shape;
    frustum = made;
    return Status::ok;
}

}  // namespace satori::v0
