// first_impacts() of a World: the box of least time among those that times_of_impact() finds for all boxes. The oracles
// of times_of_impact() judge the times; here all boxes are asked, without a search.

#include <cmath>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

struct Regime {
    const char* name;
    double half_width;       // of the cube that contains the boxes, meters
    double way, turn;        // the most in a motion: meters along an axis, radians
    double largest = 0.8;    // half extent of a box of the World
    double moving = 0.8;     // and of a moving box
    double standing = 0.25;  // share of the moving boxes that only turn
    Vec3d base{};            // the place of the cube
    bool radii = false;
};
constexpr Regime kRegimes[] = {
    {.name = "casts", .half_width = 10, .way = 15, .turn = 1},
    {.name = "bars", .half_width = 8, .way = 0.5, .turn = 6, .moving = 2.5},
    {.name = "straight", .half_width = 10, .way = 20, .turn = 0, .standing = 0},
    {.name = "crowded", .half_width = 4, .way = 2, .turn = 1},
    {.name = "far", .half_width = 10, .way = 15, .turn = 3, .base = {1e7, -3e7, 2e7}},
    {.name = "rounded", .half_width = 10, .way = 15, .turn = 2, .radii = true},
    {.name = "grounds", .half_width = 60, .way = 30, .turn = 2, .largest = 40},
    {.name = "long_ways", .half_width = 150, .way = 600, .turn = 3, .largest = 60},
};
void PrintTo(const Regime& regime, std::ostream* out) {
    *out << regime.name;
}

class FirstImpactTest : public testing::TestWithParam<Regime> {
protected:
    // Floats represent these numbers, so the same boxes stand in the World and in a batch.
    float on_grid(double most) { return static_cast<float>(std::floor(random_.uniform(-most, most) * 256) / 256); }
    Vec3 vector(double most) { return {on_grid(most), on_grid(most), on_grid(most)}; }
    Quat rotation() {
        const auto part = [&] { return static_cast<float>(random_.uniform(-1, 1)); };
        return random_.below(4) == 0 ? Quat{} : Quat{part(), part(), part(), part() + 1.5F};
    }
    float extent(double most) {
        if (GetParam().radii && random_.below(3) == 0) return 0;
        return static_cast<float>(random_.log_uniform(0.02, most));
    }
    OrientedBox box(double largest) {
        return {vector(GetParam().half_width), {extent(largest), extent(largest), extent(largest)}, rotation()};
    }
    float radius() { return GetParam().radii && random_.coin() ? static_cast<float>(random_.uniform(0.02, 0.5)) : 0; }
    BoxPose pose_of(const OrientedBox& box) const {
        const Vec3d& base = GetParam().base;
        return {{base.x + double{box.center.x}, base.y + double{box.center.y}, base.z + double{box.center.z}},
                box.rotation};
    }

    void fill(std::size_t count) {
        std::vector<BoxDef> defs(count);
        for (BoxDef& def : defs) {
            boxes_.push_back(box(GetParam().largest));
            radii_.push_back(radius());
            def.pose = pose_of(boxes_.back());
            def.half_extents = boxes_.back().half_extents;
            def.radius = radii_.back();
            def.motion = random_.coin() ? MotionType::static_box : MotionType::dynamic_box;
            def.sensor = random_.below(5) == 0;
            def.filter.category = std::uint64_t{1} << random_.below(3);
            sensors_.push_back(def.sensor);
            categories_.push_back(def.filter.category);
        }
        ids_.resize(count);
        ASSERT_EQ(world_.create(defs, ids_), Status::ok);
    }
    WorldMovingBox moving_box() {
        const OrientedBox from = box(GetParam().moving);
        WorldMovingBox moving{pose_of(from), from.half_extents, radius(), {}, 0, 1e-3F};
        const double share = GetParam().turn / std::sqrt(3.0);
        const auto part = [&] { return static_cast<float>(random_.uniform(-share, share)); };
        moving.motion.rotation = {part(), part(), part()};
        if (random_.uniform(0, 1) >= GetParam().standing) moving.motion.translation = vector(GetParam().way);
        if (random_.coin()) moving.distance = static_cast<float>(random_.log_uniform(1e-3, 0.3));
        if (random_.coin()) moving.tolerance = static_cast<float>(random_.log_uniform(1e-5, 0.1));
        return moving;
    }
    // What the call must answer, from the times of all boxes.
    WorldBoxImpact first_of_all(const WorldMovingBox& moving, const QueryFilter& filter) {
        const Vec3d &at = moving.pose.position, &base = GetParam().base;
        const OrientedBox row{
            {static_cast<float>(at.x - base.x), static_cast<float>(at.y - base.y), static_cast<float>(at.z - base.z)},
            moving.half_extents,
            moving.pose.rotation};
        BoxBatch one, all;
        EXPECT_EQ(one.assign(box_rows({&row, 1})), Status::ok);
        EXPECT_EQ(all.assign(box_rows(boxes_)), Status::ok);
        if (GetParam().radii) {
            EXPECT_EQ(one.set_radii({&moving.radius, 1}), Status::ok);
            EXPECT_EQ(all.set_radii(radii_), Status::ok);
        }
        std::vector<BoxPair> pairs;
        for (std::uint32_t i = 0; i < boxes_.size(); ++i) pairs.push_back({0, i});
        std::vector<TimeOfImpact> times(pairs.size());
        Workspace workspace;
        const MovingBoxes sets{{one, all}, {std::span(&moving.motion, 1), {}}};
        EXPECT_EQ(times_of_impact(sets, pairs, times, workspace,
                                  {.distance = moving.distance, .tolerance = moving.tolerance}),
                  Status::ok);
        WorldBoxImpact first;
        for (std::size_t i = 0; i < times.size(); ++i) {
            if (times[i].kind == ImpactKind::none) continue;
            if (sensors_[i] && !filter.sensors) continue;
            if ((categories_[i] & filter.mask) == 0 || ids_[i] == filter.ignored) continue;
            if (first.box == BoxId{} || times[i].time < first.impact.time) first = {ids_[i], times[i]};
        }
        return first;
    }

    test::Random random_{7};
    World world_;
    std::vector<OrientedBox> boxes_;
    std::vector<float> radii_;
    std::vector<bool> sensors_;
    std::vector<std::uint64_t> categories_;
    std::vector<BoxId> ids_;
    test::RendezvousExecutor threads_{3};
};

TEST_P(FirstImpactTest, IsTheLeastTimeOfAllBoxes) {
    constexpr std::size_t kRounds = 4, kCount = 100;
    ASSERT_NO_FATAL_FAILURE(fill(500));
    std::size_t met = 0, at_once = 0, none = 0;
    for (std::size_t round = 0; round < kRounds; ++round) {
        std::vector<WorldMovingBox> moving(kCount);
        for (WorldMovingBox& each : moving) each = moving_box();
        std::vector<QueryFilter> filters(kCount);
        for (QueryFilter& filter : filters) {
            if (random_.coin()) continue;
            filter = {.mask = 1 + random_.below(7), .sensors = random_.coin(), .ignored = ids_[random_.below(500)]};
        }
        const auto ask = [&](const Execution& execution) {
            std::vector<WorldBoxImpact> found(kCount);
            EXPECT_EQ(first_impacts(world_, moving, found, {.execution = execution, .filters = filters}), Status::ok);
            return found;
        };
        const std::vector<WorldBoxImpact> found = test::on_every_isa(ask);
        EXPECT_TRUE(test::same_bytes(ask({Isa::best, &threads_}), found));
        for (std::size_t i = 0; i < kCount; ++i) {
            const WorldBoxImpact expected = first_of_all(moving[i], filters[i]);
            ASSERT_EQ(found[i].box, expected.box) << "moving box " << i << " of round " << round;
            ASSERT_TRUE(test::same_bytes(std::vector{found[i].impact}, std::vector{expected.impact}))
                << "moving box " << i << " of round " << round << ": " << found[i].impact.time << " where it is "
                << expected.impact.time;
            if (expected.box == BoxId{})
                ++none;
            else if (expected.impact.time == 0)
                ++at_once;
            else
                ++met;
        }
        // Some boxes move, so that queries see both columns and boxes that have changed.
        if (round == 0) {
            WorldUpdate update;
            ASSERT_EQ(world_.update(update), Status::ok);
        }
        for (std::size_t i = round; i < boxes_.size(); i += 7) {
            boxes_[i].center = vector(GetParam().half_width);
            ASSERT_EQ(world_.set_pose(ids_[i], pose_of(boxes_[i])), Status::ok);
        }
    }
    EXPECT_GT(met, 60U);
    EXPECT_GT(none, 20U);
    RecordProperty("at_once", static_cast<int>(at_once));
}

TEST(FirstImpacts, SaysWhatATurningBarMeets) {
    // A bar of 4 m turns a quarter about z; a post stands 1.5 m from its center, 1 rad further.
    World world;
    BoxDef post;
    post.pose.position = {1.5 * std::cos(1.0), 1.5 * std::sin(1.0), 0};
    post.half_extents = {0.1F, 0.1F, 1};
    BoxId id;
    ASSERT_EQ(world.create(post, id), Status::ok);
    WorldMovingBox bar;
    bar.half_extents = {2, 0.05F, 0.05F};
    bar.motion.rotation = {0, 0, 1.5F};
    bar.tolerance = 1e-4F;
    WorldBoxImpact first;
    ASSERT_EQ(first_impacts(world, {&bar, 1}, {&first, 1}), Status::ok);
    EXPECT_EQ(first.box, id);
    EXPECT_EQ(first.impact.kind, ImpactKind::meets);
    // The bar's upper side passes the nearest corner of the post: the corner's direction, less the angle at which half
    // the bar's width is seen.
    const double x = post.pose.position.x + 0.1, y = post.pose.position.y - 0.1;
    const double angle = std::atan2(y, x) - std::asin(0.05 / std::hypot(x, y));
    EXPECT_LE(first.impact.time, angle / 1.5 + 1e-6);
    EXPECT_GE(first.impact.time, (angle - 1e-4 / 1.3) / 1.5 - 1e-6);

    // Turned the other way, it meets nothing; a cast does not turn, so it meets nothing at all.
    bar.motion.rotation.z = -1.5F;
    ASSERT_EQ(first_impacts(world, {&bar, 1}, {&first, 1}), Status::ok);
    EXPECT_EQ(first.box, BoxId{});
    EXPECT_EQ(first.impact.kind, ImpactKind::none);
    EXPECT_EQ(first.impact.time, 1);
}

TEST(FirstImpacts, OfTwoAtOneTimeIsTheLowerIndex) {
    World world;
    BoxDef def;
    BoxId ids[3];
    def.pose.position = {3, 0.5, 0};
    ASSERT_EQ(world.create(def, ids[0]), Status::ok);
    def.pose.position.x = 2;
    def.pose.position.y = 0.5;
    ASSERT_EQ(world.create(def, ids[1]), Status::ok);
    def.pose.position.y = -0.5;
    ASSERT_EQ(world.create(def, ids[2]), Status::ok);
    WorldMovingBox moving;
    moving.motion.translation = {8, 0, 0};
    WorldBoxImpact first;
    ASSERT_EQ(first_impacts(world, {&moving, 1}, {&first, 1}), Status::ok);
    EXPECT_EQ(first.box, ids[1]);
    EXPECT_NEAR(first.impact.time, 1.0 / 8, 2e-4);
    const auto not_the_first = [](std::size_t, BoxId box, void* user) noexcept {
        return box != *static_cast<const BoxId*>(user);
    };
    ASSERT_EQ(first_impacts(world, {&moving, 1}, {&first, 1}, {.predicate = not_the_first, .predicate_user = &ids[1]}),
              Status::ok);
    EXPECT_EQ(first.box, ids[2]);
}

TEST(FirstImpacts, OfAnEmptyWorldAreNone) {
    World world;
    const WorldMovingBox moving;
    WorldBoxImpact first{{1, 2}, {}};
    ASSERT_EQ(first_impacts(world, {&moving, 1}, {&first, 1}), Status::ok);
    EXPECT_EQ(first.box, BoxId{});
}

INSTANTIATE_TEST_SUITE_P(Regimes, FirstImpactTest, testing::ValuesIn(kRegimes), testing::PrintToStringParamName());

}  // namespace
}  // namespace satori
