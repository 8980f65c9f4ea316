#include "geometry/shape_input.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/box_math.hpp"

namespace satori::v0::geometry {

namespace {

constexpr double kMost = kMaxShapeCoordinate;

void store(const Vec3& v, float (&out)[3]) noexcept {
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

// NaN fails every comparison.
bool is_legal_direction(const Vec3& v) noexcept {
    if (!is_finite(v)) return false;
    const double largest = magnitude(widened(v));
    return largest >= static_cast<double>(kMinDirection) && largest <= static_cast<double>(kMaxDirection);
}

bool prepare(const Vec3& point, simd::PointShape& out) noexcept {
    store(point, out.at);
    return is_legal_point(point);
}

bool prepare(const Aabb& box, simd::BoundsShape& out) noexcept {
    store(box.min, out.min);
    store(box.max, out.max);
    for (int k = 0; k < 3; ++k) {
        if (!(out.min[k] <= out.max[k])) return false;
        out.half[k] = static_cast<float>(0.5 * (static_cast<double>(out.max[k]) - static_cast<double>(out.min[k])));
    }
    return is_legal_point(box.min) && is_legal_point(box.max);
}

bool prepare(const Sphere& sphere, simd::SphereShape& out) noexcept {
    store(sphere.center, out.center);
    out.radius = sphere.radius;
    return is_legal_point(sphere.center) && sphere.radius >= 0 && sphere.radius <= kMaxShapeCoordinate;
}

bool prepare(const Plane& plane, simd::PlaneShape& out) noexcept {
    if (!is_legal_plane(plane)) return false;
    // Scales by a power of two, which is exact.
    int exponent = 0;
    std::frexp(magnitude(widened(plane.normal)), &exponent);
    store(plane.normal, out.normal);
    for (float& component : out.normal) component = std::ldexp(component, -exponent);
    out.offset = std::ldexp(plane.offset, -exponent);
    return true;
}

bool prepare(const Ray& ray, simd::RayShape& out) noexcept {
    store(ray.origin, out.origin);
    store(ray.direction, out.direction);
    out.max_distance = ray.max_distance;
    return is_legal_point(ray.origin) && is_legal_direction(ray.direction) && ray.max_distance >= 0;
}

/// Takes the corners as the caller's floats. The edges connect neighbors, and close the polygon when there are more
/// than two corners.
template <std::size_t kCorners>
bool prepare_corners(const Vec3 (&corners)[kCorners], simd::ConvexShape& out) noexcept {
    out.vertex_count = kCorners;
    out.normal_count = 0;
    out.edge_count = kCorners == 2 ? 1 : kCorners;
    out.ray_count = 0;
    out.solid = false;
    for (std::size_t v = 0; v < kCorners; ++v) {
        if (!is_legal_point(corners[v])) return false;
        store(corners[v], out.vertex[v]);
        std::fill(out.rest[v], out.rest[v] + 3, 0.0F);
    }
    for (std::size_t e = 0; e < out.edge_count; ++e)
        store_direction(widened(corners[(e + 1) % kCorners]) - widened(corners[e]), out.edge[e]);
    return true;
}

bool prepare(const Segment& segment, simd::ConvexShape& out) noexcept {
    return prepare_corners({segment.start, segment.end}, out);
}

bool prepare(const Triangle& triangle, simd::ConvexShape& out) noexcept {
    if (!prepare_corners({triangle.a, triangle.b, triangle.c}, out)) return false;
    const Double3 a = widened(triangle.a);
    store_direction(cross(widened(triangle.b) - a, widened(triangle.c) - a), out.normal[0]);
    out.normal_count = 1;
    return true;
}

bool prepare(const OrientedBox& box, simd::ConvexShape& out) noexcept {
    if (!is_legal(box)) return false;
    const DoubleBox exact(box);
    out.vertex_count = 8;
    out.normal_count = out.edge_count = 3;
    out.ray_count = 0;
    out.solid = true;
    for (std::size_t v = 0; v < 8; ++v) {
        Double3 corner = exact.center;
        for (std::size_t i = 0; i < 3; ++i)
            corner = corner + ((v >> i & 1) != 0 ? exact.half[i] : -exact.half[i]) * exact.axes[i];
        store_split(corner, out.vertex[v], out.rest[v]);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        store_direction(exact.axes[i], out.normal[i]);
        store_direction(exact.axes[i], out.edge[i]);
    }
    return true;
}

}  // namespace

bool is_legal_point(const Vec3& point) noexcept {
    return is_legal_point(widened(point));
}

bool is_legal_point(const Double3& point) noexcept {
    return std::fabs(point[0]) <= kMost && std::fabs(point[1]) <= kMost && std::fabs(point[2]) <= kMost;
}

bool is_legal_plane(const Plane& plane) noexcept {
    return is_legal_direction(plane.normal) &&
           std::fabs(static_cast<double>(plane.offset)) <= kMost * magnitude(widened(plane.normal));
}

double magnitude(const Double3& v) noexcept {
    return std::max({std::fabs(v[0]), std::fabs(v[1]), std::fabs(v[2])});
}

void store_direction(const Double3& v, float (&out)[3]) noexcept {
    const double largest = magnitude(v);
    for (std::size_t k = 0; k < 3; ++k) out[k] = largest > 0 ? static_cast<float>(v[k] / largest) : 0.0F;
}

void store_split(const Double3& v, float (&rounded)[3], float (&rest)[3]) noexcept {
    for (std::size_t k = 0; k < 3; ++k) {
        rounded[k] = static_cast<float>(v[k]);
        rest[k] = static_cast<float>(v[k] - rounded[k]);
    }
}

void classify(const simd::ShapeKernels& kernels, const simd::ShapeArgs& args, const ShapeInput& input,
              std::uint8_t* out) noexcept {
    constexpr std::size_t kTile = 256;
    static_assert(kTile % simd::kMaxLanes == 0);
    const auto kernel = static_cast<std::size_t>(input.test);
    kernels.test[kernel](args, out);
    if (!input.has_volume()) return;
    std::uint8_t inside[kTile];
    for (std::size_t begin = args.begin; begin < args.end; begin += kTile) {
        const std::size_t end = std::min(begin + kTile, args.end);
        kernels.inside[kernel]({args.boxes, begin, end, args.shape}, inside);
        std::uint8_t* const here = out + (begin - args.begin);
        for (std::size_t i = 0; i < end - begin; ++i)
            here[i] = static_cast<std::uint8_t>(here[i] + (here[i] & inside[i]));
    }
}

bool prepare(ShapeRef shape, ShapeInput& input) noexcept {
    switch (shape.kind()) {
        case ShapeKind::point:
            input.test = simd::ShapeTest::point;
            return prepare(shape.as<Vec3>(), input.data.point);
        case ShapeKind::aabb:
            input.test = simd::ShapeTest::bounds;
            return prepare(shape.as<Aabb>(), input.data.bounds);
        case ShapeKind::sphere:
            input.test = simd::ShapeTest::sphere;
            return prepare(shape.as<Sphere>(), input.data.sphere);
        case ShapeKind::plane:
            input.test = simd::ShapeTest::plane;
            return prepare(shape.as<Plane>(), input.data.plane);
        case ShapeKind::ray:
            input.test = simd::ShapeTest::ray;
            return prepare(shape.as<Ray>(), input.data.ray);
        case ShapeKind::segment:
            input.test = simd::ShapeTest::convex;
            return prepare(shape.as<Segment>(), input.data.convex);
        case ShapeKind::triangle:
            input.test = simd::ShapeTest::convex;
            return prepare(shape.as<Triangle>(), input.data.convex);
        case ShapeKind::frustum:
            input.test = simd::ShapeTest::convex;
            return prepare(shape.as<Frustum>(), input.data.convex);
        case ShapeKind::box:
            input.test = simd::ShapeTest::convex;
            return prepare(shape.as<OrientedBox>(), input.data.convex);
    }
    return false;
}

}  // namespace satori::v0::geometry
