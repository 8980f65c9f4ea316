#include "support/point_sets.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "support/pair_regimes.hpp"

namespace satori::test {

namespace {

using reference::Point;

Point on_surface(const Point& half, Random& random) {
    const std::array<double, 3> areas{half[1] * half[2], half[2] * half[0], half[0] * half[1]};
    double at = random.uniform(0, areas[0] + areas[1] + areas[2]);
    Point p{random.uniform(-half[0], half[0]), random.uniform(-half[1], half[1]), random.uniform(-half[2], half[2])};
    std::size_t axis = 0;
    while (axis < 2 && at > areas[axis]) at -= areas[axis++];
    p[axis] = random.sign() * half[axis];
    return p;
}

Point corner(const Point& half, std::uint32_t index) {
    return {(index & 1) != 0 ? half[0] : -half[0], (index & 2) != 0 ? half[1] : -half[1],
            (index & 4) != 0 ? half[2] : -half[2]};
}

Point direction(Random& random) {
    const Point p{random_normal(random), random_normal(random), random_normal(random)};
    const double size = reference::length(p);
    return {p[0] / size, p[1] / size, p[2] / size};
}

}  // namespace

const char* point_set_name(PointSetKind kind) noexcept {
    constexpr const char* kNames[] = {"uniform", "gaussian", "box_corners", "box_surface", "cube_surface",
                                      "sphere",  "cylinder", "tetrahedron", "uneven_box",  "uneven_gaussian"};
    return kNames[static_cast<std::size_t>(kind)];
}

double random_normal(Random& random) {
    const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
    return radius * std::cos(2 * kPi * random.unit());
}

PointSet make_point_set(PointSetKind kind, std::uint32_t count, Random& random) {
    const Point half{random.uniform(0.5, 5), random.uniform(0.5, 5), random.uniform(0.5, 5)};
    const double box_volume = 8 * half[0] * half[1] * half[2];
    std::vector<Point> points;
    PointSet set;
    const auto fill = [&](auto&& make) {
        while (points.size() < count) points.push_back(make());
    };
    const auto add_corners = [&](const Point& size) {
        for (std::uint32_t i = 0; i < 8; ++i) points.push_back(corner(size, i));
    };
    const auto gaussian = [&] {
        return Point{half[0] * random_normal(random), half[1] * random_normal(random), half[2] * random_normal(random)};
    };
    switch (kind) {
        case PointSetKind::uniform:
            fill([&] {
                return Point{random.uniform(-half[0], half[0]), random.uniform(-half[1], half[1]),
                             random.uniform(-half[2], half[2])};
            });
            set.known_volume = box_volume;
            break;
        case PointSetKind::gaussian:
            fill(gaussian);
            break;
        case PointSetKind::box_corners:
            add_corners(half);
            set.known_volume = box_volume;
            break;
        case PointSetKind::box_surface:
            fill([&] { return on_surface(half, random); });
            set.known_volume = box_volume;
            break;
        case PointSetKind::cube_surface:
            add_corners({half[0], half[0], half[0]});
            fill([&] { return on_surface({half[0], half[0], half[0]}, random); });
            set.known_volume = 8 * half[0] * half[0] * half[0];
            break;
        case PointSetKind::sphere:
            fill([&] {
                const Point d = direction(random);
                return Point{half[0] * d[0], half[0] * d[1], half[0] * d[2]};
            });
            set.known_volume = 8 * half[0] * half[0] * half[0];
            break;
        case PointSetKind::cylinder:
            fill([&] {
                const double angle = random.uniform(0, 2 * kPi);
                const double z = random.coin() ? random.sign() * half[2] : random.uniform(-half[2], half[2]);
                return Point{half[0] * std::cos(angle), half[0] * std::sin(angle), z};
            });
            set.known_volume = 8 * half[0] * half[0] * half[2];
            break;
        case PointSetKind::tetrahedron:
            for (const std::uint32_t i : {0U, 3U, 5U, 6U}) points.push_back(corner({half[0], half[0], half[0]}, i));
            set.known_volume = 8 * half[0] * half[0] * half[0];
            break;
        case PointSetKind::uneven_box: {
            add_corners(half);
            const std::array<Point, 3> crowds{on_surface(half, random), on_surface(half, random),
                                              on_surface(half, random)};
            fill([&] {
                const Point& p = crowds[random.below(3)];
                const auto near = [&](double at, double limit) {
                    return std::clamp(at + 0.1 * limit * random_normal(random), -limit, limit);
                };
                return Point{near(p[0], half[0]), near(p[1], half[1]), near(p[2], half[2])};
            });
            set.known_volume = box_volume;
            break;
        }
        case PointSetKind::uneven_gaussian: {
            const Point far{3 * half[0], -2 * half[1], half[2]};
            fill([&] {
                if (random.coin()) return gaussian();
                const auto near = [&](double at) { return at + 0.05 * random_normal(random); };
                return Point{near(far[0]), near(far[1]), near(far[2])};
            });
            break;
        }
    }
    DoubleQuat turn = to_double(random_rotation(random));
    const double size = std::sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z + turn.w * turn.w);
    for (double* part : {&turn.x, &turn.y, &turn.z, &turn.w}) *part /= size;
    const Point offset{random.uniform(-10, 10), random.uniform(-10, 10), random.uniform(-10, 10)};
    for (const Point& point : points) {
        const Point p = rotate(turn, point);
        set.points.push_back({static_cast<float>(p[0] + offset[0]), static_cast<float>(p[1] + offset[1]),
                              static_cast<float>(p[2] + offset[2])});
    }
    return set;
}

}  // namespace satori::test
