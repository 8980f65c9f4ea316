// A World's queries give errors that name illegal arguments. A call that fails changes nothing, and can be repeated.
// Also tests exact answers.

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/allocators.hpp"
#include "support/calls.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();
const Execution kSerial{Isa::best, &serial_executor()};

BoxDef at(double x, double y = 0, double z = 0) {
    BoxDef def;
    def.pose.position = {x, y, z};
    return def;
}

struct Queries {
    std::vector<WorldRay> rays = std::vector<WorldRay>(3);
    std::vector<WorldBoxCast> casts = std::vector<WorldBoxCast>(3);
    std::vector<Sphere> spheres = std::vector<Sphere>(3);
    std::vector<Vec3d> origins = std::vector<Vec3d>(3);
    std::vector<WorldPoint> points = std::vector<WorldPoint>(3);
    std::vector<WorldMovingBox> moving = std::vector<WorldMovingBox>(3);

    std::vector<WorldShape> shapes() const {
        std::vector<WorldShape> made;
        for (std::size_t i = 0; i < spheres.size(); ++i) made.push_back({origins[i], spheres[i]});
        return made;
    }
};

// All results of the queries.
struct Answers {
    std::vector<WorldHit> closest, all, casts;
    std::vector<std::uint64_t> all_begin, box_begin;
    std::vector<std::uint8_t> any;
    std::vector<BoxId> boxes;
    std::vector<WorldClosest> nearest;
    std::vector<WorldBoxImpact> impacts;

    friend bool operator==(const Answers& a, const Answers& b) {
        return test::same_bytes(a.closest, b.closest) && test::same_bytes(a.all, b.all) &&
               test::same_bytes(a.casts, b.casts) && a.all_begin == b.all_begin && a.box_begin == b.box_begin &&
               a.any == b.any && a.boxes == b.boxes && test::same_bytes(a.nearest, b.nearest) &&
               test::same_bytes(a.impacts, b.impacts);
    }
};

template <class T>
std::vector<T> copy(std::span<const T> rows) {
    return {rows.begin(), rows.end()};
}

// Returns the status of the first call that fails. The answers of that call and of later calls keep their old values.
Status ask(World& world, const Queries& queries, Answers& answers, const Execution& execution = kSerial) {
    Answers made;
    made.closest.resize(queries.rays.size());
    made.any.resize(queries.rays.size());
    made.casts.resize(queries.casts.size());
    made.nearest.resize(queries.points.size());
    made.impacts.resize(queries.moving.size());
    WorldHits hits;
    WorldBoxes boxes;
    Status status = closest_hits(world, queries.rays, made.closest, {.execution = execution});
    if (status == Status::ok) status = any_hits(world, queries.rays, made.any, {.execution = execution});
    if (status == Status::ok) status = all_hits(world, queries.rays, hits, {.execution = execution});
    if (status == Status::ok) status = cast_boxes(world, queries.casts, made.casts, {.execution = execution});
    if (status == Status::ok) status = find_boxes(world, queries.shapes(), boxes, {.execution = execution});
    if (status == Status::ok) status = closest_boxes(world, queries.points, made.nearest, {.execution = execution});
    if (status == Status::ok) status = first_impacts(world, queries.moving, made.impacts, {.execution = execution});
    if (status != Status::ok) return status;
    made.all = copy(hits.hits);
    made.all_begin = copy(hits.begin);
    made.boxes = copy(boxes.boxes);
    made.box_begin = copy(boxes.begin);
    answers = made;
    return status;
}

static_assert(
    noexcept(closest_hits(std::declval<World&>(), {}, {})) &&  //
    noexcept(any_hits(std::declval<World&>(), {}, {})) &&      //
    noexcept(all_hits(std::declval<World&>(), std::span<const WorldRay>{}, std::declval<WorldHits&>())) && noexcept(
        all_hits(std::declval<World&>(), std::span<const WorldBoxCast>{},
                 std::declval<WorldHits&>())) && noexcept(cast_boxes(std::declval<World&>(), {}, {})) &&  //
    noexcept(find_boxes(std::declval<World&>(), {}, std::declval<WorldBoxes&>())) &&                      //
    noexcept(closest_boxes(std::declval<World&>(), {}, {})));

TEST(WorldQueryCalls, RefuseWhatIsNotLegalAndNameIt) {
    World world;
    const BoxDef def = at(0);
    BoxId id;
    ASSERT_EQ(world.create(def, id), Status::ok);
    const std::uint64_t hash = world.state_hash();
    Queries queries;
    std::uint64_t kinds = 0;
    const auto refuse = [&](auto&& call) {
        std::uint64_t bad = 99;
        EXPECT_EQ(call(&bad), Status::invalid_shape) << "kind " << kinds;
        EXPECT_EQ(bad, 1U) << "kind " << kinds;
        ++kinds;
    };
    const auto refuse_ray = [&](const WorldRay& ray) {
        queries.rays[1] = ray;
        WorldHit untouched;
        untouched.distance = 7;
        std::vector<WorldHit> hits(3, untouched);
        std::vector<std::uint8_t> any(3, 7);
        WorldHits all;
        refuse([&](std::uint64_t* bad) { return closest_hits(world, queries.rays, hits, {.invalid_index = bad}); });
        refuse([&](std::uint64_t* bad) { return any_hits(world, queries.rays, any, {.invalid_index = bad}); });
        refuse([&](std::uint64_t* bad) { return all_hits(world, queries.rays, all, {.invalid_index = bad}); });
        EXPECT_EQ(hits[0].distance, 7);
        EXPECT_EQ(any[0], 7);
        EXPECT_TRUE(all.begin.empty());
    };
    const auto refuse_cast = [&](const WorldBoxCast& cast) {
        queries.casts[1] = cast;
        std::vector<WorldHit> hits(3);
        WorldHits all;
        refuse([&](std::uint64_t* bad) { return cast_boxes(world, queries.casts, hits, {.invalid_index = bad}); });
        refuse([&](std::uint64_t* bad) { return all_hits(world, queries.casts, all, {.invalid_index = bad}); });
    };
    const auto refuse_shape = [&](const Vec3d& origin, const Sphere& sphere) {
        queries.origins[1] = origin;
        queries.spheres[1] = sphere;
        WorldBoxes boxes;
        refuse([&](std::uint64_t* bad) { return find_boxes(world, queries.shapes(), boxes, {.invalid_index = bad}); });
    };
    const auto refuse_point = [&](const WorldPoint& point) {
        queries.points[1] = point;
        std::vector<WorldClosest> closest(3);
        refuse(
            [&](std::uint64_t* bad) { return closest_boxes(world, queries.points, closest, {.invalid_index = bad}); });
    };
    const auto refuse_moving = [&](auto&& make_wrong) {
        queries.moving[1] = {};
        make_wrong(queries.moving[1]);
        std::vector<WorldBoxImpact> impacts(3);
        refuse(
            [&](std::uint64_t* bad) { return first_impacts(world, queries.moving, impacts, {.invalid_index = bad}); });
        EXPECT_EQ(impacts[0].box, BoxId{});
    };
    for (const double wrong : {kNan, kInfinity, -kInfinity, 1.1e12}) {
        refuse_moving([&](WorldMovingBox& moving) { moving.pose.position.y = wrong; });
        refuse_moving([&](WorldMovingBox& moving) { moving.motion.translation.x = static_cast<float>(wrong); });
        refuse_moving([&](WorldMovingBox& moving) { moving.motion.rotation.z = static_cast<float>(wrong); });
        refuse_ray({{0, wrong, 0}, {0, 0, 1}});
        refuse_cast({{{wrong, 0, 0}, {}}});
        refuse_shape({0, 0, wrong}, {});
        refuse_point({{wrong, 0, 0}});
    }
    for (const Vec3d& wrong :
         {Vec3d{0, 0, 0}, Vec3d{kNan, 0, 1}, Vec3d{0, kInfinity, 0}, Vec3d{1e-21, 0, -1e-30}, Vec3d{0, 0, 1e21}}) {
        refuse_ray({{}, wrong});
        refuse_cast({{}, {1, 1, 1}, wrong});
    }
    for (const double wrong : {kNan, -1.0, -kInfinity}) {
        refuse_ray({{}, {1, 0, 0}, wrong});
        refuse_cast({{}, {1, 1, 1}, {1, 0, 0}, wrong});
        refuse_point({{}, wrong});
    }
    refuse_cast({{{}, {0, 0, 0, 0}}});
    refuse_cast({{}, {1, -1, 1}});
    refuse_cast({{}, {1, std::numeric_limits<float>::quiet_NaN(), 1}});
    for (const float wrong : {-1e-3F, 2e9F, std::numeric_limits<float>::quiet_NaN()}) {
        WorldBoxCast cast;
        cast.skin = wrong;
        refuse_cast(cast);
    }
    for (const float wrong : {-1e-3F, 2e9F, std::numeric_limits<float>::quiet_NaN()}) {
        refuse_moving([&](WorldMovingBox& moving) { moving.distance = wrong; });
        refuse_moving([&](WorldMovingBox& moving) { moving.tolerance = wrong; });
        refuse_moving([&](WorldMovingBox& moving) { moving.radius = wrong; });
        refuse_moving([&](WorldMovingBox& moving) { moving.half_extents.y = wrong; });
    }
    refuse_moving([](WorldMovingBox& moving) { moving.pose.rotation = {0, 0, 0, 0}; });
    refuse_moving([](WorldMovingBox& moving) { moving.motion.rotation = {99, 99, 0}; });
    refuse_shape({}, {{}, -1});
    refuse_shape({}, {{2e9F, 0, 0}, 1});
    EXPECT_EQ(kinds, 111U);

    const Queries good;
    std::vector<WorldHit> hits(2);
    std::vector<std::uint8_t> any(4);
    std::vector<WorldClosest> closest(2);
    EXPECT_EQ(closest_hits(world, good.rays, hits), Status::invalid_argument);
    EXPECT_EQ(any_hits(world, good.rays, any), Status::invalid_argument);
    EXPECT_EQ(cast_boxes(world, good.casts, hits), Status::invalid_argument);
    EXPECT_EQ(closest_boxes(world, good.points, closest), Status::invalid_argument);
    std::vector<WorldBoxImpact> impacts(2);
    EXPECT_EQ(first_impacts(world, good.moving, impacts), Status::invalid_argument);
    Answers answers;
    EXPECT_EQ(ask(world, good, answers, {static_cast<Isa>(99), nullptr}), Status::unsupported_isa);
    EXPECT_EQ(world.state_hash(), hash);
    WorldOptions wrong;
    wrong.contacts.speculative_distance = -1;
    World unusable(wrong);
    EXPECT_EQ(ask(unusable, good, answers), Status::invalid_argument);
}

TEST(WorldQueryCalls, AnEmptyWorldHasNothingToFind) {
    World world;
    Answers answers;
    const std::uint64_t hash = world.state_hash();
    ASSERT_EQ(ask(world, {}, answers), Status::ok);
    EXPECT_EQ(world.state_hash(), hash);
    EXPECT_EQ(answers.closest[2].box, BoxId{});
    EXPECT_EQ(answers.closest[2].distance, kInfinity);
    EXPECT_EQ(answers.casts[0].box, BoxId{});
    EXPECT_EQ(answers.nearest[1].box, BoxId{});
    EXPECT_EQ(answers.impacts[0].box, BoxId{});
    EXPECT_EQ(answers.all_begin, std::vector<std::uint64_t>(4));
    EXPECT_EQ(answers.box_begin, std::vector<std::uint64_t>(4));
    EXPECT_EQ(answers.any, std::vector<std::uint8_t>(3));
    const Queries none{{}, {}, {}, {}, {}};
    ASSERT_EQ(ask(world, none, answers), Status::ok);
    EXPECT_EQ(answers.all_begin, std::vector<std::uint64_t>(1));
    WorldUpdate update;
    EXPECT_EQ(world.update(update), Status::ok);
    EXPECT_EQ(ask(world, {}, answers), Status::ok);
}

// Boxes of edge 1 at whole numbers. All coordinates are dyadic, so results are exact.
class WorldQueryExactly : public testing::TestWithParam<bool> {
protected:
    void SetUp() override {
        const std::vector<BoxDef> defs{at(2), at(2), at(4), at(2, 5)};
        ids_.resize(defs.size());
        ASSERT_EQ(world_.create(defs, ids_), Status::ok);
        WorldUpdate update;
        if (GetParam()) {
            ASSERT_EQ(world_.update(update, kSerial), Status::ok);
        }
    }
    WorldHit first(const WorldRay& ray, const QueryFilter& filter = {}) {
        WorldHit hit;
        EXPECT_EQ(closest_hits(world_, {&ray, 1}, {&hit, 1}, {.filter = filter}), Status::ok);
        return hit;
    }
    WorldHit first(const WorldBoxCast& cast) {
        WorldHit hit;
        EXPECT_EQ(cast_boxes(world_, {&cast, 1}, {&hit, 1}), Status::ok);
        return hit;
    }
    WorldClosest nearest(const WorldPoint& point) {
        WorldClosest closest;
        EXPECT_EQ(closest_boxes(world_, {&point, 1}, {&closest, 1}), Status::ok);
        return closest;
    }
    std::size_t overlapping(const Vec3d& origin, ShapeRef shape) {
        const WorldShape placed{origin, shape};
        WorldBoxes found;
        EXPECT_EQ(find_boxes(world_, {&placed, 1}, found), Status::ok);
        return found.boxes.size();
    }
    World world_;
    std::vector<BoxId> ids_;
};

TEST_P(WorldQueryExactly, TouchingCountsAndTheLowerIndexWins) {
    const WorldHit hit = first(WorldRay{{0, 0, 0}, {2, 0, 0}});
    EXPECT_EQ(hit.box, ids_[0]);
    EXPECT_EQ(hit.distance, 0.75);
    test::expect_vector(hit.normal, -1, 0, 0);
    EXPECT_EQ(first(WorldRay{{0, 0, 0}, {2, 0, 0}, 0.75}).box, ids_[0]);
    EXPECT_EQ(first(WorldRay{{0, 0, 0}, {2, 0, 0}, 0.7499}).box, BoxId{});
    EXPECT_EQ(first(WorldRay{{0, 0.5, 0.5}, {1, 0, 0}}).distance, 1.5) << "along an edge";
    EXPECT_EQ(first(WorldRay{{0, 0.5, 0.5000001}, {1, 0, 0}}).box, BoxId{});
    for (const double x : {2.0, 1.5, 2.5}) {
        const WorldHit inside = first(WorldRay{{x, 0, 0}, {1, 0, 0}});
        EXPECT_EQ(inside.box, ids_[0]);
        EXPECT_EQ(inside.distance, 0);
        test::expect_vector(inside.normal, 0, 0, 0);
    }
    EXPECT_EQ(first(WorldRay{{0, 0, 0}, {1, 0, 0}}, {.ignored = ids_[0]}).box, ids_[1]);
    EXPECT_EQ(first(WorldRay{{0, 0, 0}, {1, 0, 0}}, {.ignored = {ids_[0].index, 9}}).box, ids_[0]);
    EXPECT_EQ(first(WorldRay{{0, 0, 0}, {1, 0, 0}}, {.mask = 2}).box, BoxId{});

    EXPECT_EQ(overlapping({3, 0, 0}, Aabb{{-0.5F, -1, -1}, {0.5F, 1, 1}}), 3U);
    EXPECT_EQ(overlapping({3, 0, 0}, Aabb{{-0.4999F, -1, -1}, {0.5F, 1, 1}}), 1U);
    EXPECT_EQ(overlapping({3, 0, 0}, Sphere{{}, 0.5F}), 3U);
    EXPECT_EQ(overlapping({3, 0, 0}, Vec3{-0.5F, 0, 0}), 2U);
    EXPECT_EQ(overlapping({3, 0, 0}, OrientedBox{{}, {0.5F, 9, 9}, {}}), 4U);
    EXPECT_EQ(overlapping({3, 0, 0}, Segment{{0.5F, 3, 0}, {0.5F, -3, 0}}), 1U);

    const WorldClosest between = nearest({{3, 0, 0}});
    EXPECT_EQ(between.box, ids_[0]);
    EXPECT_EQ(between.distance, 0.5);
    EXPECT_EQ(between.point.x, 2.5);
    EXPECT_EQ(nearest({{3, 0, 0}, 0.5}).box, ids_[0]);
    EXPECT_EQ(nearest({{3, 0, 0}, 0.4999}).box, BoxId{});
    EXPECT_EQ(nearest({{4.25, 0, 0}}).distance, 0);
}

TEST_P(WorldQueryExactly, BoxesArePushedUntilTheyTouch) {
    WorldBoxCast cast;
    cast.pose.position = {-1, 0.25, 0};
    cast.direction = {4, 0, 0};
    const WorldHit hit = first(cast);
    EXPECT_EQ(hit.box, ids_[0]);
    EXPECT_EQ(hit.distance, 0.5);
    test::expect_vector(hit.normal, -1, 0, 0);
    cast.pose.position.y = 0.999;
    EXPECT_EQ(first(cast).distance, 0.5);
    cast.pose.position.y = 1;  // the faces only slide along each other
    EXPECT_EQ(first(cast).box, BoxId{});
    // Turned by 45 degrees about z, so that a corner comes first.
    cast = {{{0, 0, 0}, {0, 0, std::sin(0.392699082F), std::cos(0.392699082F)}}, {0.5F, 0.5F, 0.5F}, {1, 0, 0}};
    EXPECT_NEAR(first(cast).distance, 1.5 - std::sqrt(0.5), 1e-6);
}

TEST_P(WorldQueryExactly, PointsAreWhereTheyMeet) {
    const auto expect_point = [](const WorldHit& hit, double x, double y, double z) {
        EXPECT_NEAR(hit.point.x, x, 1e-6);
        EXPECT_NEAR(hit.point.y, y, 1e-6);
        EXPECT_NEAR(hit.point.z, z, 1e-6);
    };
    expect_point(first(WorldRay{{0, 0.25, 0.125}, {2, 0, 0}}), 1.5, 0.25, 0.125);
    expect_point(first(WorldRay{{2, 0.25, 0.125}, {2, 0, 0}}), 2, 0.25, 0.125);
    WorldBoxCast cast;
    cast.direction = {4, 0, 0};
    for (const float skin : {0.0F, 0.25F}) {
        cast.skin = skin;
        cast.pose = {{-1, 0.5, 0.25}, {}};
        expect_point(first(cast), 1.5, 0.25, 0.125);  // faces: the middle of what they share
        cast.pose.position = {-1, 0.75, -0.75};
        expect_point(first(cast), 1.5, 0.375, -0.375);
        // An edge, then a corner.
        cast.pose = {{-1, 0.25, 0}, {0, 0, std::sin(0.392699082F), std::cos(0.392699082F)}};
        expect_point(first(cast), 1.5, 0.25, 0);
        cast.pose = {{-1, 0.25, 0}, {0.3F, 0.5F, 0.2F, 0.8F}};
        EXPECT_NEAR(first(cast).point.x, 1.5, 1e-8);
    }
    // Edges that cross.
    const float s = std::sin(0.392699082F), c = std::cos(0.392699082F);
    cast = {{{2, 4, 0.5}, {s, 0, 0, c}}, {8, 0.5F, 0.5F}, {0, -1, 0}};
    expect_point(first(cast), 2, 0.5, 0.5);
    // In the common part: a quarter deep, and in the middle of the box.
    cast = {{{1.25, 0.5, 0}, {}}, {0.5F, 0.5F, 0.5F}, {1, 0, 0}};
    expect_point(first(cast), 1.625, 0.25, 0);
    cast.pose.position = {2, 0, 0};
    for (const double way : {1.0, -1.0}) {
        cast.direction = {way, 0, 0};
        if (const WorldHit hit = first(cast); hit.distance == 0) expect_point(hit, 2, 0, 0);
    }
}

TEST_P(WorldQueryExactly, ASkinKeepsBoxesApart) {
    WorldBoxCast cast;
    cast.pose.position = {-1, 0.25, 0};
    cast.direction = {4, 0, 0};
    cast.skin = 0.25F;
    const WorldHit hit = first(cast);
    EXPECT_EQ(hit.box, ids_[0]);
    EXPECT_EQ(hit.distance, 0.4375);
    EXPECT_EQ(hit.depth, 0);
    test::expect_vector(hit.normal, -1, 0, 0);
    cast.pose.position.y = 1.1875;  // nearer to the box's side than its skin when it passes
    EXPECT_EQ(first(cast).distance, 0.4375);
    cast.pose.position.y = 1.25;  // along the skin
    EXPECT_EQ(first(cast).box, BoxId{});
    // It begins within the skin, at its end, and in the box.
    for (const double x : {0.875, 0.75, 1.25}) {
        cast.pose.position = {x, 0.125, 0};
        for (const Vec3d& free : {Vec3d{-1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, -3}}) {
            cast.direction = free;
            cast.max_distance = 0.5;
            EXPECT_EQ(first(cast).box, BoxId{}) << x;
        }
        cast.direction = {1, 0, 0};
        const WorldHit within = first(cast);
        EXPECT_EQ(within.box, ids_[0]);
        EXPECT_EQ(within.distance, 0);
        EXPECT_EQ(within.depth, x - 0.75);
        test::expect_vector(within.normal, -1, 0, 0);
        EXPECT_NEAR(within.point.x, std::max(1.5, x == 1.25 ? 1.625 : 1.5), 1e-8);
    }
}

TEST_P(WorldQueryExactly, AllThatABoxMeets) {
    const WorldBoxCast casts[] = {{{{-1, 0.25, 0}, {}}, {0.5F, 0.5F, 0.5F}, {4, 0, 0}},
                                  {{{-1, 9, 0}, {}}, {0.5F, 0.5F, 0.5F}, {4, 0, 0}},
                                  {{{2, 9, 0}, {}}, {0.5F, 0.5F, 0.5F}, {0, -1, 0}, 3.5}};
    WorldHits all;
    ASSERT_EQ(all_hits(world_, casts, all), Status::ok);
    ASSERT_EQ(std::vector(all.begin.begin(), all.begin.end()), (std::vector<std::uint64_t>{0, 3, 3, 4}));
    const BoxId expected[] = {ids_[0], ids_[1], ids_[2], ids_[3]};
    const double distances[] = {0.5, 0.5, 1, 3};
    for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_EQ(all.hits[k].box, expected[k]);
        EXPECT_EQ(all.hits[k].distance, distances[k]);
    }
    EXPECT_EQ(all.hits[2].point.x, 3.5);
}

TEST_P(WorldQueryExactly, BoxesLeaveWhatTheyBeginIn) {
    WorldBoxCast cast;
    cast.max_distance = 0.5;
    for (const double x : {1.0, 1.25}) {  // touching, and a quarter inside
        cast.pose.position = {x, 0.125, 0};
        for (const Vec3d& free : {Vec3d{-1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, -3}, Vec3d{-0.001, 2, 0}}) {
            cast.direction = free;
            EXPECT_EQ(first(cast).box, BoxId{}) << x;
        }
        cast.direction = {0.001, 2, 0};
        const WorldHit hit = first(cast);
        EXPECT_EQ(hit.box, ids_[0]);
        EXPECT_EQ(hit.distance, 0);
        EXPECT_EQ(hit.depth, x - 1);
        test::expect_vector(hit.normal, -1, 0, 0);
    }
    cast.pose.position = {2, 0, 0};  // both centers in one place: no side is nearer, but some direction leads out
    cast.direction = {1, 0, 0};
    WorldHit there = first(cast);
    cast.direction = {-1, 0, 0};
    const WorldHit back = first(cast);
    if (there.distance > 0) there = back;
    EXPECT_EQ(there.distance, 0);
    EXPECT_EQ(there.depth, 1);
}

INSTANTIATE_TEST_SUITE_P(BeforeAndAfter, WorldQueryExactly, testing::Bool(),
                         [](const auto& tested) { return tested.param ? "updated" : "changed"; });

/// Returns the place where a cast ends.
Vec3d moved(const Vec3d& from, const Vec3d& direction, double distance) {
    return {from.x + distance * direction.x, from.y + distance * direction.y, from.z + distance * direction.z};
}

/// A box was moved until it touched a side. It can move along this side and away from it, and not into it at all.
TEST(WorldBoxCasts, BeginWhereTheLastOneEnded) {
    test::Random random(39);
    const auto number = [&](double low, double high) { return random.uniform(low, high); };
    const auto turn = [&] {
        const auto f = [&] { return static_cast<float>(number(-1, 1)); };
        return random.below(4) == 0 ? Quat{} : Quat{f(), f(), f(), f() + 1.5F};
    };
    std::size_t met = 0;
    for (int round = 0; round < 2000; ++round) {
        const double far = random.below(3) == 0 ? 1e6 : 10;
        World world;
        BoxDef def;
        def.pose = {{number(-far, far), number(-far, far), number(-far, far)}, turn()};
        def.half_extents = {static_cast<float>(random.log_uniform(0.1, 100)),
                            static_cast<float>(random.log_uniform(0.1, 100)),
                            random.below(9) == 0 ? 0 : static_cast<float>(random.log_uniform(0.1, 100))};
        BoxId id;
        ASSERT_EQ(world.create(def, id), Status::ok);
        const auto cast = [&](const WorldBoxCast& query) {
            WorldHit hit;
            EXPECT_EQ(cast_boxes(world, {&query, 1}, {&hit, 1}, {.execution = kSerial}), Status::ok);
            return hit;
        };
        WorldBoxCast query;
        query.half_extents = {static_cast<float>(random.log_uniform(0.1, 3)),
                              static_cast<float>(random.log_uniform(0.1, 3)),
                              static_cast<float>(random.log_uniform(0.1, 3))};
        const Vec3d away{number(-1, 1), number(-1, 1), number(-1, 1)};
        query.pose = {moved(def.pose.position, away, 300), turn()};
        query.direction = {-away.x + number(-0.05, 0.05), -away.y + number(-0.05, 0.05), -away.z};
        const WorldHit landed = cast(query);
        if (landed.box == BoxId{} || landed.distance == 0) continue;
        ++met;
        query.pose.position = moved(query.pose.position, query.direction, landed.distance);
        // Half of the motion continues along the face.
        const Vec3d normal{double{landed.normal.x}, double{landed.normal.y}, double{landed.normal.z}};
        const Vec3d wish{number(-1, 1), number(-1, 1), number(-1, 1)};
        const double into = wish.x * normal.x + wish.y * normal.y + wish.z * normal.z;
        query.direction = moved(wish, normal, -into);
        EXPECT_EQ(cast(query).box, BoxId{}) << "along";
        query.direction = normal;
        EXPECT_EQ(cast(query).box, BoxId{}) << "away";
        query.direction = {-normal.x, -normal.y, -normal.z};
        const WorldHit again = cast(query);
        ASSERT_EQ(again.box, id) << "into";
        EXPECT_EQ(again.distance, 0);
        EXPECT_NEAR(again.depth, 0, 1e-6);
    }
    EXPECT_GT(met, 500U);
}

/// No edge between flush tiles stops a box that lies on them.
TEST(WorldBoxCasts, SlideOverTiles) {
    constexpr std::size_t kSide = 6;
    World world;
    std::vector<BoxDef> tiles(kSide * kSide);
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        tiles[i].pose.position = {static_cast<double>(i % kSide) + 0.5, static_cast<double>(i / kSide) + 0.5, -0.25};
        tiles[i].half_extents = {0.5F, 0.5F, 0.25F};
        tiles[i].motion = MotionType::static_box;
    }
    std::vector<BoxId> ids(tiles.size());
    ASSERT_EQ(world.create(tiles, ids), Status::ok);
    test::Random random(40);
    for (int round = 0; round < 300; ++round) {
        const auto angle = static_cast<float>(random.uniform(-1, 1));
        WorldBoxCast query{
            {{random.uniform(1, 5), random.uniform(1, 5), 3}, {0, 0, angle, 1}}, {0.3F, 0.2F, 0.1F}, {0, 0, -1}};
        WorldHit hit;
        ASSERT_EQ(cast_boxes(world, {&query, 1}, {&hit, 1}, {.execution = kSerial}), Status::ok);
        ASSERT_NE(hit.box, BoxId{});
        query.pose.position.z -= hit.distance;
        query.direction = {random.uniform(-1, 1), random.uniform(-1, 1), 0};
        ASSERT_EQ(cast_boxes(world, {&query, 1}, {&hit, 1}, {.execution = kSerial}), Status::ok);
        EXPECT_EQ(hit.box, BoxId{});
    }
}

// Two equal worlds: calls fail in one of them only.
class TroubledQuery : public testing::Test {
protected:
    // Some boxes have changed since the last update.
    static void fill(World& world) {
        test::Random random(5);
        std::vector<BoxDef> defs;
        const auto coordinate = [&] { return random.uniform(-8, 8); };
        for (int i = 0; i < 3000; ++i) defs.push_back(at(coordinate(), coordinate(), coordinate()));
        std::vector<BoxId> ids(defs.size());
        ASSERT_EQ(world.create(defs, ids), Status::ok);
        WorldUpdate update;
        ASSERT_EQ(world.update(update, kSerial), Status::ok);
        std::vector<BoxPose> poses(40);
        for (BoxPose& pose : poses) pose.position = {coordinate(), coordinate(), coordinate()};
        ASSERT_EQ(world.set_poses(std::span(ids).first(poses.size()), poses), Status::ok);
    }
    static Queries queries() {
        test::Random random(6);
        Queries made{std::vector<WorldRay>(90), std::vector<WorldBoxCast>(90), std::vector<Sphere>(90),
                     std::vector<Vec3d>(90), std::vector<WorldPoint>(90)};
        for (std::size_t i = 0; i < 90; ++i) {
            const Vec3d place{random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-9, 9)};
            made.rays[i].origin = made.casts[i].pose.position = made.origins[i] = made.points[i].position = place;
            made.rays[i].direction = made.casts[i].direction = {random.uniform(-1, 1), random.uniform(-1, 1), 0.5};
            made.spheres[i].radius = i % 10 == 0 ? 30 : 1;
        }
        return made;
    }
};

TEST_F(TroubledQuery, EveryAllocationMayFail) {
    World quiet;
    ASSERT_NO_FATAL_FAILURE(fill(quiet));
    Answers expected;
    ASSERT_EQ(ask(quiet, queries(), expected), Status::ok);
    EXPECT_GT(expected.boxes.size(), 3000U);
    std::uint64_t failures = 0;
    for (std::uint64_t k = 0; k < 200; ++k) {
        test::CountingAllocator memory;
        {
            World world({}, memory.get());
            ASSERT_NO_FATAL_FAILURE(fill(world));
            const std::uint64_t hash = world.state_hash();
            memory.fail_at(k);
            Answers answers;
            const Status status = ask(world, queries(), answers);
            memory.never_fail();
            EXPECT_EQ(world.state_hash(), hash);
            if (status == Status::ok) {
                EXPECT_EQ(memory.failures(), 0U);
                // Now all memory that the call needs is allocated.
                const std::uint64_t before = memory.allocations();
                ASSERT_EQ(ask(world, queries(), answers), Status::ok);
                EXPECT_EQ(memory.allocations(), before);
                EXPECT_EQ(answers, expected);
                break;
            }
            ++failures;
            ASSERT_EQ(status, Status::out_of_memory);
            ASSERT_EQ(ask(world, queries(), answers), Status::ok);
            ASSERT_EQ(answers, expected) << "allocation " << k;
            WorldUpdate update;
            ASSERT_EQ(world.update(update, kSerial), Status::ok);
            EXPECT_TRUE(world.validate());
        }
        EXPECT_EQ(memory.live_blocks(), 0U);
        EXPECT_EQ(memory.misuses(), 0U);
    }
    EXPECT_GT(failures, 10U);
    EXPECT_LT(failures, 200U);
}

TEST_F(TroubledQuery, ExecutorsMayFail) {
    World quiet;
    ASSERT_NO_FATAL_FAILURE(fill(quiet));
    Answers expected;
    ASSERT_EQ(ask(quiet, queries(), expected), Status::ok);
    WorldUpdate expected_update;
    ASSERT_EQ(quiet.update(expected_update, kSerial), Status::ok);
    unsigned failed = 0;
    for (const test::ExecutorFault fault : test::kExecutorFaults) {
        for (unsigned runs = 0;; ++runs) {
            ASSERT_LT(runs, 1000U);
            World world;
            ASSERT_NO_FATAL_FAILURE(fill(world));
            test::FaultyExecutor executor(fault, runs);
            Answers answers;
            const Status status = ask(world, queries(), answers, {Isa::best, &executor});
            if (executor.faults() == 0) break;
            ASSERT_EQ(status, Status::executor_failed);
            ++failed;
            ASSERT_EQ(ask(world, queries(), answers), Status::ok);
            ASSERT_EQ(answers, expected);
            WorldUpdate update;
            ASSERT_EQ(world.update(update, kSerial), Status::ok);
            ASSERT_EQ(world.state_hash(), quiet.state_hash());
        }
    }
    EXPECT_GT(failed, 100U);
}

}  // namespace
}  // namespace satori
