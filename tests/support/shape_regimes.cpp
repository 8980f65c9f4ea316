#include "support/shape_regimes.hpp"

#include <algorithm>
#include <cmath>

#include "oracles/double_quat.hpp"
#include "support/coordinates.hpp"

namespace satori::test {

using reference::Point;

namespace {

Vec3 to_vec(const Point& p) {
    return {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])};
}

Point random_direction(Random& random) {
    for (;;) {
        const Point v = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
        const double size = reference::length(v);
        if (size > 0.1 && size <= 1) return {v[0] / size, v[1] / size, v[2] / size};
    }
}

DoubleQuat unit_rotation(Random& random) {
    const Quat q = random_rotation(random);
    const double x = q.x, y = q.y, z = q.z, w = q.w;
    const double size = std::sqrt(x * x + y * y + z * z + w * w);
    return {x / size, y / size, z / size, w / size};
}

/// The place and the sizes of a regime's shapes and boxes.
struct Setting {
    Point origin{0, 0, 0};
    double shape_size = 1, box_size = 1;
};

Setting make_setting(ShapeRegime regime, Random& random) {
    Setting setting;
    setting.shape_size = random.log_uniform(0.3, 3);
    setting.box_size = random.log_uniform(0.3, 3);
    const auto move = [&](double least, double most, double scale) {
        const Point direction = random_direction(random);
        setting.origin = reference::add_scaled({0, 0, 0}, random.uniform(least, most), direction);
        setting.shape_size *= scale;
        setting.box_size *= scale;
    };
    if (regime == ShapeRegime::sizes)
        (random.coin() ? setting.shape_size : setting.box_size) *= random.log_uniform(1e2, 1e5);
    if (regime == ShapeRegime::far_1e6) move(9e5, 1e6, 5);
    if (regime == ShapeRegime::far_1e8) move(5e7, 9.9e7, 500);
    return setting;
}

/// Returns the rotation of a shape. In the regime `aligned` it is the boxes' rotation, with at most a small turn.
DoubleQuat shape_rotation(ShapeRegime regime, const DoubleQuat& of_boxes, Random& random) {
    if (regime != ShapeRegime::aligned) return unit_rotation(random);
    if (random.below(4) == 0) return of_boxes;
    return of_boxes * about_axis(random.below(3), random.log_uniform(1e-8, 1e-1));
}

AnyShape make_shape(ShapeKind kind, ShapeRegime regime, const Setting& setting, const DoubleQuat& rotation,
                    Random& random) {
    const bool degenerate = regime == ShapeRegime::degenerate, aligned = regime == ShapeRegime::aligned;
    const double size = setting.shape_size;
    const auto local = [&](double x, double y, double z) {
        return to_vec(reference::add_scaled(setting.origin, size, rotate(rotation, {x, y, z})));
    };
    const auto coordinate = [&] { return random.uniform(-1, 1); };
    // Aligned shapes have coordinates in common.
    const auto other = [&](double of) { return aligned && random.coin() ? of : coordinate(); };
    const double x = coordinate(), y = coordinate(), z = coordinate();
    const Vec3 a = local(x, y, z);
    switch (kind) {
        case ShapeKind::point:
            return a;
        case ShapeKind::aabb: {
            Point half = {random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)};
            if (degenerate) half[random.below(3)] = 0;
            if (degenerate && random.coin()) half = {0, 0, 0};
            const Point middle = reference::to_point(a);
            return Aabb{to_vec(reference::add_scaled(middle, -size, half)),
                        to_vec(reference::add_scaled(middle, size, half))};
        }
        case ShapeKind::sphere:
            return Sphere{a, degenerate ? 0.0F : static_cast<float>(size * random.uniform(0.2, 1))};
        case ShapeKind::plane: {
            const double scale = random.log_uniform(1e-18, 1e18);
            const Point normal = aligned ? rotate(rotation, {0, 0, 1}) : random_direction(random);
            const Vec3 scaled = to_vec(reference::add_scaled({0, 0, 0}, scale, normal));
            const double offset = reference::dot(reference::to_point(scaled), reference::to_point(a));
            return Plane{scaled, static_cast<float>(offset)};
        }
        case ShapeKind::ray: {
            const Vec3 through = local(other(x), other(y), other(z));
            Point along = reference::minus(reference::to_point(through), reference::to_point(a));
            if (reference::length(along) == 0) along = random_direction(random);
            const double scale = random.log_uniform(1e-12, 1e12) / reference::length(along);
            Ray ray{a, to_vec({along[0] * scale, along[1] * scale, along[2] * scale}), 0};
            const double length = reference::length(reference::to_point(ray.direction));
            ray.max_distance = random.coin() ? INFINITY : static_cast<float>(size * random.uniform(0.1, 3) / length);
            if (degenerate) ray.max_distance = 0;
            return ray;
        }
        case ShapeKind::segment:
            return Segment{a, degenerate ? a : local(other(x), other(y), other(z))};
        case ShapeKind::triangle: {
            const Vec3 b = local(other(x), other(y), other(z)), c = local(other(x), other(y), other(z));
            if (!degenerate) return Triangle{a, b, c};
            if (random.below(3) == 0) return Triangle{a, a, a};
            return random.coin() ? Triangle{a, b, b} : Triangle{a, b, local(2 * x - y, 2 * y - z, 2 * z - x)};
        }
        case ShapeKind::frustum: {
            const Quat turned = to_float(rotation);
            const double far = size * random.uniform(1, 2);
            const double near = degenerate ? 0 : far * random.uniform(0.02, 0.5);
            const double tan_x = random.uniform(0.2, 1.5), tan_y = random.uniform(0.2, 1.5);
            Frustum frustum = perspective(setting.origin, turned, tan_x, tan_y, near, far);
            if (random.below(3) != 0) return frustum;
            // An open one, of which either end may be missing.
            frustum.planes[5] = {{0, 0, 0}, random.coin() ? 0.0F : -1.0F};
            if (random.coin()) std::swap(frustum.planes[4], frustum.planes[5]);
            return frustum;
        }
        case ShapeKind::box: {
            Point half = {random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)};
            if (degenerate) half[random.below(3)] = 0;
            return OrientedBox{a, to_vec(reference::add_scaled({0, 0, 0}, size, half)), to_float(rotation)};
        }
    }
    return a;
}

OrientedBox make_box(ShapeRegime regime, const Setting& setting, const DoubleQuat& rotation, Random& random) {
    OrientedBox box;
    const double reach = 0.8 * (setting.shape_size + setting.box_size);
    const Point offset = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    box.center = to_vec(reference::add_scaled(setting.origin, reach, offset));
    const double size = setting.box_size;
    box.half_extents =
        to_vec({size * random.uniform(0.2, 1), size * random.uniform(0.2, 1), size * random.uniform(0.2, 1)});
    if (regime == ShapeRegime::flat) {
        coordinate(box.half_extents, random.below(3)) = 0;
        if (random.coin()) box.half_extents.x = 0;
        if (random.below(4) == 0) box.half_extents = {0, 0, 0};
    }
    box.rotation = to_float(regime == ShapeRegime::aligned ? rotation : unit_rotation(random));
    return box;
}

/// Changes the box until box and shape are within a few delta of touching. `changed(t)` returns the box changed by t
/// meters; its effect on the separation must be steady. `trial` is a first t.
template <class Change>
void approach(OrientedBox& box, const AnyShape& shape, double wanted, double trial, Change&& changed) {
    double t = 0, here = separation(box, shape);
    for (int step = 0; step < 4; ++step) {
        const double slope = (separation(changed(t + trial), shape) - here) / trial;
        if (!(std::fabs(slope) > 0.02)) return;
        t += (wanted * shape_tolerance(box, shape) - here) / slope;
        const OrientedBox next = changed(t);
        const Point at = reference::to_point(next.center), half = reference::to_point(next.half_extents);
        if (std::max({std::fabs(at[0]), std::fabs(at[1]), std::fabs(at[2])}) > static_cast<double>(kMaxCenter)) return;
        if (std::min({half[0], half[1], half[2]}) < 0 || std::max({half[0], half[1], half[2]}) > 1e6) return;
        box = next;
        here = separation(box, shape);
        trial = std::fmax(std::fabs(here) * 0.5, 1e-6 * trial);
    }
}

/// Moves the box toward the shape or away from it. Far from the origin, where floats for centers are sparse, it grows
/// or shrinks the box afterwards.
void make_touch(OrientedBox& box, const AnyShape& shape, const Point& towards, bool far, Random& random) {
    const double wanted = random.uniform(-3, 3);
    const OrientedBox given = box;
    const Point center = reference::to_point(given.center);
    const Point way = reference::minus(towards, center);
    const double distance = reference::length(way);
    if (!(distance > 0)) return;
    approach(box, shape, wanted, 0.1 * distance, [&](double t) {
        OrientedBox moved = given;
        moved.center = to_vec(reference::add_scaled(center, t / distance, way));
        return moved;
    });
    if (!far) return;
    const OrientedBox placed = box;
    const Point half = reference::to_point(placed.half_extents);
    approach(box, shape, wanted, 0.1 * half[0], [&](double t) {
        OrientedBox grown = placed;
        grown.half_extents = to_vec({half[0] + t, half[1] + t, half[2] + t});
        return grown;
    });
}

}  // namespace

const char* shape_kind_name(ShapeKind kind) noexcept {
    constexpr const char* kNames[] = {"point",   "aabb",     "sphere",  "plane", "ray",
                                      "segment", "triangle", "frustum", "box"};
    return kNames[static_cast<std::size_t>(kind)];
}

const char* shape_regime_name(ShapeRegime regime) noexcept {
    constexpr const char* kNames[] = {"generic",    "touching", "aligned", "flat",
                                      "degenerate", "sizes",    "far_1e6", "far_1e8"};
    return kNames[static_cast<std::size_t>(regime)];
}

Frustum perspective(const Point& apex, const Quat& rotation, double tan_x, double tan_y, double near, double far) {
    const DoubleQuat q = to_double(rotation);
    Frustum frustum;
    const auto set = [&](FrustumPlane which, const Point& local_normal, double local_offset) {
        const Vec3 normal = to_vec(rotate(q, local_normal));
        const double offset = local_offset + reference::dot(reference::to_point(normal), apex);
        frustum.planes[static_cast<std::size_t>(which)] = {normal, static_cast<float>(offset)};
    };
    // The frustum looks along its own +z.
    set(FrustumPlane::left, {1, 0, tan_x}, 0);
    set(FrustumPlane::right, {-1, 0, tan_x}, 0);
    set(FrustumPlane::bottom, {0, 1, tan_y}, 0);
    set(FrustumPlane::top, {0, -1, tan_y}, 0);
    set(FrustumPlane::near_end, {0, 0, 1}, near);
    set(FrustumPlane::far_end, {0, 0, -1}, -far);
    return frustum;
}

ShapeCase make_shape_case(ShapeKind kind, ShapeRegime regime, std::size_t count, Random& random) {
    ShapeCase made;
    const Setting setting = make_setting(regime, random);
    const DoubleQuat of_boxes = unit_rotation(random);
    made.shape = make_shape(kind, regime, setting, shape_rotation(regime, of_boxes, random), random);
    const bool far = regime == ShapeRegime::far_1e6 || regime == ShapeRegime::far_1e8;
    for (std::size_t i = 0; i < count; ++i) {
        OrientedBox box = make_box(regime, setting, of_boxes, random);
        // Towards a point in or near the shape.
        const Point towards = reference::add_scaled(setting.origin, 0.3 * setting.shape_size, random_direction(random));
        if (regime != ShapeRegime::generic) make_touch(box, made.shape, towards, far, random);
        made.boxes.push_back(box);
    }
    return made;
}

}  // namespace satori::test
