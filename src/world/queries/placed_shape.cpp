#include "world/queries/placed_shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.hpp"
#include "geometry/rounding.hpp"
#include "world/queries/box_casts.hpp"
#include "world/refresh.hpp"

namespace satori::v0::world {

namespace {

using geometry::Double3;

/// A bound of the error of a shape's own test, relative to the shape's largest coordinate.
constexpr double kShapeMargin = 32 * double{std::numeric_limits<float>::epsilon()};

struct DoubleBounds {
    Double3 lo, hi;

    void enclose(std::size_t k, double v) noexcept {
        lo[k] = std::min(lo[k], v);
        hi[k] = std::max(hi[k], v);
    }
};

/// Returns the bounds relative to the shape's own origin.
DoubleBounds bounds_of(const geometry::ShapeInput& input) noexcept {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    DoubleBounds bounds{{{kFar, kFar, kFar}}, {{-kFar, -kFar, -kFar}}};
    for (std::size_t k = 0; k < 3; ++k) {
        switch (input.test) {
            case simd::ShapeTest::point:
                bounds.enclose(k, input.data.point.at[k]);
                break;
            case simd::ShapeTest::bounds:
                bounds.enclose(k, input.data.bounds.min[k]);
                bounds.enclose(k, input.data.bounds.max[k]);
                break;
            case simd::ShapeTest::sphere: {
                const simd::SphereShape& sphere = input.data.sphere;
                bounds.enclose(k, double{sphere.center[k]} - double{sphere.radius});
                bounds.enclose(k, double{sphere.center[k]} + double{sphere.radius});
                break;
            }
            case simd::ShapeTest::plane:
                bounds.enclose(k, -kFar);
                bounds.enclose(k, kFar);
                break;
            case simd::ShapeTest::ray: {
                const simd::RayShape& ray = input.data.ray;
                bounds.enclose(k, ray.origin[k]);
                if (ray.direction[k] != 0)
                    bounds.enclose(k, ray.origin[k] + double{ray.direction[k]} * double{ray.max_distance});
                break;
            }
            case simd::ShapeTest::convex: {
                const simd::ConvexShape& convex = input.data.convex;
                if (convex.ray_count > 0) bounds.enclose(k, kFar);
                for (std::uint32_t v = 0; v < convex.vertex_count; ++v)
                    bounds.enclose(k, double{convex.vertex[v][k]} + double{convex.rest[v][k]});
                break;
            }
        }
    }
    double largest = 0;
    for (std::size_t k = 0; k < 3; ++k) largest = std::max({largest, std::fabs(bounds.lo[k]), std::fabs(bounds.hi[k])});
    // Infinite bounds need no margin. A margin would be infinite too, and would leave no bounds on the other axes.
    if (!std::isfinite(largest)) return {{{-kFar, -kFar, -kFar}}, {{kFar, kFar, kFar}}};
    for (std::size_t k = 0; k < 3; ++k) {
        bounds.lo[k] -= kShapeMargin * largest;
        bounds.hi[k] += kShapeMargin * largest;
    }
    return bounds;
}

/// A few boxes relative to a shape's origin, in the kernels' format.
struct BoxTile {
    static constexpr std::uint32_t kBoxes = 16;
    static_assert(kBoxes % simd::kMaxLanes == 0);

    alignas(64) float components[kBoxComponentCount * kBoxes] = {};

    void set(std::uint32_t i, const Body& body, const Vec3d& origin) noexcept {
        const Vec3d& at = body.position;
        const float center[3] = {static_cast<float>(at.x - origin.x), static_cast<float>(at.y - origin.y),
                                 static_cast<float>(at.z - origin.z)};
        for (std::uint32_t c = 0; c < 3; ++c) components[c * kBoxes + i] = center[c];
        for (std::uint32_t c = 0; c < 3; ++c) components[(3 + c) * kBoxes + i] = body.shape.half[c];
        for (std::uint32_t c = 0; c < 9; ++c) components[(6 + c) * kBoxes + i] = body.shape.axes[c];
    }
};
static_assert(kBoxComponentCount == 15);

}  // namespace

PlacedShape::PlacedShape(const WorldShape& shape) noexcept : origin_(shape.origin) {
    // This cannot fail: the shape is legal.
    [[maybe_unused]] const bool legal = geometry::prepare(shape.shape, input_);
    SATORI_ASSERT(legal);
}

NearProbe PlacedShape::probe(const Vec3d& world_origin) const noexcept {
    const DoubleBounds bounds = bounds_of(input_);
    float lo[3], hi[3];
    const double at[3] = {origin_.x, origin_.y, origin_.z};
    const double from[3] = {world_origin.x, world_origin.y, world_origin.z};
    for (std::size_t k = 0; k < 3; ++k) {
        lo[k] = range_about(at[k], from[k], geometry::rounded(-bounds.lo[k])).lo;
        hi[k] = range_about(at[k], from[k], geometry::rounded(bounds.hi[k])).hi;
    }
    return {lo, hi, 0};
}

template <class Found>
void PlacedShape::for_each(const Test& test, const Body* bodies, std::span<const std::uint32_t> boxes,
                           Found&& found) const noexcept {
    BoxTile tile;
    for (std::size_t begin = 0; begin < boxes.size(); begin += BoxTile::kBoxes) {
        const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(BoxTile::kBoxes, boxes.size() - begin));
        for (std::uint32_t i = 0; i < count; ++i) tile.set(i, bodies[boxes[begin + i]], origin_);
        std::uint8_t answers[BoxTile::kBoxes];
        test.kernel({{tile.components, BoxTile::kBoxes}, 0, count, &input_.data}, answers);
        for (std::uint32_t i = 0; i < count; ++i) {
            const Body& body = bodies[boxes[begin + i]];
            found(begin + i, body.radius == 0 ? answers[i] != 0 : test.rounded(rounded(body, origin_), input_));
        }
    }
}

std::size_t PlacedShape::keep_overlapping(const simd::KernelTable& kernels, const Body* bodies,
                                          std::span<std::uint32_t> boxes) const noexcept {
    std::size_t kept = 0;
    const Test test{kernels.shapes.test[static_cast<std::size_t>(input_.test)], geometry::overlaps};
    for_each(test, bodies, boxes, [&](std::size_t k, bool overlaps) {
        if (overlaps) boxes[kept++] = boxes[k];
    });
    return kept;
}

void PlacedShape::mark_inside(const simd::KernelTable& kernels, const Body* bodies,
                              std::span<std::uint32_t> boxes) const noexcept {
    if (!input_.has_volume()) return;
    const Test test{kernels.shapes.inside[static_cast<std::size_t>(input_.test)], geometry::is_inside};
    for_each(test, bodies, boxes, [&](std::size_t k, bool inside) { boxes[k] |= inside ? kInside : 0; });
}

NearProbe probe_about(const Vec3d& point, double distance, const Vec3d& world_origin) noexcept {
    const Range x = range_about(point.x, world_origin.x, 0), y = range_about(point.y, world_origin.y, 0),
                z = range_about(point.z, world_origin.z, 0);
    const float lo[3] = {x.lo, y.lo, z.lo}, hi[3] = {x.hi, y.hi, z.hi};
    return {lo, hi, distance};
}

}  // namespace satori::v0::world
