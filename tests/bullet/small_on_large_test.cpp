// Tests small cubes on very large grounds, with satori's contacts in Bullet's own loop: they come to rest and stay.

#include <algorithm>
#include <cmath>
#include <tuple>

#include <gtest/gtest.h>

#include "bullet/bullet_world.hpp"

namespace satori::test {
namespace {

struct Rest {
    double sideways, height;  ///< in half extents of the cube: distance from the start, height of the center
    double spin;              ///< greatest of the last second, rad/s
    double speed;             ///< greatest of the last second, m/s
};

/// Drops a cube on a ground, from a height of a quarter of its half extent. Returns its state after ten seconds.
Rest come_to_rest(btScalar ground, btScalar cube) {
    BulletWorld world(Engine::satori, Contacts::satori);
    world.add_box({ground, 1, ground}, 0, {0, -1, 0});
    const btVector3 begin(0.3F, 1.25F * cube, 0.2F);
    const btRigidBody& body = world.add_box({cube, cube, cube}, 1000 * 8 * cube * cube * cube, begin);
    constexpr int kRate = 60;
    world.step(9 * kRate, btScalar(1) / kRate);
    Rest rest{};
    for (int i = 0; i < kRate; ++i) {
        world.step(1, btScalar(1) / kRate);
        rest.spin = std::max(rest.spin, double{body.getAngularVelocity().length()});
        rest.speed = std::max(rest.speed, double{body.getLinearVelocity().length()});
    }
    const btVector3 moved = body.getWorldTransform().getOrigin() - begin;
    rest.sideways = std::hypot(moved.x(), moved.z()) / double{cube};
    rest.height = (moved.y() + begin.y()) / double{cube};
    return rest;
}

class BulletSmallOnLarge : public testing::TestWithParam<std::tuple<float, float>> {};

TEST_P(BulletSmallOnLarge, Rests) {
    const auto [ground, cube] = GetParam();
    const Rest rest = come_to_rest(ground, cube);
    EXPECT_LT(rest.sideways, 0.01);
    EXPECT_NEAR(rest.height, 1, 0.01);
    EXPECT_LT(rest.spin, 0.01);
    EXPECT_LT(rest.speed, 1e-4);
}
INSTANTIATE_TEST_SUITE_P(All, BulletSmallOnLarge,
                         testing::Combine(testing::Values(10.0F, 100.0F, 2000.0F, 20000.0F),
                                          testing::Values(0.005F, 0.02F, 0.1F, 0.5F)));

}  // namespace
}  // namespace satori::test
