// R6: resting contact is calm. Boxes rest on each other, with noise in every frame: no edge axis ever wins, no contact
// changes between the faces of its boxes, and points keep their ids.
//
// The quick run makes 1e4 frames of each pose, the Full run 1e5. A frame is one pair of boxes in one step.
//
// The slack is meant for this amount of noise. Let the boxes' faces be tilted against each other by angles of at most t
// about either edge. At a point where one face lies over the other, the boxes overlap, along any direction near the
// vertical, by the distance of the faces there (and terms in t^2). So no axis is better than the deepest such point.
// The face axis is worse than this depth because its box's plane meets the other box's farthest corner: the difference
// is t times the length by which the face reaches over the edge, which is less than t (h1 + h2) for a box that does not
// topple. The slack is 1e-4 of h1 + h2 + h3. Hence t < 1e-4: here each of two boxes turns by up to 5e-5 about each
// axis.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/double_quat.hpp"
#include "support/calls.hpp"
#include "support/calm.hpp"
#include "support/contact_calls.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

using reference::Point;
using test::ContactAnswers;
using test::DoubleQuat;

constexpr std::uint32_t kCopies = 50;  // of a pose, side by side
constexpr double kShift = 1e-4;        // of a box's mean half extent: most a center moves in a frame, along each axis
constexpr double kTurn = 5e-5;         // radians: most a box turns about each axis
constexpr double kDepth = 1e-3;  // of its mean half extent: how deep a box rests in the lower one, as engines leave it
constexpr double kApart = 20;    // meters between copies

enum class Resting {
    ground,         ///< any box on a ground box of 4 km
    ground_last,    ///< the ground has the higher index: it is B
    cubes_aligned,  ///< equal cubes, face on face, edge over edge
    cubes_offset,   ///< equal cubes, the upper one shifted along both edges
    cubes_turned,   ///< the same, and turned about the vertical
    bricks,         ///< one brick over the joint of two: two pairs, long sides flush
    plates,         ///< thin plates, shifted and turned
    tall,           ///< a tower on a cube
};

struct RestingInfo {
    Resting pose;
    const char* name;
    double kept_ids;  ///< at least this share of points keeps its id from one frame to the next
};
constexpr RestingInfo kResting[] = {
    {Resting::ground, "ground", 0.99},
    {Resting::ground_last, "ground_last", 0.99},
    {Resting::cubes_aligned, "cubes_aligned", 0.99},
    {Resting::cubes_offset, "cubes_offset", 0.99},
    {Resting::cubes_turned, "cubes_turned", 0.99},
    {Resting::bricks, "bricks", 0.99},
    {Resting::plates, "plates", 0.99},
    {Resting::tall, "tall", 0.99},
};

const RestingInfo& resting_info(Resting pose) {
    return kResting[static_cast<std::size_t>(pose)];
}

// GoogleTest prints the info with this function.
void PrintTo(const RestingInfo& info, std::ostream* out) {
    *out << info.name;
}

double mean(const Point& half) {
    return (half[0] + half[1] + half[2]) / 3;
}

struct Body {
    Point center{};
    Point half{};
    double yaw = 0;
    bool fixed = false;
};

struct Scene {
    std::vector<Body> bodies;
    std::vector<BoxPair> pairs;

    // Adds a body and returns its index.
    std::uint32_t add(Body body) {
        bodies.push_back(body);
        return static_cast<std::uint32_t>(bodies.size() - 1);
    }
    void touch(std::uint32_t a, std::uint32_t b) { pairs.push_back({std::min(a, b), std::max(a, b)}); }

    std::vector<OrientedBox> frame(test::Random& random) const {
        std::vector<OrientedBox> boxes;
        const double noise = random.log_uniform(0.1, 1);
        for (const Body& body : bodies) {
            Point center = body.center;
            DoubleQuat rotation = test::about_axis(1, body.yaw);
            const double size = mean(body.half);
            if (!body.fixed) {
                for (double& c : center) c += noise * kShift * size * random.uniform(-1, 1);
                for (unsigned axis = 0; axis < 3; ++axis) {
                    rotation = test::about_axis(axis, noise * kTurn * random.uniform(-1, 1)) * rotation;
                }
            }
            boxes.push_back(
                {{static_cast<float>(center[0]), static_cast<float>(center[1]), static_cast<float>(center[2])},
                 {static_cast<float>(body.half[0]), static_cast<float>(body.half[1]), static_cast<float>(body.half[2])},
                 test::to_float(rotation)});
        }
        return boxes;
    }
};

// Returns the upper body with its center over the lower body's center, resting in it.
Body on_top(const Body& lower, const Point& half, double x, double z, double yaw = 0) {
    return {{lower.center[0] + x, lower.center[1] + lower.half[1] + half[1] - kDepth * mean(half), lower.center[2] + z},
            half,
            yaw,
            false};
}

Scene make_resting(Resting pose, test::Random& random) {
    Scene scene;
    const Body ground{{0, -10, 0}, {2000, 10, 2000}, 0, true};
    if (pose == Resting::ground) scene.add(ground);
    for (std::uint32_t copy = 0; copy < kCopies; ++copy) {
        const double x = kApart * copy;
        const double size = random.log_uniform(0.1, 2);
        const auto offset = [&] { return random.sign() * random.uniform(0.2, 0.8) * size; };
        // Either body may come first.
        const auto stack = [&](const Body& lower, const Body& upper) {
            const bool upper_first = random.coin();
            const std::uint32_t a = scene.add(upper_first ? upper : lower), b = scene.add(upper_first ? lower : upper);
            scene.touch(a, b);
        };
        switch (pose) {
            case Resting::ground:
            case Resting::ground_last: {
                const Point half = {random.log_uniform(0.1, 2), random.log_uniform(0.1, 2), random.log_uniform(0.1, 2)};
                const std::uint32_t box =
                    scene.add(on_top(ground, half, x, random.uniform(-500, 500), random.uniform(0, test::kPi)));
                scene.touch(box, pose == Resting::ground ? 0 : kCopies);
                break;
            }
            case Resting::cubes_aligned:
            case Resting::cubes_offset:
            case Resting::cubes_turned: {
                const Point half = {size, size, size};
                const Body lower{{x, 0, 0}, half, random.coin() ? 0 : random.uniform(0, test::kPi), false};
                Body upper = on_top(lower, half, 0, 0, lower.yaw);
                if (pose != Resting::cubes_aligned) {
                    const Point shift = test::rotate(test::about_axis(1, lower.yaw), {offset(), 0, offset()});
                    upper.center = reference::add_scaled(upper.center, 1, shift);
                }
                if (pose == Resting::cubes_turned) upper.yaw += random.sign() * random.uniform(0.05, 0.7);
                stack(lower, upper);
                break;
            }
            case Resting::bricks: {
                const Point half = {2 * size, 0.5 * size, size};
                const Body left{{x - 2.05 * size, 0, 0}, half, 0, false},
                    right{{x + 2.05 * size, 0, 0}, half, 0, false};
                Body upper = on_top(left, half, 0, 0);
                upper.center[0] = x;
                const std::uint32_t a = scene.add(left), b = scene.add(upper), c = scene.add(right);
                scene.touch(a, b);
                scene.touch(b, c);
                break;
            }
            case Resting::plates: {
                const Point half = {size, random.uniform(0.01, 0.05) * size, random.uniform(0.5, 1) * size};
                const Body lower{{x, 0, 0}, half, 0, false};
                stack(lower,
                      on_top(lower, half, offset(), random.uniform(-0.4, 0.4) * size, random.uniform(0.05, 0.7)));
                break;
            }
            case Resting::tall: {
                const Body lower{{x, 0, 0}, {size, size, size}, random.uniform(0, test::kPi), false};
                const double width = random.uniform(0.2, 0.5) * size;
                stack(lower, on_top(lower, {width, 5 * width, width}, 0.3 * offset(), 0.3 * offset(),
                                    random.uniform(0, test::kPi)));
                break;
            }
        }
    }
    if (pose == Resting::ground_last) scene.add(ground);
    return scene;
}

void rest(const RestingInfo& info, std::uint64_t frame_count) {
    test::Random random(7 + static_cast<std::uint64_t>(info.pose));
    const Scene scene = make_resting(info.pose, random);
    const Execution execution{Isa::best, &serial_executor()};
    test::RestingRun<BoxBatch> run;
    std::vector<BoxPair> by_pair = scene.pairs;
    std::sort(by_pair.begin(), by_pair.end());
    for (std::uint64_t step = 0; step < frame_count / by_pair.size(); ++step) {
        run.step(test::make_batch(scene.frame(random), execution), by_pair, execution);
        if (testing::Test::HasFatalFailure()) return;
    }
    run.print(info.name);
    const auto &cached = run.cached, &plain = run.plain;
    EXPECT_EQ(cached.edges, 0U);
    EXPECT_EQ(run.uncached.edges, 0U);
    EXPECT_EQ(cached.flips_back, 0U);
    // The tilted face of a small box can count as better than the face of a 4 km ground only while the tilt is below
    // slack / 4 km. Then the axis changes to the ground's face once. No other axis is ever better than that one.
    EXPECT_LE(cached.flips, info.pose == Resting::ground_last ? kCopies : 0U);
    EXPECT_GE(cached.kept_share(), info.kept_ids);
    EXPECT_GT(static_cast<double>(cached.points), 3.99 * static_cast<double>(cached.frames));
    // Shows that the test can fail: the plain minimum is not calm, although edges must always be better than faces by
    // half a delta.
    if (info.pose == Resting::cubes_offset || info.pose == Resting::cubes_turned || info.pose == Resting::plates) {
        EXPECT_GT(plain.edge_share(), 0.02);
        EXPECT_GT(plain.flips_back, 0U);
        EXPECT_LT(plain.kept_share(), 0.5);
    }
}

class RestingContact : public testing::TestWithParam<RestingInfo> {};
class FullRestingContact : public RestingContact {};

TEST_P(RestingContact, IsCalm) {
    rest(GetParam(), 10000);
}
TEST_P(FullRestingContact, IsCalm) {
    rest(GetParam(), 100000);
}

std::string resting_name(const testing::TestParamInfo<RestingInfo>& tested) {
    return tested.param.name;
}

// A box that has just fallen flat has the edge axis of its last step. If the library kept this axis, a flat contact
// would have only one point while the boxes rest.
TEST(RestingContactAfterEdges, FacesTakeOver) {
    for (const Resting pose : {Resting::ground, Resting::cubes_offset, Resting::cubes_turned, Resting::plates}) {
        test::Random random(3);
        const Scene scene = make_resting(pose, random);
        const BoxBatch batch = test::make_batch(scene.frame(random));
        for (std::uint8_t edge = 6; edge < 15; ++edge) {
            const auto answers = test::contacts_of(batch, scene.pairs, {}, {}, std::vector(scene.pairs.size(), edge));
            for (const SeparatingAxis& axis : answers.axes) {
                ASSERT_LT(axis.axis, 6U) << resting_info(pose).name << " keeps edge axis " << int{edge};
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Poses, RestingContact, testing::ValuesIn(kResting), resting_name);
INSTANTIATE_TEST_SUITE_P(Poses, FullRestingContact, testing::ValuesIn(kResting), resting_name);

}  // namespace
}  // namespace satori
