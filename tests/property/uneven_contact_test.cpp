// R3, R4: contacts of a small box and a box more than 32 times its size are as exact as the small box: the small size,
// not the large one, bounds the errors of depths, points and slack. The axes of a turned large box are floats. At the
// small box they leave an uncertainty of about 1e-7 of the distance between the centers; no algorithm can remove it.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/double_quat.hpp"
#include "oracles/reference_contacts.hpp"
#include "oracles/reference_rect_contacts.hpp"
#include "support/contact_calls.hpp"
#include "support/contact_judge.hpp"
#include "support/contact_poses.hpp"
#include "support/isa_fixture.hpp"
#include "support/posed_pairs.hpp"
#include "support/rect_contact_judge.hpp"
#include "support/rect_contact_poses.hpp"

namespace satori {
namespace {

using reference::Point;
using test::DoubleQuat;
using test::kPi;

constexpr ContactOptions kExact{.axis_slack = 0, .edge_share = 0};

double deepest(const auto& manifold) {
    double told = 0;
    for (std::uint32_t p = 0; p < manifold.point_count; ++p)
        told = std::max(told, -static_cast<double>(manifold.points[p].separation));
    return told;
}

class UnevenContact : public test::IsaTest {
protected:
    ContactManifold contact(const OrientedBox& a, const OrientedBox& b) const {
        const auto manifolds = test::manifolds_of(test::make_batch(std::vector{a, b}, execution()), execution());
        EXPECT_EQ(manifolds.size(), 1U);
        return manifolds.empty() ? ContactManifold{} : manifolds[0];
    }
};

TEST_P(UnevenContact, CubeFlushOnAGroundOf10KilometersHasFourPoints) {
    const OrientedBox cube{{0.3F, 0.2F, 0.0099F}, {0.01F, 0.01F, 0.01F}, {0, 0, 0, 1}};
    const OrientedBox ground{{0, 0, -1}, {5000, 5000, 1}, {0, 0, 0, 1}};
    for (const ContactManifold& manifold : {contact(cube, ground), contact(ground, cube)}) {
        ASSERT_EQ(manifold.point_count, 4U);
        for (const ContactPoint& point : manifold.points) EXPECT_NEAR(point.separation, -1e-4, 1e-7);
    }
}

TEST_P(UnevenContact, CubeInTheSideOfAGroundIsPushedOutOfThatSide) {
    const OrientedBox cube{{5000.69287F, 0, 0.384195268F}, {0.5F, 0.5F, 0.5F}, {0, 0, 0.29552021F, 0.95533649F}};
    const OrientedBox ground{{0, 0, -1}, {5000, 5000, 1}, {0, 0, 0, 1}};
    const ContactManifold of_b = contact(cube, ground), of_a = contact(ground, cube);
    EXPECT_NEAR(of_b.normal.x, -1, 1e-6) << "towards the ground, which is B";
    EXPECT_NEAR(of_a.normal.x, 1, 1e-6);
    EXPECT_NEAR(deepest(of_b), 2.118e-3, 1e-6);
    EXPECT_NEAR(deepest(of_a), 2.118e-3, 1e-6);
}

// The edges that the code chooses first pass each other. Other edges, which are as good, do not.
TEST_P(UnevenContact, OtherEdgesAreAskedWhereTheFirstPass) {
    const OrientedBox ground{{0, 0, -1}, {5000, 5000, 1}, {0, 0, 0, 1}};
    const OrientedBox box{{5000.15918F, 0.651041448F, 0.188565314F},
                          {0.3F, 0.5F, 0.4F},
                          {-0.656907856F, 0.592581153F, 0.135102406F, 0.31087029F}};
    EXPECT_NEAR(deepest(contact(ground, box)), 0.2959, 1e-4);
    EXPECT_NEAR(deepest(contact(box, ground)), 0.2959, 1e-4);
}

// On a thin ground, the contact may use the side above and the side below. Both sides are summed exactly.
TEST_P(UnevenContact, WorldKnowsTurnedPlatesOfAnyThickness) {
    test::Random random(5);
    for (int round = 0; round < 200; ++round) {
        const auto number = [&](double low, double high) { return random.uniform(low, high); };
        const auto f = [&] { return static_cast<float>(number(-1, 1)); };
        const Quat rotation{f(), f(), f(), 1.5F};
        const double thick = random.log_uniform(0.01, 20), depth = number(0.001, 0.05);
        DoubleQuat exact = test::to_double(rotation);
        const double norm = std::sqrt(exact.x * exact.x + exact.y * exact.y + exact.z * exact.z + exact.w * exact.w);
        exact = {exact.x / norm, exact.y / norm, exact.z / norm, exact.w / norm};
        const Point place =
            test::rotate(exact, {number(-15000, 15000), thick / 2 + 0.25 - depth, number(-15000, 15000)});
        World world({.contacts = {.speculative_distance = round % 2 == 0 ? 0 : 0.02F}});
        BoxDef defs[2];
        defs[0].pose = {{}, rotation};
        defs[0].half_extents = {20000, static_cast<float>(thick / 2), 20000};
        defs[0].motion = MotionType::static_box;
        defs[1].pose = {{place[0], place[1], place[2]}, rotation};
        defs[1].half_extents = {0.25F, 0.25F, 0.25F};
        BoxId ids[2];
        ASSERT_EQ(world.create(defs, ids), Status::ok);
        WorldUpdate update;
        ASSERT_EQ(world.update(update, execution()), Status::ok);
        ASSERT_EQ(update.contact_count, 1U);
        ASSERT_EQ(update.begun.size(), 1U);
        const double half = double{static_cast<float>(thick / 2)};
        EXPECT_NEAR(deepest(world.manifold(update.begun[0].slot)), depth - thick / 2 + half, 4e-6) << thick;
    }
}

// When all sides are covered, no side is excluded. The axis is chosen as exactly as without covered sides.
TEST_P(UnevenContact, CoveredOnAllSidesIsAsIfOnNone) {
    const OrientedBox small{{-565.470764F, -14.8870211F, 581.264893F},
                            {0.0003089245F, 0.000328470051F, 0.000511079386F},
                            {0.00779487751F, -0.762836456F, -0.146378443F, -0.368571937F}};
    const OrientedBox large{{0, 0, 0}, {565.473206F, 14.886838F, 581.269043F}, {}};
    BoxBatch batch = test::make_batch(std::vector{small, large}, execution());
    const CoveredSides sides[] = {kAllSides, 0};
    ASSERT_EQ(batch.set_covered_sides(sides), Status::ok);
    const auto manifolds = test::manifolds_of(batch, execution());
    ASSERT_EQ(manifolds.size(), 1U);
    EXPECT_NEAR(deepest(manifolds[0]), 0.000325, 4e-5);
}

enum class Place { flush, tilted, any_way, edge, corner, deep };
constexpr Place kPlaces[] = {Place::flush, Place::tilted, Place::any_way, Place::edge, Place::corner, Place::deep};
constexpr const char* kPlaceNames[] = {"flush", "tilted", "any way", "edge", "corner", "deep"};

/// A kind of ground, its rotation, and the place on it.
struct Setting {
    Place place;
    bool turned;
    bool thick;

    std::string name() const {
        return kPlaceNames[static_cast<std::size_t>(place)] + std::string(thick ? ", 20 km thick" : "") +
               (turned ? ", turned" : "");
    }
};

std::vector<Setting> settings() {
    std::vector<Setting> all;
    for (const Place place : kPlaces)
        for (const bool turned : {false, true})
            for (const bool thick : {false, true}) all.push_back({place, turned, thick});
    return all;
}

/// Half extents of a ground, up to 10 km, and of a small box, 1 cm to 1 m. The ground is more than 32 times as large.
struct Sizes {
    double ground[3], box[3], least;

    Sizes(bool thick, test::Random& random) {
        double of_ground = 0, of_box = 0;
        do {
            of_ground = of_box = 0;
            const double width = random.log_uniform(10, 2e4);
            ground[0] = width;
            ground[1] = thick ? 1e4 : random.uniform(0.05, 1) * width;
            ground[2] = random.uniform(0.3, 1) * width;
            const double size = random.log_uniform(0.01, 1);
            for (double& half : box) half = random.uniform(0.3, 1) * size;
            for (const double half : ground) of_ground += half;
            for (const double half : box) of_box += half;
        } while (of_ground < 33 * of_box);
        least = std::min({box[0], box[1], box[2]});
    }
};

Vec3 to_vec3(const Point& p) {
    return {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])};
}

DoubleQuat any_rotation(test::Random& random) {
    return test::to_double(test::random_rotation(random));
}

/// Returns a ground, a, and a small box in its upper side, in one of its edges or corners, or deep inside.
test::BoxDuo make_duo(const Setting& setting, test::Random& random) {
    const Sizes sizes(setting.thick, random);
    const DoubleQuat turn = setting.turned ? any_rotation(random) : DoubleQuat{};
    DoubleQuat rotation = any_rotation(random);
    if (setting.place == Place::flush) rotation = {};
    if (setting.place == Place::tilted) {
        rotation = test::about_axis(0, random.sign() * random.log_uniform(1e-5, 0.2)) *
                   test::about_axis(2, random.sign() * random.log_uniform(1e-5, 0.2)) *
                   test::about_axis(1, random.uniform(0, kPi));
    }
    double reach[3];  // of the small box, along the ground's axes
    for (std::size_t c = 0; c < 3; ++c) {
        reach[c] = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            Point unit{};
            unit[k] = 1;
            reach[c] += sizes.box[k] * std::fabs(test::rotate(rotation, unit)[c]);
        }
    }
    const double depth = random.below(8) == 0 ? -random.uniform(0, 0.02) : random.log_uniform(1e-3, 0.5) * sizes.least;
    Point at{};
    for (std::size_t c = 0; c < 3; ++c) {
        const double side = sizes.ground[c], inner = std::max(side - 3 * reach[c], 0.0);
        const bool at_side = c == 1 || (setting.place == Place::edge && c == 0) || setting.place == Place::corner;
        at[c] = at_side ? random.sign() * (side + reach[c] * random.uniform(-0.5, 1)) : random.uniform(-inner, inner);
    }
    if (setting.place != Place::edge && setting.place != Place::corner) at[1] = sizes.ground[1] + reach[1] - depth;
    if (setting.place == Place::deep) at[1] = sizes.ground[1] - random.log_uniform(1, 1000) * reach[1];
    // The upper side is at about zero, where floats are dense.
    const Point center = test::rotate(turn, {0, -sizes.ground[1], 0});
    const Point box_center = test::rotate(turn, {at[0], at[1] - sizes.ground[1], at[2]});
    const OrientedBox ground{to_vec3(center), to_vec3({sizes.ground[0], sizes.ground[1], sizes.ground[2]}),
                             test::to_float(turn)};
    const OrientedBox box{to_vec3(box_center), to_vec3({sizes.box[0], sizes.box[1], sizes.box[2]}),
                          test::to_float(turn * rotation)};
    return {ground, box};
}

test::RectDuo make_rect_duo(const Setting& setting, test::Random& random) {
    const Sizes sizes(setting.thick, random);
    const double turn = setting.turned ? random.uniform(-kPi, kPi) : 0;
    double angle = random.uniform(-kPi, kPi);
    if (setting.place == Place::flush) angle = 0;
    if (setting.place == Place::tilted) angle = random.sign() * random.log_uniform(1e-5, 0.2);
    const double c = std::fabs(std::cos(angle)), s = std::fabs(std::sin(angle));
    const double reach[2] = {sizes.box[0] * c + sizes.box[1] * s, sizes.box[0] * s + sizes.box[1] * c};
    const double least = std::min(sizes.box[0], sizes.box[1]);
    const double depth = random.below(8) == 0 ? -random.uniform(0, 0.02) : random.log_uniform(1e-3, 0.5) * least;
    const double inner = std::max(sizes.ground[0] - 3 * reach[0], 0.0);
    double x = random.uniform(-inner, inner), y = reach[1] - depth;
    if (setting.place == Place::edge || setting.place == Place::corner) {
        x = random.sign() * (sizes.ground[0] + reach[0] * random.uniform(-0.5, 1));
        y = reach[1] * random.uniform(-0.5, 1);
    }
    if (setting.place == Place::deep) y = -random.log_uniform(1, 1000) * reach[1];
    const auto at = [&](double px, double py) -> Vec2 {
        return {static_cast<float>(px * std::cos(turn) - py * std::sin(turn)),
                static_cast<float>(px * std::sin(turn) + py * std::cos(turn))};
    };
    const auto half = [](const double* of) -> Vec2 { return {static_cast<float>(of[0]), static_cast<float>(of[1])}; };
    return {{at(0, -sizes.ground[1]), half(sizes.ground), static_cast<float>(turn)},
            {at(x, y), half(sizes.box), static_cast<float>(turn + angle)}};
}

/// The figures of the poses of a setting. Errors are in sizes of the small box, minus the uncertainty of a turned
/// ground.
struct Figures {
    double depth = 0;  ///< reported depth minus the least, with the exact best axis; overlaps of up to two sizes
    double usual = 0;  ///< excess of reported depths over the least, the share and the slack; usual options
    std::uint32_t shallow = 0, four = 0, flush = 0;

    void print(const std::string& name) const {
        std::printf(
            "%-28s %5u overlaps; depth off by %.3g, with the usual options by %.3g sizes; %u of %u flush contacts "
            "have all points\n",
            name.c_str(), shallow, depth, usual, four, flush);
    }
    void expect(const Setting& setting) const {
        EXPECT_LE(depth, 1e-3);
        EXPECT_LE(usual, 1e-3);
        EXPECT_EQ(four, flush);
        EXPECT_GT(shallow, setting.place != Place::deep ? 300U : 0U);
        EXPECT_GE(flush, setting.place == Place::flush ? 300U : 0U);
    }
};

/// Tests all pairs, with either box as A, and compares the answers with the oracle. `Pair` is the oracle's pair.
template <class Judge, class Pair, class Box>
void judge(const Setting& setting, const test::PosedPairs<Box>& ground_first, const Execution& execution) {
    constexpr std::uint32_t kMost = std::is_same_v<Box, OrientedBox> ? 4 : 2;
    Figures figures;
    Judge usual, exact;
    for (const auto& poses : {ground_first, ground_first.exchanged()}) {
        const auto batch = test::make_batch(poses.boxes, execution);
        for (const float distance : {0.0F, 0.02F}) {
            for (ContactOptions options : {ContactOptions{}, kExact}) {
                options.speculative_distance = distance;
                const auto answers = test::contacts_of(batch, poses.pairs, execution, options);
                for (std::size_t k = 0; k < poses.pairs.size(); ++k) {
                    const Box &a = poses.boxes[2 * k], &b = poses.boxes[2 * k + 1];
                    const auto& manifold = answers.manifolds[k];
                    (options.edge_share > 0 ? usual : exact).add({a, b, options, kNoAxis, answers.axes[k], manifold});
                    const Pair pair(a, b);
                    const double least = -static_cast<double>(reference::best_separation(reference::axes_of(pair)));
                    const auto scale = reference::contact_scale(pair.a, pair.b, distance, -least);
                    const auto lever = reference::length(pair.b.center);
                    const double open = setting.turned ? 4e-7 * static_cast<double>(lever) : 0;
                    if (least <= open || least > 1.9 * scale.smaller) continue;
                    ++figures.shallow;
                    const double told = deepest(manifold), share = static_cast<double>(options.edge_share);
                    if (share == 0)
                        figures.depth = std::max(figures.depth, (std::fabs(told - least) - open) / scale.smaller);
                    else
                        figures.usual = std::max(figures.usual,
                                                 ((1 - share) * told - least - scale.slack() - open) / scale.smaller);
                    if (setting.place != Place::flush || least <= 2 * open) continue;
                    ++figures.flush;
                    figures.four += manifold.point_count == kMost ? 1U : 0U;
                }
            }
        }
    }
    figures.print(setting.name());
    figures.expect(setting);
    usual.expect_promises();
    exact.expect_promises();
}

TEST_P(UnevenContact, ErrorsAreThoseOfTheSmallBox) {
    test::Random random(1);
    for (const Setting& setting : settings()) {
        SCOPED_TRACE(setting.name());
        test::PosedPairs<OrientedBox> poses;
        for (int k = 0; k < 500; ++k) poses.add(make_duo(setting, random));
        judge<test::ContactJudge, reference::Pair>(setting, poses, execution());
    }
}

TEST_P(UnevenContact, ErrorsAreThoseOfTheSmallRectangle) {
    test::Random random(2);
    for (const Setting& setting : settings()) {
        SCOPED_TRACE(setting.name());
        test::PosedPairs<OrientedRect> poses;
        for (int k = 0; k < 500; ++k) poses.add(make_rect_duo(setting, random));
        judge<test::RectContactJudge, reference::RectPair>(setting, poses, execution());
    }
}

SATORI_FOR_EACH_ISA(UnevenContact);

}  // namespace
}  // namespace satori
