#include "test_scenes.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cmath>

#include "pair_regimes.hpp"

namespace satori::test {

namespace {

float to_float(double value) {
    return static_cast<float>(value);
}

Vec3 point_in_cube(Random& random, double half_width) {
    return {to_float(random.uniform(-half_width, half_width)), to_float(random.uniform(-half_width, half_width)),
            to_float(random.uniform(-half_width, half_width))};
}

Vec3 extents(Random& random, double low, double high) {
    return {to_float(random.log_uniform(low, high)), to_float(random.log_uniform(low, high)),
            to_float(random.log_uniform(low, high))};
}

// Returns the half width of a cube in which unit boxes have a few neighbors.
double world_half_width(std::uint32_t count) {
    return 0.9 * std::cbrt(static_cast<double>(count));
}

void place(SceneKind kind, std::uint32_t index, std::uint32_t count, Random& random, OrientedBox& box) {
    const double half_width = world_half_width(count);
    box.center = point_in_cube(random, half_width);
    box.half_extents = extents(random, 0.3, 0.8);
    switch (kind) {
        case SceneKind::uniform:
            break;
        case SceneKind::clustered: {
            const double heap = random.below(4);
            box.center = point_in_cube(random, 0.5 + 0.1 * half_width);
            box.center.x += to_float(20 * half_width * heap);
            box.center.y -= to_float(7 * half_width * heap);
            break;
        }
        case SceneKind::line:
            box.center = {to_float(random.uniform(-0.4, 0.4) * count), 3, -2};
            break;
        case SceneKind::diagonal: {
            const float along = to_float(random.uniform(-0.4, 0.4) * count);
            box.center = {along, along, along};
            break;
        }
        case SceneKind::plane: {
            const double side = 0.8 * std::sqrt(static_cast<double>(count));
            box.center = {to_float(random.uniform(-side, side)), to_float(random.uniform(-side, side)), 0};
            break;
        }
        case SceneKind::same_position:
            box.center = {1, 2, 3};
            break;
        case SceneKind::identical:
            break;  // copied by the caller
        case SceneKind::mixed_sizes: {
            const double size = random.log_uniform(1e-4, 1e2);
            box.half_extents = extents(random, 0.5 * size, 2 * size);
            box.center = point_in_cube(random, 1e2);
            break;
        }
        case SceneKind::huge_and_tiny:
            box.half_extents =
                random.below(16) == 0 ? extents(random, 0.3 * half_width, 2 * half_width) : extents(random, 1e-3, 1e-1);
            break;
        case SceneKind::rods: {
            box.half_extents = {0.3F, 0.3F, 0.3F};
            const unsigned axis = random.below(3);
            (axis == 0   ? box.half_extents.x
             : axis == 1 ? box.half_extents.y
                         : box.half_extents.z) = to_float(half_width);
            break;
        }
        case SceneKind::shapes: {
            const unsigned long_axes = 1 + random.below(7);
            const double size = random.log_uniform(0.01, 0.5) * half_width;
            const auto edge = [&](unsigned axis) { return to_float((long_axes >> axis & 1) != 0 ? size : size / 300); };
            box.half_extents = {edge(0), edge(1), edge(2)};
            break;
        }
        case SceneKind::touching_grid: {
            const auto side = static_cast<std::uint32_t>(std::cbrt(static_cast<double>(count))) + 1;
            box.center = {to_float(index % side), to_float(index / side % side), to_float(index / side / side)};
            box.half_extents = {0.5F, 0.5F, 0.5F};
            break;
        }
        case SceneKind::signed_zeros: {
            const auto zero_or_one = [&] { return static_cast<float>(static_cast<int>(random.below(3)) - 1); };
            box.center = {zero_or_one(), zero_or_one(), zero_or_one()};
            box.half_extents = {1, random.coin() ? 1.0F : 0.0F, 1};
            if (random.coin()) box.center.y = random.coin() ? 0.0F : -0.0F;
            break;
        }
        case SceneKind::far_away: {
            // Floats at 1e8 are 8 m apart.
            const Vec3 offset = point_in_cube(random, 100 * half_width);
            box.center = {1e8F - 1e5F + offset.x, -1e8F + 1e5F + offset.y, 1e8F - 1e5F + offset.z};
            box.half_extents = extents(random, 30, 80);
            break;
        }
        case SceneKind::points:
            box.center = {to_float(random.below(4)), to_float(random.below(4)), to_float(random.below(4))};
            box.half_extents = {0, 0, 0};
            break;
        case SceneKind::heap_and_far:
            if (random.below(50) == 0) box.center = point_in_cube(random, 1e6);
            break;
    }
}

bool always_upright(SceneKind kind) {
    return kind == SceneKind::touching_grid || kind == SceneKind::signed_zeros || kind == SceneKind::points;
}

}  // namespace

std::vector<OrientedBox> make_test_scene(SceneKind kind, std::uint32_t count, std::uint64_t seed) {
    Random random(seed * 64 + static_cast<std::uint64_t>(kind));
    const bool upright = always_upright(kind) || random.coin();
    std::vector<OrientedBox> boxes(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const bool copy = kind == SceneKind::identical && i % 4 != 0;
        if (copy) {
            boxes[i] = boxes[i - 1];
            continue;
        }
        place(kind, i, count, random, boxes[i]);
        boxes[i].rotation = upright ? Quat{} : random_rotation(random);
    }
    // Rows in random order: neighbors in space are not neighbors in memory.
    for (std::uint32_t i = count; i > 1; --i) std::swap(boxes[i - 1], boxes[random.below(i)]);
    return boxes;
}

std::vector<Aabb> upright_bounds(const std::vector<OrientedBox>& boxes) {
    std::vector<Aabb> bounds;
    bounds.reserve(boxes.size());
    for (const OrientedBox& box : boxes) {
        const Vec3 &c = box.center, &h = box.half_extents;
        bounds.push_back({{c.x - h.x, c.y - h.y, c.z - h.z}, {c.x + h.x, c.y + h.y, c.z + h.z}});
    }
    return bounds;
}

std::vector<OrientedRect> make_rect_scene(SceneKind kind, std::uint32_t count, std::uint64_t seed) {
    std::vector<OrientedRect> rects;
    rects.reserve(count);
    for (const OrientedBox& box : make_test_scene(kind, count, seed)) {
        const float angle = box.rotation.w == 1 ? 0 : 4 * box.rotation.z;
        rects.push_back({{box.center.x, box.center.y}, {box.half_extents.x, box.half_extents.y}, angle});
    }
    return rects;
}

std::vector<Aabb2> upright_bounds(const std::vector<OrientedRect>& rects) {
    std::vector<Aabb2> bounds;
    bounds.reserve(rects.size());
    for (const OrientedRect& rect : rects) {
        const Vec2 &c = rect.center, &h = rect.half_extents;
        bounds.push_back({{c.x - h.x, c.y - h.y}, {c.x + h.x, c.y + h.y}});
    }
    return bounds;
}

std::uint64_t hash_bytes(const void* data, std::size_t size) {
    return XXH64(data, size, 0);
}

std::uint64_t hash_pairs(const std::vector<BoxPair>& pairs) {
    static_assert(sizeof(BoxPair) == 8);
    return hash_bytes(pairs.data(), pairs.size() * sizeof(BoxPair));
}

const char* scene_kind_name(SceneKind kind) noexcept {
    switch (kind) {
        case SceneKind::uniform:
            return "uniform";
        case SceneKind::clustered:
            return "clustered";
        case SceneKind::line:
            return "line";
        case SceneKind::diagonal:
            return "diagonal";
        case SceneKind::plane:
            return "plane";
        case SceneKind::same_position:
            return "same_position";
        case SceneKind::identical:
            return "identical";
        case SceneKind::mixed_sizes:
            return "mixed_sizes";
        case SceneKind::huge_and_tiny:
            return "huge_and_tiny";
        case SceneKind::rods:
            return "rods";
        case SceneKind::shapes:
            return "shapes";
        case SceneKind::touching_grid:
            return "touching_grid";
        case SceneKind::signed_zeros:
            return "signed_zeros";
        case SceneKind::far_away:
            return "far_away";
        case SceneKind::points:
            return "points";
        case SceneKind::heap_and_far:
            return "heap_and_far";
    }
    return "unknown";
}

}  // namespace satori::test
