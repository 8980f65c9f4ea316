// Fuzzes one shape against boxes: legal, or an error as documented; the same bytes on every instruction set and in
// single calls; right by the oracle.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <satori/satori.hpp>

#include "fuzz/boxes.hpp"
#include "fuzz/input.hpp"
#include "support/calls.hpp"
#include "support/isa_fixture.hpp"
#include "support/oracle_score.hpp"
#include "support/shape_calls.hpp"
#include "support/shape_regimes.hpp"

namespace satori::fuzz {

namespace {

using reference::Point;

bool legal(const Vec3& point) {
    const auto near = [](float coordinate) { return std::fabs(coordinate) <= kMaxShapeCoordinate; };
    return near(point.x) && near(point.y) && near(point.z);
}

float largest(const Vec3& v) {
    return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

bool legal_direction(const Vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z) && largest(v) >= kMinDirection &&
           largest(v) <= kMaxDirection;
}

/// Returns true for a shape that is legal by satori/shapes.hpp. For a frustum, it checks only each plane.
struct IsLegal {
    bool operator()(const Vec3& point) const { return legal(point); }
    bool operator()(const Aabb& box) const {
        return legal(box.min) && legal(box.max) && box.min.x <= box.max.x && box.min.y <= box.max.y &&
               box.min.z <= box.max.z;
    }
    bool operator()(const Sphere& sphere) const {
        return legal(sphere.center) && sphere.radius >= 0 && sphere.radius <= kMaxShapeCoordinate;
    }
    bool operator()(const Plane& plane) const {
        return legal_direction(plane.normal) &&
               std::fabs(double{plane.offset}) <= double{kMaxShapeCoordinate} * double{largest(plane.normal)};
    }
    bool operator()(const Ray& ray) const {
        return legal(ray.origin) && legal_direction(ray.direction) && ray.max_distance >= 0;
    }
    bool operator()(const Segment& segment) const { return legal(segment.start) && legal(segment.end); }
    bool operator()(const Triangle& triangle) const {
        return legal(triangle.a) && legal(triangle.b) && legal(triangle.c);
    }
    bool operator()(const Frustum& frustum) const {
        const auto open = [&](const Plane& plane) {
            return &plane >= frustum.planes + 4 && largest(plane.normal) == 0 && plane.offset <= 0 &&
                   std::isfinite(plane.offset);
        };
        return std::all_of(frustum.planes, frustum.planes + 6,
                           [&](const Plane& plane) { return (*this)(plane) || open(plane); });
    }
    bool operator()(const OrientedBox& box) const { return is_legal(box); }
};

/// Writes any numbers instead of some of the shape's numbers.
void spoil(Input& input, test::AnyShape& shape) {
    const auto change = [&]<class Shape>(Shape& s) {
        auto row = std::bit_cast<std::array<float, sizeof(Shape) / sizeof(float)>>(s);
        row[input.below(row.size())] = input.number();
        s = std::bit_cast<Shape>(row);
    };
    for (std::uint32_t changes = input.below(12); changes > 0; --changes) std::visit(change, shape);
}

class ShapeCheck {
public:
    explicit ShapeCheck(Input& input) {
        const ShapeKind kind = input.one_of(test::kShapeKinds);
        const test::ShapeRegime regime = input.one_of(test::kShapeRegimes);
        test::Random random = input.random();
        test::ShapeCase made = test::make_shape_case(kind, regime, 1 + input.below(20), random);
        shape_ = made.shape;
        boxes_ = std::move(made.boxes);
        spoil(input, shape_);
        for (std::uint32_t more = input.below(8); more > 0; --more)
            boxes_.push_back(mended(any_box<OrientedBox>(input)));
        fuzz::spoil(input, boxes_);
    }

    void run() {
        const bool legal = std::visit(IsLegal(), shape_);
        std::vector<std::uint8_t> bytes(boxes_.size(), 7);
        const Status status = test_boxes(batch({}), test::ref(shape_), bytes);
        // Only the library decides whether legal planes bound a body.
        if (legal && std::holds_alternative<Frustum>(shape_) && status != Status::ok) {
            EXPECT_EQ(status, Status::invalid_shape);
            return;
        }
        EXPECT_EQ(status, legal ? Status::ok : Status::invalid_shape);
        if (!legal) {
            EXPECT_EQ(bytes, std::vector<std::uint8_t>(boxes_.size(), 7));
            return;
        }
        const auto answers = test::on_every_isa(
            [&](const Execution& execution) { return test::shape_answers(batch(execution), shape_, execution); });
        EXPECT_EQ(std::memcmp(answers.data(), bytes.data(), bytes.size()), 0);
        check_indices(bytes);
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            if (is_legal(boxes_[i])) {
                check_box(boxes_[i], bytes[i]);
            } else {
                EXPECT_EQ(bytes[i], 0) << "a box that was skipped";
            }
        }
        if (const auto* point = std::get_if<Vec3>(&shape_)) check_points(*point);
        if (const auto* ray = std::get_if<Ray>(&shape_)) check_hits(*ray);
    }

private:
    BoxBatch batch(const Execution& execution) const {
        BoxBatch batch;
        EXPECT_EQ(batch.assign(box_rows(boxes_), OnInvalid::skip, execution), Status::ok);
        return batch;
    }

    void check_indices(const std::vector<std::uint8_t>& bytes) const {
        std::vector<std::uint32_t> wanted, indices(boxes_.size());
        for (std::uint32_t i = 0; i < bytes.size(); ++i)
            if (bytes[i] != 0) wanted.push_back(i);
        Workspace workspace;
        FoundIndices found{indices};
        EXPECT_EQ(find_boxes(batch({}), test::ref(shape_), found, workspace), Status::ok);
        indices.resize(found.count);
        EXPECT_EQ(indices, wanted);
    }

    void check_box(const OrientedBox& box, std::uint8_t answer) const {
        bool alone = false;
        EXPECT_EQ(overlaps(box, test::ref(shape_), alone), Status::ok);
        EXPECT_EQ(answer, alone ? 1 : 0);
        const double gap = test::separation(box, shape_) / test::shape_tolerance(box, shape_);
        if (std::fabs(gap) >= test::OracleScore::kPromise) {
            EXPECT_EQ(answer, gap < 0 ? 1 : 0) << gap << " delta apart: " << about(box);
        }
        Containment containment{};
        EXPECT_EQ(classify(box, test::ref(shape_), containment), Status::ok);
        EXPECT_EQ(containment != Containment::outside, alone);
        const double out = test::sticking_out(box, shape_) / test::shape_tolerance(box, shape_);
        if (std::fabs(out) >= test::OracleScore::kPromise) {
            const bool has_volume = std::isfinite(out);
            EXPECT_EQ(containment == Containment::inside, has_volume && out < 0) << out << " delta: " << about(box);
        }
    }

    std::string about(const OrientedBox& box) const {
        const auto shape = std::visit([](const auto& s) { return numbers_of(s); }, shape_);
        return numbers_of(box) + "and " + test::shape_kind_name(test::ref(shape_).kind()) + " " + shape;
    }

    void check_points(const Vec3& point) const {
        std::vector<ClosestPoint> closest(boxes_.size());
        EXPECT_EQ(closest_points(batch({}), point, closest), Status::ok);
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            if (!is_legal(boxes_[i])) {
                EXPECT_EQ(closest[i].signed_distance, HUGE_VALF);
                continue;
            }
            ClosestPoint alone;
            EXPECT_EQ(closest_point(boxes_[i], point, alone), Status::ok);
            EXPECT_TRUE(test::same_bits(closest[i], alone));
            const double distance = static_cast<double>(alone.signed_distance);
            const double wanted = test::separation(boxes_[i], Sphere{point, 0});
            EXPECT_NEAR(distance, wanted, test::shape_tolerance(boxes_[i], shape_)) << about(boxes_[i]);
            if (distance <= 0) {
                EXPECT_TRUE(test::same_bits(alone.point, point))
                    << distance << " to " << numbers_of(alone.point) << about(boxes_[i]);
            }
        }
        check_many_points(point);
    }

    // Tests many points against one box. The boxes' centers serve as points.
    void check_many_points(const Vec3& point) const {
        std::vector<Vec3> points = {point};
        for (const OrientedBox& box : boxes_) points.push_back(box.center);
        const OrientedBox box = mended(boxes_[0]);
        const auto inside = test::on_every_isa([&](const Execution& execution) {
            std::vector<std::uint8_t> of_set(points.size());
            EXPECT_EQ(contains_points(box, point_rows(points), of_set, execution), Status::ok);
            return of_set;
        });
        const auto closest = test::on_every_isa([&](const Execution& execution) {
            std::vector<ClosestPoint> of_set(points.size());
            EXPECT_EQ(closest_points(box, point_rows(points), of_set, execution), Status::ok);
            return of_set;
        });
        for (std::size_t i = 0; i < points.size(); ++i) {
            bool alone = true;
            ClosestPoint alone_closest{{HUGE_VALF, HUGE_VALF, HUGE_VALF}, HUGE_VALF};
            const Status wanted = legal(points[i]) ? Status::ok : Status::invalid_shape;
            EXPECT_EQ(contains(box, points[i], alone), wanted);
            EXPECT_EQ(closest_point(box, points[i], alone_closest), wanted);
            EXPECT_EQ(inside[i], wanted == Status::ok && alone ? 1 : 0);
            EXPECT_TRUE(test::same_bits(closest[i], alone_closest));
        }
    }

    void check_hits(const Ray& ray) const {
        std::vector<RayHit> hits(boxes_.size());
        EXPECT_EQ(intersect(batch({}), ray, hits), Status::ok);
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            const OrientedBox& box = boxes_[i];
            if (!is_legal(box)) continue;
            RayHit hit;
            bool overlap = false;
            EXPECT_EQ(intersect(box, ray, hit), Status::ok);
            EXPECT_TRUE(test::same_bits(hits[i], hit));
            EXPECT_EQ(overlaps(box, ray, overlap), Status::ok);
            EXPECT_EQ(overlap, hit.entry <= hit.exit);
            if (!overlap) {
                EXPECT_EQ(hit.entry, HUGE_VALF);
                EXPECT_EQ(hit.exit, -HUGE_VALF);
                continue;
            }
            EXPECT_GE(hit.entry, 0);
            EXPECT_LE(hit.exit, ray.max_distance);
            const reference::Box twin(box, {0, 0, 0});
            const Point origin = reference::minus(reference::to_point(ray.origin), reference::to_point(box.center));
            for (const float t : {hit.entry, hit.exit}) {
                const Point at =
                    reference::add_scaled(origin, static_cast<double>(t), reference::to_point(ray.direction));
                EXPECT_LE(test::point_separation(twin, at), test::shape_tolerance(box, shape_)) << about(box);
            }
        }
    }

    test::AnyShape shape_;
    std::vector<OrientedBox> boxes_;
};

}  // namespace

void check(Input input) {
    ShapeCheck(input).run();
}

}  // namespace satori::fuzz
