#include <satori/box_geometry.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "oracles/matrix_twin.hpp"
#include "support/calls.hpp"
#include "support/pair_regimes.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

using test::operator-;

constexpr double kEps = 0x1p-23;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

BoxCorners corners_of(const OrientedBox& box) {
    BoxCorners corners;
    EXPECT_EQ(compute_corners(box, corners), Status::ok);
    return corners;
}

TEST(Corners, StandInTheDocumentedOrder) {
    // A quarter turn about z: axis 0 points to y, axis 1 to -x.
    const BoxCorners corners = corners_of({{10, 20, 30}, {1, 2, 4}, {0, 0, 1, 1}});
    for (int i = 0; i < 8; ++i) {
        EXPECT_EQ(corners.corners[i].y, 20 + ((i & 1) != 0 ? 1 : -1)) << i;
        EXPECT_EQ(corners.corners[i].x, 10 - ((i & 2) != 0 ? 2 : -2)) << i;
        EXPECT_EQ(corners.corners[i].z, 30 + ((i & 4) != 0 ? 4 : -4)) << i;
    }
}

TEST(Corners, EdgesJoinCornersThatDifferInOneAxis) {
    std::set<std::pair<int, int>> seen;
    for (int edge = 0; edge < 12; ++edge) {
        const int from = kBoxEdges[edge][0], to = kBoxEdges[edge][1];
        EXPECT_EQ(to - from, 1 << (edge / 4)) << edge;
        EXPECT_EQ(to & ~from, 1 << (edge / 4)) << edge;
        EXPECT_TRUE(seen.insert({from, to}).second) << edge;
    }
}

TEST(Corners, FacesLookOutwardsCounterClockwise) {
    const BoxCorners corners = corners_of({{}, {1, 2, 3}, {0.1F, -0.5F, 0.3F, 0.7F}});
    for (int face = 0; face < 6; ++face) {
        test::RealPoint p[4];
        for (int i = 0; i < 4; ++i) p[i] = test::real(corners.corners[kBoxFaces[face][i]]);
        for (int i = 0; i < 4; ++i) {
            const int corner = kBoxFaces[face][i], next = kBoxFaces[face][(i + 1) % 4];
            EXPECT_EQ(corner >> (face / 2) & 1, face % 2) << face;
            EXPECT_EQ(__builtin_popcount(static_cast<unsigned>(corner ^ next)), 1) << "along an edge";
            const auto along = p[(i + 1) % 4] - p[i], on = p[(i + 2) % 4] - p[(i + 1) % 4];
            long double out = 0;  // (along x on) . corner
            for (std::size_t k = 0; k < 3; ++k) {
                const std::size_t a = (k + 1) % 3, b = (k + 2) % 3;
                out += (along[a] * on[b] - along[b] * on[a]) * p[i][k];
            }
            EXPECT_GT(out, 0) << face;
        }
    }
}

std::vector<OrientedBox> boxes_of_every_regime(int per_regime, std::uint64_t seed) {
    test::Random random(seed);
    std::vector<OrientedBox> boxes;
    for (const test::PairRegime regime : test::kPairRegimes) {
        for (int i = 0; i < per_regime; ++i) {
            const auto pair = test::make_pair(regime, random);
            boxes.push_back(pair.a);
            boxes.push_back(pair.b);
        }
    }
    for (const float half : {0.0F, 1e-7F, 1.0F, 1e8F}) {
        boxes.push_back({{1e8F, -1e8F, 0}, {half, 1e8F, half}, {1, 2, -3, 0.1F}});
        boxes.push_back({{0, -0.0F, 1e-40F}, {half, half, 1e-7F}, {1, 2, -3, 0.1F}});
    }
    return boxes;
}

TEST(Corners, WithinTheirBound) {
    double worst = 0;
    for (const OrientedBox& box : boxes_of_every_regime(200, 51)) {
        const BoxCorners corners = corners_of(box);
        const auto exact = test::corners_of(test::matrix_of(box));
        for (std::size_t i = 0; i < 8; ++i) {
            const auto found = test::real(corners.corners[i]);
            for (std::size_t k = 0; k < 3; ++k) {
                const double bound =
                    8 * kEps * test::half_sum(box) + kEps * std::fabs(static_cast<double>(exact[i][k]));
                const double error = std::fabs(static_cast<double>(found[k] - exact[i][k]));
                ASSERT_LE(error, bound + 1e-44);
                if (bound > 0) worst = std::fmax(worst, error / bound);
            }
        }
    }
    std::printf("worst corner: %.2f of its bound\n", worst);
}

TEST(BoxFromCorners, FindsTheBoxAgain) {
    int met_flat = 0;
    for (const OrientedBox& box : boxes_of_every_regime(200, 52)) {
        const double noise = 8 * kEps * test::half_sum(box) + 2 * kEps * test::center_size(box);
        OrientedBox found;
        const Status status = box_from_corners(corners_of(box), found);
        if (status == Status::invalid_box) {  // rounding has moved it past a limit
            ASSERT_TRUE(test::half_sum(box) > 9.9e7 || test::center_size(box) > 9.9e7);
            continue;
        }
        ASSERT_EQ(status, Status::ok);
        ASSERT_LE(test::corner_error(found, test::matrix_of(box)), 8 * noise + 2e-7);
        met_flat += box.half_extents.x == 0 || box.half_extents.y == 0 ? 1 : 0;
    }
    EXPECT_GT(met_flat, 20);
}

TEST(BoxFromCorners, FlatAndThinAndMirrored) {
    OrientedBox found;
    const BoxCorners plate = corners_of({{1, 2, 3}, {5, 0, 2}, {0.3F, 0.1F, 0.2F, 0.8F}});
    ASSERT_EQ(box_from_corners(plate, found), Status::ok);
    EXPECT_EQ(found.half_extents.y, 0);
    EXPECT_NEAR(found.half_extents.x, 5, 1e-5);
    const BoxCorners point = corners_of({{1, 2, 3}, {0, 0, 0}, {}});
    ASSERT_EQ(box_from_corners(point, found), Status::ok);
    EXPECT_EQ(test::half_sum(found), 0);
    EXPECT_EQ(found.center.y, 2);
    const BoxCorners needle = corners_of({{1, 2, 3}, {0, 0, 7}, {0.3F, 0.1F, 0.2F, 0.8F}});
    ASSERT_EQ(box_from_corners(needle, found), Status::ok);
    EXPECT_EQ(found.half_extents.x, 0);
    EXPECT_NEAR(found.half_extents.z, 7, 1e-5);
    const OrientedBox thinnest{{}, {1, 1e-7F, 1e-7F}, {0.3F, 0.1F, 0.2F, 0.8F}};
    ASSERT_EQ(box_from_corners(corners_of(thinnest), found), Status::ok);
    // The order of a mirror image: corners 0 and 1, 2 and 3 and so on are exchanged.
    const OrientedBox box{{1, 2, 3}, {1, 2, 3}, {0.3F, 0.1F, 0.2F, 0.8F}};
    BoxCorners mirrored = corners_of(box);
    for (int i = 0; i < 8; i += 2) std::swap(mirrored.corners[i], mirrored.corners[i + 1]);
    ASSERT_EQ(box_from_corners(mirrored, found), Status::ok);
    EXPECT_LE(std::fabs(test::outside(found, test::corners_of(test::matrix_of(box)))), 1e-5);
    EXPECT_NEAR(volume(found), volume(box), 1e-4);
}

TEST(BoxFromCorners, Refusals) {
    const OrientedBox box{{1, 2, 3}, {1, 2, 3}, {0.3F, 0.1F, 0.2F, 0.8F}};
    const BoxCorners good = corners_of(box);
    OrientedBox found{{9, 9, 9}, {1, 1, 1}, {}};
    for (int i = 0; i < 8; ++i) {
        BoxCorners bad = good;
        bad.corners[i].y = kNan;
        EXPECT_EQ(box_from_corners(bad, found), Status::invalid_argument);
        bad = good;
        bad.corners[i].y += 0.02F;
        EXPECT_EQ(box_from_corners(bad, found), Status::invalid_argument) << "one corner is elsewhere";
        bad = good;
        std::swap(bad.corners[i], bad.corners[(i + 3) % 8]);
        EXPECT_EQ(box_from_corners(bad, found), Status::invalid_argument) << "another order";
    }
    BoxCorners sheared = good;
    for (int i = 4; i < 8; ++i) sheared.corners[i].x += 1;
    EXPECT_EQ(box_from_corners(sheared, found), Status::invalid_argument);
    BoxCorners far = good;
    for (Vec3& corner : far.corners) corner.x += 2e8F;
    EXPECT_NE(box_from_corners(far, found), Status::ok);
    EXPECT_EQ(found.center.x, 9);
}

TEST(AabbOfOneBox, IsThatOfTheBatch) {
    const auto boxes = boxes_of_every_regime(50, 53);
    const auto expected = test::bounds_of(test::make_batch(boxes));
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        Aabb bounds;
        ASSERT_EQ(compute_aabb(boxes[i], bounds), Status::ok);
        ASSERT_EQ(std::memcmp(&bounds, &expected[i], sizeof bounds), 0) << i;
    }
}

TEST(BoxGeometry, Refusals) {
    const OrientedBox bad{{}, {1, -1, 1}, {}};
    Aabb bounds{{1, 2, 3}, {4, 5, 6}};
    BoxCorners corners;
    corners.corners[3].x = 7;
    EXPECT_EQ(compute_aabb(bad, bounds), Status::invalid_box);
    EXPECT_EQ(compute_corners(bad, corners), Status::invalid_box);
    EXPECT_EQ(bounds.min.y, 2);
    EXPECT_EQ(corners.corners[3].x, 7);
}

TEST(BoxGeometry, VolumeAndSurface) {
    const OrientedBox box{{5, 5, 5}, {1, 2, 3}, {1, 2, 3, 4}};
    EXPECT_EQ(volume(box), 48);
    EXPECT_EQ(surface_area(box), 88);
    const OrientedBox huge{{}, {1e8F, 1e8F, 1e8F}, {}}, tiny{{}, {1e-7F, 1e-7F, 1e-7F}, {}};
    EXPECT_NEAR(volume(huge), 8e24, 1e10);
    EXPECT_NEAR(surface_area(huge), 24e16, 1e2);
    EXPECT_NEAR(volume(tiny) / 8e-21, 1, 1e-6);
    EXPECT_EQ(volume({{}, {1, 0, 3}, {}}), 0);
    EXPECT_EQ(surface_area({{}, {1, 0, 3}, {}}), 24);
}

}  // namespace
}  // namespace satori
