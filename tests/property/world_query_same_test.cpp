// Answers to queries of a World depend only on its boxes and the query. They do not depend on its origin, the margin of
// its bounds, or the boxes that changed since the last update, not even at the limits of legal input.

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/query_twin.hpp"
#include "support/calls.hpp"
#include "support/random.hpp"
#include "support/shape_regimes.hpp"

namespace satori {
namespace {

struct Regime {
    const char* name;
    double half_width;         // of the cube that boxes stand in, meters
    double smallest, largest;  // half extents
    Vec3d base{};
    double from = 0;    // how far in front of the cube queries begin; 0: in the cube
    double turned = 0;  // the largest angle of a box, approximately; 0: any angle
};

constexpr Regime kRegimes[] = {
    {.name = "usual", .half_width = 4, .smallest = 0.1, .largest = 0.6},
    {.name = "sizes", .half_width = 100, .smallest = 1e-3, .largest = 60},
    {.name = "plates", .half_width = 1e3, .smallest = 1e-3, .largest = 1e4, .turned = 1e-4},
    {.name = "tiny", .half_width = 1e-4, .smallest = 2e-6, .largest = 1e-5},
    {.name = "points", .half_width = 4, .smallest = 0, .largest = 0},
    {.name = "asked_from_1e4", .half_width = 4, .smallest = 0.1, .largest = 0.6, .from = 1e4},
    {.name = "asked_from_1e12", .half_width = 4, .smallest = 0.1, .largest = 0.6, .from = 9e11},
    {.name = "at_1e9", .half_width = 4, .smallest = 0.1, .largest = 0.6, .base = {1e9, -3e9, 2e9}, .from = 100},
    {.name = "at_1e12", .half_width = 4, .smallest = 0.1, .largest = 0.6, .base = {-9e11, 0, 9e11}},
    {.name = "everywhere", .half_width = 9e11, .smallest = 1, .largest = 9e3},
};

void PrintTo(const Regime& regime, std::ostream* out) {
    *out << regime.name;
}

class SameBoxes : public testing::TestWithParam<Regime> {
protected:
    double within(double width) { return random_.uniform(-width, width); }
    Vec3d place() {
        const Regime& regime = GetParam();
        const double width = regime.half_width;
        return {regime.base.x + within(width), regime.base.y + within(width), regime.base.z + within(width)};
    }
    Quat rotation() {
        const auto f = [&] { return static_cast<float>(within(1)); };
        if (const double turned = GetParam().turned; turned > 0) {
            const auto angle = [&] { return static_cast<float>(within(0.5 * turned)); };
            return {angle(), angle(), angle(), 1};
        }
        return random_.below(3) == 0 ? Quat{} : Quat{f(), f(), f(), f() + 1.5F};
    }
    Vec3 half() {
        const Regime& regime = GetParam();
        if (regime.largest == 0) return {};
        const auto f = [&] { return static_cast<float>(random_.log_uniform(regime.smallest, regime.largest)); };
        return {f(), f(), random_.below(8) == 0 ? 0 : f()};
    }
    // Returns a point of a box, where the answer is uncertain.
    Vec3d on_box() {
        const BoxDef& box = defs_[random_.below(static_cast<std::uint32_t>(defs_.size()))];
        const auto corners = test::placed(box.pose, box.half_extents, box.pose.position).corners;
        // A corner, or a point between two corners: on an edge, on a face or inside. Or a point close to it.
        const auto &a = corners[random_.below(8)], &b = corners[random_.below(8)];
        const double share = random_.coin() ? 0 : random_.unit();
        const double beside = random_.coin() ? 0 : GetParam().half_width * random_.log_uniform(1e-9, 1e-3);
        const Vec3d& center = box.pose.position;
        return {center.x + a[0] + share * (b[0] - a[0]) + within(beside),
                center.y + a[1] + share * (b[1] - a[1]) + within(beside),
                center.z + a[2] + share * (b[2] - a[2]) + within(beside)};
    }
    Vec3d start() {
        const double from = GetParam().from;
        Vec3d at = random_.coin() ? place() : on_box();
        double* const axis[] = {&at.x, &at.y, &at.z};
        *axis[random_.below(3)] += random_.coin() ? from : -from;
        return at;
    }
    // Returns a direction to a point of a box, or along an edge. It has any legal length; some components are nearly
    // zero.
    Vec3d direction(const Vec3d& start) {
        const Vec3d to = on_box();
        double way[] = {to.x - start.x, to.y - start.y, to.z - start.z};
        for (double& component : way) {
            if (random_.below(6) == 0) component = 0;
            if (random_.below(8) == 0) component = std::copysign(5e-324 * random_.below(3), within(1));
            if (random_.below(8) == 0) component *= 1e-9;
        }
        const double largest = std::max({std::fabs(way[0]), std::fabs(way[1]), std::fabs(way[2])});
        if (!(largest > 1e-300)) return {0, 0, -1};
        constexpr double kScales[] = {1, 1, 1, 3e-20, 0.9e20, 0};
        double scale = kScales[random_.below(6)];
        if (scale != 1) scale = scale == 0 ? 1 / largest : scale / largest;
        Vec3d made{way[0] * scale, way[1] * scale, way[2] * scale};
        const double now = std::max({std::fabs(made.x), std::fabs(made.y), std::fabs(made.z)});
        return now >= 2e-20 && now <= 0.99e20 ? made : Vec3d{way[0] / largest, way[1] / largest, way[2] / largest};
    }
    double reach(const Vec3d& start, const Vec3d& direction) {
        const Vec3d to = on_box();
        const auto length = [](double x, double y, double z) { return std::sqrt(x * x + y * y + z * z); };
        const double away =
            length(to.x - start.x, to.y - start.y, to.z - start.z) / length(direction.x, direction.y, direction.z);
        constexpr double kFar = std::numeric_limits<double>::infinity();
        const double choices[] = {kFar, kFar, away, 0, std::numeric_limits<double>::max(), 1.5 * away};
        return choices[random_.below(6)];
    }

    void make_world(const BroadphaseOptions& bounds, const Vec3d& origin, double updated, MotionType motion) {
        worlds_.push_back(std::make_unique<World>(WorldOptions{.bounds = bounds}));
        World& world = *worlds_.back();
        ASSERT_EQ(world.set_origin(origin), Status::ok);
        std::vector<BoxDef> defs = defs_;
        for (BoxDef& def : defs) def.motion = motion;
        ids_.resize(defs.size());
        ASSERT_EQ(world.create(defs, ids_), Status::ok);
        if (updated == 0) return;
        WorldUpdate update;
        ASSERT_EQ(world.update(update), Status::ok);
        // These boxes are set again to the pose that they already have.
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            if (random_.unit() < updated) continue;
            const BoxPose back = defs[i].pose;
            ASSERT_EQ(world.set_pose(ids_[i], back), Status::ok);
        }
    }
    void make_worlds() {
        const Vec3d base = GetParam().base;
        constexpr MotionType kStatic = MotionType::static_box, kDynamic = MotionType::dynamic_box;
        make_world({}, base, 0, kDynamic);
        make_world({}, base, 1, kDynamic);
        make_world({0.02F, 0.05F}, base, 1, kStatic);
        make_world({}, base, 0.5, kStatic);
        make_world({}, {}, 1, kStatic);
        make_world({}, {base.x + 3, base.y - 1e4, base.z + 1e5}, 0.5, kStatic);
        make_world({}, {-1e12, 1e12, 1e12}, 1, kStatic);
        make_world({1e30F, 0}, base, 0.7, kStatic);
        make_world({3e38F, 3e38F}, {base.x, base.y + 1, base.z}, 1, kStatic);
    }

    test::Random random_{5};
    std::vector<BoxDef> defs_;
    std::vector<BoxId> ids_;
    std::vector<std::unique_ptr<World>> worlds_;
};

// ask(world) returns rows. They must be the same for every world.
template <class Ask>
void expect_same(const std::vector<std::unique_ptr<World>>& worlds, const char* what, Ask&& ask) {
    const auto rows = ask(*worlds[0]);
    for (std::size_t w = 1; w < worlds.size(); ++w) {
        const auto other = ask(*worlds[w]);
        ASSERT_EQ(rows.size(), other.size()) << what << " of world " << w;
        std::size_t different = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) different += test::same_bits(rows[i], other[i]) ? 0U : 1U;
        EXPECT_EQ(different, 0U) << what << " of world " << w << ", of " << rows.size();
    }
}

TEST_P(SameBoxes, GiveTheSameAnswers) {
    for (int round = 0; round < 4; ++round) {
        worlds_.clear();
        defs_.assign(round == 0 ? 1 : 60, {});
        for (BoxDef& def : defs_) {
            def.pose = {place(), rotation()};
            def.half_extents = half();
        }
        ASSERT_NO_FATAL_FAILURE(make_worlds());
        constexpr std::size_t kCount = 300;
        std::vector<WorldRay> rays(kCount);
        std::vector<WorldBoxCast> casts(kCount);
        std::vector<WorldPoint> points(kCount);
        std::vector<WorldMovingBox> moving(kCount);
        for (std::size_t i = 0; i < kCount; ++i) {
            rays[i].origin = casts[i].pose.position = points[i].position = start();
            rays[i].direction = casts[i].direction = direction(rays[i].origin);
            rays[i].max_distance = casts[i].max_distance = reach(rays[i].origin, rays[i].direction);
            casts[i].pose.rotation = rotation();
            casts[i].half_extents = half();
            moving[i].pose = casts[i].pose;
            moving[i].half_extents = casts[i].half_extents;
            const double way = std::min(casts[i].max_distance, 1e3);
            const auto along = [&](double part) { return static_cast<float>(std::clamp(way * part, -1e8, 1e8)); };
            const Vec3d& to = casts[i].direction;
            moving[i].motion = {{along(to.x), along(to.y), along(to.z)}, {1, -0.5F, 0}};
            if (random_.coin()) casts[i].skin = random_.coin() ? 1e-3F : 0.5F;
            if (random_.coin()) points[i].max_distance = reach(points[i].position, {1, 0, 0});
        }
        std::vector<test::AnyShape> made;
        std::vector<WorldShape> shapes;
        for (std::size_t i = 0; i < kCount; ++i)
            made.push_back(test::make_shape_case(test::kShapeKinds[i % std::size(test::kShapeKinds)],
                                                 test::ShapeRegime::generic, 1, random_)
                               .shape);
        for (const auto& shape : made) shapes.push_back({start(), test::ref(shape)});
        std::size_t hits = 0;
        expect_same(worlds_, "all hits", [&](World& world) {
            WorldHits found;
            EXPECT_EQ(all_hits(world, rays, found), Status::ok);
            hits += found.hits.size();
            return std::vector(found.hits.begin(), found.hits.end());
        });
        expect_same(worlds_, "first hits", [&](World& world) {
            std::vector<WorldHit> found(kCount);
            EXPECT_EQ(closest_hits(world, rays, found), Status::ok);
            return found;
        });
        expect_same(worlds_, "any hits", [&](World& world) {
            std::vector<std::uint8_t> found(kCount);
            EXPECT_EQ(any_hits(world, rays, found), Status::ok);
            return found;
        });
        expect_same(worlds_, "casts", [&](World& world) {
            std::vector<WorldHit> found(kCount);
            EXPECT_EQ(cast_boxes(world, casts, found), Status::ok);
            for (const WorldHit& hit : found) hits += hit.box != BoxId{} ? 1U : 0U;
            return found;
        });
        expect_same(worlds_, "all hits of casts", [&](World& world) {
            WorldHits found;
            EXPECT_EQ(all_hits(world, casts, found), Status::ok);
            return std::vector(found.hits.begin(), found.hits.end());
        });
        expect_same(worlds_, "first impacts", [&](World& world) {
            std::vector<WorldBoxImpact> found(kCount);
            EXPECT_EQ(first_impacts(world, moving, found), Status::ok);
            return found;
        });
        expect_same(worlds_, "shapes", [&](World& world) {
            WorldBoxes found;
            EXPECT_EQ(find_boxes(world, shapes, found), Status::ok);
            return std::vector(found.boxes.begin(), found.boxes.end());
        });
        expect_same(worlds_, "nearest", [&](World& world) {
            std::vector<WorldClosest> found(kCount);
            EXPECT_EQ(closest_boxes(world, points, found), Status::ok);
            return found;
        });
        if (round != 0) {
            EXPECT_GT(hits, GetParam().largest > 0 && GetParam().half_width < 1e9 ? 100U : 0U);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Regimes, SameBoxes, testing::ValuesIn(kRegimes),
                         [](const testing::TestParamInfo<Regime>& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace satori
