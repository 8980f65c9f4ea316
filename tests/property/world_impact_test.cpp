// R28 in a World: no continuous box meets another before the time of its impact, and none passes another without one.
// The oracle poses each pair at many times between two updates, in double. SATORI_PAIRS=<count> sets the number of
// pairs for the Nightly suite.

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/moving_twin.hpp"
#include "support/executors.hpp"
#include "support/isa_fixture.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

struct Regime {
    const char* name;
    double half_width;   // of the cube that contains the boxes, meters
    double speed, turn;  // the most in a step: meters along an axis, radians
    Vec3d base{};        // the place of the cube
    float depth = 5e-3F;
    bool radii = false;
};
constexpr Regime kRegimes[] = {
    {.name = "bullets", .half_width = 4, .speed = 6, .turn = 0.1},
    {.name = "spinning", .half_width = 3, .speed = 0.25, .turn = 3.1},
    {.name = "both", .half_width = 4, .speed = 3, .turn = 2},
    {.name = "crowded", .half_width = 1.5, .speed = 0.5, .turn = 0.5},
    {.name = "far", .half_width = 4, .speed = 3, .turn = 2, .base = {1e7, -3e7, 2e7}},
    {.name = "rounded", .half_width = 3.5, .speed = 3, .turn = 2, .radii = true},
    {.name = "deep", .half_width = 4, .speed = 3, .turn = 2, .depth = 0.05F, .radii = true},
};
void PrintTo(const Regime& regime, std::ostream* out) {
    *out << regime.name;
}

// A box, and its motion until the next update. Positions are relative to the base; floats represent them.
struct Body {
    BoxId id;
    BoxDef def;
    MovingBox moving;
};

struct Score {
    std::uint64_t pairs = 0, slow = 0, impacts = 0, deep = 0, passing = 0;
};

class WorldImpactTest : public testing::TestWithParam<Regime> {
protected:
    double on_grid(double most) { return std::floor(random_.uniform(-most, most) * 256) / 256; }
    Vec3 vector(double most) {
        return {static_cast<float>(on_grid(most)), static_cast<float>(on_grid(most)),
                static_cast<float>(on_grid(most))};
    }
    Body random_body() {
        const auto extent = [&] {
            if (GetParam().radii && random_.below(3) == 0) return 0.0F;
            return static_cast<float>(random_.log_uniform(0.02, 0.8));
        };
        const auto part = [&] { return static_cast<float>(random_.uniform(-1, 1)); };
        Body body;
        body.moving.box = {vector(GetParam().half_width), {extent(), extent(), extent()}, {}};
        if (random_.below(4) != 0) body.moving.box.rotation = {part(), part(), part(), part() + 1.5F};
        body.def.half_extents = body.moving.box.half_extents;
        body.def.radius = GetParam().radii && random_.coin() ? static_cast<float>(random_.uniform(0.02, 0.3)) : 0.0F;
        body.def.continuous = random_.below(3) == 0;
        body.def.motion = random_.below(3) == 0 ? MotionType::static_box : MotionType::dynamic_box;
        return body;
    }
    BoxPose pose_of(const OrientedBox& box) {
        const Vec3d& base = GetParam().base;
        return {{base.x + double{box.center.x}, base.y + double{box.center.y}, base.z + double{box.center.z}},
                box.rotation};
    }
    // Where a body is at the end of its motion.
    static OrientedBox end_of(const MovingBox& moving) {
        const Vec3 &t = moving.motion.translation, &r = moving.motion.rotation;
        OrientedBox box = moving.box;
        box.center = {box.center.x + t.x, box.center.y + t.y, box.center.z + t.z};
        const double angle = std::hypot(double{r.x}, double{r.y}, double{r.z});
        if (angle == 0) return box;
        const double s = std::sin(angle / 2) / angle, x = s * r.x, y = s * r.y, z = s * r.z, w = std::cos(angle / 2);
        const Quat& q = moving.box.rotation;
        const auto f = [](double v) { return static_cast<float>(v); };
        box.rotation = {f(w * q.x + x * q.w + y * q.z - z * q.y), f(w * q.y + y * q.w + z * q.x - x * q.z),
                        f(w * q.z + z * q.w + x * q.y - y * q.x), f(w * q.w - x * q.x - y * q.y - z * q.z)};
        return box;
    }
    void set_moving(Body& body) {
        body.moving.motion = {};
        if (random_.below(4) == 0) return;
        const double share = GetParam().turn / std::sqrt(3.0);
        const auto part = [&] { return static_cast<float>(random_.uniform(-share, share)); };
        body.moving.motion = {vector(GetParam().speed), {part(), part(), part()}};
    }
    static double half_thickness(const BoxDef& def) {
        const Vec3& half = def.half_extents;
        return double{std::min({half.x, half.y, half.z})} + double{def.radius};
    }
    // The box without its radius, smaller by `shrink` on all sides; `radius`: what remains of it.
    static MovingBox smaller(const Body& body, double shrink, double& radius) {
        radius = std::max(0.0, double{body.def.radius} - shrink);
        MovingBox made = body.moving;
        Vec3& half = made.box.half_extents;
        const double least = std::min({half.x, half.y, half.z});
        const double less = std::min(least, std::max(0.0, shrink - double{body.def.radius}));
        for (float* const extent : {&half.x, &half.y, &half.z}) *extent = static_cast<float>(double{*extent} - less);
        return made;
    }

    // WorldImpact says which boxes these are. Nearly such boxes count too: the World rounds.
    static bool cannot_pass(const Body& a, const Body& b) {
        const auto size = [](double x, double y, double z) { return std::hypot(x, y, z); };
        const auto turned = [&](const Body& body) {
            const Vec3 &r = body.moving.motion.rotation, &half = body.def.half_extents;
            return size(r.x, r.y, r.z) * size(half.x, half.y, half.z);
        };
        const Vec3 &one = a.moving.motion.translation, &other = b.moving.motion.translation;
        const double moved =
            size(double{one.x} - double{other.x}, double{one.y} - double{other.y}, double{one.z} - double{other.z});
        return moved + turned(a) + turned(b) <= 0.5 * std::min(half_thickness(a.def), half_thickness(b.def));
    }

    // One size of the boxes of a pair, and how near they come at an impact: from `distance` to `most` apart.
    struct Sized {
        double shrink, distance, most;
    };
    // All sizes, in the order in which the World takes them: the first with which the boxes are apart at first.
    static std::vector<Sized> sizes_of(const Body& a, const Body& b, double depth) {
        const double least = std::min(half_thickness(a.def), half_thickness(b.def)),
                     most = std::max(half_thickness(a.def), half_thickness(b.def));
        std::vector<Sized> sizes;
        if (least >= 2 * depth) sizes.push_back({depth, depth, 1.5 * depth});
        for (const double share : {0.25, 0.5, 1.0, 2.0, 4.0})
            sizes.push_back({share * std::max(least, std::min(most, 2 * depth)), depth / 8, depth / 4});
        return sizes;
    }

    // Judges what the World says of a pair: `found`, or nothing.
    void judge(const Body& a, const Body& b, const WorldImpact* found) {
        constexpr std::uint32_t kTimes = 48;
        ++score_.pairs;
        if (cannot_pass(a, b)) {
            ++score_.slow;
            ASSERT_EQ(found, nullptr);
            return;
        }
        const double time = found != nullptr ? found->time() : 1;
        bool is_first = true;
        for (const Sized& sized : sizes_of(a, b, GetParam().depth)) {
            double radius_a = 0, radius_b = 0;
            MovingTwin twin(smaller(a, sized.shrink, radius_a), smaller(b, sized.shrink, radius_b));
            const double target = sized.distance + radius_a + radius_b;
            const double delta = twin.delta() + 32 * double{FLT_EPSILON} * (target + sized.shrink) + 4e-9;
            const auto apart = [&](double at) {
                return reference_distance(twin.at(0, at), twin.at(1, at)).lower - radius_a - radius_b;
            };
            const double most = std::max(sized.most, sized.distance + 4 * delta) + delta;
            // Two sizes of a thin pair differ only in the distance.
            const bool is_meant = found != nullptr && std::fabs(double{found->shrink} - sized.shrink) <= 1e-6 &&
                                  std::min(apart(0), apart(time)) >= sized.distance - delta;
            // The World may go on to smaller boxes only where these begin near each other.
            if (!is_meant && apart(0) <= most) {
                is_first = false;
                continue;
            }
            if (found != nullptr) {
                ASSERT_TRUE(is_meant) << found->shrink << " where the first is " << sized.shrink;
                ++score_.impacts;
                score_.deep += is_first ? 0 : 1;
                score_.passing += is_first && apart(1) > most;
                ASSERT_GT(time, 0);
                ASSERT_LE(time, 1);
            }
            for (std::uint32_t i = 0; i <= kTimes; ++i) {
                const double at = time * i / kTimes;
                ASSERT_LE(twin.nearer_by(target, at), delta) << "at time " << at << " of " << time;
            }
            if (found != nullptr && found->impact.kind == ImpactKind::meets) {
                ASSERT_LE(apart(time), most);
            }
            return;
        }
        ASSERT_EQ(found, nullptr) << "all sizes begin near";
    }

    void run(std::uint64_t pair_count, std::uint64_t seed) {
        random_ = test::Random(seed);
        World world(WorldOptions{.impact_depth = GetParam().depth});
        std::vector<Body> bodies;
        while (bodies.size() < 40) bodies.push_back(random_body());
        for (Body& body : bodies) {
            body.def.pose = pose_of(body.moving.box);
            ASSERT_EQ(world.create(body.def, body.id), Status::ok);
        }
        WorldUpdate update;
        while (score_.pairs < pair_count) {
            const auto isas = test::supported_isas();
            const Execution execution{isas[random_.below(static_cast<std::uint32_t>(isas.size()))],
                                      random_.coin() ? static_cast<Executor*>(&threads_) : &serial_executor()};
            ASSERT_EQ(world.update(update, execution), Status::ok);
            for (Body& body : bodies) {
                set_moving(body);
                ASSERT_EQ(world.set_pose(body.id, pose_of(end_of(body.moving))), Status::ok);
            }
            ASSERT_EQ(world.update(update, execution), Status::ok);
            ASSERT_TRUE(world.validate());
            std::map<WorldPair, const WorldImpact*> found;
            for (const WorldImpact& impact : update.impacts) found[impact.pair] = &impact;
            ASSERT_EQ(found.size(), update.impacts.size());
            ASSERT_TRUE(std::is_sorted(update.impacts.begin(), update.impacts.end(),
                                       [](const auto& x, const auto& y) { return x.time() < y.time(); }));
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                for (std::size_t j = i + 1; j < bodies.size(); ++j) {
                    const Body &a = bodies[i], &b = bodies[j];
                    const auto at = found.extract({a.id, b.id});
                    const bool fixed = a.def.motion == MotionType::static_box && b.def.motion == MotionType::static_box;
                    if (fixed || (!a.def.continuous && !b.def.continuous)) {
                        ASSERT_TRUE(at.empty());
                        continue;
                    }
                    SCOPED_TRACE(testing::Message() << "boxes " << i << " and " << j << ", pair " << score_.pairs);
                    ASSERT_NO_FATAL_FAILURE(judge(a, b, at.empty() ? nullptr : at.mapped()));
                }
            }
            ASSERT_TRUE(found.empty());
            // Back to the cube, without a way.
            for (Body& body : bodies) {
                const OrientedBox place = random_body().moving.box;
                body.moving.box.center = place.center;
                body.moving.box.rotation = place.rotation;
                ASSERT_EQ(world.set_pose(body.id, pose_of(body.moving.box)), Status::ok);
                ASSERT_EQ(world.set_continuous(body.id, body.def.continuous), Status::ok);
            }
        }
    }

    test::Random random_{1};
    test::RendezvousExecutor threads_{3};
    Score score_;
};
class NightlyWorldImpactTest : public WorldImpactTest {};

TEST_P(WorldImpactTest, NoPairMeetsBeforeItsTime) {
    run(60000, 1);
    EXPECT_GT(score_.impacts, 150U);
    EXPECT_GT(score_.deep, 1U);
    EXPECT_GT(score_.slow, 20U);
    EXPECT_GT(score_.passing, 10U) << "pairs that meet, and are apart again in the next update";
}

TEST_P(NightlyWorldImpactTest, NoPairMeetsBeforeItsTime) {
    run(test::pairs_wanted(1000000), 2);
}

INSTANTIATE_TEST_SUITE_P(Regimes, WorldImpactTest, testing::ValuesIn(kRegimes), testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(Regimes, NightlyWorldImpactTest, testing::ValuesIn(kRegimes),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace satori
