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

/// Collects the directions of edges, each once.
class Edges {
public:
    explicit Edges(simd::ConvexShape& convex) noexcept : convex_(convex) { convex_.edge_count = 0; }

    void add(const Double3& edge) noexcept {
        const double size = length(edge);
        if (!(size > 0)) return;  // coincident corners
        const Double3 direction = (1 / size) * edge;
        for (std::uint32_t e = 0; e < convex_.edge_count; ++e)
            if (length(cross(direction, directions_[e])) <= kSameEdge) return;
        SATORI_ASSERT(convex_.edge_count < 12);
        directions_[convex_.edge_count] = direction;
        store_direction(direction, convex_.edge[convex_.edge_count++]);
    }

private:
    simd::ConvexShape& convex_;
    Double3 directions_[12];
};

}  // namespace

bool prepare(const Frustum& frustum, simd::ConvexShape& convex) noexcept {
    for (const Plane& plane : frustum.planes)
        if (!is_legal_plane(plane)) return false;
    // Bit k of a corner's number selects plane 2 k or 2 k + 1: the corner lies on it.
    Double3 corners[kCorners];
    bool has_depth[3] = {};
    for (std::size_t v = 0; v < kCorners; ++v) {
        const DoublePlane planes[3] = {DoublePlane(frustum.planes[v & 1]),
                                       DoublePlane(frustum.planes[2 + (v >> 1 & 1)]),
                                       DoublePlane(frustum.planes[4 + (v >> 2 & 1)])};
        corners[v] = meeting_point(planes[0], planes[1], planes[2]);
        if (!is_legal_point(corners[v])) return false;
        // If each of the eight corners is within all six planes, six planes can have no other corners, so the body is
        // bounded. For that, the corners must not all coincide on opposite planes.
        for (std::size_t k = 0; k < 3; ++k) {
            const double depth = inwards(DoublePlane(frustum.planes[2 * k + (~v >> k & 1)]), corners[v]);
            if (!(depth >= -1)) return false;
            has_depth[k] = has_depth[k] || depth > 1;
        }
        store_split(corners[v], convex.vertex[v], convex.rest[v]);
    }
    if (!has_depth[0] || !has_depth[1] || !has_depth[2]) return false;
    convex.vertex_count = kCorners;
    convex.normal_count = kPlanes;
    convex.solid = true;
    for (std::size_t p = 0; p < kPlanes; ++p) store_direction(widened(frustum.planes[p].normal), convex.normal[p]);
    Edges edges(convex);
    for (std::size_t v = 0; v < kCorners; ++v)
        for (std::size_t k = 0; k < 3; ++k)
            if ((v >> k & 1) == 0) edges.add(corners[v | std::size_t{1} << k] - corners[v]);
    return true;
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
    const Frustum made{{plane(0, 1, 1), plane(0, -1, 1), plane(1, 1, 1), plane(1, -1, 1),
                        plane(2, 1, clip_space == ClipSpace::zero_to_one ? 0.0F : 1.0F), plane(2, -1, 1)}};
    simd::ConvexShape convex;
    if (!geometry::prepare(made, convex)) return Status::invalid_shape;
    frustum = made;
    return Status::ok;
}

}  // namespace satori::v0
