#include "geometry/rounded_box.hpp"

#include <algorithm>
#include <limits>

#include "geometry/box_math.hpp"

namespace satori::v0::geometry {

namespace {

Double3 wide(const float (&v)[3]) noexcept {
    return {{v[0], v[1], v[2]}};
}

/// Returns a vector in the frame of the box.
Double3 local(const RoundedBox& box, const Double3& v) noexcept {
    return {{dot(box.axes[0], v), dot(box.axes[1], v), dot(box.axes[2], v)}};
}

/// Returns how far a point lies beyond the core along its axes.
Double3 beyond(const RoundedBox& box, const Double3& local) noexcept {
    Double3 out;
    for (std::size_t i = 0; i < 3; ++i) out[i] = local[i] - std::clamp(local[i], -box.half[i], box.half[i]);
    return out;
}

/// The places where a line in the frame of a box crosses the planes of the core's sides, from `begin` to `end`.
struct Crossings {
    double at[8];
    std::size_t count = 0;

    Crossings(const RoundedBox& box, const Double3& origin, const Double3& direction, double begin,
              double end) noexcept {
        at[count++] = begin;
        for (std::size_t i = 0; i < 3; ++i) {
            if (direction[i] == 0) continue;
            for (const double side : {-box.half[i], box.half[i]}) {
                const double place = (side - origin[i]) / direction[i];
                if (place > begin && place < end) at[count++] = place;
            }
        }
        std::sort(at, at + count);
        at[count++] = end;
    }
};

constexpr Stretch kNowhere{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

/// Returns the part of a line that lies in the box, between two neighbors of its Crossings. There the squared distance
/// from the core is one polynomial of second degree.
Stretch stretch_between(const RoundedBox& box, const Double3& origin, const Double3& direction, double begin,
                        double end) noexcept {
    const double inside = 0.5 * (begin + end);
    double square = 0, linear = 0, rest = -box.radius * box.radius;
    for (std::size_t i = 0; i < 3; ++i) {
        const double at = origin[i] + inside * direction[i];
        if (!(std::fabs(at) > box.half[i])) continue;
        const double from_side = origin[i] - std::copysign(box.half[i], at);
        square += direction[i] * direction[i];
        linear += direction[i] * from_side;
        rest += from_side * from_side;
    }
    if (!(square > 0)) return rest <= 0 ? Stretch{begin, end} : kNowhere;
    const double under_root = linear * linear - square * rest;
    if (!(under_root >= 0)) return kNowhere;
    const double root = std::sqrt(under_root), entry = (-linear - root) / square, exit = (-linear + root) / square;
    return entry <= end && exit >= begin ? Stretch{std::max(entry, begin), std::min(exit, end)} : kNowhere;
}

/// A line in the frame of a box. Places are counted from where it is nearest to the center, so that squares of large
/// numbers do not cancel.
class LocalLine {
public:
    LocalLine(const RoundedBox& box, const Line& line) noexcept
        : box_(box),
          direction_(local(box, line.direction)),
          start_(local(box, line.origin - box.center)),
          nearest_(nearest_of(line)),
          origin_(start_ + nearest_ * direction_),
          crossings_(box, origin_, direction_, std::max(-nearest_, -reach()),
                     std::min(line.max_distance - nearest_, reach())) {}

    bool begins_inside() const noexcept {
        const Double3 out = beyond(box_, start_);
        return dot(out, out) <= box_.radius * box_.radius;
    }
    /// Returns where the line enters the box, or infinity.
    double entry() const noexcept {
        for (std::size_t k = 0; k + 1 < crossings_.count; ++k)
            if (const Stretch part = between(k); !part.empty()) return part.entry;
        return kNowhere.entry;
    }
    /// Returns where the line leaves the box, or minus infinity.
    double exit() const noexcept {
        for (std::size_t k = crossings_.count - 1; k-- > 0;)
            if (const Stretch part = between(k); !part.empty()) return part.exit;
        return kNowhere.exit;
    }
    /// Returns a place as a distance from the line's begin.
    double from_begin(double place) const noexcept { return std::max(0.0, nearest_ + place); }
    /// Returns the way from the core to a place of the line.
    Double3 from_core(double place) const noexcept {
        const Double3 across = beyond(box_, origin_ + place * direction_);
        Double3 way;
        for (std::size_t i = 0; i < 3; ++i) way = way + across[i] * box_.axes[i];
        return way;
    }

private:
    double nearest_of(const Line& line) const noexcept {
        const double speed = dot(direction_, direction_);
        return speed > 0 ? std::clamp(-dot(start_, direction_) / speed, 0.0, line.max_distance) : 0;
    }
    /// Returns a bound of the places in the box: the line moves farther there than the box reaches.
    double reach() const noexcept {
        const double speed = length(direction_);
        return speed > 0 ? 2 * (length(box_.half) + box_.radius) / speed : 0;
    }
    Stretch between(std::size_t k) const noexcept {
        return stretch_between(box_, origin_, direction_, crossings_.at[k], crossings_.at[k + 1]);
    }

    const RoundedBox& box_;
    Double3 direction_, start_;
    double nearest_;
    Double3 origin_;
    Crossings crossings_;
};

/// Returns the distance between the box's core and a convex body. farthest_of(direction) returns the body's farthest
/// point in a direction.
template <class FarthestOf>
double core_distance(const RoundedBox& box, FarthestOf&& farthest_of) noexcept {
    const auto support = [&](const Double3& direction) {
        const Double3 on_box = farthest(box.axes, box.half, -direction);
        // The centers come first: far from the origin, the sum of a center and a small vector loses the vector.
        return Difference{(farthest_of(direction) - box.center) - on_box, on_box};
    };
    return length(nearest_point(support).at);
}

/// Returns the distance between the box's core and a point.
double distance_to(const RoundedBox& box, const Double3& point) noexcept {
    return length(beyond(box, local(box, point - box.center)));
}

Double3 vertex(const simd::ConvexShape& convex, std::uint32_t v) noexcept {
    return wide(convex.vertex[v]) + wide(convex.rest[v]);
}

bool overlaps(const RoundedBox& box, const simd::ConvexShape& convex) noexcept {
    double size = length(box.half);
    for (std::uint32_t v = 0; v < convex.vertex_count; ++v) size += length(vertex(convex, v) - box.center);
    // Rays without an end are cut off far beyond the box.
    const double far = convex.ray_count == 0 ? 0 : 1e3 * (size + box.radius);
    const auto farthest_of = [&](const Double3& direction) {
        Double3 best = vertex(convex, 0);
        for (std::uint32_t v = 1; v < convex.vertex_count; ++v)
            if (dot(vertex(convex, v), direction) > dot(best, direction)) best = vertex(convex, v);
        for (std::uint32_t r = 0; r < convex.ray_count; ++r)
            if (dot(wide(convex.edge[r]), direction) > 0) best = best + far * wide(convex.edge[r]);
        return best;
    };
    return core_distance(box, farthest_of) <= box.radius;
}

bool is_inside(const RoundedBox& box, const simd::ConvexShape& convex) noexcept {
    for (std::uint32_t n = 0; n < convex.normal_count; ++n) {
        const Double3 normal = wide(convex.normal[n]);
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (std::uint32_t v = 0; v < convex.vertex_count; ++v) {
            low = std::min(low, dot(normal, vertex(convex, v)));
            high = std::max(high, dot(normal, vertex(convex, v)));
        }
        for (std::uint32_t r = 0; r < convex.ray_count; ++r) {
            if ((convex.normal_rays[n] >> r & 1U) != 0) continue;
            const double along = dot(normal, wide(convex.edge[r]));
            if (along < 0) low = -std::numeric_limits<double>::infinity();
            if (along > 0) high = std::numeric_limits<double>::infinity();
        }
        const double at = dot(normal, box.center);
        const double reach = radius(box.axes, box.half, normal) + box.radius * length(normal);
        if (!(at - low >= reach && high - at >= reach)) return false;
    }
    return true;
}

}  // namespace

Line line_of(const simd::RayShape& ray) noexcept {
    return {wide(ray.origin), wide(ray.direction), ray.max_distance};
}

bool meets(const RoundedBox& box, const Line& line, double& distance, Double3& normal) noexcept {
    const LocalLine seen(box, line);
    normal = {};
    distance = 0;
    if (seen.begins_inside()) return true;
    const double entry = seen.entry();
    if (!std::isfinite(entry)) return false;
    distance = seen.from_begin(entry);
    normal = seen.from_core(entry);
    return true;
}

Stretch stretch_in(const RoundedBox& box, const Line& line) noexcept {
    const LocalLine seen(box, line);
    const bool inside = seen.begins_inside();
    const double entry = seen.entry();
    if (!inside && !std::isfinite(entry)) return kNowhere;
    const double begin = inside ? 0 : seen.from_begin(entry);
    return {begin, std::max(begin, seen.from_begin(seen.exit()))};
}

bool overlaps(const RoundedBox& box, const ShapeInput& shape) noexcept {
    switch (shape.test) {
        case simd::ShapeTest::point:
            return distance_to(box, wide(shape.data.point.at)) <= box.radius;
        case simd::ShapeTest::bounds: {
            const Double3 min = wide(shape.data.bounds.min), max = wide(shape.data.bounds.max);
            const auto farthest_of = [&](const Double3& direction) {
                return Double3{{direction[0] < 0 ? min[0] : max[0], direction[1] < 0 ? min[1] : max[1],
                                direction[2] < 0 ? min[2] : max[2]}};
            };
            return core_distance(box, farthest_of) <= box.radius;
        }
        case simd::ShapeTest::sphere: {
            const simd::SphereShape& sphere = shape.data.sphere;
            return distance_to(box, wide(sphere.center)) <= box.radius + double{sphere.radius};
        }
        case simd::ShapeTest::plane: {
            const Double3 normal = wide(shape.data.plane.normal);
            return std::fabs(dot(normal, box.center) - double{shape.data.plane.offset}) <=
                   radius(box.axes, box.half, normal) + box.radius * length(normal);
        }
        case simd::ShapeTest::ray: {
            double distance;
            Double3 normal;
            return meets(box, line_of(shape.data.ray), distance, normal);
        }
        case simd::ShapeTest::convex:
            return overlaps(box, shape.data.convex);
    }
    return false;
}

bool is_inside(const RoundedBox& box, const ShapeInput& shape) noexcept {
    SATORI_ASSERT(shape.has_volume());
    switch (shape.test) {
        case simd::ShapeTest::bounds: {
            const Double3 min = wide(shape.data.bounds.min), max = wide(shape.data.bounds.max);
            for (std::size_t k = 0; k < 3; ++k) {
                double reach = box.radius;
                for (std::size_t i = 0; i < 3; ++i) reach += std::fabs(box.axes[i][k]) * box.half[i];
                if (!(box.center[k] - min[k] >= reach && max[k] - box.center[k] >= reach)) return false;
            }
            return true;
        }
        case simd::ShapeTest::sphere: {
            const simd::SphereShape& sphere = shape.data.sphere;
            Double3 far = local(box, wide(sphere.center) - box.center);  // to the farthest corner of the core
            for (std::size_t i = 0; i < 3; ++i) far[i] = std::fabs(far[i]) + box.half[i];
            return length(far) + box.radius <= double{sphere.radius};
        }
        case simd::ShapeTest::convex:
            return is_inside(box, shape.data.convex);
        default:
            return false;
    }
}

}  // namespace satori::v0::geometry
