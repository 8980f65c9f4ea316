// Queries of a World from C give the same answers as in C++, to the bit.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.h>
#include <satori/satori.hpp>

#include "support/both_worlds.hpp"
#include "support/bytes.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

using test::as_c;
using test::BothWorlds;
using test::bytes_of;

/// Shapes of every kind in both APIs, each near its origin.
struct Shapes {
    static constexpr std::size_t kEach = 20;
    std::vector<Vec3> points;
    std::vector<Aabb> bounds;
    std::vector<Sphere> spheres;
    std::vector<Plane> planes;
    std::vector<Ray> rays;
    std::vector<Segment> segments;
    std::vector<Triangle> triangles;
    std::vector<Frustum> frusta;
    std::vector<OrientedBox> boxes;
    std::vector<WorldShape> all;
    std::vector<satori_world_shape> c_all;

    explicit Shapes(test::Random& random) {
        const auto vector = [&] {
            const auto f = [&] { return static_cast<float>(random.uniform(-2, 2)); };
            return Vec3{f(), f(), f()};
        };
        for (std::size_t i = 0; i < kEach; ++i) {
            const Vec3 a = vector();
            points.push_back(a);
            bounds.push_back({a, {a.x + 1, a.y + 2, a.z}});
            spheres.push_back({a, 0.75F});
            planes.push_back({a, 0.5F});
            rays.push_back({a, vector(), 3});
            segments.push_back({a, vector()});
            triangles.push_back({a, vector(), vector()});
            boxes.push_back({a, {1, 0.5F, 0.25F}, {a.y, a.z, 0, 1}});
            Mat4 matrix;
            matrix.m[0] = 0.5F;
            matrix.m[12] = a.x;
            frusta.emplace_back();
            EXPECT_EQ(frustum_from_matrix(matrix, ClipSpace::minus_one_to_one, frusta.back()), Status::ok);
            satori_mat4 c_matrix;
            satori_frustum c_frustum;
            std::memcpy(&c_matrix, &matrix, sizeof matrix);
            EXPECT_EQ(satori_frustum_from_matrix(&c_matrix, SATORI_CLIP_MINUS_ONE_TO_ONE, &c_frustum), SATORI_OK);
            EXPECT_TRUE(bytes_of(&c_frustum, 1) == bytes_of(&frusta.back(), 1));
        }
        // From here on the arrays do not grow, so pointers into them stay valid.
        const auto take = [&](const auto& shapes, satori_shape_kind kind) {
            for (const auto& shape : shapes) {
                const double x = random.uniform(-4, 4), y = random.uniform(-4, 4);
                all.push_back({{x, y, 0}, shape});
                c_all.push_back({{x, y, 0}, {&shape, kind}});
            }
        };
        take(points, SATORI_SHAPE_POINT);
        take(bounds, SATORI_SHAPE_AABB);
        take(spheres, SATORI_SHAPE_SPHERE);
        take(planes, SATORI_SHAPE_PLANE);
        take(rays, SATORI_SHAPE_RAY);
        take(segments, SATORI_SHAPE_SEGMENT);
        take(triangles, SATORI_SHAPE_TRIANGLE);
        take(frusta, SATORI_SHAPE_FRUSTUM);
        take(boxes, SATORI_SHAPE_BOX);
    }
    Shapes(const Shapes&) = delete;
    Shapes& operator=(const Shapes&) = delete;
};

bool without_some(std::size_t query, BoxId box, void* user) noexcept {
    return (box.index + query) % *static_cast<const std::size_t*>(user) != 0;
}
std::uint8_t c_without_some(std::uint64_t query, satori_box_id box, void* user) noexcept {
    return without_some(query, {box.index, box.generation}, user) ? 2 : 0;
}

/// The filters of a call's queries: none, one for all, or one each and a predicate.
struct Filters {
    std::vector<QueryFilter> each;
    std::vector<satori_query_filter> c_each;
    std::vector<satori_box_id> c_boxes;
    std::size_t modulus = 3;

    Filters(std::span<const QueryFilter> given, std::span<const BoxId> boxes) {
        for (const BoxId& id : boxes) c_boxes.push_back({id.index, id.generation});
        for (QueryFilter filter : given) {
            satori_query_filter c_filter{filter.mask,
                                         filter.sensors,
                                         {filter.ignored.index, filter.ignored.generation},
                                         filter.ignored_owner,
                                         filter.ignored_motions,
                                         nullptr,
                                         0};
            if (each.size() % 2 == 1) {
                filter.ignored_boxes = boxes.data();
                c_filter.ignored_boxes = c_boxes.data();
                filter.ignored_count = c_filter.ignored_count = boxes.size();
            }
            each.push_back(filter);
            c_each.push_back(c_filter);
        }
    }
    /// Returns the options of a call with `count` queries.
    QueryOptions options(const Execution& on, std::size_t count) {
        QueryOptions made{.execution = on};
        if (each.size() == 1) made.filter = each[0];
        if (each.size() < 2) return made;
        made.filters = std::span(each).first(count);
        made.predicate = without_some;
        made.predicate_user = &modulus;
        return made;
    }
    satori_query_options c_options(const satori_execution* on) {
        satori_query_options made{};
        made.execution = on;
        if (each.size() == 1) made.filter = c_each.data();
        if (each.size() < 2) return made;
        made.filters = c_each.data();
        made.predicate = c_without_some;
        made.predicate_user = &modulus;
        return made;
    }
};

/// Runs all queries on both worlds. Adds the results to `met`: hits of rays, of casts, boxes by each kind of shape,
/// nearest boxes.
void ask_both(BothWorlds& both, Filters filters, std::uint64_t (&met)[12]) {
    World& world = both.world;
    satori_world* const c_world = both.c_world;
    std::vector<WorldRay> rays(100);
    std::vector<WorldBoxCast> casts(100);
    std::vector<WorldPoint> points(100);
    std::vector<WorldMovingBox> moving(100);
    const auto vector = [&](double to) {
        test::Random& random = both.random;
        return Vec3d{random.uniform(-to, to), random.uniform(-to, to), random.uniform(-to, to)};
    };
    for (std::size_t i = 0; i < rays.size(); ++i) {
        rays[i] = {vector(8), vector(1), both.random.uniform(1, 20)};
        casts[i] = {{vector(8), {}}, {0.25F, 0.5F, 0.125F}, vector(1), both.random.uniform(1, 20)};
        casts[i].skin = i % 2 == 0 ? 0.125F : 0;
        points[i] = {vector(9), both.random.uniform(0, 1)};
        moving[i] = {{vector(8), {}}, {0.25F, 0.5F, 0.125F}, 0.0625F, {{3, 1, -2}, {0, 1, 1}}, 0.01F, 0.005F};
    }
    const auto c_rays = as_c<satori_world_ray>(rays);
    const auto c_casts = as_c<satori_world_box_cast>(casts);
    const auto c_points = as_c<satori_world_point>(points);
    const auto c_moving = as_c<satori_world_moving_box>(moving);
    const std::size_t n = rays.size();

    const satori_query_options c_options = filters.c_options(&both.c_on);
    const QueryOptions options = filters.options(both.on, n);
    std::vector<WorldHit> hits(n);
    std::vector<satori_world_hit> c_hits(n);
    ASSERT_EQ(closest_hits(world, rays, hits, options), Status::ok);
    ASSERT_EQ(satori_world_closest_hits(c_world, c_rays.data(), c_hits.data(), n, &c_options), SATORI_OK);
    EXPECT_TRUE(bytes_of(c_hits.data(), n) == bytes_of(hits.data(), n));
    std::vector<std::uint8_t> blocked(n), c_blocked(n);
    ASSERT_EQ(any_hits(world, rays, blocked, options), Status::ok);
    ASSERT_EQ(satori_world_any_hits(c_world, c_rays.data(), c_blocked.data(), n, &c_options), SATORI_OK);
    EXPECT_EQ(c_blocked, blocked);
    WorldHits all;
    satori_world_hits c_all;
    ASSERT_EQ(all_hits(world, rays, all, options), Status::ok);
    ASSERT_EQ(satori_world_all_hits(c_world, c_rays.data(), n, &c_all, &c_options), SATORI_OK);
    EXPECT_TRUE(bytes_of(c_all.hits, c_all.hit_count) == bytes_of(all.hits.data(), all.hits.size()));
    EXPECT_TRUE(bytes_of(c_all.begin, n + 1) == bytes_of(all.begin.data(), all.begin.size()));
    met[0] += all.hits.size();

    ASSERT_EQ(cast_boxes(world, casts, hits, options), Status::ok);
    ASSERT_EQ(satori_world_cast_boxes(c_world, c_casts.data(), c_hits.data(), n, &c_options), SATORI_OK);
    EXPECT_TRUE(bytes_of(c_hits.data(), n) == bytes_of(hits.data(), n));
    ASSERT_EQ(all_hits(world, casts, all, options), Status::ok);
    ASSERT_EQ(satori_world_all_cast_hits(c_world, c_casts.data(), n, &c_all, &c_options), SATORI_OK);
    EXPECT_TRUE(bytes_of(c_all.hits, c_all.hit_count) == bytes_of(all.hits.data(), all.hits.size()));
    EXPECT_TRUE(bytes_of(c_all.begin, n + 1) == bytes_of(all.begin.data(), all.begin.size()));
    std::vector<WorldBoxImpact> impacts(n);
    std::vector<satori_world_box_impact> c_impacts(n);
    ASSERT_EQ(first_impacts(world, moving, impacts, options), Status::ok);
    ASSERT_EQ(satori_world_first_impacts(c_world, c_moving.data(), c_impacts.data(), n, &c_options), SATORI_OK);
    EXPECT_TRUE(bytes_of(c_impacts.data(), n) == bytes_of(impacts.data(), n));
    std::vector<WorldClosest> closest(n);
    std::vector<satori_world_closest> c_closest(n);
    ASSERT_EQ(closest_boxes(world, points, closest, options), Status::ok);
    ASSERT_EQ(satori_world_closest_boxes(c_world, c_points.data(), c_closest.data(), n, &c_options), SATORI_OK);
    EXPECT_TRUE(bytes_of(c_closest.data(), n) == bytes_of(closest.data(), n));
    for (std::size_t i = 0; i < n; ++i) {
        met[1] += hits[i].box != BoxId{};
        met[2] += closest[i].box != BoxId{};
    }

    const Shapes shapes(both.random);
    const std::size_t m = shapes.all.size();
    WorldBoxes found;
    satori_world_boxes c_found;
    ASSERT_EQ(find_boxes(world, shapes.all, found, filters.options(both.on, m)), Status::ok);
    ASSERT_EQ(satori_world_find_boxes(c_world, shapes.c_all.data(), m, &c_found, &c_options), SATORI_OK);
    EXPECT_TRUE(bytes_of(c_found.boxes, c_found.box_count) == bytes_of(found.boxes.data(), found.boxes.size()));
    EXPECT_TRUE(bytes_of(c_found.begin, m + 1) == bytes_of(found.begin.data(), found.begin.size()));
    WorldContainments contained;
    satori_world_containments c_contained;
    ASSERT_EQ(classify_boxes(world, shapes.all, contained, filters.options(both.on, m)), Status::ok);
    ASSERT_EQ(satori_world_classify_boxes(c_world, shapes.c_all.data(), m, &c_contained, &c_options), SATORI_OK);
    EXPECT_TRUE(bytes_of(c_contained.boxes, c_contained.box_count) ==
                bytes_of(contained.boxes.data(), contained.boxes.size()));
    EXPECT_TRUE(bytes_of(c_contained.begin, m + 1) == bytes_of(contained.begin.data(), contained.begin.size()));
    for (std::size_t i = 0; i < m; ++i) met[3 + i / Shapes::kEach] += found.begin[i + 1] - found.begin[i];
}

TEST(CApi, WorldQueriesGiveTheSameBytes) {
    BothWorlds both;
    ASSERT_NO_FATAL_FAILURE(both.fill());
    std::uint64_t met[12] = {};
    for (std::uint32_t step = 0; step < 3; ++step) {
        ASSERT_NO_FATAL_FAILURE(both.step(step));
        ASSERT_NO_FATAL_FAILURE(both.move(step + 1));
        ASSERT_NO_FATAL_FAILURE(ask_both(both, {{}, {}}, met));
        const QueryFilter filter{.mask = 5, .sensors = true, .ignored = both.ids[step]};
        ASSERT_NO_FATAL_FAILURE(ask_both(both, {{&filter, 1}, {}}, met));
        std::vector<QueryFilter> each(200, filter);
        for (std::size_t i = 0; i < each.size(); i += 3) each[i] = {.ignored_owner = 1, .ignored_motions = step};
        ASSERT_NO_FATAL_FAILURE(ask_both(both, {each, std::span(both.ids).first(10)}, met));
        EXPECT_EQ(satori_world_state_hash(both.c_world), both.world.state_hash());
    }
    for (const std::uint64_t count : met) EXPECT_GT(count, 20U) << "answer " << &count - met;
}

}  // namespace
}  // namespace satori
