// What a World is asked, against all of its boxes one by one: in every kind of scene, after any calls, with updates between them or
// without, on every instruction set and many threads.

#include <algorithm>
#include <cstring>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/query_twin.hpp"
#include "support/random.hpp"
#include "support/shape_regimes.hpp"
#include "support/shape_twin.hpp"

namespace satori {
namespace {

using reference::Point;

struct Scene {
    const char* name;
    std::uint32_t count;
    Point half_width;          // of the region that boxes are put in, metres
    double smallest, largest;  // half extents
    Vec3d base{};
    bool origin_at_base = false;
    bool all_static = false;
};

constexpr Scene kScenes[] = {
    {.name = "few", .count = 150, .half_width = {4, 4, 4}, .smallest = 0.1, .largest = 0.6},
    {.name = "uniform", .count = 2000, .half_width = {11, 11, 11}, .smallest = 0.2, .largest = 0.6},
    {.name = "pile", .count = 1200, .half_width = {3, 3, 6}, .smallest = 0.3, .largest = 0.5},
    {.name = "line", .count = 2000, .half_width = {400, 1, 1}, .smallest = 0.2, .largest = 0.5},
    {.name = "sizes", .count = 2000, .half_width = {40, 40, 10}, .smallest = 0.02, .largest = 8},
    {.name = "static_sizes",
     .count = 1500,
     .half_width = {30, 30, 10},
     .smallest = 0.02,
     .largest = 8,
     .all_static = true},
    {.name = "far", .count = 1200, .half_width = {9, 9, 9}, .smallest = 0.2, .largest = 0.6, .base = {1e7, -3e7, 2e7}},
    {.name = "far_with_origin",
     .count = 800,
     .half_width = {8, 8, 8},
     .smallest = 0.2,
     .largest = 0.6,
     .base = {1e9, -3e9, 2e9},
     .origin_at_base = true},
};

void PrintTo(const Scene& scene, std::ostream* out) {
    *out << scene.name;
}

class WorldQuery : public testing::TestWithParam<Scene> {
protected:
    // A multiple of 1/256: differences are floats, wherever the base is.
    static double on_grid(double v) { return std::floor(v * 256) / 256; }
    Vec3d place(double spread = 1) {
        const Scene& scene = GetParam();
        const auto at = [&](double base, std::size_t k) {
            return base + on_grid(random_.uniform(-spread, spread) * scene.half_width[k]);
        };
        return {at(scene.base.x, 0), at(scene.base.y, 1), at(scene.base.z, 2)};
    }
    Quat rotation() {
        const auto f = [&] { return static_cast<float>(random_.uniform(-1, 1)); };
        return random_.below(3) == 0 ? Quat{} : Quat{f(), f(), f(), f() + 1.5F};
    }
    Vec3 half() {
        const auto f = [&] { return static_cast<float>(random_.log_uniform(GetParam().smallest, GetParam().largest)); };
        return random_.below(20) == 0 ? Vec3{f(), f(), 0} : Vec3{f(), f(), f()};
    }
    BoxDef def() {
        BoxDef made;
        made.pose = {place(), rotation()};
        made.half_extents = half();
        made.sensor = random_.below(8) == 0;
        made.filter.category = std::uint64_t{1} << random_.below(3);
        const bool fixed = GetParam().all_static || random_.below(4) == 0;
        made.motion = fixed ? MotionType::static_box : MotionType::dynamic_box;
        return made;
    }
    Vec3d direction() {
        const auto f = [&] { return random_.below(6) == 0 ? 0 : random_.uniform(-1, 1); };
        const double scale = random_.log_uniform(0.01, 100);
        const Vec3d made{scale * f(), scale * f(), scale * f()};
        return made.x == 0 && made.y == 0 && made.z == 0 ? Vec3d{0, 0, -2} : made;
    }
    double length_of(const Vec3d& v) { return reference::length(test::to_point(v)); }

    // Both worlds alike: one of them is never asked anything.
    void change(double share) {
        const auto count = static_cast<std::size_t>(share * static_cast<double>(ids_.size()));
        std::vector<BoxDef> defs(count / 3 + 1);
        for (BoxDef& made : defs) made = def();
        create(defs);
        std::vector<BoxId> moved, gone, sized;
        std::vector<BoxPose> poses;
        std::vector<Vec3> halves;
        for (std::size_t i = 0; i < count; ++i) {
            moved.push_back(ids_[random_.below(static_cast<std::uint32_t>(ids_.size()))]);
            poses.push_back({place(), rotation()});
            if (i % 4 != 0) continue;
            sized.push_back(moved.back());
            halves.push_back(half());
        }
        for (std::size_t i = 0; i < count / 3; ++i) {
            const std::size_t k = random_.below(static_cast<std::uint32_t>(ids_.size()));
            gone.push_back(ids_[k]);
            ids_.erase(ids_.begin() + static_cast<std::ptrdiff_t>(k));
        }
        for (World* world : {&world_, &quiet_}) {
            ASSERT_EQ(world->set_poses(moved, poses), Status::ok);
            ASSERT_EQ(world->set_half_extents(sized, halves), Status::ok);
            ASSERT_EQ(world->destroy(gone), Status::ok);
        }
        changed_ = true;
    }
    void create(const std::vector<BoxDef>& defs) {
        std::vector<BoxId> fresh(defs.size()), same_ids(defs.size());
        ASSERT_EQ(world_.create(defs, fresh), Status::ok);
        ASSERT_EQ(quiet_.create(defs, same_ids), Status::ok);
        ASSERT_EQ(fresh, same_ids);
        ids_.insert(ids_.end(), fresh.begin(), fresh.end());
    }
    void update() {
        WorldUpdate asked, quiet;
        ASSERT_EQ(world_.update(asked), Status::ok);
        ASSERT_EQ(quiet_.update(quiet), Status::ok);
        EXPECT_TRUE(std::ranges::equal(asked.begun, quiet.begun));
        EXPECT_TRUE(std::ranges::equal(asked.ended, quiet.ended));
        EXPECT_EQ(asked.pair_count, quiet.pair_count);
        ASSERT_EQ(world_.state_hash(), quiet_.state_hash());
        changed_ = false;
    }

    // The answers of every instruction set, and of three threads, are the same: ask(execution) gives them.
    template <class Ask>
    auto ask_all(Ask&& ask) {
        auto rows = ask(Execution{Isa::best, &threads_});
        for (const Isa isa : test::supported_isas()) {
            const auto other = ask(Execution{isa, &serial_executor()});
            const bool equal = std::apply(
                [&](const auto&... mine) {
                    return std::apply([&](const auto&... theirs) { return (test::same_bytes(mine, theirs) && ...); },
                                      other);
                },
                rows);
            EXPECT_TRUE(equal) << isa_name(isa);
        }
        return rows;
    }
    bool seen(const BoxDef& def, BoxId id, const QueryFilter& filter) const {
        return (filter.sensors || !def.sensor) && id != filter.ignored && (def.filter.category & filter.mask) != 0;
    }
    // f(id, definition) for the boxes that a query sees.
    template <class F>
    void for_each_seen(const QueryFilter& filter, F&& f) {
        for (const auto& [id, def] : boxes_)
            if (seen(def, id, filter)) f(id, def);
    }
    void take_stock() {
        boxes_.clear();
        for (std::uint32_t index = 0; index < world_.index_limit(); ++index)
            if (const BoxId id = world_.id_at(index); id != BoxId{}) boxes_.emplace_back(id, world_.box(id));
    }
    QueryFilter any_filter() {
        QueryFilter filter;
        if (random_.coin()) filter.mask = 3;
        filter.sensors = random_.coin();
        if (random_.coin()) filter.ignored = boxes_[random_.below(static_cast<std::uint32_t>(boxes_.size()))].first;
        return filter;
    }

    void ask_rays();
    void ask_casts();
    void ask_shapes();
    void ask_points();
    void ask_everything() {
        take_stock();
        const std::uint64_t hash = world_.state_hash();
        ASSERT_NO_FATAL_FAILURE(ask_rays());
        ASSERT_NO_FATAL_FAILURE(ask_casts());
        ASSERT_NO_FATAL_FAILURE(ask_shapes());
        ASSERT_NO_FATAL_FAILURE(ask_points());
        EXPECT_EQ(world_.state_hash(), hash);
    }
    void judge_hit(const WorldRay& ray, const BoxDef& def, const WorldHit& hit);

    // What was met.
    struct Tally {
        std::size_t hits = 0, misses = 0, inside = 0, at_once = 0;
    };
    Tally rays_, casts_, shapes_, points_;
    std::size_t with_changes_ = 0;

    test::Random random_{17};
    World world_, quiet_;
    std::vector<BoxId> ids_;
    std::vector<std::pair<BoxId, BoxDef>> boxes_;
    bool changed_ = true;
    test::RendezvousExecutor threads_{3};
};

void WorldQuery::judge_hit(const WorldRay& ray, const BoxDef& def, const WorldHit& hit) {
    const double speed = length_of(ray.direction), delta = test::query_delta(def, ray.origin);
    const Point direction = test::to_point(ray.direction);
    double entry = 0, exit = 0;
    ASSERT_TRUE(test::cut(test::placed(def.pose, def.half_extents, ray.origin, delta), direction, ray.max_distance,
                          entry, exit))
        << "a hit that is none";
    ASSERT_GE(hit.distance, entry * (1 - 1e-12));
    ASSERT_LE(hit.distance, exit * (1 + 1e-12));
    const reference::Box shrunk = test::placed(def.pose, def.half_extents, ray.origin, -delta);
    // One without thickness does not shrink.
    if (def.half_extents.z > 0 && test::cut(shrunk, direction, ray.max_distance, entry, exit)) {
        ASSERT_LE(hit.distance, entry * (1 + 1e-12));
    }
    const Point normal = reference::to_point(hit.normal);
    if (hit.distance == 0) {
        ASSERT_EQ(reference::length(normal), 0);
        ++rays_.at_once;
        return;
    }
    ASSERT_NEAR(reference::length(normal), 1, 1e-6);
    ASSERT_LT(reference::dot(normal, direction), 0) << "seen from behind";
    // The point lies in the face whose normal it is.
    const reference::Box box = test::placed(def.pose, def.half_extents, ray.origin);
    const double height = reference::dot(normal, direction) * hit.distance;
    ASSERT_NEAR(height, reference::project(box, normal).max, 2 * delta + 1e-6 * hit.distance * speed);
}

void WorldQuery::ask_rays() {
    std::vector<WorldRay> rays(100);
    for (WorldRay& ray : rays) {
        ray = {place(1.5), direction()};
        if (random_.below(4) == 0)
            ray.origin = boxes_[random_.below(static_cast<std::uint32_t>(boxes_.size()))].second.pose.position;
        if (random_.coin()) ray.max_distance = random_.log_uniform(0.1, 100) / length_of(ray.direction);
        if (random_.below(10) == 0) ray.max_distance = 0;
    }
    const QueryFilter filter = any_filter();
    const auto answers = ask_all([&](const Execution& execution) {
        WorldHits all;
        std::vector<WorldHit> closest(rays.size());
        std::vector<std::uint8_t> any(rays.size(), 7);
        EXPECT_EQ(all_hits(world_, rays, all, filter, execution), Status::ok);
        EXPECT_EQ(closest_hits(world_, rays, closest, filter, execution), Status::ok);
        EXPECT_EQ(any_hits(world_, rays, any, filter, execution), Status::ok);
        return std::tuple(std::vector(all.hits.begin(), all.hits.end()),
                          std::vector(all.begin.begin(), all.begin.end()), closest, any);
    });
    const auto& [hits, begin, first, blocked] = answers;
    ASSERT_EQ(begin.size(), rays.size() + 1);
    ASSERT_EQ(begin.back(), hits.size());
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const std::span<const WorldHit> mine(hits.data() + begin[i], hits.data() + begin[i + 1]);
        std::vector<BoxId> found;
        for (const WorldHit& hit : mine) {
            ASSERT_TRUE(world_.contains(hit.box));
            const BoxDef def = world_.box(hit.box);
            ASSERT_TRUE(seen(def, hit.box, filter));
            ASSERT_NO_FATAL_FAILURE(judge_hit(rays[i], def, hit));
            found.push_back(hit.box);
        }
        for (std::size_t k = 1; k < mine.size(); ++k)
            ASSERT_LT(std::tuple(mine[k - 1].distance, mine[k - 1].box), std::tuple(mine[k].distance, mine[k].box));
        std::sort(found.begin(), found.end());
        for_each_seen(filter, [&](BoxId id, const BoxDef& def) {
            double entry = 0, exit = 0;
            const Point away = test::between(rays[i].origin, def.pose.position),
                        along = test::to_point(rays[i].direction);
            const double beside = reference::length(reference::cross(away, along)) / reference::length(along);
            if (beside > reference::length(reference::to_point(def.half_extents))) return;
            const reference::Box shrunk =
                test::placed(def.pose, def.half_extents, rays[i].origin, -test::query_delta(def, rays[i].origin));
            const bool thick = def.half_extents.z > 0;
            if (thick && test::cut(shrunk, test::to_point(rays[i].direction), rays[i].max_distance, entry, exit)) {
                ASSERT_TRUE(std::binary_search(found.begin(), found.end(), id)) << "a box is missing";
            }
        });
        const WorldHit expected = mine.empty() ? WorldHit{} : mine.front();
        ASSERT_EQ(std::memcmp(&first[i], &expected, sizeof expected), 0);
        ASSERT_EQ(blocked[i], mine.empty() ? 0 : 1);
        ++(mine.empty() ? rays_.misses : rays_.hits);
    }
    with_changes_ += changed_ ? 1U : 0U;
}

void WorldQuery::ask_casts() {
    std::vector<WorldBoxCast> casts(100);
    for (WorldBoxCast& cast : casts) {
        cast = {{place(1.3), rotation()}, half(), direction()};
        cast.max_distance = random_.below(4) == 0 ? 0 : random_.log_uniform(0.1, 60) / length_of(cast.direction);
    }
    const QueryFilter filter = any_filter();
    const auto [rows] = ask_all([&](const Execution& execution) {
        std::vector<WorldHit> first(casts.size());
        EXPECT_EQ(cast_boxes(world_, casts, first, filter, execution), Status::ok);
        return std::tuple(first);
    });
    const std::vector<WorldHit>& hits = rows;
    constexpr int kSteps = 16;
    for (std::size_t i = 0; i < casts.size(); ++i) {
        const WorldBoxCast& cast = casts[i];
        const double end = std::min(hits[i].distance, cast.max_distance);
        const auto separation_at = [&](const BoxDef& def, double distance) {
            reference::Box pushed = test::placed(cast.pose, cast.half_extents, cast.pose.position);
            for (Point& corner : pushed.corners)
                corner = reference::add_scaled(corner, distance, test::to_point(cast.direction));
            return test::separation(pushed, test::placed(def.pose, def.half_extents, cast.pose.position));
        };
        const double size = reference::length(reference::to_point(cast.half_extents));
        const auto delta_of = [&](const BoxDef& def) {
            return test::query_delta(def, cast.pose.position) + 32 * FLT_EPSILON * size;
        };
        if (hits[i].box != BoxId{}) {
            ASSERT_TRUE(world_.contains(hits[i].box));
            const BoxDef def = world_.box(hits[i].box);
            ASSERT_TRUE(seen(def, hits[i].box, filter));
            ASSERT_LE(hits[i].distance, cast.max_distance);
            const double there = separation_at(def, hits[i].distance);
            ASSERT_LT(there, delta_of(def)) << "touches nothing";
            if (hits[i].distance > 0) {
                ASSERT_GT(there, -delta_of(def)) << "too late";
                ASSERT_NEAR(reference::length(reference::to_point(hits[i].normal)), 1, 1e-6);
                ASSERT_LT(reference::dot(reference::to_point(hits[i].normal), test::to_point(cast.direction)), 0);
            } else {
                ++casts_.at_once;
            }
        }
        // Nothing was passed on the way.
        for_each_seen(filter, [&](BoxId, const BoxDef& def) {
            const double reach = size + reference::length(reference::to_point(def.half_extents));
            const Point away = test::between(cast.pose.position, def.pose.position);
            for (int step = 0; step <= kSteps; ++step) {
                const double distance = end * step / kSteps;
                if (reference::length(reference::add_scaled(away, -distance, test::to_point(cast.direction))) > reach)
                    continue;
                ASSERT_GT(separation_at(def, distance), hits[i].distance == 0 ? -HUGE_VAL : -delta_of(def))
                    << "passed through a box";
            }
        });
        ++(hits[i].box == BoxId{} ? casts_.misses : casts_.hits);
    }
}

void WorldQuery::ask_shapes() {
    std::vector<test::AnyShape> made;
    std::vector<Vec3d> origins;
    for (int k = 0; k < 54; ++k) {
        const ShapeKind kind = test::kShapeKinds[static_cast<std::size_t>(k) % std::size(test::kShapeKinds)];
        made.push_back(test::make_shape_case(kind, test::ShapeRegime::generic, 1, random_).shape);
        origins.push_back(place());
    }
    std::vector<WorldShape> shapes;
    for (std::size_t k = 0; k < made.size(); ++k) shapes.push_back({origins[k], test::ref(made[k])});
    const QueryFilter filter = any_filter();
    const auto [boxes, begin] = ask_all([&](const Execution& execution) {
        WorldBoxes found;
        EXPECT_EQ(find_boxes(world_, shapes, found, filter, execution), Status::ok);
        return std::tuple(std::vector(found.boxes.begin(), found.boxes.end()),
                          std::vector(found.begin.begin(), found.begin.end()));
    });
    ASSERT_EQ(begin.size(), shapes.size() + 1);
    ASSERT_EQ(begin.back(), boxes.size());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        SCOPED_TRACE(test::shape_kind_name(shapes[i].shape.kind()));
        const std::span<const BoxId> mine(boxes.data() + begin[i], boxes.data() + begin[i + 1]);
        for (std::size_t k = 1; k < mine.size(); ++k) ASSERT_LT(mine[k - 1], mine[k]);
        const bool infinite = shapes[i].shape.kind() == ShapeKind::plane || shapes[i].shape.kind() == ShapeKind::ray;
        std::size_t count = 0;
        for_each_seen(filter, [&](BoxId id, const BoxDef& def) {
            const Point at = test::between(origins[i], def.pose.position);
            const bool found = std::binary_search(mine.begin(), mine.end(), id);
            count += found ? 1U : 0U;
            // Generic shapes are within some metres of their origin.
            if (!infinite && reference::length(at) > 15 + reference::length(reference::to_point(def.half_extents))) {
                ASSERT_FALSE(found);
                return;
            }
            const OrientedBox box{{static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2])},
                                  def.half_extents,
                                  def.pose.rotation};
            const double apart = test::separation(box, made[i]), delta = test::shape_tolerance(box, made[i]);
            if (std::fabs(apart) > delta) {
                ASSERT_EQ(found, apart < 0) << apart << " of " << delta;
            }
        });
        ASSERT_EQ(count, mine.size()) << "a box that no query sees";
        ++(mine.empty() ? shapes_.misses : shapes_.hits);
    }
}

void WorldQuery::ask_points() {
    std::vector<WorldPoint> points(100);
    for (WorldPoint& point : points) {
        point.position = place(1.5);
        if (random_.below(4) == 0)
            point.position = boxes_[random_.below(static_cast<std::uint32_t>(boxes_.size()))].second.pose.position;
        if (random_.coin()) point.max_distance = random_.log_uniform(0.01, 3);
    }
    const QueryFilter filter = any_filter();
    const auto [closest] = ask_all([&](const Execution& execution) {
        std::vector<WorldClosest> answers(points.size());
        EXPECT_EQ(closest_boxes(world_, points, answers, filter, execution), Status::ok);
        return std::tuple(answers);
    });
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto distance_of = [&](const BoxDef& def) {
            const Point at = test::between(points[i].position, def.pose.position);
            const OrientedBox box{{static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2])},
                                  def.half_extents,
                                  def.pose.rotation};
            return std::max(0.0, test::separation(box, Sphere{{}, 0}));
        };
        double least = HUGE_VAL, delta = 0;
        for_each_seen(filter, [&](BoxId, const BoxDef& def) {
            // A box' centre is never nearer than the box.
            const Point at = test::between(points[i].position, def.pose.position);
            if (reference::length(at) - reference::length(reference::to_point(def.half_extents)) > least) return;
            least = std::min(least, distance_of(def));
            delta = std::max(delta, test::query_delta(def, points[i].position));
        });
        if (closest[i].box == BoxId{}) {
            ASSERT_GE(least, points[i].max_distance - delta);
            ++points_.misses;
            continue;
        }
        ++points_.hits;
        points_.inside += closest[i].distance == 0 ? 1U : 0U;
        ASSERT_LE(closest[i].distance, points[i].max_distance);
        ASSERT_NEAR(closest[i].distance, least, delta);
        const BoxDef def = world_.box(closest[i].box);
        ASSERT_TRUE(seen(def, closest[i].box, filter));
        const double own = test::query_delta(def, points[i].position);
        ASSERT_NEAR(distance_of(def), closest[i].distance, own);
        const Point to = test::between(points[i].position, closest[i].point);
        ASSERT_NEAR(reference::length(to), closest[i].distance, own);
        for (const Point& axis : test::placed(def.pose, def.half_extents, closest[i].point).axes) {
            const reference::Extent extent =
                reference::project(test::placed(def.pose, def.half_extents, closest[i].point), axis);
            ASSERT_LE(extent.min, own);
            ASSERT_GE(extent.max, -own);
        }
    }
}

TEST_P(WorldQuery, AnswersAreThoseOfAllBoxesOneByOne) {
    if (GetParam().origin_at_base) {
        ASSERT_EQ(world_.set_origin(GetParam().base), Status::ok);
        ASSERT_EQ(quiet_.set_origin(GetParam().base), Status::ok);
    }
    std::vector<BoxDef> defs(GetParam().count);
    for (BoxDef& made : defs) made = def();
    ASSERT_NO_FATAL_FAILURE(create(defs));
    {
        SCOPED_TRACE("before any update");
        ASSERT_NO_FATAL_FAILURE(ask_everything());
    }
    ASSERT_NO_FATAL_FAILURE(update());
    {
        SCOPED_TRACE("after the first update");
        ASSERT_NO_FATAL_FAILURE(ask_everything());
    }
    // Few changes keep the columns up to date, many drop them.
    for (const double share : {0.02, 0.5}) {
        SCOPED_TRACE(share);
        ASSERT_NO_FATAL_FAILURE(change(share));
        ASSERT_NO_FATAL_FAILURE(ask_everything());
        ASSERT_NO_FATAL_FAILURE(update());
        ASSERT_NO_FATAL_FAILURE(ask_everything());
    }
    EXPECT_EQ(with_changes_, 3U);
    EXPECT_EQ(threads_.most_threads(), 3U);
    for (const Tally* tally : {&rays_, &casts_, &shapes_, &points_}) {
        EXPECT_GT(tally->hits, 50U);
        EXPECT_GT(tally->misses, 20U);
    }
    EXPECT_GT(rays_.at_once, 20U);
    EXPECT_GT(casts_.at_once, 20U);
    EXPECT_GT(points_.inside, 20U);
}

// The same answers from a long list of changed boxes and from the columns of many, group by group.
TEST(FullWorldQuery, ManyColumnsAnswerAsAllBoxesDo) {
    test::Random random(3);
    const auto place = [&] { return Vec3d{random.uniform(-60, 60), random.uniform(-60, 60), random.uniform(-60, 60)}; };
    std::vector<BoxDef> defs(600000);
    for (BoxDef& def : defs) {
        def.pose.position = place();
        const auto half = static_cast<float>(random.uniform(0.2, 0.5));
        def.half_extents = {half, half, half};
    }
    std::vector<BoxId> ids(defs.size());
    World world;
    ASSERT_EQ(world.create(defs, ids), Status::ok);
    std::vector<WorldRay> rays(300);
    std::vector<WorldPoint> points(300);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        points[i].position = rays[i].origin = place();
        rays[i].direction = place();
    }
    const auto ask = [&] {
        WorldHits all;
        std::vector<WorldHit> first(rays.size());
        std::vector<WorldClosest> closest(points.size());
        EXPECT_EQ(all_hits(world, rays, all), Status::ok);
        EXPECT_EQ(closest_hits(world, rays, first), Status::ok);
        EXPECT_EQ(closest_boxes(world, points, closest), Status::ok);
        return std::tuple(std::vector(all.hits.begin(), all.hits.end()), first, closest);
    };
    const auto [all, first, closest] = ask();
    WorldUpdate update;
    ASSERT_EQ(world.update(update), Status::ok);
    const auto [all_later, first_later, closest_later] = ask();
    EXPECT_GT(all.size(), 3000U);
    EXPECT_TRUE(test::same_bytes(all, all_later));
    EXPECT_TRUE(test::same_bytes(first, first_later));
    EXPECT_TRUE(test::same_bytes(closest, closest_later));
}

std::string scene_name(const testing::TestParamInfo<Scene>& tested) {
    return tested.param.name;
}
INSTANTIATE_TEST_SUITE_P(Scenes, WorldQuery, testing::ValuesIn(kScenes), scene_name);

}  // namespace
}  // namespace satori
