// Operations on single boxes against 4 by 4 matrices in long double, for boxes of every kind and at the limits of the
// legal input.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "oracles/matrix_twin.hpp"
#include "support/calls.hpp"
#include "support/pair_regimes.hpp"
#include "support/random.hpp"

namespace satori {
namespace {

using test::Random;
using test::RealMatrix;
using test::RealPoint;
using test::operator-;

constexpr double kEps = 0x1p-23;

// Visits pairs of boxes: every regime, and in turn boxes that are flat, huge, tiny or far.
template <class Visit>
void for_each_pair(int per_regime, std::uint64_t seed, Visit&& visit) {
    Random random(seed);
    for (const test::PairRegime regime : test::kPairRegimes) {
        // Images of boxes at the very limits can be illegal. The extreme boxes below go nearly as far.
        if (regime == test::PairRegime::all_extents) continue;
        SCOPED_TRACE(test::pair_regime_name(regime));
        for (int i = 0; i < per_regime; ++i) {
            const auto pair = test::make_pair(regime, random);
            visit(pair.a, pair.b, random);
        }
    }
    const auto extreme = [&] {
        OrientedBox box{{}, {}, test::random_rotation(random)};
        for (float* c : {&box.center.x, &box.center.y, &box.center.z}) {
            *c = static_cast<float>(random.sign() * random.log_uniform(1e-9, 5e7));
        }
        for (float* h : {&box.half_extents.x, &box.half_extents.y, &box.half_extents.z}) {
            *h = random.below(4) == 0 ? 0.0F : static_cast<float>(random.log_uniform(1.01e-7, 3e7));
        }
        return box;
    };
    SCOPED_TRACE("extreme");
    for (int i = 0; i < 5 * per_regime; ++i) visit(extreme(), extreme(), random);
}

Quat of_any_length(Random& random) {
    const Quat q = test::random_rotation(random);
    const auto scale = static_cast<float>(random.log_uniform(1e-35, 1e35));
    return {q.x * scale, q.y * scale, q.z * scale, q.w * scale};
}

Vec3 random_offset(Random& random, double size) {
    const auto c = [&] { return static_cast<float>(random.uniform(-size, size)); };
    return {c(), c(), c()};
}

// Compares the corners of `changed` with those of the exact image. The tolerance is the sum of half a float of the
// center, FLT_EPSILON rad of the rotation, `relative` of the half extents, and the rounding of double in the
// calculation, 1e-15 * `way`.
void expect_image(const OrientedBox& changed, const RealMatrix& exact, double relative, double way) {
    const double bound =
        0.51 * kEps * test::center_size(changed) + (1.01 * kEps + relative) * test::half_sum(changed) + 1e-15 * way;
    ASSERT_LE(test::corner_error(changed, exact), bound + 1e-44);
}

// True when a coordinate is not legal for a center. A coordinate that rounds to the limit is legal.
bool too_far(const RealPoint& center) {
    return std::max({fabsl(center[0]), fabsl(center[1]), fabsl(center[2])}) >= kMaxCenter;
}
// True when a value is not a legal half extent, or is within `relative` of the limit.
bool bad_half_extent(const RealPoint& half, long double relative) {
    return std::any_of(half.begin(), half.end(), [&](long double h) { return h >= kMaxHalfExtent * (1 - relative); });
}
// The possible loss of a flat side: half extents below kMinHalfExtent become 0.
double flattened(const OrientedBox& box) {
    return volume(box) == 0 ? kMinHalfExtent : 0;
}

TEST(BoxOperations, RigidMotionsAreRoundedOnce) {
    int moved = 0, refused = 0;
    for_each_pair(150, 61, [&](const OrientedBox& box, const OrientedBox& other, Random& random) {
        const Pose pose{random_offset(random, random.log_uniform(1e-3, 3e7)), of_any_length(random)};
        const double way = test::center_size(box) + static_cast<double>(test::length(test::real(pose.position)));
        OrientedBox changed = box;
        const Status status = transform(changed, pose);
        if (status != Status::ok) {
            ASSERT_EQ(status, Status::result_out_of_range);
            ASSERT_TRUE(too_far(test::matrix_of(pose) * test::real(box.center)));
            ++refused;
            return;
        }
        expect_image(changed, test::matrix_of(pose) * test::matrix_of(box), 0, way);
        ++moved;

        changed = box;
        ASSERT_EQ(rotate(changed, pose.rotation), Status::ok);
        const RealPoint center = test::real(box.center);
        const RealMatrix there = test::translation(center),
                         back = test::translation({-center[0], -center[1], -center[2]});
        expect_image(changed, there * test::rotation(pose.rotation) * back * test::matrix_of(box), 0, way);

        const RealPoint point = test::real(other.center);
        const RealMatrix about = test::translation(point) * test::rotation(pose.rotation) *
                                 test::translation({-point[0], -point[1], -point[2]});
        changed = box;
        const auto expect_moved = [&](Status result, const RealMatrix& motion, double long_way) {
            if (result == Status::ok) return expect_image(changed, motion * test::matrix_of(box), 0, long_way);
            ASSERT_EQ(result, Status::result_out_of_range);
            ASSERT_TRUE(too_far(motion * center));
        };
        expect_moved(rotate_about(changed, pose.rotation, other.center), about, way + 2 * test::center_size(other));
        changed = box;
        expect_moved(translate(changed, pose.position), test::translation(test::real(pose.position)), way);
    });
    EXPECT_GT(moved, 3000);
    EXPECT_GT(refused, 10);
}

TEST(BoxOperations, ScaleIsAMatrixInTheBoxsFrame) {
    int scaled = 0, refused = 0;
    for_each_pair(150, 62, [&](const OrientedBox& box, const OrientedBox&, Random& random) {
        const auto factor = [&] { return static_cast<float>(random.sign() * random.log_uniform(1e-3, 1e3)); };
        const Vec3 by{factor(), factor(), factor()};
        const RealMatrix stretch = test::scaling({std::fabs(by.x), std::fabs(by.y), std::fabs(by.z)});
        OrientedBox changed = box;
        const Status status = scale(changed, by);
        if (status != Status::ok) {
            ASSERT_EQ(status, Status::result_out_of_range);
            ASSERT_TRUE(bad_half_extent(stretch * test::real(box.half_extents), 0));
            ++refused;
            return;
        }
        ++scaled;
        const RealMatrix exact = test::matrix_of(box) * stretch;
        const double bound = 0.51 * kEps * test::half_sum(changed) + 2 * flattened(changed);
        ASSERT_LE(test::corner_error(changed, exact), bound + 1e-44);
    });
    EXPECT_GT(scaled, 2000);
    EXPECT_GT(refused, 50);
}

RealMatrix random_affine(Random& random, bool shears) {
    const auto factor = [&] { return static_cast<long double>(random.sign() * random.log_uniform(0.1, 10)); };
    const RealMatrix stretch = shears ? test::scaling({factor(), factor(), factor()}) : [&] {
        const long double f = factor();
        return test::scaling({f, f, f});
    }();
    const Vec3 offset = random_offset(random, 1e4);
    return test::translation(test::real(offset)) * test::rotation(test::random_rotation(random)) * stretch *
           test::rotation(test::random_rotation(random));
}

// Returns an even scale, a rotation, and a shear so small that it could be mistaken for a rotation.
RealMatrix slightly_sheared(Random& random) {
    const double size = random.log_uniform(1e-7, 1e-3);
    RealMatrix shear = test::scaling({1, 1, 1});
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) shear.rows[i][k] += i == k ? 0.0 : random.uniform(-size, size);
    return random_affine(random, false) * shear;
}

RealPoint column(const RealMatrix& m, std::size_t k) {
    return {m.rows[0][k], m.rows[1][k], m.rows[2][k]};
}
long double dot(const RealPoint& a, const RealPoint& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
long double triple(const RealMatrix& m) {
    long double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        sum += m.rows[0][i] * (m.rows[1][j] * m.rows[2][k] - m.rows[1][k] * m.rows[2][j]);
    }
    return sum;
}

// Returns the half extents of the boxes around `image` that are flush with a face of a parallelepiped with these axes,
// with one side along an edge of that face. Computed from the corners, by brute force. Columns are half edges; axes
// must not vanish.
std::vector<RealPoint> flush_boxes(const RealMatrix& image, const RealMatrix& axes) {
    const auto corners = test::corners_of(image);
    std::vector<RealPoint> boxes;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            if (i == j) continue;
            const RealPoint u = column(axes, i), v = column(axes, j);
            RealPoint n, w;  // normal of the face, and the direction in the face across the edge
            for (std::size_t a = 0; a < 3; ++a)
                n[a] = u[(a + 1) % 3] * v[(a + 2) % 3] - u[(a + 2) % 3] * v[(a + 1) % 3];
            for (std::size_t a = 0; a < 3; ++a)
                w[a] = n[(a + 1) % 3] * u[(a + 2) % 3] - n[(a + 2) % 3] * u[(a + 1) % 3];
            RealPoint& half = boxes.emplace_back();
            for (std::size_t side = 0; side < 3; ++side) {
                const RealPoint& direction = side == 0 ? u : side == 1 ? n : w;
                long double low = INFINITY, high = -INFINITY;
                for (const RealPoint& corner : corners) {
                    low = std::fmin(low, dot(corner, direction));
                    high = std::fmax(high, dot(corner, direction));
                }
                half[side] = (high - low) / 2 / test::length(direction);
            }
        }
    }
    return boxes;
}

double smallest_volume(const std::vector<RealPoint>& boxes) {
    long double smallest = INFINITY;
    for (const RealPoint& half : boxes) smallest = std::fmin(smallest, 8 * half[0] * half[1] * half[2]);
    return static_cast<double>(smallest);
}

TEST(BoxOperations, MatricesWithoutShearGiveTheImage) {
    int exact = 0, mirrored = 0, refused = 0;
    for_each_pair(150, 63, [&](const OrientedBox& box, const OrientedBox&, Random& random) {
        const Mat4 matrix = to_float(random_affine(random, false));
        OrientedBox changed = box;
        BoxImage image;
        const Status status = transform(changed, matrix, &image);
        const RealMatrix expected = test::matrix_of(matrix) * test::matrix_of(box);
        if (status != Status::ok) {
            ASSERT_EQ(status, Status::result_out_of_range);
            const RealPoint half = {test::length(column(expected, 0)), test::length(column(expected, 1)),
                                    test::length(column(expected, 2))};
            ASSERT_TRUE(too_far(column(expected, 3)) || bad_half_extent(half, kEps));
            ++refused;
            return;
        }
        // Compares sets of points, because the third axis may be reversed. A needle's thin sides need the most exact
        // rotation.
        const double bound = 4 * kEps * (test::half_sum(changed) + test::center_size(changed));
        ASSERT_LE(test::outside(changed, test::corners_of(expected)), bound + flattened(changed));
        for (std::size_t k = 0; k < 3; ++k) {
            const auto half = static_cast<double>(test::length(column(expected, k)));
            const float found = std::array{changed.half_extents.x, changed.half_extents.y, changed.half_extents.z}[k];
            if (found == 0)
                ASSERT_LT(half, kMinHalfExtent);
            else
                ASSERT_NEAR(found, half, kEps * half);
        }
        ASSERT_LE(image.shear, kShearTolerance);
        ASSERT_EQ(image.growth, 1);
        ASSERT_EQ(image.mirrored, triple(test::matrix_of(matrix)) < 0);
        mirrored += image.mirrored ? 1 : 0;
        ++exact;
    });
    EXPECT_GT(exact, 2000);
    EXPECT_GT(mirrored, 500);
    EXPECT_GT(refused, 50);
}

TEST(BoxOperations, MatricesWithShearGiveTheSmallestFlushBoxAroundTheImage) {
    int sheared = 0, barely = 0, flat = 0, refused = 0;
    double largest_growth = 0;
    for_each_pair(200, 64, [&](const OrientedBox& box, const OrientedBox&, Random& random) {
        const Mat4 matrix = to_float(random.below(3) == 0 ? slightly_sheared(random) : random_affine(random, true));
        OrientedBox changed = box;
        BoxImage image;
        const Status status = transform(changed, matrix, &image);
        const RealMatrix expected = test::matrix_of(matrix) * test::matrix_of(box);
        const RealMatrix axes = test::matrix_of(matrix) * test::rotation(box.rotation);
        const auto boxes = flush_boxes(expected, axes);
        if (status != Status::ok) {
            // No result tells which of the boxes it would have been.
            ASSERT_EQ(status, Status::result_out_of_range);
            const auto bad = [](const RealPoint& half) { return bad_half_extent(half, 1e-5L); };
            ASSERT_TRUE(too_far(column(expected, 3)) || std::any_of(boxes.begin(), boxes.end(), bad));
            ++refused;
            return;
        }
        ASSERT_LE(test::outside(changed, test::corners_of(expected)),
                  8 * kEps * (test::half_sum(changed) + test::center_size(changed)) + flattened(changed));
        if (image.shear <= kShearTolerance) return;
        // The shear depends on the axes, not on the extents.
        long double cosine = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const RealPoint a = column(axes, i), b = column(axes, (i + 1) % 3);
            cosine = std::fmax(cosine, fabsl(dot(a, b)) / (test::length(a) * test::length(b)));
        }
        ASSERT_NEAR(image.shear, static_cast<double>(cosine), 1e-12);
        ++sheared;
        barely += image.shear < 30 * kShearTolerance;
        const double exact = 8 * std::fabs(static_cast<double>(triple(expected)));
        if (volume(box) == 0 || volume(changed) == 0) {
            ASSERT_EQ(image.growth, 1);
            if (test::half_sum(box) > 0) ++flat;
            return;
        }
        if (volume(box) < 1e-6 * std::pow(test::half_sum(box), 3)) return;  // here the brute force is not exact enough
        const double smallest = smallest_volume(boxes);
        ASSERT_NEAR(volume(changed) / smallest, 1, 1e-5);
        ASSERT_NEAR(image.growth / (smallest / exact), 1, 1e-5);
        ASSERT_GE(image.growth, 1 - 1e-12);
        largest_growth = std::fmax(largest_growth, image.growth);
    });
    EXPECT_GT(sheared, 2000);
    EXPECT_GT(barely, 200);
    EXPECT_GT(flat, 100);
    EXPECT_GT(refused, 50);
    EXPECT_GT(largest_growth, 3);
}

// Merges the boxes. EXPECTs that only boxes that are far apart or large fail.
bool merges(const OrientedBox& a, const OrientedBox& b, OrientedBox& merged) {
    const Status status = merge(a, b, merged);
    if (status == Status::ok) return true;
    EXPECT_EQ(status, Status::result_out_of_range);
    EXPECT_GT(test::half_sum(a) + test::half_sum(b) + test::center_size(a) + test::center_size(b), 1e8);
    return false;
}

// Every corner of both boxes is inside, without any tolerance for rounding. The exception is a side too thin to be
// legal, which becomes flat: long double resolves distances of 1e-19.
TEST(BoxOperations, MergeContainsBothExactly) {
    int merged_count = 0;
    std::array<int, 4> chosen{};
    for_each_pair(400, 65, [&](const OrientedBox& a, const OrientedBox& b, Random&) {
        OrientedBox merged;
        if (!merges(a, b, merged)) return;
        ++merged_count;
        ASSERT_LE(test::outside(merged, test::corners_of(test::matrix_of(a))), flattened(merged));
        ASSERT_LE(test::outside(merged, test::corners_of(test::matrix_of(b))), flattened(merged));
        const auto is = [&](const Quat& q) { return std::memcmp(&q, &merged.rotation, sizeof q) == 0; };
        ++chosen[is(a.rotation) ? 0 : is(b.rotation) ? 1 : is({}) ? 3 : 2];

        // The box is also tight: each face of the result has a corner on it, within a few floats.
        const double slack = 2 * kEps * (test::half_sum(merged) + test::center_size(merged));
        const Quat& q = merged.rotation;
        const RealMatrix into = test::rotation(Quat{-q.x, -q.y, -q.z, q.w});
        std::array<long double, 3> low, high;
        low.fill(INFINITY);
        high.fill(-INFINITY);
        for (const OrientedBox* box : {&a, &b}) {
            for (const RealPoint& corner : test::corners_of(test::matrix_of(*box))) {
                const RealPoint local = into * (corner - test::real(merged.center));
                for (std::size_t k = 0; k < 3; ++k) {
                    low[k] = std::fmin(low[k], local[k]);
                    high[k] = std::fmax(high[k], local[k]);
                }
            }
        }
        const std::array<float, 3> half = {merged.half_extents.x, merged.half_extents.y, merged.half_extents.z};
        for (std::size_t k = 0; k < 3; ++k) {
            ASSERT_LE(half[k], high[k] + slack);
            ASSERT_LE(half[k], -low[k] + slack);
        }
    });
    EXPECT_GT(merged_count, 8000);
    for (const int count : chosen) EXPECT_GT(count, 50);
    std::printf("merged: rotation of a %d, of b %d, half way %d, none %d\n", chosen[0], chosen[1], chosen[2],
                chosen[3]);
}

// No candidate is smaller. The test computes each candidate by itself, around the corners of both boxes in one box's
// rotation.
TEST(BoxOperations, MergeIsNoLargerThanInEitherRotation) {
    int merged_count = 0;
    for_each_pair(100, 66, [&](const OrientedBox& a, const OrientedBox& b, Random&) {
        OrientedBox merged;
        if (!merges(a, b, merged)) return;
        ++merged_count;
        std::vector<RealPoint> points;
        for (const OrientedBox* box : {&a, &b}) {
            for (const RealPoint& corner : test::corners_of(test::matrix_of(*box)))
                points.push_back(corner - test::real(a.center));
        }
        for (const Quat& q : {a.rotation, b.rotation, Quat{}}) {
            const RealMatrix into = test::rotation(Quat{-q.x, -q.y, -q.z, q.w});
            long double size = 1;
            for (std::size_t k = 0; k < 3; ++k) {
                long double low = INFINITY, high = -INFINITY;
                for (const RealPoint& point : points) {
                    low = std::fmin(low, (into * point)[k]);
                    high = std::fmax(high, (into * point)[k]);
                }
                // Tolerance for the rounding of the center.
                size *= (high - low) * (1 + 1e-5L) + 8 * kEps * test::center_size(merged) + 1e-6L;
            }
            ASSERT_LE(volume(merged), static_cast<double>(size) * (1 + 1e-5));
        }
    });
    EXPECT_GT(merged_count, 2000);
}

}  // namespace
}  // namespace satori
