// Tests towers, walls and piles with satori's contacts, and compares with Bullet's own: whether they stand, their
// depth, and their motion.

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "bullet/bullet_world.hpp"
#include "support/random.hpp"

namespace satori::test {
namespace {

// Bullet's solver needs these values to keep towers up. At 60 steps per second with the usual 10 iterations, Bullet's
// own tower of ten boxes falls.
constexpr int kRate = 240;
constexpr int kIterations = 30;

enum class Build { tower, wall };

/// Builds cubes on a floor: one on another, or in courses like bricks, ten courses high at most.
void build(BulletWorld& world, Build kind, int count) {
    world.add_floor();
    const btVector3 half(0.5F, 0.5F, 0.5F);
    const int per_course = kind == Build::tower ? 1 : std::max(2, count / 10);
    for (int i = 0; i < count; ++i) {
        const int course = i / per_course;
        const btScalar shift = kind == Build::wall && course % 2 == 1 ? half.x() / 2 : 0;
        world.add_box(half, 1,
                      {static_cast<btScalar>(i % per_course) * 2 * half.x() + shift,
                       half.y() * static_cast<btScalar>(2 * course + 1), 0});
    }
}

/// Returns the furthest distance of any body from its start, meters.
double furthest(const BulletWorld& world, const std::vector<btVector3>& begin) {
    double most = 0;
    for (std::size_t i = 0; i < begin.size(); ++i) {
        const btVector3 moved = world.bodies()[i]->getWorldTransform().getOrigin() - begin[i];
        most = std::max(most, double{moved.length()});
    }
    return most;
}

struct Outcome {
    double moved, mean_depth, deepest, energy;
};

Outcome stand(Build kind, int count, Contacts contacts) {
    BulletWorld world(Engine::satori, contacts);
    build(world, kind, count);
    std::vector<btVector3> begin;
    for (const auto& body : world.bodies()) begin.push_back(body->getWorldTransform().getOrigin());
    world.world().getSolverInfo().m_numIterations = kIterations;
    world.step(20 * kRate, btScalar(1) / kRate);
    return {furthest(world, begin), world.mean_depth(), world.deepest(), world.kinetic_energy()};
}

class BulletStanding : public testing::TestWithParam<std::tuple<Build, int>> {
protected:
    static void stand_for_twenty_seconds() {
        const auto [kind, count] = GetParam();
        const Outcome stock = stand(kind, count, Contacts::bullet), satori = stand(kind, count, Contacts::satori);
        for (const auto& [name, outcome] : {std::pair("Bullet", stock), std::pair("satori", satori)}) {
            fmt::print("{} of {:2}, {}: moved {:8.2f} mm, mean depth {:6.3f} mm, deepest {:6.3f} mm, energy {:.2e} J\n",
                       kind == Build::tower ? "tower" : "wall ", count, name, 1e3 * outcome.moved,
                       1e3 * outcome.mean_depth, 1e3 * outcome.deepest, outcome.energy);
        }
        EXPECT_LT(satori.moved, 0.1);
        EXPECT_LE(satori.energy, std::max(stock.energy, 1e-3));
        if (stock.moved > 0.5) return;  // Bullet's own has fallen: there is no depth to compare with
        EXPECT_LE(satori.mean_depth, stock.mean_depth * 1.05);
        EXPECT_LE(satori.deepest, stock.deepest * 1.05);
    }
};
class FullBulletStanding : public BulletStanding {};

TEST_P(BulletStanding, ForTwentySeconds) {
    stand_for_twenty_seconds();
}
TEST_P(FullBulletStanding, ForTwentySeconds) {
    stand_for_twenty_seconds();
}

std::string build_name(const testing::TestParamInfo<std::tuple<Build, int>>& instance) {
    return (std::get<0>(instance.param) == Build::tower ? "Tower" : "Wall") +
           std::to_string(std::get<1>(instance.param));
}
INSTANTIATE_TEST_SUITE_P(Few, BulletStanding,
                         testing::Combine(testing::Values(Build::tower, Build::wall), testing::Values(10)), build_name);
INSTANTIATE_TEST_SUITE_P(Many, FullBulletStanding,
                         testing::Combine(testing::Values(Build::tower, Build::wall), testing::Values(20, 40)),
                         build_name);

/// Drops boxes of many shapes from about `places` on a floor between four walls, `reach` from the middle.
Outcome pile_up(Contacts contacts, const std::vector<btVector3>& places, btScalar reach, int steps) {
    BulletWorld world(Engine::satori, contacts);
    world.add_floor();
    for (const btScalar side : {btScalar(-1), btScalar(1)}) {
        world.add_box({0.5F, 20, reach + 1}, 0, {(reach + 0.5F) * side, 20, 0});
        world.add_box({reach + 1, 20, 0.5F}, 0, {0, 20, (reach + 0.5F) * side});
    }
    Random random(8);
    const auto between = [&](double low, double high) { return static_cast<btScalar>(random.uniform(low, high)); };
    for (const btVector3& place : places) {
        const btVector3 half(between(0.25, 0.5), between(0.25, 0.5), between(0.25, 0.5));
        world.add_box(half, 1, place, btQuaternion(between(-3, 3), between(-3, 3), between(-3, 3)));
    }
    world.step(steps);
    return {0, world.mean_depth(), world.deepest(), world.kinetic_energy()};
}

/// Returns the outcomes of the pile with Bullet's own contacts, and with satori's.
std::pair<Outcome, Outcome> both_piles(const std::vector<btVector3>& places, btScalar reach, int steps) {
    const Outcome stock = pile_up(Contacts::bullet, places, reach, steps);
    const Outcome satori = pile_up(Contacts::satori, places, reach, steps);
    for (const auto& [name, outcome] : {std::pair("Bullet", stock), std::pair("satori", satori)})
        fmt::print("pile of {}, {}: mean depth {:6.3f} mm, deepest {:6.3f} mm, energy {:.2e} J\n", places.size(), name,
                   1e3 * outcome.mean_depth, 1e3 * outcome.deepest, outcome.energy);
    return {stock, satori};
}

/// A heap of boxes of many shapes comes to rest.
TEST(FullBulletPile, Settles) {
    Random random(18);
    const auto between = [&](double low, double high) { return static_cast<btScalar>(random.uniform(low, high)); };
    std::vector<btVector3> places;
    for (int i = 0; i < 150; ++i)
        places.emplace_back(between(-2, 2), 0.7F + 0.3F * static_cast<btScalar>(i), between(-2, 2));
    const auto [stock, satori] = both_piles(places, 3, 900);
    EXPECT_LT(satori.energy, 1.5);
    EXPECT_LE(satori.mean_depth, stock.mean_depth * 1.2);
}

/// 8000 boxes, in 14 layers. From one pile to the next, depths differ by 3 %, energies and the deepest point by three
/// times, with either engine's contacts.
TEST(NightlyBulletPile, SettlesAsWithBullets) {
    constexpr int kSide = 24;
    const btScalar spacing = 1.8F;
    std::vector<btVector3> places;
    for (int i = 0; i < 8000; ++i) {
        const btVector3 cell(static_cast<btScalar>(i % kSide), static_cast<btScalar>(i / (kSide * kSide)),
                             static_cast<btScalar>(i / kSide % kSide));
        places.push_back(cell * spacing - btVector3(1, 0, 1) * (0.5F * (kSide - 1) * spacing) + btVector3(0, 1, 0));
    }
    const auto [stock, satori] = both_piles(places, 0.5F * kSide * spacing, 420);
    EXPECT_LE(satori.mean_depth, stock.mean_depth * 1.03);
    EXPECT_LE(satori.deepest, 0.06) << "an eighth of the smallest edge";
    EXPECT_LT(satori.energy, 0.005 * 8000) << "a box of 1 kg at 0.1 m/s";
}

}  // namespace
}  // namespace satori::test
