// Boxes against other shapes: the library misses no overlap deeper than delta and reports no gap wider than delta, for
// any shape and box. The nearest point is the nearest one, and the part of a ray in a box is where the result puts it.

#include <cfloat>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/oracle_score.hpp"
#include "support/shape_regimes.hpp"

namespace satori {
namespace {

using reference::Point;
using test::OracleScore;

constexpr std::size_t kBoxesPerShape = 21;

bool can_be_clipped(ShapeKind kind) {
    return kind == ShapeKind::aabb || kind == ShapeKind::segment || kind == ShapeKind::triangle ||
           kind == ShapeKind::frustum || kind == ShapeKind::box;
}

// Tests `shapes` shapes of the kind in each regime. Every instruction set must give the same answers.
void judge(ShapeKind kind, std::size_t shapes, std::uint64_t seed) {
    for (const test::ShapeRegime regime : test::kShapeRegimes) {
        SCOPED_TRACE(test::shape_regime_name(regime));
        test::Random random(seed * 1000 + static_cast<std::uint64_t>(regime));
        OracleScore score;
        for (std::size_t s = 0; s < shapes; ++s) {
            const auto made = test::make_shape_case(kind, regime, kBoxesPerShape, random);
            Status status = Status::ok;
            const auto answers = test::on_every_isa([&](const Execution& execution) {
                std::vector<std::uint8_t> of_set(made.boxes.size(), 9);
                status = test_boxes(test::make_batch(made.boxes, execution), test::ref(made.shape), of_set, execution);
                return of_set;
            });
            // Rounding of planes can exchange near corners that are far from the origin. Then the shape is not a
            // frustum.
            if (status == Status::invalid_shape && kind == ShapeKind::frustum) continue;
            ASSERT_EQ(status, Status::ok);
            for (std::size_t i = 0; i < made.boxes.size(); ++i) {
                ASSERT_LE(answers[i], 1);
                const double delta = test::shape_tolerance(made.boxes[i], made.shape);
                score.add(test::separation(made.boxes[i], made.shape), delta, answers[i] != 0);
                if (!can_be_clipped(kind)) continue;
                if (answers[i] != 0) {
                    ASSERT_TRUE(test::overlaps_by_clipping(made.boxes[i], made.shape, delta));
                } else {
                    ASSERT_FALSE(test::overlaps_by_clipping(made.boxes[i], made.shape, -delta));
                }
            }
        }
        score.print((std::string(test::shape_kind_name(kind)) + " " + test::shape_regime_name(regime)).c_str());
        EXPECT_LT(score.worst_false_negative(), OracleScore::kCeiling);
        EXPECT_LT(score.worst_false_positive(), OracleScore::kCeiling);
        // Expects that the shapes have the properties of the regime.
        EXPECT_GT(score.count(), shapes * kBoxesPerShape / 2);
        // A point rarely lies in a box without thickness.
        if (kind != ShapeKind::point || regime != test::ShapeRegime::flat) {
            EXPECT_GT(score.overlapping(), score.count() / 50);
        }
        EXPECT_GT(score.separated(), score.count() / 50);
        if (regime != test::ShapeRegime::generic) {
            EXPECT_GT(score.near(), score.count() / 50);
        }
    }
}

class ShapeOracle : public testing::TestWithParam<ShapeKind> {};
class FullShapeOracle : public ShapeOracle {};

TEST_P(ShapeOracle, ErrorsStayUnderAQuarterOfDelta) {
    judge(GetParam(), 20, 1);
}

TEST_P(FullShapeOracle, ErrorsStayUnderAQuarterOfDelta) {
    judge(GetParam(), 500, 2);
}

std::string kind_name(const testing::TestParamInfo<ShapeKind>& tested) {
    return test::shape_kind_name(tested.param);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ShapeOracle, testing::ValuesIn(test::kShapeKinds), kind_name);
INSTANTIATE_TEST_SUITE_P(Kinds, FullShapeOracle, testing::ValuesIn(test::kShapeKinds), kind_name);

/// Returns a point in a sphere, AABB, frustum or box.
Point inner_point(const test::AnyShape& shape, test::Random& random) {
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        const double reach = 0.5 * static_cast<double>(sphere->radius);
        return reference::add_scaled(reference::to_point(sphere->center), reach,
                                     {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
    }
    const auto* frustum = std::get_if<Frustum>(&shape);
    const std::size_t open = frustum != nullptr ? test::open_end(*frustum) : 6;
    const std::vector<Point> corners = test::body_of(shape, {0, 0, 0}).corners;
    Point sum = {0, 0, 0};
    double weights = 0;
    for (std::size_t v = 0; v < corners.size(); ++v) {
        if (open != 6 && (v >> 2) + 4 == open) continue;
        const double weight = random.uniform(0.1, 1);
        sum = reference::add_scaled(sum, weight, corners[v]);
        weights += weight;
    }
    for (double& number : sum) number /= weights;
    if (open == 6) return sum;
    const Point inward = reference::to_point(frustum->planes[open == 4 ? 5 : 4].normal);
    return reference::add_scaled(sum, random.log_uniform(0.1, 10) / reference::length(inward), inward);
}

/// Returns the box with other half extents, so that it sticks out of the shape by a few delta at most. Where the box's
/// center is not inside, no such box exists, and the result is the same box.
OrientedBox fitted(const OrientedBox& box, const test::AnyShape& shape, test::Random& random) {
    const auto scaled = [&](double by) {
        const auto part = [&](float half) { return static_cast<float>(by * static_cast<double>(half)); };
        return OrientedBox{
            box.center, {part(box.half_extents.x), part(box.half_extents.y), part(box.half_extents.z)}, box.rotation};
    };
    const double wanted = random.uniform(-3, 3) * test::shape_tolerance(box, shape);
    double low = 0, high = 1;
    if (test::sticking_out(scaled(low), shape) > wanted) return box;
    for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        (test::sticking_out(scaled(middle), shape) > wanted ? high : low) = middle;
    }
    const OrientedBox made = scaled(low);
    const auto legal = [](float half) { return half == 0 || half >= 1e-7F; };
    return legal(made.half_extents.x) && legal(made.half_extents.y) && legal(made.half_extents.z) ? made : box;
}

TEST(ShapeQueryOracle, BoxesInsideAreThoseThatDoNotStickOut) {
    for (const ShapeKind kind : test::kShapeKinds) {
        const bool has_volume = kind == ShapeKind::aabb || kind == ShapeKind::sphere || kind == ShapeKind::frustum ||
                                kind == ShapeKind::box;
        OracleScore score;
        for (const test::ShapeRegime regime : test::kShapeRegimes) {
            SCOPED_TRACE(std::string(test::shape_kind_name(kind)) + " " + test::shape_regime_name(regime));
            test::Random random(31 + static_cast<std::uint64_t>(regime));
            for (int s = 0; s < 12; ++s) {
                auto made = test::make_shape_case(kind, regime, kBoxesPerShape, random);
                for (OrientedBox& box : made.boxes) {
                    if (!has_volume) break;
                    const Point center = inner_point(made.shape, random);
                    box.center = {static_cast<float>(center[0]), static_cast<float>(center[1]),
                                  static_cast<float>(center[2])};
                    box = fitted(box, made.shape, random);
                }
                Status status = Status::ok;
                const auto answers = test::on_every_isa([&](const Execution& execution) {
                    std::vector<Containment> of_set(made.boxes.size());
                    const BoxBatch batch = test::make_batch(made.boxes, execution);
                    status = classify_boxes(batch, test::ref(made.shape), of_set, execution);
                    return of_set;
                });
                if (status == Status::invalid_shape && kind == ShapeKind::frustum) continue;
                ASSERT_EQ(status, Status::ok);
                for (std::size_t i = 0; i < made.boxes.size(); ++i) {
                    bool overlap = false;
                    ASSERT_EQ(overlaps(made.boxes[i], test::ref(made.shape), overlap), Status::ok);
                    ASSERT_EQ(answers[i] != Containment::outside, overlap);
                    if (!has_volume) {
                        ASSERT_NE(answers[i], Containment::inside);
                        continue;
                    }
                    score.add(test::sticking_out(made.boxes[i], made.shape),
                              test::shape_tolerance(made.boxes[i], made.shape), answers[i] == Containment::inside);
                }
            }
        }
        if (!has_volume) continue;
        score.print((std::string("in ") + test::shape_kind_name(kind)).c_str());
        EXPECT_LT(score.worst_false_negative(), OracleScore::kCeiling);
        EXPECT_LT(score.worst_false_positive(), OracleScore::kCeiling);
        EXPECT_GT(score.overlapping(), 100U);
        EXPECT_GT(score.separated(), 100U);
        EXPECT_GT(score.near(), 50U);
    }
}

TEST(ShapeQueryOracle, NearestPointIsTheNearest) {
    std::size_t inside_count = 0, outside_count = 0;
    for (const test::ShapeRegime regime : test::kShapeRegimes) {
        SCOPED_TRACE(test::shape_regime_name(regime));
        test::Random random(77 + static_cast<std::uint64_t>(regime));
        for (int s = 0; s < 40; ++s) {
            const auto made = test::make_shape_case(ShapeKind::point, regime, kBoxesPerShape, random);
            const Vec3 point = std::get<Vec3>(made.shape);
            const auto closest = test::on_every_isa([&](const Execution& execution) {
                std::vector<ClosestPoint> of_set(made.boxes.size());
                EXPECT_EQ(closest_points(test::make_batch(made.boxes, execution), point, of_set, execution),
                          Status::ok);
                return of_set;
            });
            for (std::size_t i = 0; i < made.boxes.size(); ++i) {
                const OrientedBox& box = made.boxes[i];
                const double delta = test::shape_tolerance(box, made.shape);
                const Point center = reference::to_point(box.center);
                const reference::Box twin(box, {0, 0, 0});
                const Point p = reference::minus(reference::to_point(point), center);
                const Point q = reference::minus(reference::to_point(closest[i].point), center);
                const double distance = static_cast<double>(closest[i].signed_distance);
                const double rounding = 0.5 * FLT_EPSILON * (reference::length(center) + reference::length(twin.half));
                const double separation = test::separation(box, made.shape);
                // The found point is in the box. Consider the plane through it that faces the query point: no corner
                // lies on this side of the plane. So no part of the box is nearer.
                ASSERT_LE(test::point_separation(twin, q), delta + rounding);
                const Point back = reference::minus(p, q);
                for (const Point& corner : twin.corners) {
                    ASSERT_LE(reference::dot(back, reference::minus(corner, q)),
                              (delta + 2 * rounding) *
                                  (reference::length(back) + reference::length(reference::minus(corner, q))));
                }
                if (distance > 0) {
                    ++outside_count;
                    ASSERT_NEAR(distance, reference::length(back), delta + 2 * rounding);
                    ASSERT_GT(separation, -delta);
                } else {
                    ++inside_count;
                    ASSERT_EQ(0, std::memcmp(&closest[i].point, &point, sizeof point));
                    ASSERT_NEAR(distance, separation, delta);
                }
            }
        }
    }
    EXPECT_GT(inside_count, 500U);
    EXPECT_GT(outside_count, 500U);
}

TEST(ShapeQueryOracle, ARaysStretchIsWhereItSays) {
    std::size_t from_inside = 0, hit_count = 0;
    for (const test::ShapeRegime regime : test::kShapeRegimes) {
        SCOPED_TRACE(test::shape_regime_name(regime));
        test::Random random(99 + static_cast<std::uint64_t>(regime));
        for (int s = 0; s < 20; ++s) {
            const auto made = test::make_shape_case(ShapeKind::ray, regime, kBoxesPerShape, random);
            const Ray ray = std::get<Ray>(made.shape);
            const auto hits = test::on_every_isa([&](const Execution& execution) {
                std::vector<RayHit> of_set(made.boxes.size());
                EXPECT_EQ(intersect(test::make_batch(made.boxes, execution), ray, of_set, execution), Status::ok);
                return of_set;
            });
            const auto answers = test::on_every_isa([&](const Execution& execution) {
                std::vector<std::uint8_t> of_set(made.boxes.size());
                EXPECT_EQ(test_boxes(test::make_batch(made.boxes, execution), ray, of_set, execution), Status::ok);
                return of_set;
            });
            for (std::size_t i = 0; i < made.boxes.size(); ++i) {
                const OrientedBox& box = made.boxes[i];
                const RayHit hit = hits[i];
                ASSERT_EQ(answers[i] != 0, hit.entry <= hit.exit);
                const double delta = test::shape_tolerance(box, made.shape);
                const reference::Box twin(box, {0, 0, 0});
                const Point origin = reference::minus(reference::to_point(ray.origin), reference::to_point(box.center));
                const auto at = [&](double t) {
                    return reference::add_scaled(origin, t, reference::to_point(ray.direction));
                };
                if (answers[i] != 0) {
                    ++hit_count;
                    if (hit.entry == 0) ++from_inside;
                    ASSERT_GE(hit.entry, 0);
                    ASSERT_LE(hit.exit, ray.max_distance);
                    ASSERT_LE(test::point_separation(twin, at(static_cast<double>(hit.entry))), delta);
                    ASSERT_LE(test::point_separation(twin, at(static_cast<double>(hit.exit))), delta);
                } else {
                    ASSERT_EQ(hit.entry, INFINITY);
                    ASSERT_EQ(hit.exit, -INFINITY);
                }
                const double length = reference::length(reference::to_point(ray.direction));
                const double reach = (reference::length(origin) + 2 * reference::length(twin.half)) / length;
                const double end = std::fmin(static_cast<double>(ray.max_distance), reach);
                for (int k = 0; k <= 40; ++k) {
                    const double t = end * k / 40;
                    if (test::point_separation(twin, at(t)) >= -delta) continue;
                    ASSERT_LE(static_cast<double>(hit.entry), t);
                    ASSERT_GE(static_cast<double>(hit.exit), t);
                }
            }
        }
    }
    EXPECT_GT(hit_count, 500U);
    EXPECT_GT(from_inside, 100U);
}

TEST(ShapeQueryOracle, ManyPointsAgainstOneBox) {
    test::Random random(5);
    for (const double origin : {0.0, 1e6, 1e8}) {
        const double size = origin == 0 ? 1 : origin * 1e-5;
        OrientedBox box = test::random_box(random, size * 0.3, size, 0);
        box.center = {static_cast<float>(origin), static_cast<float>(-0.5 * origin), static_cast<float>(0.25 * origin)};
        std::vector<Vec3> points;
        for (int i = 0; i < 4000; ++i) {
            const auto near = [&](float middle) {
                return static_cast<float>(static_cast<double>(middle) + random.uniform(-1.2, 1.2) * size);
            };
            points.push_back({near(box.center.x), near(box.center.y), near(box.center.z)});
        }
        const auto inside = test::on_every_isa([&](const Execution& execution) {
            std::vector<std::uint8_t> of_set(points.size());
            EXPECT_EQ(contains_points(box, point_rows(points), of_set, execution), Status::ok);
            return of_set;
        });
        OracleScore score;
        for (std::size_t i = 0; i < points.size(); ++i)
            score.add(test::separation(box, points[i]), test::shape_tolerance(box, points[i]), inside[i] != 0);
        EXPECT_LT(score.worst_false_negative(), OracleScore::kCeiling);
        EXPECT_LT(score.worst_false_positive(), OracleScore::kCeiling);
        EXPECT_GT(score.overlapping(), 100U);
        EXPECT_GT(score.separated(), 100U);
    }
}

}  // namespace
}  // namespace satori
