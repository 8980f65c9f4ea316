#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/pair_regimes.hpp"
#include "support/test_scenes.hpp"

namespace satori {
namespace {

constexpr double kEps = 0x1p-23;

struct ExactBounds {
    std::array<double, 3> min, max;
    double half_sum;
};

// The corners in double, each rotated by the quaternion itself.
ExactBounds exact_bounds(const OrientedBox& box) {
    const double x = box.rotation.x, y = box.rotation.y, z = box.rotation.z, w = box.rotation.w;
    const double n = x * x + y * y + z * z + w * w;
    const double infinity = std::numeric_limits<double>::infinity();
    ExactBounds bounds{{infinity, infinity, infinity},
                       {-infinity, -infinity, -infinity},
                       static_cast<double>(box.half_extents.x) + box.half_extents.y + box.half_extents.z};
    for (unsigned corner = 0; corner < 8; ++corner) {
        const double px = (corner & 1U ? 1.0 : -1.0) * box.half_extents.x;
        const double py = (corner & 2U ? 1.0 : -1.0) * box.half_extents.y;
        const double pz = (corner & 4U ? 1.0 : -1.0) * box.half_extents.z;
        // t = 2 (q x p), p' = p + w t + q x t, for a unit quaternion. Here the terms are divided by the quaternion's
        // squared length.
        const double tx = 2 * (y * pz - z * py), ty = 2 * (z * px - x * pz), tz = 2 * (x * py - y * px);
        const std::array<double, 3> turned = {px + (w * tx + y * tz - z * ty) / n, py + (w * ty + z * tx - x * tz) / n,
                                              pz + (w * tz + x * ty - y * tx) / n};
        const std::array<double, 3> center = {box.center.x, box.center.y, box.center.z};
        for (std::size_t k = 0; k < 3; ++k) {
            bounds.min[k] = std::fmin(bounds.min[k], center[k] + turned[k]);
            bounds.max[k] = std::fmax(bounds.max[k], center[k] + turned[k]);
        }
    }
    return bounds;
}

class AabbTest : public test::IsaTest {
protected:
    // Each AABB contains the exact box, and exceeds it by at most the documented widening, a few roundings and one
    // float.
    void check(const std::vector<OrientedBox>& boxes) const {
        const auto bounds = test::bounds_of(test::make_batch(boxes, execution()), execution());
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const ExactBounds exact = exact_bounds(boxes[i]);
            const std::array<float, 3> min = {bounds[i].min.x, bounds[i].min.y, bounds[i].min.z};
            const std::array<float, 3> max = {bounds[i].max.x, bounds[i].max.y, bounds[i].max.z};
            for (std::size_t k = 0; k < 3; ++k) {
                // The oracle's own roundings are 1e9 times smaller than the widening.
                ASSERT_LE(min[k], exact.min[k]) << "box " << i << " axis " << k;
                ASSERT_GE(max[k], exact.max[k]) << "box " << i << " axis " << k;
                const double slack = 40 * kEps * exact.half_sum + 1e-38;
                ASSERT_GE(min[k], exact.min[k] - slack - 3 * kEps * std::fabs(exact.min[k])) << "box " << i;
                ASSERT_LE(max[k], exact.max[k] + slack + 3 * kEps * std::fabs(exact.max[k])) << "box " << i;
            }
        }
    }
};

TEST_P(AabbTest, ContainsTheExactBoxAndLittleMoreInEveryScene) {
    for (const test::SceneKind kind : test::kSceneKinds) {
        SCOPED_TRACE(test::scene_kind_name(kind));
        for (std::uint64_t seed = 0; seed < 4; ++seed) check(test::make_test_scene(kind, 500, seed));
    }
}

TEST_P(AabbTest, ContainsTheExactBoxAndLittleMoreInEveryRegime) {
    test::Random random(3);
    for (const test::PairRegime regime : test::kPairRegimes) {
        SCOPED_TRACE(test::pair_regime_name(regime));
        std::vector<OrientedBox> boxes;
        for (int i = 0; i < 500; ++i) {
            const auto pair = test::make_pair(regime, random);
            boxes.push_back(pair.a);
            boxes.push_back(pair.b);
        }
        check(boxes);
    }
}

TEST_P(AabbTest, LimitsOfTheLegalInput) {
    std::vector<OrientedBox> boxes;
    for (const float center : {0.0F, -0.0F, 1e-45F, -1e-38F, 1e8F, -1e8F}) {
        for (const float half : {0.0F, 1e-7F, 1.0F, 1e8F}) {
            boxes.push_back({{center, -center, 0}, {half, 0, half}, {}});
            boxes.push_back({{center, 1, center}, {half, half, 1e-7F}, {0.3F, 0.2F, -0.7F, 0.1F}});
        }
    }
    check(boxes);
}

TEST_P(AabbTest, SkippedBoxGetsAnInvertedOne) {
    std::vector<OrientedBox> boxes(20);
    boxes[7].half_extents.y = -1;
    BoxBatch batch;
    ASSERT_EQ(batch.assign(box_rows(boxes), OnInvalid::skip, execution()), Status::ok);
    const auto bounds = test::bounds_of(batch, execution());
    EXPECT_GT(bounds[7].min.x, bounds[7].max.x);
    EXPECT_GT(bounds[7].min.y, bounds[7].max.y);
    EXPECT_GT(bounds[7].min.z, bounds[7].max.z);
    EXPECT_LE(bounds[6].min.x, bounds[6].max.x);
}

SATORI_FOR_EACH_ISA(AabbTest);

}  // namespace
}  // namespace satori
